// SPDX-License-Identifier: Apache-2.0
// The hot path of a context: nothing here allocates once shapes are prepared, unless values are boxes or something is
// wrong.
#include "runtime/context.h"

#include "kernel/evaluate.h"

#include <cstring>
#include <fmt/format.h>

namespace tenon::runtime {
namespace {

alignas(64) std::byte kNothing[64]; // where a tensor without elements lies when nobody says where

} // namespace

bool Context::enqueue(Stream* stream) noexcept {
    try {
        auto const use = mEngine->use();
        if (!isReady())
            prepare();
        giveAddresses();
        if (stream == nullptr)
            return execute(*mCurrent, mAddresses);
        queue(*stream);
        return true;
    } catch (Error& e) {
        fail(std::move(e));
    } catch (std::exception const& e) {
        fail(Error(Message::kMemory, e.what()));
    }
    return false;
}

void Context::queue(Stream& stream) {
    {
        std::lock_guard lock(mPendingLock);
        ++mPending;
    }
    try {
        stream.push(*this, mCurrent, mAddresses);
    } catch (...) {
        finished();
        throw;
    }
}

void Context::run() {
    if (!enqueue())
        throw *takeError();
}

void Context::giveAddresses() {
    if (mCurrent->arena->isPlaceholder() && mCurrent->arena->bytes() != 0)
        throw Error(Message::kContextMemory, "the context was made for memory of yours and has none yet")
            .wanted(fmt::format("{} bytes (profile {})", mCurrent->arena->bytes(), mProfile))
            .tip("setDeviceMemoryV2(memory, size), with memory at a multiple of 64 bytes");
    Frame const& frame = *mCurrent->frame;
    for (size_t i = 0; i < mIo.size(); ++i) {
        plan::IoTensor const& t = mEngine->io()[i];
        Io& io = mIo[i];
        if (mEngine->ioValue(i).isBox()) {
            mAddresses[i] = io.address;
            continue;
        }
        bool const sized = t.input || frame.code().valueStage[static_cast<size_t>(t.value)] == 0;
        if (io.allocator != nullptr && sized) {
            Tensor const& tensor = frame.tensor(t.value);
            io.address = memoryFor(static_cast<int32_t>(i), tensor.shape(), bytesFor(tensor.dtype, tensor.elements()));
        } else if (io.address == nullptr && io.allocator == nullptr &&
                   !(sized && frame.tensor(t.value).elements() == 0)) {
            throw unset(i);
        }
        mAddresses[i] = io.address == nullptr ? kNothing : io.address; // kernels may copy nothing from or to it
    }
}

void* Context::memoryFor(int32_t number, std::span<int64_t const> dims, int64_t bytes) {
    auto const i = static_cast<size_t>(number);
    Io& io = mIo[i];
    if (io.allocator == nullptr)
        return (*mRunAddresses)[i];
    std::string const& name = mEngine->io()[i].name;
    void* const memory = io.allocator->reallocate(name, io.address, bytes);
    if (memory == nullptr && bytes != 0)
        throw Error(Message::kMemory, fmt::format("the allocator of output '{}' has no {} bytes", name, bytes),
                    {{}, {}, name, {}});
    io.allocator->notifyShape(name, dims);
    io.address = memory;
    return memory;
}

bool Context::execute(Prepared& prepared, std::vector<void*> const& addresses) noexcept {
    std::lock_guard running(mRunning);
    Frame& frame = *prepared.frame;
    mRunAddresses = &addresses;
    mRunProfile = prepared.env.profile;
    Outcome outcome;
    outcome.turnsLeft = mTurnLimit;
    bool good = false;
    try {
        for (size_t i = 0; i < mIo.size(); ++i) {
            plan::Value const& v = mEngine->ioValue(i);
            if (v.storage == plan::Storage::kIo && v.ref == static_cast<int32_t>(i))
                frame.setAddress(mEngine->io()[i].value, addresses[i]);
        }
        if (mHasBoxInputs) {
            for (size_t i = 0; i < mIo.size() && mEngine->io()[i].input; ++i)
                if (mEngine->ioValue(i).isBox())
                    frame.setParam(i, tensorOf(mIo[i].box));
            frame.enter();
        }
        frame.relocate();
        if (mTimed || mListener != nullptr) {
            mTimes.clear();
            good = frame.runObserved(outcome, *this) && ran(frame, nullptr, -1, outcome);
        } else {
            good = frame.run(outcome);
        }
        if (good)
            giveOutputs(prepared, addresses);
        prepared.ran = good;
    } catch (Error& e) {
        good = false;
        outcome.error = std::move(e);
    } catch (std::exception const& e) {
        good = outcome.failure.set(Message::kMemory, "%s", e.what());
    }
    if (!good)
        fail(outcome.take());
    return good;
}

/// Outputs that lie elsewhere than at their address: boxes for which there is an allocator, weights, inputs passed
/// through.
void Context::giveOutputs(Prepared& prepared, std::vector<void*> const& addresses) {
    for (size_t i = 0; i < mIo.size(); ++i) {
        plan::IoTensor const& t = mEngine->io()[i];
        plan::Value const& v = mEngine->ioValue(i);
        if (t.input || (v.storage == plan::Storage::kIo && v.ref == static_cast<int32_t>(i)))
            continue;
        Tensor const& from = prepared.frame->tensor(t.value);
        void* to = addresses[i];
        if (v.isBox()) {
            if ((mIo[i].allocator == nullptr && to == nullptr) || from.box->kind != Kind::kTensor ||
                from.dtype == DType::kString)
                continue; // it is read from the context
            to = memoryFor(static_cast<int32_t>(i), from.shape(), bytesFor(from.dtype, from.elements()));
        } else if (prepared.frame->code().valueStage[static_cast<size_t>(t.value)] > 0) {
            to = memoryFor(static_cast<int32_t>(i), from.shape(), bytesFor(from.dtype, from.elements()));
        }
        if (auto const bytes = static_cast<size_t>(bytesFor(from.dtype, from.elements()));
            bytes != 0 && to != from.data)
            std::memmove(to, from.data, bytes);
    }
}

/// From the stream's thread; whoever put the run there has gone on.
bool Context::executeQueued(Prepared& prepared, std::vector<void*> const& addresses) noexcept {
    auto const use = mEngine->use();
    if (execute(prepared, addresses))
        return true;
    if (!mFailed)
        return false;
    if (auto const error = takeError()) {
        try {
            mFailed(*error);
        } catch (std::exception const&) { // whoever wants to hear of it cannot be told
        }
    }
    return false;
}

void Context::fail(Error error) noexcept {
    std::lock_guard lock(mErrorLock);
    if (!mError)
        mError = std::move(error);
}

std::optional<Error> Context::takeError() {
    std::lock_guard lock(mErrorLock);
    return std::exchange(mError, std::nullopt);
}

void Context::finished() noexcept {
    std::lock_guard lock(mPendingLock);
    --mPending;
    mIdle.notify_all(); // under the lock: the context may be gone as soon as it is released
}

} // namespace tenon::runtime
