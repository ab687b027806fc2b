// SPDX-License-Identifier: Apache-2.0
#include "api/sink.h"

#include "api/process.h"

#include <fmt/format.h>
#include <utility>

namespace tenon::api {
namespace {

thread_local Sink* tCurrent = nullptr;

/// A user's object may throw whatever it likes; its answer is not needed.
template <class F>
void guarded(F&& call) noexcept {
    try {
        call();
    } catch (...) { // nobody is left to tell
    }
}

} // namespace

Sink::Sink(ILogger* logger, Level level) : mLogger(logger), mLevel(level) {
    holdLogger(logger);
}

Sink::~Sink() {
    setRecorder(nullptr);
    releaseLogger(mLogger);
}

std::shared_ptr<Sink> Sink::child() const {
    auto out = std::make_shared<Sink>(mLogger, mLevel);
    out->setRecorder(recorder());
    return out;
}

ILogger* Sink::logger() const noexcept {
    return mLogger != nullptr ? mLogger : processLogger();
}

Sink* Sink::current() noexcept {
    return tCurrent;
}

Sink::Scope::Scope(Sink& sink) noexcept : mBefore(std::exchange(tCurrent, &sink)) {}

Sink::Scope::~Scope() {
    tCurrent = mBefore;
}

nvinfer1::IErrorRecorder* Sink::recorder() const noexcept {
    std::lock_guard const lock(mMutex);
    return mRecorder;
}

void Sink::setRecorder(nvinfer1::IErrorRecorder* recorder) noexcept {
    std::lock_guard const lock(mMutex);
    guarded([&] {
        if (recorder != nullptr)
            recorder->incRefCount();
    });
    guarded([&] {
        if (mRecorder != nullptr)
            mRecorder->decRefCount();
    });
    mRecorder = recorder;
}

void Sink::log(ILogger::Severity severity, std::string const& text) noexcept {
    guarded([&] { logger()->log(severity, text.c_str()); });
}

void Sink::report(char const* call, Error const& error) noexcept {
    guarded([&] {
        std::string const text = fmt::format("{}: {}", call, error.what());
        log(error.id() == Message::kInternal ? ILogger::Severity::kINTERNAL_ERROR : ILogger::Severity::kERROR, text);
        std::lock_guard const lock(mMutex);
        if (mRecorder != nullptr)
            mRecorder->reportError(codeOf(error.id()), text.c_str());
    });
}

void Sink::report(char const* call, ErrorList const& errors) noexcept {
    for (Error const& error : errors.errors())
        report(call, error);
}

nvinfer1::ErrorCode codeOf(Message id) noexcept {
    using nvinfer1::ErrorCode;
    switch (id) {
    case Message::kInternal:
        return ErrorCode::kINTERNAL_ERROR;
    case Message::kMemory:
        return ErrorCode::kFAILED_ALLOCATION;
    case Message::kNotThereYet:
        return ErrorCode::kUNSUPPORTED_STATE;
    case Message::kCallOrder:
    case Message::kParseFailed:
    case Message::kBuildCancelled:
        return ErrorCode::kINVALID_STATE;
    case Message::kBuildSetting:
    case Message::kProfile:
        return ErrorCode::kINVALID_CONFIG;
    default:
        break;
    }
    int const number = static_cast<int>(id);
    if (infoOf(id).status == Status::kUnsupported)
        return ErrorCode::kUNSUPPORTED_STATE;
    return number >= 120 && number < 140 ? ErrorCode::kFAILED_EXECUTION : ErrorCode::kINVALID_ARGUMENT;
}

} // namespace tenon::api
