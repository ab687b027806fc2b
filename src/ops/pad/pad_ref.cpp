// SPDX-License-Identifier: Apache-2.0
// Reference pad: every element of the result asks each axis where it comes from.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/pad/pad.h"

#include <cstring>

namespace tenon::ops {
namespace pad {
namespace {

bool beginsOf(Args const& args, std::vector<int64_t>& begins) {
    for (int64_t i = 0; i < args.inputs[1].elements() / 2; ++i) {
        size_t axis = 0;
        if (!axisAt(args, 3, i, static_cast<int64_t>(begins.size()), axis))
            return false;
        begins[axis] = integerAt(args.inputs[1], i);
    }
    return true;
}

/// A tensor of one element that holds the attribute's value.
Box valueBox(DType type, double value) {
    Box box;
    box.setTensor(type, {});
    if (type != DType::kString)
        std::memset(box.data(), 0, static_cast<size_t>(box.bytes()));
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        T number{};
        if constexpr (std::is_arithmetic_v<T>)
            number = static_cast<T>(value);
        else
            number = T(static_cast<float>(value));
        std::memcpy(box.data(), &number, sizeof number);
    });
    return box;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    size_t const rank = in.shape().size();
    std::vector<int64_t> begins(rank, 0);
    if (!beginsOf(args, begins))
        return false;
    auto const strides = rowMajorStrides(in.shape());
    Box fill = valueBox(in.dtype, a.value);
    Tensor const value = args.has(2) ? args.inputs[2] : tensorOf(fill);
    ElementCopy const fromData(in, out), fromValue(value, out);
    std::vector<int64_t> const outStrides = rowMajorStrides(out.shape());
    for (int64_t to = 0; to < out.elements(); ++to) {
        int64_t from = 0;
        bool inside = true;
        for (size_t i = 0; i < rank && inside; ++i) {
            int64_t const at = sourceOf(a.mode, to / outStrides[i] % out.dims[i] - begins[i], in.dims[i]);
            inside = at >= 0;
            from += at * strides[i];
        }
        if (inside)
            fromData(from, to);
        else
            fromValue(0, to);
    }
    return true;
}

} // namespace
} // namespace pad

void pad_ref(KernelTable& table) {
    table.add(referenceKernel<pad::Attributes>("pad", "pad.ref", pad::run));
}

} // namespace tenon::ops
