// SPDX-License-Identifier: Apache-2.0
#include "base/version.h"

namespace tenon {

std::string_view version() noexcept {
    return TENON_VERSION;
}

std::string_view minorVersion() noexcept {
    std::string_view const all = version();
    return all.substr(0, all.rfind('.'));
}

} // namespace tenon
