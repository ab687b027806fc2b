// SPDX-License-Identifier: Apache-2.0
// conv.dnnl: oneDNN's convolutions.
#pragma once

#include "kernel/table.h"

namespace tenon::ops::conv {

void addDnnl(KernelTable& table);

} // namespace tenon::ops::conv
