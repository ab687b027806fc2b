// SPDX-License-Identifier: Apache-2.0
// Running a Python interpreter: which one, and what it answers.
#pragma once

#include <string>
#include <vector>

namespace tenon::cli {

/// TENON_PYTHON, else the one of `./run`'s environment, else python3.
std::string pythonProgram();

struct Finished {
    int status = -1; ///< exit status; -1: it could not be started or a signal ended it
    std::string out; ///< standard output
    std::string err; ///< standard error
};

/// Runs a program (looked up in PATH) without a shell and waits for it. Its standard input is empty.
Finished runProgram(std::vector<std::string> const& command);

} // namespace tenon::cli
