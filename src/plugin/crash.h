// SPDX-License-Identifier: Apache-2.0
// Signals that a plugin's method raises.
#pragma once

namespace tenon::plugin {

/// From now on a signal such as SIGSEGV that arrives while a plugin's method runs first prints layer, plugin and
/// method; then what was in force before has its turn. For programs: a library leaves the signals of its process alone.
void reportCrashes() noexcept;

} // namespace tenon::plugin
