// SPDX-License-Identifier: Apache-2.0
// Reference pool: visits the taps of each window that lie inside the input; any number of spatial axes.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/pool/pool.h"

#include <cmath>
#include <limits>
#include <vector>

namespace tenon::ops {
namespace pool {
namespace {

/// The taps of one window: where they lie, and how many there are inside the padded input.
struct Taps {
    std::vector<int64_t> inside; ///< row-major offsets in the image
    int64_t padded = 0;
};

void visit(std::vector<WindowAxis> const& axes, int64_t position, Taps& taps) {
    taps.inside.clear();
    taps.padded = 0;
    int64_t count = 1;
    for (WindowAxis const& a : axes)
        count *= a.kernel;
    for (int64_t t = 0; t < count; ++t) {
        int64_t at = 0, step = 1, p = position, k = t;
        bool inside = true, padded = true;
        for (size_t i = axes.size(); i-- > 0;) {
            WindowAxis const& a = axes[i];
            int64_t const in = a.at(p % a.out, k % a.kernel);
            inside = inside && in >= 0 && in < a.in;
            padded = padded && in < a.in + a.after;
            at += in * step;
            step *= a.in;
            p /= a.out;
            k /= a.kernel;
        }
        taps.padded += padded;
        if (inside)
            taps.inside.push_back(at);
    }
}

/// The index that a row-major offset has when the first axis counts fastest.
int64_t columnMajor(std::vector<WindowAxis> const& axes, int64_t at) {
    int64_t out = 0, step = 1;
    std::vector<int64_t> index(axes.size());
    for (size_t i = axes.size(); i-- > 0; at /= axes[i].in)
        index[i] = at % axes[i].in;
    for (size_t i = 0; i < axes.size(); step *= axes[i++].in)
        out += index[i] * step;
    return out;
}

/// The greatest of no values.
template <class T>
T least() {
    if constexpr (std::is_integral_v<T>)
        return std::numeric_limits<T>::lowest();
    else
        return T(-INFINITY);
}

template <class T>
int64_t greatest(T const* image, Taps const& taps) {
    int64_t best = taps.inside.empty() ? -1 : taps.inside[0];
    for (int64_t at : taps.inside)
        if (image[at] > image[best] || (image[at] != image[at] && image[best] == image[best]))
            best = at;
    return best;
}

template <class T>
double summary(Attributes const& a, T const* image, Taps const& taps) {
    double sum = 0;
    for (int64_t at : taps.inside) {
        auto const v = static_cast<double>(image[at]);
        sum += a.kind == Kind::kAverage ? v : std::pow(std::abs(v), static_cast<double>(a.p));
    }
    if (a.kind == Kind::kLp)
        return std::pow(sum, 1.0 / static_cast<double>(a.p));
    return taps.inside.empty()
               ? 0.0
               : sum / static_cast<double>(a.countIncludePad ? taps.padded : static_cast<int64_t>(taps.inside.size()));
}

template <class T>
void compute(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &y = args.outputs[0];
    std::vector<WindowAxis> axes;
    int64_t image = 1, positions = 1;
    auto const count = static_cast<size_t>(x.rank - 2);
    for (size_t i = 0; i < count; ++i) {
        axes.push_back(a.axis(i, count, x.dims[i + 2]));
        image *= axes[i].in;
        positions *= axes[i].out;
    }
    bool const indices = args.outputCount > 1 && args.outputs[1].present();
    Taps taps;
    for (int64_t p = 0; p < positions; ++p) {
        visit(axes, p, taps);
        for (int64_t i = 0; i < x.dims[0] * x.dims[1]; ++i) {
            T const* const from = x.as<T const>() + i * image;
            T& to = y.as<T>()[i * positions + p];
            if (a.kind == Kind::kMax) {
                int64_t const best = greatest(from, taps);
                to = best < 0 ? least<T>() : from[best];
                if (indices)
                    args.outputs[1].as<int64_t>()[i * positions + p] =
                        i * image + (a.columnMajor ? columnMajor(axes, best) : best);
            } else if constexpr (std::is_same_v<T, double>) {
                to = summary(a, from, taps);
            } else {
                to = T(static_cast<float>(summary(a, from, taps)));
            }
        }
    }
}

bool run(Attributes const& attrs, Args const& args) {
    return withType(args.inputs[0].dtype, [&](auto sample) { compute<decltype(sample)>(attrs, args); });
}

} // namespace
} // namespace pool

void pool_ref(KernelTable& table) {
    table.add(referenceKernel<pool::Attributes>("pool", "pool.ref", pool::run));
}

} // namespace tenon::ops
