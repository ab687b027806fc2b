// SPDX-License-Identifier: Apache-2.0
// A network being written, and what it computes. Elements are doubles on the test's side, whatever their type is.
#pragma once

#include "api/network_state.h"
#include "plan/plan.h"
#include "test/interface/recorder.h"

#include <NvInfer.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace test {

using nvinfer1::DataType;
using nvinfer1::Dims;
using nvinfer1::ITensor;

struct Array {
    DataType type = DataType::kFLOAT;
    std::vector<int64_t> dims;
    std::vector<double> values;
};

/// 1, 2, 3, ... times step, in the order of memory.
Array counted(std::vector<int64_t> dims, double step = 1, DataType type = DataType::kFLOAT);
/// Numbers between -1 and 1 that look random and are the same everywhere.
Array noise(std::vector<int64_t> dims, uint32_t seed);
Array integers(std::vector<int64_t> dims, std::vector<double> values, DataType type = DataType::kINT32);
Array floats(std::vector<int64_t> dims, std::vector<double> values);
Array boolean(bool value);

Dims dims(std::vector<int64_t> const& list);

class Net {
public:
    explicit Net(bool strong = false, int32_t version = NV_TENSORRT_VERSION);

    nvinfer1::INetworkDefinition* operator->() const { return mNetwork.get(); }
    nvinfer1::INetworkDefinition& operator*() const { return *mNetwork; }
    nvinfer1::IBuilder& builder() const { return *mBuilder; }
    Logger& logger() { return *mLogger; }

    ITensor& input(char const* name, std::vector<int64_t> const& shape, DataType type = DataType::kFLOAT);
    ITensor& constant(Array const& array);
    /// Weights that live as long as the test.
    nvinfer1::Weights weights(std::vector<float> const& values);
    /// Marks the tensor and gives it the name.
    void output(ITensor& tensor, char const* name);
    void output(nvinfer1::ILayer* layer, char const* name) {
        ASSERT_NE(layer, nullptr) << mLogger->text();
        output(*layer->getOutput(0), name);
    }

    /// The file that the builder gives for inputs of these dims; null with the reason in the logger.
    std::unique_ptr<nvinfer1::IHostMemory> engine(std::map<std::string, Array> const& inputs);
    /// Builds, loads and runs as a user would; the dims of the inputs are those of the arrays. Throws what was logged.
    std::map<std::string, Array> run(std::map<std::string, Array> const& inputs);
    Array one(std::map<std::string, Array> const& inputs) { return run(inputs).at("y"); }
    /// What a build says that fails; empty when it does not fail.
    std::string refusal();
    tenon::plan::Plan plan(std::map<std::string, Array> const& inputs);

private:
    std::unique_ptr<Logger> mLogger;
    std::unique_ptr<nvinfer1::IBuilder> mBuilder;
    std::unique_ptr<nvinfer1::INetworkDefinition> mNetwork;
    std::deque<std::vector<float>> mWeights;
    std::deque<std::vector<std::byte>> mConstants;
};

/// Dims as text, "2x3"; "?" for a dim that is not known.
std::string shapeOf(ITensor const& tensor);

void expectNear(Array const& got, std::vector<int64_t> const& dims, std::vector<double> const& wanted,
                double tolerance = 1e-5);

inline ITensor& add(Net& net, ITensor& a, ITensor& b,
                    nvinfer1::ElementWiseOperation op = nvinfer1::ElementWiseOperation::kSUM) {
    return *net->addElementWise(a, b, op)->getOutput(0);
}

} // namespace test
