// SPDX-License-Identifier: Apache-2.0
// A library whose plugin is right and whose end is not: an object of its own ends the process.
#include "../twins/twin.h"

#include <cstdlib>

namespace {

struct Right final : twin::Of<Right> {};
TWIN("Right", Right);

struct Last {
    ~Last() { std::abort(); }
} last;

} // namespace

extern "C" __attribute__((visibility("default"))) nvinfer1::IPluginCreatorInterface* const*
getCreators(int32_t& count) {
    count = static_cast<int32_t>(twin::creators().size());
    return twin::creators().data();
}
