// SPDX-License-Identifier: Apache-2.0
// Integer expressions over symbols: the dims of a tensor and the elements of small integer tensors that shapes are made
// of. An expression is immutable and kept in a normal form (sums and products flattened, sorted, constants folded,
// common factors of a quotient cancelled), so that two dims which are equal for simple reasons compare equal.
// Cancelling assumes what shapes guarantee: a divisor is not zero.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

using SymbolId = int32_t;

enum class DimOp : uint8_t { kConst, kSymbol, kAdd, kMul, kFloorDiv, kCeilDiv, kMod, kMin, kMax, kEq, kLt, kSelect };
std::string_view nameOf(DimOp op) noexcept;

class DimExpr {
public:
    DimExpr(int64_t value = 0) noexcept : mValue(value) {}
    static DimExpr symbol(SymbolId id);

    DimOp op() const noexcept { return mNode ? mNode->op : DimOp::kConst; }
    bool isConst() const noexcept { return !mNode; }
    bool is(int64_t value) const noexcept { return !mNode && mValue == value; }
    int64_t value() const noexcept { return mValue; } ///< of a constant; the id of a symbol
    std::span<DimExpr const> args() const noexcept;

    friend DimExpr operator+(DimExpr const& a, DimExpr const& b);
    friend DimExpr operator-(DimExpr const& a, DimExpr const& b);
    friend DimExpr operator*(DimExpr const& a, DimExpr const& b);
    friend bool operator==(DimExpr const& a, DimExpr const& b) noexcept;

    /// Any operation by its code; args as many as it takes (add, mul, min, max: two; select: condition, then, else).
    static DimExpr make(DimOp op, std::vector<DimExpr> args);

    /// Replaces symbols; a symbol for which `with` gives no value (nullptr) stays.
    DimExpr substitute(std::function<DimExpr const*(SymbolId)> const& with) const;
    /// Calls fn for every symbol, once for each place it stands in.
    void forEachSymbol(std::function<void(SymbolId)> const& fn) const;
    size_t hash() const noexcept { return mNode ? mNode->hash : std::hash<int64_t>{}(mValue); }

private:
    struct Node {
        DimOp op;
        std::vector<DimExpr> args;
        size_t hash;
    };
    static DimExpr raw(DimOp op, std::vector<DimExpr> args);
    static DimExpr sum(std::vector<DimExpr> terms);
    static DimExpr product(std::vector<DimExpr> factors);
    static DimExpr quotient(DimOp op, DimExpr const& a, DimExpr const& b);
    static bool before(DimExpr const& a, DimExpr const& b) noexcept;

    int64_t mValue = 0;
    std::shared_ptr<Node const> mNode;
};

DimExpr floorDiv(DimExpr const& a, DimExpr const& b);
DimExpr ceilDiv(DimExpr const& a, DimExpr const& b);
DimExpr mod(DimExpr const& a, DimExpr const& b);
DimExpr min(DimExpr const& a, DimExpr const& b);
DimExpr max(DimExpr const& a, DimExpr const& b);
DimExpr equal(DimExpr const& a, DimExpr const& b); ///< 1 or 0
DimExpr less(DimExpr const& a, DimExpr const& b);  ///< 1 or 0
DimExpr select(DimExpr const& condition, DimExpr const& then, DimExpr const& otherwise);

using Dims = std::vector<DimExpr>;
DimExpr volume(std::span<DimExpr const> dims);
bool allConst(std::span<DimExpr const> dims) noexcept;

/// s0, add(s0,1), floordiv(mul(2,s1),3), ...
std::string toText(DimExpr const& expr);
DimExpr fromText(std::string_view text, DimExpr* tag);
std::string textOfDims(std::span<DimExpr const> dims); ///< 1x3x48xs0

/// One operation on numbers; false on overflow or a zero divisor.
bool apply(DimOp op, int64_t a, int64_t b, int64_t c, int64_t& result) noexcept;

/// The least and greatest value of an expression when each symbol lies in its range. Saturates at the ends of int64.
struct Interval {
    int64_t lo = 0;
    int64_t hi = 0;
};
/// Of one operation on ranges (c: of select only).
Interval boundsOf(DimOp op, Interval a, Interval b, Interval c) noexcept;
Interval bounds(DimExpr const& expr, std::function<Interval(SymbolId)> const& rangeOf);
/// The same expression, simpler where the ranges of its symbols decide a min, max, comparison or choice.
DimExpr simplify(DimExpr const& expr, std::function<Interval(SymbolId)> const& rangeOf);
/// The value for given symbols. Throws Error kShapeOverflow where it does not fit into int64 or a divisor is zero.
int64_t evaluate(DimExpr const& expr, std::function<int64_t(SymbolId)> const& valueOf);

} // namespace tenon
