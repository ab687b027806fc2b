// SPDX-License-Identifier: Apache-2.0
// What a user of the installed library compiles: it says which library answers, and exits 0 when that is Tenon. With an
// argument, it first loads that library with all its names visible to everyone.
#include <NvInfer.h>
#include <NvInferPlugin.h>
#include <NvOnnxParser.h>

#include <cstdio>
#include <dlfcn.h>
#include <memory>

namespace {

class Logger : public nvinfer1::ILogger {
    void log(Severity severity, char const* text) noexcept override {
        if (severity <= Severity::kWARNING)
            std::printf("%s\n", text);
    }
};

} // namespace

int main(int argc, char** argv) {
    if (argc > 1 && dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) == nullptr) {
        std::printf("%s\n", dlerror());
        return 2;
    }
    Logger logger;
    std::unique_ptr<nvinfer1::IBuilder> const builder(nvinfer1::createInferBuilder(logger));
    if (!builder || builder->getLogger() != &logger || getPluginRegistry() == nullptr)
        return 1;
    std::unique_ptr<nvinfer1::IBuilderConfig> const config(builder->createBuilderConfig());
    bool const good = config && initLibNvInferPlugins(&logger, "") && getNvOnnxParserVersion() > 0;
    std::printf("interface %d, library of %s\n", getInferLibVersion(), good ? "Tenon" : "another");
    return good ? 0 : 1;
}
