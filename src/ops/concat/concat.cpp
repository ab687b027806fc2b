// SPDX-License-Identifier: Apache-2.0
// Definition of concat: the dims along the axis add up, the others are equal.
#include "ops/concat/concat.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace concat {
namespace {

void checkOperand(InferContext& c, size_t i) {
    Type const& first = c.type(0);
    Type const& t = tensorType(c, i);
    if (t.dtype != first.dtype)
        c.fail(Message::kOperandType, fmt::format("operand {} has another type than operand 0", i), toString(first),
               toString(t));
    if (t.ranked() && first.ranked() && t.rank() != first.rank())
        c.fail(Message::kRank, fmt::format("operand {} has rank {}", i, t.rank()), fmt::format("rank {}", first.rank()),
               toString(t));
}

/// A number is preferred over an expression: where the model is right they are equal.
void join(InferContext& c, Dims& dims, size_t axis, size_t operand) {
    Dims const& more = c.dims(operand);
    for (size_t i = 0; i < dims.size(); ++i) {
        if (i == axis)
            dims[i] = dims[i] + more[i];
        else if (!dims[i].isConst())
            dims[i] = more[i].isConst() ? more[i] : dims[i];
        else if (more[i].isConst() && dims[i] != more[i])
            c.fail(Message::kShape,
                   fmt::format("operand {} differs along axis {}, which is not the one joined", operand, i),
                   textOfDims(dims), textOfDims(more));
    }
}

/// Rows of the operands' content in turn; the dims are numbers.
void joinContent(InferContext& c, size_t axis) {
    if (!keepsContent(c, 0))
        return;
    Dims const& dims = *c.out(0).type.dims;
    int64_t const outer = volume(std::span(dims).first(axis)).value();
    Dims out;
    for (int64_t o = 0; o < outer; ++o)
        for (size_t i = 0; i < c.inputs(); ++i) {
            Dims const* from = c.content(i);
            if (from == nullptr)
                return;
            auto const row = static_cast<std::ptrdiff_t>(from->size()) / outer;
            out.insert(out.end(), from->begin() + o * row, from->begin() + (o + 1) * row);
        }
    setContent(c, 0, std::move(out));
}

void infer(Attrs const& attrs, InferContext& c) {
    Type const& first = tensorType(c, 0);
    bool ranked = true;
    for (size_t i = 0; i < c.inputs(); ++i) {
        checkOperand(c, i);
        ranked = ranked && c.type(i).ranked();
    }
    if (!ranked)
        return c.setOut(0, first.dtype, std::nullopt);
    auto const axis = static_cast<size_t>(c.axis(attrs.as<Attributes>().axis, first.rank()));
    Dims dims = *first.dims;
    for (size_t i = 1; i < c.inputs(); ++i)
        join(c, dims, axis, i);
    c.setOut(0, first.dtype, std::move(dims));
    joinContent(c, axis);
}

} // namespace
} // namespace concat

void concat_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "concat", .attrs = &attrType<concat::Attributes>(), .infer = concat::infer, .maxInputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops
