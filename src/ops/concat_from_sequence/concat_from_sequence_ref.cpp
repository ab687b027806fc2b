// SPDX-License-Identifier: Apache-2.0
// Reference concat_from_sequence: the dims follow from the tensors that are there.
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/concat_from_sequence/concat_from_sequence.h"

namespace tenon::ops {
namespace concat_from_sequence {
namespace {

bool refuse(Args const& args, char const* what) {
    return args.failure->set(Message::kRunFailed, "concat_from_sequence: %s", what);
}

/// Dims of an item as the result sees them: with a dim of 1 at a new axis.
std::vector<int64_t> dimsOf(Box const& item, bool newAxis, size_t axis) {
    std::vector<int64_t> dims = item.dims;
    if (newAxis)
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    return dims;
}

bool joinedDims(Attributes const& a, Args const& args, size_t axis, std::vector<int64_t>& dims) {
    auto const& items = args.inputs[0].box->items;
    dims = dimsOf(items[0], a.newAxis, axis);
    for (size_t i = 1; i < items.size(); ++i) {
        if (items[i].dims.size() != items[0].dims.size())
            return refuse(args, "the tensors have different ranks");
        auto const more = dimsOf(items[i], a.newAxis, axis);
        for (size_t d = 0; d < dims.size(); ++d) {
            if (d != axis && more[d] != dims[d])
                return refuse(args, "the tensors have different dims along an axis that is not joined");
            dims[d] += d == axis ? more[d] : 0;
        }
    }
    return true;
}

bool run(Attributes const& a, Args const& args) {
    auto& items = args.inputs[0].box->items;
    if (items.empty())
        return refuse(args, "the sequence is empty, so the result has no shape");
    int64_t const rank = static_cast<int64_t>(items[0].dims.size()) + (a.newAxis ? 1 : 0);
    if (a.axis < -rank || a.axis >= rank)
        return refuse(args, "the axis lies outside the rank of the tensors");
    auto const axis = axisOf(a.axis, rank);
    std::vector<int64_t> dims;
    Tensor out;
    if (!joinedDims(a, args, axis, dims) || !resize(args.outputs[0], items[0].dtype, dims, args.failure, out))
        return false;
    int64_t const outer = product(dims, 0, axis);
    int64_t to = 0;
    for (int64_t o = 0; o < outer; ++o)
        for (Box& item : items) {
            Tensor const in = tensorOf(item);
            ElementCopy const copy(in, out);
            int64_t const row = product(in.shape(), axis, in.shape().size());
            for (int64_t i = 0; i < row; ++i)
                copy(o * row + i, to++);
        }
    return true;
}

} // namespace
} // namespace concat_from_sequence

void concat_from_sequence_ref(KernelTable& table) {
    table.add(referenceKernel<concat_from_sequence::Attributes>("concat_from_sequence", "concat_from_sequence.ref",
                                                                concat_from_sequence::run));
}

} // namespace tenon::ops
