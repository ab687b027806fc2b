// SPDX-License-Identifier: Apache-2.0
// Profilers and debug listeners of a context.
#include "api/context_handle.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::api {

void ContextHandle::setProfiler(nvinfer1::IProfiler* profiler) noexcept {
    enter("setProfiler", 0, [&] {
        mContext->idle();
        mContext->setProfiler(profiler != nullptr);
        mProfiler = profiler;
        mHasTimes = false;
        return 0;
    });
}

void ContextHandle::reportTimes() const {
    mHasTimes = false;
    for (runtime::StepTime const& t : mContext->stepTimes()) {
        try {
            mProfiler->reportLayerTime(t.step->step->name.c_str(), static_cast<float>(t.microseconds / 1000));
        } catch (...) {
            throw callbackError("IProfiler::reportLayerTime");
        }
    }
}

bool ContextHandle::reportToProfiler() const noexcept {
    return enter("reportToProfiler", false, [&] {
        if (mProfiler == nullptr)
            throw Error(Message::kCallOrder, "the context has no profiler").tip("setProfiler() comes first");
        if (!mHasTimes)
            throw Error(Message::kCallOrder, "there is no inference to report, or it was reported already")
                .tip("setEnqueueEmitsProfile(false), then enqueueV3(), then reportToProfiler()");
        reportTimes();
        return true;
    });
}

plan::DebugTensor const& ContextHandle::debugTensor(char const* name, size_t& number) const {
    std::string const wanted = need(name, "name");
    auto const& list = mState->plan().debugTensors;
    std::vector<std::string> names;
    for (number = 0; number < list.size(); ++number) {
        if (list[number].name == wanted && !list[number].unfused)
            return list[number];
        if (!list[number].unfused)
            names.push_back(list[number].name);
    }
    throw Error(Message::kDebugTensor, fmt::format("'{}' is no debug tensor", wanted), {{}, {}, wanted, {}})
        .wanted(names.empty() ? "none: no tensor was marked" : fmt::format("{}", fmt::join(names, ", ")))
        .tip("INetworkDefinition::markDebug() before the build");
}

void ContextHandle::chooseWatched() {
    auto const& list = mState->plan().debugTensors;
    std::vector<size_t> numbers;
    for (size_t i = 0; i < list.size(); ++i)
        if (list[i].unfused ? mUnfused : mWatched[i])
            numbers.push_back(i);
    mContext->watch(mListener.get(), numbers);
}

bool ContextHandle::setDebugListener(nvinfer1::IDebugListener* listener) noexcept {
    return enter("setDebugListener", false, [&] {
        mContext->watch(nullptr, {});
        mListener = listener == nullptr ? nullptr : std::make_unique<DebugShow>(*listener, *mSink, mStream);
        chooseWatched();
        return true;
    });
}

bool ContextHandle::setTensorDebugState(char const* name, bool on) noexcept {
    return enter("setTensorDebugState", false, [&] {
        size_t number = 0;
        debugTensor(name, number);
        mWatched[number] = on;
        chooseWatched();
        return true;
    });
}

bool ContextHandle::getDebugState(char const* name) const noexcept {
    return ask("getDebugState", false, [&] {
        size_t number = 0;
        debugTensor(name, number);
        return static_cast<bool>(mWatched[number]);
    });
}

bool ContextHandle::setAllTensorsDebugState(bool on) noexcept {
    return enter("setAllTensorsDebugState", false, [&] {
        std::fill(mWatched.begin(), mWatched.end(), on);
        chooseWatched();
        return true;
    });
}

bool ContextHandle::setUnfusedTensorsDebugState(bool on) noexcept {
    return enter("setUnfusedTensorsDebugState", false, [&] {
        auto const& list = mState->plan().debugTensors;
        if (on && std::none_of(list.begin(), list.end(), [](auto const& d) { return d.unfused; }))
            throw Error(Message::kDebugTensor, "the engine was built without its unfused tensors as debug tensors")
                .tip("INetworkDefinition::markUnfusedTensorsAsDebugTensors() before the build");
        mUnfused = on;
        chooseWatched();
        return true;
    });
}

} // namespace tenon::api
