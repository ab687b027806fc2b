// SPDX-License-Identifier: Apache-2.0
// Convolution (cross-correlation) over any number of spatial axes: x [N, C, spatial...], w [O, C / group, kernel...],
// optional bias [O].
#pragma once

#include "shape/convolution.h"

namespace tenon::ops::conv {

using Attributes = Convolution;

} // namespace tenon::ops::conv
