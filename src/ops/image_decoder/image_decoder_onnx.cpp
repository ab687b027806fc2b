// SPDX-License-Identifier: Apache-2.0
// ImageDecoder of the default domain is refused with what to do: this library decodes no image formats.
#include "onnx/importer.h"

namespace tenon::ops {
namespace image_decoder {
namespace {

void import(onnx::ImportContext& node) {
    node.fail(Message::kNotThereYet, "files of images are not decoded",
              "pixels as an input of the model, decoded by the program around it",
              "pixel_format " + node.text("pixel_format", "RGB"));
}

} // namespace
} // namespace image_decoder

void image_decoder_onnx(onnx::ImporterTable& table) {
    table.add("", "ImageDecoder", 20, image_decoder::import);
}

} // namespace tenon::ops
