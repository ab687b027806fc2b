// SPDX-License-Identifier: Apache-2.0
// layernorm.hwy: fp32, all dims of x; scale and bias of some dims of x that follow each other, with dims of 1 before
// and behind: those of the elements of a row, of rows, or of parts of a row.
#include "backend/cpu/lines.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/layernorm/layernorm.h"

#include <algorithm>

namespace tenon::ops {
namespace layernorm {
namespace {

/// A constant that is the number 1.
bool isOne(OperandDesc const& scale) {
    return scale.bytes != nullptr && scale.dims.empty() && *reinterpret_cast<float const*>(scale.bytes) == 1.0f;
}

/// The axes of x that scale and bias have, from `begin` to before `end`; where it is empty, they are one number.
struct Axes {
    size_t begin = 0, end = 0;
    friend bool operator==(Axes const&, Axes const&) = default;
};

size_t axisOf(Attributes const& attrs, size_t rank) {
    return static_cast<size_t>(attrs.axis < 0 ? attrs.axis + static_cast<int64_t>(rank) : attrs.axis);
}

/// None where the parameter is no contiguous pattern of rows, or of parts of a row.
std::optional<Axes> axesOf(OperandDesc const& parameter, std::vector<DimRange> const& x, size_t axis) {
    if (!parameter.ranked || !parameter.isFixed())
        return std::nullopt;
    size_t const missing = x.size() - parameter.dims.size();
    Axes out;
    for (size_t k = missing; k < x.size(); ++k) {
        if (parameter.dims[k - missing].min == 1)
            continue;
        out.begin = out.end == 0 ? k : out.begin;
        out.end = k + 1;
    }
    for (size_t k = out.begin; k < out.end; ++k)
        if (k < missing || !(parameter.dims[k - missing] == x[k]))
            return std::nullopt;
    auto areOne = [&](size_t from, size_t to) {
        return from >= to || std::all_of(x.begin() + static_cast<std::ptrdiff_t>(from),
                                         x.begin() + static_cast<std::ptrdiff_t>(to), [](DimRange const& d) {
                                             return d == DimRange{1, 1, 1};
                                         });
    };
    bool const contiguous = out.end == 0 || (areOne(axis, out.begin) && areOne(out.end, axis));
    return contiguous ? std::optional(out) : std::nullopt;
}

/// Those of scale and bias together.
std::optional<Axes> axesOf(Problem const& problem) {
    auto const& x = problem.inputs[0].dims;
    size_t const axis = axisOf(problem.attrs.as<Attributes>(), x.size());
    std::optional<Axes> all;
    for (size_t i = 1; i < problem.inputs.size(); ++i) {
        if (!problem.inputs[i].present || (i == 1 && isOne(problem.inputs[1])))
            continue;
        auto const own = axesOf(problem.inputs[i], x, axis);
        if (!own || (all && !(*all == *own)))
            return std::nullopt;
        all = own;
    }
    return all.value_or(Axes{});
}

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mAxes(axesOf(problem).value()), mPlain(isOne(problem.inputs[1])),
          mHasBias(problem.inputs.size() > 2 && problem.inputs[2].present), mResults(problem.outputs.size()) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        size_t const axis = axisOf(mAttrs, static_cast<size_t>(x.rank));
        cpu::LayerNormArgs a;
        a.rows = a.count = 1;
        for (size_t i = 0; i < static_cast<size_t>(x.rank); ++i) {
            (i < axis ? a.rows : a.count) *= x.dims[i];
            a.period *= i >= mAxes.begin && i < std::min(mAxes.end, axis) ? x.dims[i] : 1;
            a.run *= i >= std::max(mAxes.end, axis) ? x.dims[i] : 1;
        }
        a.epsilon = static_cast<float>(mAttrs.epsilon);
        a.x = x.as<float const>();
        a.centred = mAttrs.centred;
        a.scale = mPlain ? nullptr : args.inputs[1].as<float const>();
        a.bias = mHasBias ? args.inputs[2].as<float const>() : nullptr;
        a.y = args.outputs[0].as<float>();
        a.mean = mResults > 1 ? args.outputs[1].as<float>() : nullptr;
        a.inverseStd = mResults > 2 ? args.outputs[2].as<float>() : nullptr;
        cpu::layerNorm(a);
        return true;
    }

private:
    Attributes mAttrs;
    Axes mAxes;
    bool mPlain; ///< the scale is the number 1
    bool mHasBias;
    size_t mResults;
};

std::string refusal(Problem const& problem) {
    OperandDesc const& x = problem.inputs[0];
    if (x.type.dtype != DType::kF32 || !x.ranked)
        return "only f32 of known rank is computed";
    return axesOf(problem) ? ""
                           : "scale or bias belong neither to a row's elements, nor to rows, nor to parts of a row";
}

} // namespace
} // namespace layernorm

void layernorm_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "layernorm",
                              .name = "layernorm.hwy",
                              .refusal = layernorm::refusal,
                              .make = instanceOf<layernorm::HwyInstance>,
                              .elementNs = 0.3}));
}

} // namespace tenon::ops
