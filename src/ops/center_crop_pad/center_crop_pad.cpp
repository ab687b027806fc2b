// SPDX-License-Identifier: Apache-2.0
// Definition of center_crop_pad.
#include "ops/center_crop_pad/center_crop_pad.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>
#include <numeric>

namespace tenon::ops {
namespace center_crop_pad {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    if (!in.ranked()) {
        c.setOut(0, in.dtype, std::nullopt);
        return;
    }
    std::vector<int64_t> axes = a.axes;
    if (a.allAxes) {
        axes.resize(in.dims->size());
        std::iota(axes.begin(), axes.end(), 0);
    }
    axes = axesOf(c, std::move(axes), in.rank());
    Dims out = *in.dims;
    auto const sizes = elementsOf(c, 1);
    if (sizes && sizes->size() != axes.size())
        c.fail(Message::kShape, "the new dims of a crop do not fit its axes", fmt::format("{} numbers", axes.size()),
               fmt::format("{}", sizes->size()));
    for (size_t i = 0; i < axes.size(); ++i) {
        DimExpr& dim = out[static_cast<size_t>(axes[i])];
        dim = sizes ? (*sizes)[i] : c.newSymbol();
        if (dim.isConst() && dim.value() < 0)
            c.fail(Message::kShape, "a new dim is negative", "0 or more", fmt::format("{}", dim.value()));
    }
    c.setOut(0, in.dtype, std::move(out));
}

} // namespace
} // namespace center_crop_pad

void center_crop_pad_op(KernelTable& table) {
    static OpDef const kOp{.name = "center_crop_pad",
                           .attrs = &attrType<center_crop_pad::Attributes>(),
                           .infer = center_crop_pad::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops
