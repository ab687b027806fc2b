// SPDX-License-Identifier: Apache-2.0
// Threads: contexts are independent, one context belongs to one thread at a time, callbacks may look and not touch,
// streams of the CPU run what is put into them.
#include "engines.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <thread>

using namespace nvinfer1;
using test::own;

namespace {

TEST(Threads, FourContextsOfOneEngineWithMixedShapes) {
    test::Session s(test::twoProfiles());
    std::atomic<int> wrong{0};
    auto const work = [&](int number) {
        auto const context = own(s.engine->createExecutionContext());
        tenon::setAutoProfile(*context, true);
        for (int round = 0; round < 50; ++round) {
            constexpr int64_t kSizes[] = {1, 2, 3, 4, 8, 11, 16};
            test::Rows rows(kSizes[(round + number) % 7], static_cast<float>(number));
            if (!rows.give(*context) || !context->enqueueV3(nullptr) || !rows.isRight())
                ++wrong;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back(work, i);
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(wrong, 0) << s.logger.text();
}

TEST(Threads, FourContextsOnOneProfile) {
    test::Session s(test::twoProfiles());
    std::vector<std::unique_ptr<IExecutionContext>> contexts;
    for (int i = 0; i < 4; ++i)
        contexts.push_back(own(s.engine->createExecutionContext()));
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            for (int round = 0; round < 200; ++round) {
                test::Rows rows(1 + (i + round) % 4, static_cast<float>(i));
                IExecutionContext& c = *contexts[static_cast<size_t>(i)];
                if (!rows.give(c) || !c.enqueueV3(nullptr) || !rows.isRight())
                    ++wrong;
            }
        });
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(wrong, 0) << s.logger.text();
}

TEST(Threads, RefitWaitsForRuns) {
    test::Session s(test::twoProfiles());
    std::atomic<bool> stop{false};
    std::atomic<int> failed{0}, wrong{0};
    std::thread runner([&] {
        while (!stop) {
            test::Rows rows(3);
            if (!rows.give(*s.context) || !s.context->enqueueV3(nullptr))
                ++failed;
            else if (!rows.isRight(1) && !rows.isRight(2))
                ++wrong;
        }
    });
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    std::vector<float> const one{1, 2, 3, 4}, two{2, 4, 6, 8};
    for (int i = 0; i < 20; ++i) {
        refitter->setNamedWeights("w", {DataType::kFLOAT, (i % 2 == 0 ? two : one).data(), 4});
        EXPECT_TRUE(refitter->refitCudaEngine());
    }
    stop = true;
    runner.join();
    EXPECT_EQ(failed, 0) << s.logger.text();
    EXPECT_EQ(wrong, 0);
}

/// Stays in the middle of a run until it is let go.
class Gate final : public IOutputAllocator {
public:
    void* reallocateOutputAsync(char const*, void* current, uint64_t, uint64_t, cudaStream_t) override {
        std::unique_lock lock(mutex);
        inside = true;
        changed.notify_all();
        changed.wait(lock, [&] { return open; });
        return current;
    }
    void notifyShape(char const*, Dims const&) override {}

    void waitInside() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return inside; });
    }
    void letGo() {
        std::lock_guard lock(mutex);
        open = true;
        changed.notify_all();
    }

    std::mutex mutex;
    std::condition_variable changed;
    bool inside = false, open = false;
};

TEST(Threads, TwoInsideOneContextAreTold) {
    test::Session s(test::twoProfiles());
    Gate gate;
    test::Rows rows(2);
    ASSERT_TRUE(rows.give(*s.context) && s.context->setOutputAllocator("y", &gate));
    std::thread other([&] { EXPECT_TRUE(s.context->enqueueV3(nullptr)); });
    gate.waitInside();
    EXPECT_FALSE(s.context->enqueueV3(nullptr));
    EXPECT_FALSE(s.context->setInputShape("x", rows.dims));
    EXPECT_EQ(s.context->getTensorShape("y").nbDims, -1);
    EXPECT_TRUE(s.logger.says("TN-180")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("another thread is inside this context"));
    gate.letGo();
    other.join();
    EXPECT_TRUE(rows.isRight()); // the first one went on undisturbed
    EXPECT_TRUE(s.context->enqueueV3(nullptr));
}

/// Asks the context and tries to change it in the middle of its run.
class Meddler final : public IOutputAllocator {
public:
    explicit Meddler(IExecutionContext& c) : mContext(c) {}
    void* reallocateOutputAsync(char const*, void* current, uint64_t, uint64_t, cudaStream_t) override {
        shape = mContext.getTensorShape("x");
        EXPECT_FALSE(mContext.setInputShape("x", Dims{2, {1, 4}}));
        EXPECT_FALSE(mContext.enqueueV3(nullptr));
        return current;
    }
    void notifyShape(char const*, Dims const&) override {}
    Dims shape{};

private:
    IExecutionContext& mContext;
};

TEST(Threads, CallbacksMayAskAndNotChange) {
    test::Session s(test::twoProfiles());
    Meddler meddler(*s.context);
    test::Rows rows(3);
    ASSERT_TRUE(rows.give(*s.context) && s.context->setOutputAllocator("y", &meddler));
    ASSERT_TRUE(s.context->enqueueV3(nullptr));
    EXPECT_TRUE(rows.isRight());
    EXPECT_EQ(meddler.shape, rows.dims);
    EXPECT_TRUE(s.logger.says("the call comes from a callback of this context")) << s.logger.text();
}

TEST(Streams, RunsAreQueued) {
    test::Session s(test::twoProfiles());
    cudaStream_t const stream = tenon::createStream();
    ASSERT_NE(stream, nullptr);
    std::vector<test::Rows> all;
    for (int i = 0; i < 20; ++i)
        all.emplace_back(1 + i % 4, static_cast<float>(i));
    for (test::Rows& rows : all) {
        ASSERT_TRUE(rows.give(*s.context)); // addresses and shapes are taken when the run is queued
        ASSERT_TRUE(s.context->enqueueV3(stream));
    }
    EXPECT_TRUE(tenon::synchronizeStream(stream));
    for (test::Rows const& rows : all)
        EXPECT_TRUE(rows.isRight());
    ASSERT_TRUE(s.context->enqueueV3(stream));
    s.context.reset(); // waits
    EXPECT_TRUE(tenon::destroyStream(stream));
    EXPECT_FALSE(tenon::destroyStream(stream));
    EXPECT_FALSE(tenon::synchronizeStream(stream));
    EXPECT_TRUE(tenon::synchronizeStream(nullptr));
    EXPECT_EQ(s.logger.text(), "");
}

TEST(Streams, AStreamOfAGpuMeansNothingToTheCpu) {
    test::Session s(test::twoProfiles());
    test::Rows rows(2);
    ASSERT_TRUE(rows.give(*s.context));
    ASSERT_TRUE(s.context->enqueueV3(reinterpret_cast<cudaStream_t>(&s)));
    EXPECT_TRUE(rows.isRight()); // done on return
    EXPECT_TRUE(s.logger.says("tenon::createStream()")) << s.logger.text();
}

} // namespace
