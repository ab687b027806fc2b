// SPDX-License-Identifier: Apache-2.0
// Reference det: elimination with the largest pivot of each column, in double. Of an empty matrix it is 1.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace det {
namespace {

double determinant(double* m, int64_t n) {
    double out = 1;
    for (int64_t k = 0; k < n; ++k) {
        int64_t pivot = k;
        for (int64_t r = k + 1; r < n; ++r)
            if (std::fabs(m[r * n + k]) > std::fabs(m[pivot * n + k]))
                pivot = r;
        double const top = m[pivot * n + k];
        if (top == 0)
            return 0;
        if (pivot != k) {
            std::swap_ranges(m + k * n, m + k * n + n, m + pivot * n);
            out = -out;
        }
        out *= top;
        for (int64_t r = k + 1; r < n; ++r) {
            double const factor = m[r * n + k] / top;
            for (int64_t c = k; c < n; ++c)
                m[r * n + c] -= factor * m[k * n + c];
        }
    }
    return out;
}

bool run(NoAttrs const&, Args const& args) {
    Tensor const& x = args.inputs[0];
    int64_t const n = x.dims[x.rank - 1];
    if (x.dims[x.rank - 2] != n)
        return args.failure->set(Message::kShape, "det: a matrix of %lld rows and %lld columns",
                                 static_cast<long long>(x.dims[x.rank - 2]), static_cast<long long>(n));
    std::vector<double> all = numbersOf(x);
    int64_t const count = product(x.shape(), 0, x.shape().size() - 2);
    for (int64_t i = 0; i < count; ++i)
        setNumber(args.outputs[0], i, determinant(all.data() + i * n * n, n));
    return true;
}

} // namespace
} // namespace det

void det_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("det", "det.ref", det::run));
}

} // namespace tenon::ops
