// SPDX-License-Identifier: Apache-2.0
#include "kernel/box.h"
#include "kernel/expression.h"
#include "kernel/layout.h"

#include "base/error.h"

#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace tenon {
namespace {

/// The offsets of all elements, in row-major order.
std::vector<int64_t> offsets(Layout const& layout, std::vector<int64_t> const& dims) {
    std::vector<int64_t> out, index(dims.size(), 0);
    int64_t count = 1;
    for (int64_t d : dims)
        count *= d;
    for (int64_t i = 0; i < count; ++i) {
        out.push_back(layout.offset(dims, index));
        for (size_t k = dims.size(); k-- > 0 && ++index[k] == dims[k];)
            index[k] = 0;
    }
    return out;
}

TEST(Layout, RowMajorCounts) {
    auto const list = offsets({}, {2, 3, 4});
    for (size_t i = 0; i < list.size(); ++i)
        EXPECT_EQ(list[i], static_cast<int64_t>(i));
}

TEST(Layout, ChannelsLast) {
    // [1, 2, 3] as [n, w, c]
    EXPECT_EQ(offsets(Layout::nhwc(3), {1, 2, 3}), (std::vector<int64_t>{0, 2, 4, 1, 3, 5}));
}

TEST(Layout, BlockedChannelsPad) {
    Layout const layout = Layout::blockedChannels(4, 4);
    std::vector<int64_t> const dims{1, 6, 1, 2}; // 6 channels are two blocks of 4
    EXPECT_EQ(layout.elements(dims), 16);
    EXPECT_EQ(offsets(layout, dims), (std::vector<int64_t>{0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13}));
}

TEST(Layout, TwoBlocksOfOneAxis) {
    Layout const layout{{}, {{0, 2}, {1, 4}, {0, 2}}}; // as AB2a4b2a
    std::vector<int64_t> const dims{5, 4};
    auto const list = offsets(layout, dims);
    EXPECT_EQ(std::set<int64_t>(list.begin(), list.end()).size(), list.size()); // no two elements share a place
    EXPECT_EQ(*std::max_element(list.begin(), list.end()), 16 + 3 * 2); // element (4, 3) lies in the second outer block
    EXPECT_EQ(layout.elements(dims), 32);
}

TEST(Layout, OuterStridesAgreeWithOffsets) {
    for (Layout const& layout :
         {Layout(), Layout::nhwc(4), Layout::blockedChannels(4, 16), Layout{{0, 2, 1, 3}, {{3, 8}}}}) {
        std::vector<int64_t> const dims{2, 33, 5, 9};
        std::vector<int64_t> strides(4);
        layout.outerStrides(dims, strides);
        for (size_t axis = 0; axis < 4; ++axis) {
            int64_t const block = layout.padded(axis, 1);
            if (block >= dims[axis])
                continue;
            std::vector<int64_t> index(4, 0);
            index[axis] = block;
            EXPECT_EQ(layout.offset(dims, index), strides[axis]) << toString(layout) << " axis " << axis;
        }
    }
}

TEST(Layout, MalformedOnesAreRefused) {
    EXPECT_NO_THROW(verify(Layout{{1, 0}, {{1, 16}}}, 2));
    for (Layout const& bad : {Layout{{0, 0}, {}}, Layout{{0}, {}}, Layout{{0, 2}, {}}, Layout{{}, {{2, 4}}},
                              Layout{{}, {{0, 0}}}, Layout{{}, {{-1, 4}}}})
        EXPECT_THROW(verify(bad, 2), DecodeError) << toString(bad);
}

TEST(Expression, ComposeAndRemap) {
    Expression add{{DType::kF32, DType::kF32}, {{"add", DType::kF32, {0, 1, -1}, 0, 0}}};
    Expression relu{{DType::kF32}, {{"relu", DType::kF32, {0, -1, -1}, 0, 0}}};
    EXPECT_EQ(toString(compose(relu, 0, add)), "relu(add(a0, a1))");
    EXPECT_EQ(toString(compose(add, 0, relu)), "add(relu(a1), a0)");
    EXPECT_EQ(toString(compose(add, 1, relu)), "add(a0, relu(a1))");
    EXPECT_EQ(toString(remap(add, {0, 0}, {DType::kF32})), "add(a0, a0)");
    Expression dead = add;
    dead.code.push_back({"exp", DType::kF32, {0, -1, -1}, 0, 0});
    EXPECT_EQ(remap(dead, {0, 1}, add.inputs).code.size(), 1u);
    dead.code[0].args[0] = 3; // reads what comes later
    EXPECT_THROW(verify(dead), DecodeError);
}

TEST(Box, SizesThatDoNotFitAreRefused) {
    Box box;
    for (std::vector<int64_t> const& dims :
         {std::vector<int64_t>{-1}, {int64_t{1} << 40, int64_t{1} << 40}, {std::numeric_limits<int64_t>::max()}})
        EXPECT_THROW(box.setTensor(DType::kF32, dims), Error);
    box.setTensor(DType::kF32, std::vector<int64_t>{0, 7});
    EXPECT_EQ(box.elements(), 0);
    box.setTensor(DType::kI64, std::vector<int64_t>{3});
    reinterpret_cast<int64_t*>(box.data())[2] = 5;
    Box const copy = box;
    EXPECT_EQ(reinterpret_cast<int64_t const*>(copy.data())[2], 5);
    EXPECT_NE(copy.data(), box.data());
}

} // namespace
} // namespace tenon
