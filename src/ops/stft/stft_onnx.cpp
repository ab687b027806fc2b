// SPDX-License-Identifier: Apache-2.0
// STFT of the default domain.
#include "onnx/importer.h"
#include "ops/stft/stft.h"

namespace tenon::ops {

void stft_onnx(onnx::ImporterTable& table) {
    table.add("", "STFT", 17, onnx::importAs<stft::Attributes, "stft">);
}

} // namespace tenon::ops
