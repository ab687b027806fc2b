// SPDX-License-Identifier: Apache-2.0
// Small graphs for tests, written node by node.
#pragma once

#include "base/half.h"
#include "ir/patch.h"
#include "kernel/evaluate.h"

#include <cstring>
#include <numeric>

namespace tenon::test {

struct Builder {
    ir::Graph g{builtinTable()};

    ir::ValueId input(std::string name, Dims dims, DType type = DType::kF32) {
        ir::ValueId const v = g.addParam(0, Type::tensor(type, std::move(dims)), std::move(name));
        g.bindDims(v, {});
        return v;
    }
    ir::ValueId weight(std::string name, std::vector<int64_t> dims, float first = 0.5f, float step = 0.25f) {
        int64_t count = 1;
        for (int64_t d : dims)
            count *= d;
        std::vector<float> values(static_cast<size_t>(count));
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = first + step * static_cast<float>(i % 7);
        Buffer bytes = Buffer::copy(std::as_bytes(std::span(values)));
        return g.addConstant(Constant::leaf(name, Type::tensor(DType::kF32, Dims(dims.begin(), dims.end())), bytes),
                             name);
    }
    ir::ValueId number(double value) { return g.addLiteral(DType::kF32, {}, {value}); }
    ir::ValueId node(std::string_view op, Attrs attrs, std::vector<ir::ValueId> operands) {
        std::string const name = std::string(op) + "_" + std::to_string(g.nodes.size());
        ir::NodeId const n = g.addNode(op, std::move(attrs), std::move(operands), 1, 0, name, {name});
        g.place(n);
        return g.node(n).results[0];
    }
    ir::ValueId row(std::string_view name, std::vector<ir::ValueId> operands) {
        std::vector<DType> types;
        for (ir::ValueId v : operands)
            types.push_back(g.value(v).type.dtype);
        return node("pointwise", PointwiseAttributes{rowOf(name, types)}, std::move(operands));
    }
    void output(ir::ValueId v) {
        g.value(v).pinned = true;
        g.regions[0].results.push_back(v);
    }

    /// Runs passes to the end, as the pipeline does.
    void run(std::vector<std::unique_ptr<ir::Pass>> const& passes) {
        for (bool again = true; again;) {
            again = false;
            for (auto const& pass : passes) {
                ir::Patch patch(g);
                pass->run(g, patch);
                again |= patch.apply() != 0;
                g.sweep();
                ir::verify(g);
            }
        }
    }
    size_t count(std::string_view op) const {
        auto const& nodes = g.regions[0].nodes;
        return static_cast<size_t>(
            std::count_if(nodes.begin(), nodes.end(), [&](ir::NodeId n) { return g.node(n).op->name == op; }));
    }
    /// The expressions of all pointwise nodes, in order.
    std::string expressions() const {
        std::string out;
        for (ir::NodeId n : g.regions[0].nodes)
            if (g.node(n).op->name == "pointwise")
                out += toString(g.node(n).attrs.as<PointwiseAttributes>().expression) + "; ";
        return out;
    }
};

/// Computes the graph node by node with the reference kernels (no symbols: every input is static).
std::vector<Box> interpret(ir::Graph const& g, std::vector<Box> const& inputs);

} // namespace tenon::test
