// SPDX-License-Identifier: Apache-2.0
#include "shape/content.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

Type const& tensorType(InferContext const& c, size_t i) {
    Type const& t = c.type(i);
    if (!t.isTensor())
        c.fail(Message::kOperandType, fmt::format("operand {} is no tensor", i), "a tensor", toString(t));
    return t;
}

Type const& sequenceElement(InferContext const& c, size_t i) {
    Type const& t = c.type(i);
    if (t.kind != Kind::kSequence || t.inner.empty() || !t.inner[0].isTensor())
        c.fail(Message::kOperandType, fmt::format("operand {} is no sequence of tensors", i), "a sequence of tensors",
               toString(t));
    return t.inner[0];
}

Type commonType(InferContext const& c, Type const& a, Type const& b) {
    if (a.dtype != b.dtype)
        c.fail(Message::kOperandType, "the tensors of a sequence have different element types",
               std::string(nameOf(a.dtype)), std::string(nameOf(b.dtype)));
    return Type::tensor(a.dtype, a.dims == b.dims ? a.dims : std::nullopt);
}

void requireIndexType(InferContext const& c, size_t i) {
    static constexpr DType kTypes[] = {DType::kI32, DType::kI64};
    c.requireType(i, kTypes);
}

void requireScatterTypes(InferContext const& c, Reduction reduction) {
    static constexpr DType kNumbers[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kBool,
                                         DType::kI8,  DType::kI16, DType::kI32, DType::kI64,  DType::kU8,
                                         DType::kU16, DType::kU32, DType::kU64};
    Type const &data = tensorType(c, 0), &updates = tensorType(c, 2);
    requireIndexType(c, 1);
    if (updates.dtype != data.dtype)
        c.fail(Message::kOperandType, "the updates have another type than the data", toString(data), toString(updates));
    if (reduction != Reduction::kNone)
        c.requireType(0, kNumbers);
}

std::optional<std::vector<int64_t>> numbersOf(Dims const& dims) {
    if (!allConst(dims))
        return std::nullopt;
    std::vector<int64_t> out;
    for (DimExpr const& d : dims)
        out.push_back(d.value());
    return out;
}

std::optional<std::vector<int64_t>> numbers(InferContext const& c, size_t i) {
    Dims const* content = c.content(i);
    return content == nullptr ? std::nullopt : numbersOf(*content);
}

std::optional<int64_t> lengthOf(InferContext const& c, size_t i) {
    Type const& t = tensorType(c, i);
    if (!t.ranked())
        return std::nullopt;
    c.requireRank(i, 0, 1);
    DimExpr const n = volume(*t.dims);
    return n.isConst() ? std::optional(n.value()) : std::nullopt;
}

std::optional<Dims> elementsOf(InferContext& c, size_t i) {
    if (Dims const* known = c.content(i))
        return *known;
    auto const count = lengthOf(c, i);
    return count ? std::optional(newSymbols(c, *count)) : std::nullopt;
}

Dims newSymbols(InferContext& c, int64_t count, DimExpr const* upper) {
    if (count > kMaxContent) // a length that a hostile file claims
        c.fail(Message::kRank, fmt::format("a shape of {} dims", count), fmt::format("at most {}", kMaxContent));
    Dims out;
    for (int64_t i = 0; i < count; ++i)
        out.push_back(c.newSymbol(upper));
    return out;
}

std::vector<int64_t> axesOf(InferContext const& c, std::vector<int64_t> axes, int64_t rank) {
    for (size_t i = 0; i < axes.size(); ++i) {
        axes[i] = c.axis(axes[i], rank);
        if (std::find(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(i), axes[i]) !=
            axes.begin() + static_cast<std::ptrdiff_t>(i))
            c.fail(Message::kAttribute, fmt::format("axis {} is named twice", axes[i]), "each axis at most once");
    }
    return axes;
}

bool keepsContent(InferContext& c, size_t i) {
    Type const& t = c.out(i).type;
    if (!t.isTensor() || !(isInteger(t.dtype) || t.dtype == DType::kBool) || bitsOf(t.dtype) < 8 || !t.isStatic())
        return false;
    DimExpr const n = volume(*t.dims);
    return n.isConst() && n.value() <= kMaxContent;
}

void setContent(InferContext& c, size_t i, Dims content) {
    if (keepsContent(c, i) && volume(*c.out(i).type.dims).is(static_cast<int64_t>(content.size())))
        c.out(i).content = std::move(content);
}

} // namespace tenon
