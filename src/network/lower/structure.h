// SPDX-License-Identifier: Apache-2.0
// Parts of turning flat loops and conditionals into records with blocks.
#pragma once

#include "kernel/table.h"
#include "network/network.h"

namespace tenon::structure {

/// The records of one block: what conditionals in it need, and what they do to it.
struct Conditions {
    Network& network;
    KernelTable const& table;
    std::map<int32_t, TensorId> of; ///< condition of each conditional, by scope

    /// Puts an "if" record in the place of the outputs of each conditional. A branch is what feeds its outputs only.
    void apply(std::vector<Record>& records, std::vector<TensorId> const& blockResults) const;
};

/// Copies of records with new results, which read what `map` says in the place of its keys. `map` gets the new results
/// too.
std::vector<Record> cloned(Network& network, std::vector<Record> const& records, std::map<TensorId, TensorId>& map);

/// A record of an operator of the table, or of a layer.
Record recordOf(OpDef const& op, Attrs attrs, std::vector<TensorId> operands, std::vector<TensorId> results,
                Record const& from);

std::string nameOfScope(Network const& network, int32_t scope);

} // namespace tenon::structure
