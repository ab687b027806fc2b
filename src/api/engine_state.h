// SPDX-License-Identifier: Apache-2.0
// Engines behind nvinfer1::ICudaEngine: how the builder, the runtime and the parser's refitter make one and get at it.
// The state is shared by the handle, its contexts, refitters and inspectors, so that they may be deleted in any order.
#pragma once

#include "plan/plan.h"
#include "runtime/engine.h"

#include <NvInferRuntime.h>
#include <functional>
#include <memory>

namespace tenon::api {

class Sink;

/// What an engine inherits from the object that makes it.
struct EngineParent {
    std::shared_ptr<Sink> sink;
    nvinfer1::IGpuAllocator* allocator = nullptr; ///< of contexts' memory; null: the heap
};

/// The handle of an engine; the caller deletes it. Throws Error where the file or the plan does not load.
/// `before` is called with what was read, before its plugins are made.
nvinfer1::ICudaEngine* makeEngine(Buffer file, EngineParent parent,
                                  std::function<void(plan::Plan const&)> const& before = {});
nvinfer1::ICudaEngine* makeEngine(plan::Plan plan, EngineParent parent);

/// The engine behind a handle that makeEngine gave.
std::shared_ptr<runtime::Engine> const& engineOf(nvinfer1::ICudaEngine const& engine);

/// A runtime, and a refitter of an engine. Throws Error kNotRefittable for an engine that was not built for it.
nvinfer1::IRuntime* makeRuntime(std::shared_ptr<Sink> sink);
nvinfer1::IRefitter* makeRefitter(nvinfer1::ICudaEngine& engine, std::shared_ptr<Sink> sink);

} // namespace tenon::api
