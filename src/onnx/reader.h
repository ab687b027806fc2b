// SPDX-License-Identifier: Apache-2.0
// Reads an ONNX model into a Network. Local functions are inlined; weights stay in the mapped file where their
// alignment allows it. What is wrong with single nodes is collected and thrown as one ModelErrors; what is wrong with
// the file as an Error.
#pragma once

#include "onnx/importer.h"
#include "plugin/registry.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tenon::onnx {

/// Where in the model an error lies.
struct NodePlace {
    int64_t node = -1;                  ///< index in its graph or function; -1: the error is not about one node
    std::string name, op;               ///< as the message has them
    std::vector<std::string> functions; ///< names of the local functions that it lies in, outermost first
};

/// What is wrong with single nodes of a model, with their places. All that can be found at once is in it.
class ModelErrors : public ErrorList {
public:
    ModelErrors(std::vector<Error> errors, std::vector<NodePlace> places)
        : ErrorList(std::move(errors)), mPlaces(std::move(places)) {}
    std::vector<NodePlace> const& places() const noexcept { return mPlaces; } ///< one for each error

private:
    std::vector<NodePlace> mPlaces;
};

/// What a read found out besides the network; filled in as far as the read came.
struct ReadReport {
    std::vector<size_t> order;                            ///< nodes of the main graph in the order of their import
    std::set<size_t> faulty;                              ///< those with an error, or with one inside
    std::map<std::string, std::vector<TensorId>> outputs; ///< of the nodes of the main graph, by node name
};

struct ReadOptions {
    /// Where a local function has the name of an operator that Tenon implements: the operator instead of the function.
    bool preferBuiltin = false;
    /// A plugin in place of a local function or operator of its name.
    bool preferPlugins = false;
    /// An attribute that a plugin's creator does not declare, or that an operator of the standard does not have, is an
    /// error; else a warning.
    bool strictFields = false;
    /// Where plugins are looked for; null: the registry of RegistryScope.
    plugin::Registry const* plugins = nullptr;
    /// Nodes after all functions are inlined; more are refused, since functions that call functions can grow without
    /// bound.
    int64_t maxNodes = int64_t{1} << 20;
    /// Elements for initializers of the main graph, in place of the model's; sizes must be theirs.
    std::map<std::string, Buffer> initializers;
    ReadReport* report = nullptr;
};

/// External data are looked for beside the model. The file stays mapped as long as a weight of the network refers to
/// it.
Network readModel(std::string const& path, KernelTable const& table, ImporterTable const& importers,
                  ReadOptions const& options = {});

/// A model in memory. Without a folder, external data are refused.
Network readModel(Buffer file, std::optional<std::string> folder, KernelTable const& table,
                  ImporterTable const& importers, ReadOptions const& options = {});

} // namespace tenon::onnx
