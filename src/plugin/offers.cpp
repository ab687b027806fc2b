// SPDX-License-Identifier: Apache-2.0
#include "plugin/offers.h"

#include "base/reflect_text.h"
#include "plugin/formats.h"
#include "plugin/layouts.h"

#include "tenon/plugin.h"

#include <algorithm>

namespace tenon::plugin {
namespace {

using nvinfer1::TensorFormat;

DynamicPluginTensorDesc descOf(OperandDesc const& operand, int32_t format, float scale) {
    std::vector<int64_t> dims, min, max, opt;
    for (DimRange const& d : operand.dims) {
        dims.push_back(d.isFixed() ? d.min : -1);
        min.push_back(d.min);
        max.push_back(d.max);
        opt.push_back(d.opt);
    }
    return {{dimsOf(dims), static_cast<DataType>(operand.type.dtype), static_cast<TensorFormat>(format), scale},
            dimsOf(min),
            dimsOf(max),
            dimsOf(opt)};
}

/// The plugin's tensors: its inputs and outputs, without its shape inputs.
std::vector<OperandDesc const*> tensorsOf(Problem const& problem) {
    auto const& a = problem.attrs.as<Attributes>();
    std::vector<OperandDesc const*> out;
    for (size_t i = 0; i < static_cast<size_t>(a.inputs); ++i)
        out.push_back(&problem.inputs[i]);
    for (OperandDesc const& o : problem.outputs)
        out.push_back(&o);
    return out;
}

Offer plainOffer(Problem const& problem) {
    return {Signature::plain(problem),
            std::vector<int32_t>(tensorsOf(problem).size(), static_cast<int32_t>(TensorFormat::kLINEAR)),
            {}};
}

Layout& layoutAt(Offer& offer, Attributes const& a, size_t position) {
    auto const inputs = static_cast<size_t>(a.inputs);
    return position < inputs ? offer.signature.inputs[position] : offer.signature.outputs[position - inputs];
}

/// One order for all tensors, in which the plugin is told that they are row-major: it promised not to care.
std::vector<Offer> offersInAnyOrder(Attributes const& a, Problem const& problem) {
    std::vector<Offer> out{plainOffer(problem)};
    auto const tensors = tensorsOf(problem);
    bool const alike = !tensors.empty() && std::all_of(tensors.begin(), tensors.end(), [&](OperandDesc const* t) {
        return t->ranked && t->dims == tensors[0]->dims;
    });
    if (!alike || tensors[0]->dims.size() != 4)
        return out;
    DimRange const& channels = tensors[0]->dims[1];
    std::vector<Layout> layouts{Layout::nhwc(4)};
    for (int32_t const group : {16, 8, 32, 4})
        if (channels.isFixed() && channels.min % group == 0)
            layouts.push_back(Layout::blockedChannels(4, group));
    for (Layout const& layout : layouts) {
        Offer& offer = out.emplace_back(out[0]);
        for (size_t i = 0; i < tensors.size(); ++i)
            layoutAt(offer, a, i) = layout;
        for (size_t i = problem.ownInputs(); i < problem.inputs.size(); ++i)
            if (problem.inputs[i].dims == tensors[0]->dims)
                offer.signature.inputs[i] = layout;
    }
    return out;
}

std::vector<Offer> offersInFormats(Plugin& plugin, Attributes const& a, Problem const& problem) {
    std::vector<Offer> out;
    auto const tensors = tensorsOf(problem);
    for (std::vector<TensorFormat> const& formats : chooseFormats(plugin, descsOf(problem, plainOffer(problem)))) {
        Offer offer = plainOffer(problem);
        for (size_t i = 0; i < tensors.size(); ++i) {
            offer.formats[i] = static_cast<int32_t>(formats[i]);
            layoutAt(offer, a, i) = layoutOf(formats[i], tensors[i]->dims.size());
        }
        if (std::none_of(out.begin(), out.end(), [&](Offer const& o) { return o.signature == offer.signature; }))
            out.push_back(std::move(offer));
    }
    return out;
}

/// The input that output 0 may be written over.
int32_t inPlaceOf(Attributes const& a, Problem const& problem) {
    if (!a.aliases.empty() && a.aliases[0] >= 0)
        return a.aliases[0];
    auto const epilogue =
        std::span(problem.inputs).subspan(problem.ownInputs()); // what it reads may be the same memory
    bool const isFree = std::all_of(epilogue.begin(), epilogue.end(), [](OperandDesc const& o) { return o.constant; });
    if (a.has(kIN_PLACE) && isFree && !problem.outputs.empty())
        for (size_t i = 0; i < static_cast<size_t>(a.inputs); ++i)
            if (problem.inputs[i].type.dtype == problem.outputs[0].type.dtype && problem.inputs[i].ranked &&
                problem.inputs[i].dims == problem.outputs[0].dims && !problem.inputs[i].constant)
                return static_cast<int32_t>(i);
    return -1;
}

std::string textOfOperands(Problem const& problem) {
    TextWriter out;
    out.write(problem.inputs);
    out.write(problem.outputs);
    return std::move(out.text());
}

} // namespace

Descs descsOf(Problem const& problem, Offer const& offer) {
    auto const& a = problem.attrs.as<Attributes>();
    requireFits(a, problem.inputs.size(), problem.outputs.size());
    for (size_t i = 0; i < problem.outputs.size(); ++i)
        for (size_t axis = 0; axis < problem.outputs[i].dims.size(); ++axis)
            if (DimRange const& d = problem.outputs[i].dims[axis]; d.opt < 0)
                throw negativeDim(a, i, axis, fmt::format("{} at the profile's opt dims", d.opt));
    Descs out;
    out.inputs = static_cast<size_t>(a.inputs);
    for (OperandDesc const* t : tensorsOf(problem)) {
        size_t const position = out.list.size();
        int32_t const format = position < offer.formats.size() ? offer.formats[position] : 0;
        out.list.push_back(descOf(*t, format, position < a.scales.size() ? a.scales[position] : 1.0F));
    }
    return out;
}

std::vector<Offer> offersFor(Attributes const& a, Problem const& problem) {
    requireFits(a, problem.inputs.size(), problem.outputs.size());
    return withPlugin(a, [&](Plugin& plugin) {
        if (a.live->isRestored)
            return a.offers.empty() ? std::vector{plainOffer(problem)} : a.offers;
        std::string operands = textOfOperands(problem);
        if (operands == a.live->offeredFor)
            return a.live->offers;
        bool const bySize = std::any_of(a.outputs.begin(), a.outputs.end(), [](Output const& o) { return o.isSize; });
        std::vector<Offer> offers = bySize ? std::vector{plainOffer(problem)} // the run time owns the outputs
                                    : a.has(kLAYOUT_AGNOSTIC | kELEMENTWISE) ? offersInAnyOrder(a, problem)
                                                                             : offersInFormats(plugin, a, problem);
        for (Offer& o : offers) {
            o.signature.inPlace = inPlaceOf(a, problem);
            plugin.configure(descsOf(problem, o));
            o.tactics = plugin.tactics();
        }
        a.live->offers = offers;
        a.live->offeredFor = std::move(operands);
        return offers;
    });
}

std::optional<Offer> offerFor(Problem const& problem, Signature const& signature) {
    auto const& a = problem.attrs.as<Attributes>();
    std::vector<Offer> const offers = a.offersNow();
    auto isFull = [](OperandDesc const& operand, Layout const& layout) {
        for (Layout::Block const& b : layout.blocks)
            if (auto const axis = static_cast<size_t>(b.axis);
                axis >= operand.dims.size() || !operand.dims[axis].isFixed() ||
                layout.padded(axis, operand.dims[axis].min) != operand.dims[axis].min)
                return false;
        return true;
    };
    for (size_t i = 0; i < signature.inputs.size(); ++i)
        if (!isFull(problem.inputs[i], signature.inputs[i]))
            return std::nullopt;
    for (size_t i = 0; i < signature.outputs.size(); ++i)
        if (!isFull(problem.outputs[i], signature.outputs[i]))
            return std::nullopt;
    for (Offer const& o : offers)
        if (o.signature.inputs == signature.inputs && o.signature.outputs == signature.outputs)
            return o;
    Offer const plain = plainOffer(problem);
    bool const isPlain = plain.signature.inputs == signature.inputs && plain.signature.outputs == signature.outputs;
    return offers.empty() && isPlain ? std::optional(plain) : std::nullopt;
}

} // namespace tenon::plugin
