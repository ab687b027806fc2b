// SPDX-License-Identifier: Apache-2.0
// NvUtils.h rearranges weights as 8.6 programs expect; the readers and runtimes that do not exist here are null.
#include "NvCaffeParser.h"
#include "NvInferConsistency.h"
#include "NvInferSafeRuntime.h"
#include "NvUffParser.h"
#include "NvUtils.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace {

using namespace nvinfer1;
using utils::reorderSubBuffers;
using utils::reshapeWeights;
using utils::transposeSubBuffers;

std::vector<float> counted(size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

TEST(NvUtils, ReshapeSwapsAxes) {
    auto const from = counted(36);
    std::vector<float> to(36, -1.0F);
    int32_t const shape[] = {3, 2, 3, 2};
    int32_t const order[] = {1, 0, 3, 2};
    ASSERT_TRUE(reshapeWeights({DataType::kFLOAT, from.data(), 36}, shape, order, to.data(), 4));
    size_t at = 0;
    for (int32_t a = 0; a < 2; ++a) {
        for (int32_t b = 0; b < 3; ++b) {
            for (int32_t c = 0; c < 2; ++c) {
                for (int32_t d = 0; d < 3; ++d) {
                    EXPECT_EQ(to[at++], from[static_cast<size_t>(((b * 2 + a) * 3 + d) * 2 + c)]);
                }
            }
        }
    }
}

TEST(NvUtils, GatesOfAnLstmCell) {
    // Rows of a matrix of TensorFlow hold input, cell, forget and output gate side by side; the steps below make one
    // transposed matrix of each gate, in the order forget, input, cell, output.
    constexpr int32_t kSIZE = 2;
    auto const from = counted(16); // [row][gate][column]
    std::vector<float> to(16);
    int32_t const dims[] = {4, kSIZE, kSIZE};
    int32_t const order[] = {2, 0, 1};
    int32_t const places[] = {1, 2, 0, 3};
    ASSERT_TRUE(reshapeWeights({DataType::kFLOAT, from.data(), 16}, dims, order, to.data(), 3));
    ASSERT_TRUE(transposeSubBuffers(to.data(), DataType::kFLOAT, 1, kSIZE * kSIZE, 4));
    ASSERT_TRUE(reorderSubBuffers(to.data(), places, 4, kSIZE * kSIZE * static_cast<int32_t>(sizeof(float))));
    for (size_t gate = 0; gate < 4; ++gate) {
        for (size_t column = 0; column < kSIZE; ++column) {
            for (size_t row = 0; row < kSIZE; ++row) {
                auto const place = (static_cast<size_t>(places[gate]) * kSIZE + column) * kSIZE + row;
                EXPECT_EQ(to[place], from[(row * 4 + gate) * kSIZE + column]) << gate << " " << column << " " << row;
            }
        }
    }
}

TEST(NvUtils, TransposesEachMatrix) {
    std::vector<int8_t> bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    ASSERT_TRUE(transposeSubBuffers(bytes.data(), DataType::kINT8, 2, 2, 3));
    EXPECT_EQ(bytes, (std::vector<int8_t>{1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12}));
}

TEST(NvUtils, RefusesNonsense) {
    auto values = counted(6);
    float to[6];
    Weights const weights{DataType::kFLOAT, values.data(), 6};
    int32_t const shape[] = {2, 3};
    int32_t const order[] = {1, 0};
    int32_t const twice[] = {1, 1};
    int32_t const far[] = {0, 2};
    int32_t const huge[] = {1 << 30, 1 << 30};
    EXPECT_FALSE(reshapeWeights(weights, shape, twice, to, 2));
    EXPECT_FALSE(reshapeWeights(weights, shape, far, to, 2));
    EXPECT_FALSE(reshapeWeights(weights, huge, order, to, 2));
    EXPECT_FALSE(reshapeWeights(weights, shape, order, to, 1));
    EXPECT_FALSE(reshapeWeights(weights, shape, order, to, 9));
    EXPECT_FALSE(reshapeWeights(weights, shape, order, nullptr, 2));
    EXPECT_FALSE(reshapeWeights({DataType::kFLOAT, nullptr, 6}, shape, order, to, 2));
    EXPECT_FALSE(reshapeWeights({DataType::kINT4, values.data(), 6}, shape, order, to, 2));
    EXPECT_FALSE(reorderSubBuffers(values.data(), twice, 2, 4));
    EXPECT_FALSE(reorderSubBuffers(values.data(), order, 2, 0));
    EXPECT_FALSE(reorderSubBuffers(nullptr, order, 2, 4));
    EXPECT_FALSE(transposeSubBuffers(values.data(), DataType::kFP4, 1, 2, 3));
    EXPECT_FALSE(transposeSubBuffers(values.data(), DataType::kFLOAT, 1, 0, 3));
    EXPECT_EQ(values, counted(6));
}

class Logger : public ILogger {
public:
    void log(Severity, char const*) noexcept override {}
};

TEST(Legacy, WhatDoesNotExistIsNull) {
    Logger logger;
    EXPECT_EQ(nvcaffeparser1::createCaffeParser(), nullptr);
    EXPECT_EQ(nvuffparser::createUffParser(), nullptr);
    EXPECT_EQ(safe::createInferRuntime(logger), nullptr);
    EXPECT_EQ(safe::getSafePluginRegistry(), nullptr);
    EXPECT_EQ(consistency::createConsistencyChecker(logger, nullptr, 0), nullptr);
    nvcaffeparser1::shutdownProtobufLibrary();
    nvuffparser::shutdownProtobufLibrary();
}

} // namespace
