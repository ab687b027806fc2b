// SPDX-License-Identifier: Apache-2.0
// Memory of contexts: the user's allocators, memory lent by the user, strategies; memory over many contexts.
#include "engines.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <map>

using namespace nvinfer1;
using test::own;

namespace {

class Allocator final : public IGpuAllocator {
public:
    void* allocate(uint64_t size, uint64_t alignment, AllocatorFlags) override {
        if (refuses)
            return nullptr;
        auto* const memory =
            static_cast<char*>(std::aligned_alloc(alignment, (size + 2 * alignment) / alignment * alignment));
        live[memory + shift] = size;
        ++calls;
        return memory + shift;
    }
    bool deallocate(void* memory) override {
        if (live.erase(memory) == 0)
            return false;
        std::free(static_cast<char*>(memory) - shift);
        return true;
    }
    std::map<void*, uint64_t> live;
    int calls = 0, shift = 0;
    bool refuses = false;
};

/// The stream-ordered kind.
class AsyncAllocator final : public IGpuAsyncAllocator {
public:
    void* allocateAsync(uint64_t size, uint64_t alignment, AllocatorFlags, cudaStream_t) override {
        ++live;
        return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
    }
    bool deallocateAsync(void* memory, cudaStream_t) override {
        --live;
        std::free(memory);
        return true;
    }
    int live = 0;
};

bool runs(IExecutionContext& context, int64_t n = 2) {
    test::Rows rows(n);
    return rows.give(context) && context.enqueueV3(nullptr) && rows.isRight();
}

struct Allocated {
    explicit Allocated(IGpuAllocator* allocator, test::Bytes const& bytes = test::twoProfiles())
        : runtime(test::runtimeOf(logger)) {
        runtime->setGpuAllocator(allocator);
        engine = test::load(*runtime, bytes);
    }
    test::Logger logger;
    std::unique_ptr<IRuntime> runtime;
    std::unique_ptr<ICudaEngine> engine;
};

TEST(Memory, ComesFromTheUsersAllocator) {
    Allocator memory;
    {
        Allocated s(&memory);
        auto context = own(s.engine->createExecutionContext());
        ASSERT_EQ(memory.live.size(), 1u);
        EXPECT_GE(memory.live.begin()->second, static_cast<uint64_t>(s.engine->getDeviceMemorySizeV2()));
        EXPECT_TRUE(runs(*context));
        ASSERT_TRUE(context->setOptimizationProfileAsync(1, nullptr));
        EXPECT_TRUE(runs(*context, 10));
        EXPECT_EQ(memory.calls, 1); // kSTATIC: enough for every profile from the start
    }
    EXPECT_TRUE(memory.live.empty());
}

TEST(Memory, AsyncAllocators) {
    AsyncAllocator memory;
    {
        Allocated s(&memory);
        auto const context = own(s.engine->createExecutionContext());
        EXPECT_EQ(memory.live, 1);
        EXPECT_TRUE(runs(*context));
    }
    EXPECT_EQ(memory.live, 0);
}

TEST(Memory, RefusalAndBadAddressesAreReported) {
    Allocator memory;
    Allocated s(&memory);
    memory.refuses = true;
    EXPECT_EQ(s.engine->createExecutionContext(), nullptr);
    EXPECT_TRUE(s.logger.says("TN-006")) << s.logger.text();
    memory.refuses = false;
    memory.shift = 8;
    EXPECT_EQ(s.engine->createExecutionContext(), nullptr);
    EXPECT_TRUE(s.logger.says("TN-184")) << s.logger.text();
    EXPECT_TRUE(memory.live.empty());
}

TEST(Memory, OnProfileChangeTakesWhatTheProfileNeeds) {
    Allocator memory;
    Allocated s(&memory);
    auto const context = own(s.engine->createExecutionContext(ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE));
    EXPECT_TRUE(runs(*context));
    uint64_t const first = memory.live.begin()->second;
    ASSERT_TRUE(context->setOptimizationProfileAsync(1, nullptr));
    ASSERT_EQ(memory.live.size(), 1u);
    EXPECT_GE(memory.live.begin()->second, first);
    EXPECT_TRUE(runs(*context, 10));
}

TEST(Memory, TemporaryStorageAllocator) {
    Allocator own1, own2;
    Allocated s(&own1);
    auto const context = own(s.engine->createExecutionContext(ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE));
    EXPECT_TRUE(runs(*context));
    EXPECT_EQ(context->getTemporaryStorageAllocator(), nullptr);
    ASSERT_TRUE(context->setTemporaryStorageAllocator(&own2));
    EXPECT_EQ(context->getTemporaryStorageAllocator(), &own2);
    if (s.engine->getDeviceMemorySizeForProfileV2(0) != s.engine->getDeviceMemorySizeForProfileV2(1)) {
        ASSERT_TRUE(context->setOptimizationProfileAsync(1, nullptr));
        EXPECT_TRUE(runs(*context, 10));
        EXPECT_EQ(own2.live.size(), 1u);
        EXPECT_TRUE(own1.live.empty());
    }
}

TEST(Memory, LentByTheUser) {
    Allocator memory;
    Allocated s(&memory, test::debugEngine());
    int64_t const size = s.engine->getDeviceMemorySizeV2();
    ASSERT_GT(size, 0);
    auto const context = own(s.engine->createExecutionContextWithoutDeviceMemory());
    float x[2] = {1, -5}, y[2] = {};
    ASSERT_TRUE(context->setTensorAddress("x", x) && context->setTensorAddress("y", y));
    EXPECT_EQ(context->inferShapes(0, nullptr), 0); // shapes need no memory
    EXPECT_EQ(context->updateDeviceMemorySizeForShapes(), static_cast<size_t>(size));
    EXPECT_FALSE(context->enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("TN-181")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("setDeviceMemoryV2"));
    s.logger.clear();
    auto* const lent = static_cast<char*>(std::aligned_alloc(64, static_cast<size_t>(size) + 64));
    context->setDeviceMemoryV2(lent, size - 1);
    EXPECT_TRUE(s.logger.says(std::to_string(size) + " bytes")) << s.logger.text();
    s.logger.clear();
    context->setDeviceMemoryV2(lent + 4, size);
    EXPECT_TRUE(s.logger.says("a multiple of 64")) << s.logger.text();
    context->setDeviceMemoryV2(lent, size);
    ASSERT_TRUE(context->enqueueV3(nullptr)) << s.logger.text();
    EXPECT_EQ(y[0], 4);
    EXPECT_EQ(y[1], 0);
    context->setDeviceMemory(lent);
    EXPECT_TRUE(context->enqueueV3(nullptr));
    EXPECT_EQ(memory.calls, 0);
    context->setDeviceMemory(nullptr);
    EXPECT_FALSE(context->enqueueV3(nullptr));
    std::free(lent);
}

#ifndef TENON_SANITIZED
int64_t residentKilobytes() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("VmRSS:", 0) == 0)
            return std::atoll(line.c_str() + 6);
    return 0;
}

TEST(Memory, StaysFlatOverManyContexts) {
    test::Session s(test::twoProfiles());
    auto const round = [&] {
        auto const context = own(s.engine->createExecutionContext());
        ASSERT_TRUE(runs(*context));
    };
    for (int i = 0; i < 50; ++i)
        round();
    int64_t const before = residentKilobytes();
    for (int i = 0; i < 500; ++i)
        round();
    EXPECT_LT(residentKilobytes() - before, 1024);
}
#endif

} // namespace
