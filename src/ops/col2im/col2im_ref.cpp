// SPDX-License-Identifier: Apache-2.0
// Reference col2im: sums in double.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/col2im/col2im.h"

namespace tenon::ops {
namespace col2im {
namespace {

bool run(Attributes const& attrs, Args const& args) {
    Tensor const& x = args.inputs[0];
    auto const image = integersOf(args.inputs[1]), block = integersOf(args.inputs[2]);
    size_t const axes = image.size();
    std::vector<WindowAxis> window;
    int64_t places = 1, taps = 1;
    for (size_t i = 0; i < axes; ++i) {
        if (image[i] < 0 || block[i] < 1)
            return args.failure->set(Message::kShape, "col2im: an image of %lld in blocks of %lld",
                                     static_cast<long long>(image[i]), static_cast<long long>(block[i]));
        window.push_back(attrs.window.resolve(i, axes, block[i], image[i]));
        places *= window[i].out;
        taps *= block[i];
    }
    if (x.dims[1] % taps != 0 || x.dims[2] != places)
        return args.failure->set(Message::kShape, "col2im: [%lld, %lld] is not %lld places of blocks of %lld",
                                 static_cast<long long>(x.dims[1]), static_cast<long long>(x.dims[2]),
                                 static_cast<long long>(places), static_cast<long long>(taps));
    std::vector<int64_t> dims{x.dims[0], x.dims[1] / taps};
    dims.insert(dims.end(), image.begin(), image.end());
    Tensor out;
    if (!resize(args.outputs[0], x.dtype, dims, args.failure, out))
        return false;
    std::vector<double> sums(static_cast<size_t>(out.elements()), 0);
    int64_t const pixels = product(dims, 2, dims.size());
    for (int64_t line = 0; line < x.dims[0] * x.dims[1]; ++line)
        for (int64_t place = 0; place < places; ++place) {
            int64_t p = place, t = line % taps, at = 0, step = 1;
            bool inside = true;
            for (size_t i = axes; i-- > 0; p /= window[i].out, t /= block[i]) {
                int64_t const to = window[i].at(p % window[i].out, t % block[i]);
                inside = inside && to >= 0 && to < image[i];
                at += to * step;
                step *= image[i];
            }
            if (inside)
                sums[static_cast<size_t>(line / taps * pixels + at)] += numberAt(x, line * places + place);
        }
    for (size_t i = 0; i < sums.size(); ++i)
        setNumber(out, static_cast<int64_t>(i), sums[i]);
    return true;
}

} // namespace
} // namespace col2im

void col2im_ref(KernelTable& table) {
    table.add(referenceKernel<col2im::Attributes>("col2im", "col2im.ref", col2im::run));
}

} // namespace tenon::ops
