// SPDX-License-Identifier: Apache-2.0
// In which Layouts and tactics a plugin takes a step: its offers to the builder.
#pragma once

#include "plugin/op.h"

namespace tenon::plugin {

/// The operands as the plugin sees them in an offer. Throws Error kPluginOutputs where the step does not fit the
/// plugin.
Descs descsOf(Problem const& problem, Offer const& offer);

/// What the plugin offers for a problem: at least one, row-major first where it takes that. One that came out of an
/// engine offers what it did when that was built. Leaves the plugin configured for some of them.
std::vector<Offer> offersFor(Attributes const& a, Problem const& problem);

/// The offer of a signature; nothing when there is none for these dims.
std::optional<Offer> offerFor(Problem const& problem, Signature const& signature);

} // namespace tenon::plugin
