// SPDX-License-Identifier: Apache-2.0
#include "onnx/attributes.h"

namespace tenon::onnx {

PostTransform postTransformOf(ImportContext& node) {
    std::string const name = node.text("post_transform", "NONE");
    auto const transform = postTransformFromName(name);
    if (!transform)
        node.fail(Message::kAttribute, "post_transform is unknown", "NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT",
                  name);
    return *transform;
}

Window windowOf(ImportContext& node) {
    Window out;
    out.kernel = node.integers("kernel_shape");
    out.strides = node.integers("strides");
    out.pads = node.integers("pads");
    out.dilations = node.integers("dilations");
    out.autoPad = autoPadFromName(node.text("auto_pad", "NOTSET"));
    return out;
}

Convolution convolutionOf(ImportContext& node) {
    Convolution out;
    out.window = windowOf(node);
    out.group = node.integer("group", 1);
    return out;
}

} // namespace tenon::onnx
