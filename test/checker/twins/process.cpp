// SPDX-License-Identifier: Apache-2.0
// Twins that end the process, and twins that disturb others.
#include "twin.h"

#include <chrono>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace twin;

void wait() {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}

struct Status final : Of<Status> {
    int32_t compute(Run const&) override { return 9; }
};
TWIN("status", Status);

struct StatusInitialize final : Of<StatusInitialize, V2> {
    int32_t initialize() noexcept override { return 7; }
};
TWIN("status.initialize", StatusInitialize);

struct StatusOutputs final : Of<StatusOutputs> {
    int32_t getNbOutputs() const override { return -1; }
};
TWIN("status.getNbOutputs", StatusOutputs);

struct StatusTactics final : Of<StatusTactics> {
    int32_t getNbTactics() override { return std::numeric_limits<int32_t>::max(); }
};
TWIN("status.getNbTactics", StatusTactics);

struct Throws final : Of<Throws> {
    int32_t compute(Run const&) override { throw std::runtime_error("no luck today"); }
};
TWIN("exception", Throws);

struct ThrowsNoexcept final : Of<ThrowsNoexcept, V2> { // its enqueue() is noexcept
    int32_t compute(Run const&) override { throw std::runtime_error("no luck at all"); }
};
TWIN("exception.noexcept", ThrowsNoexcept);

struct Crash final : Of<Crash> {
    int32_t compute(Run const&) override {
        int volatile* volatile nothing = nullptr;
        return *nothing;
    }
};
TWIN("crash", Crash);

struct Exits final : Of<Exits> {
    int32_t compute(Run const&) override { std::_Exit(3); }
};
TWIN("crash.exit", Exits);

struct Forks final : Of<Forks> { // and goes on in both
    int32_t compute(Run const& run) override {
        static_cast<void>(::fork());
        return Of::compute(run);
    }
};
TWIN("crash.fork", Forks);

struct ForksOnce final : Of<ForksOnce> { // for a piece of work of its own: no fault
    int32_t compute(Run const& run) override {
        if (::pid_t const other = ::fork(); other == 0)
            ::_exit(0);
        else
            ::waitpid(other, nullptr, 0);
        return Of::compute(run);
    }
};
TWIN("correct.fork", ForksOnce);

struct Closes final : Of<Closes> {
    int32_t compute(Run const& run) override {
        for (int file = 3; file < 64; ++file)
            ::close(file);
        return Of::compute(run);
    }
};
TWIN("crash.closes", Closes);

struct Garbles final : Of<Garbles> { // into whatever is open
    int32_t compute(Run const& run) override {
        for (int file = 3; file < 64; ++file)
            static_cast<void>(::write(file, "\5\0\0\0\0\0\0\0abcde", 13) == 13);
        return Of::compute(run);
    }
};
TWIN("crash.garbles", Garbles);

struct Heap final : Of<Heap> {
    int32_t compute(Run const& run) override {
        auto* volatile memory = static_cast<char*>(std::malloc(24));
        for (int i = -16; i < 24; ++i)
            memory[i] = 0x7F;
        std::free(memory);
        return Of::compute(run);
    }
};
TWIN("crash.heap", Heap);

/// Four bytes behind a block of 24: nothing shows it before the next one is given back or joined with others.
void writeBehind() {
    auto* const memory = static_cast<char*>(std::malloc(24));
    char volatile* volatile behind = memory + 24;
    for (int i = 0; i < 4; ++i)
        behind[i] = 0x7F;
    std::free(memory);
}

struct HeapLarge final : Of<HeapLarge> { // small inputs are right
    int32_t compute(Run const& run) override {
        if (run.count() > 20)
            writeBehind();
        return Of::compute(run);
    }
};
TWIN("crash.heap_large", HeapLarge);

struct HeapClone final : Of<HeapClone, V2> {
    HeapClone() = default;
    HeapClone(HeapClone const& other) : Of<HeapClone, V2>(other) { writeBehind(); }
};
TWIN("crash.heap_clone", HeapClone);

struct Stack final : Of<Stack> {
    static int deeper(int n) { // NOLINT
        char volatile room[4096];
        room[n % 4096] = static_cast<char>(n);
        return n < 0 ? 0 : deeper(n + 1) + room[n % 7];
    }
    int32_t compute(Run const&) override { return deeper(0); }
};
TWIN("crash.stack", Stack);

struct Hang final : Of<Hang> {
    int32_t compute(Run const&) override {
        for (;;)
            wait();
    }
};
TWIN("hang", Hang);

[[noreturn]] void waitForEver() {
    for (;;)
        wait();
}

/// Ends in a method that stands before any run: hangs (0), aborts (1) or throws (2).
template <int kHow>
[[noreturn]] void endHere() {
    if (kHow == 0)
        waitForEver();
    if (kHow == 1)
        std::abort();
    throw 1;
}
template <int kHow>
struct EndsInOutputs final : Of<EndsInOutputs<kHow>> {
    int32_t getNbOutputs() const override { endHere<kHow>(); }
};
template <int kHow>
struct EndsInCreate final : Of<EndsInCreate<kHow>> {
    bool take(PluginFieldCollection const&) override { endHere<kHow>(); }
};
template <int kHow>
struct EndsInFormats final : Of<EndsInFormats<kHow>> {
    bool supportsFormatCombination(int32_t, DynamicPluginTensorDesc const*, int32_t, int32_t) override {
        endHere<kHow>();
    }
};
Add<EndsInOutputs<0>> const addHangOutputs("hang.getNbOutputs");
Add<EndsInOutputs<1>> const addCrashOutputs("crash.getNbOutputs");
Add<EndsInOutputs<2>> const addThrowOutputs("exception.getNbOutputs");
Add<EndsInCreate<0>> const addHangCreate("hang.createPlugin");
Add<EndsInCreate<1>> const addCrashCreate("crash.createPlugin");
Add<EndsInCreate<2>> const addThrowCreate("exception.createPlugin"); // which is noexcept
Add<EndsInFormats<0>> const addHangFormats("hang.supportsFormatCombination");
Add<EndsInFormats<1>> const addCrashFormats("crash.supportsFormatCombination");
Add<EndsInFormats<2>> const addThrowFormats("exception.supportsFormatCombination");

struct ThrowsInThread final : Of<ThrowsInThread> {
    int32_t compute(Run const&) override {
        std::thread([] { throw 42; }).join();
        return 0;
    }
};
TWIN("exception.thread", ThrowsInThread);

/// The first size that the process sees, for ever.
struct KeepsFirst final : Of<KeepsFirst> {
    int32_t compute(Run const& run) override {
        static int64_t const first = run.count();
        Of::compute(run);
        for (int64_t i = 0; i < run.count(); ++i)
            run.y()[i] += static_cast<float>(first);
        return 0;
    }
};
TWIN("state-lost.first", KeepsFirst);

/// Only createPlugin() sets what enqueue() uses.
struct KeepsField final : Of<KeepsField, V2> {
    bool take(PluginFieldCollection const& fields) override {
        bool const good = Of::take(fields);
        gAlpha = p.alpha;
        return good;
    }
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = gAlpha * run.x()[i];
        return 0;
    }
    static inline float gAlpha = -3;
};
TWIN("state-lost.creator", KeepsField);

struct Leak final : Of<Leak> {
    int32_t compute(Run const& run) override {
        void* const volatile kept = std::malloc(48);
        (void)kept;
        return Of::compute(run);
    }
};
TWIN("leak", Leak);

struct LeakDestroy final : Of<LeakDestroy, V2> {
    void destroy() noexcept override {} // and never deleted
};
TWIN("leak.destroy", LeakDestroy);

struct InitTerminate final : Of<InitTerminate, V2> {
    int32_t initialize() noexcept override {
        if (mFactor == nullptr) {
            mFactor = new float[8];
            for (int i = 0; i < 8; ++i)
                mFactor[i] = p.alpha;
        }
        return 0;
    }
    void terminate() noexcept override { delete[] mFactor; } // and keeps the pointer
    int32_t compute(Run const& run) override {
        p.alpha = mFactor[7];
        return Of::compute(run);
    }
    float* mFactor = nullptr;
};
TWIN("init-terminate", InitTerminate);

struct NeverRun final : Of<NeverRun, V2> {
    ~NeverRun() override { mFactor[0] = 0; } // there only after initialize()
    int32_t initialize() noexcept override {
        mFactor = &mRoom;
        return 0;
    }
    float mRoom = 0;
    float* mFactor = nullptr;
};
TWIN("init-terminate.never", NeverRun);

/// Copies through a buffer, with a pause in between.
void through(std::vector<float>& buffer, Run const& run, Params const& p) {
    auto const n = static_cast<size_t>(run.count());
    for (size_t i = 0; i < n && i < buffer.size(); ++i)
        buffer[i] = run.x()[i];
    wait();
    for (size_t i = 0; i < n; ++i)
        run.y()[i] = p.alpha * (i < buffer.size() ? buffer[i] : run.x()[i]) + p.bias;
}

struct ThreadRace final : Of<ThreadRace> {
    int32_t compute(Run const& run) override {
        static std::vector<float> buffer(64); // of all plugins of the process
        through(buffer, run, p);
        return 0;
    }
};
TWIN("thread-race", ThreadRace);

struct ContextRace final : Of<ContextRace> {
    ContextRace() : mBuffer(std::make_shared<std::vector<float>>(64)) {}
    ContextRace(ContextRace const& other) : Of<ContextRace>(other), mBuffer(other.mBuffer) {} // shared by clones
    int32_t compute(Run const& run) override {
        through(*mBuffer, run, p);
        return 0;
    }
    std::shared_ptr<std::vector<float>> mBuffer;
};
TWIN("context-race", ContextRace);

} // namespace
