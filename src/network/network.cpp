// SPDX-License-Identifier: Apache-2.0
#include "network/network.h"

namespace tenon {

TensorId Network::addTensor(std::string tensorName, std::optional<Type> type) {
    tensors.push_back({std::move(tensorName), std::move(type), std::nullopt});
    return static_cast<TensorId>(tensors.size() - 1);
}

TensorId Network::addConstant(std::string tensorName, Type type, Buffer bytes) {
    tensors.push_back({std::move(tensorName), std::move(type), std::move(bytes)});
    return static_cast<TensorId>(tensors.size() - 1);
}

} // namespace tenon
