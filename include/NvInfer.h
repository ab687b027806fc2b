// SPDX-License-Identifier: Apache-2.0
// All that builds an engine, and the runtime headers. Link with the library: it exports createInferBuilder_INTERNAL and
// the other extern "C" functions; everything else is inline. TENON_API_LEVEL chooses the generation (NvInferVersion.h).
#ifndef NV_INFER_H
#define NV_INFER_H

#include "NvInferLegacyDims.h"
#include "NvInferRuntime.h"
#include "tenon/nv/create_builder.h"

#endif // NV_INFER_H
