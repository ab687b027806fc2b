// SPDX-License-Identifier: Apache-2.0
// The two halves of `tenon inspect`.
#pragma once

#include "model.h"

namespace tenon::cli {

int inspectEngine(ModelFile const& file, InspectArgs const& args);
int inspectOnnx(ModelFile const& file, InspectArgs const& args);

} // namespace tenon::cli
