// SPDX-License-Identifier: Apache-2.0
// The reader of one model, which two files share: reader.cpp (the main graph and its nodes) and reader_bodies.cpp
// (subgraphs and local functions).
#pragma once

#include "onnx/node_import.h"
#include "onnx/order.h"
#include "onnx/plugin_import.h"
#include "onnx/reader.h"
#include "onnx/types.h"

namespace tenon::onnx {

constexpr int64_t kWeightOfNode = 16; ///< names and attributes of a node, more than on average

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
    void checkAttributes(NodeProto const& node, std::string const& name);
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
    std::vector<NodePlace> mPlaces;     ///< one for each error
    std::set<NodeProto const*> mWarned; ///< of whose attributes a warning told
    bool mUnsupported = false;          ///< errors about nodes that nothing implements are among them
    size_t mTop = 0;                    ///< node of the main graph that is read, or that what is read lies in
};

/// Whether a node, also of a subgraph, is of the default domain.
bool usesDefaultDomain(std::vector<NodeProto> const& nodes);
/// What reading the nodes costs before any of them is counted: names, attributes, nodes of subgraphs.
int64_t weightOf(std::vector<NodeProto> const& nodes);
/// Inputs that have no initializer: the others are constants.
std::vector<ValueInfoProto const*> trueInputs(GraphProto const& graph);
/// The types that a graph or function declares for its values.
void declare(std::vector<ValueInfoProto> const& list, Scope& scope);
Error absentOutput(std::string_view name);

} // namespace tenon::onnx
