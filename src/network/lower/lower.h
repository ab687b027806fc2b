// SPDX-License-Identifier: Apache-2.0
// Network -> IR: records become nodes with inferred types, blocks become regions whose captures are explicit, constants
// become lazy constants, dim names become symbols.
#pragma once

#include "ir/graph.h"
#include "network/network.h"

namespace tenon {

/// Throws Error with the record's place where types or shapes do not fit.
ir::Graph lower(Network const& network, KernelTable const& table);

} // namespace tenon
