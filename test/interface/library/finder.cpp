// SPDX-License-Identifier: Apache-2.0
// A library that IPluginRegistry::loadLibrary() gives a logger finder, which it uses at once; its list of
// creators is empty.
#include <NvInferRuntime.h>

extern "C" TENSORRTAPI void setLoggerFinder(nvinfer1::ILoggerFinder* finder) {
    if (nvinfer1::ILogger* const logger = finder->findLogger())
        logger->log(nvinfer1::ILogger::Severity::kINFO, "the library found its logger");
}

extern "C" TENSORRTAPI nvinfer1::IPluginCreatorInterface* const* getCreators(int32_t& count) {
    count = 0;
    return nullptr;
}
