// SPDX-License-Identifier: Apache-2.0
// Running a Python interpreter: which one, and what it answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tenon::cli {

/// TENON_PYTHON, else the one of `./run`'s environment, else python3.
std::string pythonProgram();

struct Finished {
    int status = -1;   ///< exit status; -1: it could not be started or a signal ended it
    int signal = 0;    ///< that ended it
    bool late = false; ///< it was ended because the time was up
    std::string out;   ///< standard output
    std::string err;   ///< standard error
};

/// Runs a program (looked up in PATH) without a shell and waits for it, `seconds` at most where they are given. Its
/// standard input is empty.
Finished runProgram(std::vector<std::string> const& command, std::optional<double> seconds = {});

} // namespace tenon::cli
