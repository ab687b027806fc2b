// SPDX-License-Identifier: Apache-2.0
// nvonnxparser::IParser and IParserRefitter.
#pragma once

#include "NvOnnxParser.h"
#include "api/sink.h"

namespace tenon::api {

/// Writes into `network`, which is one of this library's; messages go to `logger`. The caller deletes them.
nvonnxparser::IParser* makeParser(nvinfer1::INetworkDefinition& network, nvinfer1::ILogger& logger);
nvonnxparser::IParserRefitter* makeParserRefitter(nvinfer1::IRefitter& refitter, nvinfer1::ILogger& logger);

} // namespace tenon::api
