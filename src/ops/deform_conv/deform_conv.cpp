// SPDX-License-Identifier: Apache-2.0
// Definition of deform_conv.
#include "ops/deform_conv/deform_conv.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace deform_conv {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    bool ranked = c.type(0).ranked();
    for (size_t i = 1; i < 5; ++i)
        if (i < 3 || c.has(i)) {
            c.requireType(i, {&type, 1});
            ranked = ranked && c.type(i).ranked();
        }
    if (!ranked) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    int64_t const rank = c.type(1).rank();
    c.requireRank(1, 3, 8);
    c.requireRank(0, rank, rank);
    c.requireRank(2, rank, rank);
    if (c.has(4))
        c.requireRank(4, rank, rank);
    if (a.group < 1 || a.offsetGroup < 1)
        c.fail(Message::kAttribute, "group and offset_group must be positive", "1 or more",
               fmt::format("{}, {}", a.group, a.offsetGroup));
    Dims const &x = c.dims(0), &w = c.dims(1);
    size_t const axes = w.size() - 2;
    a.window.check(axes);
    Dims out{x[0], w[0]};
    for (size_t i = 0; i < axes; ++i) {
        DimExpr const kernel = a.window.kernel.empty() ? w[i + 2] : DimExpr(a.window.kernel[i]);
        if (!kernel.isConst() || (w[i + 2].isConst() && kernel != w[i + 2]))
            c.fail(Message::kShape, "the kernel's size", "weights of constant dims that agree with kernel_shape",
                   textOfDims(w));
        out.push_back(a.window.outDim(i, axes, kernel.value(), x[i + 2]));
    }
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace deform_conv

void deform_conv_op(KernelTable& table) {
    static OpDef const kOp{.name = "deform_conv",
                           .attrs = &attrType<deform_conv::Attributes>(),
                           .infer = deform_conv::infer,
                           .minInputs = 3,
                           .maxInputs = 5};
    table.add(kOp);
}

} // namespace tenon::ops
