// SPDX-License-Identifier: Apache-2.0
#include "python.h"

#include "base/settings.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
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

/// Reads both pipes until both are closed; reading one after the other could stop the writer for ever.
void drain(Pipe& out, Pipe& err, Finished& result) {
    std::array<pollfd, 2> polls{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
    std::string* const to[] = {&result.out, &result.err};
    while (polls[0].fd >= 0 || polls[1].fd >= 0) {
        if (::poll(polls.data(), polls.size(), -1) < 0 && errno != EINTR)
            return;
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

} // namespace

std::string pythonProgram() {
    if (std::string program = setting("TENON_PYTHON"); !program.empty())
        return program;
    std::string const ours = cacheFolder() + "/venv/bin/python";
    return ::access(ours.c_str(), X_OK) == 0 ? ours : "python3";
}

Finished runProgram(std::vector<std::string> const& command) {
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
    drain(out, err, result);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status))
        result.status = WEXITSTATUS(status);
    return result;
}

} // namespace tenon::cli
