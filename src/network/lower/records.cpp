// SPDX-License-Identifier: Apache-2.0
// Records that lowering makes: of an operator in the place of a layer, and copies with results of their own.
#include "network/lower/structure.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::structure {

std::string nameOfScope(Network const& network, int32_t scope) {
    auto const i = static_cast<size_t>(scope);
    return i < network.scopeNames.size() ? network.scopeNames[i] : fmt::format("{}", scope);
}

Record recordOf(OpDef const& op, Attrs attrs, std::vector<TensorId> operands, std::vector<TensorId> results,
                Record const& from) {
    Record r;
    r.op = &op;
    r.attrs = std::move(attrs);
    r.operands = std::move(operands);
    r.results = std::move(results);
    r.name = from.name;
    r.origins = from.origins;
    r.precision = from.precision;
    r.metadata = from.metadata;
    return r;
}

namespace {

/// Gives everything that the records make another number.
void renumber(Network& network, std::vector<Record> const& records, std::map<TensorId, TensorId>& map) {
    auto fresh = [&](TensorId id) {
        NetworkTensor const t = network.tensors[static_cast<size_t>(id)];
        map[id] = network.addTensor(t.name, t.type);
        network.tensors.back().constant = t.constant;
    };
    for (Record const& r : records) {
        std::for_each(r.results.begin(), r.results.end(), fresh);
        for (NetworkBlock const& b : r.blocks) {
            std::for_each(b.params.begin(), b.params.end(), fresh);
            renumber(network, b.records, map);
        }
    }
}

void replace(std::vector<TensorId>& ids, std::map<TensorId, TensorId> const& map) {
    for (TensorId& id : ids)
        if (auto it = map.find(id); it != map.end())
            id = it->second;
}

void replace(std::vector<Record>& records, std::map<TensorId, TensorId> const& map) {
    for (Record& r : records) {
        replace(r.operands, map);
        replace(r.results, map);
        for (NetworkBlock& b : r.blocks) {
            replace(b.params, map);
            replace(b.results, map);
            replace(b.records, map);
        }
    }
}

} // namespace

std::vector<Record> cloned(Network& network, std::vector<Record> const& records, std::map<TensorId, TensorId>& map) {
    renumber(network, records, map);
    std::vector<Record> out = records;
    replace(out, map);
    return out;
}

} // namespace tenon::structure
