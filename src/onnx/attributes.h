// SPDX-License-Identifier: Apache-2.0
// Attributes that several operators of ONNX share.
#pragma once

#include "base/post_transform.h"
#include "onnx/importer.h"
#include "shape/convolution.h"

namespace tenon::onnx {

/// The attribute post_transform of ai.onnx.ml.
PostTransform postTransformOf(ImportContext& node);

/// The window of a convolution or of pooling.
Window windowOf(ImportContext& node);

/// The attributes that Conv and its kin have.
Convolution convolutionOf(ImportContext& node);

} // namespace tenon::onnx
