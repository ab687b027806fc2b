// SPDX-License-Identifier: Apache-2.0
// Definition of scores.
#include "ops/scores/scores.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace scores {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16};
    c.requireType(0, kTypes);
    c.requireRank(0, 2, 2);
    Dims dims = c.dims(0);
    bool const pair = a.second != Second::kNone;
    if (pair && dims[1].isConst() && !dims[1].is(1))
        c.fail(Message::kClassifier, "scores of the second of two classes have several columns", "1", textOfDims(dims));
    if (pair)
        dims[1] = 2;
    c.setOut(0, c.type(0).dtype, dims);
    if (c.outputs() < 2)
        return;
    size_t const classes = a.names.empty() ? a.labels.size() : a.names.size();
    if (dims[1].isConst() && dims[1].value() != static_cast<int64_t>(classes))
        c.fail(Message::kClassifier, "a classifier has not one label for each class", toText(dims[1]),
               fmt::format("{}", classes));
    c.setOut(1, a.names.empty() ? DType::kI64 : DType::kString, Dims{dims[0]});
}

} // namespace
} // namespace scores

void scores_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "scores", .attrs = &attrType<scores::Attributes>(), .infer = scores::infer, .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops
