// SPDX-License-Identifier: Apache-2.0
// The operator "plugin": a node of the graph that a user's plugin computes. What its outputs are follows from formulas
// that the plugin gave once, so an engine is loaded and its shapes are worked out without asking it.
// Operands: the plugin's inputs, then its shape inputs.
#pragma once

#include "kernel/table.h"
#include "plugin/plugin.h"

#include <mutex>

namespace tenon::plugin {

struct Output {
    DType dtype = DType::kF32;
    Dims dims;           ///< over the symbols of exprs.h
    bool isSize = false; ///< a size tensor, with the number that other dims take from it
    DimExpr upper;       ///< the greatest that number may be

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("isSize", self.isSize);
        visit("upper", self.upper);
    }
};

/// The plugin's object; made from the state when the attributes came out of an engine.
struct Live {
    std::mutex mutex;
    std::unique_ptr<Plugin> plugin;
};

struct Attributes {
    Key key;
    std::string layer;
    int64_t inputs = 0; ///< the other operands are shape inputs
    std::vector<Output> outputs;
    std::vector<std::byte> state; ///< of one that came out of an engine
    std::shared_ptr<Live> live = std::make_shared<Live>();

    /// The state as it is now: a plugin may keep what configurePlugin() told it.
    std::vector<std::byte> stateNow() const;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("layer", self.layer);
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
        if constexpr (std::is_const_v<Self>) {
            std::vector<std::byte> const state = self.stateNow();
            visit("state", state);
        } else {
            visit("state", self.state);
        }
    }
};

/// Runs `use(plugin)` under the object's lock, after making it where there is none yet (Error kPluginNotFound,
/// kPluginState).
template <class F>
auto withPlugin(Attributes const& a, F&& use) {
    std::lock_guard const lock(a.live->mutex);
    if (a.live->plugin == nullptr)
        a.live->plugin = restore(RegistryScope::current(), a.key, a.layer, a.state);
    return use(*a.live->plugin);
}

/// Asks a plugin for its outputs. `dims` of an input: a number, or negative where it is not known; `elements` of a
/// shape input likewise (INT64_MIN). Throws Error kPluginOutputs, kPluginUse.
std::vector<Output> declareOutputs(Plugin& plugin, std::vector<DataType> const& types,
                                   std::vector<std::vector<int64_t>> const& dims,
                                   std::vector<std::vector<int64_t>> const& elements);

/// A dim of an output for the operands that `dim(input, axis)` and `element(input, element)` tell; `size(output)` gives
/// the number of a size tensor.
template <class D, class E, class S>
DimExpr substituted(DimExpr const& formula, D&& dim, E&& element, S&& size) {
    DimExpr found;
    return formula.substitute([&](SymbolId s) -> DimExpr const* {
        found = readSymbol(s, dim, element, size);
        return &found;
    });
}

/// Throws Error kPluginOutputs unless attributes (which may come out of a file) fit this many operands and results.
void requireFits(Attributes const& a, size_t operands, size_t results);

/// Sets the facts of the outputs from those of the operands.
void inferOutputs(Attributes const& a, InferContext& c);

/// Adds the operator and its kernel.
void addTo(KernelTable& table);

} // namespace tenon::plugin
