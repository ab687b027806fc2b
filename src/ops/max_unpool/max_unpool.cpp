// SPDX-License-Identifier: Apache-2.0
// Definition of max_unpool.
#include "ops/max_unpool/max_unpool.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace max_unpool {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    static constexpr DType kIndex[] = {DType::kI64};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    c.requireType(1, kIndex);
    if (c.has(2))
        c.requireType(2, kIndex);
    DType const type = c.type(0).dtype;
    if (!c.type(0).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 3, 64);
    Dims const& x = c.dims(0);
    size_t const axes = x.size() - 2;
    a.window.check(axes);
    if (a.window.kernel.empty())
        c.fail(Message::kAttribute, "the kernel of an unpooling", "kernel_shape", "nothing");
    if (c.has(2)) {
        auto const dims = elementsOf(c, 2);
        if (dims && dims->size() != x.size())
            c.fail(Message::kShape, "the dims of an unpooling", fmt::format("{} numbers", x.size()),
                   fmt::format("{}", dims->size()));
        c.setOut(0, type, dims ? *dims : newSymbols(c, c.type(0).rank()));
        return;
    }
    Dims out{x[0], x[1]};
    for (size_t i = 0; i < axes; ++i)
        out.push_back(a.outDim(i, axes, x[i + 2]));
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace max_unpool

void max_unpool_op(KernelTable& table) {
    static OpDef const kOp{.name = "max_unpool",
                           .attrs = &attrType<max_unpool::Attributes>(),
                           .infer = max_unpool::infer,
                           .minInputs = 2,
                           .maxInputs = 3,
                           .shapeInputs = 1u << 2};
    table.add(kOp);
}

} // namespace tenon::ops
