// SPDX-License-Identifier: Apache-2.0
// Follows a build, and stops another one.
#include "common.h"

#include <string>

using namespace nvinfer1;

class Monitor : public IProgressMonitor {
public:
    explicit Monitor(std::string stopIn) : mStopIn(std::move(stopIn)) {}

    void phaseStart(char const* phase, char const*, int32_t) noexcept override {
        std::printf("%*s%s begins\n", mDepth++ * 2, "", phase);
    }
    bool stepComplete(char const* phase, int32_t) noexcept override { return mStopIn != phase; }
    void phaseFinish(char const* phase) noexcept override { std::printf("%*s%s ends\n", --mDepth * 2, "", phase); }

private:
    std::string mStopIn;
    int mDepth = 0;
};

int main() {
    std::vector<float> const w = {1, 0, 0, 1, 1, -1}, b = {0.5F, 0};
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    addLayers(*network, 1, w, b);
    auto const config = own(builder->createBuilderConfig());
    for (char const* stopIn : {"", "timing"}) {
        Monitor monitor(stopIn);
        config->setProgressMonitor(&monitor);
        logger.worst = *stopIn == '\0' ? ILogger::Severity::kWARNING : ILogger::Severity::kINTERNAL_ERROR;
        std::unique_ptr<IHostMemory> const bytes(builder->buildSerializedNetwork(*network, *config));
        std::printf("%s\n", bytes ? "built" : "stopped");
    }
}
