// SPDX-License-Identifier: Apache-2.0
// Definition of pool.
#include "ops/pool/pool.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace pool {

std::string_view nameOf(Kind kind) noexcept {
    constexpr std::string_view kNames[] = {"max", "average", "lp"};
    auto const i = static_cast<size_t>(kind);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8, DType::kU8};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, a.kind == Kind::kMax ? std::span(kTypes) : std::span(kTypes).first(4));
    DType const type = c.type(0).dtype;
    if (!c.type(0).ranked()) {
        for (size_t i = 0; i < c.outputs(); ++i)
            c.setOut(i, i == 0 ? type : DType::kI64, std::nullopt);
        return;
    }
    c.requireRank(0, 3, 8);
    Dims const& x = c.dims(0);
    size_t const axes = x.size() - 2;
    if (!a.global) {
        a.window.check(axes);
        if (a.window.kernel.size() != axes)
            c.fail(Message::kAttribute, "a pooling window needs a kernel size for each spatial axis",
                   fmt::format("{} numbers", axes), textOf(a.window.kernel));
    }
    Dims out{x[0], x[1]};
    for (size_t i = 0; i < axes; ++i)
        out.push_back(a.global ? DimExpr(1) : a.window.outDim(i, axes, a.window.kernel[i], x[i + 2]));
    if (c.outputs() > 1)
        c.setOut(1, DType::kI64, out);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace pool

void pool_op(KernelTable& table) {
    static OpDef const kOp{.name = "pool", .attrs = &attrType<pool::Attributes>(), .infer = pool::infer, .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops
