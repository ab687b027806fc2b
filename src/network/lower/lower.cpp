// SPDX-License-Identifier: Apache-2.0
// The whole network: inputs, records in an order in which they can run, outputs.
#include "network/lower/lower.h"

#include "network/lower/lowering.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace tenon {
namespace {

using ir::ValueId;

constexpr uint32_t kLinear = 1; ///< bit of TensorFormat::kLINEAR

/// Inputs and outputs are found by name, and are row-major.
void checkEdges(Network const& network) {
    std::map<std::string, TensorId> names;
    for (auto const* list : {&network.main.params, &network.main.results})
        for (TensorId id : *list) {
            NetworkTensor const& t = network.tensors[static_cast<size_t>(id)];
            auto const [it, isNew] = names.try_emplace(t.name, id);
            if (!isNew && it->second != id)
                throw Error(Message::kTensorName, fmt::format("two inputs or outputs are called '{}'", t.name),
                            {"", "", t.name, ""});
            if (t.formats != 0 && (t.formats & kLinear) == 0)
                throw Error(Message::kIoFormat, fmt::format("none of the formats allowed for '{}' is there", t.name),
                            {"", "", t.name, ""})
                    .wanted("kLINEAR among them")
                    .given(fmt::format("{:#x}", t.formats));
        }
}

ir::Graph lowerBlocks(Network const& network, KernelTable const& table) {
    Lowering lowering(network, table);
    ir::Graph& g = lowering.graph();
    g.regions[0].name = network.name;
    g.debugUnfused = network.debugUnfused;
    for (TensorId id : network.main.params)
        lowering.input(id);
    for (size_t i : orderOf(network.main))
        lowering.record(lowering.main(), network.main.records[i]);
    for (TensorId id : network.main.results) {
        ValueId v = lowering.value(lowering.main(), id, "the outputs");
        NetworkTensor const& t = network.tensors[static_cast<size_t>(id)];
        if (t.ioType && *t.ioType != g.value(v).type.dtype) {
            ExpressionWriter w({g.value(v).type.dtype});
            std::vector<std::string> const origins =
                g.producer(v) == nullptr ? std::vector<std::string>{t.name} : g.producer(v)->origins;
            ir::NodeId const n =
                g.addNode("pointwise", PointwiseAttributes{w.take(w.cast(0, *t.ioType))}, {v}, 1, 0, t.name, origins);
            g.place(n);
            v = g.node(n).results[0];
        }
        g.value(v).pinned = true;
        if (g.value(v).constant == nullptr)
            g.value(v).name = t.name;
        if (std::find(network.shapeOutputs.begin(), network.shapeOutputs.end(), id) != network.shapeOutputs.end())
            g.shapeResults.push_back(g.regions[0].results.size());
        g.regions[0].results.push_back(v);
    }
    return std::move(g);
}

void notes(Network const& network, ir::Graph& g) {
    std::set<TensorId> ofPlugins; // which may take them
    for (Record const& r : network.main.records)
        if (r.op->name == "layer.plugin_v2" || r.op->name == "layer.plugin_v3") {
            ofPlugins.insert(r.operands.begin(), r.operands.end());
            ofPlugins.insert(r.results.begin(), r.results.end());
        }
    size_t ranges = 0;
    std::string first;
    for (size_t i = 0; i < network.tensors.size(); ++i)
        if (network.tensors[i].dynamicRange && !ofPlugins.contains(static_cast<TensorId>(i)) && ranges++ == 0)
            first = network.tensors[i].name;
    if (ranges != 0)
        g.notes.push_back(fmt::format(
            "the dynamic ranges of {} tensors ('{}'{}) have no effect: nothing is computed in "
            "8 bits yet, except between quantize and dequantize layers and in plugins that take no other type",
            ranges, first, ranges > 1 ? ", ..." : ""));
}

} // namespace

ir::Graph lower(Network const& network, KernelTable const& table) {
    checkEdges(network);
    ir::Graph g = isFlat(network) ? lowerBlocks(structured(network, table), table) : lowerBlocks(network, table);
    notes(network, g);
    return g;
}

} // namespace tenon
