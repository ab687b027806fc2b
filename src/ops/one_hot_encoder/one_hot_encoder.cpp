// SPDX-License-Identifier: Apache-2.0
// Definition of one_hot_encoder.
#include "ops/one_hot_encoder/one_hot_encoder.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace one_hot_encoder {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    static constexpr DType kTypes[] = {DType::kString, DType::kI64, DType::kI32, DType::kF32, DType::kF64};
    c.requireType(0, kTypes);
    size_t const count = c.type(0).dtype == DType::kString ? a.texts.size() : a.integers.size();
    if (count == 0)
        c.fail(Message::kClassifier, "there are no categories of the operand's type", "cats_int64s or cats_strings",
               toString(c.type(0)));
    std::optional<Dims> dims = c.type(0).dims;
    if (dims)
        dims->emplace_back(static_cast<int64_t>(count));
    c.setOut(0, DType::kF32, std::move(dims));
}

} // namespace
} // namespace one_hot_encoder

void one_hot_encoder_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "one_hot_encoder", .attrs = &attrType<one_hot_encoder::Attributes>(), .infer = one_hot_encoder::infer};
    table.add(kOp);
}

} // namespace tenon::ops
