// SPDX-License-Identifier: Apache-2.0
// Reference lrn: sums in double.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/lrn/lrn.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace lrn {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    int64_t const channels = x.dims[1], pixels = product(x.shape(), 2, x.shape().size());
    int64_t const before = (a.size - 1) / 2, after = a.size / 2; // the greater half lies behind
    for (int64_t i = 0; i < x.elements(); ++i) {
        int64_t const c = i / pixels % channels, first = std::max<int64_t>(0, c - before);
        int64_t const last = std::min(channels - 1, c + after);
        double sum = 0;
        for (int64_t k = first; k <= last; ++k) {
            double const v = numberAt(x, i + (k - c) * pixels);
            sum += v * v;
        }
        double const divisor = std::pow(a.bias + a.alpha / static_cast<double>(a.size) * sum, a.beta);
        setNumber(args.outputs[0], i, numberAt(x, i) / divisor);
    }
    return true;
}

} // namespace
} // namespace lrn

void lrn_ref(KernelTable& table) {
    table.add(referenceKernel<lrn::Attributes>("lrn", "lrn.ref", lrn::run));
}

} // namespace tenon::ops
