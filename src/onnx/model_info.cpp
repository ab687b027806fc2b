// SPDX-License-Identifier: Apache-2.0
#include "onnx/model_info.h"

#include "base/buffer.h"
#include "onnx/at_path.h"
#include "onnx/element_type.h"
#include "onnx/order.h"
#include "onnx/tensor.h"
#include "onnx/types.h"

#include <limits>
#include <set>

namespace tenon::onnx {
namespace {

struct Counter {
    ModelInfo& info;
    std::set<std::string> files{};

    void nodes(std::vector<NodeProto> const& list) {
        for (NodeProto const& n : list) {
            ++info.nodes[opName(n.domain, n.opType)];
            for (AttributeProto const& a : n.attributes)
                for (GraphProto const& g : a.graphs)
                    graph(g);
        }
    }

    void graph(GraphProto const& g) {
        nodes(g.nodes);
        for (TensorProto const& t : g.initializers) {
            int64_t& bytes = info.initializerBytes[onnxTypeName(t.dataType)];
            for (StringPair const& p : t.externalData)
                if (t.external && p.key == "location")
                    files.insert(std::string(p.value));
            try {
                Type const type = typeOf(t);
                int64_t count = 1;
                for (DimExpr const& d : *type.dims)
                    count *= d.value();
                if (int64_t const more = bytesFor(type.dtype, count); __builtin_add_overflow(bytes, more, &bytes))
                    bytes = std::numeric_limits<int64_t>::max();
            } catch (Error const&) { // dims or a type that the reader refuses: counted as none
            }
        }
    }
};

ModelInfo::Value valueOf(ValueInfoProto const& v) {
    return {std::string(v.name), textOf(v.type.value_or(TypeProto{}))};
}

} // namespace

ModelInfo infoOf(ModelProto const& model, ImporterTable const& importers) {
    ModelInfo info;
    info.irVersion = model.irVersion;
    info.producer = std::string(model.producerName);
    info.producerVersion = std::string(model.producerVersion);
    info.graph = std::string(model.graph->name);
    for (OperatorSetId const& id : model.opsets)
        info.opsets[plainDomain(id.domain).empty() ? "ai.onnx" : std::string(id.domain)] = id.version;
    std::set<std::string_view> constants;
    for (TensorProto const& t : model.graph->initializers)
        constants.insert(t.name);
    for (ValueInfoProto const& v : model.graph->inputs)
        if (!constants.contains(v.name))
            info.inputs.push_back(valueOf(v));
    for (ValueInfoProto const& v : model.graph->outputs)
        info.outputs.push_back(valueOf(v));
    for (StringPair const& p : model.metadata)
        info.metadata[std::string(p.key)] = std::string(p.value);
    Counter counter{info};
    counter.graph(*model.graph);
    for (FunctionProto const& f : model.functions) {
        counter.nodes(f.nodes);
        info.functions.push_back(opName(f.domain, f.name));
    }
    info.externalFiles.assign(counter.files.begin(), counter.files.end());
    info.unsupported = unsupportedNodes(model, {FunctionTable(model), importers, plugin::RegistryScope::current()});
    return info;
}

ModelInfo inspectModel(std::string const& path, ImporterTable const& importers) {
    Buffer const file = Buffer::mapFile(path);
    try {
        return infoOf(parseModel(file.bytes()), importers);
    } catch (Error const& e) {
        throw atPath(e, path);
    }
}

} // namespace tenon::onnx
