// SPDX-License-Identifier: Apache-2.0
// The interface's generation and its version numbers.
// TENON_API_LEVEL selects the generation of the programming interface that a translation unit was written for: 8, 10
// (the default) or 11. Everything else follows from it. Build systems may read the numbers below by pattern; the
// default's come first.
#ifndef NV_INFER_VERSION_H
#define NV_INFER_VERSION_H

#ifndef TENON_API_LEVEL
#define TENON_API_LEVEL 10
#endif

#if TENON_API_LEVEL == 10
#define NV_TENSORRT_MAJOR 10
#define NV_TENSORRT_MINOR 16
#define NV_TENSORRT_PATCH 0
#define NV_TENSORRT_BUILD 72
#define TRT_MAJOR_ENTERPRISE 10
#define TRT_MINOR_ENTERPRISE 16
#define TRT_PATCH_ENTERPRISE 0
#define TRT_BUILD_ENTERPRISE 72
#elif TENON_API_LEVEL == 11
#define NV_TENSORRT_MAJOR 11
#define NV_TENSORRT_MINOR 1
#define NV_TENSORRT_PATCH 0
#define NV_TENSORRT_BUILD 106
#define TRT_MAJOR_ENTERPRISE 11
#define TRT_MINOR_ENTERPRISE 1
#define TRT_PATCH_ENTERPRISE 0
#define TRT_BUILD_ENTERPRISE 106
#elif TENON_API_LEVEL == 8
#define NV_TENSORRT_MAJOR 8
#define NV_TENSORRT_MINOR 6
#define NV_TENSORRT_PATCH 1
#define NV_TENSORRT_BUILD 5
#define TRT_MAJOR_ENTERPRISE 8
#define TRT_MINOR_ENTERPRISE 6
#define TRT_PATCH_ENTERPRISE 1
#define TRT_BUILD_ENTERPRISE 5
#else
#error "TENON_API_LEVEL must be 8, 10 or 11"
#endif

#define NV_TENSORRT_LWS_MAJOR 0
#define NV_TENSORRT_LWS_MINOR 0
#define NV_TENSORRT_LWS_PATCH 0

#define NV_TENSORRT_SONAME_MAJOR NV_TENSORRT_MAJOR
#define NV_TENSORRT_SONAME_MINOR NV_TENSORRT_MINOR
#define NV_TENSORRT_SONAME_PATCH NV_TENSORRT_PATCH

#define NV_TENSORRT_RELEASE_TYPE_EARLY_ACCESS 0
#define NV_TENSORRT_RELEASE_TYPE_RELEASE_CANDIDATE 1
#define NV_TENSORRT_RELEASE_TYPE_GENERAL_AVAILABILITY 2
#define NV_TENSORRT_RELEASE_TYPE NV_TENSORRT_RELEASE_TYPE_GENERAL_AVAILABILITY

// One integer for comparisons; the create functions pass it to the library. Generation 8 leaves one digit less to the
// major.
#if TENON_API_LEVEL == 8
#define NV_TENSORRT_VERSION_INT(major, minor, patch) ((major)*1000 + (minor)*100 + (patch))
#else
#define NV_TENSORRT_VERSION_INT(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))
#endif
#define NV_TENSORRT_VERSION NV_TENSORRT_VERSION_INT(NV_TENSORRT_MAJOR, NV_TENSORRT_MINOR, NV_TENSORRT_PATCH)

#endif // NV_INFER_VERSION_H
