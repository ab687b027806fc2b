// SPDX-License-Identifier: Apache-2.0
// The nodes of functions are listed once each, behind those of the graph, since a node that is composed is as good as
// they are.
#include "support.h"

#include "plugins.h"

#include "base/error.h"
#include "onnx/order.h"
#include "onnx/support.h"

#include <set>

namespace tenon::cli {
namespace {

using namespace onnx;

std::string remedyOf(Error const& error) {
    return error.tips().empty() ? std::string(infoOf(error.id()).remedy) : error.tips().front();
}

class Walk {
public:
    Walk(ModelProto const& model, ReadOptions const& wishes)
        : mModel(model), mFunctions(model),
          mOpsets(model.opsets), mImplementations{mFunctions, builtinImporters(), plugin::RegistryScope::current(),
                                                  wishes.preferBuiltin, wishes.preferPlugins} {}

    std::vector<NodeSupport> run() {
        if (mModel.graph)
            nodes(mModel.graph->nodes, mOpsets, "");
        while (!mPending.empty()) {
            FunctionProto const* const function = mPending.back();
            mPending.pop_back();
            nodes(function->nodes, Opsets(function->opsets, &mOpsets), std::string(function->name) + "/");
        }
        return std::move(mFound);
    }

private:
    void nodes(std::vector<NodeProto> const& list, Opsets const& opsets, std::string const& path) {
        for (size_t i = 0; i < list.size(); ++i) {
            one(list[i], opsets, path + nodeName(list[i], i));
            for (AttributeProto const& attribute : list[i].attributes)
                for (GraphProto const& graph : attribute.graphs)
                    nodes(graph.nodes, opsets, path + nodeName(list[i], i) + "/");
        }
    }

    void one(NodeProto const& node, Opsets const& opsets, std::string const& name) {
        std::string_view const domain = plainDomain(node.domain);
        Meaning const meaning = meaningOf(node, opsets, mImplementations);
        NodeSupport found{
            name, opName(domain, node.opType), opsets.version(domain), "built in", "", meaning.rivals, meaning.why};
        if (meaning.function != nullptr) {
            found.state = "composed";
            if (mSeen.insert(meaning.function).second)
                mPending.push_back(meaning.function);
        } else if (meaning.plugin) {
            found.state = "plugin " + meaning.plugin->key.path();
        } else if (meaning.importer == nullptr) {
            found.state = "missing";
            UnsupportedNode const missing{name,
                                          std::string(node.opType),
                                          std::string(domain),
                                          found.version,
                                          isOnnxOperator(domain, node.opType, builtinImporters()),
                                          builtinImporters().knows(domain, node.opType),
                                          -1,
                                          {},
                                          pluginKeyOf(node)};
            found.remedy = remedyOf(errorOf(missing, mImplementations.plugins));
        }
        mFound.push_back(std::move(found));
    }

    ModelProto const& mModel;
    FunctionTable mFunctions;
    Opsets mOpsets;
    Implementations mImplementations;
    std::set<FunctionProto const*> mSeen;
    std::vector<FunctionProto const*> mPending;
    std::vector<NodeSupport> mFound;
};

} // namespace

std::vector<NodeSupport> supportOf(ModelProto const& model, PluginArgs const& plugins) {
    return Walk(model, readOptionsOf(plugins)).run();
}

} // namespace tenon::cli
