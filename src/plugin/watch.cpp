// SPDX-License-Identifier: Apache-2.0
#include "plugin/watch.h"

#include "base/dtype.h"
#include "plugin/call.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

namespace tenon::plugin {
namespace {

constexpr size_t kGuard = size_t{1} << 16; ///< what is written further out crashes, or is seen by the checker
constexpr std::byte kPattern{0xA7}, kPoison{0xD5}, kUnwritten{0xC9};

std::atomic<bool> gGuards{false};
std::mutex gMutex;
Recorder gRecorder;

/// Memory between guard bytes.
class Guarded {
public:
    Guarded(size_t bytes, std::byte fill) : mBytes(bytes), mAll(bytes + 2 * kGuard + kAlign, kPattern) {
        auto const at = reinterpret_cast<uintptr_t>(mAll.data() + kGuard);
        mBegin = kGuard + (kAlign - at % kAlign) % kAlign;
        std::fill_n(data(), mBytes, fill);
    }
    std::byte* data() noexcept { return mAll.data() + mBegin; }
    /// Where a guard byte is another one, counted from the begin of the memory.
    std::optional<ptrdiff_t> damage() const {
        auto const end = mBegin + mBytes;
        for (size_t i = end; i < mAll.size(); ++i)
            if (mAll[i] != kPattern)
                return static_cast<ptrdiff_t>(i - mBegin);
        for (size_t i = mBegin; i-- > 0;)
            if (mAll[i] != kPattern)
                return static_cast<ptrdiff_t>(i) - static_cast<ptrdiff_t>(mBegin);
        return std::nullopt;
    }

private:
    static constexpr size_t kAlign = 256; ///< what follows the last byte is a guard all the same
    size_t mBytes;
    std::vector<std::byte> mAll;
    size_t mBegin = 0;
};

class GuardedRun {
public:
    explicit GuardedRun(Run const& run) : mRun(run) {
        for (size_t i = 0; i < run.descs.size(); ++i) {
            auto const bytes = static_cast<size_t>(bytesOf(run.descs[i]));
            bool const input = i < run.inputs;
            auto const shared =
                std::find(run.pointers.begin(), run.pointers.begin() + static_cast<ptrdiff_t>(i), run.pointers[i]);
            auto const other = static_cast<size_t>(shared - run.pointers.begin());
            if (!input && other < run.inputs) { // in the memory of an input
                mAliased[other] = true;
                mPointers.push_back(mPointers[other]);
                continue;
            }
            mAliased.push_back(false);
            Guarded& memory = *mMemory.emplace(i, std::make_unique<Guarded>(bytes, kUnwritten)).first->second;
            if (input && bytes != 0)
                std::memcpy(memory.data(), run.pointers[i], bytes);
            mPointers.push_back(memory.data());
        }
        if (run.workspaceBytes > 0)
            mWorkspace.emplace(static_cast<size_t>(run.workspaceBytes), kPoison);
    }

    int32_t enqueue() {
        void* const workspace = mWorkspace ? mWorkspace->data() : nullptr;
        int32_t const status = callEnqueue(mRun.plugin, launchOf(mRun.descs, mPointers, mRun.inputs, workspace));
        look();
        for (size_t i = mRun.inputs; i < mRun.descs.size(); ++i)
            if (auto const bytes = static_cast<size_t>(bytesOf(mRun.descs[i])); bytes != 0)
                std::memcpy(const_cast<void*>(mRun.pointers[i]), mPointers[i], bytes);
        return status;
    }

private:
    std::string nameOfTensor(size_t i) const {
        bool const input = i < mRun.inputs;
        return fmt::format("{} {}", input ? "input" : "output", input ? i : i - mRun.inputs);
    }
    void check(Guarded const& memory, std::string const& what, int64_t bytes) const {
        if (auto const at = memory.damage()) {
            bool const behind = *at >= 0;
            throw Error(Message::kPluginMemory,
                        fmt::format("enqueue() of the plugin {} wrote {} of {} ({} bytes), {} byte {}",
                                    mRun.plugin.key().text(), behind ? "past the end" : "before the begin", what, bytes,
                                    behind ? "at" : "up to", *at));
        }
    }
    void look() {
        for (auto const& [i, memory] : mMemory) {
            int64_t const bytes = bytesOf(mRun.descs[i]);
            check(*memory, nameOfTensor(i), bytes);
            if (i >= mRun.inputs || mAliased[i] || bytes == 0)
                continue;
            auto const* const before = static_cast<std::byte const*>(mRun.pointers[i]);
            auto const* const at = std::mismatch(before, before + bytes, memory->data()).first;
            if (at != before + bytes)
                throw Error(Message::kPluginMemory,
                            fmt::format("enqueue() of the plugin {} changed {}, first at byte {} of {}",
                                        mRun.plugin.key().text(), nameOfTensor(i), at - before, bytes));
        }
        if (mWorkspace)
            check(*mWorkspace, "the workspace", mRun.workspaceBytes);
    }

    Run const& mRun;
    std::map<size_t, std::unique_ptr<Guarded>> mMemory; ///< by position
    std::vector<bool> mAliased;
    std::vector<void const*> mPointers;
    std::optional<Guarded> mWorkspace;
};

} // namespace

void setGuards(bool on) noexcept {
    gGuards = on;
}

bool hasGuards() noexcept {
    return gGuards;
}

void setRecorder(Recorder recorder) {
    std::lock_guard const lock(gMutex);
    gRecorder = std::move(recorder);
}

Recorder recorder() {
    std::lock_guard const lock(gMutex);
    return gRecorder;
}

int64_t bytesOf(PluginTensorDesc const& desc) noexcept {
    int64_t count = 1;
    for (int32_t i = 0; i < desc.dims.nbDims; ++i)
        count *= desc.dims.d[i];
    return bytesFor(static_cast<DType>(desc.type), count);
}

int32_t guardedEnqueue(Run const& run) {
    return GuardedRun(run).enqueue();
}

} // namespace tenon::plugin
