// SPDX-License-Identifier: Apache-2.0
// Texts that need no model: versions, settings, messages.
#pragma once

#include "base/error.h"

#include <string>

namespace tenon::cli {

std::string versionText();  ///< version, commit, API level, backends
std::string settingsText(); ///< every environment variable
/// A message by "TN-012", "tn-12" or "12". Throws Error kNoSuchMessage.
MessageInfo const& messageBy(std::string const& id);
std::string messageText(MessageInfo const& info);
std::string messagesPage(); ///< docs/errors.md, byte for byte

} // namespace tenon::cli
