// SPDX-License-Identifier: Apache-2.0
// Definition of space_to_depth: [N, C, H, W] to [N, C * b^2, H / b, W / b].
#include "ops/space_to_depth/space_to_depth.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace space_to_depth {
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
    for (size_t i : {2, 3})
        if (d[i].isConst() && d[i].value() % b != 0)
            c.fail(Message::kShape,
                   fmt::format("{} pixels along axis {} are no whole number of blocks of {}", d[i].value(), i, b));
    c.setOut(0, in.dtype, Dims{d[0], d[1] * (b * b), floorDiv(d[2], b), floorDiv(d[3], b)});
}

} // namespace
} // namespace space_to_depth

void space_to_depth_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "space_to_depth", .attrs = &attrType<space_to_depth::Attributes>(), .infer = space_to_depth::infer};
    table.add(kOp);
}

} // namespace tenon::ops
