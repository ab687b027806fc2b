// SPDX-License-Identifier: Apache-2.0
// What the samples share: a logger, ownership, and the network that most of them use.
#pragma once

#include <NvInfer.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Logger : nvinfer1::ILogger {
    void log(Severity severity, char const* text) noexcept override {
        if (severity <= worst)
            std::printf("%s\n", text);
    }
    Severity worst = Severity::kWARNING;
};

template <class T>
std::unique_ptr<T> own(T* made) {
    if (made == nullptr)
        std::exit(1); // the logger has said why
    return std::unique_ptr<T>(made);
}

inline nvinfer1::Weights weights(std::vector<float> const& values) {
    return {nvinfer1::DataType::kFLOAT, values.data(), static_cast<int64_t>(values.size())};
}

inline nvinfer1::Dims dims(std::vector<int64_t> const& extents) {
    nvinfer1::Dims out{static_cast<int32_t>(extents.size()), {}};
    for (size_t i = 0; i < extents.size(); ++i)
        out.d[i] = extents[i];
    return out;
}

/// y = relu(x * w + b) for rows of three numbers: x is [rows, 3], w [3, 2], b [1, 2]. The network refers to the numbers
/// of `w` and `b` until it is built.
inline void addLayers(nvinfer1::INetworkDefinition& network, int64_t rows, std::vector<float> const& w,
                      std::vector<float> const& b) {
    using namespace nvinfer1;
    ITensor* const x = network.addInput("x", DataType::kFLOAT, dims({rows, 3}));
    IConstantLayer* const factor = network.addConstant(dims({3, 2}), weights(w));
    IConstantLayer* const bias = network.addConstant(dims({1, 2}), weights(b));
    factor->setName("factor");
    bias->setName("bias");
    network.setWeightsName(weights(w), "w");
    network.setWeightsName(weights(b), "b");
    ILayer* const product =
        network.addMatrixMultiply(*x, MatrixOperation::kNONE, *factor->getOutput(0), MatrixOperation::kNONE);
    product->setName("product");
    ILayer* const sum = network.addElementWise(*product->getOutput(0), *bias->getOutput(0), ElementWiseOperation::kSUM);
    sum->setName("sum");
    ILayer* const relu = network.addActivation(*sum->getOutput(0), ActivationType::kRELU);
    relu->setName("relu");
    relu->getOutput(0)->setName("y");
    network.markOutput(*relu->getOutput(0));
}

/// Runs the rows and prints the results.
inline bool run(nvinfer1::IExecutionContext& context, std::vector<float> x) {
    auto const rows = static_cast<int64_t>(x.size() / 3);
    std::vector<float> y(static_cast<size_t>(rows) * 2);
    if (!context.setInputShape("x", dims({rows, 3})))
        return false;
    context.setTensorAddress("x", x.data());
    context.setTensorAddress("y", y.data());
    if (!context.enqueueV3(nullptr))
        return false;
    std::printf("y =");
    for (float value : y)
        std::printf(" %g", static_cast<double>(value));
    std::printf("\n");
    return true;
}
