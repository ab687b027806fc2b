// SPDX-License-Identifier: Apache-2.0
#include "graph_helper.h"

namespace tenon::test {
namespace {

Box boxOf(ir::Graph const& g, ConstantPtr const& c) {
    Box box;
    box.setTensor(c->type().dtype, c->dims());
    Buffer const bytes = c->bytes(g.table());
    if (!bytes.empty())
        std::memcpy(box.data(), bytes.data(), bytes.size());
    return box;
}

} // namespace

std::vector<Box> interpret(ir::Graph const& g, std::vector<Box> const& inputs) {
    std::map<ir::ValueId, Box> values;
    for (size_t i = 0; i < inputs.size(); ++i)
        values[g.regions[0].params[i]] = inputs[i];
    auto read = [&](ir::ValueId v) -> Box const* {
        if (v == ir::kNone)
            return nullptr;
        if (g.value(v).constant && !values.contains(v))
            values[v] = boxOf(g, g.value(v).constant);
        return &values.at(v);
    };
    for (ir::NodeId id : g.regions[0].nodes) {
        ir::Node const& n = g.node(id);
        std::vector<Box const*> operands;
        for (size_t i = 0; i < n.ownOperands(); ++i)
            operands.push_back(read(n.operands[i]));
        std::vector<Box> out = evaluate(g.table(), *n.op, n.attrs, operands, n.results.size());
        if (n.epilogue) {
            std::vector<Box const*> more{&out[0]};
            for (size_t i = n.ownOperands(); i < n.operands.size(); ++i)
                more.push_back(read(n.operands[i]));
            out = evaluate(g.table(), *g.table().op("pointwise"), PointwiseAttributes{n.epilogue->expression}, more, 1);
        }
        for (size_t i = 0; i < out.size(); ++i)
            values[n.results[i]] = std::move(out[i]);
    }
    std::vector<Box> results;
    for (ir::ValueId v : g.regions[0].results)
        results.push_back(*read(v));
    return results;
}

} // namespace tenon::test
