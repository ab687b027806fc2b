// SPDX-License-Identifier: Apache-2.0
// Which handle a layer has. Each file of handles adds its own rows.
#pragma once

#include "api/layer.h"

#include <map>
#include <string_view>

namespace tenon::api {

using HandleFactory = std::unique_ptr<LayerBase> (*)(NetworkDefinition&, size_t);
using HandleTable = std::map<std::string_view, HandleFactory>; ///< by "layer.NAME"

template <class L>
std::unique_ptr<LayerBase> makeOne(NetworkDefinition& network, size_t record) {
    return std::make_unique<L>(network, record);
}

/// kINT32 or kINT64; throws Error kArgument for another.
nvinfer1::DataType needIndexType(nvinfer1::DataType type);

void addPointwiseHandles(HandleTable& table);
void addWindowHandles(HandleTable& table);
void addMoveHandles(HandleTable& table);
void addReduceHandles(HandleTable& table);
void addIndexHandles(HandleTable& table);
void addMatrixHandles(HandleTable& table);
void addFillHandles(HandleTable& table);
void addFlowHandles(HandleTable& table);
void addAttentionHandles(HandleTable& table);
void addQuantizeHandles(HandleTable& table);

} // namespace tenon::api
