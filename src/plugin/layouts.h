// SPDX-License-Identifier: Apache-2.0
// Formats of plugins as Layouts. Only those of which every element belongs to the tensor are offered: a plugin writes
// no padding, and whoever reads a padded Layout counts on zeros there.
#pragma once

#include "NvInferRuntimeBase.h"
#include "kernel/layout.h"

#include <span>
#include <string_view>
#include <vector>

namespace tenon::plugin {

std::string_view nameOf(nvinfer1::TensorFormat format) noexcept;

/// Row-major first, then those for tensors of this rank whose groups of channels come out even. `dims`: a negative one
/// is not fixed.
std::vector<nvinfer1::TensorFormat> formatsFor(std::span<int64_t const> dims);
/// How a format of formatsFor() lies.
Layout layoutOf(nvinfer1::TensorFormat format, size_t rank);

} // namespace tenon::plugin
