// SPDX-License-Identifier: Apache-2.0
// What an operator's infer function sees: a fact for each operand, and room for a fact for each result. The same
// function serves the network (symbolic dims), plugins, and the run time (all dims constant), so it must not assume
// that a dim is a number unless the operator needs it to be one.
#pragma once

#include "base/error.h"
#include "shape/type.h"

#include <functional>
#include <span>

namespace tenon {

/// What is known of a value before it is computed.
struct Fact {
    Type type;
    /// Elements of a small integer or bool tensor, row-major, as expressions. Set only where dims are constant and all
    /// are known.
    std::optional<Dims> content;
    /// Elements of a constant of any type, row-major; null when the value is not constant.
    std::byte const* bytes = nullptr;

    template <class T>
    T const* as() const noexcept {
        return reinterpret_cast<T const*>(bytes);
    }
};

class InferContext {
public:
    /// `operands` holds null for an optional operand that is absent.
    InferContext(std::span<Fact const* const> operands, size_t results,
                 std::function<DimExpr(DimExpr const*)> newSymbol)
        : mIn(operands), mOut(results), mNewSymbol(std::move(newSymbol)) {}

    size_t inputs() const noexcept { return mIn.size(); }
    size_t outputs() const noexcept { return mOut.size(); }
    bool has(size_t i) const noexcept { return i < mIn.size() && mIn[i] != nullptr; }
    /// Operand i. Throws Error kOperand when it is absent.
    Fact const& in(size_t i) const;
    Type const& type(size_t i) const { return in(i).type; }
    /// Dims of operand i. Throws when it is no tensor; its rank must be known (ask type(i).ranked() first where it may
    /// not be).
    Dims const& dims(size_t i) const;
    /// Content of operand i as expressions, or nullptr when not known.
    Dims const* content(size_t i) const noexcept { return has(i) && mIn[i]->content ? &*mIn[i]->content : nullptr; }

    Fact& out(size_t i) { return mOut.at(i); }
    void setOut(size_t i, DType dtype, std::optional<Dims> dims) {
        mOut.at(i).type = Type::tensor(dtype, std::move(dims));
    }
    std::vector<Fact>& results() noexcept { return mOut; }

    /// A dim that is known only once the data is: at most `upper`, where there is a bound (null: none).
    DimExpr newSymbol(DimExpr const* upper = nullptr) { return mNewSymbol(upper); }

    /// Symbols stand for dims, so they are not negative, unless this says otherwise: the elements of a tensor may be
    /// any number.
    void setRanges(std::function<Interval(SymbolId)> rangeOf) { mRangeOf = std::move(rangeOf); }
    Interval rangeOf(SymbolId symbol) const;
    bool isNonNegative(DimExpr const& expr) const;

    /// axis in [-rank, rank) -> [0, rank). Throws Error kAxis.
    int64_t axis(int64_t axis, int64_t rank) const;
    /// Throws Error kOperandType, naming the operand, unless its type is in the list.
    void requireType(size_t i, std::span<DType const> allowed) const;
    /// Throws Error kRank unless rank(i) is at least / exactly what is wanted.
    void requireRank(size_t i, int64_t least, int64_t most) const;
    [[noreturn]] void fail(Message id, std::string what, std::string wanted = {}, std::string given = {}) const;

private:
    std::span<Fact const* const> mIn;
    std::vector<Fact> mOut;
    std::function<DimExpr(DimExpr const*)> mNewSymbol;
    std::function<Interval(SymbolId)> mRangeOf;
};

/// The dims that two broadcast operands give (the ONNX and NumPy rule). Throws Error kBroadcast with both shapes.
Dims broadcast(Dims const& a, Dims const& b);

} // namespace tenon
