// SPDX-License-Identifier: Apache-2.0
// Reads an ONNX model, builds an engine from it and runs that once: hello_engine data/hello.onnx
#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <cstdio>
#include <memory>

struct Logger : nvinfer1::ILogger {
    void log(Severity severity, char const* text) noexcept override {
        if (severity <= Severity::kWARNING)
            std::fprintf(stderr, "%s\n", text);
    }
};

int main(int, char** argv) {
    Logger logger;
    std::unique_ptr<nvinfer1::IBuilder> builder(nvinfer1::createInferBuilder(logger));
    std::unique_ptr<nvinfer1::INetworkDefinition> network(builder->createNetworkV2(0));
    std::unique_ptr<nvonnxparser::IParser> parser(nvonnxparser::createParser(*network, logger));
    if (!parser->parseFromFile(argv[1], 2))
        return 1; // the logger has said why
    std::unique_ptr<nvinfer1::IBuilderConfig> config(builder->createBuilderConfig());
    std::unique_ptr<nvinfer1::ICudaEngine> engine(builder->buildEngineWithConfig(*network, *config));
    if (!engine)
        return 1;
    std::unique_ptr<nvinfer1::IExecutionContext> context(engine->createExecutionContext());
    float x[4] = {1, 2, 3, 4}, y[4] = {};
    context->setTensorAddress("x", x);
    context->setTensorAddress("y", y);
    if (!context->enqueueV3(nullptr))
        return 1;
    std::printf("y = %g %g %g %g\n", y[0], y[1], y[2], y[3]);
}
