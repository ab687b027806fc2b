// SPDX-License-Identifier: Apache-2.0
// The execution context's handle. Every entry marks the context as in use by its thread: a second thread is told so
// and refused, and a callback of a run may ask but not change. Setters are in context.cpp, runs in context_run.cpp,
// what watches runs in context_watch.cpp.
#pragma once

#include "api/callbacks.h"
#include "api/engine_handle.h"
#include "api/stream.h"

#include <atomic>

namespace tenon::api {

/// Which thread is inside a context.
class Occupant {
public:
    /// Throws Error kContextBusy when another thread is inside, or this one, when `mayNest` is not set.
    class Use {
    public:
        Use(Occupant& occupant, bool mayNest);
        ~Use();
        Use(Use const&) = delete;
        Use& operator=(Use const&) = delete;

    private:
        Occupant* mLeave; ///< null when nested
    };
    bool isBusy() const noexcept { return mThread.load(std::memory_order_relaxed) != nullptr; }

private:
    std::atomic<void const*> mThread{nullptr};
};

class ContextHandle final : public Object<nvinfer1::IExecutionContext, nvinfer1::apiv::VExecutionContext> {
public:
    ContextHandle(std::shared_ptr<EngineState> state, nvinfer1::ExecutionContextAllocationStrategy strategy);
    ~ContextHandle() noexcept override;

    std::shared_ptr<EngineState> const& state() const noexcept { return mState; }
    std::shared_ptr<runtime::Context> const& context() const noexcept { return mContext; }
    bool setAutoProfile(bool on) noexcept;

    nvinfer1::IExecutionContext* getPImpl() noexcept override { return this; }
    nvinfer1::ICudaEngine const& getEngine() const noexcept override;
    void setDebugSync(bool sync) noexcept override { mDebugSync = sync; }
    bool getDebugSync() const noexcept override { return mDebugSync; }
    void setName(char const* name) noexcept override;
    char const* getName() const noexcept override { return mName.c_str(); }
    void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override { mSink->setRecorder(recorder); }
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return mSink->recorder(); }
    nvinfer1::IRuntimeConfig* getRuntimeConfig() const noexcept override { return mConfig.get(); }
    bool setCommunicator(void* communicator) noexcept override;
    void setPersistentCacheLimit(size_t size) noexcept override { mCacheLimit = size; }
    size_t getPersistentCacheLimit() const noexcept override { return mCacheLimit; }
    bool setNvtxVerbosity(nvinfer1::ProfilingVerbosity verbosity) noexcept override;
    nvinfer1::ProfilingVerbosity getNvtxVerbosity() const noexcept override { return mNvtx; }
    void setAuxStreams(cudaStream_t*, int32_t) noexcept override {} // an inference uses none
    bool setInputConsumedEvent(cudaEvent_t event) noexcept override;
    cudaEvent_t getInputConsumedEvent() const noexcept override { return mConsumed; }

    // Profile and memory.
    int32_t getOptimizationProfile() const noexcept override;
    bool setOptimizationProfileAsync(int32_t profile, cudaStream_t stream) noexcept override;
    void setDeviceMemory(void* memory) noexcept override;
    void setDeviceMemoryV2(void* memory, int64_t size) noexcept override;
    size_t updateDeviceMemorySizeForShapes() noexcept override;
    bool setTemporaryStorageAllocator(nvinfer1::IGpuAllocator* allocator) noexcept override;
    nvinfer1::IGpuAllocator* getTemporaryStorageAllocator() const noexcept override { return mTemporary; }

    // Shapes and addresses.
    bool setInputShape(char const* name, nvinfer1::Dims64 const& dims) noexcept override;
    nvinfer1::Dims64 getTensorShape(char const* name) const noexcept override;
    nvinfer1::Dims64 getTensorStrides(char const* name) const noexcept override;
    bool allInputDimensionsSpecified() const noexcept override;
    bool allInputShapesSpecified() const noexcept override;
    int32_t inferShapes(int32_t maxNames, char const** names) noexcept override;
    bool setTensorAddress(char const* name, void* data) noexcept override;
    void const* getTensorAddress(char const* name) const noexcept override;
    bool setInputTensorAddress(char const* name, void const* data) noexcept override;
    bool setOutputTensorAddress(char const* name, void* data) noexcept override;
    void* getOutputTensorAddress(char const* name) const noexcept override;
    bool setOutputAllocator(char const* name, nvinfer1::IOutputAllocator* allocator) noexcept override;
    nvinfer1::IOutputAllocator* getOutputAllocator(char const* name) noexcept override;
    int64_t getMaxOutputSize(char const* name) const noexcept override;
    bool setInputShapeBinding(int32_t binding, int32_t const* data) noexcept override;
    bool getShapeBinding(int32_t binding, int32_t* data) const noexcept override;

    // Runs.
    bool enqueueV3(cudaStream_t stream) noexcept override;
    bool executeV2(void* const* bindings) noexcept override;
    bool enqueueV2(void* const* bindings, cudaStream_t stream, cudaEvent_t* inputConsumed) noexcept override;
    bool execute(int32_t batchSize, void* const* bindings) noexcept override;
    bool enqueue(int32_t batchSize, void* const* bindings, cudaStream_t stream,
                 cudaEvent_t* inputConsumed) noexcept override;

    // What watches runs.
    void setProfiler(nvinfer1::IProfiler* profiler) noexcept override;
    nvinfer1::IProfiler* getProfiler() const noexcept override { return mProfiler; }
    void setEnqueueEmitsProfile(bool emits) noexcept override { mEmitsProfile = emits; }
    bool getEnqueueEmitsProfile() const noexcept override { return mEmitsProfile; }
    bool reportToProfiler() const noexcept override;
    bool setDebugListener(nvinfer1::IDebugListener* listener) noexcept override;
    nvinfer1::IDebugListener* getDebugListener() noexcept override {
        return mListener == nullptr ? nullptr : &mListener->user();
    }
    bool setTensorDebugState(char const* name, bool on) noexcept override;
    bool getDebugState(char const* name) const noexcept override;
    bool setAllTensorsDebugState(bool on) noexcept override;
    bool setUnfusedTensorsDebugState(bool on) noexcept override;
    bool getUnfusedTensorsDebugState() const noexcept override { return mUnfused; }

private:
    /// Runs the body as the only one in this context; `what` is the method.
    template <class R, class F>
    R enter(char const* what, R onFailure, F&& body) const noexcept {
        return guarded(what, onFailure, false, std::forward<F>(body));
    }
    /// The same for methods that a callback may use.
    template <class R, class F>
    R ask(char const* what, R onFailure, F&& body) const noexcept {
        return guarded(what, onFailure, true, std::forward<F>(body));
    }
    template <class R, class F>
    R guarded(char const* what, R onFailure, bool mayNest, F&& body) const noexcept {
        Sink::Scope const scope(*mSink);
        try {
            Occupant::Use const use(mOccupant, mayNest);
            return body();
        } catch (...) {
            report(what);
            return onFailure;
        }
    }
    void report(char const* what) const noexcept; ///< the exception in flight

    plan::IoTensor const& tensor(size_t io) const { return mState->plan().io[io]; }
    size_t input(char const* name) const;  ///< throws Error for an output
    size_t output(char const* name) const; ///< throws Error for an input
    size_t binding(int32_t index) const;   ///< the tensor behind a binding of any profile; throws Error
    void prepareIfPossible() const;
    void setBindings(void* const* bindings);
    void run(cudaStream_t stream);
    void reportTimes() const;
    void chooseWatched();
    plan::DebugTensor const& debugTensor(char const* name, size_t& number) const;
    bool isWatched() const noexcept { return mProfiler != nullptr || mListener != nullptr || mAllocators != 0; }

    std::shared_ptr<EngineState> mState;
    std::shared_ptr<Sink> mSink;
    mutable Occupant mOccupant;
    nvinfer1::ExecutionContextAllocationStrategy mStrategy;
    std::unique_ptr<nvinfer1::IRuntimeConfig> mConfig;
    std::shared_ptr<runtime::Context> mContext;
    std::string mName;
    bool mDebugSync = false;
    size_t mCacheLimit = 0;
    nvinfer1::ProfilingVerbosity mNvtx;
    cudaEvent_t mConsumed = nullptr;
    nvinfer1::IGpuAllocator* mTemporary = nullptr;
    bool mInRun = false;                                 ///< a callback of a run may look
    cudaStream_t mStream = nullptr;                      ///< of that run
    std::vector<std::unique_ptr<OutputMemory>> mOutputs; ///< by number of the tensor
    size_t mAllocators = 0;                              ///< how many of them are there
    bool mWarnedOfStream = false;
    nvinfer1::IProfiler* mProfiler = nullptr;
    bool mEmitsProfile = true;
    mutable bool mHasTimes = false; ///< of a run that the profiler was not told yet
    std::unique_ptr<DebugShow> mListener;
    std::vector<bool> mWatched; ///< by number of the debug tensor
    bool mUnfused = false;
    mutable std::mutex mViewLock;
    mutable std::unique_ptr<nvinfer1::ICudaEngine> mView; ///< once the engine's own handle is gone
};

} // namespace tenon::api
