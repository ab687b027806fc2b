// SPDX-License-Identifier: Apache-2.0
// Operators as layers: what a record that a reader wrote looks like through the public interface.
#pragma once

#include "network/layers/layer.h"

#include <functional>
#include <optional>

namespace tenon::layers {

struct Decoded {
    Record record;     ///< with a layer as its operator; results, name and all else as they were
    bool exact = true; ///< the layer computes what the operator does; else it only shows part of it
};

/// Nothing for an operator that is no layer. `typeOf` gives types of operands and results, and may throw Error.
using TypeOf = std::function<Type(TensorId)>;
std::optional<Decoded> decode(Network const& network, Record const& record, TypeOf const& typeOf);

} // namespace tenon::layers
