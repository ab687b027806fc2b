// SPDX-License-Identifier: Apache-2.0
// Writes records into a Network and infers each one as it is added, so that what is wrong with a node is said while its
// name is known, and importers can ask for types. Small values that are computed from constants only are evaluated with
// the reference kernels, for the importers' questions alone: the network keeps the records that compute them.
#pragma once

#include "kernel/table.h"
#include "network/network.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tenon::onnx {

class NetworkWriter {
public:
    explicit NetworkWriter(KernelTable const& table) : mTable(table), mBlock(&mNetwork.main) {}

    Network& network() noexcept { return mNetwork; }
    KernelTable const& table() const noexcept { return mTable; }

    /// A tensor that is there from the start: a graph input, or a parameter of a block (whose type may be unknown).
    TensorId input(std::string name, std::optional<Type> type);
    TensorId constant(std::string name, Type type, Buffer bytes);
    /// A constant of strings, which is no bytes but the result of a record.
    TensorId strings(std::string name, std::vector<int64_t> dims, std::vector<std::string> values);
    /// Adds a record and its results (unnamed). Throws what infer throws, and Error kOperand for too many operands or
    /// results.
    TensorId emit(Record record, size_t results);

    /// Null when the tensor is no constant and was not computed from constants. Stable until the writer is destroyed.
    NetworkTensor const* constantOf(TensorId id) const;
    /// Null while nothing is known: the result of control flow, or of a record that reads one.
    Fact const* fact(TensorId id) const noexcept;
    /// A declared type for a tensor of which nothing is known.
    void assume(TensorId id, Type type);

    /// Records go into `block` from now on; returns the block before.
    NetworkBlock* enter(NetworkBlock* block) noexcept { return std::exchange(mBlock, block); }
    NetworkBlock& block() noexcept { return *mBlock; }

    /// The symbol of a named dim: equal names give equal symbols.
    DimExpr namedDim(std::string const& name);
    /// A symbol of its own, with a name that no other dim has.
    DimExpr freshDim(std::string name);

private:
    struct State {
        bool known = false;
        Fact fact;
    };
    void know(TensorId id, Fact fact);
    void remember(TensorId id, NetworkTensor constant);
    void infer(Record const& record);
    void fold(Record const& record);
    bool worthFolding(Record const& record) const;

    KernelTable const& mTable;
    Network mNetwork;
    NetworkBlock* mBlock;
    std::vector<State> mStates;
    std::map<TensorId, NetworkTensor> mConstants;
    std::map<std::string, DimExpr, std::less<>> mDims;
    SymbolId mNextInferred = 1 << 24; ///< symbols that infer asks for are told from those of declared types
};

} // namespace tenon::onnx
