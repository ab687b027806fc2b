// SPDX-License-Identifier: Apache-2.0
// Runs of a context. Without a stream a run has ended when its call returns. In a stream of the CPU it is queued,
// unless objects of the user are called back from it: then it waits for its turn and runs on the caller's thread.
#include "api/context_handle.h"

#include <fmt/format.h>

namespace tenon::api {
namespace {

/// What nests in a run.
class Running {
public:
    Running(bool& flag, cudaStream_t& stream, cudaStream_t now) : mFlag(flag), mStream(stream) {
        mFlag = true;
        mStream = now;
    }
    ~Running() {
        mFlag = false;
        mStream = nullptr;
    }
    Running(Running const&) = delete;
    Running& operator=(Running const&) = delete;

private:
    bool& mFlag;
    cudaStream_t& mStream;
};

} // namespace

void ContextHandle::run(cudaStream_t stream) {
    std::shared_ptr<runtime::Stream> queue = cpuStream(stream);
    if (stream != nullptr && queue == nullptr && !mWarnedOfStream) {
        mWarnedOfStream = true;
        mSink->warning("IExecutionContext::enqueueV3: the engine runs on the CPU and the stream is not one of "
                       "tenon::createStream(): inferences end before the call returns, and read host memory");
    }
    if (queue != nullptr && isWatched()) {
        queue->synchronize();
        queue = nullptr;
    }
    for (size_t i = 0; i < mState->ioCount(); ++i) { // who else has none is told by the run itself
        plan::Value const& value = mState->engine->ioValue(i);
        if (!tensor(i).input && value.isBox() && value.type.isTensor() && mOutputs[i] == nullptr &&
            mContext->address(i) == nullptr)
            throw mContext->unset(i);
    }
    Running const running(mInRun, mStream, stream);
    if (!mContext->enqueue(queue.get()))
        throw *mContext->takeError();
    mHasTimes = mProfiler != nullptr;
    if (mHasTimes && mEmitsProfile)
        reportTimes();
}

bool ContextHandle::enqueueV3(cudaStream_t stream) noexcept {
    return enter("enqueueV3", false, [&] {
        run(stream);
        return true;
    });
}

/// Addresses in the order of the tensors; at level 8 the array has entries for every profile, and those of the active
/// one count.
void ContextHandle::setBindings(void* const* bindings) {
    need(bindings, "bindings");
    size_t const count = mState->ioCount();
    size_t const first = mSink->level() == Level::k8 ? mContext->profile() * count : 0;
    for (size_t i = 0; i < count; ++i) {
        void* const address = bindings[first + i];
        bool const kept = address == nullptr && (tensor(i).hostRead || mOutputs[i] != nullptr);
        if (!kept) // values of setInputShapeBinding(), or memory that an allocator gives
            mContext->setAddress(i, address);
    }
}

bool ContextHandle::executeV2(void* const* bindings) noexcept {
    return enter("executeV2", false, [&] {
        setBindings(bindings);
        run(nullptr);
        return true;
    });
}

bool ContextHandle::enqueueV2(void* const* bindings, cudaStream_t stream, cudaEvent_t*) noexcept {
    return enter("enqueueV2", false, [&] {
        setBindings(bindings);
        run(stream);
        return true;
    });
}

bool ContextHandle::execute(int32_t batchSize, void* const*) noexcept {
    return enter("execute", false, [&]() -> bool {
        throw Error(Message::kImplicitBatch, "the engine's shapes hold the batch axis")
            .given(fmt::format("a batch size of {}", batchSize))
            .tip("executeV2(bindings), after setBindingDimensions() of inputs whose batch is dynamic");
    });
}

bool ContextHandle::enqueue(int32_t batchSize, void* const*, cudaStream_t, cudaEvent_t*) noexcept {
    return enter("enqueue", false, [&]() -> bool {
        throw Error(Message::kImplicitBatch, "the engine's shapes hold the batch axis")
            .given(fmt::format("a batch size of {}", batchSize))
            .tip("enqueueV2(bindings, stream, inputConsumed), after setBindingDimensions() of inputs whose batch is "
                 "dynamic");
    });
}

} // namespace tenon::api
