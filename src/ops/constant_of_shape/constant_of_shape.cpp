// SPDX-License-Identifier: Apache-2.0
// Definition of constant_of_shape.
#include "ops/constant_of_shape/constant_of_shape.h"

#include "base/half.h"
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <cstring>
#include <fmt/format.h>

namespace tenon::ops {
namespace constant_of_shape {
namespace {

std::optional<int64_t> integerValue(Attributes const& a) {
    std::optional<int64_t> out;
    withType(a.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>) {
            T value{};
            std::memcpy(&value, &a.bits, sizeof value);
            out = static_cast<int64_t>(value);
        }
    });
    return out;
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    requireIndexType(c, 0);
    auto const count = lengthOf(c, 0);
    Dims const* dims = c.content(0);
    if (dims == nullptr)
        return c.setOut(0, a.dtype, count ? std::optional(newSymbols(c, *count)) : std::nullopt);
    for (DimExpr const& d : *dims)
        if (d.isConst() && d.value() < 0)
            c.fail(Message::kShape, "a dim is negative", "dims of 0 or more", textOfDims(*dims));
    c.setOut(0, a.dtype, *dims);
    auto const value = integerValue(a);
    if (value && keepsContent(c, 0))
        setContent(c, 0, Dims(static_cast<size_t>(volume(*dims).value()), DimExpr(*value)));
}

} // namespace
} // namespace constant_of_shape

void constant_of_shape_op(KernelTable& table) {
    static OpDef const kOp{.name = "constant_of_shape",
                           .attrs = &attrType<constant_of_shape::Attributes>(),
                           .infer = constant_of_shape::infer,
                           .shapeInputs = 1u << 0};
    table.add(kOp);
}

} // namespace tenon::ops
