// SPDX-License-Identifier: Apache-2.0
// A network whose batch is known only at run time, with two optimization profiles: few rows and many.
#include "common.h"

using namespace nvinfer1;

int main() {
    std::vector<float> const w = {1, 0, 0, 1, 1, -1}, b = {0.5F, 0};
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    addLayers(*network, -1, w, b);
    auto const config = own(builder->createBuilderConfig());
    for (int64_t const most : {2, 64}) {
        IOptimizationProfile* const profile = builder->createOptimizationProfile(); // the builder's
        profile->setDimensions("x", OptProfileSelector::kMIN, dims({1, 3}));
        profile->setDimensions("x", OptProfileSelector::kOPT, dims({most / 2, 3}));
        profile->setDimensions("x", OptProfileSelector::kMAX, dims({most, 3}));
        std::printf("profile %d: up to %lld rows\n", config->addOptimizationProfile(profile),
                    static_cast<long long>(most));
    }
    auto const engine = own(builder->buildEngineWithConfig(*network, *config));
    auto const context = own(engine->createExecutionContext());
    run(*context, {1, 2, 3});

    std::vector<float> const rows(3 * 3, 1);
    logger.worst = ILogger::Severity::kINTERNAL_ERROR; // the refusal is expected
    std::printf("3 rows with profile 0: %s\n", run(*context, rows) ? "taken" : "refused");
    logger.worst = ILogger::Severity::kWARNING;
    context->setOptimizationProfileAsync(1, nullptr);
    std::printf("3 rows with profile 1: %s\n", run(*context, rows) ? "taken" : "refused");
}
