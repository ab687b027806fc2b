// SPDX-License-Identifier: Apache-2.0
// What an engine's handle shares with its contexts, refitters and inspectors, and the makers of those. Internal to
// the files engine*.cpp, context*.cpp, refitter*.cpp and inspector*.cpp.
#pragma once

#include "api/engine_state.h"
#include "api/fence.h"
#include "api/object.h"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace tenon::api {

class EngineHandle;

struct EngineState {
    EngineState(std::shared_ptr<runtime::Engine> loaded, EngineParent parent);

    /// Index of an input or output. Throws Error kNullArgument, or kNoSuchTensor with the names that there are.
    size_t io(char const* name) const;
    plan::Plan const& plan() const noexcept { return engine->plan(); }
    size_t ioCount() const noexcept { return plan().io.size(); }
    int64_t greatestArena() const;

    std::shared_ptr<runtime::Engine> const engine;
    std::shared_ptr<Sink> const sink;
    nvinfer1::IGpuAllocator* const allocator;
    bool const cameStripped;
    std::vector<std::string> bindingNames; ///< of every profile, one after the other
    std::vector<std::string> formats;      ///< of each input and output, in words
    /// Bounds of the elements of shape inputs: [profile][input][OptProfileSelector]; empty for other inputs.
    struct Elements {
        std::vector<int64_t> wide;
        std::vector<int32_t> narrow; ///< empty when one does not fit
    };
    std::vector<std::vector<std::array<Elements, 3>>> elements;

    std::atomic<nvinfer1::ICudaEngine*> handle{nullptr}; ///< null once the user deleted it
};

/// The shape of a tensor as far as the plan fixes it.
nvinfer1::Dims64 openDims(plan::Plan const& plan, plan::Value const& value);

/// A second handle of the same engine, for whoever is asked for one after the first was deleted.
std::unique_ptr<nvinfer1::ICudaEngine> makeView(std::shared_ptr<EngineState> state);

nvinfer1::IExecutionContext* makeContext(std::shared_ptr<EngineState> state,
                                         nvinfer1::ExecutionContextAllocationStrategy strategy);
nvinfer1::IEngineInspector* makeInspector(std::shared_ptr<EngineState> state);
nvinfer1::IRefitter* makeRefitter(std::shared_ptr<EngineState> state, std::shared_ptr<Sink> sink);
nvinfer1::IRuntimeConfig* makeRuntimeConfig(nvinfer1::ExecutionContextAllocationStrategy strategy,
                                            std::shared_ptr<Sink> sink);
nvinfer1::ISerializationConfig* makeSerializationConfig(std::shared_ptr<EngineState> const& state);

} // namespace tenon::api
