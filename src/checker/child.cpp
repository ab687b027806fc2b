// SPDX-License-Identifier: Apache-2.0
#include "checker/child.h"

#include "base/error.h"
#include "checker/heap.h"
#include "checker/receiver.h"
#include "plugin/call.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace tenon::checker {
namespace {

Mark gNobody;
Mark* gMark = &gNobody;
int gPipe = -1;
pid_t gChild = 0; ///< the process that inChild() made, in it
void const* gImage = nullptr;
bool gLooksAtHeap = true;
std::mutex gCounting;

bool isMainThread() noexcept {
    return ::syscall(SYS_gettid) == ::getpid();
}

/// What ran when a process of the plugin's began, in that process.
struct Fork {
    char method[48];
    int64_t call, step;
} gFork;

void beforeFork() {
    copyText(gFork.method, gMark->method);
    gFork.call = gMark->call;
    gFork.step = gMark->step;
}

void afterForkInChild() {
    ::close(gPipe); // what it is forked for is its own matter, as long as it does not come back
    gPipe = -1;
}

bool isOfPlugin() noexcept {
    return gChild != 0 && ::getpid() != gChild;
}

/// Leaves a process that a method forked and came back in: what it would do, the first process does.
void needOwnProcess() noexcept {
    Mark& m = *gMark;
    if (isOfPlugin()) {
        if (gFork.method[0] == 0)
            beforeFork(); // not by fork(), so nobody noted it
        copyText(m.forking, gFork.method);
        m.forkingCall = gFork.call;
        m.forkingStep = gFork.step;
        m.isForked = true;
        ::_exit(0);
    }
    if (gChild != 0 && ::fcntl(gPipe, F_GETFD) < 0) {
        m.isCutOff = true;
        ::_exit(kThrown + 1);
    }
}

/// Counts the call before it is made.
void watch(plugin::Key const&, char const* method) noexcept {
    needOwnProcess(); // another thread of it may hold the lock for ever
    std::lock_guard const lock(gCounting);
    if (gLooksAtHeap)
        needWholeHeap();
    Mark& m = *gMark;
    int32_t i = 0;
    while (i < m.methods && std::strcmp(m.counts[i].method, method) != 0)
        ++i;
    if (i == static_cast<int32_t>(std::size(m.counts)))
        return;
    if (i == m.methods) {
        copyText(m.counts[i].method, method);
        m.counts[i].calls = 0;
        ++m.methods;
    }
    ++m.counts[i].calls;
    if (m.method[0] != 0 && std::strcmp(method, "getCapabilityInterface") == 0)
        return; // asked for on the way to what is wanted
    copyText(m.method, method);
    m.call = m.counts[i].calls;
}

/// Notes what was touched, and where in the plugin's code; then the signal does what it always does.
void onSignal(int signal, siginfo_t* info, void* context) {
    Mark nobody{};
    Mark& m = isOfPlugin() ? nobody : *gMark;
    m.address = reinterpret_cast<uintptr_t>(info->si_addr);
    m.access = 0;
    if (auto const block = isMainThread() ? damagedBlock() : std::nullopt) {
        m.isHeapDamaged = true;
        m.damagedBlock = *block;
    }
#ifdef __x86_64__
    if (signal == SIGSEGV || signal == SIGBUS)
        m.access = (static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? 2 : 1;
#else
    (void)context;
#endif
    void* frames[32];
    int const count = ::backtrace(frames, 32);
    for (int i = 0; i < count; ++i) {
        Dl_info at{};
        if (::dladdr(frames[i], &at) == 0 || at.dli_fbase != gImage || at.dli_fname == nullptr)
            continue;
        std::snprintf(m.place, sizeof m.place, "%s+0x%zx", at.dli_fname,
                      static_cast<size_t>(static_cast<char*>(frames[i]) - static_cast<char*>(at.dli_fbase)));
        if (at.dli_sname != nullptr)
            std::snprintf(m.symbol, sizeof m.symbol, "%s", at.dli_sname);
        break;
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void catchSignals() {
    void* frames[2];
    ::backtrace(frames, 2);                 // loads what it needs now
    static std::array<char, 1 << 16> stack; // a plugin may have used up its own
    stack_t alternative{};
    alternative.ss_sp = stack.data();
    alternative.ss_size = stack.size();
    ::sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = onSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int const signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        ::sigaction(signal, &action, nullptr);
}

bool writeAll(int to, void const* data, size_t size) {
    auto const* from = static_cast<char const*>(data);
    while (size > 0) {
        ssize_t const n = ::write(to, from, size);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            from += n;
            size -= static_cast<size_t>(n);
        }
    }
    return true;
}

/// A process that a method forked tells that it came back, when its turn comes; one that does not is not waited for.
void awaitForks() {
    constexpr int kTurns = 100;
    for (int i = 0; i < kTurns && !gMark->isForked && ::waitpid(-1, nullptr, WNOHANG) >= 0; ++i)
        ::usleep(500);
}

[[noreturn]] void runChild(std::function<void()> const& body) {
    ::setpgid(0, 0);
    gChild = ::getpid();
    ::pthread_atfork(beforeFork, nullptr, afterForkInChild);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    rlimit const none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setenv("LIBC_FATAL_STDERR_", "1", 1); // what it says of a damaged heap, not to a terminal
    learnHeap();
    catchSignals();
    plugin::watchCalls(watch);
    try {
        body();
    } catch (std::exception const& e) {
        needOwnProcess();
        std::fprintf(stderr, "%s\n", e.what());
        std::fflush(nullptr);
        ::_exit(kThrown);
    } catch (...) {
        needOwnProcess();
        std::fprintf(stderr, "an exception of another type than std::exception\n");
        std::fflush(nullptr);
        ::_exit(kThrown);
    }
    needOwnProcess();
    awaitForks();
    std::fflush(nullptr);
    gMark->isFinished = true;
    constexpr uint64_t kFinished = 0;
    writeAll(gPipe, &kFinished, sizeof kFinished);
    ::_exit(0); // without exit handlers: what they do is no part of a probe
}

/// Until the child has ended, or is no longer waited for: it may go on without its pipe.
bool endsBy(pid_t child, Clock::time_point until) {
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0) {
        if (Clock::now() > until)
            return false;
        ::usleep(200);
    }
    return true;
}

std::string readText(int file) {
    constexpr size_t kMost = 4096; // the end of it
    off_t const size = ::lseek(file, 0, SEEK_END);
    std::string out(std::min(static_cast<size_t>(std::max<off_t>(size, 0)), kMost), 0);
    ssize_t const n = ::pread(file, out.data(), out.size(), size - static_cast<off_t>(out.size()));
    out.resize(n > 0 ? static_cast<size_t>(n) : 0);
    return out;
}

[[noreturn]] void noProcess(char const* what) {
    throw Error(Message::kNothingChecked,
                fmt::format("a process for a probe cannot be made: {}: {}", what, std::strerror(errno)));
}

} // namespace

Mark& mark() noexcept {
    return *gMark;
}

void needWholeHeap() noexcept {
    needOwnProcess();
    auto isDamaged = [] { return damagedBlock().has_value(); };
    if (!isMainThread() || !isDamaged())
        return;
    ::usleep(1000); // a thread of the plugin may have been in the middle of something
    if (isDamaged())
        ::raise(SIGABRT);
}

HeapLooks::HeapLooks(bool on) noexcept : mBefore(gLooksAtHeap) {
    gLooksAtHeap = on;
}
HeapLooks::~HeapLooks() {
    gLooksAtHeap = mBefore;
}

void setPluginImage(void const* image) noexcept {
    gImage = image;
}

void send(std::vector<std::byte> const& message) {
    needOwnProcess();
    uint64_t const size = message.size();
    if (gPipe >= 0 && size != 0 && writeAll(gPipe, &size, 8))
        writeAll(gPipe, message.data(), message.size());
}

Ended inChild(double seconds, std::function<void()> const& body,
              std::function<void(std::vector<std::byte>)> const& receive) {
    void* const shared = ::mmap(nullptr, sizeof(Mark), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2] = {-1, -1};
    int const text = ::memfd_create("tenon-probe", MFD_CLOEXEC);
    if (shared == MAP_FAILED || text < 0 || ::pipe2(ends, O_CLOEXEC) != 0)
        noProcess("mmap, memfd_create or pipe");
    std::fflush(nullptr); // else both write what is waiting
    pid_t const child = ::fork();
    if (child < 0)
        noProcess("fork");
    if (child == 0) {
        gMark = static_cast<Mark*>(shared);
        gPipe = ends[1];
        ::dup2(text, 1);
        ::dup2(text, 2);
        runChild(body);
    }
    ::close(ends[1]);
    Receiver receiver(receive);
    Ended out;
    auto const until =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    bool const inTime = receiver.readAll(ends[0], until) && (receiver.finished || endsBy(child, until));
    if (!inTime)
        out.how = End::kHang;
    ::kill(-child, SIGKILL); // threads and children of the plugin end with it
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (inTime && !receiver.finished) {
        out.how = WIFSIGNALED(status) ? End::kSignal : End::kExit;
        out.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    }
    out.mark = *static_cast<Mark*>(shared);
    out.isGarbled = receiver.garbled;
    if (out.how == End::kExit && out.mark.isFinished)
        out.how = End::kDone; // the message that says it was not read
    out.text = readText(text);
    ::close(ends[0]);
    ::close(text);
    ::munmap(shared, sizeof(Mark));
    return out;
}

std::string signalText(int signal) {
    switch (signal) {
    case SIGSEGV:
        return "SIGSEGV, memory that is not there";
    case SIGBUS:
        return "SIGBUS, a bad address";
    case SIGFPE:
        return "SIGFPE, a division by zero";
    case SIGILL:
        return "SIGILL, an instruction that this machine does not have";
    case SIGABRT:
        return "SIGABRT: abort(), a failed assertion or a damaged heap";
    case SIGKILL:
        return "SIGKILL, out of memory perhaps";
    default:
        return fmt::format("signal {}", signal);
    }
}

std::string sourceLine(std::string const& place) {
    size_t const at = place.rfind("+0x");
    if (at == std::string::npos || place.find('\'') != std::string::npos)
        return "";
    FILE* const pipe = ::popen(
        fmt::format("addr2line -e '{}' {} 2>/dev/null", place.substr(0, at), place.substr(at + 1)).c_str(), "r");
    if (pipe == nullptr)
        return "";
    char line[512] = "";
    char const* const got = std::fgets(line, sizeof line, pipe);
    ::pclose(pipe);
    std::string out = got == nullptr ? "" : line;
    out.resize(out.find_last_not_of(" \n") + 1);
    return out.rfind("??", 0) == 0 || out.ends_with(":?") || out.ends_with(":0") ? "" : out;
}

} // namespace tenon::checker
