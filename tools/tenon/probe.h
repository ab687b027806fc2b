// SPDX-License-Identifier: Apache-2.0
// Libraries that are linked or may be on the machine: their versions and where they were found.
#pragma once

#include <string>
#include <vector>

namespace tenon::cli {

struct Library {
    std::string name;
    std::string version; ///< empty: absent
    std::string path;
    int major = 0;
};

Library linkedDnnl();
/// CUDA driver, CUDA runtime, cuDNN, cuBLASLt, NVRTC, as the loader finds them.
std::vector<Library> gpuLibraries();

} // namespace tenon::cli
