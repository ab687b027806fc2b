// SPDX-License-Identifier: Apache-2.0
// One small engine from the user's side: shapes, addresses, errors, the list of prepared shapes, streams.
#include "runtime/context.h"

#include "plan/codec.h"
#include "plans/make.h"
#include "runtime/ops.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::runtime;
using test::errorOf;

namespace {

std::shared_ptr<Engine> softmaxEngine() {
    return test::loaded(test::softmaxPlan(), builtinTable());
}

struct Rows {
    explicit Rows(int64_t n) : dims{n, 8}, x(static_cast<size_t>(n * 8)), y(x.size(), -1) {
        for (size_t i = 0; i < x.size(); ++i)
            x[i] = std::sin(static_cast<float>(i));
    }
    void give(Context& c) {
        c.setInputShape("x", dims);
        c.setAddress("x", x.data());
        c.setAddress("y", y.data());
    }
    void check() const {
        for (size_t r = 0; r < x.size() / 8; ++r) {
            double sum = 0;
            for (size_t i = 0; i < 8; ++i)
                sum += std::exp(x[r * 8 + i]);
            for (size_t i = 0; i < 8; ++i)
                ASSERT_NEAR(y[r * 8 + i], std::exp(x[r * 8 + i]) / sum, 1e-6);
        }
    }
    std::vector<int64_t> dims;
    std::vector<float> x, y;
};

} // namespace

TEST(Context, Runs) {
    Context c(softmaxEngine());
    for (int64_t n : {4, 1, 16, 4}) {
        Rows rows(n);
        rows.give(c);
        c.run();
        rows.check();
        EXPECT_EQ(c.shape("y"), rows.dims);
    }
    EXPECT_EQ(c.preparedCount(), 3u);
}

TEST(Context, NamesWhatIsMissing) {
    Context c(softmaxEngine());
    Error e = errorOf([&] { c.run(); });
    EXPECT_EQ(e.id(), Message::kInputShape);
    EXPECT_EQ(e.where().tensor, "x");
    Rows rows(2);
    rows.give(c);
    c.setAddress("y", nullptr);
    e = errorOf([&] { c.run(); });
    EXPECT_EQ(e.id(), Message::kNoAddress);
    EXPECT_EQ(e.where().tensor, "y");
    EXPECT_EQ(errorOf([&] { c.setAddress("z", rows.x.data()); }).id(), Message::kNoSuchTensor);
    EXPECT_EQ(errorOf([&] { c.setProfile(1); }).id(), Message::kNoSuchProfile);
}

TEST(Context, RefusesShapes) {
    Context c(softmaxEngine());
    for (std::vector<int64_t> const& dims : {std::vector<int64_t>{17, 8}, {0, 8}, {4, 7}, {4}, {4, 8, 1}, {}}) {
        Error const e = errorOf([&] { c.setInputShape("x", dims); });
        EXPECT_EQ(e.id(), Message::kInputShape);
        EXPECT_EQ(e.where().tensor, "x");
        EXPECT_EQ(e.wantedText(), "1 to 16 x 8");
    }
}

TEST(Context, KeepsBoundedList) {
    Context c(softmaxEngine(), {.preparedLimit = 3});
    for (int round = 0; round < 2; ++round)
        for (int64_t n = 1; n <= 16; ++n) {
            Rows rows(n);
            rows.give(c);
            c.run();
            rows.check();
            EXPECT_LE(c.preparedCount(), 3u);
        }
}

TEST(Context, WhatWasNotUsedForLongestGoesFirst) {
    PreparedCache cache(2);
    auto add = [&](int64_t key) {
        auto prepared = std::make_shared<Prepared>();
        prepared->key = {key};
        cache.add(prepared);
    };
    add(1);
    add(2);
    EXPECT_NE(cache.find({1}), nullptr);
    add(3);
    EXPECT_EQ(cache.find({2}), nullptr);
    EXPECT_NE(cache.find({1}), nullptr);
    EXPECT_NE(cache.find({3}), nullptr);
}

TEST(Context, QueuedRunsKeepTheirAddresses) {
    Context c(softmaxEngine());
    Stream stream(4);
    std::vector<Rows> all;
    for (int64_t n = 1; n <= 16; ++n)
        all.emplace_back(n);
    for (Rows& rows : all) {
        rows.give(c);
        ASSERT_TRUE(c.enqueue(&stream));
    }
    stream.synchronize();
    for (Rows const& rows : all)
        rows.check();
    EXPECT_FALSE(c.takeError());
}

TEST(RuntimeOnly, ASecondProgramRunsTheFile) {
    std::string const folder = testing::TempDir();
    plan::writePlan(test::softmaxPlan(), folder + "runtime_only.engine");
    std::string const command =
        std::string(RUNTIME_ONLY) + " " + folder + "runtime_only.engine > " + folder + "runtime_only.txt";
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream file(folder + "runtime_only.txt");
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, "y [1x8] 0.125");
    EXPECT_NE(std::system((std::string(RUNTIME_ONLY) + " /nowhere/x.engine 2> /dev/null").c_str()), 0);
}
