// SPDX-License-Identifier: Apache-2.0
// Definition of roi_align: [regions, C, height, width].
#include "ops/roi_align/roi_align.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace roi_align {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    bool const whole = a.kind == Kind::kWholeMax;
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    c.requireType(1, {&type, 1});
    if (!whole)
        requireIndexType(c, 2);
    constexpr int64_t kMostPoints = 4096; // of a bin, along one axis
    if (a.sampling > kMostPoints)
        c.fail(Message::kAttribute, "the points of a bin", fmt::format("sampling_ratio of 0 to {}", kMostPoints),
               fmt::format("{}", a.sampling));
    if (a.height < 1 || a.width < 1 || a.sampling < 0 || a.height > INT32_MAX || a.width > INT32_MAX)
        c.fail(Message::kAttribute, "the size of a pooled region", "a positive height and width",
               fmt::format("{} x {}", a.height, a.width));
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 4, 4);
    c.requireRank(1, 2, 2);
    Dims const& regions = c.dims(1);
    if (regions[1].isConst() && !regions[1].is(whole ? 5 : 4))
        c.fail(Message::kShape, "regions of another form", whole ? "[regions, 5]" : "[regions, 4]",
               textOfDims(regions));
    c.setOut(0, type, Dims{regions[0], c.dims(0)[1], a.height, a.width});
}

} // namespace
} // namespace roi_align

void roi_align_op(KernelTable& table) {
    static OpDef const kOp{.name = "roi_align",
                           .attrs = &attrType<roi_align::Attributes>(),
                           .infer = roi_align::infer,
                           .minInputs = 2,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops
