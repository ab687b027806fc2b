// SPDX-License-Identifier: Apache-2.0
// Engine files for tests of the run time, built from small graphs, and short forms of what every test does with them.
#pragma once

#include "recorder.h"

#include <NvInfer.h>
#include <tenon/engine.h>

#include <algorithm>
#include <cstring>

namespace nvinfer1 {

inline bool operator==(Dims const& a, Dims const& b) {
    return a.nbDims == b.nbDims && (a.nbDims < 0 || std::equal(a.d, a.d + a.nbDims, b.d));
}

} // namespace nvinfer1

namespace test {

using Bytes = std::vector<char>;

/// y = relu(x * w + b), x f32[n, 4]; named "two_profiles": profile 0 has n from 1 to 4, usually 2; profile 1 from 8 to
/// 16, usually 8. w = {1, 2, 3, 4}, b = {-1, -1, -1, -1}. Refittable; layer "scale" holds them as kSCALE and kSHIFT.
/// Keeps all that the inspector can tell, and {"team": "x"}.
Bytes const& twoProfiles();
/// The same without the bytes of w and b.
Bytes const& strippedEngine();
/// x f32[n, 6], n from 1 to 8, shape i64[2] from 1 to 48 -> y: x in that shape.
Bytes const& reshapeEngine();
/// x f32[n, m] up to 4 x 4 -> where i64[2, k]: the positions that are not zero.
Bytes const& nonzeroEngine();
/// x f32[2] -> y = relu(x + 1) * 2; the sum "sum" is a debug tensor, all others are as unfused ones.
Bytes const& debugEngine();

/// A view: `v` has to outlive it.
inline nvinfer1::Weights weights(std::vector<float> const& v) {
    return {nvinfer1::DataType::kFLOAT, v.data(), static_cast<int64_t>(v.size())};
}

inline std::unique_ptr<nvinfer1::IRuntime> runtimeOf(Logger& logger) {
    return own(nvinfer1::createInferRuntime(logger));
}

inline std::unique_ptr<nvinfer1::ICudaEngine> load(nvinfer1::IRuntime& runtime, Bytes const& bytes) {
    return own(runtime.deserializeCudaEngine(bytes.data(), bytes.size()));
}

/// A logger, a runtime, an engine and a context of it.
struct Session {
    explicit Session(Bytes const& bytes) : runtime(runtimeOf(logger)), engine(load(*runtime, bytes)) {
        if (engine != nullptr)
            context = own(engine->createExecutionContext());
    }
    Logger logger;
    std::unique_ptr<nvinfer1::IRuntime> runtime;
    std::unique_ptr<nvinfer1::ICudaEngine> engine;
    std::unique_ptr<nvinfer1::IExecutionContext> context;
};

/// x, and y of twoProfiles() for n rows.
struct Rows {
    explicit Rows(int64_t n, float first = 0) : dims{2, {n, 4}}, x(static_cast<size_t>(n * 4)), y(x.size(), -7) {
        for (size_t i = 0; i < x.size(); ++i)
            x[i] = first + 0.25f * static_cast<float>(i % 13) - 1;
    }
    bool give(nvinfer1::IExecutionContext& context) {
        return context.setInputShape("x", dims) && context.setInputTensorAddress("x", x.data()) &&
               context.setOutputTensorAddress("y", y.data());
    }
    bool isRight(float scale = 1, float shift = -1) const {
        for (size_t i = 0; i < x.size(); ++i)
            if (y[i] != std::max(0.0f, x[i] * scale * static_cast<float>(i % 4 + 1) + shift))
                return false;
        return true;
    }
    nvinfer1::Dims dims;
    std::vector<float> x, y;
};

} // namespace test
