// SPDX-License-Identifier: Apache-2.0
// The two halves of `tenon inspect`.
#pragma once

#include "args.h"

namespace tenon::cli {

int inspectEngine(InspectArgs const& args);
int inspectOnnx(InspectArgs const& args);

} // namespace tenon::cli
