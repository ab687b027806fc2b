// SPDX-License-Identifier: Apache-2.0
// What the engine adds to a plugin: a network of one plugin step through the public interface, against calling the same
// enqueue() by hand with the same arguments. The plugin copies 64 numbers. Rounds are interleaved; a row tells medians.
//     plugin_overhead [--list] [--only ROW] [--rounds N] [--json FILE]    exit 1 when the bar is missed
#include "harness.h"

#include "base/version.h"

#include <NvInfer.h>
#include <tenon/plugin.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <stdexcept>

using namespace nvinfer1;
using bench::at;
using bench::Options;
using bench::rssPeak;

namespace {

constexpr int32_t kElements = 64;
constexpr int kCalls = 2000;
constexpr double kBar = 1.0; // microseconds a call over calling by hand

class Logger final : public ILogger {
public:
    void log(Severity severity, char const* text) noexcept override {
        if (severity <= Severity::kWARNING)
            std::fprintf(stderr, "%s\n", text);
    }
};

int32_t copy(void const* const* inputs, void* const* outputs) noexcept {
    std::memcpy(outputs[0], inputs[0], kElements * sizeof(float));
    return 0;
}

class CopyV3 final : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuild, public IPluginV3OneRuntime {
public:
    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuild*>(this);
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return static_cast<IPluginV3OneCore*>(this);
    }
    IPluginV3* clone() noexcept override { return new CopyV3; }
    char const* getPluginName() const noexcept override { return "CopyV3"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) noexcept override {
        return 0;
    }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const noexcept override {
        out[0] = in[0];
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder&) noexcept override {
        out[0] = in[0];
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                   int32_t) noexcept override {
        return all[position].desc.type == DataType::kFLOAT && all[position].desc.format == TensorFormat::kLINEAR;
    }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const* inputs, void* const* outputs,
                    void*, cudaStream_t) noexcept override {
        return copy(inputs, outputs);
    }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override { return &mNone; }

private:
    PluginFieldCollection mNone{};
};

class CopyV2 final : public IPluginV2DynamicExt {
public:
    char const* getPluginType() const noexcept override { return "CopyV2"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    size_t getSerializationSize() const noexcept override { return 0; }
    void serialize(void*) const noexcept override {}
    void destroy() noexcept override { delete this; }
    IPluginV2DynamicExt* clone() const noexcept override { return new CopyV2; }
    void setPluginNamespace(char const*) noexcept override {}
    char const* getPluginNamespace() const noexcept override { return ""; }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) noexcept override {
        return all[position].type == DataType::kFLOAT && all[position].format == TensorFormat::kLINEAR;
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const* inputs, void* const* outputs,
                    void*, cudaStream_t) noexcept override {
        return copy(inputs, outputs);
    }
};

class CreatorV3 final : public IPluginCreatorV3One {
public:
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new CopyV3;
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mNone; }
    char const* getPluginName() const noexcept override { return "CopyV3"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    PluginFieldCollection mNone{};
};

class CreatorV2 final : public IPluginCreator {
public:
    IPluginV2* createPlugin(char const*, PluginFieldCollection const*) noexcept override { return new CopyV2; }
    IPluginV2* deserializePlugin(char const*, void const*, size_t) noexcept override { return new CopyV2; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mNone; }
    char const* getPluginName() const noexcept override { return "CopyV2"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    void setPluginNamespace(char const*) noexcept override {}

private:
    PluginFieldCollection mNone{};
};

double millis(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since).count();
}

template <class T>
std::unique_ptr<T> need(T* object, char const* what) {
    if (object == nullptr)
        throw std::runtime_error(fmt::format("there is no {}", what));
    return std::unique_ptr<T>(object);
}

/// x[64] -> plugin -> y, in an engine that was saved and loaded.
class Engine {
public:
    template <class Add>
    Engine(ILogger& logger, Add&& add) : mRuntime(need(createInferRuntime(logger), "runtime")) {
        auto const builder = need(createInferBuilder(logger), "builder");
        auto const network = need(builder->createNetworkV2(0), "network");
        auto const config = need(builder->createBuilderConfig(), "configuration");
        ITensor* x = network->addInput("x", DataType::kFLOAT, Dims{1, {kElements}});
        ITensor* const y = add(*network, x);
        y->setName("y");
        network->markOutput(*y);
        auto const file = need(builder->buildSerializedNetwork(*network, *config), "engine file");
        threads = builder->getMaxThreads();
        auto const begin = std::chrono::steady_clock::now();
        mEngine = need(mRuntime->deserializeCudaEngine(file->data(), file->size()), "engine");
        mContext = need(mEngine->createExecutionContext(), "context");
        loadMs = millis(begin);
        mContext->setTensorAddress("x", mX);
        mContext->setTensorAddress("y", mY);
        (*this)();
        firstMs = millis(begin) - loadMs;
    }
    void operator()() {
        if (!mContext->enqueueV3(nullptr))
            throw std::runtime_error("the run failed");
    }
    double loadMs = 0, firstMs = 0;
    int32_t threads = 0;

private:
    std::unique_ptr<IRuntime> mRuntime;
    std::unique_ptr<ICudaEngine> mEngine;
    std::unique_ptr<IExecutionContext> mContext;
    float mX[kElements + 16] = {}, mY[kElements + 16] = {};
};

/// enqueue() of a plugin object with the same arguments.
template <class Plugin>
class ByHand {
public:
    explicit ByHand(Plugin& plugin) : mPlugin(plugin) {}
    void operator()() {
        void const* const inputs[] = {mX};
        void* const outputs[] = {mY};
        if (mPlugin.enqueue(&mDesc, &mDesc, inputs, outputs, nullptr, nullptr) != 0)
            throw std::runtime_error("the run failed");
    }

private:
    Plugin& mPlugin;
    PluginTensorDesc mDesc{Dims{1, {kElements}}, DataType::kFLOAT, TensorFormat::kLINEAR, 1};
    float mX[kElements] = {}, mY[kElements] = {};
};

double micros(std::function<void()> const& work) {
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i)
        work();
    return millis(begin) * 1000 / kCalls;
}

struct Pair {
    char const* name;
    Engine& engine;
    std::function<void()> byHand;
    std::vector<double> times, timesByHand, over; ///< microseconds a call, one a round
};

std::string rowOf(char const* name, char const* engine, std::vector<double> const& times, Engine const& e) {
    bool const ours = std::strcmp(engine, "tenon") == 0;
    return fmt::format(
        "{{\"model\": \"{}\", \"batch\": 1, \"engine\": \"{}\", \"version\": \"{}\", \"threads\": {}, "
        "\"p50_us\": {:.4f}, \"p95_us\": {:.4f}, \"load_ms\": {:.3f}, \"first_ms\": {:.3f}, \"rss_peak\": {}}}",
        name, engine, tenon::version(), e.threads, at(times, 0.5), at(times, 0.95), ours ? e.loadMs : 0,
        ours ? e.firstMs : 0, rssPeak());
}

std::string documentOf(std::vector<std::string> const& rows, std::vector<std::string> const& summary) {
    return fmt::format("{{\n  \"schema\": 1,\n  \"rows\": [\n    {}\n  ],\n  \"summary\": {{\n    {}\n  }}\n}}",
                       fmt::join(rows, ",\n    "), fmt::join(summary, ",\n    "));
}

int run(Options const& o) {
    static constexpr char const* kRows[] = {"v3", "v2dynamic"};
    if (o.list) {
        for (char const* row : kRows)
            fmt::print("{}\n", row);
        return 0;
    }
    Logger logger;
    CopyV3 newer;
    CopyV2 older;
    CreatorV3 newerCreator;
    CreatorV2 olderCreator;
    getPluginRegistry()->registerCreator(newerCreator, "");
    getPluginRegistry()->registerCreator(olderCreator, "");
    tenon::setHostPlugin("CopyV3", "1");
    tenon::setHostPlugin("CopyV2", "1");
    Engine v3(logger,
              [&](INetworkDefinition& n, ITensor* x) { return n.addPluginV3(&x, 1, nullptr, 0, newer)->getOutput(0); });
    Engine v2(logger, [&](INetworkDefinition& n, ITensor* x) { return n.addPluginV2(&x, 1, older)->getOutput(0); });
    Pair pairs[] = {{kRows[0], v3, ByHand<CopyV3>(newer), {}, {}, {}},
                    {kRows[1], v2, ByHand<CopyV2>(older), {}, {}, {}}};
    for (int round = 0; round < o.rounds; ++round)
        for (Pair& p : pairs) {
            p.times.push_back(micros(std::ref(p.engine)));
            p.timesByHand.push_back(micros(p.byHand));
            p.over.push_back(p.times.back() - p.timesByHand.back());
        }
    std::vector<std::string> rows, summary;
    bool good = true;
    for (Pair const& p : pairs) {
        if (!o.only.empty() && o.only != p.name)
            continue;
        double const over = at(p.over, 0.5);
        good = good && over <= kBar;
        fmt::print("{:<10} in an engine {:.3f} us, by hand {:.3f} us, over it {:.3f} us  bar {:.1f}  {}\n", p.name,
                   at(p.times, 0.5), at(p.timesByHand, 0.5), over, kBar, over <= kBar ? "ok" : "MISSED");
        rows.push_back(rowOf(p.name, "tenon", p.times, p.engine));
        rows.push_back(rowOf(p.name, "by hand", p.timesByHand, p.engine));
        summary.push_back(
            fmt::format("\"{}: microseconds a call over by hand\": {{\"value\": {:.4f}, \"bar\": {:.1f}, \"ok\": {}}}",
                        p.name, over, kBar, over <= kBar));
    }
    if (rows.empty())
        throw std::runtime_error("there is no row " + o.only + "; rows: v3, v2dynamic");
    bench::write(o, documentOf(rows, summary));
    return good ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    return bench::mainOf(count, arguments, 101, run);
}
