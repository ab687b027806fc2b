// SPDX-License-Identifier: Apache-2.0
#include "network/network.h"

namespace tenon {

TensorId Network::addTensor(std::string tensorName, std::optional<Type> type) {
    tensors.emplace_back();
    tensors.back().name = std::move(tensorName);
    tensors.back().type = std::move(type);
    return static_cast<TensorId>(tensors.size() - 1);
}

TensorId Network::addConstant(std::string tensorName, Type type, Buffer bytes) {
    TensorId const id = addTensor(std::move(tensorName), std::move(type));
    tensors[static_cast<size_t>(id)].constant = std::move(bytes);
    return id;
}

} // namespace tenon
