// SPDX-License-Identifier: Apache-2.0
// A logger and an error recorder that keep what they are told, and short names for making things.
#pragma once

#include <NvInfer.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace test {

class Logger final : public nvinfer1::ILogger {
public:
    struct Line {
        Severity severity;
        std::string text;
    };

    void log(Severity severity, char const* text) noexcept override {
        std::lock_guard const lock(mMutex);
        mLines.push_back({severity, text});
    }

    std::vector<Line> lines() const {
        std::lock_guard const lock(mMutex);
        return mLines;
    }
    /// All lines of a severity or worse, joined.
    std::string text(Severity worst = Severity::kWARNING) const {
        std::string out;
        for (Line const& line : lines())
            if (line.severity <= worst)
                out += line.text + "\n";
        return out;
    }
    bool says(std::string const& part, Severity worst = Severity::kWARNING) const {
        return text(worst).find(part) != std::string::npos;
    }
    void clear() {
        std::lock_guard const lock(mMutex);
        mLines.clear();
    }

private:
    mutable std::mutex mMutex;
    std::vector<Line> mLines;
};

class Recorder final : public nvinfer1::IErrorRecorder {
public:
    int32_t getNbErrors() const noexcept override { return static_cast<int32_t>(mErrors.size()); }
    nvinfer1::ErrorCode getErrorCode(int32_t i) const noexcept override {
        return mErrors.at(static_cast<size_t>(i)).first;
    }
    ErrorDesc getErrorDesc(int32_t i) const noexcept override {
        return mErrors.at(static_cast<size_t>(i)).second.c_str();
    }
    bool hasOverflowed() const noexcept override { return false; }
    void clear() noexcept override { mErrors.clear(); }
    bool reportError(nvinfer1::ErrorCode code, ErrorDesc text) noexcept override {
        mErrors.emplace_back(code, text);
        return false;
    }
    RefCount incRefCount() noexcept override { return ++mOwners; }
    RefCount decRefCount() noexcept override { return --mOwners; }
    RefCount owners() const noexcept { return mOwners; }

private:
    std::vector<std::pair<nvinfer1::ErrorCode, std::string>> mErrors;
    RefCount mOwners = 0;
};

template <class T>
std::unique_ptr<T> own(T* pointer) {
    return std::unique_ptr<T>(pointer);
}

} // namespace test
