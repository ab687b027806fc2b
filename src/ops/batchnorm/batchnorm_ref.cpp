// SPDX-License-Identifier: Apache-2.0
// Reference batchnorm: element by element in double; parameters may have another floating type than x.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/batchnorm/batchnorm.h"

#include <cmath>

namespace tenon::ops {
namespace batchnorm {
namespace {

double element(Tensor const& t, int64_t i) {
    double out = 0;
    withType(t.dtype, [&](auto sample) { out = static_cast<double>(t.as<decltype(sample) const>()[i]); });
    return out;
}

template <class T>
void compute(Attributes const& attrs, Args const& args) {
    Tensor const& x = args.inputs[0];
    int64_t const channels = x.rank > 1 ? x.dims[1] : 1;
    int64_t inner = 1;
    for (int32_t i = 2; i < x.rank; ++i)
        inner *= x.dims[i];
    for (int64_t n = 0; n < x.dims[0]; ++n)
        for (int64_t c = 0; c < channels; ++c) {
            double const mean = element(args.inputs[3], c), bias = element(args.inputs[2], c);
            double const factor = element(args.inputs[1], c) / std::sqrt(element(args.inputs[4], c) + attrs.epsilon);
            for (int64_t i = (n * channels + c) * inner, end = i + inner; i < end; ++i) {
                double const v = (static_cast<double>(x.as<T const>()[i]) - mean) * factor + bias;
                if constexpr (std::is_same_v<T, double>)
                    args.outputs[0].as<T>()[i] = v;
                else
                    args.outputs[0].as<T>()[i] = T(static_cast<float>(v));
            }
        }
}

bool run(Attributes const& attrs, Args const& args) {
    return withType(args.inputs[0].dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            compute<T>(attrs, args);
    });
}

} // namespace
} // namespace batchnorm

void batchnorm_ref(KernelTable& table) {
    table.add(referenceKernel<batchnorm::Attributes>("batchnorm", "batchnorm.ref", batchnorm::run));
}

} // namespace tenon::ops
