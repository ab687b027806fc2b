// SPDX-License-Identifier: Apache-2.0
// Elements moved from place to place whatever their type: what the reference kernels of data-movement operators are
// made of. Plain and slow. Strings live in the tensor's Box; two four-bit elements share a byte.
#pragma once

#include "base/reduction.h"
#include "kernel/kernel.h"
#include "shape/strided.h"

#include <span>
#include <vector>

namespace tenon {

/// Copies single elements between two tensors of one type; positions count elements in row-major order.
class ElementCopy {
public:
    ElementCopy(Tensor const& from, Tensor const& to);
    void operator()(int64_t from, int64_t to) const;

private:
    Tensor const& mFrom;
    Tensor const& mTo;
    int mBits;
};

/// out[to] = out[to] met by updates[from], for a numeric type; bool counts as 0 and 1.
void meetAt(Reduction reduction, Tensor const& updates, int64_t from, Tensor const& out, int64_t to) noexcept;

/// All elements in order. False with failure set when the two do not have as many.
bool copyAll(Tensor const& from, Tensor const& to, Failure* failure);
/// to[i] = from[view(i)].
void copyView(Tensor const& from, Tensor const& to, Strided const& view);

/// For each element of a result with these dims, in order, the element of the operand that broadcasts to it.
std::vector<int64_t> broadcastPositions(Tensor const& from, std::span<int64_t const> dims);

/// A copy of a tensor that stands by itself: an item of a sequence.
Box boxOf(Tensor const& tensor);
/// Makes a result a sequence of these items. False with failure set when the result is not held in a Box.
bool setSequence(Tensor const& out, DType type, std::vector<Box> items, Failure* failure);

/// Bits of element i of a tensor of elements that are narrower than a byte.
uint8_t nibbleAt(Tensor const& tensor, int64_t i) noexcept;
/// Writes them; the others of the byte keep theirs.
void setNibble(Tensor const& tensor, int64_t i, uint8_t bits) noexcept;

/// Element i of a tensor of any type but string, as a number (of 64-bit integers the nearest double).
double numberAt(Tensor const& tensor, int64_t i) noexcept;
/// Writes a number as element i of a tensor of a type of eight bits and more: rounded, to integers the nearest in
/// range.
void setNumber(Tensor const& tensor, int64_t i, double value) noexcept;
/// All elements of such a tensor.
std::vector<double> numbersOf(Tensor const& tensor);

/// Element i of an integer or bool tensor.
int64_t integerAt(Tensor const& tensor, int64_t i) noexcept;
/// All elements of an integer tensor.
std::vector<int64_t> integersOf(Tensor const& tensor);

/// index in [-size, size) -> [0, size). False with failure set (kIndexRange, naming the operator) when it lies outside.
bool wrapIndex(int64_t& index, int64_t size, char const* op, Failure* failure) noexcept;
/// axis in [-rank, rank) -> [0, rank), which infer has checked.
inline size_t axisOf(int64_t axis, int64_t rank) noexcept {
    return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}
/// Axis number i of the list in operand `axes`, or i itself where the operand is absent. False with failure set when it
/// lies outside.
bool axisAt(Args const& args, size_t axes, int64_t i, int64_t rank, size_t& axis) noexcept;
/// Product of the dims from `begin` to before `end`.
int64_t product(std::span<int64_t const> dims, size_t begin, size_t end) noexcept;

/// The result `out` as a tensor of these dims: a Box is set to them, other storage must have them already.
/// False with failure set when it has not. May throw what Box::setTensor throws.
bool resize(Tensor const& out, DType type, std::span<int64_t const> dims, Failure* failure, Tensor& resized);

} // namespace tenon
