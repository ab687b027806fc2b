// SPDX-License-Identifier: Apache-2.0
// Making contexts, and what is set before a run: profile, memory, shapes, addresses.
#include "api/context_handle.h"

#include "api/absent.h"
#include "api/dims.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::api {

using nvinfer1::Dims64;
using nvinfer1::ExecutionContextAllocationStrategy;
using nvinfer1::ProfilingVerbosity;

namespace {

/// An address that stands for the thread.
void const* self() noexcept {
    static thread_local char const kHere = 0;
    return &kHere;
}

/// How much a verbosity tells.
int amount(ProfilingVerbosity verbosity) noexcept {
    return verbosity == ProfilingVerbosity::kNONE ? 0 : (verbosity == ProfilingVerbosity::kDETAILED ? 2 : 1);
}

Where place(plan::IoTensor const& t) {
    return {{}, {}, t.name, {}};
}

} // namespace

Occupant::Use::Use(Occupant& occupant, bool mayNest) : mLeave(&occupant) {
    void const* inside = nullptr;
    if (occupant.mThread.compare_exchange_strong(inside, self(), std::memory_order_acquire))
        return;
    if (inside != self())
        throw Error(Message::kContextBusy, "another thread is inside this context")
            .tip("one context a thread: createExecutionContext() as often as needed");
    if (!mayNest)
        throw Error(Message::kContextBusy, "the call comes from a callback of this context, whose run goes on")
            .tip("change the context when the run has ended");
    mLeave = nullptr;
}

Occupant::Use::~Use() {
    if (mLeave != nullptr)
        mLeave->mThread.store(nullptr, std::memory_order_release);
}

ContextHandle::ContextHandle(std::shared_ptr<EngineState> state, ExecutionContextAllocationStrategy strategy)
    : mState(std::move(state)), mSink(mState->sink->child()),
      mStrategy(needEnum(strategy, "strategy", nvinfer1::EnumMax<ExecutionContextAllocationStrategy>())),
      mConfig(makeRuntimeConfig(strategy, mSink)),
      mNvtx(static_cast<ProfilingVerbosity>(mState->plan().info.settings.verbosity)), mOutputs(mState->ioCount()),
      mWatched(mState->plan().debugTensors.size(), false) {
    runtime::ContextOptions options;
    options.memory = sourceOf(mState->allocator, mSink);
    options.userMemory = strategy == ExecutionContextAllocationStrategy::kUSER_MANAGED;
    options.failed = [sink = mSink](Error const& e) {
        sink->report("IExecutionContext::enqueueV3 (in its stream)", e);
    };
    mContext = std::make_shared<runtime::Context>(mState->engine, options);
    mContext->allocateArena(strategy == ExecutionContextAllocationStrategy::kSTATIC ? mState->greatestArena()
                                                                                    : mContext->arenaBytes());
}

ContextHandle::~ContextHandle() noexcept {
    mContext->idle(); // what is queued uses what this object holds
}

void ContextHandle::report(char const* what) const noexcept {
    try {
        std::string call = std::string("IExecutionContext::") + what;
        if (!mName.empty())
            call += fmt::format(" of context '{}'", mName);
        reportCurrent(*mSink, call.c_str());
    } catch (...) {
        reportCurrent(*mSink, what);
    }
}

nvinfer1::ICudaEngine const& ContextHandle::getEngine() const noexcept {
    if (auto const* engine = mState->handle.load())
        return *engine;
    std::lock_guard const lock(mViewLock);
    if (mView == nullptr)
        mView = makeView(mState);
    return *mView;
}

void ContextHandle::setName(char const* name) noexcept {
    enter("setName", 0, [&] {
        mName = need(name, "name");
        return 0;
    });
}

bool ContextHandle::setCommunicator(void*) noexcept {
    TENON_ABSENT(*mSink, "IExecutionContext::setCommunicator", "an engine runs on one device");
    return false;
}

bool ContextHandle::setNvtxVerbosity(ProfilingVerbosity verbosity) noexcept {
    return enter("setNvtxVerbosity", false, [&] {
        needEnum(verbosity, "verbosity", nvinfer1::EnumMax<ProfilingVerbosity>());
        auto const most = static_cast<ProfilingVerbosity>(mState->plan().info.settings.verbosity);
        if (amount(verbosity) > amount(most))
            throw Error(Message::kArgument, "markers cannot tell more than the engine was built to keep")
                .tip("build it with IBuilderConfig::setProfilingVerbosity(ProfilingVerbosity::kDETAILED)");
        mNvtx = verbosity;
        return true;
    });
}

bool ContextHandle::setInputConsumedEvent(cudaEvent_t event) noexcept {
    mConsumed = event;
    return true;
}

bool ContextHandle::setAutoProfile(bool on) noexcept {
    return enter("setAutoProfile", false, [&] {
        mContext->setAutoProfile(on);
        return true;
    });
}

// Profile and memory.

int32_t ContextHandle::getOptimizationProfile() const noexcept {
    return static_cast<int32_t>(mContext->profile());
}

bool ContextHandle::setOptimizationProfileAsync(int32_t profile, cudaStream_t) noexcept {
    return enter("setOptimizationProfileAsync", false, [&] {
        int32_t const count = static_cast<int32_t>(mState->plan().profiles.size());
        if (profile < 0 || profile >= count)
            throw Error(Message::kNoSuchProfile, fmt::format("the engine has no profile {}", profile))
                .wanted(count == 1 ? "0, the only one" : fmt::format("0 to {}", count - 1));
        if (static_cast<size_t>(profile) == mContext->profile())
            return true;
        mContext->setProfile(static_cast<size_t>(profile)); // runs that are queued keep theirs
        if (mStrategy == ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE)
            mContext->allocateArena(mContext->arenaBytes());
        return true;
    });
}

void ContextHandle::setDeviceMemory(void* memory) noexcept {
    enter("setDeviceMemory", 0, [&] {
        mContext->setArena(memory, mState->greatestArena());
        return 0;
    });
}

void ContextHandle::setDeviceMemoryV2(void* memory, int64_t size) noexcept {
    enter("setDeviceMemoryV2", 0, [&] {
        mContext->setArena(memory, size);
        return 0;
    });
}

size_t ContextHandle::updateDeviceMemorySizeForShapes() noexcept {
    return enter("updateDeviceMemorySizeForShapes", size_t{0}, [&] {
        mContext->inferShapes();
        return static_cast<size_t>(mContext->arenaBytes());
    });
}

bool ContextHandle::setTemporaryStorageAllocator(nvinfer1::IGpuAllocator* allocator) noexcept {
    return enter("setTemporaryStorageAllocator", false, [&] {
        mContext->setMemory(sourceOf(allocator == nullptr ? mState->allocator : allocator, mSink));
        mTemporary = allocator;
        return true;
    });
}

// Shapes and addresses.

size_t ContextHandle::input(char const* name) const {
    size_t const i = mState->io(name);
    if (!tensor(i).input)
        throw Error(Message::kNoSuchTensor, fmt::format("'{}' is an output", name), place(tensor(i)))
            .wanted("an input");
    return i;
}

size_t ContextHandle::output(char const* name) const {
    size_t const i = mState->io(name);
    if (tensor(i).input)
        throw Error(Message::kNoSuchTensor, fmt::format("'{}' is an input", name), place(tensor(i)))
            .wanted("an output");
    return i;
}

size_t ContextHandle::binding(int32_t index) const {
    auto const count = static_cast<int32_t>(mState->bindingNames.size());
    return static_cast<size_t>(needIndex(index, count, "the binding's index")) % mState->ioCount();
}

bool ContextHandle::setInputShape(char const* name, Dims64 const& dims) noexcept {
    return enter("setInputShape", false, [&] {
        size_t const i = input(name);
        mContext->setInputShape(tensor(i).name, toVector(dims, name, false));
        return true;
    });
}

/// Works shapes out where all that they need is there.
void ContextHandle::prepareIfPossible() const {
    if (!mInRun && mContext->isComplete())
        mContext->inferShapes();
}

Dims64 ContextHandle::getTensorShape(char const* name) const noexcept {
    return ask("getTensorShape", kNoDims, [&] {
        size_t const i = mState->io(name);
        if (!tensor(i).input)
            prepareIfPossible();
        if (auto const dims = mContext->shape(tensor(i).name))
            return toDims(*dims);
        auto const known = mContext->knownShape(tensor(i).name);
        return known ? toDims(*known) : kNoDims;
    });
}

Dims64 ContextHandle::getTensorStrides(char const* name) const noexcept {
    Dims64 const dims = getTensorShape(name);
    Dims64 out = dims;
    int64_t stride = 1;
    for (int32_t i = dims.nbDims - 1; i >= 0; --i) {
        out.d[i] = stride;
        if (dims.d[i] < 0)
            return i == 0 ? out : kNoDims;
        stride *= dims.d[i];
    }
    return out;
}

bool ContextHandle::allInputDimensionsSpecified() const noexcept {
    return ask("allInputDimensionsSpecified", false, [&] {
        for (size_t i = 0; i < mState->ioCount() && tensor(i).input; ++i)
            if (!mContext->isShaped(i))
                return false;
        return true;
    });
}

bool ContextHandle::allInputShapesSpecified() const noexcept {
    return ask("allInputShapesSpecified", false, [&] {
        for (size_t i = 0; i < mState->ioCount() && tensor(i).input; ++i)
            if (tensor(i).hostRead && mContext->address(i) == nullptr)
                return false;
        return true;
    });
}

int32_t ContextHandle::inferShapes(int32_t maxNames, char const** names) noexcept {
    return enter("inferShapes", -1, [&] {
        if (maxNames < 0 || (maxNames > 0 && names == nullptr))
            throw Error(Message::kArgument, "there is no room for the number of names")
                .wanted("nbMaxNames from 0 on, and an array of as many")
                .given(fmt::format("{}", maxNames));
        int32_t missing = 0;
        for (size_t i = 0; i < mState->ioCount() && tensor(i).input; ++i) {
            if (mContext->isShaped(i) && !(tensor(i).hostRead && mContext->address(i) == nullptr))
                continue;
            if (missing < maxNames)
                names[missing] = tensor(i).name.c_str();
            ++missing;
        }
        if (missing == 0)
            mContext->inferShapes();
        return missing;
    });
}

bool ContextHandle::setTensorAddress(char const* name, void* data) noexcept {
    return enter("setTensorAddress", false, [&] {
        mContext->setAddress(mState->io(name), data);
        return true;
    });
}

bool ContextHandle::setInputTensorAddress(char const* name, void const* data) noexcept {
    return enter("setInputTensorAddress", false, [&] {
        mContext->setAddress(input(name), const_cast<void*>(data)); // inputs are only read
        return true;
    });
}

bool ContextHandle::setOutputTensorAddress(char const* name, void* data) noexcept {
    return enter("setOutputTensorAddress", false, [&] {
        mContext->setAddress(output(name), data);
        return true;
    });
}

void const* ContextHandle::getTensorAddress(char const* name) const noexcept {
    return ask("getTensorAddress", static_cast<void const*>(nullptr),
               [&]() -> void const* { return mContext->address(mState->io(name)); });
}

void* ContextHandle::getOutputTensorAddress(char const* name) const noexcept {
    return ask("getOutputTensorAddress", static_cast<void*>(nullptr), [&] { return mContext->address(output(name)); });
}

bool ContextHandle::setOutputAllocator(char const* name, nvinfer1::IOutputAllocator* allocator) noexcept {
    return enter("setOutputAllocator", false, [&] {
        size_t const i = output(name);
        std::unique_ptr<OutputMemory> made;
        if (allocator != nullptr)
            made = std::make_unique<OutputMemory>(*allocator, tensor(i).name, *mSink, mStream);
        mContext->setAllocator(tensor(i).name, made.get());
        mOutputs[i] = std::move(made);
        mAllocators = static_cast<size_t>(
            std::count_if(mOutputs.begin(), mOutputs.end(), [](auto const& o) { return o != nullptr; }));
        return true;
    });
}

nvinfer1::IOutputAllocator* ContextHandle::getOutputAllocator(char const* name) noexcept {
    return ask("getOutputAllocator", static_cast<nvinfer1::IOutputAllocator*>(nullptr), [&] {
        auto const& made = mOutputs[output(name)];
        return made == nullptr ? nullptr : &made->user();
    });
}

int64_t ContextHandle::getMaxOutputSize(char const* name) const noexcept {
    return ask("getMaxOutputSize", int64_t{-1}, [&] { return mContext->maxOutputBytes(tensor(output(name)).name); });
}

bool ContextHandle::setInputShapeBinding(int32_t index, int32_t const* data) noexcept {
    return enter("setInputShapeBinding", false, [&] {
        size_t const i = binding(index);
        need(data, "data");
        if (!tensor(i).hostRead) // before data is read: such an input may have more elements than the array
            throw Error(Message::kInputType, fmt::format("'{}' is not read by shapes: set an address", tensor(i).name),
                        place(tensor(i)));
        if (!mContext->isShaped(i))
            throw Error(Message::kCallOrder, fmt::format("input '{}' has no dims yet", tensor(i).name),
                        place(tensor(i)))
                .tip("setBindingDimensions() comes first");
        auto const dims = *mContext->shape(tensor(i).name);
        int64_t count = 1;
        for (int64_t d : dims)
            count *= d;
        mContext->setHostValues(tensor(i).name, std::vector<int64_t>(data, data + count));
        return true;
    });
}

bool ContextHandle::getShapeBinding(int32_t index, int32_t* data) const noexcept {
    return ask("getShapeBinding", false, [&] {
        size_t const i = binding(index);
        need(data, "data");
        auto const values = tensor(i).hostRead ? mContext->hostValues(i) : std::nullopt;
        if (!values)
            throw Error(Message::kCallOrder, fmt::format("the values of '{}' are not known", tensor(i).name),
                        place(tensor(i)))
                .wanted("a shape tensor with dims and an address, and for an output a run that has ended");
        for (size_t k = 0; k < values->size(); ++k)
            data[k] = static_cast<int32_t>((*values)[k]);
        return true;
    });
}

nvinfer1::IExecutionContext* makeContext(std::shared_ptr<EngineState> state,
                                         ExecutionContextAllocationStrategy strategy) {
    return new ContextHandle(std::move(state), strategy);
}

} // namespace tenon::api
