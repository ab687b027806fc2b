// SPDX-License-Identifier: Apache-2.0
// pointwise.tile beyond its cases: in place, with several threads, without allocation, and what it proposes and
// refuses.
#include "kernel/evaluate.h"
#include "kernel/parallel.h"
#include "ops/pointwise/pointwise.h"

#include "test/pointwise/allocations.h"

#include <gtest/gtest.h>

namespace tenon::ops::pointwise {
namespace {

OperandDesc describe(DType type, std::vector<int64_t> const& dims) {
    OperandDesc out;
    out.type = Type::tensor(type, std::nullopt);
    for (int64_t d : dims)
        out.dims.push_back({d, d, d});
    return out;
}

Problem problemOf(Expression const& e, std::vector<std::vector<int64_t>> const& shapes,
                  std::vector<int64_t> const& result) {
    Problem p{builtinTable().op("pointwise"), Attributes{e}, {}, {describe(e.resultType(), result)}, std::nullopt};
    for (size_t i = 0; i < shapes.size(); ++i)
        p.inputs.push_back(describe(e.inputs[i], shapes[i]));
    return p;
}

Kernel const& kernel() {
    return *builtinTable().kernel("pointwise.tile");
}

Box ramp(std::vector<int64_t> const& dims, float step) {
    Box box;
    box.setTensor(DType::kF32, dims);
    for (int64_t i = 0; i < box.elements(); ++i)
        reinterpret_cast<float*>(box.data())[i] = static_cast<float>(i % 1000) * step - 3.0f;
    return box;
}

/// silu(x * y + z)
Expression gated() {
    ExpressionWriter w({DType::kF32, DType::kF32, DType::kF32});
    return w.take(w.row("silu", {w.row("add", {w.row("mul", {0, 1}), 2})}));
}

bool run(Instance& instance, std::vector<Box*> const& in, Box& out) {
    std::vector<Tensor> operands;
    for (Box* box : in)
        operands.push_back(tensorOf(*box));
    Tensor const result = tensorOf(out);
    Failure failure;
    return instance.enqueue({operands.data(), &result, nullptr, &failure});
}

TEST(PointwiseKernel, ProposesLayoutsAndInPlace) {
    Problem p = problemOf(gated(), {{2, 20, 5, 5}, {1, 20, 1, 1}, {20, 1, 1}}, {2, 20, 5, 5});
    auto const plain = kernel().propose(p);
    ASSERT_EQ(plain.signatures.size(), 2u); // 20 channels of a lower rank do not fill a block of 8 or 16
    EXPECT_TRUE(plain.signatures[0].outputs[0].isRowMajor());
    EXPECT_EQ(toString(plain.signatures[1].inputs[0]), "nhwc");
    EXPECT_TRUE(plain.signatures[1].inputs[2].isRowMajor());
    EXPECT_EQ(plain.signatures[0].inPlace, -1);
    p.inputs[2] = describe(DType::kF32, {1, 20, 1, 1});
    p.inputs[0].mayOverwrite = true;
    auto const all = kernel().propose(p);
    ASSERT_EQ(all.signatures.size(), 4u);
    EXPECT_EQ(toString(all.signatures[2].inputs[1]), "nChw16c");
    EXPECT_EQ(all.signatures[2].inPlace, 0);
    p.inputs[0].dims[0] = {1, 2, 4}; // may need broadcasting: not the result's dims
    EXPECT_EQ(kernel().propose(p).signatures[0].inPlace, -1);
    p.epilogue = Epilogue{rowOf("relu", {DType::kF32}), 3};
    EXPECT_TRUE(kernel().propose(p).signatures.empty());
    EXPECT_NE(kernel().propose(p).reason, "");
    EXPECT_TRUE(builtinTable().reference("pointwise")->propose(p).signatures.empty());
}

/// Long enough for several threads, in runs and in tiles, over the memory of an operand.
TEST(PointwiseKernel, InPlaceWithThreads) {
    int const before = threads();
    for (std::vector<int64_t> const& shape :
         {std::vector<int64_t>{300, 1000}, std::vector<int64_t>{40000, 7}, std::vector<int64_t>{20000, 16}}) {
        std::vector<int64_t> const row{shape[1]}, column{shape[0], 1};
        Box x = ramp(shape, 0.01f), y = ramp(row, 0.02f), z = ramp(column, 0.005f);
        std::vector<Box const*> const operands{&x, &y, &z};
        Box const wanted =
            std::move(evaluate(builtinTable(), *builtinTable().op("pointwise"), Attributes{gated()}, operands, 1)[0]);
        Problem const p = problemOf(gated(), {shape, row, column}, shape);
        auto const instance = kernel().make(p, Signature::plain(p), 0);
        for (int count : {1, 4}) {
            setThreads(count);
            Box over = x;
            ASSERT_TRUE(run(*instance, {&over, &y, &z}, over));
            for (int64_t i = 0; i < over.elements(); ++i) {
                auto const got = reinterpret_cast<float const*>(over.data())[i],
                           right = reinterpret_cast<float const*>(wanted.data())[i];
                ASSERT_NEAR(got, right, 2e-6f * std::abs(right) + 1e-6f)
                    << "element " << i << " with " << count << " threads";
            }
        }
    }
    setThreads(before);
}

TEST(PointwiseKernel, EnqueueDoesNotAllocate) {
    std::vector<int64_t> const shape{64, 1000};
    Box x = ramp(shape, 0.01f), y = ramp({1000}, 0.02f), z = ramp({64, 1}, 0.005f), out = x;
    Problem const p = problemOf(gated(), {shape, {1000}, {64, 1}}, shape);
    auto const instance = kernel().make(p, Signature::plain(p), 0);
    std::vector<Tensor> const operands{tensorOf(x), tensorOf(y), tensorOf(z)};
    Tensor const result = tensorOf(out);
    Failure failure;
    Args const args{operands.data(), &result, nullptr, &failure};
    ASSERT_TRUE(instance->enqueue(args)); // starts the workers
    int64_t const before = test::allocations();
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(instance->enqueue(args));
    EXPECT_EQ(test::allocations(), before);
}

TEST(PointwiseKernel, RefusesMoreAxesThanItWalks) {
    std::vector<int64_t> const shape(17, 1);
    Box x = ramp(shape, 1), out = x;
    Expression const e = rowOf("relu", {DType::kF32});
    Problem const p = problemOf(e, {shape}, shape);
    auto const instance = kernel().make(p, Signature::plain(p), 0);
    Tensor const in = tensorOf(x), to = tensorOf(out);
    Failure failure;
    EXPECT_FALSE(instance->enqueue({&in, &to, nullptr, &failure}));
    EXPECT_EQ(failure.id, Message::kRank);
}

} // namespace
} // namespace tenon::ops::pointwise
