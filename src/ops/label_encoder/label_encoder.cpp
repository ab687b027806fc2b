// SPDX-License-Identifier: Apache-2.0
// Definition of label_encoder.
#include "ops/label_encoder/label_encoder.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace label_encoder {
namespace {

bool isAllowed(DType type) noexcept {
    return type == DType::kString || type == DType::kF32 || type == DType::kF64 ||
           (isInteger(type) && bitsOf(type) >= 8);
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    if (!isAllowed(a.key) || !isAllowed(a.value))
        c.fail(Message::kOperandType, "a table of labels does not take these types",
               "strings, f32, f64 or integers of 8 to 64 bits",
               fmt::format("{} to {}", nameOf(a.key), nameOf(a.value)));
    c.requireType(0, {&a.key, 1});
    size_t const keys = a.keys.size(a.key), values = a.values.size(a.value);
    if (keys != values || a.otherwise.size(a.value) != 1)
        c.fail(Message::kClassifier, "a table of labels has not one value for each key", fmt::format("{}", keys),
               fmt::format("{}", values));
    c.setOut(0, a.value, c.type(0).dims);
}

} // namespace
} // namespace label_encoder

void label_encoder_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "label_encoder", .attrs = &attrType<label_encoder::Attributes>(), .infer = label_encoder::infer};
    table.add(kOp);
}

} // namespace tenon::ops
