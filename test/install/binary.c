// SPDX-License-Identifier: Apache-2.0
// Stands for a program that was linked with TensorRT's own libraries: it knows the entry points by their plain names.
#include <stdio.h>

int getInferLibVersion(void);
int getNvOnnxParserVersion(void);
_Bool initLibNvInferPlugins(void* logger, char const* name);

int main(void) {
    printf("%d %d %d\n", getInferLibVersion(), getNvOnnxParserVersion(), initLibNvInferPlugins(0, ""));
    return 0;
}
