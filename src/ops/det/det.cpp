// SPDX-License-Identifier: Apache-2.0
// Definition of det: the determinants of the square matrices that the last two axes hold.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace det {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    if (!c.type(0).ranked()) {
        c.setOut(0, c.type(0).dtype, std::nullopt);
        return;
    }
    c.requireRank(0, 2, 64);
    Dims out = c.dims(0);
    DimExpr const columns = out.back(), rows = out[out.size() - 2];
    if (rows.isConst() && columns.isConst() && rows != columns)
        c.fail(Message::kShape, "a determinant needs square matrices", "two equal last dims", textOfDims(out));
    out.resize(out.size() - 2);
    c.setOut(0, c.type(0).dtype, std::move(out));
}

} // namespace
} // namespace det

void det_op(KernelTable& table) {
    static OpDef const kOp{.name = "det", .attrs = &attrType<NoAttrs>(), .infer = det::infer};
    table.add(kOp);
}

} // namespace tenon::ops
