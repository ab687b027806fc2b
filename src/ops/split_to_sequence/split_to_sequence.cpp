// SPDX-License-Identifier: Apache-2.0
// Definition of split_to_sequence: the tensors have known dims where all parts are surely equal.
#include "ops/split_to_sequence/split_to_sequence.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>

namespace tenon::ops {
namespace split_to_sequence {
namespace {

/// The dim of every part along the axis, where they are all the same.
std::optional<DimExpr> partDim(InferContext& c, DimExpr const& dim) {
    if (!c.has(1))
        return DimExpr(1);
    auto const sizes = numbers(c, 1);
    if (!sizes || sizes->empty() ||
        std::any_of(sizes->begin(), sizes->end(), [&](int64_t s) { return s != (*sizes)[0]; }))
        return std::nullopt;
    bool const even = c.type(1).rank() == 1 || ((*sizes)[0] > 0 && dim.isConst() && dim.value() % (*sizes)[0] == 0);
    return even ? std::optional(DimExpr((*sizes)[0])) : std::nullopt;
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type element = Type::tensor(tensorType(c, 0).dtype, std::nullopt);
    if (c.has(1)) {
        requireIndexType(c, 1);
        lengthOf(c, 1);
    }
    if (c.type(0).ranked()) {
        auto const axis = static_cast<size_t>(c.axis(a.axis, c.type(0).rank()));
        Dims dims = c.dims(0);
        auto const part = partDim(c, dims[axis]);
        if (part)
            dims[axis] = *part;
        if (!c.has(1) && !a.keepdims)
            dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
        if (part)
            element.dims = std::move(dims);
    }
    c.out(0).type = Type::sequence(std::move(element));
}

} // namespace
} // namespace split_to_sequence

void split_to_sequence_op(KernelTable& table) {
    static OpDef const kOp{.name = "split_to_sequence",
                           .attrs = &attrType<split_to_sequence::Attributes>(),
                           .infer = split_to_sequence::infer,
                           .minInputs = 1,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops
