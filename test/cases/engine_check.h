// SPDX-License-Identifier: Apache-2.0
// A case through the whole engine: a graph of the one operator (and its epilogue), built with and without the optional
// passes, saved to bytes, loaded and run; the answers must be those of the reference, and the same bits before and
// after the bytes.
#pragma once

#include "cases/case.h"

namespace tenon::test {

/// What went wrong, one line each; empty when all agree.
std::vector<std::string> checkEngine(KernelTable const& table, Case const& c);

} // namespace tenon::test
