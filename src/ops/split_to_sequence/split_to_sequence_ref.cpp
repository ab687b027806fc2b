// SPDX-License-Identifier: Apache-2.0
// Reference split_to_sequence.
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/split_to_sequence/split_to_sequence.h"

#include <algorithm>

namespace tenon::ops {
namespace split_to_sequence {
namespace {

bool refuse(Args const& args, char const* what) {
    return args.failure->set(Message::kRunFailed, "split_to_sequence: %s", what);
}

bool sizesOf(Args const& args, int64_t dim, std::vector<int64_t>& sizes) {
    if (args.has(1) && args.inputs[1].rank == 1) {
        sizes = integersOf(args.inputs[1]);
    } else {
        int64_t const size = args.has(1) ? integerAt(args.inputs[1], 0) : 1;
        if (size <= 0)
            return refuse(args, "the size of the parts is not positive");
        for (int64_t left = dim; left > 0; left -= size)
            sizes.push_back(std::min(size, left));
    }
    int64_t left = dim;
    for (int64_t s : sizes) {
        if (s < 0 || s > left)
            return refuse(args, "the sizes of the parts do not add up to the dim");
        left -= s;
    }
    return left == 0 || refuse(args, "the sizes of the parts do not add up to the dim");
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const axis = axisOf(a.axis, in.rank);
    std::vector<int64_t> sizes;
    if (!sizesOf(args, in.dims[axis], sizes))
        return false;
    auto const strides = rowMajorStrides(in.shape());
    std::vector<Box> items;
    int64_t first = 0;
    for (int64_t size : sizes) {
        Box& item = items.emplace_back();
        std::vector<int64_t> dims(in.shape().begin(), in.shape().end());
        dims[axis] = size;
        item.setTensor(in.dtype, dims);
        copyView(in, tensorOf(item), {dims, strides, first * strides[axis]});
        if (!args.has(1) && !a.keepdims)
            item.dims.erase(item.dims.begin() + static_cast<std::ptrdiff_t>(axis));
        first += size;
    }
    return setSequence(args.outputs[0], in.dtype, std::move(items), args.failure);
}

} // namespace
} // namespace split_to_sequence

void split_to_sequence_ref(KernelTable& table) {
    table.add(referenceKernel<split_to_sequence::Attributes>("split_to_sequence", "split_to_sequence.ref",
                                                             split_to_sequence::run));
}

} // namespace tenon::ops
