// SPDX-License-Identifier: Apache-2.0
// Writes records into a Graph, one at a time. lower() drives it over a whole network, network/inference.h over the part
// that a question needs.
#pragma once

#include "ir/graph.h"
#include "network/network.h"

#include <map>
#include <set>

namespace tenon {

class Lowering {
public:
    /// The tensors that a region sees, but for constants, which all see.
    struct Scope {
        ir::RegionId region = 0;
        std::map<TensorId, ir::ValueId> values;
    };

    Lowering(Network const& network, KernelTable const& table) : mNetwork(network), mGraph(table) {}

    ir::Graph& graph() noexcept { return mGraph; }
    Scope& main() noexcept { return mMain; }

    void input(TensorId id);
    /// Writes the nodes of a record, whose operands are there. Throws Error with the record's place.
    void record(Scope& scope, Record const& record);
    /// kNone for kNoTensor. Throws Error kNoValue when nothing made the tensor.
    ir::ValueId value(Scope const& scope, TensorId id, std::string const& reader);

    /// For Inference: a tensor of the network is made anew, or stands for a value of which only the type is known (a
    /// negative dim is open).
    void forget(TensorId id);
    void unknown(TensorId id, Type type);

private:
    // blocks.cpp
    struct Body;
    struct Mark {
        size_t values, nodes, regions, symbols;
    };
    Mark mark() const noexcept;
    void restore(Mark const& mark);
    void control(Scope& scope, Record const& record);
    void lowerIf(Scope& scope, Record const& record, std::vector<TensorId> const& captures);
    void lowerBranch(Scope& scope, Record const& record, NetworkBlock const& block);
    void lowerLoop(Scope& scope, Record const& record, std::vector<TensorId> const& captures);
    void lowerScan(Scope& scope, Record const& record, std::vector<TensorId> const& captures);
    void lowerSequenceMap(Scope& scope, Record const& record, std::vector<TensorId> const& captures);
    struct Turns;
    void lowerTurns(Scope& scope, Record const& record, std::vector<TensorId> const& captures, Turns const& turns);
    std::vector<size_t> wrapOptionals(Body const& body, Record const& record, Turns const& turns,
                                      std::vector<Type> const& carried);
    ir::ValueId addOne(std::string_view op, Attrs attrs, ir::ValueId operand, ir::RegionId region,
                       Record const& record);
    Body open(NetworkBlock const& block, std::vector<Type> const& own, Scope const& outer,
              std::vector<TensorId> const& captures);
    ir::ValueId addParam(Body& body, TensorId id, Type outerType);
    void run(Body& body, NetworkBlock const& block);
    void finishControl(Scope& scope, Record const& record, std::vector<ir::ValueId> operands, std::vector<Type> types,
                       std::vector<ir::RegionId> const& regions);

    NetworkTensor const& tensor(TensorId id) const { return mNetwork.tensors.at(static_cast<size_t>(id)); }
    void setResult(Scope& scope, Record const& record, size_t i, ir::ValueId v);
    ir::ValueId castTo(Scope const& scope, Record const& record, ir::ValueId v, DType type);

    Network const& mNetwork;
    ir::Graph mGraph;
    Scope mMain;
    std::map<TensorId, ir::ValueId> mConstants;
};

/// The records in an order in which they can run: their own order where that is one. Throws Error kNetworkCycle.
std::vector<size_t> orderOf(NetworkBlock const& block);

/// Tensors that the blocks read and do not make, each once.
std::vector<TensorId> freeTensors(std::vector<NetworkBlock> const& blocks);

/// Turns the boundary layers of loops and conditionals into records with blocks. The network itself where it has none.
bool isFlat(Network const& network) noexcept;
Network structured(Network network, KernelTable const& table);

} // namespace tenon
