// SPDX-License-Identifier: Apache-2.0
// Definition of dft.
#include "ops/dft/dft.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace dft {
namespace {

/// The only element of a scalar operand, where its content is known.
DimExpr const* scalar(InferContext& c, size_t i) {
    if (!c.has(i))
        return nullptr;
    requireIndexType(c, i);
    if (auto const count = lengthOf(c, i); count && *count != 1)
        c.fail(Message::kShape, fmt::format("operand {} is no scalar", i), "one element", toString(c.type(i)));
    Dims const* const content = c.content(i);
    return content != nullptr ? content->data() : nullptr;
}

void requireParts(Attributes const& a, InferContext& c, DimExpr const& parts) {
    if (!parts.isConst())
        return;
    bool const real = a.onesided && !a.inverse, complex = a.givesReal();
    if ((parts.is(1) && !complex) || (parts.is(2) && !real))
        return;
    c.fail(Message::kShape, "the last dim of a signal tells whether it is complex",
           real      ? "1: a one-sided transform is one of real numbers"
           : complex ? "2: a one-sided inverse transform is one of complex numbers"
                     : "1 (real) or 2 (complex)",
           textOfDims({&parts, 1}));
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    DimExpr const *const length = scalar(c, 1), *const axisContent = scalar(c, 2);
    if (!c.type(0).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 2, 64);
    Dims out = c.dims(0);
    requireParts(a, c, out.back());
    out.back() = a.givesReal() ? 1 : 2;
    int64_t const rank = c.type(0).rank();
    if (c.has(2) && (axisContent == nullptr || !axisContent->isConst())) {
        c.setOut(0, type, newSymbols(c, rank));
        return;
    }
    int64_t const given = c.has(2) ? axisContent->value() : a.axis, axis = c.axis(given, rank);
    if (axis == rank - 1)
        c.fail(Message::kAxis, "the last axis holds the parts of complex numbers", fmt::format("below {}", rank - 1),
               fmt::format("{}", given));
    DimExpr& dim = out[static_cast<size_t>(axis)];
    if (c.has(1) && length == nullptr) { // known with the data
        dim = c.newSymbol();
        c.setOut(0, type, std::move(out));
        return;
    }
    DimExpr const n = length != nullptr ? *length : (a.givesReal() ? DimExpr(2) * (dim - 1) : dim);
    if (n.isConst() && n.value() < 1 && !(dim.is(0) && !c.has(1)))
        c.fail(Message::kShape, "a transform has a positive length", "at least 1", fmt::format("{}", n.value()));
    dim = a.onesided && !a.inverse ? floorDiv(n, 2) + 1 : n;
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace dft

void dft_op(KernelTable& table) {
    static OpDef const kOp{.name = "dft",
                           .attrs = &attrType<dft::Attributes>(),
                           .infer = dft::infer,
                           .minInputs = 1,
                           .maxInputs = 3,
                           .shapeInputs = 6u};
    table.add(kOp);
}

} // namespace tenon::ops
