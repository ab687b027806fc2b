// SPDX-License-Identifier: Apache-2.0
// A reference function in Python, for the checker of plugins.
#pragma once

#include "checker/checker.h"

namespace tenon::cli {

/// `text` is "file.py:function", the file relative to `folder`; the function takes (inputs, fields), a list of arrays
/// and a dict, and returns a list of arrays. Throws Error kPluginCase when the text has another form; the result throws
/// kNothingChecked when Python or NumPy is missing, kPluginCase when the function fails or takes more than `seconds`.
checker::Reference pythonReference(std::string const& text, std::string const& folder, double seconds);

} // namespace tenon::cli
