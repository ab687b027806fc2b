// SPDX-License-Identifier: Apache-2.0
// ONNX Scan. Operands: carried values, scanned tensors, captures. Parameters of the region: carried values, one slice
// of each scanned tensor, captures. Results of the region and of the operator: carried values, then scan outputs
// (stacked by turn in the operator's).
#pragma once

#include "shape/scan.h"

namespace tenon::ops::scan {

using Attributes = ScanAxes;

} // namespace tenon::ops::scan
