// SPDX-License-Identifier: Apache-2.0
// Reference center_crop_pad: zeros, then what lies in both tensors.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/center_crop_pad/center_crop_pad.h"
#include "shape/strided.h"

#include <cstring>

namespace tenon::ops {
namespace center_crop_pad {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const sizes = integersOf(args.inputs[1]);
    std::vector<int64_t> dims(in.shape().begin(), in.shape().end());
    if (sizes.size() != (a.allAxes ? dims.size() : a.axes.size()))
        return args.failure->set(Message::kShape, "center_crop_pad: %zu new dims do not fit the axes", sizes.size());
    for (size_t i = 0; i < sizes.size(); ++i)
        dims[a.allAxes ? i : axisOf(a.axes[i], in.rank)] = sizes[i];
    Tensor out;
    if (!resize(args.outputs[0], in.dtype, dims, args.failure, out))
        return false;
    if (in.dtype == DType::kString)
        out.box->strings.assign(static_cast<size_t>(out.elements()), {});
    else if (int64_t const bytes = bytesFor(out.dtype, out.elements()); bytes != 0)
        std::memset(out.data, 0, static_cast<size_t>(bytes));
    auto const from = rowMajorStrides(in.shape());
    ElementCopy const copy(in, out);
    for (int64_t i = 0; i < out.elements(); ++i) {
        int64_t rest = i, at = 0;
        bool inside = true;
        for (size_t k = dims.size(); k-- > 0; rest /= dims[k]) {
            int64_t const more = dims[k] - in.dims[k]; // above 0: padding, else a crop that begins at the lower half
            int64_t const index = rest % dims[k] + (more > 0 ? -(more / 2) : -more / 2);
            inside = inside && index >= 0 && index < in.dims[k];
            at += index * from[k];
        }
        if (inside)
            copy(at, i);
    }
    return true;
}

} // namespace
} // namespace center_crop_pad

void center_crop_pad_ref(KernelTable& table) {
    table.add(
        referenceKernel<center_crop_pad::Attributes>("center_crop_pad", "center_crop_pad.ref", center_crop_pad::run));
}

} // namespace tenon::ops
