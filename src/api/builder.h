// SPDX-License-Identifier: Apache-2.0
// nvinfer1::IBuilder.
#pragma once

#include "NvInfer.h"
#include "api/sink.h"

namespace tenon::api {

/// The caller deletes it.
nvinfer1::IBuilder* makeBuilder(std::shared_ptr<Sink> sink);

} // namespace tenon::api
