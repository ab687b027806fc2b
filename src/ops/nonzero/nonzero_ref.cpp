// SPDX-License-Identifier: Apache-2.0
// Reference nonzero: sets the dims of its result itself.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace nonzero {
namespace {

bool isNonZero(Tensor const& tensor, int64_t i) {
    bool out = false;
    withType(tensor.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            out = tensor.as<T const>()[i] != T{};
        else
            out = static_cast<double>(tensor.as<T const>()[i]) != 0;
    });
    return out;
}

bool run(NoAttrs const&, Args const& args) {
    Tensor const& in = args.inputs[0];
    std::vector<int64_t> found;
    for (int64_t i = 0; i < in.elements(); ++i)
        if (isNonZero(in, i))
            found.push_back(i);
    auto const count = static_cast<int64_t>(found.size());
    int64_t const dims[] = {in.rank, count};
    Tensor out;
    if (!resize(args.outputs[0], DType::kI64, dims, args.failure, out))
        return false;
    auto const strides = rowMajorStrides(in.shape());
    for (int32_t axis = 0; axis < in.rank; ++axis)
        for (int64_t i = 0; i < count; ++i)
            out.as<int64_t>()[axis * count + i] =
                found[static_cast<size_t>(i)] / strides[static_cast<size_t>(axis)] % in.dims[axis];
    return true;
}

} // namespace
} // namespace nonzero

void nonzero_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("nonzero", "nonzero.ref", nonzero::run));
}

} // namespace tenon::ops
