// SPDX-License-Identifier: Apache-2.0
// A library with entry points of the same names as TensorRT's. Nobody who uses Tenon may reach them.
#include <stdlib.h>

void* createInferBuilder_INTERNAL(void* logger, int version) {
    (void)logger;
    (void)version;
    abort();
}
void* getPluginRegistry(void) {
    abort();
}
int getInferLibVersion(void) {
    abort();
}
int initLibNvInferPlugins(void* logger, char const* name) {
    (void)logger;
    (void)name;
    abort();
}
int getNvOnnxParserVersion(void) {
    abort();
}
