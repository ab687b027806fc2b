// SPDX-License-Identifier: Apache-2.0
#include "net.h"

#include "base/half.h"
#include "builder/builder.h"
#include "kernel/evaluate.h"
#include "network/lower/lower.h"
#include "plan/codec.h"
#include "runtime/context.h"

#include <cmath>
#include <cstring>

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

std::map<std::string, Array> Net::run(std::map<std::string, Array> const& inputs) {
    auto const engine = runtime::Engine::load(Buffer::copy(plan::encodePlan(plan(inputs))), builtinTable());
    runtime::Context context(engine);
    std::deque<std::vector<std::byte>> memory;
    for (plan::IoTensor const& io : engine->plan().io) {
        if (!io.input)
            continue;
        Array const& a = inputs.at(io.name);
        memory.push_back(bytesOfArray(a));
        memory.back().resize(memory.back().size() + 64);
        context.setInputShape(io.name, a.dims);
        context.setAddress(io.name, memory.back().data());
        if (io.hostRead) {
            std::vector<int64_t> values;
            for (double v : a.values)
                values.push_back(static_cast<int64_t>(v));
            context.setHostValues(io.name, values);
        }
    }
    context.inferShapes();
    std::map<std::string, std::byte*> outputs;
    plan::Block const& main = engine->plan().blocks[0];
    for (plan::IoTensor const& io : engine->plan().io) {
        plan::Value const& v = main.values[static_cast<size_t>(io.value)];
        if (io.input || v.isBox())
            continue;
        memory.emplace_back(1 << 20);
        outputs[io.name] = memory.back().data();
        context.setAddress(io.name, memory.back().data());
    }
    context.run();
    std::map<std::string, Array> out;
    for (plan::IoTensor const& io : engine->plan().io) {
        if (io.input)
            continue;
        plan::Value const& v = main.values[static_cast<size_t>(io.value)];
        if (v.isBox()) {
            Box const& box = context.output(io.name);
            out[io.name] = arrayOf(box.dtype, box.dims, box.data());
        } else {
            out[io.name] = arrayOf(v.type.dtype, *context.shape(io.name), outputs.at(io.name));
        }
    }
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
