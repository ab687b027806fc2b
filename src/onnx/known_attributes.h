// SPDX-License-Identifier: Apache-2.0
// Attributes that the standard's operators have, so that a misspelt one is not passed over in silence.
#pragma once

#include "base/error.h"
#include "onnx/proto.h"

#include <string_view>
#include <vector>

namespace tenon::onnx {

/// What to say of each attribute of the node that its operator does not have in any version of the standard (TN-047,
/// with the nearest one that it has); `strict` tells whether that is to be an error. Empty for an operator that the
/// standard does not define. Attributes that name a plugin are none of the operator's.
std::vector<Error> unknownAttributes(NodeProto const& node, bool strict);

/// The one of `names` that `name` is most likely meant to be: case and underscores count for little. Empty for none.
std::string_view nearestName(std::string_view name, std::vector<std::string_view> const& names);

} // namespace tenon::onnx
