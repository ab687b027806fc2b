// SPDX-License-Identifier: Apache-2.0
// The version of this library, from CMakeLists.txt.
#pragma once

#include <string_view>

namespace tenon {

std::string_view version() noexcept;      ///< "0.1.0"
std::string_view minorVersion() noexcept; ///< "0.1": engine files of one minor version load in each other's libraries

} // namespace tenon
