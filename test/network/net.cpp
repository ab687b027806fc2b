// SPDX-License-Identifier: Apache-2.0
#include "net.h"

#include "base/half.h"
#include "builder/builder.h"
#include "kernel/evaluate.h"
#include "network/lower/lower.h"

#include <cmath>
#include <stdexcept>

namespace test {

using namespace tenon;
using nvinfer1::Weights;

namespace {

std::vector<std::byte> bytesOfArray(Array const& a) {
    auto const type = static_cast<DType>(a.type);
    std::vector<std::byte> out(static_cast<size_t>(bytesFor(type, static_cast<int64_t>(a.values.size()))) + 1);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        for (size_t i = 0; i < a.values.size(); ++i)
            reinterpret_cast<T*>(out.data())[i] = static_cast<T>(a.values[i]);
    });
    out.pop_back();
    return out;
}

Array arrayOf(DType type, std::vector<int64_t> dims, void const* data) {
    Array out{static_cast<DataType>(type), std::move(dims), {}};
    int64_t count = 1;
    for (int64_t d : out.dims)
        count *= d;
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < count; ++i)
            out.values.push_back(static_cast<double>(static_cast<T const*>(data)[i]));
    });
    return out;
}

BuildOptions optionsFor(ir::Graph const& g, std::map<std::string, Array> const& inputs) {
    BuildOptions options;
    options.staticCosts = true;
    ProfileSpec spec;
    for (ir::ValueId v : g.regions[0].params) {
        auto const it = inputs.find(g.value(v).name);
        if (it == inputs.end())
            continue;
        ProfileSpec::Input& in = spec.inputs[it->first];
        for (int64_t d : it->second.dims)
            in.dims.push_back({d, d, d});
        for (ir::Symbol const& s : g.symbols)
            if (s.element && s.value == v)
                for (in.values.clear(); in.values.size() < it->second.values.size();) {
                    auto const value = static_cast<int64_t>(it->second.values[in.values.size()]);
                    in.values.push_back({0, value, 1000});
                }
    }
    options.profiles = {spec};
    return options;
}

} // namespace

Array counted(std::vector<int64_t> dims, double step, DataType type) {
    Array out{type, std::move(dims), {}};
    int64_t count = 1;
    for (int64_t d : out.dims)
        count *= d;
    for (int64_t i = 0; i < count; ++i)
        out.values.push_back(static_cast<double>(i + 1) * step);
    return out;
}

Array noise(std::vector<int64_t> dims, uint32_t seed) {
    Array out = counted(std::move(dims));
    for (double& v : out.values) {
        seed = seed * 1664525u + 1013904223u;
        v = static_cast<float>(static_cast<double>(seed >> 8) / (1u << 23) - 1);
    }
    return out;
}

Array integers(std::vector<int64_t> dims, std::vector<double> values, DataType type) {
    return {type, std::move(dims), std::move(values)};
}

Array floats(std::vector<int64_t> dims, std::vector<double> values) {
    return {DataType::kFLOAT, std::move(dims), std::move(values)};
}

Array boolean(bool value) {
    return {DataType::kBOOL, {}, {value ? 1.0 : 0.0}};
}

nvinfer1::Dims dims(std::vector<int64_t> const& list) {
    nvinfer1::Dims out{static_cast<int32_t>(list.size()), {}};
    std::copy(list.begin(), list.end(), out.d);
    return out;
}

std::string shapeOf(ITensor const& tensor) {
    nvinfer1::Dims const d = tensor.getDimensions();
    if (d.nbDims < 0)
        return "none";
    std::string out;
    for (int32_t i = 0; i < d.nbDims; ++i)
        out += (i == 0 ? "" : "x") + (d.d[i] < 0 ? std::string("?") : std::to_string(d.d[i]));
    return out;
}

Net::Net(bool strong, int32_t version) : mLogger(std::make_unique<Logger>()) {
    mBuilder.reset(static_cast<nvinfer1::IBuilder*>(createInferBuilder_INTERNAL(mLogger.get(), version)));
    uint32_t flags = 1U << static_cast<uint32_t>(nvinfer1::NetworkDefinitionCreationFlag::kEXPLICIT_BATCH);
    if (strong)
        flags |= 1U << static_cast<uint32_t>(nvinfer1::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED);
    mNetwork.reset(mBuilder->createNetworkV2(flags));
}

ITensor& Net::input(char const* name, std::vector<int64_t> const& shape, DataType type) {
    ITensor* const out = mNetwork->addInput(name, type, dims(shape));
    EXPECT_NE(out, nullptr) << mLogger->text();
    return *out;
}

ITensor& Net::constant(Array const& array) {
    mConstants.push_back(bytesOfArray(array));
    nvinfer1::ILayer* const layer = mNetwork->addConstant(
        dims(array.dims), {array.type, mConstants.back().data(), static_cast<int64_t>(array.values.size())});
    EXPECT_NE(layer, nullptr) << mLogger->text();
    return *layer->getOutput(0);
}

Weights Net::weights(std::vector<float> const& values) {
    mWeights.push_back(values);
    return {DataType::kFLOAT, mWeights.back().data(), static_cast<int64_t>(values.size())};
}

void Net::output(ITensor& tensor, char const* name) {
    tensor.setName(name);
    mNetwork->markOutput(tensor);
}

plan::Plan Net::plan(std::map<std::string, Array> const& inputs) {
    ir::Graph g = lower(api::stateOf(*mNetwork).network(), builtinTable());
    BuildOptions const options = optionsFor(g, inputs);
    return build(std::move(g), options).plan;
}

namespace {

/// Takes an output of any size.
class Memory final : public nvinfer1::IOutputAllocator {
public:
    void* reallocateOutput(char const*, void*, uint64_t size, uint64_t) noexcept override {
        mBytes.resize(size + 1);
        return mBytes.data();
    }
    void* reallocateOutputAsync(char const* name, void* current, uint64_t size, uint64_t alignment,
                                cudaStream_t) noexcept override {
        return reallocateOutput(name, current, size, alignment);
    }
    void notifyShape(char const*, nvinfer1::Dims const& shape) noexcept override {
        mDims.assign(shape.d, shape.d + shape.nbDims);
    }
    Array array(DataType type) const { return arrayOf(static_cast<DType>(type), mDims, mBytes.data()); }

private:
    std::vector<std::byte> mBytes;
    std::vector<int64_t> mDims;
};

} // namespace

std::unique_ptr<nvinfer1::IHostMemory> Net::engine(std::map<std::string, Array> const& inputs) {
    auto const config = own(mBuilder->createBuilderConfig());
    config->setBuilderOptimizationLevel(0);
    nvinfer1::IOptimizationProfile* const profile = mBuilder->createOptimizationProfile();
    for (int32_t i = 0; i < mNetwork->getNbInputs(); ++i) {
        ITensor& tensor = *mNetwork->getInput(i);
        Array const& a = inputs.at(tensor.getName());
        for (auto select : {nvinfer1::OptProfileSelector::kMIN, nvinfer1::OptProfileSelector::kOPT,
                            nvinfer1::OptProfileSelector::kMAX}) {
            profile->setDimensions(tensor.getName(), select, test::dims(a.dims));
            if (!tensor.isShapeTensor())
                continue;
            std::vector<int64_t> values;
            for (double v : a.values)
                values.push_back(select == nvinfer1::OptProfileSelector::kMIN   ? 0
                                 : select == nvinfer1::OptProfileSelector::kMAX ? 1000
                                                                                : static_cast<int64_t>(v));
            profile->setShapeValuesV2(tensor.getName(), select, values.data(), static_cast<int32_t>(values.size()));
        }
    }
    config->addOptimizationProfile(profile);
    return own(mBuilder->buildSerializedNetwork(*mNetwork, *config));
}

std::map<std::string, Array> Net::run(std::map<std::string, Array> const& inputs) {
    auto const need = [&](bool good) {
        if (!good)
            throw std::runtime_error(mLogger->text());
    };
    auto const file = engine(inputs);
    need(file != nullptr);
    auto const runtime = own(nvinfer1::createInferRuntime(*mLogger));
    auto const engine = own(runtime->deserializeCudaEngine(file->data(), file->size()));
    need(engine != nullptr);
    auto const context = own(engine->createExecutionContext());
    std::deque<std::vector<std::byte>> memory;
    std::map<std::string, Memory> outputs;
    for (int32_t i = 0; i < engine->getNbIOTensors(); ++i) {
        char const* const name = engine->getIOTensorName(i);
        if (engine->getTensorIOMode(name) == nvinfer1::TensorIOMode::kOUTPUT) {
            need(context->setOutputAllocator(name, &outputs[name]));
            continue;
        }
        Array const& a = inputs.at(name);
        memory.push_back(bytesOfArray(a));
        memory.back().resize(memory.back().size() + 64);
        need(context->setInputShape(name, test::dims(a.dims)));
        need(context->setInputTensorAddress(name, memory.back().data()));
    }
    need(context->enqueueV3(nullptr));
    std::map<std::string, Array> out;
    for (auto const& [name, got] : outputs)
        out[name] = got.array(engine->getTensorDataType(name.c_str()));
    return out;
}

std::string Net::refusal() {
    try {
        lower(api::stateOf(*mNetwork).network(), builtinTable());
        return {};
    } catch (Error const& e) {
        return e.what();
    }
}

void expectNear(Array const& got, std::vector<int64_t> const& dims, std::vector<double> const& wanted,
                double tolerance) {
    ASSERT_EQ(got.dims, dims);
    ASSERT_EQ(got.values.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
        if (std::isnan(wanted[i]))
            EXPECT_TRUE(std::isnan(got.values[i])) << "element " << i;
        else
            EXPECT_NEAR(got.values[i], wanted[i], tolerance * std::max(1.0, std::abs(wanted[i]))) << "element " << i;
    }
}

} // namespace test
