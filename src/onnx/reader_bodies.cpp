// SPDX-License-Identifier: Apache-2.0
#include "onnx/reader_parts.h"

#include <fmt/format.h>
#include <unordered_set>

namespace tenon::onnx {
namespace {

constexpr int kMaxDepth = 64;

int depthBelow(Scope const& around) {
    if (around.depth >= kMaxDepth)
        throw Error(Message::kOnnxFunction, "subgraphs and function calls are nested too deeply")
            .wanted(fmt::format("at most {}", kMaxDepth));
    return around.depth + 1;
}

} // namespace

bool usesDefaultDomain(std::vector<NodeProto> const& nodes) {
    for (NodeProto const& n : nodes) {
        if (plainDomain(n.domain).empty())
            return true;
        for (AttributeProto const& a : n.attributes)
            for (GraphProto const& g : a.graphs)
                if (usesDefaultDomain(g.nodes))
                    return true;
    }
    return false;
}

int64_t weightOf(std::vector<NodeProto> const& nodes) {
    size_t out = 0;
    for (NodeProto const& n : nodes) {
        out += 1 + n.inputs.size() + n.outputs.size() + n.attributes.size();
        for (AttributeProto const& a : n.attributes)
            for (GraphProto const& g : a.graphs)
                out += static_cast<size_t>(weightOf(g.nodes)) + g.inputs.size() + g.outputs.size() +
                       g.initializers.size() + g.valueInfo.size();
    }
    return static_cast<int64_t>(out);
}

std::vector<ValueInfoProto const*> trueInputs(GraphProto const& graph) {
    std::unordered_set<std::string_view> initializers;
    for (TensorProto const& t : graph.initializers)
        initializers.insert(t.name);
    std::vector<ValueInfoProto const*> out;
    for (ValueInfoProto const& v : graph.inputs)
        if (!initializers.contains(v.name))
            out.push_back(&v);
    return out;
}

void declare(std::vector<ValueInfoProto> const& list, Scope& scope) {
    for (ValueInfoProto const& v : list)
        if (v.type)
            scope.declared.emplace(v.name, &*v.type);
}

Error absentOutput(std::string_view name) {
    return Error(Message::kOnnxMissing,
                 fmt::format("output '{}' is an optional input that a function's caller left out", name),
                 {.tensor = std::string(name)});
}

/// A subgraph becomes a block. Its parameters have the type that the operator knows, else the declared element type;
/// their dims are for the operator to say.
NetworkBlock Reader::block(BoundAttribute const& attribute, std::string const& path, ImportContext::Types const& params,
                           bool inPlace, Scope const& around) {
    GraphProto const& graph = attribute.proto->graphs.front();
    Scope scope;
    scope.frame = attribute.scope->frame;
    scope.outer = attribute.scope;
    scope.path = path;
    scope.depth = depthBelow(around);
    declare(graph.valueInfo, scope);
    declare(graph.outputs, scope);
    NetworkBlock out;
    out.name = std::string(graph.name);
    for (ValueInfoProto const* v : trueInputs(graph)) {
        std::optional<Type> type = out.params.size() < params.size() ? params[out.params.size()] : std::nullopt;
        if (!type && v->type)
            type = elementTypeOf(*v->type);
        TensorId const id = mWriter.input(path + std::string(v->name), std::move(type));
        out.params.push_back(id);
        scope.names.emplace(v->name, id);
    }
    if (inPlace && !out.params.empty())
        throw Error(Message::kOnnxNode, "a branch has inputs of its own").wanted("a graph without inputs");
    fill(graph, inPlace ? nullptr : &out, scope);
    for (ValueInfoProto const& v : graph.outputs) {
        TensorId const id = scope.find(v.name).value_or(kNoTensor);
        if (id == kFailedTensor)
            throw InputFailed{};
        if (id == kNoTensor)
            throw absentOutput(v.name);
        out.results.push_back(id);
    }
    return out;
}

void Reader::inlineCall(NodeProto const& node, FunctionProto const& function, std::string const& name, Scope& scope) {
    for (Frame const* f = scope.frame; f != nullptr; f = f->caller)
        if (f->function == &function)
            throw Error(Message::kOnnxFunction,
                        fmt::format("local function '{}' calls itself", opName(function.domain, function.name)))
                .given(name);
    auto const [weight, added] = mWeights.try_emplace(&function, 0);
    if (added)
        weight->second =
            weightOf(function.nodes) +
            static_cast<int64_t>(function.inputs.size() + function.outputs.size() + function.valueInfo.size() +
                                 function.opsets.size() + function.attributeDefaults.size());
    spend(mInlined, weight->second, mOptions.maxNodes * kWeightOfNode);
    Frame frame{scope.frame, &function, Opsets(function.opsets, &scope.frame->opsets), {}};
    if (added && usesDefaultDomain(function.nodes))
        frame.opsets.check();
    Scope body;
    body.frame = &frame;
    body.path = name + "/";
    body.depth = depthBelow(scope);
    declare(function.valueInfo, body);
    bindCall(node, function, scope, frame, body);
    auto const first = static_cast<TensorId>(mWriter.network().tensors.size());
    nodes({function.nodes, function.inputs, function.outputs, function.name}, body);
    bindResults(node, function, scope, body, first);
}

void Reader::bindCall(NodeProto const& node, FunctionProto const& function, Scope& caller, Frame& frame, Scope& body) {
    if (node.inputs.size() > function.inputs.size() || node.outputs.size() > function.outputs.size())
        throw Error(Message::kOnnxFunction,
                    fmt::format("local function '{}' is called with more inputs or outputs than it has", function.name))
            .wanted(fmt::format("at most {} inputs and {} outputs", function.inputs.size(), function.outputs.size()))
            .given(fmt::format("{} and {}", node.inputs.size(), node.outputs.size()));
    for (size_t i = 0; i < function.inputs.size(); ++i) {
        bool const given = i < node.inputs.size() && !node.inputs[i].empty();
        body.names.emplace(function.inputs[i], given ? caller.find(node.inputs[i]).value_or(kNoTensor) : kNoTensor);
    }
    for (AttributeProto const& a : node.attributes)
        if (BoundAttribute const bound = caller.resolve(a); bound.proto != nullptr)
            frame.attributes.insert_or_assign(a.name, bound);
    for (AttributeProto const& a : function.attributeDefaults)
        frame.attributes.emplace(a.name, BoundAttribute{&a, &body});
}

/// Gives the results the names of the call's outputs, which are the ones that the model's author sees.
void Reader::bindResults(NodeProto const& node, FunctionProto const& function, Scope& caller, Scope const& body,
                         TensorId first) {
    for (size_t i = 0; i < node.outputs.size(); ++i) {
        if (node.outputs[i].empty())
            continue;
        TensorId const id = body.find(function.outputs[i]).value_or(kNoTensor);
        caller.names[node.outputs[i]] = id;
        if (id >= first)
            mWriter.network().tensors[static_cast<size_t>(id)].name = caller.path + std::string(node.outputs[i]);
    }
}

} // namespace tenon::onnx
