// SPDX-License-Identifier: Apache-2.0
// Conditionals: branches, nesting, loops in branches and branches in loops, what is refused.
#include "net.h"

using namespace nvinfer1;
using namespace test;

namespace {

TEST(Conditional, ComputesTheChosenBranch) {
    Net net;
    IIfConditional* c = net->addIfConditional();
    c->setName("my_if");
    IConditionLayer* condition = c->setCondition(net.input("c", {}, DataType::kBOOL));
    EXPECT_EQ(condition->getConditional(), c);
    EXPECT_EQ(c->setCondition(*net->getInput(0)), nullptr);
    EXPECT_TRUE(net.logger().says("TN-161"));
    ITensor& x = *c->addInput(net.input("x", {3}))->getOutput(0);
    EXPECT_EQ(shapeOf(x), "3");
    ITensor& doubled = add(net, x, x);
    ITensor& squared = add(net, x, x, ElementWiseOperation::kPROD);
    ILayer* out = c->addOutput(doubled, squared);
    EXPECT_EQ(out->getType(), LayerType::kCONDITIONAL_OUTPUT);
    EXPECT_EQ(shapeOf(*out->getOutput(0)), "3");
    net.output(out, "y");
    EXPECT_EQ(net.plan({{"c", boolean(true)}, {"x", counted({3})}}).blocks.size(), 3u);
    expectNear(net.one({{"c", boolean(true)}, {"x", counted({3})}}), {3}, {2, 4, 6});
    expectNear(net.one({{"c", boolean(false)}, {"x", counted({3})}}), {3}, {1, 4, 9});
}

TEST(Conditional, BranchesOfUnequalDims) {
    Net net;
    IIfConditional* c = net->addIfConditional();
    c->setCondition(net.input("c", {}, DataType::kBOOL));
    ITensor& x = net.input("x", {2, 2}); // used directly
    IConcatenationLayer* wide = nullptr;
    ITensor* const twice[] = {&x, &x};
    wide = net->addConcatenation(twice, 2);
    wide->setAxis(0);
    ILayer* narrow = net->addActivation(x, ActivationType::kRELU);
    ILayer* out = c->addOutput(*wide->getOutput(0), *narrow->getOutput(0));
    EXPECT_EQ(shapeOf(*out->getOutput(0)), "?x2");
    net.output(net->addActivation(*out->getOutput(0), ActivationType::kRELU), "y");
    expectNear(net.one({{"c", boolean(true)}, {"x", counted({2, 2})}}), {4, 2}, {1, 2, 3, 4, 1, 2, 3, 4});
    expectNear(net.one({{"c", boolean(false)}, {"x", counted({2, 2})}}), {2, 2}, {1, 2, 3, 4});
}

TEST(Conditional, SeveralOutputsAndSharedWork) {
    Net net;
    IIfConditional* c = net->addIfConditional();
    c->setCondition(net.input("c", {}, DataType::kBOOL));
    ITensor& x = net.input("x", {2});
    ITensor& shared = add(net, x, x); // both branches and the outside read it
    ITensor& a = add(net, shared, x);
    ITensor& b = add(net, shared, x, ElementWiseOperation::kSUB);
    net.output(c->addOutput(a, b), "y");
    net.output(c->addOutput(b, x), "z");
    net.output(net->addIdentity(shared), "s");
    auto y = net.run({{"c", boolean(true)}, {"x", floats({2}, {1, 2})}});
    expectNear(y.at("y"), {2}, {3, 6});
    expectNear(y.at("z"), {2}, {1, 2});
    expectNear(y.at("s"), {2}, {2, 4});
    y = net.run({{"c", boolean(false)}, {"x", floats({2}, {1, 2})}});
    expectNear(y.at("y"), {2}, {1, 2});
    expectNear(y.at("z"), {2}, {1, 2});
}

TEST(Conditional, Nests) {
    Net net;
    ITensor& x = net.input("x", {1});
    IIfConditional* outer = net->addIfConditional();
    outer->setCondition(net.input("a", {}, DataType::kBOOL));
    IIfConditional* inner = net->addIfConditional();
    inner->setCondition(net.input("b", {}, DataType::kBOOL));
    auto plus = [&](double v) { return &add(net, x, net.constant(floats({1}, {v}))); };
    ILayer* in = inner->addOutput(*plus(1), *plus(2));
    net.output(outer->addOutput(*in->getOutput(0), *plus(3)), "y");
    tenon::plan::Plan const plan = net.plan({{"a", boolean(true)}, {"b", boolean(true)}, {"x", floats({1}, {0})}});
    EXPECT_EQ(plan.blocks.size(), 5u);
    for (bool a : {true, false})
        for (bool b : {true, false})
            expectNear(net.one({{"a", boolean(a)}, {"b", boolean(b)}, {"x", floats({1}, {10})}}), {1},
                       {a ? (b ? 11.0 : 12.0) : 13.0});
}

TEST(Conditional, InsideALoop) { // Collatz
    Net net;
    ILoop* loop = net->addLoop();
    loop->addTripLimit(net.input("n", {}, DataType::kINT32), TripLimit::kCOUNT);
    IRecurrenceLayer* r = loop->addRecurrence(net.input("x", {}, DataType::kINT32));
    ITensor& held = *r->getOutput(0);
    auto number = [&](double v) -> ITensor& { return net.constant(integers({}, {v})); };
    ITensor& half = add(net, held, number(2), ElementWiseOperation::kDIV);
    ITensor& even =
        add(net, add(net, half, number(2), ElementWiseOperation::kPROD), held, ElementWiseOperation::kEQUAL);
    IIfConditional* c = net->addIfConditional();
    c->setCondition(even);
    ITensor& in = *c->addInput(held)->getOutput(0);
    ITensor& down = add(net, in, number(2), ElementWiseOperation::kDIV);
    ITensor& up = add(net, add(net, in, number(3), ElementWiseOperation::kPROD), number(1));
    r->setInput(1, *c->addOutput(down, up)->getOutput(0));
    net.output(loop->addLoopOutput(held, LoopOutput::kLAST_VALUE, 0), "y");
    int value = 27;
    for (int i = 0; i < 20; ++i)
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    expectNear(net.one({{"n", integers({}, {20})}, {"x", integers({}, {27})}}), {}, {static_cast<double>(value)});
}

TEST(Conditional, LoopInABranchRunsOnlyWhenChosen) {
    Net net;
    IIfConditional* c = net->addIfConditional();
    c->setCondition(net.input("c", {}, DataType::kBOOL));
    ITensor& x = *c->addInput(net.input("x", {1}))->getOutput(0);
    ILoop* loop = net->addLoop();
    loop->addTripLimit(net.constant(integers({}, {4})), TripLimit::kCOUNT);
    IRecurrenceLayer* r = loop->addRecurrence(x);
    r->setInput(1, add(net, *r->getOutput(0), *r->getOutput(0)));
    ILayer* last = loop->addLoopOutput(*r->getOutput(0), LoopOutput::kLAST_VALUE, 0);
    net.output(c->addOutput(*last->getOutput(0), x), "y");
    tenon::plan::Plan const plan = net.plan({{"c", boolean(true)}, {"x", floats({1}, {1})}});
    for (tenon::plan::Step const& s : plan.blocks[0].steps)
        EXPECT_NE(s.op, "loop");
    expectNear(net.one({{"c", boolean(true)}, {"x", floats({1}, {3})}}), {1}, {48});
    expectNear(net.one({{"c", boolean(false)}, {"x", floats({1}, {3})}}), {1}, {3});
}

TEST(Conditional, RulesNameTheConditionalAndTheLayer) {
    {
        Net net;
        IIfConditional* c = net->addIfConditional();
        c->setName("my_if");
        ITensor& x = net.input("x", {1});
        net.output(c->addOutput(x, x), "y");
        std::string const text = net.refusal();
        EXPECT_NE(text.find("TN-161"), std::string::npos) << text;
        EXPECT_NE(text.find("my_if"), std::string::npos) << text;
    }
    Net net;
    IIfConditional* c = net->addIfConditional();
    c->setName("my_if");
    c->setCondition(net.input("c", {}, DataType::kBOOL));
    ITensor& in = *c->addInput(net.input("x", {1}))->getOutput(0);
    ILayer* leaking = net->addActivation(in, ActivationType::kRELU);
    leaking->setName("leaking");
    net.output(leaking, "leak");
    net.output(c->addOutput(*leaking->getOutput(0), in), "y");
    std::string const text = net.refusal();
    EXPECT_NE(text.find("TN-161"), std::string::npos) << text;
    EXPECT_NE(text.find("leaking"), std::string::npos) << text;
}

TEST(Conditional, BranchesOfDifferentTypes) {
    Net net;
    IIfConditional* c = net->addIfConditional();
    c->setCondition(net.input("c", {}, DataType::kBOOL));
    ILayer* out = c->addOutput(net.input("a", {1}), net.input("b", {1}, DataType::kINT32));
    EXPECT_EQ(shapeOf(*out->getOutput(0)), "none");
    EXPECT_TRUE(net.logger().says("TN-161"));
}

} // namespace
