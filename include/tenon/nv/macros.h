// SPDX-License-Identifier: Apache-2.0
// What the interface's declarations are marked with, and the two CUDA handle types that they mention.
// Without the CUDA toolkit the handles are declared here as the toolkit declares them, so code that only passes them on
// compiles on any machine, and a toolkit header that is included later agrees.
#ifndef TENON_NV_MACROS_H
#define TENON_NV_MACROS_H

#include "NvInferVersion.h"
#include <cstddef>
#include <cstdint>

#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#else
extern "C" {
struct CUstream_st;
struct CUevent_st;
typedef struct CUstream_st* cudaStream_t; // as the toolkit spells it
typedef struct CUevent_st* cudaEvent_t;
}
#endif

// Deprecated in every generation that has it, or removed from some.
#define TRT_DEPRECATED [[deprecated]]
#define TRT_DEPRECATED_BECAUSE(REASON) [[deprecated(REASON)]]
#define TRT_DEPRECATED_ENUM __attribute__((deprecated))
#define TRT_DEPRECATED_API [[deprecated]] __attribute__((visibility("default")))

// Deprecated from generation 10 on, and in generation 11 only.
#if TENON_API_LEVEL >= 10
#define TENON_DEPRECATED_10 TRT_DEPRECATED
#define TENON_DEPRECATED_ENUM_10 TRT_DEPRECATED_ENUM
#else
#define TENON_DEPRECATED_10
#define TENON_DEPRECATED_ENUM_10
#endif
#if TENON_API_LEVEL >= 11
#define TENON_DEPRECATED_11 TRT_DEPRECATED
#define TENON_DEPRECATED_ENUM_11 TRT_DEPRECATED_ENUM
#else
#define TENON_DEPRECATED_11
#define TENON_DEPRECATED_ENUM_11
#endif

// Around declarations that must name deprecated ones themselves.
#define TENON_NV_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define TENON_NV_END _Pragma("GCC diagnostic pop")

// Around overloads that a class took over and closed: who derives from it hides them, and means it.
#define TENON_NV_CLOSED_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Woverloaded-virtual\"")
#define TENON_NV_CLOSED_END _Pragma("GCC diagnostic pop")

#if __cplusplus >= 202002L
#define TRT_NODISCARD [[nodiscard]]
#define TRT_NODISCARD_BECAUSE(REASON) [[nodiscard(REASON)]]
#elif __cplusplus >= 201703L
#define TRT_NODISCARD [[nodiscard]]
#define TRT_NODISCARD_BECAUSE(REASON) [[nodiscard]]
#else
#define TRT_NODISCARD
#define TRT_NODISCARD_BECAUSE(REASON)
#endif

// An entry point of a library: visible whatever the library's own default is.
#define TENSORRTAPI __attribute__((visibility("default")))
#define TRTNOEXCEPT

// What an entry point is called in the library. A process may hold another library with entry points of the same names;
// with a name of its own, what is compiled with these headers finds this library in whatever order they are loaded.
// The second form is for those that answer by level.
#define TENON_NV_SYMBOL(NAME) __asm__("tenon_" #NAME)
#define TENON_NV_TEXT_(X) #X
#define TENON_NV_TEXT(X) TENON_NV_TEXT_(X)
#define TENON_NV_SYMBOL_OF_LEVEL(NAME) __asm__("tenon_" #NAME "_" TENON_NV_TEXT(TENON_API_LEVEL))

// Only level 10 is the library's own. At the other levels the same names have other layouts, so their inline functions
// and type information stay inside the object that was compiled with them.
#if TENON_API_LEVEL == 10
#define TENON_NV_VISIBILITY
#else
#define TENON_NV_VISIBILITY __attribute__((visibility("hidden")))
// g++ would warn about every class of the user's that derives from one of these: for the rest of the translation unit.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wattributes"
#endif
#endif

extern "C" {
struct cublasContext;
struct cudnnContext;
}

#endif // TENON_NV_MACROS_H
