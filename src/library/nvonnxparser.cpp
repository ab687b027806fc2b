// SPDX-License-Identifier: Apache-2.0
// libnvonnxparser.so.10
#include "forward.h"

TENON_FORWARD(void*, createNvOnnxParser_INTERNAL, (void* network, void* logger, int32_t version),
              (network, logger, version))
TENON_FORWARD(void*, createNvOnnxParserRefitter_INTERNAL, (void* refitter, void* logger, int32_t version),
              (refitter, logger, version))
TENON_FORWARD(int32_t, getNvOnnxParserVersion, (), ())
