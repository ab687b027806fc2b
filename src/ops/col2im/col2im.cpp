// SPDX-License-Identifier: Apache-2.0
// Definition of col2im.
#include "ops/col2im/col2im.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace col2im {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,
                                       DType::kI16, DType::kI32, DType::kI64, DType::kU8,   DType::kU16,
                                       DType::kU32, DType::kU64, DType::kBool};
    c.requireType(0, kTypes);
    requireIndexType(c, 1);
    requireIndexType(c, 2);
    DType const type = c.type(0).dtype;
    auto const image = elementsOf(c, 1), block = elementsOf(c, 2);
    if (!image || !block || !c.type(0).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 3, 3);
    if (image->size() != block->size())
        c.fail(Message::kShape, "the block has another rank than the image", fmt::format("{} numbers", image->size()),
               fmt::format("{}", block->size()));
    attrs.as<Attributes>().window.check(image->size());
    Dims out{c.dims(0)[0], floorDiv(c.dims(0)[1], volume(*block))};
    out.insert(out.end(), image->begin(), image->end());
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace col2im

void col2im_op(KernelTable& table) {
    static OpDef const kOp{.name = "col2im",
                           .attrs = &attrType<col2im::Attributes>(),
                           .infer = col2im::infer,
                           .minInputs = 3,
                           .maxInputs = 3,
                           .shapeInputs = 0b110u};
    table.add(kOp);
}

} // namespace tenon::ops
