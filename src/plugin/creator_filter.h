// SPDX-License-Identifier: Apache-2.0
// For the checker, which loads libraries whose creators may end the process when they are asked for their names.
#pragma once

namespace tenon::plugin {

/// Is asked once for each creator that is registered, before that one is asked anything: false leaves it out. While it
/// stands, the watcher of calls is told of the getters of names, too. Null: none is left out.
using CreatorFilter = bool (*)() noexcept;
void filterCreators(CreatorFilter filter) noexcept;

} // namespace tenon::plugin
