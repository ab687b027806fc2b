// SPDX-License-Identifier: Apache-2.0
// Definition of mel_weight_matrix.
#include "ops/mel_weight_matrix/mel_weight_matrix.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace mel_weight_matrix {
namespace {

/// A size; absent where only the data tell.
std::optional<DimExpr> scalar(InferContext& c, size_t i) {
    Dims const* const content = c.content(i);
    if (content == nullptr)
        return std::nullopt;
    DimExpr const value = (*content)[0];
    if (value.isConst() && value.value() < 0)
        c.fail(Message::kShape, fmt::format("operand {}, a size, is negative", i), "at least 0",
               fmt::format("{}", value.value()));
    return value;
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kReal[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    DType const type = attrs.as<Attributes>().type;
    if (!isFloating(type) && !isInteger(type))
        c.fail(Message::kAttribute, "the matrix is of no type of numbers", "a type of numbers",
               std::string(nameOf(type)));
    for (size_t i = 0; i < 5; ++i) {
        if (i < 3)
            requireIndexType(c, i);
        else
            c.requireType(i, kReal);
        if (auto const count = lengthOf(c, i); count && *count != 1)
            c.fail(Message::kShape, fmt::format("operand {} is no scalar", i), "one element", toString(c.type(i)));
    }
    auto const bands = scalar(c, 0), length = scalar(c, 1);
    c.setOut(0, type, Dims{length ? floorDiv(*length, 2) + 1 : c.newSymbol(), bands ? *bands : c.newSymbol()});
}

} // namespace
} // namespace mel_weight_matrix

void mel_weight_matrix_op(KernelTable& table) {
    static OpDef const kOp{.name = "mel_weight_matrix",
                           .attrs = &attrType<mel_weight_matrix::Attributes>(),
                           .infer = mel_weight_matrix::infer,
                           .minInputs = 5,
                           .maxInputs = 5,
                           .shapeInputs = 3u};
    table.add(kOp);
}

} // namespace tenon::ops
