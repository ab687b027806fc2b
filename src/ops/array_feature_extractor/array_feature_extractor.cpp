// SPDX-License-Identifier: Apache-2.0
// Definition of array_feature_extractor (ai.onnx.ml): columns of the last axis, by a list of indices. A tensor of one
// axis is a row.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace array_feature_extractor {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type const& x = tensorType(c, 0);
    static constexpr DType kTypes[] = {DType::kI64};
    c.requireType(1, kTypes);
    if (!x.ranked())
        return c.setOut(0, x.dtype, std::nullopt);
    c.requireRank(0, 1, INT32_MAX);
    DimExpr const count = c.type(1).ranked() ? volume(c.dims(1)) : c.newSymbol();
    Dims dims = x.rank() == 1 ? Dims{1} : Dims(x.dims->begin(), x.dims->end() - 1);
    dims.push_back(count);
    c.setOut(0, x.dtype, std::move(dims));
}

} // namespace
} // namespace array_feature_extractor

void array_feature_extractor_op(KernelTable& table) {
    static OpDef const kOp{.name = "array_feature_extractor",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = array_feature_extractor::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops
