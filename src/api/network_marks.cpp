// SPDX-License-Identifier: Apache-2.0
// What a network is told about its weights and tensors beside the layers: names for refit, and tensors to debug.
#include "api/network.h"

#include <fmt/format.h>

namespace tenon::api {

using nvinfer1::DataType;
using nvinfer1::ITensor;
using nvinfer1::Weights;

// Weights by name.

bool NetworkDefinition::setWeightsName(Weights weights, char const* name) noexcept {
    return make("INetworkDefinition::setWeightsName", [&] {
        std::string const text = name == nullptr ? "" : name;
        auto same = [&](NetworkTensor const& t) {
            if (!t.constant || t.constant->data() != weights.values)
                return false;
            return static_cast<DataType>(t.type->dtype) == weights.type &&
                   static_cast<int64_t>(t.constant->size()) == bytesFor(t.type->dtype, weights.count);
        };
        size_t found = 0;
        for (NetworkTensor const& t : mNetwork.tensors) {
            if (same(t))
                ++found;
            else if (!text.empty() && t.constant && t.weightsName == text)
                throw Error(Message::kWeightsName, fmt::format("other weights are called '{}'", text));
        }
        if (found == 0)
            throw Error(Message::kWeightsName, "no layer uses these weights")
                .given(fmt::format("{} elements of type {}", weights.count, static_cast<int32_t>(weights.type)));
        for (NetworkTensor& t : mNetwork.tensors)
            if (same(t))
                t.weightsName = text;
        return true;
    });
}

bool NetworkDefinition::markWeightsRefittable(char const* name) noexcept {
    return make("INetworkDefinition::markWeightsRefittable", [&] {
        std::string const text = needName(name);
        for (NetworkTensor const& t : mNetwork.tensors)
            if (t.constant && (t.weightsName.empty() ? t.name : t.weightsName) == text) {
                mNetwork.refittable.insert(text);
                return true;
            }
        throw Error(Message::kWeightsName, fmt::format("no weights are called '{}'", text));
    });
}

bool NetworkDefinition::unmarkWeightsRefittable(char const* name) noexcept {
    return make("INetworkDefinition::unmarkWeightsRefittable", [&] {
        std::string const text = needName(name);
        if (mNetwork.refittable.erase(text) == 0)
            throw Error(Message::kWeightsName, fmt::format("no weights called '{}' are marked", text));
        return true;
    });
}

bool NetworkDefinition::areWeightsMarkedRefittable(char const* name) const noexcept {
    return name != nullptr && mNetwork.refittable.contains(name);
}

// Debug tensors.

bool NetworkDefinition::markDebug(ITensor& tensor) noexcept {
    return make("INetworkDefinition::markDebug", [&] {
        TensorId const id = idOf(tensor);
        if (mNetwork.tensors[static_cast<size_t>(id)].name.empty())
            throw Error(Message::kArgument, "a debug tensor is told by its name, and this one has none")
                .tip("ITensor::setName()");
        mNetwork.tensors[static_cast<size_t>(id)].debug = true;
        return true;
    });
}

bool NetworkDefinition::unmarkDebug(ITensor& tensor) noexcept {
    return make("INetworkDefinition::unmarkDebug", [&] {
        mNetwork.tensors[static_cast<size_t>(idOf(tensor))].debug = false;
        return true;
    });
}

bool NetworkDefinition::isDebugTensor(ITensor const& tensor) const noexcept {
    return fence(*mSink, "INetworkDefinition::isDebugTensor", false,
                 [&] { return mNetwork.tensors[static_cast<size_t>(idOf(tensor))].debug; });
}

bool NetworkDefinition::markUnfusedTensorsAsDebugTensors() noexcept {
    mNetwork.debugUnfused = true;
    return true;
}

bool NetworkDefinition::unmarkUnfusedTensorsAsDebugTensors() noexcept {
    mNetwork.debugUnfused = false;
    return true;
}

} // namespace tenon::api
