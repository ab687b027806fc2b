// SPDX-License-Identifier: Apache-2.0
// Which operator a node means: versions of domains, local functions, importers; and the list of all nodes that nothing
// implements.
#pragma once

#include "base/error.h"
#include "onnx/importer.h"
#include "onnx/proto.h"
#include "plugin/registry.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace tenon::onnx {

inline constexpr int64_t kOldestOpset = 6;
inline constexpr int64_t kNewestOpset = 28;

/// Attributes that say of a node which plugin computes it, and which of its inputs that plugin reads on the host.
inline constexpr std::string_view kPluginVersion = "plugin_version", kPluginNamespace = "plugin_namespace",
                                  kShapeInputs = "tensorrt_plugin_shape_input_indices";
/// The value of one of the first two; absent for what is no text and no number.
std::optional<std::string> pluginTextOf(AttributeProto const& attribute);

/// "" for both spellings of the default domain.
std::string_view plainDomain(std::string_view domain) noexcept;
/// A domain of the ONNX standard.
bool isStandard(std::string_view domain) noexcept;

/// An operator that the standard defines in a domain, whether Tenon implements it or not.
bool isOnnxOperator(std::string_view domain, std::string_view name, ImporterTable const& importers);

/// Version of each domain that a model or function imports.
class Opsets {
public:
    explicit Opsets(std::vector<OperatorSetId> const& imports, Opsets const* otherwise = nullptr);
    /// 1 for a domain that is not imported, and for the default domain 0.
    int64_t version(std::string_view domain) const noexcept;
    /// For a body that uses the default domain: throws Error kOnnxOpset unless its version is in the range.
    void check() const;

private:
    std::map<std::string_view, int64_t> mVersions;
};

/// The local functions of a model by {domain, name, overload}.
class FunctionTable {
public:
    explicit FunctionTable(ModelProto const& model); ///< throws Error kOnnxDuplicate
    FunctionProto const* find(NodeProto const& node) const noexcept;

private:
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, FunctionProto const*> mFunctions;
};

/// What may implement a node. A local function counts before an operator of Tenon, and that before a plugin, unless one
/// of the two wishes says otherwise; plugins come first where both do.
struct Implementations {
    FunctionTable const& functions;
    ImporterTable const& importers;
    plugin::Registry const& plugins;
    bool preferBuiltin = false; ///< an operator before a function
    bool preferPlugins = false; ///< a plugin before both
};

/// What a node becomes: one of the first three; none is set where nothing implements it.
struct Meaning {
    FunctionProto const* function = nullptr;
    ImportFunction importer = nullptr;
    std::optional<plugin::Creator> plugin;
    std::vector<std::string> rivals; ///< what could implement it as well, in words
    std::string why; ///< it and not they, in words: the rule, or the wish that counts; empty without them

    bool isNothing() const noexcept { return function == nullptr && importer == nullptr && !plugin; }
};
Meaning meaningOf(NodeProto const& node, Opsets const& opsets, Implementations const& all);
/// What it is, in words: "the local function 'acme::Twice'".
std::string textOf(NodeProto const& node, Meaning const& meaning);

/// What a node asks for as a plugin: its operator's name, its attributes plugin_version ("1" without it) and
/// plugin_namespace.
plugin::Key pluginKeyOf(NodeProto const& node);

struct UnsupportedNode {
    std::string node; ///< inside a function: FUNCTION/NODE
    std::string op, domain;
    int64_t version = 0;
    bool standard = false; ///< isOnnxOperator()
    bool known = false;    ///< Tenon implements it at another version
    int64_t index = -1;    ///< in its graph or function
    std::string function;  ///< that it lies in; empty: none
    plugin::Key plugin;    ///< that could implement it
};
Error errorOf(UnsupportedNode const& node, plugin::Registry const& plugins);

/// All nodes of the model, in subgraphs and in functions that are called, that nothing implements.
std::vector<UnsupportedNode> unsupportedNodes(ModelProto const& model, Implementations const& all);

} // namespace tenon::onnx
