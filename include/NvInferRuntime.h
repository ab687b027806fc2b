// SPDX-License-Identifier: Apache-2.0
// Running engines: runtime, engine, execution context, refitter, inspector, and the plugin interfaces with dynamic
// shapes.
#ifndef NV_INFER_RUNTIME_H
#define NV_INFER_RUNTIME_H

#include "NvInferImpl.h"
#include "NvInferPluginBase.h"
#include "NvInferRuntimeCommon.h"
#include "tenon/nv/callbacks.h"
#include "tenon/nv/context.h"
#include "tenon/nv/create.h"
#include "tenon/nv/device_type.h"
#include "tenon/nv/dim_expr.h"
#include "tenon/nv/engine.h"
#include "tenon/nv/engine_config.h"
#include "tenon/nv/inspector.h"
#include "tenon/nv/memory.h"
#include "tenon/nv/plugin_dynamic.h"
#include "tenon/nv/plugin_v3.h"
#include "tenon/nv/profile.h"
#include "tenon/nv/refitter.h"
#include "tenon/nv/runtime.h"
#include "tenon/nv/stream_io.h"

#endif // NV_INFER_RUNTIME_H
