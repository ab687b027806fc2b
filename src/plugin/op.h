// SPDX-License-Identifier: Apache-2.0
// The operator "plugin": a node of the graph that a user's plugin computes. What its outputs are follows from formulas
// that the plugin gave once, so an engine is loaded and its shapes are worked out without asking it.
// Operands: the plugin's inputs, then its shape inputs.
#pragma once

#include "base/reflect_text.h"
#include "kernel/table.h"
#include "plugin/call.h"
#include "plugin/plugin.h"

#include <mutex>
#include <optional>

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

/// One way in which a plugin takes a step's operands.
struct Offer {
    Signature signature;
    std::vector<int32_t> formats; ///< nvinfer1::TensorFormat, inputs then outputs, as the plugin is told
    std::vector<int32_t> tactics; ///< by number of the kernel's tactic; empty: it has one way only
    int64_t workspace = 0;        ///< bytes that it asked for when the engine was built, the most of all profiles

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("signature", self.signature);
        visit("formats", self.formats);
        visit("tactics", self.tactics);
        visit("workspace", self.workspace);
    }
};

/// The plugin's object, made from the state when the attributes came out of an engine; and what it said while the
/// engine was built.
struct Live {
    Live() = default;
    ~Live();
    Live(Live const&) = delete;
    Live& operator=(Live const&) = delete;

    std::mutex mutex;
    std::string layer; ///< that used it last
    std::unique_ptr<Plugin> plugin;
    bool isRestored = false;
    std::vector<Offer> offers;
    std::string offeredFor;                      ///< text of the operands that the offers are for
    std::optional<std::vector<std::byte>> named; ///< the state that the times of this plugin are remembered by
};

struct Attributes {
    Key key;
    std::string layer;
    int64_t inputs = 0; ///< the other operands are shape inputs
    std::vector<Output> outputs;
    std::vector<int32_t> aliases; ///< of each output: the input whose memory it is in, or -1
    std::vector<float> scales;    ///< of quantized inputs and outputs, else 1
    std::string libraryHash;      ///< of the file that its creator came from when the engine was built
    uint32_t traits = 0;          ///< bits of tenon::PluginTrait
    std::vector<Offer> offers;    ///< of one that came out of an engine
    std::vector<std::byte> state; ///< likewise
    std::shared_ptr<Live> live = std::make_shared<Live>();

    bool has(uint32_t trait) const noexcept { return (traits & trait) != 0; }
    /// The state as it is now: a plugin may keep what configurePlugin() told it.
    std::vector<std::byte> stateNow() const;
    std::vector<Offer> offersNow() const;
    /// The state when it was first asked for: what tells plugins apart in texts.
    std::vector<std::byte> firstState() const;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("layer", self.layer);
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
        visit("aliases", self.aliases);
        visit("scales", self.scales);
        visit("libraryHash", self.libraryHash);
        visit("traits", self.traits);
        if constexpr (std::is_same_v<V, TextWriter>) {
            visit("state", self.firstState());
        } else if constexpr (std::is_const_v<Self>) {
            std::vector<Offer> const offers = self.offersNow();
            visit("offers", offers);
            std::vector<std::byte> const state = self.stateNow();
            visit("state", state);
        } else if constexpr (std::is_same_v<V, TextReader>) {
            visit("state", self.state);
        } else {
            visit("offers", self.offers);
            visit("state", self.state);
        }
    }
};

/// Runs `use(plugin)` under the object's lock, after making it where there is none yet (Error kPluginNotFound,
/// kPluginState). Errors name the layer.
template <class F>
auto withPlugin(Attributes const& a, F&& use) {
    std::lock_guard const lock(a.live->mutex);
    if (!a.layer.empty())
        a.live->layer = a.layer;
    return inLayer(a.layer, [&] {
        if (a.live->plugin == nullptr) {
            a.live->plugin = restore(RegistryScope::current(), a.key, a.layer, a.state);
            a.live->isRestored = true;
        }
        return use(*a.live->plugin);
    });
}

/// Throws Error kPluginUse for a type that the interface has no name for: f64, strings and the like.
void requireInputTypes(Plugin const& plugin, std::vector<DataType> const& inputs);
/// Asks for the types of the outputs. Throws Error kPluginOutputs.
std::vector<DType> outputTypesOf(Plugin& plugin, std::vector<DataType> const& inputs);

/// Asks a plugin for its outputs. `dims` of an input: a number, or negative where it is not known; `elements` of a
/// shape input likewise (INT64_MIN). Throws Error kPluginOutputs, kPluginUse.
std::vector<Output> declareOutputs(Plugin& plugin, std::vector<DataType> const& types,
                                   std::vector<std::vector<int64_t>> const& dims,
                                   std::vector<std::vector<int64_t>> const& elements);

/// Asks it which outputs lie in the memory of inputs: for each output an input, or -1. Throws Error kPluginOutputs.
std::vector<int32_t> declareAliases(Plugin& plugin, std::vector<Output> const& outputs, size_t inputs);

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

/// For a dim that an output's formula makes negative.
Error negativeDim(Attributes const& a, size_t output, size_t axis, std::string given);

/// Sets the facts of the outputs from those of the operands. Throws Error kPluginOutputs for dims that cannot be.
void inferOutputs(Attributes const& a, InferContext& c);

/// What the times of a step are remembered by beside the problem's text; nothing where they are not. It may be asked
/// while an engine is built.
std::optional<std::string> timingKeyOf(Attributes const& a);

/// Adds the operator and its kernel.
void addTo(KernelTable& table);

} // namespace tenon::plugin
