// SPDX-License-Identifier: Apache-2.0
// Definition of nms.
#include "ops/nms/nms.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace nms {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kFloat[] = {DType::kF32};
    static constexpr DType kCount[] = {DType::kI64};
    c.requireType(0, kFloat);
    c.requireType(1, kFloat);
    if (c.has(2))
        c.requireType(2, kCount);
    for (size_t i : {size_t{3}, size_t{4}})
        if (c.has(i))
            c.requireType(i, kFloat);
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        c.setOut(0, DType::kI64, Dims{c.newSymbol(), 3});
        return;
    }
    c.requireRank(0, 3, 3);
    c.requireRank(1, 3, 3);
    Dims const &boxes = c.dims(0), &scores = c.dims(1);
    auto differ = [](DimExpr const& a, DimExpr const& b) { return a.isConst() && b.isConst() && a != b; };
    if ((boxes[2].isConst() && !boxes[2].is(4)) || differ(boxes[0], scores[0]) || differ(boxes[1], scores[2]))
        c.fail(Message::kShape, "boxes and scores do not fit together", "[N, boxes, 4] and [N, classes, boxes]",
               textOfDims(boxes) + " and " + textOfDims(scores));
    DimExpr const most = volume(scores);
    c.setOut(0, DType::kI64, Dims{c.newSymbol(&most), 3});
}

} // namespace
} // namespace nms

void nms_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "nms", .attrs = &attrType<nms::Attributes>(), .infer = nms::infer, .minInputs = 2, .maxInputs = 5};
    table.add(kOp);
}

} // namespace tenon::ops
