// SPDX-License-Identifier: Apache-2.0
#include "ops/pointwise/isa/walk.h"

#include <algorithm>
#include <cstring>

namespace tenon::ops::pointwise {
namespace {

size_t axisAt(Layout const& layout, int32_t k) noexcept {
    return static_cast<size_t>(layout.order.empty() ? k : layout.order[static_cast<size_t>(k)]);
}

template <class T>
void copyStrided(std::byte const* from, int64_t stride, int64_t count, std::byte* to) noexcept {
    for (int64_t i = 0; i < count; ++i)
        std::memcpy(to + i * static_cast<int64_t>(sizeof(T)), from + i * stride * static_cast<int64_t>(sizeof(T)),
                    sizeof(T));
}

void copyRun(std::byte const* from, int64_t stride, int64_t count, int64_t size, std::byte* to) noexcept {
    if (stride == 1)
        std::memcpy(to, from, static_cast<size_t>(count * size));
    else if (size == 1)
        copyStrided<uint8_t>(from, stride, count, to);
    else if (size == 2)
        copyStrided<uint16_t>(from, stride, count, to);
    else if (size == 4)
        copyStrided<uint32_t>(from, stride, count, to);
    else
        copyStrided<uint64_t>(from, stride, count, to);
}

} // namespace

/// The operand's stride along each axis of the walk: those of the layout's order, then the block.
void Walk::strides(Operand& to, Tensor const& operand, Layout const& own, Tensor const& out,
                   Layout const& layout) const noexcept {
    std::array<int64_t, kMaxAxes> outer{};
    int32_t const lead = out.rank - operand.rank;
    bool const blocked = !own.blocks.empty();
    own.outerStrides(operand.shape(), {outer.data(), static_cast<size_t>(operand.rank)});
    int64_t const block = layout.blocks.empty() ? 1 : layout.blocks[0].size;
    size_t const blockAxis = layout.blocks.empty() ? kMaxAxes : static_cast<size_t>(layout.blocks[0].axis);
    if (blockAxis != kMaxAxes)
        to.stride[static_cast<size_t>(out.rank)] = 0;
    for (int32_t k = 0; k < out.rank; ++k) {
        size_t const axis = axisAt(layout, k);
        auto const j = static_cast<int32_t>(axis) - lead;
        bool const moves = j >= 0 && operand.dims[j] == out.dims[axis] && (operand.dims[j] != 1 || blocked);
        int64_t const stride = moves ? outer[static_cast<size_t>(j)] : 0;
        bool const split = axis == blockAxis;
        to.stride[static_cast<size_t>(k)] = split && !blocked ? stride * block : stride;
        if (split)
            to.stride[static_cast<size_t>(out.rank)] = !moves ? 0 : (blocked ? 1 : stride);
    }
}

bool Walk::plan(std::span<Tensor const> operands, std::span<Layout const> layouts, Tensor const& out,
                Layout const& layout) noexcept {
    bool const blocked = !layout.blocks.empty();
    if (out.rank + blocked > kMaxAxes || operands.size() > kMaxOperands)
        return false;
    mAxes = out.rank + blocked;
    mCount = static_cast<int>(operands.size());
    mResultSize = bytesFor(out.dtype, 1);
    mElements = 1;
    for (int32_t k = 0; k < out.rank; ++k) {
        size_t const axis = axisAt(layout, k);
        int64_t const padded = layout.padded(axis, out.dims[axis]);
        bool const split = blocked && axis == static_cast<size_t>(layout.blocks[0].axis);
        mSize[static_cast<size_t>(k)] = split ? padded / layout.blocks[0].size : padded;
        mElements *= padded;
    }
    if (blocked)
        mSize[static_cast<size_t>(out.rank)] = layout.blocks[0].size;
    for (size_t i = 0; i < operands.size(); ++i) {
        mOperands[i].data = operands[i].as<std::byte const>();
        mOperands[i].size = bytesFor(operands[i].dtype, 1);
        strides(mOperands[i], operands[i], layouts[i], out, layout);
    }
    merge();
    findRun();
    return true;
}

/// Drops axes of size 1 and joins an axis to the one inside it where all operands move over both as over one.
void Walk::merge() noexcept {
    int to = 0;
    for (int k = 0; k < mAxes; ++k) {
        auto const from = static_cast<size_t>(k);
        if (mSize[from] == 1)
            continue;
        bool joins = to > 0;
        for (int i = 0; i < mCount && joins; ++i) {
            auto const& s = mOperands[static_cast<size_t>(i)].stride;
            joins = s[static_cast<size_t>(to - 1)] == s[from] * mSize[from];
        }
        auto const at = static_cast<size_t>(joins ? to - 1 : to++);
        mSize[at] = joins ? mSize[at] * mSize[from] : mSize[from];
        for (int i = 0; i < mCount; ++i)
            mOperands[static_cast<size_t>(i)].stride[at] = mOperands[static_cast<size_t>(i)].stride[from];
    }
    if (to == 0) { // a single element
        mSize[0] = 1;
        for (int i = 0; i < mCount; ++i)
            mOperands[static_cast<size_t>(i)].stride[0] = 1;
        to = 1;
    }
    mAxes = to;
    for (int i = 0; i < mCount; ++i) {
        Operand& o = mOperands[static_cast<size_t>(i)];
        int64_t dense = 1;
        o.dense = true;
        for (int k = mAxes; k-- > 0;) {
            o.dense = o.dense && o.stride[static_cast<size_t>(k)] == dense;
            dense *= mSize[static_cast<size_t>(k)];
        }
    }
}

/// A run is the innermost axis; or the two innermost ones, where the inner is a block of channels that some operands
/// repeat.
void Walk::findRun() noexcept {
    auto const inner = static_cast<size_t>(mAxes - 1);
    int64_t const block = mSize[inner];
    bool plain = true, repeats = mAxes > 1 && (block == 8 || block == 16);
    for (int i = 0; i < mCount; ++i) {
        auto const& s = mOperands[static_cast<size_t>(i)].stride;
        plain = plain && (s[inner] == 0 || s[inner] == 1);
        repeats = repeats && plain && (s[inner - 1] == 0 || (s[inner] == 1 && s[inner - 1] == block));
    }
    mOuter = mAxes - (repeats ? 2 : 1);
    mRun = !plain ? 0 : (repeats ? block * mSize[inner - 1] : block);
    for (int i = 0; i < mCount; ++i) {
        Operand& o = mOperands[static_cast<size_t>(i)];
        o.step = repeats && o.stride[inner] == 1 && o.stride[inner - 1] == 0 ? block : o.stride[inner];
    }
}

int64_t Walk::gatheredBytes() const noexcept {
    int64_t bytes = 0;
    for (int i = 0; i < mCount; ++i)
        if (!isDense(i))
            bytes += size(i);
    return bytes;
}

void Walk::gather(int i, int64_t begin, int64_t count, std::byte* to) const noexcept {
    Operand const& o = mOperands[static_cast<size_t>(i)];
    auto const inner = static_cast<size_t>(mAxes - 1);
    std::array<int64_t, kMaxAxes> index{};
    int64_t offset = 0;
    for (size_t k = inner + 1; k-- > 0;) {
        index[k] = begin % mSize[k];
        begin /= mSize[k];
        offset += index[k] * o.stride[k];
    }
    while (count > 0) {
        int64_t const part = std::min(count, mSize[inner] - index[inner]);
        copyRun(o.data + offset * o.size, o.stride[inner], part, o.size, to);
        to += part * o.size;
        count -= part;
        offset -= index[inner] * o.stride[inner];
        index[inner] = 0;
        for (size_t k = inner; k-- > 0;) {
            offset += o.stride[k];
            if (++index[k] < mSize[k])
                break;
            offset -= mSize[k] * o.stride[k];
            index[k] = 0;
        }
    }
}

Walk::Cursor::Cursor(Walk const& walk, int64_t begin) noexcept : mWalk(walk) {
    mAt = begin % walk.mRun;
    int64_t rest = begin / walk.mRun;
    for (int k = walk.mOuter; k-- > 0;) {
        auto const axis = static_cast<size_t>(k);
        mIndex[axis] = rest % walk.mSize[axis];
        rest /= walk.mSize[axis];
        for (int i = 0; i < walk.mCount; ++i)
            mOffset[static_cast<size_t>(i)] += mIndex[axis] * walk.mOperands[static_cast<size_t>(i)].stride[axis];
    }
}

std::byte const* Walk::Cursor::data(int i) const noexcept {
    Operand const& o = mWalk.mOperands[static_cast<size_t>(i)];
    int64_t const within = o.step == 1 ? mAt : 0; // a block repeats from where a run, or a part of one, begins
    return o.data + (mOffset[static_cast<size_t>(i)] + within) * o.size;
}

void Walk::Cursor::advance(int64_t count) noexcept {
    mAt += count;
    if (mAt < mWalk.mRun)
        return;
    mAt = 0;
    for (int k = mWalk.mOuter; k-- > 0;) {
        auto const axis = static_cast<size_t>(k);
        bool const wraps = ++mIndex[axis] == mWalk.mSize[axis];
        for (int i = 0; i < mWalk.mCount; ++i) {
            int64_t const stride = mWalk.mOperands[static_cast<size_t>(i)].stride[axis];
            mOffset[static_cast<size_t>(i)] += wraps ? stride - mWalk.mSize[axis] * stride : stride;
        }
        if (!wraps)
            return;
        mIndex[axis] = 0;
    }
}

} // namespace tenon::ops::pointwise
