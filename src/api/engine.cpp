// SPDX-License-Identifier: Apache-2.0
// The engine's handle: what it answers of inputs and outputs, profiles, memory and itself.
#include "api/engine_handle.h"

#include "api/dims.h"
#include "api/host_memory.h"
#include "plan/codec.h"
#include "plan/strip.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tenon::api {
namespace {

using nvinfer1::DataType;
using nvinfer1::Dims64;
using nvinfer1::OptProfileSelector;
using nvinfer1::SerializationFlag;
using nvinfer1::TensorFormat;
using nvinfer1::TensorLocation;

int64_t pick(DimRange const& range, int32_t select) noexcept {
    return select == 0 ? range.min : (select == 1 ? range.opt : range.max);
}

EngineState::Elements elementsOf(std::vector<DimRange> const& values, int32_t select) {
    EngineState::Elements out;
    for (DimRange const& v : values) {
        out.wide.push_back(pick(v, select));
        out.narrow.push_back(static_cast<int32_t>(out.wide.back()));
    }
    if (!std::equal(out.wide.begin(), out.wide.end(), out.narrow.begin()))
        out.narrow.clear();
    return out;
}

} // namespace

EngineState::EngineState(std::shared_ptr<runtime::Engine> loaded, EngineParent parent)
    : engine(std::move(loaded)), sink(parent.sink->child()), allocator(parent.allocator),
      cameStripped(engine->isStripped()) {
    for (size_t p = 0; p < plan().profiles.size(); ++p)
        for (plan::IoTensor const& t : plan().io)
            bindingNames.push_back(p == 0 ? t.name : fmt::format("{} [profile {}]", t.name, p));
    for (size_t i = 0; i < ioCount(); ++i)
        formats.push_back(fmt::format("row-major, elements of {}", nameOf(engine->ioValue(i).type.dtype)));
    for (plan::Profile const& profile : plan().profiles) {
        auto& list = elements.emplace_back();
        for (plan::Profile::Input const& in : profile.inputs)
            list.push_back({elementsOf(in.values, 0), elementsOf(in.values, 1), elementsOf(in.values, 2)});
    }
}

size_t EngineState::io(char const* name) const {
    return engine->ioIndex(need(name, "the tensor's name"));
}

int64_t EngineState::greatestArena() const {
    int64_t greatest = 0;
    for (size_t p = 0; p < plan().profiles.size(); ++p)
        greatest = std::max(greatest, engine->arenaBytes(p));
    return greatest;
}

Dims64 openDims(plan::Plan const& plan, plan::Value const& value) {
    if (!value.type.ranked())
        return kNoDims;
    std::vector<int64_t> dims;
    for (Slot s : value.dims) {
        ShapeInstr const& in = plan.blocks[0].shapes.code[static_cast<size_t>(s)];
        dims.push_back(in.op == DimOp::kConst ? in.value : -1);
    }
    return toDims(dims);
}

class EngineHandle final : public Object<nvinfer1::ICudaEngine, nvinfer1::apiv::VCudaEngine> {
public:
    EngineHandle(std::shared_ptr<EngineState> state, bool first) : mState(std::move(state)) {
        if (first)
            mState->handle = this;
    }
    ~EngineHandle() noexcept override {
        nvinfer1::ICudaEngine* self = this;
        mState->handle.compare_exchange_strong(self, nullptr);
    }

    std::shared_ptr<EngineState> const& state() const noexcept { return mState; }

    nvinfer1::ICudaEngine* getPImpl() noexcept override { return this; }

    // Itself.

    int32_t getNbLayers() const noexcept override { return static_cast<int32_t>(plan().blocks[0].steps.size()); }
    bool isRefittable() const noexcept override { return plan().info.refittable; }
    char const* getName() const noexcept override { return plan().blocks[0].name.c_str(); }
    nvinfer1::EngineCapability getEngineCapability() const noexcept override {
        return nvinfer1::EngineCapability::kSTANDARD;
    }
    bool hasImplicitBatchDimension() const noexcept override { return false; }
    nvinfer1::TacticSources getTacticSources() const noexcept override { return plan().info.settings.tacticSources; }
    nvinfer1::ProfilingVerbosity getProfilingVerbosity() const noexcept override {
        return static_cast<nvinfer1::ProfilingVerbosity>(plan().info.settings.verbosity);
    }
    nvinfer1::HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override {
        return static_cast<nvinfer1::HardwareCompatibilityLevel>(plan().info.settings.hardware);
    }
    int32_t getNbAuxStreams() const noexcept override { return 0; }
    int64_t getEngineStat(nvinfer1::EngineStat stat) const noexcept override {
        switch (stat) {
        case nvinfer1::EngineStat::kTOTAL_WEIGHTS_SIZE:
            return plan::weightBytes(plan());
        case nvinfer1::EngineStat::kSTRIPPED_WEIGHTS_SIZE:
            return mState->cameStripped ? plan::strippedBytes(mState->engine->copyPlan()) : -1;
        }
        return -1;
    }
    void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override { mState->sink->setRecorder(recorder); }
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return mState->sink->recorder(); }

    // What is made of it.

    nvinfer1::IHostMemory* serialize() const noexcept override {
        return fence(*mState->sink, "ICudaEngine::serialize", none<nvinfer1::IHostMemory>(),
                     [&] { return makeHostMemory(Buffer::own(plan::encodePlan(mState->engine->copyPlan()))); });
    }
    nvinfer1::ISerializationConfig* createSerializationConfig() noexcept override {
        return fence(*mState->sink, "ICudaEngine::createSerializationConfig", none<nvinfer1::ISerializationConfig>(),
                     [&] { return makeSerializationConfig(mState); });
    }
    nvinfer1::IHostMemory* serializeWithConfig(nvinfer1::ISerializationConfig& config) const noexcept override {
        return fence(*mState->sink, "ICudaEngine::serializeWithConfig", none<nvinfer1::IHostMemory>(), [&] {
            plan::Plan out = mState->engine->copyPlan();
            bool const exclude = config.getFlag(SerializationFlag::kEXCLUDE_WEIGHTS);
            if ((exclude || config.getFlag(SerializationFlag::kINCLUDE_REFIT)) && !isRefittable())
                throw Error(Message::kNotRefittable, "the engine has nothing to be refitted with")
                    .tip("build it with BuilderFlag::kREFIT");
            if (exclude)
                out = plan::strip(std::move(out), mState->engine->table());
            return makeHostMemory(Buffer::own(plan::encodePlan(out)));
        });
    }
    nvinfer1::IExecutionContext*
    createExecutionContext(nvinfer1::ExecutionContextAllocationStrategy strategy) noexcept override {
        return fence(*mState->sink, "ICudaEngine::createExecutionContext", none<nvinfer1::IExecutionContext>(),
                     [&] { return makeContext(mState, strategy); });
    }
    nvinfer1::IExecutionContext* createExecutionContextWithoutDeviceMemory() noexcept override {
        return createExecutionContext(nvinfer1::ExecutionContextAllocationStrategy::kUSER_MANAGED);
    }
    nvinfer1::IExecutionContext*
    createExecutionContextWithRuntimeConfig(nvinfer1::IRuntimeConfig* config) noexcept override {
        return fence(*mState->sink, "ICudaEngine::createExecutionContext", none<nvinfer1::IExecutionContext>(), [&] {
            return makeContext(mState, need(config, "runtimeConfig")->getExecutionContextAllocationStrategy());
        });
    }
    nvinfer1::IRuntimeConfig* createRuntimeConfig() noexcept override {
        return fence(*mState->sink, "ICudaEngine::createRuntimeConfig", none<nvinfer1::IRuntimeConfig>(), [&] {
            return makeRuntimeConfig(nvinfer1::ExecutionContextAllocationStrategy::kSTATIC, mState->sink);
        });
    }
    nvinfer1::IEngineInspector* createEngineInspector() const noexcept override {
        return fence(*mState->sink, "ICudaEngine::createEngineInspector", none<nvinfer1::IEngineInspector>(),
                     [&] { return makeInspector(mState); });
    }
    nvinfer1::IRefitter* createRefitter(nvinfer1::ILogger& logger) noexcept override {
        return fence(*mState->sink, "createInferRefitter", none<nvinfer1::IRefitter>(),
                     [&] { return makeRefitter(mState, std::make_shared<Sink>(&logger, mState->sink->level())); });
    }

    // Memory. The engine's weights stay where its file is: nothing is streamed.

    size_t getDeviceMemorySize() const noexcept override { return static_cast<size_t>(getDeviceMemorySizeV2()); }
    size_t getDeviceMemorySizeForProfile(int32_t profile) const noexcept override {
        return static_cast<size_t>(getDeviceMemorySizeForProfileV2(profile));
    }
    int64_t getDeviceMemorySizeV2() const noexcept override { return mState->greatestArena(); }
    int64_t getDeviceMemorySizeForProfileV2(int32_t profile) const noexcept override {
        return fence(*mState->sink, "ICudaEngine::getDeviceMemorySizeForProfileV2", int64_t{0},
                     [&] { return mState->engine->arenaBytes(needProfile(profile)); });
    }
    bool setWeightStreamingBudget(int64_t budget) noexcept override {
        return budget == -1 || setWeightStreamingBudgetV2(budget);
    }
    int64_t getWeightStreamingBudget() const noexcept override { return 0; }
    int64_t getMinimumWeightStreamingBudget() const noexcept override { return 0; }
    int64_t getStreamableWeightsSize() const noexcept override { return 0; }
    bool setWeightStreamingBudgetV2(int64_t budget) noexcept override {
        return fence(*mState->sink, "ICudaEngine::setWeightStreamingBudgetV2", false, [&] {
            if (budget != 0)
                throw Error(Message::kArgument, "the engine has no weights to be streamed: they are in host memory")
                    .wanted("0")
                    .given(fmt::format("{}", budget));
            return true;
        });
    }
    int64_t getWeightStreamingBudgetV2() const noexcept override { return 0; }
    int64_t getWeightStreamingAutomaticBudget() const noexcept override { return 0; }
    int64_t getWeightStreamingScratchMemorySize() const noexcept override { return 0; }

    // Inputs and outputs.

    int32_t getNbIOTensors() const noexcept override { return static_cast<int32_t>(mState->ioCount()); }
    char const* getIOTensorName(int32_t index) const noexcept override {
        return fence(*mState->sink, "ICudaEngine::getIOTensorName", none<char const>(),
                     [&] { return plan().io[static_cast<size_t>(needIndex(index, getNbIOTensors()))].name.c_str(); });
    }
    Dims64 getTensorShape(char const* name) const noexcept override {
        return at("getTensorShape", name, kNoDims, [&](size_t i) { return openDims(plan(), value(i)); });
    }
    DataType getTensorDataType(char const* name) const noexcept override {
        return at("getTensorDataType", name, DataType::kFLOAT,
                  [&](size_t i) { return static_cast<DataType>(value(i).type.dtype); }); // of others see tenon/engine.h
    }
    TensorLocation getTensorLocation(char const* name) const noexcept override {
        return at("getTensorLocation", name, TensorLocation::kDEVICE,
                  [&](size_t i) { return plan().io[i].hostRead ? TensorLocation::kHOST : TensorLocation::kDEVICE; });
    }
    bool isShapeInferenceIO(char const* name) const noexcept override {
        return at("isShapeInferenceIO", name, false, [&](size_t i) { return plan().io[i].hostRead; });
    }
    nvinfer1::TensorIOMode getTensorIOMode(char const* name) const noexcept override {
        for (plan::IoTensor const& t : plan().io)
            if (name != nullptr && t.name == name)
                return t.input ? nvinfer1::TensorIOMode::kINPUT : nvinfer1::TensorIOMode::kOUTPUT;
        return nvinfer1::TensorIOMode::kNONE; // asking is no error
    }
    char const* getAliasedInputTensor(char const* name) const noexcept override {
        return at("getAliasedInputTensor", name, none<char const>(), [&](size_t i) -> char const* {
            plan::Value const* v = &value(i);
            while (v->storage == plan::Storage::kAlias)
                v = &plan().blocks[0].values[static_cast<size_t>(v->ref)];
            bool const input = v->storage == plan::Storage::kIo && plan().io[static_cast<size_t>(v->ref)].input;
            return input && !plan().io[i].input ? plan().io[static_cast<size_t>(v->ref)].name.c_str() : nullptr;
        });
    }
    bool isDebugTensor(char const* name) const noexcept override {
        auto const& list = plan().debugTensors;
        return name != nullptr &&
               std::any_of(list.begin(), list.end(), [&](auto const& d) { return d.name == name && !d.unfused; });
    }

    // Formats: what users see is row-major in every profile.

    int32_t getTensorBytesPerComponent(char const* name) const noexcept override {
        return getTensorBytesPerComponentV2(name, 0);
    }
    int32_t getTensorComponentsPerElement(char const* name) const noexcept override {
        return getTensorComponentsPerElementV2(name, 0);
    }
    TensorFormat getTensorFormat(char const* name) const noexcept override { return getTensorFormatV2(name, 0); }
    char const* getTensorFormatDesc(char const* name) const noexcept override { return getTensorFormatDescV2(name, 0); }
    int32_t getTensorVectorizedDim(char const* name) const noexcept override {
        return getTensorVectorizedDimV2(name, 0);
    }
    int32_t getTensorBytesPerComponentV2(char const* name, int32_t profile) const noexcept override {
        return ofProfile("getTensorBytesPerComponent", name, profile, -1, [](size_t) { return -1; });
    }
    int32_t getTensorComponentsPerElementV2(char const* name, int32_t profile) const noexcept override {
        return ofProfile("getTensorComponentsPerElement", name, profile, -1, [](size_t) { return -1; });
    }
    TensorFormat getTensorFormatV2(char const* name, int32_t profile) const noexcept override {
        return ofProfile("getTensorFormat", name, profile, TensorFormat::kLINEAR,
                         [](size_t) { return TensorFormat::kLINEAR; });
    }
    char const* getTensorFormatDescV2(char const* name, int32_t profile) const noexcept override {
        return ofProfile("getTensorFormatDesc", name, profile, "",
                         [&](size_t i) { return mState->formats[i].c_str(); });
    }
    int32_t getTensorVectorizedDimV2(char const* name, int32_t profile) const noexcept override {
        return ofProfile("getTensorVectorizedDim", name, profile, -1, [](size_t) { return -1; });
    }

    // Profiles.

    int32_t getNbOptimizationProfiles() const noexcept override { return static_cast<int32_t>(plan().profiles.size()); }
    Dims64 getProfileShape(char const* name, int32_t profile, OptProfileSelector select) const noexcept override {
        return ofProfile("getProfileShape", name, profile, kNoDims, [&](size_t i) {
            std::vector<int64_t> dims;
            for (DimRange const& d : plan().profiles[static_cast<size_t>(profile)].inputs[needInput(i)].dims)
                dims.push_back(pick(d, needSelect(select)));
            return toDims(dims);
        });
    }
    int32_t const* getProfileTensorValues(char const* name, int32_t profile,
                                          OptProfileSelector select) const noexcept override {
        return ofProfile("getProfileTensorValues", name, profile, none<int32_t const>(), [&](size_t i) {
            auto const& list = elements(i, profile, select).narrow;
            return list.empty() ? nullptr : list.data();
        });
    }
    int64_t const* getProfileTensorValuesV2(char const* name, int32_t profile,
                                            OptProfileSelector select) const noexcept override {
        return ofProfile("getProfileTensorValuesV2", name, profile, none<int64_t const>(), [&](size_t i) {
            auto const& list = elements(i, profile, select).wide;
            return list.empty() ? nullptr : list.data();
        });
    }

    // Bindings.

    char const* getBindingName(int32_t index) const noexcept override {
        auto const& names = mState->bindingNames;
        return index < 0 || index >= static_cast<int32_t>(names.size()) ? nullptr
                                                                        : names[static_cast<size_t>(index)].c_str();
    }
    int32_t getBindingIndex(char const* name) const noexcept override {
        auto const& names = mState->bindingNames;
        auto const it = name == nullptr ? names.end() : std::find(names.begin(), names.end(), name);
        return it == names.end() ? -1 : static_cast<int32_t>(it - names.begin());
    }

private:
    template <class T>
    static constexpr T* none() noexcept {
        return nullptr;
    }

    plan::Plan const& plan() const noexcept { return mState->plan(); }
    plan::Value const& value(size_t io) const { return mState->engine->ioValue(io); }

    size_t needProfile(int32_t profile) const {
        if (profile < 0 || profile >= getNbOptimizationProfiles())
            throw Error(Message::kNoSuchProfile, fmt::format("the engine has no profile {}", profile))
                .wanted(fmt::format("0 to {}", getNbOptimizationProfiles() - 1));
        return static_cast<size_t>(profile);
    }
    size_t needInput(size_t io) const {
        if (!plan().io[io].input)
            throw Error(Message::kNoSuchTensor, fmt::format("'{}' is an output", plan().io[io].name),
                        {{}, {}, plan().io[io].name, {}})
                .wanted("an input: profiles say nothing of outputs");
        return io;
    }
    static int32_t needSelect(OptProfileSelector select) {
        return static_cast<int32_t>(needEnum(select, "select", nvinfer1::EnumMax<OptProfileSelector>()));
    }
    EngineState::Elements const& elements(size_t io, int32_t profile, OptProfileSelector select) const {
        return mState->elements[static_cast<size_t>(profile)][needInput(io)][static_cast<size_t>(needSelect(select))];
    }

    /// fn of the tensor's index; `none` where it has no such tensor, which is reported.
    template <class R, class F>
    R at(char const* method, char const* name, R none, F&& fn) const noexcept {
        try {
            return fn(mState->io(name));
        } catch (...) {
            reportCurrent(*mState->sink, called(method).c_str());
            return none;
        }
    }
    template <class R, class F>
    R ofProfile(char const* method, char const* name, int32_t profile, R none, F&& fn) const noexcept {
        return at(method, name, none, [&](size_t i) {
            needProfile(profile);
            return fn(i);
        });
    }
    static std::string called(char const* method) { return std::string("ICudaEngine::") + method; }

    std::shared_ptr<EngineState> mState;
};

nvinfer1::ICudaEngine* makeEngine(Buffer file, EngineParent parent,
                                  std::function<void(plan::Plan const&)> const& before) {
    plan::Plan plan = plan::readPlan(std::move(file));
    if (before)
        before(plan);
    auto engine = std::make_shared<runtime::Engine>(std::move(plan), builtinTable(), runtime::LoadOptions{});
    return new EngineHandle(std::make_shared<EngineState>(std::move(engine), std::move(parent)), true);
}

nvinfer1::ICudaEngine* makeEngine(plan::Plan plan, EngineParent parent) {
    auto engine = runtime::Engine::make(std::move(plan), builtinTable());
    return new EngineHandle(std::make_shared<EngineState>(std::move(engine), std::move(parent)), true);
}

std::unique_ptr<nvinfer1::ICudaEngine> makeView(std::shared_ptr<EngineState> state) {
    return std::make_unique<EngineHandle>(std::move(state), false);
}

std::shared_ptr<runtime::Engine> const& engineOf(nvinfer1::ICudaEngine const& engine) {
    return static_cast<EngineHandle const&>(engine).state()->engine;
}

nvinfer1::IRefitter* makeRefitter(nvinfer1::ICudaEngine& engine, std::shared_ptr<Sink> sink) {
    return makeRefitter(static_cast<EngineHandle&>(engine).state(), std::move(sink));
}

} // namespace tenon::api
