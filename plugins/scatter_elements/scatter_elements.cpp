// SPDX-License-Identifier: Apache-2.0
// ScatterElements, versions 1 and 2: elements of the data meet updates; the index along `axis` is that of the indices.
// reduction: add, mul, mean (of the element and its updates), min or max.
#include "ops/scatter_elements/scatter_elements.h"
#include "base/half.h"
#include "base/reduction.h"
#include "plugins/kernel_op.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

template <int kVersion>
struct ScatterElements : author::Op {
    std::string reduction = "add";
    int32_t axis = 0;
    mutable KernelOp kernel{}, counts{};

    static char const* name() { return "ScatterElements"; }
    static char const* version() { return kVersion == 1 ? "1" : "2"; }
    template <class V>
    void fields(V& visit) {
        visit("reduction", reduction);
        visit("axis", axis);
    }
    char const* wrong() const {
        return reduction == "mean" || found() ? nullptr : "reduction is none of add, mul, mean, min and max";
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t) const {
        if (nbInputs != 3 || !isLinear(t[position]) || axis < -t[0].dims.nbDims || axis >= t[0].dims.nbDims)
            return false;
        if (position == 1)
            return t[1].type == nvinfer1::DataType::kINT64;
        bool const whole = t[0].type == nvinfer1::DataType::kINT32 || t[0].type == nvinfer1::DataType::kINT64;
        return t[position].type == t[0].type && (isFloating(t[0]) || t[0].type == nvinfer1::DataType::kBF16 || whole);
    }
    size_t workspace(nvinfer1::PluginTensorDesc const* in, int32_t, nvinfer1::PluginTensorDesc const*, int32_t) const {
        size_t const each = sizeof(int64_t);
        return reduction == "mean"
                   ? each * static_cast<size_t>(author::volume(in[0].dims) * 2 + author::volume(in[2].dims))
                   : 0;
    }
    int32_t run(author::Call const& call) const {
        auto const data = dimsOf(call.in[0]), indices = dimsOf(call.in[1]), updates = dimsOf(call.in[2]);
        if (indices != updates || indices.size() != data.size()) {
            author::complain(
                "ScatterElements: the indices do not have the shape of the updates or the rank of the data");
            return 1;
        }
        DType const type = dtypeOf(call.in[0].type);
        Operand const where{tensorOf(call.inputs[1], DType::kI64, indices)};
        Tensor const y = tensorOf(call.outputs[0], type, data);
        int64_t const at = axis < 0 ? axis + static_cast<int64_t>(data.size()) : axis;
        if (!kernel.run(
                "scatter_elements", Attrs(ops::scatter_elements::Attributes{at, found().value_or(Reduction::kAdd)}),
                {{tensorOf(call.inputs[0], type, data)}, where, {tensorOf(call.inputs[2], type, updates)}}, {y}))
            return 1;
        return reduction != "mean" || divide(call, where, data, updates, at) ? 0 : 1;
    }

private:
    std::optional<Reduction> found() const {
        for (size_t i = 1; i < std::size(kReductionNames); ++i)
            if (reduction == kReductionNames[i])
                return static_cast<Reduction>(i);
        return std::nullopt;
    }
    /// Each sum by how many elements it has: one, and those that were added to it.
    bool divide(author::Call const& call, Operand const& where, std::vector<int64_t> const& data,
                std::vector<int64_t> const& updates, int64_t at) const {
        int64_t const count = author::volume(call.dims(0)), added = author::volume(call.dims(2));
        auto* const ones = static_cast<int64_t*>(call.workspace);
        int64_t* const more = ones + count;
        int64_t* const terms = more + added;
        std::fill(ones, terms, 1);
        if (!counts.run("scatter_elements", Attrs(ops::scatter_elements::Attributes{at, Reduction::kAdd}),
                        {{tensorOf(ones, DType::kI64, data)}, where, {tensorOf(more, DType::kI64, updates)}},
                        {tensorOf(terms, DType::kI64, data)}))
            return false;
        auto each = [&](auto* y) {
            for (int64_t i = 0; i < count; ++i)
                y[i] = std::remove_pointer_t<decltype(y)>(y[i] / terms[i]);
        };
        auto narrow = [&](auto* y) {
            using T = std::remove_pointer_t<decltype(y)>;
            for (int64_t i = 0; i < count; ++i)
                y[i] = T(static_cast<float>(y[i]) / static_cast<float>(terms[i]));
        };
        switch (dtypeOf(call.in[0].type)) {
        case DType::kF16:
            narrow(call.output<Half>(0));
            break;
        case DType::kBF16:
            narrow(call.output<BFloat16>(0));
            break;
        case DType::kI32:
            each(call.output<int32_t>(0));
            break;
        case DType::kI64:
            each(call.output<int64_t>(0));
            break;
        default:
            narrow(call.output<float>(0));
            break;
        }
        return true;
    }
};

} // namespace

void scatter_elements(List& list) {
    addV2<ScatterElements<1>>(list);
    addV3<ScatterElements<2>>(list);
}

} // namespace tenon::plugins
