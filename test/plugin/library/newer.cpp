// SPDX-License-Identifier: Apache-2.0
// A library with the export of generation 10 alone; its plugin doubles.
#include "../scale.h"

#include <tenon/plugin.h>

namespace {

class Doubler final : public test::ScaleNewest {
public:
    Doubler() : ScaleNewest({2, 0}) {}
    nvinfer1::IPluginV3* clone() noexcept override { return new Doubler; }
    nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext*) noexcept override { return new Doubler; }
    char const* getPluginName() const noexcept override { return "FromLibrary"; }
};

struct Creator : test::CreatorV3<Doubler> {
    Creator() : CreatorV3("FromLibrary") {}
};
TENON_HOST_PLUGIN(Creator);

} // namespace

extern "C" __attribute__((visibility("default"))) nvinfer1::IPluginCreatorInterface* const*
getCreators(int32_t& count) {
    static Creator creator;
    static nvinfer1::IPluginCreatorInterface* const list[] = {&creator};
    count = 1;
    return list;
}
