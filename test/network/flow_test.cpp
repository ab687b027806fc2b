// SPDX-License-Identifier: Apache-2.0
// Loops: counts and conditions, no turns, scan outputs, recurrences that grow, nesting, what is refused.
#include "net.h"

#include <cmath>

using namespace nvinfer1;
using namespace test;

namespace {

TEST(Loop, CountsAndGivesTheLastValue) {
    Net net;
    ILoop* loop = net->addLoop();
    loop->setName("summing");
    EXPECT_EQ(std::string(loop->getName()), "summing");
    ITripLimitLayer* limit = loop->addTripLimit(net.input("n", {}, DataType::kINT32), TripLimit::kCOUNT);
    EXPECT_EQ(limit->getTripLimit(), TripLimit::kCOUNT);
    EXPECT_EQ(limit->getLoop(), loop);
    EXPECT_EQ(limit->getNbOutputs(), 0);
    IRecurrenceLayer* sum = loop->addRecurrence(net.input("x", {2}));
    EXPECT_EQ(sum->getNbInputs(), 1);
    sum->setInput(1, add(net, *sum->getOutput(0), net.input("step", {2})));
    EXPECT_EQ(sum->getNbInputs(), 2);
    EXPECT_EQ(shapeOf(*sum->getOutput(0)), "2");
    net.output(loop->addLoopOutput(*sum->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    for (double n : {0.0, 1.0, 5.0}) {
        SCOPED_TRACE(n);
        expectNear(net.one({{"n", integers({}, {n})}, {"x", floats({2}, {1, 2})}, {"step", floats({2}, {10, 0.5})}}),
                   {2}, {1 + 10 * n, 2 + 0.5 * n});
    }
}

TEST(Loop, ConcatenatesAlongAnyAxisForwardsAndBackwards) {
    for (LoopOutput kind : {LoopOutput::kCONCATENATE, LoopOutput::kREVERSE})
        for (int32_t axis : {0, 1}) {
            SCOPED_TRACE(axis);
            Net net;
            ILoop* loop = net->addLoop();
            ITensor& n = net.constant(integers({}, {3}));
            loop->addTripLimit(n, TripLimit::kCOUNT);
            IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {2}));
            ITensor& next = add(net, *r->getOutput(0), net.constant(floats({2}, {1, 1})));
            r->setInput(1, next);
            ILoopOutputLayer* out = loop->addLoopOutput(next, kind, 0);
            out->setAxis(axis);
            EXPECT_EQ(out->getAxis(), axis);
            EXPECT_EQ(out->getLoopOutput(), kind);
            out->setInput(1, n);
            EXPECT_EQ(shapeOf(*out->getOutput(0)), axis == 0 ? "3x2" : "2x3");
            net.output(out, "y");
            bool const back = kind == LoopOutput::kREVERSE;
            std::vector<double> want;
            for (int64_t i = 0; i < (axis == 0 ? 3 : 2); ++i)
                for (int64_t k = 0; k < (axis == 0 ? 2 : 3); ++k) {
                    int64_t const turn = axis == 0 ? i : k, element = axis == 0 ? k : i;
                    want.push_back(static_cast<double>(10 * element + (back ? 3 - turn : turn + 1)));
                }
            expectNear(net.one({{"x", floats({2}, {0, 10})}}),
                       axis == 0 ? std::vector<int64_t>{3, 2} : std::vector<int64_t>{2, 3}, want);
        }
}

TEST(Loop, IteratorsForwardsAndBackwards) {
    for (bool reverse : {false, true}) {
        Net net;
        ILoop* loop = net->addLoop();
        ITensor& x = net.input("x", {2, -1});
        ITensor& n = net.input("n", {}, DataType::kINT64);
        loop->addTripLimit(n, TripLimit::kCOUNT);
        IIteratorLayer* it = loop->addIterator(x, 0, false);
        it->setAxis(1);
        it->setReverse(reverse);
        EXPECT_EQ(it->getAxis(), 1);
        EXPECT_EQ(it->getReverse(), reverse);
        EXPECT_EQ(shapeOf(*it->getOutput(0)), "2");
        IRecurrenceLayer* r = loop->addRecurrence(net.constant(floats({2}, {0, 0})));
        // next = 10 * held + slice
        ITensor& scaled = add(net, *r->getOutput(0), net.constant(floats({1}, {10})), ElementWiseOperation::kPROD);
        r->setInput(1, add(net, scaled, *it->getOutput(0)));
        net.output(loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
        expectNear(net.one({{"x", counted({2, 3})}, {"n", integers({}, {3}, DataType::kINT64)}}), {2},
                   reverse ? std::vector<double>{321, 654} : std::vector<double>{123, 456});
    }
}

/// Doubles x while it is below the limit.
Net doubling(bool withCount) {
    Net net;
    ILoop* loop = net->addLoop();
    IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1}));
    ITensor& held = *r->getOutput(0);
    ITensor& below = add(net, held, net.input("limit", {1}), ElementWiseOperation::kLESS);
    IShuffleLayer* scalar = net->addShuffle(below);
    scalar->setReshapeDimensions(dims({}));
    loop->addTripLimit(*scalar->getOutput(0), TripLimit::kWHILE);
    if (withCount)
        loop->addTripLimit(net.input("n", {}, DataType::kINT32), TripLimit::kCOUNT);
    ITensor& twice = add(net, held, held);
    r->setInput(1, twice);
    net.output(loop->addLoopOutput(held, LoopOutput::kLAST_VALUE, 0), "last");
    ILoopOutputLayer* all = loop->addLoopOutput(twice, LoopOutput::kCONCATENATE, 0);
    all->setInput(1, net.constant(integers({}, {6})));
    EXPECT_EQ(shapeOf(*all->getOutput(0)), "6x1");
    net.output(all, "all");
    return net;
}

TEST(Loop, WhileConditionIsAskedBeforeEachTurn) {
    Net net = doubling(false);
    auto y = net.run({{"x", floats({1}, {3})}, {"limit", floats({1}, {20})}});
    expectNear(y.at("last"), {1}, {24});
    expectNear(y.at("all"), {6, 1}, {6, 12, 24, 0, 0, 0});
    y = net.run({{"x", floats({1}, {3})}, {"limit", floats({1}, {1})}}); // false from the start
    expectNear(y.at("last"), {1}, {3});
    expectNear(y.at("all"), {6, 1}, {0, 0, 0, 0, 0, 0});
}

TEST(Loop, CountAndConditionTogether) {
    Net net = doubling(true);
    auto y = net.run({{"x", floats({1}, {3})}, {"limit", floats({1}, {1000})}, {"n", integers({}, {2})}});
    expectNear(y.at("last"), {1}, {12});
    expectNear(y.at("all"), {6, 1}, {6, 12, 0, 0, 0, 0});
    y = net.run({{"x", floats({1}, {3})}, {"limit", floats({1}, {5})}, {"n", integers({}, {2})}});
    expectNear(y.at("last"), {1}, {6});
}

TEST(Loop, RecurrenceThatGrows) {
    Net net;
    ILoop* loop = net->addLoop();
    loop->addTripLimit(net.input("n", {}, DataType::kINT32), TripLimit::kCOUNT);
    IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1, 2}));
    ITensor* const parts[] = {r->getOutput(0), &net.input("row", {1, 2})};
    IConcatenationLayer* joined = net->addConcatenation(parts, 2);
    joined->setAxis(0);
    r->setInput(1, *joined->getOutput(0));
    EXPECT_EQ(shapeOf(*r->getOutput(0)), "?x2");
    ILayer* out = loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0);
    EXPECT_EQ(shapeOf(*out->getOutput(0)), "?x2");
    net.output(out, "y");
    expectNear(net.one({{"n", integers({}, {2})}, {"x", counted({1, 2})}, {"row", counted({1, 2}, 10)}}), {3, 2},
               {1, 2, 10, 20, 10, 20});
    expectNear(net.one({{"n", integers({}, {0})}, {"x", counted({1, 2})}, {"row", counted({1, 2}, 10)}}), {1, 2},
               {1, 2});
}

TEST(Loop, RecurrencesThatChangePlaces) { // each takes the other's value of the turn before
    Net net;
    ILoop* loop = net->addLoop();
    loop->addTripLimit(net.input("n", {}, DataType::kINT32), TripLimit::kCOUNT);
    IRecurrenceLayer* a = loop->addRecurrence(net.input("a", {1}));
    IRecurrenceLayer* b = loop->addRecurrence(net.input("b", {1}));
    a->setInput(1, *b->getOutput(0));
    b->setInput(1, add(net, *a->getOutput(0), *b->getOutput(0))); // Fibonacci
    net.output(loop->addLoopOutput(*a->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    expectNear(net.one({{"n", integers({}, {10})}, {"a", floats({1}, {0})}, {"b", floats({1}, {1})}}), {1}, {55});
}

TEST(Loop, InsideALoop) {
    Net net;
    ILoop* outer = net->addLoop();
    outer->addTripLimit(net.constant(integers({}, {3})), TripLimit::kCOUNT);
    IIteratorLayer* row = outer->addIterator(net.input("x", {3, 4}), 0, false);
    IRecurrenceLayer* total = outer->addRecurrence(net.constant(floats({1}, {0})));
    ILoop* inner = net->addLoop();
    inner->addTripLimit(net.constant(integers({}, {4})), TripLimit::kCOUNT);
    IIteratorLayer* element = inner->addIterator(*row->getOutput(0), 0, false);
    IRecurrenceLayer* sum = inner->addRecurrence(*total->getOutput(0)); // starts from what the outer loop holds
    IShuffleLayer* one = net->addShuffle(*element->getOutput(0));
    one->setReshapeDimensions(dims({1}));
    ITensor& square = add(net, *one->getOutput(0), *one->getOutput(0), ElementWiseOperation::kPROD);
    sum->setInput(1, add(net, *sum->getOutput(0), square));
    ILayer* innerOut = inner->addLoopOutput(*sum->getOutput(0), LoopOutput::kLAST_VALUE, 0);
    total->setInput(1, *innerOut->getOutput(0));
    net.output(outer->addLoopOutput(*total->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    double want = 0;
    for (int i = 1; i <= 12; ++i)
        want += i * i;
    expectNear(net.one({{"x", counted({3, 4})}}), {1}, {want});
}

TEST(Loop, DynamicBatchStaysKnown) {
    Net net;
    ITensor& x = net.input("x", {-1, 3});
    ILoop* loop = net->addLoop();
    loop->addTripLimit(net.constant(integers({}, {4})), TripLimit::kCOUNT);
    IRecurrenceLayer* h = loop->addRecurrence(x);
    ITensor& w = net.constant(floats({3, 3}, {0, 1, 0, 0, 0, 1, 1, 0, 0}));
    ILayer* product = net->addMatrixMultiply(*h->getOutput(0), MatrixOperation::kNONE, w, MatrixOperation::kNONE);
    h->setInput(1, *product->getOutput(0));
    net.output(loop->addLoopOutput(*h->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    tenon::plan::Plan const plan = net.plan({{"x", counted({2, 3})}});
    ASSERT_EQ(plan.blocks.size(), 2u);
    for (tenon::plan::Value const& v : plan.blocks[1].values)
        EXPECT_FALSE(v.isBox()) << v.name; // dims are those of the input, so memory is planned
    expectNear(net.one({{"x", counted({2, 3})}}), {2, 3}, {3, 1, 2, 6, 4, 5});
}

TEST(Loop, ShapesFromTheTurnNumber) { // a slice whose start is a recurrence
    Net net;
    ITensor& x = net.input("x", {6});
    ILoop* loop = net->addLoop();
    ITensor& n = net.constant(integers({}, {3}));
    loop->addTripLimit(n, TripLimit::kCOUNT);
    IRecurrenceLayer* start = loop->addRecurrence(net.constant(integers({1}, {0})));
    start->setInput(1, add(net, *start->getOutput(0), net.constant(integers({1}, {2}))));
    ISliceLayer* slice = net->addSlice(x, dims({0}), dims({2}), dims({1}));
    slice->setInput(1, *start->getOutput(0));
    ILoopOutputLayer* out = loop->addLoopOutput(*slice->getOutput(0), LoopOutput::kREVERSE, 0);
    out->setInput(1, n);
    net.output(out, "y");
    expectNear(net.one({{"x", counted({6})}}), {3, 2}, {5, 6, 3, 4, 1, 2});
}

TEST(Loop, RulesNameTheLoopAndTheLayer) {
    auto refused = [](std::string const& part, auto&& write) {
        Net net;
        ILoop* loop = net->addLoop();
        loop->setName("my_loop");
        write(net, loop);
        std::string const text = net.refusal();
        EXPECT_NE(text.find("TN-160"), std::string::npos) << text;
        EXPECT_NE(text.find("my_loop"), std::string::npos) << text;
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    refused("nothing ends", [](Net& net, ILoop* loop) {
        IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1}));
        r->setInput(1, *r->getOutput(0));
        net.output(loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    });
    refused("next turn", [](Net& net, ILoop* loop) {
        loop->addTripLimit(net.constant(integers({}, {3})), TripLimit::kCOUNT);
        IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1}));
        r->setName("held");
        net.output(loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    });
    refused("kLAST_VALUE", [](Net& net, ILoop* loop) {
        loop->addTripLimit(net.constant(integers({}, {3})), TripLimit::kCOUNT);
        IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1}));
        ITensor& next = add(net, *r->getOutput(0), *r->getOutput(0));
        r->setInput(1, next);
        net.output(loop->addLoopOutput(next, LoopOutput::kLAST_VALUE, 0), "y");
    });
    refused("no length", [](Net& net, ILoop* loop) {
        loop->addTripLimit(net.constant(integers({}, {3})), TripLimit::kCOUNT);
        IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1}));
        r->setInput(1, *r->getOutput(0));
        net.output(loop->addLoopOutput(*r->getOutput(0), LoopOutput::kCONCATENATE, 0), "y");
    });
    refused("output 'y'", [](Net& net, ILoop* loop) { // not through a loop output
        loop->addTripLimit(net.constant(integers({}, {3})), TripLimit::kCOUNT);
        IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {1}));
        r->setInput(1, *r->getOutput(0));
        net.output(net->addIdentity(*r->getOutput(0)), "y");
    });
    refused("number of turns", [](Net& net, ILoop* loop) {
        IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {}, DataType::kINT32));
        r->setInput(1, *r->getOutput(0));
        loop->addTripLimit(*r->getOutput(0), TripLimit::kCOUNT);
        net.output(loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    });
    refused("iterator", [](Net& net, ILoop* loop) {
        IIteratorLayer* it = loop->addIterator(net.input("x", {3}, DataType::kBOOL), 0, false);
        loop->addTripLimit(*it->getOutput(0), TripLimit::kWHILE);
        IRecurrenceLayer* r = loop->addRecurrence(net.input("z", {1}));
        r->setInput(1, *r->getOutput(0));
        net.output(loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0), "y");
    });
    Net net;
    ILoop* loop = net->addLoop();
    ITensor& n = net.constant(integers({}, {3}));
    EXPECT_NE(loop->addTripLimit(n, TripLimit::kCOUNT), nullptr);
    EXPECT_EQ(loop->addTripLimit(n, TripLimit::kCOUNT), nullptr);
    EXPECT_TRUE(net.logger().says("TN-160"));
    EXPECT_EQ(loop->addTripLimit(n, static_cast<TripLimit>(7)), nullptr);
}

TEST(Network, CyclesAreNamed) {
    Net net;
    ITensor& x = net.input("x", {1});
    ILayer* a = net->addActivation(x, ActivationType::kRELU);
    ILayer* b = net->addActivation(*a->getOutput(0), ActivationType::kTANH);
    a->setInput(0, *b->getOutput(0));
    a->setName("first");
    EXPECT_EQ(shapeOf(*b->getOutput(0)), "none");
    EXPECT_TRUE(net.logger().says("TN-162"));
    net.output(b, "y");
    EXPECT_NE(net.refusal().find("TN-162"), std::string::npos);
}

} // namespace
