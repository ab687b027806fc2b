// SPDX-License-Identifier: Apache-2.0
// Where a node stands while a model is read: the names that it can see, and the function calls around it.
#pragma once

#include "network/network.h"
#include "onnx/proto.h"
#include "onnx/support.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tenon::onnx {

struct Scope;

/// An attribute with the scope that it was written in (a graph in it sees the names there).
struct BoundAttribute {
    AttributeProto const* proto = nullptr; ///< null: absent
    Scope const* scope = nullptr;
};

/// The model, or one call of a local function.
struct Frame {
    Frame const* caller = nullptr;
    FunctionProto const* function = nullptr;
    Opsets opsets;
    std::map<std::string_view, BoundAttribute> attributes; ///< of the function, as this call gives them
};

/// The output of a node that had an error: what reads it is passed over.
inline constexpr TensorId kFailedTensor = -2;

/// The names of one graph or function body.
struct Scope {
    Frame const* frame = nullptr;
    Scope const* outer = nullptr; ///< the graph around a subgraph
    std::string
        path; ///< before names of nodes and tensors: the function calls and nodes around this body, each with a '/'
    int depth = 0; ///< of bodies around this one, callers included
    std::unordered_map<std::string_view, TensorId> names;
    std::unordered_map<std::string_view, TypeProto const*> declared; ///< value_info and outputs

    std::optional<TensorId> find(std::string_view name) const noexcept {
        for (Scope const* s = this; s != nullptr; s = s->outer)
            if (auto const found = s->names.find(name); found != s->names.end())
                return found->second;
        return std::nullopt;
    }
    /// The attribute itself, or the one of the function's call that it refers to.
    BoundAttribute resolve(AttributeProto const& attribute) const noexcept {
        if (attribute.refName.empty())
            return {&attribute, this};
        auto const found = frame->attributes.find(attribute.refName);
        return found == frame->attributes.end() ? BoundAttribute{} : found->second;
    }
};

} // namespace tenon::onnx
