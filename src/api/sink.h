// SPDX-License-Identifier: Apache-2.0
// Where the messages of an object go: the logger that it was created with, and the error recorder that its user set.
// An object and the parts that it owns share one Sink; an object of its own (a network of a builder) gets a child,
// which starts with its parent's recorder. Safe under concurrent calls; what a user's logger or recorder throws stops
// here.
#pragma once

#include "NvInferRuntime.h"
#include "api/level.h"
#include "base/error.h"

#include <memory>
#include <mutex>
#include <string>

namespace tenon::api {

using nvinfer1::ILogger;

class Sink {
public:
    /// Without a logger: the process's.
    Sink(ILogger* logger, Level level);
    ~Sink();
    Sink(Sink const&) = delete;
    Sink& operator=(Sink const&) = delete;

    /// The same logger, level and, to begin with, recorder.
    std::shared_ptr<Sink> child() const;

    ILogger* logger() const noexcept;
    Level level() const noexcept { return mLevel; }
    nvinfer1::IErrorRecorder* recorder() const noexcept;
    /// Counts as an owner of the recorder until another one is set.
    void setRecorder(nvinfer1::IErrorRecorder* recorder) noexcept;

    void log(ILogger::Severity severity, std::string const& text) noexcept;
    void warning(std::string const& text) noexcept { log(ILogger::Severity::kWARNING, text); }
    void info(std::string const& text) noexcept { log(ILogger::Severity::kINFO, text); }
    void verbose(std::string const& text) noexcept { log(ILogger::Severity::kVERBOSE, text); }

    /// The whole text, with its id, to the logger as an error and to the recorder. `call` stands in front of it.
    void report(char const* call, Error const& error) noexcept;
    void report(char const* call, ErrorList const& errors) noexcept;

    /// The sink of the call that is under way on this thread; null outside of one.
    static Sink* current() noexcept;
    /// Makes a sink the current one.
    class Scope {
    public:
        explicit Scope(Sink& sink) noexcept;
        ~Scope();
        Scope(Scope const&) = delete;
        Scope& operator=(Scope const&) = delete;

    private:
        Sink* mBefore;
    };

private:
    ILogger* const mLogger;
    Level const mLevel;
    mutable std::recursive_mutex mMutex; ///< recursive: a user's recorder may call back
    nvinfer1::IErrorRecorder* mRecorder = nullptr;
};

/// The class of errors that a message belongs to.
nvinfer1::ErrorCode codeOf(Message id) noexcept;

} // namespace tenon::api
