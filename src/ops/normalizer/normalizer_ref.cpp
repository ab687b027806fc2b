// SPDX-License-Identifier: Apache-2.0
// Reference normalizer, in double.
#include "ops/normalizer/normalizer.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace normalizer {
namespace {

double divisor(std::string const& norm, std::span<double const> row) {
    double out = norm == "MAX" && !row.empty() ? *std::max_element(row.begin(), row.end()) : 0;
    for (double x : row)
        out += norm == "L1" ? std::abs(x) : (norm == "L2" ? x * x : 0);
    return norm == "L2" ? std::sqrt(out) : out;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    std::vector<double> const x = numbersOf(in);
    auto const size = static_cast<size_t>(in.dims[in.rank - 1]);
    for (size_t begin = 0; begin < x.size(); begin += size) {
        double const by = divisor(a.norm, std::span(x).subspan(begin, size));
        for (size_t i = begin; i < begin + size; ++i)
            args.outputs[0].as<float>()[i] = static_cast<float>(by == 0 ? x[i] : x[i] / by);
    }
    return true;
}

} // namespace
} // namespace normalizer

void normalizer_ref(KernelTable& table) {
    table.add(referenceKernel<normalizer::Attributes>("normalizer", "normalizer.ref", normalizer::run));
}

} // namespace tenon::ops
