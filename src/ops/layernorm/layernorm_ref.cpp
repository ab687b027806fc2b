// SPDX-License-Identifier: Apache-2.0
// Reference layernorm: mean, then variance about it, then the result, each pass in double.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/layernorm/layernorm.h"

#include <cmath>
#include <vector>

namespace tenon::ops {
namespace layernorm {
namespace {

/// Element of a tensor that broadcasts to x, for each element of x.
template <class T>
struct Broadcast {
    T const* data = nullptr;
    std::vector<int64_t> steps; ///< per axis of x; 0 where the tensor has dim 1 or no such axis
    std::span<int64_t const> dims;

    Broadcast(Tensor const& t, std::span<int64_t const> full)
        : data(t.as<T const>()), steps(full.size(), 0), dims(full) {
        int64_t step = 1;
        for (size_t i = 0; i < static_cast<size_t>(t.rank); ++i) { // from the last axis on
            int64_t const dim = t.dims[static_cast<size_t>(t.rank) - 1 - i];
            steps[full.size() - 1 - i] = dim == 1 ? 0 : step;
            step *= dim;
        }
    }
    double at(int64_t element) const {
        int64_t offset = 0;
        for (size_t i = dims.size(); i-- > 0; element /= dims[i])
            offset += element % dims[i] * steps[i];
        return static_cast<double>(data[offset]);
    }
};

template <class T>
void compute(Attributes const& attrs, Args const& args) {
    Tensor const& x = args.inputs[0];
    auto const axis = static_cast<size_t>(attrs.axis < 0 ? attrs.axis + x.rank : attrs.axis);
    int64_t rows = 1, count = 1;
    for (size_t i = 0; i < static_cast<size_t>(x.rank); ++i)
        (i < axis ? rows : count) *= x.dims[i];
    Broadcast<T> const scale(args.inputs[1], x.shape());
    Broadcast<T> const bias(args.has(2) ? args.inputs[2] : args.inputs[1], x.shape());
    for (int64_t r = 0; r < rows; ++r) {
        T const* const from = x.as<T const>() + r * count;
        double mean = 0, variance = 0;
        for (int64_t i = 0; i < count; ++i)
            mean += static_cast<double>(from[i]);
        mean = attrs.centred ? mean / static_cast<double>(count) : 0;
        for (int64_t i = 0; i < count; ++i)
            variance += (static_cast<double>(from[i]) - mean) * (static_cast<double>(from[i]) - mean);
        double const factor = 1.0 / std::sqrt(variance / static_cast<double>(count) + attrs.epsilon);
        for (int64_t i = 0; i < count; ++i) {
            double v = (static_cast<double>(from[i]) - mean) * factor * scale.at(r * count + i);
            if (args.has(2))
                v += bias.at(r * count + i);
            if constexpr (std::is_same_v<T, double>)
                args.outputs[0].as<T>()[r * count + i] = v;
            else
                args.outputs[0].as<T>()[r * count + i] = T(static_cast<float>(v));
        }
        for (size_t k = 1; k < args.outputCount; ++k)
            if (args.outputs[k].present())
                args.outputs[k].as<float>()[r] = static_cast<float>(k == 1 ? mean : factor);
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
} // namespace layernorm

void layernorm_ref(KernelTable& table) {
    table.add(referenceKernel<layernorm::Attributes>("layernorm", "layernorm.ref", layernorm::run));
}

} // namespace tenon::ops
