// SPDX-License-Identifier: Apache-2.0
// Definition of affine_grid: [N, spatial..., axes].
#include "ops/affine_grid/affine_grid.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace affine_grid {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    requireIndexType(c, 1);
    DType const type = c.type(0).dtype;
    auto const size = elementsOf(c, 1);
    if (!size) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    if (size->size() != 4 && size->size() != 5)
        c.fail(Message::kShape, "the size of an affine grid", "4 or 5 numbers", fmt::format("{}", size->size()));
    auto const axes = static_cast<int64_t>(size->size()) - 2;
    if (c.type(0).ranked()) {
        c.requireRank(0, 3, 3);
        Dims const& theta = c.dims(0);
        if ((theta[1].isConst() && !theta[1].is(axes)) || (theta[2].isConst() && !theta[2].is(axes + 1)))
            c.fail(Message::kShape, "the matrices of an affine grid", fmt::format("[N, {}, {}]", axes, axes + 1),
                   textOfDims(theta));
    }
    Dims out{(*size)[0]};
    out.insert(out.end(), size->begin() + 2, size->end());
    out.emplace_back(axes);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace affine_grid

void affine_grid_op(KernelTable& table) {
    static OpDef const kOp{.name = "affine_grid",
                           .attrs = &attrType<affine_grid::Attributes>(),
                           .infer = affine_grid::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops
