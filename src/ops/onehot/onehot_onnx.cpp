// SPDX-License-Identifier: Apache-2.0
// OneHot of the default domain.
#include "onnx/importer.h"
#include "ops/onehot/onehot.h"

namespace tenon::ops {

void onehot_onnx(onnx::ImporterTable& table) {
    table.add("", "OneHot", 9, onnx::importAs<onehot::Attributes, "onehot">);
}

} // namespace tenon::ops
