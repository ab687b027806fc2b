// SPDX-License-Identifier: Apache-2.0
// Definition of depth_to_space: [N, C, H, W] to [N, C / b^2, H * b, W * b].
#include "ops/depth_to_space/depth_to_space.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace depth_to_space {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type const& in = tensorType(c, 0);
    if (!in.ranked())
        return c.setOut(0, in.dtype, std::nullopt);
    c.requireRank(0, 4, 4);
    int64_t const b = attrs.as<Attributes>().blocksize;
    if (b < 1 || b > 32768)
        c.fail(Message::kAttribute, "the block size is out of range", "1 to 32768", fmt::format("{}", b));
    Dims const& d = *in.dims;
    if (d[1].isConst() && d[1].value() % (b * b) != 0)
        c.fail(Message::kShape, fmt::format("{} channels are no whole number of {} x {} blocks", d[1].value(), b, b));
    c.setOut(0, in.dtype, Dims{d[0], floorDiv(d[1], b * b), d[2] * b, d[3] * b});
}

} // namespace
} // namespace depth_to_space

void depth_to_space_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "depth_to_space", .attrs = &attrType<depth_to_space::Attributes>(), .infer = depth_to_space::infer};
    table.add(kOp);
}

} // namespace tenon::ops
