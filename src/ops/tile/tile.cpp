// SPDX-License-Identifier: Apache-2.0
// Definition of tile: the operand repeated along every axis, as often as operand 1 says.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"
#include "shape/strided.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace tile {
namespace {

/// Two axes for each: the repetition, with stride 0, then the operand's own.
void tileContent(InferContext& c) {
    Dims const* content = c.content(0);
    if (content == nullptr || !keepsContent(c, 0))
        return;
    auto const in = *numbersOf(*c.type(0).dims), out = *numbersOf(*c.out(0).type.dims);
    setContent(c, 0, tiled(in, out).pick(*content));
}

void infer(Attrs const&, InferContext& c) {
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    if (!in.ranked())
        return c.setOut(0, in.dtype, std::nullopt);
    Dims const* repeats = c.content(1);
    if (repeats == nullptr)
        return c.setOut(0, in.dtype, newSymbols(c, in.rank()));
    if (static_cast<int64_t>(repeats->size()) != in.rank())
        c.fail(Message::kShape, fmt::format("{} repetitions for a tensor of rank {}", repeats->size(), in.rank()));
    Dims dims = *in.dims;
    for (size_t i = 0; i < dims.size(); ++i) {
        if ((*repeats)[i].isConst() && (*repeats)[i].value() < 0)
            c.fail(Message::kShape, "a negative number of repetitions", "0 or more", textOfDims(*repeats));
        dims[i] = dims[i] * (*repeats)[i];
    }
    c.setOut(0, in.dtype, std::move(dims));
    tileContent(c);
}

} // namespace
} // namespace tile

void tile_op(KernelTable& table) {
    static OpDef const kOp{.name = "tile",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = tile::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops
