// SPDX-License-Identifier: Apache-2.0
// An engine whose weights are changed after it was built.
#include "common.h"

using namespace nvinfer1;

int main() {
    std::vector<float> const w = {1, 0, 0, 1, 1, -1}, b = {0.5F, 0};
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    addLayers(*network, 1, w, b);
    auto const config = own(builder->createBuilderConfig());
    config->setFlag(BuilderFlag::kREFIT);
    auto const engine = own(builder->buildEngineWithConfig(*network, *config));
    auto const context = own(engine->createExecutionContext());
    run(*context, {1, 2, 3});

    auto const refitter = own(createInferRefitter(*engine, logger));
    std::vector<char const*> names(static_cast<size_t>(refitter->getAllWeights(0, nullptr)));
    refitter->getAllWeights(static_cast<int32_t>(names.size()), names.data());
    for (char const* name : names)
        std::printf("can be changed: %s\n", name);
    std::vector<float> const twice = {2, 0, 0, 2, 2, -2};
    if (!refitter->setNamedWeights("w", weights(twice)) || !refitter->refitCudaEngine())
        return 1;
    run(*context, {1, 2, 3});
}
