// SPDX-License-Identifier: Apache-2.0
// How a pointwise step walks over its operands: the result's elements in the order of its memory (padding included), as
// runs over which every operand is contiguous, constant, or repeats a block of channels. Plain arrays: nothing
// allocates.
#pragma once

#include "kernel/kernel.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tenon::ops::pointwise {

class Walk {
public:
    static constexpr int kMaxOperands = 32;
    static constexpr int kMaxAxes = 16;

    /// Operands broadcast to the result; each has the result's Layout, or is row-major. False when there are too many
    /// axes.
    bool plan(std::span<Tensor const> operands, std::span<Layout const> layouts, Tensor const& out,
              Layout const& layout) noexcept;

    int operands() const noexcept { return mCount; }
    int64_t elements() const noexcept { return mElements; }
    /// Elements of one run; 0 when some operand moves otherwise than a TileOperand can.
    int64_t runLength() const noexcept { return mRun; }
    /// TileOperand::step of an operand in a run.
    int64_t step(int i) const noexcept { return mOperands[static_cast<size_t>(i)].step; }
    /// True when the operand's elements lie in the result's order without gaps.
    bool isDense(int i) const noexcept { return mOperands[static_cast<size_t>(i)].dense; }
    int64_t size(int i) const noexcept { return mOperands[static_cast<size_t>(i)].size; }
    std::byte const* data(int i) const noexcept { return mOperands[static_cast<size_t>(i)].data; }
    int64_t resultSize() const noexcept { return mResultSize; }
    /// Bytes that one element takes of all operands that are not dense.
    int64_t gatheredBytes() const noexcept;
    /// Copies the operand's elements for result elements [begin, begin + count).
    void gather(int i, int64_t begin, int64_t count, std::byte* to) const noexcept;

    /// A place within a run; moves from run to run.
    class Cursor {
    public:
        Cursor(Walk const& walk, int64_t begin) noexcept;
        int64_t rest() const noexcept { return mWalk.mRun - mAt; }
        std::byte const* data(int i) const noexcept;
        /// At most rest().
        void advance(int64_t count) noexcept;

    private:
        Walk const& mWalk;
        int64_t mAt = 0;
        std::array<int64_t, kMaxAxes> mIndex{};
        std::array<int64_t, kMaxOperands> mOffset{}; ///< elements
    };

private:
    struct Operand { // unset until plan(): a step of two operands should not pay for thirty-two
        std::byte const* data;
        int64_t size; ///< bytes of an element
        int64_t step;
        bool dense;
        std::array<int64_t, kMaxAxes> stride; ///< elements
    };

    void strides(Operand& to, Tensor const& operand, Layout const& own, Tensor const& out,
                 Layout const& layout) const noexcept;
    void merge() noexcept;
    void findRun() noexcept;

    int mCount = 0;
    int mAxes = 0;
    int mOuter = 0; ///< axes outside a run
    int64_t mElements = 0;
    int64_t mRun = 0;
    int64_t mResultSize = 4;
    std::array<int64_t, kMaxAxes> mSize;         ///< the first mAxes are set
    std::array<Operand, kMaxOperands> mOperands; ///< the first mCount are set
};

} // namespace tenon::ops::pointwise
