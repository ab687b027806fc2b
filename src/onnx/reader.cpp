// SPDX-License-Identifier: Apache-2.0
// Walks the graph in an order in which nodes can be read: a node becomes a call of its importer, or the nodes of a
// local function.
#include "onnx/reader.h"

#include "base/log.h"
#include "onnx/at_path.h"
#include "onnx/node_import.h"
#include "onnx/order.h"
#include "onnx/plugin_import.h"
#include "onnx/types.h"

#include <filesystem>
#include <fmt/format.h>
#include <unordered_set>

namespace tenon::onnx {
namespace {

constexpr size_t kMaxErrors = 100;
constexpr int kMaxDepth = 64;
constexpr int64_t kWeightOfNode = 16; ///< names and attributes of a node, more than on average
constexpr int64_t kNewestIr = 14;

/// A node reads the output of a node that had an error: nothing is to be said about it.
struct InputFailed {};
/// Neither an importer nor a local function: findUnsupported() tells of all such nodes.
struct NotImplemented {};

class Reader {
public:
    Reader(Buffer const& file, std::optional<std::string> folder, KernelTable const& table,
           ImporterTable const& importers, ReadOptions const& options)
        : mModel(parseModel(file.bytes())), mFunctions(mModel), mLoader(file, std::move(folder)), mWriter(table),
          mOptions(options), mImplementations{mFunctions, importers,
                                              options.plugins != nullptr ? *options.plugins
                                                                         : plugin::RegistryScope::current(),
                                              options.preferBuiltin, options.preferPlugins},
          mFrame{nullptr, nullptr, Opsets(mModel.opsets), {}} {}

    Network read();

private:
    void readGraph();
    void findUnsupported();
    void inputs(GraphProto const& graph, Scope& scope);
    Type declaredType(ValueInfoProto const& input);
    void initializers(GraphProto const& graph, Scope& scope);
    void nodes(BodyView const& body, Scope& scope);
    void node(NodeProto const& node, size_t index, std::string const& name, Scope& scope);
    void reportOutputs(std::vector<NodeProto> const& nodes, Scope const& scope);
    void importNode(NodeProto const& node, Meaning const& meaning, std::string const& name, Scope& scope);
    void inlineCall(NodeProto const& node, FunctionProto const& function, std::string const& name, Scope& scope);
    void bindCall(NodeProto const& node, FunctionProto const& function, Scope& caller, Frame& frame, Scope& body);
    void bindResults(NodeProto const& node, FunctionProto const& function, Scope& caller, Scope const& body,
                     TensorId first);
    NetworkBlock block(BoundAttribute const& attribute, std::string const& path, ImportContext::Types const& params,
                       bool inPlace, Scope const& around);
    void fill(GraphProto const& graph, NetworkBlock* into, Scope& scope);
    void outputs(GraphProto const& graph, Scope& scope);
    TensorId outputNamed(std::string_view name, TensorId id, Scope& scope);
    void report(Error error, NodePlace const& place);
    void collect(Error error, NodePlace place);
    void spend(int64_t& budget, int64_t amount, int64_t limit);

    ModelProto mModel;
    FunctionTable mFunctions;
    TensorLoader mLoader;
    NetworkWriter mWriter;
    ReadOptions mOptions;
    Implementations mImplementations;
    Frame mFrame;
    std::map<FunctionProto const*, int64_t> mWeights;
    int64_t mNodes = 0;   ///< read so far
    int64_t mInlined = 0; ///< weight of the functions called so far
    bool mSpent = false;  ///< one of the two went over its limit
    std::vector<Error> mErrors;
    std::vector<NodePlace> mPlaces; ///< one for each error
    bool mUnsupported = false;      ///< errors about nodes that nothing implements are among them
    size_t mTop = 0;                ///< node of the main graph that is read, or that what is read lies in
};

/// Whether a node, also of a subgraph, is of the default domain.
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

Error absentOutput(std::string_view name) {
    return Error(Message::kOnnxMissing,
                 fmt::format("output '{}' is an optional input that a function's caller left out", name),
                 {.tensor = std::string(name)});
}

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

void declare(std::vector<ValueInfoProto> const& list, Scope& scope) {
    for (ValueInfoProto const& v : list)
        if (v.type)
            scope.declared.emplace(v.name, &*v.type);
}

/// Inputs that have no initializer: the others are constants.
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

/// What reading the nodes costs before any of them is counted: names, attributes, nodes of subgraphs.
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

/// Names of the functions around a scope, outermost first.
std::vector<std::string> functionsAround(Scope const& scope) {
    std::vector<std::string> out;
    for (Frame const* f = scope.frame; f != nullptr && f->function != nullptr; f = f->caller)
        out.insert(out.begin(), std::string(f->function->name));
    return out;
}

/// Reads a node; an error is kept, and what depends on the node is then passed over.
void Reader::node(NodeProto const& node, size_t index, std::string const& name, Scope& scope) {
    NodePlace const place{static_cast<int64_t>(index), name, opName(node.domain, node.opType), functionsAround(scope)};
    try {
        for (std::string_view input : node.inputs)
            if (!input.empty() && scope.find(input) == kFailedTensor)
                throw InputFailed{};
        Meaning const meaning = meaningOf(node, scope.frame->opsets, mImplementations);
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

void Reader::importNode(NodeProto const& node, Meaning const& meaning, std::string const& name, Scope& scope) {
    NodeImport context(node, name, scope, mWriter, mLoader,
                       [&](BoundAttribute const& attribute, std::string const& path, ImportContext::Types const& params,
                           bool inPlace) { return block(attribute, path, params, inPlace, scope); });
    if (meaning.plugin)
        importPlugin({node, name, scope, context, mWriter, mLoader, mOptions.strictFields}, *meaning.plugin);
    else
        meaning.importer(context);
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

/// A subgraph becomes a block. Its parameters have the type that the operator knows, else the declared element type;
/// their dims are for the operator to say.
NetworkBlock Reader::block(BoundAttribute const& attribute, std::string const& path, ImportContext::Types const& params,
                           bool inPlace, Scope const& around) {
    GraphProto const& graph = attribute.proto->graphs.front();
    Scope scope;
    scope.frame = attribute.scope->frame;
    scope.outer = attribute.scope;
    scope.path = path;
    scope.depth = around.depth + 1;
    if (scope.depth > kMaxDepth)
        throw Error(Message::kOnnxFunction, "subgraphs and function calls are nested too deeply")
            .wanted(fmt::format("at most {}", kMaxDepth));
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
    body.depth = scope.depth + 1;
    if (body.depth > kMaxDepth)
        throw Error(Message::kOnnxFunction, "subgraphs and function calls are nested too deeply")
            .wanted(fmt::format("at most {}", kMaxDepth));
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

void Reader::outputs(GraphProto const& graph, Scope& scope) {
    for (ValueInfoProto const& v : graph.outputs) {
        TensorId const id = scope.find(v.name).value_or(kNoTensor);
        if (id == kNoTensor)
            throw absentOutput(v.name);
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

} // namespace

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
