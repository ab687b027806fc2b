// SPDX-License-Identifier: Apache-2.0
// The instruction sets that the CPU kernels are compiled for: SSE4, AVX2 and AVX-512 (Highway's AVX3) on x86, and the
// portable baseline. Every file with Highway code includes this header before any header of Highway.
#pragma once

#ifdef TENON_ONE_VECTOR_SET // sanitizers and fuzzing look for bad memory and bad input: AVX2 and the baseline will do
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#else
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
