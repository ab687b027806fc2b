// SPDX-License-Identifier: Apache-2.0
// Products of matrices, and layers that are made of them.
#include "net.h"

#include <cmath>

using namespace nvinfer1;
using namespace test;

namespace {

TEST(MatrixMultiply, TransposedAndVectors) {
    Array const a = counted({2, 2, 3}), b = counted({1, 4, 3}), v = counted({2, 3});
    Net net;
    ITensor &at = net.input("a", a.dims), &bt = net.input("b", b.dims), &vt = net.input("v", v.dims);
    IMatrixMultiplyLayer* layer = net->addMatrixMultiply(at, MatrixOperation::kNONE, bt, MatrixOperation::kNONE);
    layer->setOperation(1, MatrixOperation::kTRANSPOSE);
    EXPECT_EQ(layer->getOperation(0), MatrixOperation::kNONE);
    EXPECT_EQ(layer->getOperation(1), MatrixOperation::kTRANSPOSE);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x2x4");
    net.output(layer, "y");
    net.output(net->addMatrixMultiply(at, MatrixOperation::kNONE, vt, MatrixOperation::kVECTOR), "mv");
    net.output(net->addMatrixMultiply(vt, MatrixOperation::kVECTOR, vt, MatrixOperation::kVECTOR), "vv");
    auto const y = net.run({{"a", a}, {"b", b}, {"v", v}});
    std::vector<double> product, mv, vv;
    for (size_t n = 0; n < 2; ++n)
        for (size_t i = 0; i < 2; ++i) {
            for (size_t k = 0; k < 4; ++k) {
                double sum = 0;
                for (size_t j = 0; j < 3; ++j)
                    sum += a.values[n * 6 + i * 3 + j] * b.values[k * 3 + j];
                product.push_back(sum);
            }
            double sum = 0;
            for (size_t j = 0; j < 3; ++j)
                sum += a.values[n * 6 + i * 3 + j] * v.values[n * 3 + j];
            mv.push_back(sum);
        }
    for (size_t n = 0; n < 2; ++n)
        vv.push_back(v.values[n * 3] * v.values[n * 3] + v.values[n * 3 + 1] * v.values[n * 3 + 1] +
                     v.values[n * 3 + 2] * v.values[n * 3 + 2]);
    expectNear(y.at("y"), {2, 2, 4}, product);
    expectNear(y.at("mv"), {2, 2}, mv);
    expectNear(y.at("vv"), {2}, vv);
}

/// Every index of every letter, one loop.
Array einsum(std::string const& terms, std::string const& result, std::vector<Array> const& inputs) {
    std::map<char, int64_t> extents;
    std::vector<std::string> parts(1);
    for (char c : terms)
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    for (size_t i = 0; i < parts.size(); ++i)
        for (size_t k = 0; k < parts[i].size(); ++k)
            extents[parts[i][k]] = inputs[i].dims[k];
    auto offset = [&](std::string const& term, std::map<char, int64_t> const& at) {
        int64_t out = 0;
        for (char c : term)
            out = out * extents.at(c) + at.at(c);
        return static_cast<size_t>(out);
    };
    Array y{DataType::kFLOAT, {}, {}};
    size_t count = 1, all = 1;
    for (char c : result) {
        y.dims.push_back(extents.at(c));
        count *= static_cast<size_t>(extents.at(c));
    }
    y.values.assign(count, 0);
    for (auto const& [c, n] : extents)
        all *= static_cast<size_t>(n);
    for (size_t i = 0; i < all; ++i) {
        std::map<char, int64_t> at;
        size_t left = i;
        for (auto const& [c, n] : extents) {
            at[c] = static_cast<int64_t>(left % static_cast<size_t>(n));
            left /= static_cast<size_t>(n);
        }
        double product = 1;
        for (size_t k = 0; k < parts.size(); ++k)
            product *= inputs[k].values[offset(parts[k], at)];
        y.values[offset(result, at)] += product;
    }
    return y;
}

TEST(Einsum, Equations) {
    struct Row {
        std::string terms, result;
        std::vector<std::vector<int64_t>> dims;
    };
    std::vector<Row> const rows = {
        {"ij,jk", "ik", {{2, 3}, {3, 4}}},
        {"ij,ij", "", {{2, 3}, {2, 3}}},
        {"ij", "ji", {{2, 3}}},
        {"ij", "i", {{2, 3}}},
        {"bhqd,bhkd", "bhqk", {{2, 2, 3, 4}, {2, 2, 5, 4}}},
        {"i,j", "ij", {{2}, {3}}},
        {"ij,jk,kl", "li", {{2, 3}, {3, 4}, {4, 2}}},
        {"ii", "i", {{3, 3}}},
        {"bij,bj", "ib", {{2, 3, 4}, {2, 4}}},
    };
    for (Row const& row : rows) {
        SCOPED_TRACE(row.terms + "->" + row.result);
        Net net;
        std::vector<ITensor*> tensors;
        std::vector<Array> arrays;
        std::map<std::string, Array> inputs;
        for (size_t i = 0; i < row.dims.size(); ++i) {
            std::string const name(1, static_cast<char>('p' + i));
            tensors.push_back(&net.input(name.c_str(), row.dims[i]));
            arrays.push_back(noise(row.dims[i], static_cast<uint32_t>(i)));
            inputs[name] = arrays.back();
        }
        IEinsumLayer* layer = net->addEinsum(tensors.data(), static_cast<int32_t>(tensors.size()),
                                             (row.terms + "->" + row.result).c_str());
        ASSERT_NE(layer, nullptr) << net.logger().text();
        EXPECT_EQ(std::string(layer->getEquation()), row.terms + "->" + row.result);
        net.output(layer, "y");
        Array const want = einsum(row.terms, row.result, arrays);
        expectNear(net.one(inputs), want.dims, want.values, 1e-4);
    }
}

TEST(Einsum, ImplicitResultAndEllipsis) {
    Net net;
    ITensor* const ab[] = {&net.input("a", {2, 3}), &net.input("b", {3, 2})};
    IEinsumLayer* layer = net->addEinsum(ab, 2, "ij, jk");
    net.output(layer, "y");
    ITensor* const batched[] = {&net.input("c", {2, 1, 2, 3}), &net.input("d", {3, 3, 2})};
    net.output(net->addEinsum(batched, 2, "...ij,...jk->...ik"), "z");
    Array const a = counted({2, 3}), b = counted({3, 2}), c = noise({2, 1, 2, 3}, 1), d = noise({3, 3, 2}, 2);
    auto const y = net.run({{"a", a}, {"b", b}, {"c", c}, {"d", d}});
    expectNear(y.at("y"), {2, 2}, {22, 28, 49, 64});
    std::vector<double> want;
    for (size_t n = 0; n < 2; ++n)
        for (size_t m = 0; m < 3; ++m)
            for (size_t i = 0; i < 2; ++i)
                for (size_t k = 0; k < 2; ++k) {
                    double sum = 0;
                    for (size_t j = 0; j < 3; ++j)
                        sum += c.values[n * 6 + i * 3 + j] * d.values[m * 6 + j * 2 + k];
                    want.push_back(sum);
                }
    expectNear(y.at("z"), {2, 3, 2, 2}, want, 1e-4);
    EXPECT_FALSE(layer->setEquation("ij,j+"));
    EXPECT_FALSE(layer->setEquation("ij"));
    EXPECT_FALSE(layer->setEquation("ij,jk->iz"));
    EXPECT_EQ(std::string(layer->getEquation()), "ij, jk");
    EXPECT_TRUE(net.logger().says("TN-171"));
}

TEST(FullyConnected, FlattensThreeAxes) {
    Net net;
    std::vector<float> const k = {1, 0, 0, 0, 0, 1, 1, 1};
    IFullyConnectedLayer* layer =
        net->addFullyConnected(net.input("x", {3, 1, 2, 2}), 2, net.weights(k), net.weights({10, 20}));
    ASSERT_NE(layer, nullptr);
    EXPECT_EQ(layer->getNbOutputChannels(), 2);
    EXPECT_EQ(layer->getType(), LayerType::kFULLY_CONNECTED);
    EXPECT_EQ(layer->getKernelWeights().count, 8);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "3x2x1x1");
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({3, 1, 2, 2})}}), {3, 2, 1, 1}, {11, 29, 15, 41, 19, 53});
}

TEST(Attention, HeadsThatShareKeysAndMasks) {
    for (bool causal : {false, true}) {
        SCOPED_TRACE(causal);
        Net net;
        Array const q = noise({1, 4, 3, 2}, 1), k = noise({1, 2, 3, 2}, 2), v = noise({1, 2, 3, 2}, 3);
        IAttention* a = net->addAttention(net.input("q", q.dims), net.input("k", k.dims), net.input("v", v.dims),
                                          AttentionNormalizationOp::kSOFTMAX, causal);
        ASSERT_NE(a, nullptr) << net.logger().text();
        EXPECT_EQ(a->getCausal(), causal);
        EXPECT_EQ(a->getNbInputs(), 3);
        EXPECT_EQ(a->getMask(), nullptr);
        EXPECT_TRUE(a->setMask(net.input("mask", {1, 1, 3, 3})));
        EXPECT_EQ(a->getMask(), net->getInput(3));
        EXPECT_TRUE(a->setName("my_attention"));
        EXPECT_EQ(net->getNbLayers(), 2);
        EXPECT_EQ(net->getLayer(0)->getType(), LayerType::kATTENTION_INPUT);
        EXPECT_EQ(net->getLayer(1)->getType(), LayerType::kATTENTION_OUTPUT);
        net.output(*a->getOutput(0), "y");
        Array const mask = noise({1, 1, 3, 3}, 4);
        std::vector<double> want;
        for (size_t h = 0; h < 4; ++h)
            for (size_t i = 0; i < 3; ++i) {
                double weights[3], sum = 0;
                for (size_t j = 0; j < 3; ++j) {
                    double s = mask.values[i * 3 + j];
                    for (size_t d = 0; d < 2; ++d)
                        s += q.values[h * 6 + i * 2 + d] * k.values[h / 2 * 6 + j * 2 + d];
                    weights[j] = causal && j > i ? 0 : std::exp(s);
                    sum += weights[j];
                }
                for (size_t d = 0; d < 2; ++d) {
                    double y = 0;
                    for (size_t j = 0; j < 3; ++j)
                        y += weights[j] / sum * v.values[h / 2 * 6 + j * 2 + d];
                    want.push_back(y);
                }
            }
        expectNear(net.one({{"q", q}, {"k", k}, {"v", v}, {"mask", mask}}), {1, 4, 3, 2}, want, 1e-4);
    }
}

TEST(RotaryEmbedding, BothPairings) {
    for (bool interleaved : {false, true}) {
        SCOPED_TRACE(interleaved);
        Net net;
        Array const x = noise({1, 2, 2, 6}, 1), c = noise({3, 2}, 2), s = noise({3, 2}, 3);
        IRotaryEmbeddingLayer* layer = net->addRotaryEmbedding(net.input("x", x.dims), net.input("c", c.dims),
                                                               net.input("s", s.dims), interleaved, 4);
        layer->setInput(3, net.input("p", {1, 2}, DataType::kINT32));
        EXPECT_EQ(layer->getNbInputs(), 4);
        EXPECT_EQ(layer->getRotaryEmbeddingDim(), 4);
        EXPECT_FALSE(layer->setRotaryEmbeddingDim(3));
        net.output(layer, "y");
        size_t const position[] = {2, 0};
        std::vector<double> want = x.values;
        for (size_t h = 0; h < 2; ++h)
            for (size_t t = 0; t < 2; ++t)
                for (size_t i = 0; i < 2; ++i) {
                    size_t const row = (h * 2 + t) * 6, a = row + (interleaved ? 2 * i : i),
                                 b = row + (interleaved ? 2 * i + 1 : i + 2);
                    double const cosine = c.values[position[t] * 2 + i], sine = s.values[position[t] * 2 + i];
                    want[a] = x.values[a] * cosine - x.values[b] * sine;
                    want[b] = x.values[a] * sine + x.values[b] * cosine;
                }
        expectNear(net.one({{"x", x}, {"c", c}, {"s", s}, {"p", integers({1, 2}, {2, 0})}}), x.dims, want, 1e-4);
    }
}

} // namespace
