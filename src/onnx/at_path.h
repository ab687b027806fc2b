// SPDX-License-Identifier: Apache-2.0
// An error about the bytes of a file, with the file's name in front of it.
#pragma once

#include "base/error.h"

#include <string>

namespace tenon::onnx {

inline Error atPath(Error const& e, std::string const& path) {
    Error out(e.id(), path + ": " + e.summary(), e.where());
    out.wanted(e.wantedText()).given(e.givenText());
    for (std::string const& tip : e.tips())
        out.tip(tip);
    return out;
}

} // namespace tenon::onnx
