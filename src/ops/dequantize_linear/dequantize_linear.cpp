// SPDX-License-Identifier: Apache-2.0
// Definition of dequantize_linear.
#include "ops/dequantize_linear/dequantize_linear.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>

namespace tenon::ops {
namespace dequantize_linear {
namespace {

constexpr DType kQuantised[] = {DType::kI8,         DType::kU8,     DType::kI16,        DType::kU16,   DType::kI32,
                                DType::kI4,         DType::kU4,     DType::kI2,         DType::kU2,    DType::kF8E4M3,
                                DType::kF8E4M3Fnuz, DType::kF8E5M2, DType::kF8E5M2Fnuz, DType::kF4E2M1};
constexpr DType kReal[] = {DType::kF32, DType::kF16, DType::kBF16};

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kScales[] = {DType::kF32, DType::kF16, DType::kBF16, DType::kE8M0};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kQuantised);
    c.requireType(1, kScales);
    if (c.has(2)) {
        DType const type = c.type(0).dtype;
        c.requireType(2, {&type, 1});
    }
    DType const out = a.type.value_or(c.type(1).dtype);
    if (std::find(std::begin(kReal), std::end(kReal), out) == std::end(kReal))
        c.fail(Message::kAttribute, "the type of the result is no type that is dequantised to", "f32, f16 or bf16",
               std::string(nameOf(out)));
    a.granularity.check(c, 1, 2);
    c.setOut(0, out, c.type(0).dims);
}

} // namespace
} // namespace dequantize_linear

void dequantize_linear_op(KernelTable& table) {
    static OpDef const kOp{.name = "dequantize_linear",
                           .attrs = &attrType<dequantize_linear::Attributes>(),
                           .infer = dequantize_linear::infer,
                           .minInputs = 2,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops
