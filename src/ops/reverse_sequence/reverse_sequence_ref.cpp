// SPDX-License-Identifier: Apache-2.0
// Reference reverse_sequence.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace tenon::ops {
namespace reverse_sequence {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &lengths = args.inputs[1];
    auto const batch = static_cast<size_t>(a.batch_axis), time = static_cast<size_t>(a.time_axis);
    auto const strides = rowMajorStrides(in.shape());
    if (lengths.elements() != in.dims[batch])
        return args.failure->set(Message::kRunFailed, "reverse_sequence: as many lengths as batch entries are needed");
    int64_t const inner = product(in.shape(), 2, in.shape().size());
    ElementCopy const copy(in, args.outputs[0]);
    for (int64_t b = 0; b < in.dims[batch]; ++b) {
        int64_t const length = integerAt(lengths, b);
        if (length < 0 || length > in.dims[time])
            return args.failure->set(Message::kIndexRange,
                                     "reverse_sequence: the length %lld lies outside the range [0, %lld]",
                                     static_cast<long long>(length), static_cast<long long>(in.dims[time]));
        for (int64_t t = 0; t < in.dims[time]; ++t)
            for (int64_t i = 0; i < inner; ++i) {
                int64_t const from = t < length ? length - 1 - t : t;
                copy(b * strides[batch] + from * strides[time] + i, b * strides[batch] + t * strides[time] + i);
            }
    }
    return true;
}

} // namespace
} // namespace reverse_sequence

void reverse_sequence_ref(KernelTable& table) {
    table.add(referenceKernel<reverse_sequence::Attributes>("reverse_sequence", "reverse_sequence.ref",
                                                            reverse_sequence::run));
}

} // namespace tenon::ops
