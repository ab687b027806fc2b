// SPDX-License-Identifier: Apache-2.0
// matmul.dnnl and matmul.inner_product: oneDNN's products.
#pragma once

#include "kernel/table.h"

namespace tenon::ops::matmul {

void addDnnl(KernelTable& table);

} // namespace tenon::ops::matmul
