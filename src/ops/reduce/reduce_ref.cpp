// SPDX-License-Identifier: Apache-2.0
// Reference reduce: for each result, all its elements in order, in double (integers: 64-bit, wrapping).
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/reduce/reduce.h"

#include <cmath>
#include <limits>
#include <vector>

namespace tenon::ops {
namespace reduce {
namespace {

/// Row-major offsets of every index over some of the axes.
std::vector<int64_t> offsets(std::span<int64_t const> dims, uint64_t mask) {
    std::vector<int64_t> out{0};
    int64_t step = 1;
    for (size_t i = dims.size(); i-- > 0; step *= dims[i]) {
        if ((mask >> i & 1) == 0)
            continue;
        std::vector<int64_t> next;
        for (int64_t k = 0; k < dims[i]; ++k)
            for (int64_t at : out)
                next.push_back(at + k * step);
        out = std::move(next);
    }
    return out;
}

template <class T, class Sum>
Sum plainSum(Kind kind, T const* x, std::vector<int64_t> const& at) {
    Sum sum = kind == Kind::kProd ? 1 : 0;
    for (int64_t i : at) {
        auto const v = static_cast<Sum>(x[i]);
        if (kind == Kind::kProd)
            sum *= v;
        else if (kind == Kind::kL2 || kind == Kind::kSumSquare)
            sum += v * v;
        else if (kind == Kind::kL1)
            sum += x[i] < T{} ? Sum{} - v : v;
        else
            sum += v;
    }
    return sum;
}

template <class T>
T extreme(Kind kind, T const* x, std::vector<int64_t> const& at) {
    using Limits =
        std::numeric_limits<std::conditional_t<std::is_integral_v<T> || std::is_same_v<T, double>, T, float>>;
    auto best = T(kind == Kind::kMax ? (Limits::has_infinity ? -Limits::infinity() : Limits::lowest())
                                     : (Limits::has_infinity ? Limits::infinity() : Limits::max()));
    for (int64_t i : at) {
        T const v = x[i];
        if (v != v)
            return v;
        if (kind == Kind::kMax ? v > best : v < best)
            best = v;
    }
    return best;
}

template <class T>
double logSumExp(T const* x, std::vector<int64_t> const& at) {
    double top = -INFINITY, sum = 0;
    for (int64_t i : at)
        top = std::max(top, static_cast<double>(x[i]));
    if (std::isinf(top))
        top = 0; // all terms are zero, or one is infinite: nothing to shift
    for (int64_t i : at)
        sum += std::exp(static_cast<double>(x[i]) - top);
    return top + std::log(sum);
}

template <class T>
T finish(Kind kind, T const* x, std::vector<int64_t> const& at) {
    if (kind == Kind::kMax || kind == Kind::kMin)
        return extreme(kind, x, at);
    auto const count = static_cast<double>(at.size());
    auto result = [](double v) {
        if constexpr (std::is_integral_v<T> || std::is_same_v<T, double>)
            return static_cast<T>(v);
        else
            return T(static_cast<float>(v));
    };
    if (kind == Kind::kLogSumExp)
        return result(logSumExp(x, at));
    if constexpr (std::is_integral_v<T>) {
        auto const sum = plainSum<T, uint64_t>(kind, x, at);
        bool const isExact = kind == Kind::kSum || kind == Kind::kProd || kind == Kind::kL1 || kind == Kind::kSumSquare;
        if (isExact)
            return static_cast<T>(sum);
        double const wide =
            std::is_signed_v<T> ? static_cast<double>(static_cast<int64_t>(sum)) : static_cast<double>(sum);
        return result(kind == Kind::kMean ? (at.empty() ? 0 : wide / count)
                                          : (kind == Kind::kL2 ? std::sqrt(wide) : std::log(wide)));
    } else {
        auto const sum = plainSum<T, double>(kind, x, at);
        switch (kind) {
        case Kind::kMean:
            return result(sum / count);
        case Kind::kL2:
            return result(std::sqrt(sum));
        case Kind::kLogSum:
            return result(std::log(sum));
        default:
            return result(sum);
        }
    }
}

bool run(Attributes const& attrs, Args const& args) {
    Tensor const& x = args.inputs[0];
    std::vector<int64_t> axes = attrs.axes;
    if (args.has(1))
        axes = integersOf(args.inputs[1]);
    for (int64_t axis : axes)
        if (axis < -x.rank || axis >= x.rank)
            return args.failure->set(Message::kAxis, "reduce: the axis %lld lies outside the rank of %d",
                                     static_cast<long long>(axis), x.rank);
    uint64_t const mask = reducedAxes(attrs, axes, static_cast<size_t>(x.rank));
    std::vector<int64_t> dims;
    for (size_t i = 0; i < static_cast<size_t>(x.rank); ++i)
        if ((mask >> i & 1) == 0)
            dims.push_back(x.dims[i]);
        else if (attrs.keepDims)
            dims.push_back(1);
    Tensor y;
    if (!resize(args.outputs[0], x.dtype, dims, args.failure, y))
        return false;
    auto const reduced = offsets(x.shape(), mask);
    auto const kept = offsets(x.shape(), ~mask);
    return withType(x.dtype, [&](auto sample) {
        using T = decltype(sample);
        if (y.elements() == 0)
            return;
        for (size_t i = 0; i < kept.size(); ++i)
            y.as<T>()[i] = finish(attrs.kind, x.as<T const>() + kept[i], reduced);
    });
}

} // namespace
} // namespace reduce

void reduce_ref(KernelTable& table) {
    table.add(referenceKernel<reduce::Attributes>("reduce", "reduce.ref", reduce::run));
}

} // namespace tenon::ops
