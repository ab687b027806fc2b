// SPDX-License-Identifier: Apache-2.0
// Dims on their way to a plugin's shape function and back.
#pragma once

#include "plugin/exprs.h"

#include <optional>
#include <string>

namespace tenon::plugin {

std::vector<nvinfer1::DimsExprs> toExprs(std::vector<Dims> const& from, Exprs& exprs);
/// Absent, with the reason, when it has a bad rank or an expression that `exprs` did not give.
std::optional<Dims> fromExprs(nvinfer1::DimsExprs const& from, Exprs const& exprs, std::string& why);

} // namespace tenon::plugin
