// SPDX-License-Identifier: Apache-2.0
// L2Norm and AddOne against plain loops in double; the length of plugins that are made with tenon/plugin_base.h.
#include "sample.h"

#include <cmath>
#include <dlfcn.h>
#include <fstream>
#include <tenon/plugin_call.h>

namespace test {
namespace {

using Half = tenon::author::Half;

std::vector<double> wanted(std::vector<double> const& x, Extents const& dims, double eps) {
    int64_t const channels = dims[1], inner = product({dims.begin() + 2, dims.end()});
    std::vector<double> y(x.size());
    for (int64_t o = 0; o < dims[0]; ++o)
        for (int64_t j = 0; j < inner; ++j) {
            double sum = 0;
            auto at = [&](int64_t c) { return static_cast<size_t>((o * channels + c) * inner + j); };
            for (int64_t c = 0; c < channels; ++c)
                sum += x[at(c)] * x[at(c)];
            for (int64_t c = 0; c < channels; ++c)
                y[at(c)] = x[at(c)] / std::max(std::sqrt(sum), eps);
        }
    return y;
}

template <class T>
void compare(Loaded& loaded, Extents const& dims, double eps, double tolerance, double scale = 1) {
    std::mt19937 random(7);
    std::vector<T> x;
    std::vector<double> exact;
    for (int64_t i = 0; i < product(dims); ++i) {
        x.emplace_back(static_cast<float>((static_cast<double>(random() % 2001) / 1000 - 1) * scale));
        exact.push_back(static_cast<double>(static_cast<float>(x.back())));
    }
    auto const y = runSaved(loaded, dims, x);
    auto const right = wanted(exact, dims, eps);
    ASSERT_EQ(y.size(), right.size()) << textOf(dims);
    for (size_t i = 0; i < y.size(); ++i)
        ASSERT_NEAR(static_cast<double>(static_cast<float>(y[i])), right[i], tolerance) << textOf(dims) << "at " << i;
}

TEST(L2Norm, EveryRankWithDimsThatVary) {
    for (char const* style : kStyles) {
        SampleLibrary const library("l2norm", style);
        for (size_t rank = 2; rank <= 5; ++rank)
            for (DataType type : {DataType::kFLOAT, DataType::kHALF}) {
                Case c{"L2Norm", Extents(rank, 1), Extents(rank, 4), type};
                c.min[1] = c.max[1] = 5;
                c.max[rank - 1] = rank == 2 ? 5 : 9;
                Logger logger;
                Loaded byHand(buildByHand(c, logger)), fromModel(buildFromModel(c, {}, logger));
                ASSERT_TRUE(byHand.engine && fromModel.engine) << logger.text();
                for (Loaded* loaded : {&byHand, &fromModel})
                    for (Extents dims : {c.max, c.min})
                        if (type == DataType::kFLOAT)
                            compare<float>(*loaded, dims, 1e-12, 1e-6);
                        else
                            compare<Half>(*loaded, dims, 1e-12, 1e-3);
            }
    }
}

TEST(L2Norm, SumsAreWide) { // 300 * 300 is no half
    for (char const* style : kStyles) {
        SampleLibrary const library("l2norm", style);
        Logger logger;
        Loaded loaded(buildByHand({"L2Norm", {2, 64, 3}, {2, 64, 3}, DataType::kHALF}, logger));
        ASSERT_TRUE(loaded.engine) << logger.text();
        compare<Half>(loaded, {2, 64, 3}, 1e-12, 1e-3, 300);
    }
}

TEST(L2Norm, EpsIsTheLeastNorm) {
    for (char const* style : kStyles) {
        SampleLibrary const library("l2norm", style);
        float const eps = 10;
        Logger logger;
        Case const c{"L2Norm", {2, 3}, {2, 3}, DataType::kFLOAT, {{"eps", &eps, PluginFieldType::kFLOAT32, 1}}};
        Loaded byHand(buildByHand(c, logger)), fromModel(buildFromModel(c, {t::attribute("eps", 10.0F)}, logger));
        Loaded plain(buildByHand({"L2Norm", {2, 3}, {2, 3}}, logger));
        ASSERT_TRUE(byHand.engine && fromModel.engine && plain.engine) << logger.text();
        Floats const x{3, 4, 0, 0, 0, 0}, divided{0.3F, 0.4F, 0, 0, 0, 0};
        EXPECT_EQ(runSaved(byHand, {2, 3}, x), divided);
        EXPECT_EQ(runSaved(fromModel, {2, 3}, x), divided);
        EXPECT_EQ(runSaved(plain, {2, 3}, x), (Floats{0.6F, 0.8F, 0, 0, 0, 0}));
    }
}

TEST(L2Norm, IsRefusedWhereItHasNoChannels) {
    for (char const* style : kStyles) {
        SampleLibrary const library("l2norm", style);
        Logger logger;
        EXPECT_TRUE(buildByHand({"L2Norm", {4}, {4}}, logger).empty());
        EXPECT_TRUE(buildByHand({"L2Norm", {1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1, 2}}, logger).empty());
        EXPECT_TRUE(logger.says("TN-245")) << logger.text();
    }
}

TEST(AddOne, TakesWholeBatches) {
    for (char const* style : kStyles) {
        SampleLibrary const library("add_one", style);
        Case const c{"AddOne", {1, 2, 3}, {4, 2, 3}};
        Logger logger;
        Loaded byHand(buildByHand(c, logger)), fromModel(buildFromModel(c, {}, logger));
        ASSERT_TRUE(byHand.engine && fromModel.engine) << logger.text();
        for (Loaded* loaded : {&byHand, &fromModel})
            for (int64_t batch : {4, 1, 3}) {
                Floats x(static_cast<size_t>(batch) * 6), y;
                std::iota(x.begin(), x.end(), -3.0F);
                for (float v : x)
                    y.push_back(v + 1);
                EXPECT_EQ(runSaved(*loaded, {batch, 2, 3}, x), y);
            }
    }
}

TEST(AddOne, ALibraryMayAlsoBeOpenedByHand) {
    auto const opened = [] {
        std::string const file = std::string(TENON_SAMPLE_PLUGINS) + "/libsample_add_one.so";
        if (dlopen(file.c_str(), RTLD_NOW) == nullptr)
            std::_Exit(1);
        Logger logger;
        Loaded loaded(buildByHand({"AddOne", {2, 1}, {2, 1}}, logger));
        std::_Exit(runSaved(loaded, {2, 1}, Floats{1, 2}) == Floats{2, 3} ? 0 : 2);
    };
    EXPECT_EXIT(opened(), ::testing::ExitedWithCode(0), ""); // it stays open: in a process of its own
}

TEST(Length, APluginOfOneStructIsShort) {
    for (std::string name : {"hardmax", "l2norm", "add_one"}) {
        std::ifstream file(std::string(TENON_SAMPLE_SOURCES) + "/" + name + "/" + name + "_base.cpp");
        int lines = 0;
        for (std::string line; std::getline(file, line);)
            ++lines;
        EXPECT_GT(lines, 0) << name;
        EXPECT_LE(lines, 40) << name;
    }
}

} // namespace
} // namespace test
