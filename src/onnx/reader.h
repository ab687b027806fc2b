// SPDX-License-Identifier: Apache-2.0
// Reads an ONNX model into a Network. Local functions are inlined; weights stay in the mapped file where their
// alignment allows it. What is wrong with single nodes is collected and thrown as one ErrorList; what is wrong with the
// file as an Error.
#pragma once

#include "onnx/importer.h"

#include <optional>
#include <string>

namespace tenon::onnx {

struct ReadOptions {
    /// Where a local function has the name of an operator that Tenon implements: the operator instead of the function.
    bool preferBuiltin = false;
    /// Nodes after all functions are inlined; more are refused, since functions that call functions can grow without
    /// bound.
    int64_t maxNodes = int64_t{1} << 20;
};

/// External data are looked for beside the model. The file stays mapped as long as a weight of the network refers to
/// it.
Network readModel(std::string const& path, KernelTable const& table, ImporterTable const& importers,
                  ReadOptions const& options = {});

/// A model in memory. Without a folder, external data are refused.
Network readModel(Buffer file, std::optional<std::string> folder, KernelTable const& table,
                  ImporterTable const& importers, ReadOptions const& options = {});

} // namespace tenon::onnx
