// SPDX-License-Identifier: Apache-2.0
// Running an engine: shapes, addresses, profiles, outputs whose size is known late, bindings; and what misuse is told.
#include "engines.h"

#include <gtest/gtest.h>

using namespace nvinfer1;
using test::own;

namespace {

TEST(Context, Runs) {
    test::Session s(test::twoProfiles());
    for (int64_t n : {2, 4, 1, 2}) {
        test::Rows rows(n);
        ASSERT_TRUE(rows.give(*s.context));
        ASSERT_TRUE(s.context->enqueueV3(nullptr)) << s.logger.text();
        EXPECT_TRUE(rows.isRight());
        EXPECT_EQ(s.context->getTensorShape("y"), rows.dims);
        void* bindings[] = {rows.x.data(), rows.y.data()};
        std::fill(rows.y.begin(), rows.y.end(), -7.0f);
        ASSERT_TRUE(s.context->executeV2(bindings));
        EXPECT_TRUE(rows.isRight());
    }
    EXPECT_EQ(s.logger.text(), "");
}

TEST(Context, ShapesBeforeAndAfterTheyAreSet) {
    test::Session s(test::twoProfiles());
    IExecutionContext& c = *s.context;
    EXPECT_FALSE(c.allInputDimensionsSpecified());
    EXPECT_TRUE(c.allInputShapesSpecified());
    EXPECT_EQ(c.getTensorShape("x"), (Dims{2, {-1, 4}}));
    EXPECT_EQ(c.getTensorShape("y"), (Dims{2, {-1, 4}}));
    EXPECT_EQ(c.getMaxOutputSize("y"), -1);
    char const* name = nullptr;
    EXPECT_EQ(c.inferShapes(1, &name), 1);
    EXPECT_STREQ(name, "x");
    EXPECT_EQ(c.inferShapes(0, nullptr), 1);
    ASSERT_TRUE(c.setInputShape("x", Dims{2, {3, 4}}));
    EXPECT_TRUE(c.allInputDimensionsSpecified());
    EXPECT_EQ(c.getTensorShape("y"), (Dims{2, {3, 4}}));
    EXPECT_EQ(c.getTensorStrides("y"), (Dims{2, {4, 1}}));
    EXPECT_EQ(c.getMaxOutputSize("y"), 48);
    EXPECT_EQ(c.inferShapes(1, &name), 0);
    EXPECT_EQ(c.inferShapes(-1, &name), -1);
    EXPECT_EQ(c.getMaxOutputSize("x"), -1);
    EXPECT_TRUE(s.logger.says("'x' is an input"));
    EXPECT_EQ(&c.getEngine(), s.engine.get());
}

TEST(Context, ValuesOfShapeTensors) {
    test::Session s(test::reshapeEngine());
    IExecutionContext& c = *s.context;
    std::vector<float> x(12, 0), y(12, 0);
    for (size_t i = 0; i < 12; ++i)
        x[i] = -static_cast<float>(i);
    std::vector<int64_t> shape{3, 4};
    ASSERT_TRUE(c.setInputShape("x", Dims{2, {2, 6}}));
    EXPECT_FALSE(c.allInputShapesSpecified());
    char const* name = nullptr;
    EXPECT_EQ(c.inferShapes(1, &name), 1);
    EXPECT_STREQ(name, "shape");
    ASSERT_TRUE(c.setTensorAddress("shape", shape.data()));
    EXPECT_EQ(c.inferShapes(1, &name), 0) << s.logger.text();
    EXPECT_EQ(c.getTensorShape("y"), (Dims{2, {3, 4}}));
    shape = {6, 2}; // read when shapes are worked out
    EXPECT_EQ(c.getTensorShape("y"), (Dims{2, {6, 2}}));
    ASSERT_TRUE(c.setTensorAddress("x", x.data()) && c.setTensorAddress("y", y.data()));
    ASSERT_TRUE(c.enqueueV3(nullptr)) << s.logger.text();
    EXPECT_EQ(y[11], 11);
    shape = {5, 5}; // 12 elements have no such shape
    EXPECT_EQ(c.inferShapes(1, &name), -1);
    EXPECT_FALSE(c.enqueueV3(nullptr));
    shape = {60, 1};
    s.logger.clear();
    EXPECT_FALSE(c.enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("element 0 of input 'shape' is outside the profile")) << s.logger.text();
}

// Misuse.

TEST(Context, AnUnboundTensorIsNamed) {
    test::Session s(test::twoProfiles());
    test::Rows rows(2);
    ASSERT_TRUE(rows.give(*s.context));
    ASSERT_TRUE(s.context->setTensorAddress("x", nullptr));
    EXPECT_FALSE(s.context->enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("IExecutionContext::enqueueV3")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("input 'x' has no address"));
    EXPECT_TRUE(s.logger.says("setTensorAddress(\"x\""));
    s.logger.clear();
    void* bindings[] = {rows.x.data(), nullptr};
    EXPECT_FALSE(s.context->executeV2(bindings));
    EXPECT_TRUE(s.logger.says("output 'y' has no address")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("setOutputAllocator(\"y\""));
    EXPECT_FALSE(s.context->executeV2(nullptr));
    EXPECT_TRUE(s.logger.says("bindings is null"));
}

TEST(Context, AShapeOutsideTheProfile) {
    test::Session s(test::twoProfiles());
    EXPECT_FALSE(s.context->setInputShape("x", Dims{2, {12, 4}}));
    EXPECT_TRUE(s.logger.says("1 to 4 x 4 (profile 0, the active one)")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("12x4"));
    EXPECT_TRUE(s.logger.says("setOptimizationProfileAsync(1, stream)"));
    EXPECT_TRUE(s.logger.says("tenon::setAutoProfile"));
    s.logger.clear();
    EXPECT_FALSE(s.context->setInputShape("x", Dims{2, {6, 4}}));
    EXPECT_TRUE(s.logger.says("no profile of the engine has this shape")) << s.logger.text();
    s.logger.clear();
    EXPECT_FALSE(s.context->setInputShape("x", Dims{3, {2, 4, 1}}));
    EXPECT_TRUE(s.logger.says("the rank is 2 and not 3")) << s.logger.text();
    s.logger.clear();
    EXPECT_FALSE(s.context->setInputShape("x", Dims{2, {-1, 4}}));
    EXPECT_TRUE(s.logger.says("TN-141")) << s.logger.text();
    EXPECT_FALSE(s.context->setInputShape("y", Dims{2, {2, 4}}));
    EXPECT_TRUE(s.logger.says("'y' is an output"));
    EXPECT_FALSE(s.context->setInputShape("z", Dims{2, {2, 4}}));
    EXPECT_TRUE(s.logger.says("no tensor 'z'"));
    EXPECT_FALSE(s.context->setInputShape(nullptr, Dims{2, {2, 4}}));
    EXPECT_TRUE(s.logger.says("the tensor's name is null"));
    EXPECT_FALSE(s.context->enqueueV3(nullptr)); // in the wrong order: nothing was set
    EXPECT_TRUE(s.logger.says("input 'x' has no shape yet"));
}

TEST(Context, NamesStandInMessages) {
    test::Session s(test::twoProfiles());
    EXPECT_STREQ(s.context->getName(), "");
    s.context->setName("left camera");
    EXPECT_STREQ(s.context->getName(), "left camera");
    EXPECT_FALSE(s.context->enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("of context 'left camera'")) << s.logger.text();
    test::Recorder recorder;
    s.context->setErrorRecorder(&recorder);
    EXPECT_EQ(s.context->getErrorRecorder(), &recorder);
    EXPECT_FALSE(s.context->enqueueV3(nullptr));
    EXPECT_EQ(recorder.getNbErrors(), 1);
    s.context.reset();
    EXPECT_EQ(recorder.owners(), 0);
}

// Profiles.

TEST(Context, ProfilesAreChosen) {
    test::Session s(test::twoProfiles());
    IExecutionContext& c = *s.context;
    EXPECT_EQ(c.getOptimizationProfile(), 0);
    for (int32_t bad : {2, -1}) {
        s.logger.clear();
        EXPECT_FALSE(c.setOptimizationProfileAsync(bad, nullptr));
        EXPECT_TRUE(s.logger.says("the engine has no profile " + std::to_string(bad))) << s.logger.text();
        EXPECT_TRUE(s.logger.says("0 to 1"));
    }
    test::Rows rows(12);
    ASSERT_TRUE(c.setOptimizationProfileAsync(1, nullptr));
    EXPECT_EQ(c.getOptimizationProfile(), 1);
    EXPECT_FALSE(c.allInputDimensionsSpecified());
    ASSERT_TRUE(rows.give(c));
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_TRUE(rows.isRight());
    ASSERT_TRUE(c.setOptimizationProfileAsync(1, nullptr)); // nothing changes
    EXPECT_TRUE(c.allInputDimensionsSpecified());
    auto const second = own(s.engine->createExecutionContext()); // any number for a profile
    ASSERT_TRUE(second->setOptimizationProfileAsync(1, nullptr));
    ASSERT_TRUE(rows.give(*second) && second->enqueueV3(nullptr));
}

TEST(Context, AutoProfileChoosesByShape) {
    test::Session s(test::twoProfiles());
    IExecutionContext& c = *s.context;
    ASSERT_TRUE(tenon::setAutoProfile(c, true));
    for (auto const& [n, profile] : {std::pair{12, 1}, {3, 0}, {2, 0}, {16, 1}, {8, 1}, {1, 0}}) {
        test::Rows rows(n);
        ASSERT_TRUE(rows.give(c)) << s.logger.text();
        EXPECT_EQ(c.getTensorShape("y"), rows.dims);
        ASSERT_TRUE(c.enqueueV3(nullptr)) << s.logger.text();
        EXPECT_TRUE(rows.isRight());
        EXPECT_EQ(c.getOptimizationProfile(), profile);
    }
    EXPECT_FALSE(c.setInputShape("x", Dims{2, {6, 4}})); // no profile has it
    ASSERT_TRUE(tenon::setAutoProfile(c, false));
    EXPECT_FALSE(c.setInputShape("x", Dims{2, {12, 4}}));
}

// Bindings, as generation 8 has them.

TEST(Context, BindingsOfGeneration8) {
    test::Logger logger;
    auto const runtime = own(static_cast<IRuntime*>(createInferRuntime_INTERNAL(&logger, 8601)));
    auto const engine = test::load(*runtime, test::twoProfiles());
    auto const context = own(engine->createExecutionContext());
    test::Rows rows(9);
    ASSERT_TRUE(context->setOptimizationProfile(1));
    ASSERT_TRUE(context->setBindingDimensions(2, rows.dims));
    EXPECT_EQ(context->getBindingDimensions(3), rows.dims);
    EXPECT_EQ(context->getStrides(3), (Dims{2, {4, 1}}));
    void* bindings[] = {nullptr, nullptr, rows.x.data(), rows.y.data()}; // those of profile 1 count
    ASSERT_TRUE(context->enqueueV2(bindings, nullptr, nullptr)) << logger.text();
    EXPECT_TRUE(rows.isRight());
    ASSERT_TRUE(context->executeV2(bindings));
    EXPECT_FALSE(context->execute(1, bindings));
    EXPECT_TRUE(logger.says("executeV2(bindings)")) << logger.text();
    EXPECT_FALSE(context->enqueue(1, bindings, nullptr, nullptr));
    EXPECT_TRUE(logger.says("TN-144"));
    EXPECT_FALSE(context->setBindingDimensions(7, rows.dims));
}

TEST(Context, ShapeBindingsOfGeneration8) {
    test::Logger logger;
    auto const runtime = own(static_cast<IRuntime*>(createInferRuntime_INTERNAL(&logger, 8601)));
    auto const engine = test::load(*runtime, test::reshapeEngine());
    auto const context = own(engine->createExecutionContext());
    std::vector<float> x(12, -1), y(12, 0);
    int32_t shape[] = {4, 3}, got[2] = {};
    ASSERT_TRUE(context->setBindingDimensions(0, Dims{2, {2, 6}}));
    EXPECT_FALSE(context->getShapeBinding(1, got));
    ASSERT_TRUE(context->setInputShapeBinding(1, shape)) << logger.text();
    shape[0] = 99; // they were copied
    EXPECT_EQ(context->getBindingDimensions(2), (Dims{2, {4, 3}}));
    ASSERT_TRUE(context->getShapeBinding(1, got));
    EXPECT_EQ(got[0], 4);
    EXPECT_EQ(got[1], 3);
    void* bindings[] = {x.data(), nullptr, y.data()};
    ASSERT_TRUE(context->executeV2(bindings)) << logger.text();
    EXPECT_EQ(y[11], 1);
    EXPECT_FALSE(context->setInputShapeBinding(0, shape));
    EXPECT_TRUE(logger.says("TN-128")) << logger.text();
}

// Outputs whose size is known late.

class OutputAllocator final : public IOutputAllocator {
public:
    void* reallocateOutputAsync(char const* name, void* current, uint64_t size, uint64_t alignment,
                                cudaStream_t) override {
        lastName = name;
        lastCurrent = current;
        lastSize = size;
        EXPECT_GT(alignment, 0u);
        ++calls;
        if (refuses)
            return nullptr;
        if (size > memory.size())
            memory.resize(size);
        return memory.data();
    }
    void notifyShape(char const*, Dims const& shape) override { dims = shape; }

    std::vector<char> memory;
    std::string lastName;
    void* lastCurrent = nullptr;
    uint64_t lastSize = 0;
    int calls = 0;
    bool refuses = false;
    Dims dims{};
};

TEST(Context, OutputAllocatorGetsTheTrueSize) {
    test::Session s(test::nonzeroEngine());
    IExecutionContext& c = *s.context;
    OutputAllocator out;
    ASSERT_TRUE(c.setOutputAllocator("where", &out));
    EXPECT_EQ(c.getOutputAllocator("where"), &out);
    ASSERT_TRUE(c.setInputShape("x", Dims{2, {2, 3}}));
    EXPECT_EQ(c.getTensorShape("where"), (Dims{2, {2, -1}}));
    EXPECT_EQ(c.getMaxOutputSize("where"), 2 * 6 * 8);
    struct {
        std::vector<float> x;
        std::vector<int64_t> where;
    } const cases[] = {{{0, 1, 0, 2, 0, 3}, {0, 1, 1, 1, 0, 2}},
                       {{0, 0, 0, 0, 0, 0}, {}},
                       {{1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2}},
                       {{0, 1, 0, 2, 0, 3}, {0, 1, 1, 1, 0, 2}}};
    for (auto const& [x, where] : cases) {
        ASSERT_TRUE(c.setInputTensorAddress("x", x.data()));
        ASSERT_TRUE(c.enqueueV3(nullptr)) << s.logger.text();
        auto const count = static_cast<int64_t>(where.size()) / 2;
        EXPECT_EQ(out.dims, (Dims{2, {2, count}}));
        EXPECT_EQ(c.getTensorShape("where"), out.dims);
        EXPECT_EQ(out.lastSize, std::max<uint64_t>(1, where.size() * 8));
        ASSERT_TRUE(where.empty() || std::memcmp(out.memory.data(), where.data(), where.size() * 8) == 0);
    }
    EXPECT_EQ(out.lastName, "where");
    EXPECT_EQ(out.lastCurrent, out.memory.data());
    out.refuses = true;
    EXPECT_FALSE(c.enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("the allocator of output 'where' has no")) << s.logger.text();
    ASSERT_TRUE(c.setOutputAllocator("where", nullptr));
    s.logger.clear();
    EXPECT_FALSE(c.setOutputAllocator("x", &out));
    EXPECT_TRUE(s.logger.says("'x' is an input"));
}

TEST(Context, AnAddressWithRoomForTheMostServesALateSize) {
    test::Session s(test::nonzeroEngine());
    IExecutionContext& c = *s.context;
    std::vector<float> x{0, 1, 0, 2};
    ASSERT_TRUE(c.setInputShape("x", Dims{2, {2, 2}}) && c.setInputTensorAddress("x", x.data()));
    s.logger.clear();
    EXPECT_FALSE(c.enqueueV3(nullptr)); // neither address nor allocator
    EXPECT_TRUE(s.logger.says("output 'where' has no address")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("setTensorAddress(\"where\""));
    EXPECT_TRUE(s.logger.says("setOutputAllocator(\"where\""));
    std::vector<int64_t> where(static_cast<size_t>(c.getMaxOutputSize("where")) / 8, -1);
    ASSERT_TRUE(c.setOutputTensorAddress("where", where.data())) << s.logger.text();
    ASSERT_TRUE(c.enqueueV3(nullptr)) << s.logger.text();
    EXPECT_EQ(where, (std::vector<int64_t>{0, 1, 1, 1, -1, -1, -1, -1}));
}

TEST(Context, AllocatorsWorkForPlainOutputsToo) {
    test::Session s(test::twoProfiles());
    OutputAllocator out;
    test::Rows rows(2);
    ASSERT_TRUE(rows.give(*s.context));
    ASSERT_TRUE(s.context->setOutputAllocator("y", &out));
    ASSERT_TRUE(s.context->enqueueV3(nullptr));
    std::memcpy(rows.y.data(), out.memory.data(), rows.y.size() * 4);
    EXPECT_TRUE(rows.isRight());
    EXPECT_EQ(out.dims, rows.dims);
    EXPECT_EQ(out.lastCurrent, rows.y.data()); // the address that was set
}

class Thrower final : public IOutputAllocator {
public:
    void* reallocateOutputAsync(char const*, void*, uint64_t, uint64_t, cudaStream_t) override {
        throw std::runtime_error("out of luck");
    }
    void notifyShape(char const*, Dims const&) override {}
};

TEST(Context, WhatAnAllocatorThrowsIsReported) {
    test::Session s(test::twoProfiles());
    Thrower out;
    test::Rows rows(2);
    ASSERT_TRUE(rows.give(*s.context));
    ASSERT_TRUE(s.context->setOutputAllocator("y", &out));
    EXPECT_FALSE(s.context->enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("out of luck")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("TN-155"));
}

TEST(Context, SmallThings) {
    test::Session s(test::twoProfiles());
    IExecutionContext& c = *s.context;
    EXPECT_FALSE(c.getDebugSync());
    c.setDebugSync(true);
    EXPECT_TRUE(c.getDebugSync());
    EXPECT_EQ(c.getPersistentCacheLimit(), 0u);
    c.setPersistentCacheLimit(1000);
    EXPECT_EQ(c.getPersistentCacheLimit(), 1000u);
    EXPECT_EQ(c.getNvtxVerbosity(), ProfilingVerbosity::kDETAILED);
    EXPECT_TRUE(c.setNvtxVerbosity(ProfilingVerbosity::kNONE));
    EXPECT_EQ(c.getNvtxVerbosity(), ProfilingVerbosity::kNONE);
    auto const event = reinterpret_cast<cudaEvent_t>(&s);
    EXPECT_TRUE(c.setInputConsumedEvent(event));
    EXPECT_EQ(c.getInputConsumedEvent(), event);
    c.setAuxStreams(nullptr, 0);
    EXPECT_FALSE(c.setCommunicator(nullptr));
    EXPECT_TRUE(s.logger.says("IExecutionContext::setCommunicator"));
    float x[4];
    EXPECT_TRUE(c.setTensorAddress("x", x));
    EXPECT_EQ(c.getTensorAddress("x"), x);
    EXPECT_EQ(c.getOutputTensorAddress("y"), nullptr);
    EXPECT_FALSE(c.setOutputTensorAddress("x", x));
    EXPECT_FALSE(c.setInputTensorAddress("y", x));
    test::Session quiet(test::reshapeEngine());
    EXPECT_FALSE(quiet.context->setNvtxVerbosity(ProfilingVerbosity::kDETAILED));
    EXPECT_TRUE(quiet.logger.says("setProfilingVerbosity"));
}

} // namespace
