// SPDX-License-Identifier: Apache-2.0
// The tables that all handle classes call through.
#ifndef NV_INFER_IMPL_H
#define NV_INFER_IMPL_H

#include "tenon/nv/impl_build.h"
#include "tenon/nv/impl_runtime.h"

#endif // NV_INFER_IMPL_H
