// SPDX-License-Identifier: Apache-2.0
// Reference random.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/random/random.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <random>

namespace tenon::ops {
namespace draws {
namespace {

/// SplitMix64: number `index` of the sequence that begins at `seed`.
uint64_t bits(uint64_t seed, uint64_t index) {
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// In [0, 1).
double uniform(uint64_t seed, uint64_t index) {
    return static_cast<double>(bits(seed, index) >> 11) * 0x1p-53;
}

/// Mean 0, deviation 1 (Box and Muller).
double normal(uint64_t seed, uint64_t index) {
    constexpr double kTurn = 6.283185307179586;
    double const radius = std::sqrt(-2 * std::log(1 - uniform(seed, 2 * index)));
    return radius * std::cos(kTurn * uniform(seed, 2 * index + 1));
}

uint64_t newSeed() {
    static std::atomic<uint64_t> next{std::random_device{}()};
    return bits(next.fetch_add(1, std::memory_order_relaxed), 0);
}

/// Draws from each row of logarithms of probabilities.
void multinomial(Attributes const& a, Tensor const& x, uint64_t seed, Tensor const& y) {
    int64_t const classes = x.dims[1];
    std::vector<double> sums(static_cast<size_t>(classes));
    for (int64_t row = 0; row < x.dims[0]; ++row) {
        double top = -INFINITY, total = 0;
        for (int64_t c = 0; c < classes; ++c)
            top = std::max(top, numberAt(x, row * classes + c));
        for (int64_t c = 0; c < classes; ++c)
            sums[static_cast<size_t>(c)] = total += std::exp(numberAt(x, row * classes + c) - top);
        for (int64_t i = 0; i < a.samples; ++i) {
            double const u = total * uniform(seed, static_cast<uint64_t>(row * a.samples + i));
            auto const at = std::upper_bound(sums.begin(), sums.end(), u) - sums.begin();
            setNumber(y, row * a.samples + i, static_cast<double>(std::min<int64_t>(at, classes - 1)));
        }
    }
}

bool run(Attributes const& a, Args const& args) {
    std::vector<int64_t> dims = a.shape;
    if (args.has(0))
        dims.assign(args.inputs[0].shape().begin(), args.inputs[0].shape().end());
    if (a.kind == Kind::kMultinomial)
        dims[1] = a.samples;
    Tensor out;
    if (!resize(args.outputs[0], a.dtype, dims, args.failure, out))
        return false;
    uint64_t const seed = a.seed ? std::bit_cast<uint64_t>(*a.seed) : newSeed();
    if (a.kind == Kind::kMultinomial) {
        if (args.inputs[0].dims[1] == 0 && out.elements() != 0)
            return args.failure->set(Message::kShape, "random: there is no class to draw");
        multinomial(a, args.inputs[0], seed, out);
        return true;
    }
    for (int64_t i = 0; i < out.elements(); ++i) {
        auto const index = static_cast<uint64_t>(i);
        double value = 0;
        if (a.kind == Kind::kUniform)
            value = a.first + (a.second - a.first) * uniform(seed, index);
        else if (a.kind == Kind::kNormal)
            value = a.first + a.second * normal(seed, index);
        else
            value = uniform(seed, index) < numberAt(args.inputs[0], i) ? 1 : 0;
        setNumber(out, i, value);
    }
    return true;
}

} // namespace
} // namespace draws

void random_ref(KernelTable& table) {
    table.add(referenceKernel<draws::Attributes>("random", "random.ref", draws::run));
}

} // namespace tenon::ops
