// SPDX-License-Identifier: Apache-2.0
#include "network/layers/matrix.h"
#include "ops/einsum/einsum.h"

#include "api/handles.h"

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;
using nvinfer1::MatrixOperation;
using nvinfer1::Weights;

namespace {

class MatrixMultiplyLayer final
    : public Layer<nvinfer1::IMatrixMultiplyLayer, apiv::VMatrixMultiplyLayer, layers::MatrixMultiply> {
public:
    using Layer::Layer;
    void setOperation(int32_t index, MatrixOperation op) noexcept override {
        change("IMatrixMultiplyLayer::setOperation", [&](auto& a) {
            needIndex(index, 2);
            (index == 0 ? a.a : a.b) = needEnum(op, "op", EnumMax<MatrixOperation>());
        });
    }
    MatrixOperation getOperation(int32_t index) const noexcept override {
        return index == 0 ? attrs().a : (index == 1 ? attrs().b : MatrixOperation::kNONE);
    }
};

class EinsumLayer final : public Layer<nvinfer1::IEinsumLayer, apiv::VEinsumLayer, layers::Einsum> {
public:
    using Layer::Layer;
    bool setEquation(char const* equation) noexcept override {
        return fence(network().sink(), "IEinsumLayer::setEquation", false, [&] {
            std::string text = need(equation, "equation");
            ops::einsum::parseEquation(text, shown().operands.size());
            edit().attrs = layers::Einsum{std::move(text)};
            changed();
            return true;
        });
    }
    char const* getEquation() const noexcept override { return attrs().equation.c_str(); }
};

class FullyConnectedLayer final
    : public Layer<nvinfer1::IFullyConnectedLayer, apiv::VFullyConnectedLayer, layers::FullyConnected> {
public:
    using Layer::Layer;
    void setNbOutputChannels(int32_t nbOutputs) noexcept override {
        change("IFullyConnectedLayer::setNbOutputChannels",
               [&](auto& a) { a.outputs = static_cast<int32_t>(needPositive(nbOutputs, "the number of outputs")); });
    }
    int32_t getNbOutputChannels() const noexcept override { return static_cast<int32_t>(attrs().outputs); }
    void setKernelWeights(Weights weights) noexcept override {
        setWeights("IFullyConnectedLayer::setKernelWeights", 1, weights, true);
    }
    Weights getKernelWeights() const noexcept override { return weights(1); }
    void setBiasWeights(Weights weights) noexcept override {
        setWeights("IFullyConnectedLayer::setBiasWeights", 2, weights, true);
    }
    Weights getBiasWeights() const noexcept override { return weights(2); }

protected:
    size_t maxInputs() const noexcept override { return 2; }
    bool mayBeWeights(size_t index) const noexcept override { return index > 0; }
};

} // namespace

void addMatrixHandles(HandleTable& table) {
    table["layer.matrix_multiply"] = makeOne<MatrixMultiplyLayer>;
    table["layer.einsum"] = makeOne<EinsumLayer>;
    table["layer.fully_connected"] = makeOne<FullyConnectedLayer>;
}

nvinfer1::IMatrixMultiplyLayer* NetworkDefinition::addMatrixMultiply(ITensor& input0, MatrixOperation op0,
                                                                     ITensor& input1, MatrixOperation op1) noexcept {
    return make("INetworkDefinition::addMatrixMultiply", [&]() -> nvinfer1::IMatrixMultiplyLayer* {
        needEnum(op0, "op0", EnumMax<MatrixOperation>());
        needEnum(op1, "op1", EnumMax<MatrixOperation>());
        return append<MatrixMultiplyLayer>("matrix_multiply", layers::MatrixMultiply{op0, op1},
                                           {idOf(input0), idOf(input1)});
    });
}

nvinfer1::IEinsumLayer* NetworkDefinition::addEinsum(ITensor* const* inputs, int32_t nbInputs,
                                                     char const* equation) noexcept {
    return make("INetworkDefinition::addEinsum", [&]() -> nvinfer1::IEinsumLayer* {
        need(inputs, "inputs");
        if (nbInputs < 1)
            throw Error(Message::kArgument, "an einsum has no inputs").wanted("1 or more");
        std::vector<TensorId> operands;
        for (int32_t i = 0; i < nbInputs; ++i)
            operands.push_back(idOf(*need(inputs[i], "an input")));
        std::string text = need(equation, "equation");
        ops::einsum::parseEquation(text, operands.size());
        return append<EinsumLayer>("einsum", layers::Einsum{std::move(text)}, std::move(operands));
    });
}

nvinfer1::IFullyConnectedLayer* NetworkDefinition::addFullyConnected(ITensor& input, int32_t nbOutputs,
                                                                     Weights kernelWeights,
                                                                     Weights biasWeights) noexcept {
    return make("INetworkDefinition::addFullyConnected", [&]() -> nvinfer1::IFullyConnectedLayer* {
        TensorId const x = idOf(input);
        std::vector<TensorId> operands{x, weights(kernelWeights, "kernelWeights", true),
                                       weights(biasWeights, "biasWeights", true)};
        return append<FullyConnectedLayer>(
            "fully_connected",
            layers::FullyConnected{static_cast<int32_t>(needPositive(nbOutputs, "the number of outputs"))},
            std::move(operands));
    });
}

} // namespace tenon::api
