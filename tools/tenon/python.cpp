// SPDX-License-Identifier: Apache-2.0
#include "python.h"

#include "base/settings.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace tenon::cli {
namespace {

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (::pipe2(ends, O_CLOEXEC) != 0)
            ends[0] = ends[1] = -1;
    }
    ~Pipe() {
        close(0);
        close(1);
    }
    Pipe(Pipe const&) = delete;
    Pipe& operator=(Pipe const&) = delete;
    void close(int end) {
        if (ends[end] >= 0)
            ::close(ends[end]);
        ends[end] = -1;
    }
};

using Clock = std::chrono::steady_clock;

/// Of poll(): -1 for ever.
int millisecondsTo(std::optional<Clock::time_point> until) {
    if (!until)
        return -1;
    auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(*until - Clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left + 1, 0, 1 << 30));
}

/// Reads both pipes until both are closed, or the time is up; reading one after the other could stop the writer for
/// ever.
void drain(Pipe& out, Pipe& err, std::optional<Clock::time_point> until, Finished& result) {
    std::array<pollfd, 2> polls{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
    std::string* const to[] = {&result.out, &result.err};
    while (polls[0].fd >= 0 || polls[1].fd >= 0) {
        int const ready = ::poll(polls.data(), polls.size(), millisecondsTo(until));
        if (ready < 0 && errno != EINTR)
            return;
        result.late = until && Clock::now() >= *until;
        if (result.late)
            return;
        if (ready <= 0)
            continue;
        for (size_t i = 0; i < polls.size(); ++i) {
            if (polls[i].fd < 0 || polls[i].revents == 0)
                continue;
            char buffer[4096];
            ssize_t const count = ::read(polls[i].fd, buffer, sizeof buffer);
            if (count > 0)
                to[i]->append(buffer, static_cast<size_t>(count));
            else if (count == 0 || errno != EINTR)
                polls[i].fd = -1;
        }
    }
}

/// Ends it when the time is up. Gives waitpid()'s status.
int waitFor(pid_t child, std::optional<Clock::time_point> until, bool& late) {
    int status = 0;
    while (until && !late) { // it may have closed its pipes and go on
        if (::waitpid(child, &status, WNOHANG) == child)
            return status;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        late = Clock::now() >= *until;
    }
    if (late)
        ::kill(child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

std::string pythonProgram() {
    if (std::string program = setting("TENON_PYTHON"); !program.empty())
        return program;
    std::string const ours = cacheFolder() + "/venv/bin/python";
    return ::access(ours.c_str(), X_OK) == 0 ? ours : "python3";
}

Finished runProgram(std::vector<std::string> const& command, std::optional<double> seconds) {
    std::optional<Clock::time_point> until;
    if (seconds)
        until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    Finished result;
    Pipe out, err;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
    std::vector<char*> argv;
    for (std::string const& argument : command)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_t child = -1;
    int const failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return result;
    out.close(1);
    err.close(1);
    drain(out, err, until, result);
    int const status = waitFor(child, until, result.late);
    if (WIFEXITED(status))
        result.status = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
    return result;
}

} // namespace tenon::cli
