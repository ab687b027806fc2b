// SPDX-License-Identifier: Apache-2.0
// What each library of a generation exports: one function in C, named after its level.
#pragma once

#include <cstdint>

struct Answer {
    float y[4];               // of the network made by hand
    float parsed[4];          // of the model
    int64_t notified[4];      // extents that the output allocator was told
    uint64_t extents;         // how many
    uint64_t dimsBytes;       // sizeof(nvinfer1::Dims)
    int64_t layers, messages; // that the profiler and the logger were told
};

// Returns null, or what failed. `model` is the path of an ONNX file: y = 2 x + 1 for four numbers.
#define LEVEL_FUNCTION_OF(level) useLevel##level
#define LEVEL_FUNCTION(level) LEVEL_FUNCTION_OF(level)

extern "C" {
char const* useLevel8(char const* model, Answer* answer);
char const* useLevel10(char const* model, Answer* answer);
char const* useLevel11(char const* model, Answer* answer);
}
