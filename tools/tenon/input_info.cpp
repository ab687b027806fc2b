// SPDX-License-Identifier: Apache-2.0
#include "input_info.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {
namespace {

int64_t elementsOf(InputInfo const& input) {
    int64_t count = 1;
    for (DimRange const& d : input.dims)
        count *= d.max;
    return count;
}

/// Reads one --shapes text for the inputs of a model.
class Sizer {
public:
    Sizer(Inputs const& inputs, std::string const& text, std::string const& flag)
        : mInputs(inputs), mText(text), mFlag(flag) {}

    Sizes run() const {
        Sizes out;
        for (ShapeItem const& item : parseShapes(mText, mFlag))
            out[item.name] = size(item);
        return out;
    }

private:
    InputSize size(ShapeItem const& item) const {
        auto const it =
            std::find_if(mInputs.begin(), mInputs.end(), [&](InputInfo const& i) { return i.name == item.name; });
        if (it == mInputs.end())
            failShapes(mText, mFlag, item.begin, absenceOf(item.name, mInputs), listOf(mInputs));
        InputInfo const& input = *it;
        if (!input.isTensor())
            failShapes(mText, mFlag, item.byte, fmt::format("'{}' is no tensor and has no dims", item.name),
                       input.text());
        if (input.shapeRead)
            return values(input, item);
        dims(input, item);
        return {item.numbers, {}};
    }

    /// Shapes are computed from the elements of inputs whose dims are fixed: the numbers are the elements.
    InputSize values(InputInfo const& input, ShapeItem const& item) const {
        if (static_cast<int64_t>(item.numbers.size()) != elementsOf(input))
            failShapes(
                mText, mFlag, item.byte,
                fmt::format("{} elements for '{}', which shapes are computed from", item.numbers.size(), item.name),
                input.text());
        InputSize out{{}, item.numbers};
        for (DimRange const& d : input.dims)
            out.dims.push_back(d.max);
        return out;
    }

    void dims(InputInfo const& input, ShapeItem const& item) const {
        if (input.type.ranked() && input.type.rank() != static_cast<int64_t>(item.numbers.size()))
            failShapes(mText, mFlag, item.byte, fmt::format("{} dims for '{}'", item.numbers.size(), item.name),
                       input.text());
        for (size_t i = 0; i < item.numbers.size(); ++i) {
            bool const fixed =
                input.type.ranked() && (*input.type.dims)[i].isConst() && !(*input.type.dims)[i].is(item.numbers[i]);
            if (item.numbers[i] < 0 || fixed)
                failShapes(mText, mFlag, item.byte,
                           fmt::format("dim {} of '{}' cannot be {}", i, item.name, item.numbers[i]), input.text());
        }
    }

    Inputs const& mInputs;
    std::string const& mText;
    std::string const& mFlag;
};

} // namespace

std::string InputInfo::text() const {
    std::string const note = shapeRead ? " (its elements decide shapes)" : "";
    return fmt::format(
        "{} {}{}", name,
        type.ranked() ? fmt::format("{}[{}]", nameOf(type.dtype), fmt::join(dimNames, "x")) : toString(type), note);
}

Inputs inputsOf(Network const& network, ir::Graph const& graph) {
    Inputs out;
    for (NetworkTensor const& t : network.tensors)
        if (t.constant)
            out.constants.insert(t.name);
    for (ir::ValueId id : graph.regions[0].params) {
        ir::Value const& value = graph.value(id);
        InputInfo input{value.name, value.type, {}, value.content.has_value(), {}, {}};
        for (DimExpr const& d : value.type.dims.value_or(Dims())) {
            std::string const name = d.op() == DimOp::kSymbol ? graph.symbols[static_cast<size_t>(d.value())].name : "";
            input.dimNames.push_back(d.isConst() ? fmt::format("{}", d.value()) : name.empty() ? "?" : name);
            if (value.type.isStatic())
                input.dims.push_back({d.value(), d.value(), d.value()});
        }
        out.push_back(std::move(input));
    }
    return out;
}

Inputs inputsOf(plan::Plan const& plan) {
    Inputs out;
    for (size_t i = 0; i < plan.io.size() && plan.io[i].input; ++i) {
        plan::IoTensor const& io = plan.io[i];
        plan::Value const& value = plan.blocks[0].values[static_cast<size_t>(io.value)];
        plan::Profile::Input const& profile = plan.profiles[0].inputs[i];
        InputInfo input{io.name, value.type, {}, io.hostRead, profile.dims, profile.values};
        if (input.type.ranked())
            for (size_t axis = 0; axis < input.type.dims->size(); ++axis) {
                bool const ranged = axis < profile.dims.size();
                bool const fixed =
                    ranged && std::all_of(plan.profiles.begin(), plan.profiles.end(), [&](plan::Profile const& p) {
                        return p.inputs[i].dims[axis] == profile.dims[axis] && profile.dims[axis].isFixed();
                    });
                std::string const name =
                    axis < io.dimNames.size() && !io.dimNames[axis].empty() ? io.dimNames[axis] : "?";
                (*input.type.dims)[axis] = fixed ? DimExpr(profile.dims[axis].min) : DimExpr::symbol(0);
                input.dimNames.push_back(fixed ? fmt::format("{}", profile.dims[axis].min) : name);
            }
        out.push_back(std::move(input));
    }
    return out;
}

std::string listOf(std::vector<InputInfo> const& inputs) {
    std::vector<std::string> texts;
    for (InputInfo const& input : inputs)
        texts.push_back(input.text());
    return texts.empty() ? "none: the model has no inputs" : fmt::format("{}", fmt::join(texts, ", "));
}

std::string absenceOf(std::string_view name, Inputs const& inputs) {
    if (!inputs.constants.contains(std::string(name)))
        return fmt::format("there is no input '{}'", name);
    return fmt::format("'{}' has a constant value in the model and is no input; to feed it, declare it as an input "
                       "without an initializer",
                       name);
}

Sizes sizesOf(Inputs const& inputs, std::string const& text, std::string const& flag) {
    return Sizer(inputs, text, flag).run();
}

std::string exampleShapes(std::vector<InputInfo> const& inputs, int64_t size) {
    std::vector<std::string> items;
    for (InputInfo const& input : inputs) {
        if (!input.type.ranked() || (input.isSettled() && !input.shapeRead))
            continue;
        std::vector<std::string> numbers;
        if (input.shapeRead) {
            numbers.assign(static_cast<size_t>(elementsOf(input)), "?");
        } else {
            for (DimExpr const& d : *input.type.dims)
                numbers.push_back(std::to_string(d.isConst() ? d.value() : size));
        }
        items.push_back(fmt::format("{}:{}", quotedName(input.name),
                                    numbers.empty() ? "scalar" : fmt::format("{}", fmt::join(numbers, "x"))));
    }
    return fmt::format("{}", fmt::join(items, ","));
}

void explainElements(Error& error, std::vector<InputInfo> const& inputs) {
    std::vector<std::string> names;
    for (InputInfo const& input : inputs)
        if (input.shapeRead)
            names.push_back(quotedName(input.name));
    if (!names.empty())
        error.tip(fmt::format("in place of each ? an element of {}: shapes are computed from it, so the model's data "
                              "tell which fit",
                              fmt::join(names, ", ")));
}

} // namespace tenon::cli
