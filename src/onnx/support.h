// SPDX-License-Identifier: Apache-2.0
// Which operator a node means: versions of domains, local functions, importers; and the list of all nodes that nothing
// implements.
#pragma once

#include "base/error.h"
#include "onnx/importer.h"
#include "onnx/proto.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace tenon::onnx {

inline constexpr int64_t kOldestOpset = 7;
inline constexpr int64_t kNewestOpset = 28;

/// "" for both spellings of the default domain.
std::string_view plainDomain(std::string_view domain) noexcept;
/// A domain of the ONNX standard.
bool isStandard(std::string_view domain) noexcept;

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

/// What a node becomes: a call of a local function or an importer; neither is set where nothing implements it.
struct Meaning {
    FunctionProto const* function = nullptr;
    ImportFunction importer = nullptr;
};
/// Where both exist, the function counts, unless `preferBuiltin`.
Meaning meaningOf(NodeProto const& node, Opsets const& opsets, FunctionTable const& functions,
                  ImporterTable const& importers, bool preferBuiltin);

struct UnsupportedNode {
    std::string node; ///< inside a function: FUNCTION/NODE
    std::string op, domain;
    int64_t version = 0;
    bool standard = false;
    bool known = false;   ///< Tenon implements it at another version
    int64_t index = -1;   ///< in its graph or function
    std::string function; ///< that it lies in; empty: none
};
Error errorOf(UnsupportedNode const& node);

/// All nodes of the model, in subgraphs and in functions that are called, that nothing implements.
std::vector<UnsupportedNode> unsupportedNodes(ModelProto const& model, FunctionTable const& functions,
                                              ImporterTable const& importers, bool preferBuiltin);

} // namespace tenon::onnx
