// SPDX-License-Identifier: Apache-2.0
// Walks the graph in an order in which nodes can be read: a node becomes a call of its importer, or the nodes of a
// local function.
#include "onnx/reader.h"

#include "base/log.h"
#include "onnx/at_path.h"
#include "onnx/known_attributes.h"
#include "onnx/output_types.h"
#include "onnx/reader_parts.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unordered_set>

namespace tenon::onnx {
namespace {

constexpr size_t kMaxErrors = 100;
constexpr int64_t kNewestIr = 14;

BodyView viewOf(GraphProto const& graph, std::string_view name) {
    BodyView body{graph.nodes, {}, {}, name};
    std::unordered_set<std::string_view> inputs;
    for (ValueInfoProto const& v : graph.inputs) {
        body.defined.push_back(v.name);
        inputs.insert(v.name);
    }
    for (TensorProto const& t : graph.initializers)
        if (inputs.erase(t.name) ==
            0) // an input with an initializer is a constant; a second initializer of the name is an error
            body.defined.push_back(t.name);
    for (ValueInfoProto const& v : graph.outputs)
        body.results.push_back(v.name);
    return body;
}

/// Names of the functions around a scope, outermost first.
std::vector<std::string> functionsAround(Scope const& scope) {
    std::vector<std::string> out;
    for (Frame const* f = scope.frame; f != nullptr && f->function != nullptr; f = f->caller)
        out.insert(out.begin(), std::string(f->function->name));
    return out;
}

} // namespace

/// The read ends at what is wrong with the file; with errors about nodes there are then those and this one.
Network Reader::read() {
    if (mModel.irVersion > kNewestIr)
        log(Severity::kWarning,
            fmt::format("the model has IR version {}; Tenon knows versions up to {} and may misread newer fields",
                        mModel.irVersion, kNewestIr));
    if (usesDefaultDomain(mModel.graph->nodes))
        mFrame.opsets.check();
    findUnsupported();
    try {
        readGraph();
    } catch (InputFailed) { // of the copy that an output is; its error is known
    } catch (ErrorList const& list) {
        for (Error const& e : list.errors())
            collect(e, {-1, e.where().node, e.where().op, {}});
    } catch (Error const& e) {
        if (!mUnsupported)
            throw;
        collect(e, {-1, e.where().node, e.where().op, {}});
    }
    if (!mErrors.empty())
        throw ModelErrors(std::move(mErrors), std::move(mPlaces));
    return std::move(mWriter.network());
}

void Reader::readGraph() {
    GraphProto const& graph = *mModel.graph;
    Network& network = mWriter.network();
    network.name = std::string(graph.name);
    for (StringPair const& p : mModel.metadata)
        network.metadata[std::string(p.key)] = std::string(p.value);
    network.main.name = network.name;
    Scope scope;
    scope.frame = &mFrame;
    declare(graph.valueInfo, scope);
    declare(graph.outputs, scope);
    inputs(graph, scope);
    initializers(graph, scope);
    nodes(viewOf(graph, graph.name), scope);
    if (!mErrors.empty())
        return;
    outputs(graph, scope);
    reportOutputs(graph.nodes, scope);
}

/// All of them, however many: what nobody implements is the first thing to know of a model.
void Reader::findUnsupported() {
    for (UnsupportedNode const& n : unsupportedNodes(mModel, mImplementations)) {
        mErrors.push_back(errorOf(n, mImplementations.plugins));
        mPlaces.push_back({n.index, n.node, opName(n.domain, n.op), {}});
        if (!n.function.empty())
            mPlaces.back().functions.push_back(n.function);
    }
    mUnsupported = !mErrors.empty();
}

void Reader::report(Error error, NodePlace const& place) {
    error.locate({place.name, place.op, {}, {}});
    if (mOptions.report != nullptr)
        mOptions.report->faulty.insert(mTop);
    collect(std::move(error), place);
}

void Reader::collect(Error error, NodePlace place) {
    if (mErrors.size() >= kMaxErrors)
        return;
    mErrors.push_back(std::move(error));
    mPlaces.push_back(std::move(place));
}

void Reader::reportOutputs(std::vector<NodeProto> const& nodes, Scope const& scope) {
    for (size_t i = 0; mOptions.report != nullptr && i < nodes.size(); ++i)
        for (std::string_view output : nodes[i].outputs)
            mOptions.report->outputs[nodeName(nodes[i], i)].push_back(scope.find(output).value_or(kNoTensor));
}

void Reader::inputs(GraphProto const& graph, Scope& scope) {
    std::vector<ValueInfoProto const*> const inputs = trueInputs(graph);
    for (ValueInfoProto const* v : inputs) // names first: a dim without a name gets one that none of them has
        if (v->type && v->type->dims)
            for (DimProto const& d : *v->type->dims)
                if (!isAnonymous(d) && !(d.value && *d.value >= 0))
                    mWriter.namedDim(std::string(d.param));
    for (ValueInfoProto const* v : inputs) {
        TensorId const id = mWriter.input(std::string(v->name), declaredType(*v));
        mWriter.network().main.params.push_back(id);
        scope.names.emplace(v->name, id);
    }
}

Type Reader::declaredType(ValueInfoProto const& input) {
    return typeOf(input.type.value_or(TypeProto{}), input.name, [&](DimProto const& dim, size_t axis) {
        return isAnonymous(dim) ? mWriter.freshDim(fmt::format("{}.{}", input.name, axis))
                                : mWriter.namedDim(std::string(dim.param));
    });
}

void Reader::spend(int64_t& budget, int64_t amount, int64_t limit) {
    if ((budget += amount) <= limit)
        return;
    mSpent = true;
    throw Error(Message::kOnnxFunction, "the model is too large once its functions are inlined")
        .wanted(fmt::format("at most {} nodes", mOptions.maxNodes));
}

void Reader::initializers(GraphProto const& graph, Scope& scope) {
    for (std::string_view name : graph.sparseInitializers)
        throw Error(Message::kOnnxTensorType, "a sparse initializer is not supported", {.tensor = std::string(name)})
            .wanted("a dense tensor")
            .given("a SparseTensorProto");
    for (TensorProto const& t : graph.initializers) {
        if (typeOf(t).dtype == DType::kString) {
            scope.names.emplace(t.name, mWriter.strings(scope.path + std::string(t.name), t.dims, stringsOf(t)));
            continue;
        }
        auto const given = mOptions.initializers.find(std::string(t.name));
        bool const replaced = scope.path.empty() && given != mOptions.initializers.end();
        TensorData data = replaced ? TensorData{typeOf(t), given->second} : mLoader.load(t);
        scope.names.emplace(
            t.name, mWriter.constant(scope.path + std::string(t.name), std::move(data.type), std::move(data.bytes)));
    }
}

void Reader::nodes(BodyView const& body, Scope& scope) {
    bool const top = &body.nodes == &mModel.graph->nodes;
    std::vector<size_t> const order = orderNodes(
        body, [&](std::string_view name) { return scope.outer != nullptr && scope.outer->find(name).has_value(); });
    if (top && mOptions.report != nullptr)
        mOptions.report->order = order;
    for (size_t i : order) {
        spend(mNodes, 1, mOptions.maxNodes);
        if (top)
            mTop = i;
        node(body.nodes[i], i, scope.path + nodeName(body.nodes[i], i), scope);
    }
}

/// Reads a node; an error is kept, and what depends on the node is then passed over.
void Reader::node(NodeProto const& node, size_t index, std::string const& name, Scope& scope) {
    NodePlace const place{static_cast<int64_t>(index), name, opName(node.domain, node.opType), functionsAround(scope)};
    try {
        for (std::string_view input : node.inputs)
            if (!input.empty() && scope.find(input) == kFailedTensor)
                throw InputFailed{};
        Meaning const meaning = meaningOf(node, scope.frame->opsets, mImplementations);
        if (!meaning.rivals.empty())
            log(Severity::kVerbose, fmt::format("node '{}' is computed by {}, not by {} ({})", name,
                                                textOf(node, meaning), fmt::join(meaning.rivals, " or "), meaning.why));
        if (meaning.function != nullptr)
            inlineCall(node, *meaning.function, name, scope);
        else if (meaning.isNothing())
            throw NotImplemented{};
        else
            importNode(node, meaning, name, scope);
        return;
    } catch (InputFailed) {
    } catch (NotImplemented) { // findUnsupported() has told
        if (mOptions.report != nullptr)
            mOptions.report->faulty.insert(mTop);
    } catch (ErrorList const& list) {
        for (Error const& e : list.errors())
            report(e, place);
    } catch (Error const& e) {
        if (mSpent)
            throw; // every further node would only say the same
        report(e, place);
    } catch (std::bad_alloc const&) {
        report(Error(Message::kMemory, "not enough memory to read the node"), place);
    } catch (std::exception const& e) {
        report(Error(Message::kOnnxNode, fmt::format("the node could not be read: {}", e.what())), place);
    }
    for (std::string_view output : node.outputs)
        if (!output.empty())
            scope.names[output] = kFailedTensor;
}

/// Attributes that the operator does not have: errors, or warnings, of which a function's node has one for all calls.
void Reader::checkAttributes(NodeProto const& node, std::string const& name) {
    std::vector<Error> unknown = unknownAttributes(node, mOptions.strictFields);
    if (unknown.empty())
        return;
    if (mOptions.strictFields)
        throw ErrorList(std::move(unknown));
    if (!mWarned.insert(&node).second)
        return;
    for (Error& e : unknown) {
        e.locate({name, opName(node.domain, node.opType), {}, {}});
        log(Severity::kWarning, e.what());
    }
}

void Reader::importNode(NodeProto const& node, Meaning const& meaning, std::string const& name, Scope& scope) {
    NodeImport context(node, name, scope, mWriter, mLoader,
                       [&](BoundAttribute const& attribute, std::string const& path, ImportContext::Types const& params,
                           bool inPlace) { return block(attribute, path, params, inPlace, scope); });
    if (meaning.plugin)
        importPlugin({node, name, scope, context, mWriter, mLoader, mOptions.strictFields}, *meaning.plugin);
    else {
        checkAttributes(node, name);
        meaning.importer(context);
    }
    for (std::string_view output : node.outputs)
        if (!output.empty() && !scope.names.contains(output))
            throw Error(Message::kOnnxNode, fmt::format("output '{}' is not one that the operator gives", output),
                        {.tensor = std::string(output)});
}

/// The nodes of a subgraph become records of `into`; of the block that is written when it is null.
void Reader::fill(GraphProto const& graph, NetworkBlock* into, Scope& scope) {
    NetworkBlock* const before = mWriter.enter(into == nullptr ? &mWriter.block() : into);
    try {
        initializers(graph, scope);
        nodes(viewOf(graph, graph.name), scope);
        mWriter.enter(before);
    } catch (...) {
        mWriter.enter(before);
        throw;
    }
}

void Reader::outputs(GraphProto const& graph, Scope& scope) {
    for (ValueInfoProto const& v : graph.outputs) {
        TensorId const id = scope.find(v.name).value_or(kNoTensor);
        if (id == kNoTensor)
            throw absentOutput(v.name);
        if (Fact const* const known = mWriter.fact(id); known != nullptr)
            if (std::string const text = declarationWarning(v, known->type); !text.empty())
                log(Severity::kWarning, text);
        mWriter.network().main.results.push_back(outputNamed(v.name, id, scope));
    }
}

/// An output of the network is known by its tensor's name. Where the tensor has another one (an Identity node was
/// passed through), it is renamed, or copied when the other name is needed too.
TensorId Reader::outputNamed(std::string_view name, TensorId id, Scope& scope) {
    Network& network = mWriter.network();
    NetworkTensor& tensor = network.tensors[static_cast<size_t>(id)];
    if (tensor.name == name)
        return id;
    bool needed = tensor.constant.has_value();
    for (TensorId other : network.main.params)
        needed = needed || other == id;
    for (ValueInfoProto const& v : mModel.graph->outputs)
        needed = needed || v.name == tensor.name;
    if (!needed) {
        tensor.name = std::string(name);
        return id;
    }
    NodeProto copy;
    copy.opType = "Identity";
    copy.inputs = {"source"};
    copy.outputs = {name};
    Scope around;
    around.frame = scope.frame;
    around.names.emplace("source", id);
    std::string const source = tensor.name; // the copy may move the tensors
    size_t const errors = mErrors.size();
    node(copy, 0, std::string(name), around);
    if (mErrors.size() != errors)
        throw InputFailed{};
    TensorId const copied = *around.find(name);
    if (copied == id)
        throw Error(Message::kNotThereYet,
                    fmt::format("output '{}' is '{}' under another name, and values of its type cannot be copied yet",
                                name, source),
                    {.tensor = std::string(name)});
    return copied;
}

Network readModel(std::string const& path, KernelTable const& table, ImporterTable const& importers,
                  ReadOptions const& options) {
    try {
        return readModel(Buffer::mapFile(path), std::filesystem::path(path).parent_path().string(), table, importers,
                         options);
    } catch (Error const& e) {
        if (e.id() == Message::kOnnxFile)
            throw atPath(e, path);
        throw;
    }
}

Network readModel(Buffer file, std::optional<std::string> folder, KernelTable const& table,
                  ImporterTable const& importers, ReadOptions const& options) {
    return Reader(file, std::move(folder), table, importers, options).read();
}

} // namespace tenon::onnx
