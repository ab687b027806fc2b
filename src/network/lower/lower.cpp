// SPDX-License-Identifier: Apache-2.0
// Records of the main block, in order. Blocks of control flow are lowered with the operators that own them.
#include "network/lower/lower.h"

#include <fmt/format.h>
#include <map>

namespace tenon {
namespace {

class Lowering {
public:
    Lowering(Network const& network, KernelTable const& table) : mNetwork(network), mGraph(table) {}

    ir::Graph run() {
        ir::Region& main = mGraph.regions[0];
        main.name = mNetwork.name;
        for (TensorId id : mNetwork.main.params)
            input(id);
        for (Record const& record : mNetwork.main.records)
            node(record);
        for (TensorId id : mNetwork.main.results) {
            ir::ValueId const v = value(id, "the outputs");
            mGraph.value(v).pinned = true;
            if (mGraph.value(v).constant == nullptr)
                mGraph.value(v).name = tensor(id).name;
            mGraph.regions[0].results.push_back(v);
        }
        return std::move(mGraph);
    }

private:
    NetworkTensor const& tensor(TensorId id) const { return mNetwork.tensors.at(static_cast<size_t>(id)); }

    void input(TensorId id) {
        NetworkTensor const& t = tensor(id);
        Type type = *t.type;
        std::vector<std::string> names;
        if (type.dims)
            for (DimExpr& d : *type.dims) {
                bool const symbolic = d.op() == DimOp::kSymbol;
                names.push_back(symbolic ? mNetwork.dimNames.at(static_cast<size_t>(d.value())) : "");
                if (symbolic)
                    d = -1; // bindDims gives it a symbol of the graph
            }
        ir::ValueId const v = mGraph.addParam(0, std::move(type), t.name);
        mGraph.bindDims(v, names);
        mValues[id] = v;
    }

    ir::ValueId value(TensorId id, std::string const& reader) {
        if (id == kNoTensor)
            return ir::kNone;
        if (auto it = mValues.find(id); it != mValues.end())
            return it->second;
        NetworkTensor const& t = tensor(id);
        if (!t.constant)
            throw Error(Message::kNoValue, fmt::format("tensor '{}' is read by {} and made by nothing", t.name, reader),
                        {"", "", t.name, ""});
        return mValues[id] = mGraph.addConstant(Constant::leaf(t.name, *t.type, *t.constant), t.name);
    }

    void node(Record const& record) {
        Where const where{record.name, std::string(record.op->name), "", ""};
        if (!record.blocks.empty())
            throw Error(Message::kNotThereYet, "operators that own blocks are not lowered yet", where);
        std::vector<ir::ValueId> operands;
        for (TensorId id : record.operands)
            operands.push_back(value(id, record.name));
        ir::NodeId const n =
            mGraph.addNode(record.op->name, record.attrs, std::move(operands), record.results.size(), 0, record.name,
                           record.origins.empty() ? std::vector<std::string>{record.name} : record.origins);
        mGraph.place(n);
        for (size_t i = 0; i < record.results.size(); ++i) {
            ir::ValueId const v = mGraph.node(n).results[i];
            mGraph.value(v).name = tensor(record.results[i]).name;
            mValues[record.results[i]] = v;
        }
    }

    Network const& mNetwork;
    ir::Graph mGraph;
    std::map<TensorId, ir::ValueId> mValues;
};

} // namespace

ir::Graph lower(Network const& network, KernelTable const& table) {
    return Lowering(network, table).run();
}

} // namespace tenon
