// SPDX-License-Identifier: Apache-2.0
// What Tenon adds to running engines: streams of the CPU, contexts that choose their profile by themselves, the true
// device of an engine, and what its builder wrote into it. Works at every level.
#ifndef TENON_ENGINE_H
#define TENON_ENGINE_H

#include "NvInferRuntime.h"

//! The library's side of the functions below; handles of TensorRT's interface go as pointers without a type.
extern "C" TENSORRTAPI cudaStream_t tenon_stream_create() noexcept;
extern "C" TENSORRTAPI bool tenon_stream_synchronize(cudaStream_t stream) noexcept;
extern "C" TENSORRTAPI bool tenon_stream_destroy(cudaStream_t stream) noexcept;
extern "C" TENSORRTAPI bool tenon_context_set_auto_profile(void* context, bool on) noexcept;
extern "C" TENSORRTAPI char const* tenon_engine_device(void const* engine) noexcept;
extern "C" TENSORRTAPI char const* tenon_engine_meta(void const* engine, char const* key) noexcept;

namespace tenon {

//! Element types of ONNX models that nvinfer1::DataType has no name for. ICudaEngine::getTensorDataType() returns these
//! numbers for them.
enum class ElementType : int32_t {
    kDOUBLE = 32, //!< 64-bit IEEE float.
    kINT16 = 33,  //!< 16-bit signed integer.
    kUINT16 = 34, //!< 16-bit unsigned integer.
    kUINT32 = 35, //!< 32-bit unsigned integer.
    kUINT64 = 36, //!< 64-bit unsigned integer.
    kUINT4 = 37,  //!< 4-bit unsigned integer, two to a byte.
    kFP8E5M2 = 38 //!< 8-bit float with 5 exponent and 2 mantissa bits.
};

// Unnamed, because their types differ between levels and may not meet.
namespace {

//! A queue with a thread of its own, for IExecutionContext::enqueueV3() of engines that run on the CPU: an inference is
//! put into it and the call returns. Inferences with an output allocator, a profiler or a debug listener wait for their
//! turn and run before the call returns. Null when there is no memory. End it with destroyStream().
inline cudaStream_t createStream() noexcept {
    return tenon_stream_create();
}

//! Returns when all that was put into the stream is done. False when one of these inferences failed (the loggers have
//! the reason), or the stream is none of createStream()'s. The null stream is always done.
inline bool synchronizeStream(cudaStream_t stream) noexcept {
    return tenon_stream_synchronize(stream);
}

//! Ends a stream after what was put into it is done. False when it is none of createStream()'s.
inline bool destroyStream(cudaStream_t stream) noexcept {
    return tenon_stream_destroy(stream);
}

//! Lets a context change its profile by itself: a shape that is outside the active profile and inside another one is
//! then taken, and at the next inferShapes() or inference the first profile that takes all inputs becomes the active
//! one. Off by default, as in TensorRT: then such a shape is refused, and the message names the other profile.
inline bool setAutoProfile(nvinfer1::IExecutionContext& context, bool on) noexcept {
    return tenon_context_set_auto_profile(&context, on);
}

//! The device that the engine runs on: "cpu" or "cuda". getTensorLocation() says kDEVICE for both.
inline char const* deviceOf(nvinfer1::ICudaEngine const& engine) noexcept {
    return tenon_engine_device(&engine);
}

//! A value that the model or its builder put into the engine under a key; null when there is none. The text is the
//! engine's.
inline char const* metadataOf(nvinfer1::ICudaEngine const& engine, char const* key) noexcept {
    return tenon_engine_meta(&engine, key);
}

} // namespace
} // namespace tenon

#endif // TENON_ENGINE_H
