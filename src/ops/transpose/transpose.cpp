// SPDX-License-Identifier: Apache-2.0
// Definition of transpose.
#include "ops/transpose/transpose.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"
#include "shape/strided.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace transpose {
namespace {

void checkPerm(InferContext& c, std::vector<int64_t> sorted, int64_t rank) {
    std::sort(sorted.begin(), sorted.end());
    bool good = sorted.empty() || static_cast<int64_t>(sorted.size()) == rank;
    for (size_t i = 0; i < sorted.size(); ++i)
        good = good && sorted[i] == static_cast<int64_t>(i);
    if (!good)
        c.fail(Message::kAttribute, "perm does not name every axis once",
               fmt::format("a permutation of 0 to {}", rank - 1));
}

void infer(Attrs const& attrs, InferContext& c) {
    Type const& in = tensorType(c, 0);
    auto const& a = attrs.as<Attributes>();
    if (!in.ranked())
        return c.setOut(0, in.dtype, std::nullopt);
    checkPerm(c, a.perm, in.rank());
    size_t const rank = in.dims->size();
    Dims dims;
    for (size_t i = 0; i < rank; ++i)
        dims.push_back((*in.dims)[a.axis(i, rank)]);
    c.setOut(0, in.dtype, std::move(dims));
    if (Dims const* content = c.content(0); content != nullptr && keepsContent(c, 0)) {
        auto const strides = rowMajorStrides(*numbersOf(*in.dims));
        Strided view{*numbersOf(*c.out(0).type.dims), {}};
        for (size_t i = 0; i < rank; ++i)
            view.strides.push_back(strides[a.axis(i, rank)]);
        setContent(c, 0, view.pick(*content));
    }
}

} // namespace
} // namespace transpose

void transpose_op(KernelTable& table) {
    static OpDef const kOp{.name = "transpose", .attrs = &attrType<transpose::Attributes>(), .infer = transpose::infer};
    table.add(kOp);
}

} // namespace tenon::ops
