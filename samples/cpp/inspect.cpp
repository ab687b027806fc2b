// SPDX-License-Identifier: Apache-2.0
// What an engine tells about itself: inputs and outputs, profiles, and the layers that run.
#include "common.h"

using namespace nvinfer1;

int main() {
    std::vector<float> const w = {1, 0, 0, 1, 1, -1}, b = {0.5F, 0};
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    addLayers(*network, 4, w, b);
    auto const config = own(builder->createBuilderConfig());
    auto const engine = own(builder->buildEngineWithConfig(*network, *config));
    for (int32_t i = 0; i < engine->getNbIOTensors(); ++i) {
        char const* const name = engine->getIOTensorName(i);
        Dims const shape = engine->getTensorShape(name);
        std::printf("%s %s: %lld x %lld\n", engine->getTensorIOMode(name) == TensorIOMode::kINPUT ? "input" : "output",
                    name, static_cast<long long>(shape.d[0]), static_cast<long long>(shape.d[1]));
    }
    std::printf("profiles: %d; layers that run: %d, of %d in the network\n", engine->getNbOptimizationProfiles(),
                engine->getNbLayers(), network->getNbLayers());
    auto const inspector = own(engine->createEngineInspector());
    for (int32_t i = 0; i < engine->getNbLayers(); ++i)
        std::printf("%s", inspector->getLayerInformation(i, LayerInformationFormat::kONELINE));
}
