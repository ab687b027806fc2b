// SPDX-License-Identifier: Apache-2.0
// What the cases of the op folders cannot say: strings, and data that a kernel must refuse.
#include "kernel/evaluate.h"
#include "ops/concat/concat.h"
#include "ops/gather/gather.h"
#include "ops/reshape/reshape.h"
#include "ops/split/split.h"
#include "ops/transpose/transpose.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

Box strings(std::vector<int64_t> dims, std::vector<std::string> values) {
    Box box;
    box.setTensor(DType::kString, dims);
    box.strings = std::move(values);
    return box;
}

Box listBox(std::vector<int64_t> values) {
    Box box;
    int64_t const dims[] = {static_cast<int64_t>(values.size())};
    box.setTensor(DType::kI64, dims);
    std::copy(values.begin(), values.end(), reinterpret_cast<int64_t*>(box.data()));
    return box;
}

Box run(std::string_view op, Attrs const& attrs, std::vector<Box> const& operands) {
    std::vector<Box const*> pointers;
    for (Box const& b : operands)
        pointers.push_back(&b);
    return std::move(evaluate(builtinTable(), *builtinTable().op(op), attrs, pointers, 1)[0]);
}

using Text = std::vector<std::string>;

TEST(Move, Strings) {
    Box const words = strings({2, 3}, {"a", "b", "c", "d", "e", "f"});
    EXPECT_EQ(run("reshape", ops::reshape::Attributes{}, {words, listBox({3, -1})}).dims, (std::vector<int64_t>{3, 2}));
    EXPECT_EQ(run("gather", ops::gather::Attributes{1}, {words, listBox({-1, 0})}).strings, (Text{"c", "a", "f", "d"}));
    EXPECT_EQ(run("concat", ops::concat::Attributes{1}, {words, strings({2, 1}, {"x", "y"})}).strings,
              (Text{"a", "b", "c", "x", "d", "e", "f", "y"}));
    EXPECT_EQ(run("slice", {}, {words, listBox({-1}), listBox({-9}), listBox({1}), listBox({-2})}).strings,
              (Text{"c", "a", "f", "d"}));
    EXPECT_EQ(run("expand", {}, {strings({2, 1}, {"x", "y"}), listBox({2, 2})}).strings, (Text{"x", "x", "y", "y"}));
    EXPECT_EQ(run("transpose", ops::transpose::Attributes{}, {words}).strings, (Text{"a", "d", "b", "e", "c", "f"}));
    EXPECT_EQ(run("tile", {}, {strings({1}, {"z"}), listBox({3})}).strings, (Text{"z", "z", "z"}));
}

/// Elements of four bits share a byte.
TEST(Move, FourBits) {
    Box box;
    int64_t const dims[] = {2, 3};
    box.setTensor(DType::kU4, dims);
    uint8_t const packed[] = {0x21, 0x43, 0x65};
    std::copy(std::begin(packed), std::end(packed), reinterpret_cast<uint8_t*>(box.data()));
    Box const turned = run("transpose", ops::transpose::Attributes{}, {box});
    auto const* bytes = reinterpret_cast<uint8_t const*>(turned.data());
    EXPECT_EQ(bytes[0], 0x41);
    EXPECT_EQ(bytes[1], 0x52);
    EXPECT_EQ(bytes[2], 0x63);
}

/// The failure of every kernel of an operator, on operands that infer knows nothing about.
std::vector<Failure> failures(std::string_view op, Attrs const& attrs, std::vector<Box> operands,
                              std::vector<int64_t> result) {
    std::vector<Failure> out;
    Problem problem{builtinTable().op(op), attrs, {}, {}, std::nullopt};
    std::vector<Tensor> in;
    auto describe = [](Box const& box) {
        OperandDesc desc;
        desc.type = factOf(box).type;
        for (int64_t d : box.dims)
            desc.dims.push_back({d, d, d});
        return desc;
    };
    for (Box& box : operands) {
        problem.inputs.push_back(describe(box));
        in.push_back(tensorOf(box));
    }
    Box to;
    to.setTensor(operands[0].dtype, result);
    problem.outputs.push_back(describe(to));
    Tensor const target = tensorOf(to);
    for (Kernel const* kernel : builtinTable().kernels(op)) {
        Failure& failure = out.emplace_back();
        EXPECT_FALSE(kernel->make(problem, Signature::plain(problem), 0)
                         ->enqueue({.inputs = in.data(), .outputs = &target, .failure = &failure}))
            << kernel->name();
    }
    return out;
}

TEST(Move, IndicesOutsideAreRefused) {
    for (int64_t index : {3, -4, 1 << 30}) {
        auto const all = failures("gather", ops::gather::Attributes{0}, {listBox({1, 2, 3}), listBox({0, index})}, {2});
        EXPECT_EQ(all.size(), 2u);
        for (Failure const& f : all) {
            EXPECT_EQ(f.id, Message::kIndexRange);
            EXPECT_NE(std::string(f.text).find("[-3, 2]"), std::string::npos) << f.text;
        }
    }
}

TEST(Move, ShapesThatTheDataContradictAreRefused) {
    for (Failure const& f :
         failures("reshape", ops::reshape::Attributes{}, {listBox({1, 2, 3}), listBox({2, 2})}, {2, 2}))
        EXPECT_EQ(f.id, Message::kRunFailed);
    for (Failure const& f : failures("slice", {}, {listBox({1, 2, 3}), listBox({0}), listBox({2}), listBox({5})}, {2}))
        EXPECT_EQ(f.id, Message::kAxis);
    for (Failure const& f :
         failures("slice", {}, {listBox({1, 2, 3}), listBox({0}), listBox({2}), listBox({0}), listBox({0})}, {2}))
        EXPECT_EQ(f.id, Message::kRunFailed);
    for (Failure const& f : failures("split", ops::split::Attributes{}, {listBox({1, 2, 3}), listBox({4})}, {4}))
        EXPECT_EQ(f.id, Message::kRunFailed);
}

} // namespace
} // namespace tenon
