// SPDX-License-Identifier: Apache-2.0
// What a model or an engine says about its inputs, in one form, and what the shapes of the command line mean for them.
#pragma once

#include "shapes.h"

#include "builder/builder.h"
#include "ir/graph.h"
#include "network/network.h"
#include "plan/plan.h"

#include <set>
#include <string>
#include <vector>

namespace tenon::cli {

struct InputInfo {
    std::string name;
    Type type;                         ///< a ranked tensor has dims, whose values count only where they are constant
    std::vector<std::string> dimNames; ///< of a ranked tensor: the number, the name, or "?"
    bool shapeRead = false;            ///< its elements decide shapes
    std::vector<DimRange> dims;        ///< of an engine's first profile; of a model only where all are fixed
    std::vector<DimRange> values;      ///< of an engine's first profile, for an input that shapes read

    bool isTensor() const noexcept { return type.isTensor(); }
    /// Nothing has to be said about its size before it can be used.
    bool isSettled() const noexcept { return !type.ranked() || type.rank() == static_cast<int64_t>(dims.size()); }
    std::string text() const; ///< "x f32[1x3xHx?]"
};

/// The inputs in their order.
struct Inputs : std::vector<InputInfo> {
    std::set<std::string> constants; ///< what has a constant value in the model and takes none from a user
};

Inputs inputsOf(Network const& network, ir::Graph const& graph);
Inputs inputsOf(plan::Plan const& plan);
std::string listOf(std::vector<InputInfo> const& inputs);
/// Why the inputs have none of the name, for a message: "there is no input 'x'".
std::string absenceOf(std::string_view name, Inputs const& inputs);

/// The size of one input, and its elements where those are what a user gives.
struct InputSize {
    std::vector<int64_t> dims, values;
};
using Sizes = std::map<std::string, InputSize>;

/// Throws Error kShapeText: the grammar, an unknown name, another rank, a dim that the model fixes, a negative dim.
Sizes sizesOf(Inputs const& inputs, std::string const& text, std::string const& flag);

/// An example of --shapes for these inputs: "x:1x3x32x32"; '?' for an element that shapes are computed from, of which
/// only the model's data tell which fit.
std::string exampleShapes(std::vector<InputInfo> const& inputs, int64_t size);
/// Says what a '?' of the example stands for, where it has one.
void explainElements(Error& error, std::vector<InputInfo> const& inputs);

} // namespace tenon::cli
