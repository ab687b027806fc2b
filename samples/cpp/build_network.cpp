// SPDX-License-Identifier: Apache-2.0
// A network made of layers by hand, built to an engine's bytes, loaded from those and run.
#include "common.h"

using namespace nvinfer1;

int main() {
    std::vector<float> const w = {1, 0, 0, 1, 1, -1}, b = {0.5F, 0};
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    addLayers(*network, 2, w, b);
    for (int32_t i = 0; i < network->getNbLayers(); ++i) {
        ILayer const& layer = *network->getLayer(i);
        Dims const shape = layer.getOutput(0)->getDimensions();
        std::printf("%s: %lld x %lld\n", layer.getName(), static_cast<long long>(shape.d[0]),
                    static_cast<long long>(shape.d[1]));
    }
    auto const config = own(builder->createBuilderConfig());
    auto const bytes = own(builder->buildSerializedNetwork(*network, *config));

    auto const runtime = own(createInferRuntime(logger));
    auto const engine = own(runtime->deserializeCudaEngine(bytes->data(), bytes->size()));
    auto const context = own(engine->createExecutionContext());
    return run(*context, {1, 2, 3, -1, -2, -3}) ? 0 : 1;
}
