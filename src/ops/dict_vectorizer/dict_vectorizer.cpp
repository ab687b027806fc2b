// SPDX-License-Identifier: Apache-2.0
// Definition of dict_vectorizer.
#include "ops/dict_vectorizer/dict_vectorizer.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace dict_vectorizer {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type const& map = c.type(0);
    if (map.kind != Kind::kMap || map.inner.empty() || !map.inner[0].isTensor())
        c.fail(Message::kOperandType, "the operand is no map to numbers or strings", "a map", toString(map));
    bool const fits = map.dtype == DType::kString ? !a.texts.empty() : !a.integers.empty();
    if (!fits || a.integers.empty() == a.texts.empty())
        c.fail(Message::kClassifier, "the vocabulary has not the type of the map's keys",
               map.dtype == DType::kString ? "string_vocabulary" : "int64_vocabulary", toString(map));
    c.setOut(0, map.inner[0].dtype, Dims{1, static_cast<int64_t>(a.integers.size() + a.texts.size())});
}

} // namespace
} // namespace dict_vectorizer

void dict_vectorizer_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "dict_vectorizer", .attrs = &attrType<dict_vectorizer::Attributes>(), .infer = dict_vectorizer::infer};
    table.add(kOp);
}

} // namespace tenon::ops
