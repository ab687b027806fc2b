// SPDX-License-Identifier: Apache-2.0
// The smallest part of the interface: element types, shapes, versioned interfaces, errors, the logger and the
// allocator. Every other header includes it, and it may be included by itself.
#ifndef NV_INFER_RUNTIME_BASE_H
#define NV_INFER_RUNTIME_BASE_H

#include "NvInferVersion.h"
#include "tenon/nv/macros.h"

#include "tenon/nv/dims.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! The character type of names and messages.
using char_t = char;
//! A character of a string that holds ASCII only.
using AsciiChar = char_t;

namespace impl {
//! Number of enumerators of T; each enumeration of the interface specialises it.
template <typename T>
struct EnumMaxImpl;
} // namespace impl

//! Number of enumerators of T in the selected generation: valid values lie in [0, EnumMax<T>()).
template <typename T>
constexpr int32_t EnumMax() noexcept {
    return impl::EnumMaxImpl<T>::kVALUE;
}

//! Type of a tensor's elements.
enum class DataType : int32_t {
    kFLOAT = 0, //!< 32-bit IEEE float.
    kHALF = 1,  //!< 16-bit IEEE float.
    kINT8 = 2,  //!< 8-bit signed integer, usually a quantized value.
    kINT32 = 3, //!< 32-bit signed integer.
    kBOOL = 4,  //!< One byte: 0 is false, 1 is true.
    kUINT8 = 5, //!< 8-bit unsigned integer.
    kFP8 = 6,   //!< 8-bit float with 4 exponent and 3 mantissa bits (E4M3).
    kBF16 = 7,  //!< 16-bit float with the exponent of kFLOAT; since generation 10.
    kINT64 = 8, //!< 64-bit signed integer; since generation 10.
    kINT4 = 9,  //!< 4-bit signed integer, two to a byte; since generation 10.
    kFP4 = 10,  //!< 4-bit float (E2M1), two to a byte; since generation 10.
    kE8M0 = 11, //!< 8-bit power of two, the scale of block formats; since generation 10.
};

namespace impl {
template <>
struct EnumMaxImpl<DataType> {
    static constexpr int32_t kVALUE = TENON_API_LEVEL == 8 ? 7 : 12;
};
} // namespace impl

//! Name of a kind of interface, compared as text.
using InterfaceKind = char const*;

//! What an interface is: its kind and its version.
class InterfaceInfo {
public:
    InterfaceKind kind;
    int32_t major;
    int32_t minor;
};

//! Language that an object's methods are written in.
enum class APILanguage : int32_t {
    kCPP = 0,
    kPYTHON = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<APILanguage> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Base of the interfaces that tell their kind and version at run time.
class IVersionedInterface {
public:
    //! The language that the object is written in.
    virtual APILanguage getAPILanguage() const { return APILanguage::kCPP; }

    //! The kind and version of interface that the object implements.
    virtual InterfaceInfo getInterfaceInfo() const = 0;

    virtual ~IVersionedInterface() = default;

protected:
    IVersionedInterface() = default;
    IVersionedInterface(IVersionedInterface const&) = default;
    IVersionedInterface(IVersionedInterface&&) = default;
    IVersionedInterface& operator=(IVersionedInterface const&) & = default;
    IVersionedInterface& operator=(IVersionedInterface&&) & = default;
};

//! Classes of errors.
enum class ErrorCode : int32_t {
    kSUCCESS = 0,               //!< No error.
    kUNSPECIFIED_ERROR = 1,     //!< An error that fits no other class.
    kINTERNAL_ERROR = 2,        //!< A broken promise inside the library.
    kINVALID_ARGUMENT = 3,      //!< An argument that the called function refuses.
    kINVALID_CONFIG = 4,        //!< Settings that contradict each other or the network.
    kFAILED_ALLOCATION = 5,     //!< Memory could not be had.
    kFAILED_INITIALIZATION = 6, //!< A part of the library, or of what it stands on, did not start.
    kFAILED_EXECUTION = 7,      //!< An inference was started and did not end well.
    kFAILED_COMPUTATION = 8,    //!< A computation ended without a usable result.
    kINVALID_STATE = 9,         //!< A call in the wrong order.
    kUNSUPPORTED_STATE = 10,    //!< A valid request that this library or device cannot serve.
};

namespace impl {
template <>
struct EnumMaxImpl<ErrorCode> {
    static constexpr int32_t kVALUE = 11;
};
} // namespace impl

//! Receives the errors of the objects that it is attached to, in place of their return values alone.
//! Users implement it. The library calls it from any of its threads, so it must be safe to call concurrently.
class IErrorRecorder : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"IErrorRecorder", 1, 0}; }

    //! Text of an error.
    using ErrorDesc = char const*;
    //! Longest text that a recorder needs to keep, without the terminating zero.
    static constexpr size_t kMAX_DESC_LENGTH{127U};
    //! A count of owners.
    using RefCount = int32_t;

    IErrorRecorder() = default;
    ~IErrorRecorder() override = default;

    //! Number of errors kept since the last clear().
    virtual int32_t getNbErrors() const = 0;

    //! Class of error errorIdx, which lies in [0, getNbErrors()).
    virtual ErrorCode getErrorCode(int32_t errorIdx) const = 0;

    //! Text of error errorIdx; valid until clear().
    virtual ErrorDesc getErrorDesc(int32_t errorIdx) const = 0;

    //! Whether an error was dropped because the recorder was full.
    virtual bool hasOverflowed() const = 0;

    //! Forgets all errors.
    virtual void clear() = 0;

    //! Takes one error; the text is valid during the call only.
    //! Returns whether the error is fatal for the operation that reports it.
    virtual bool reportError(ErrorCode val, ErrorDesc desc) = 0;

    //! Adds an owner and returns the new count. Each object that a recorder is attached to is an owner.
    virtual RefCount incRefCount() = 0;

    //! Removes an owner and returns the new count.
    virtual RefCount decRefCount() = 0;

protected:
    IErrorRecorder(IErrorRecorder const&) = default;
    IErrorRecorder(IErrorRecorder&&) = default;
    IErrorRecorder& operator=(IErrorRecorder const&) & = default;
    IErrorRecorder& operator=(IErrorRecorder&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IErrorRecorder;
} // namespace v_1_0

//! Whether a tensor of an engine is fed, read or neither.
enum class TensorIOMode : int32_t {
    kNONE = 0,   //!< Not an input or output, or no tensor of that name.
    kINPUT = 1,  //!< An input of the engine.
    kOUTPUT = 2, //!< An output of the engine.
};

namespace impl {
template <>
struct EnumMaxImpl<TensorIOMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Order of a tensor's elements in memory. C stands for the third axis from the end (the fourth in the D forms).
enum class TensorFormat : int32_t {
    kLINEAR = 0,     //!< Row-major, without gaps.
    kCHW2 = 1,       //!< Channels in groups of 2, a group innermost.
    kHWC8 = 2,       //!< Channels innermost, padded to a multiple of 8.
    kCHW4 = 3,       //!< Channels in groups of 4, a group innermost.
    kCHW16 = 4,      //!< Channels in groups of 16, a group innermost.
    kCHW32 = 5,      //!< Channels in groups of 32, a group innermost.
    kDHWC8 = 6,      //!< Volumes with channels innermost, padded to a multiple of 8.
    kCDHW32 = 7,     //!< Volumes with channels in groups of 32, a group innermost.
    kHWC = 8,        //!< Channels innermost, without padding.
    kDLA_LINEAR = 9, //!< Row-major with rows padded as the DLA needs.
    kDLA_HWC4 = 10,  //!< Channels innermost, padded as the DLA needs.
    kHWC16 = 11,     //!< Channels innermost, padded to a multiple of 16.
    kDHWC = 12,      //!< Volumes with channels innermost, without padding.
#ifdef TENON_TENSORRT_7
    kNCHW = kLINEAR, //!< The name in TensorRT 5 to 7.
    kNC2HW2 = kCHW2, //!< Likewise.
    kNHWC8 = kHWC8,  //!< Likewise.
#endif
};

namespace impl {
template <>
struct EnumMaxImpl<TensorFormat> {
    static constexpr int32_t kVALUE = 13;
};
} // namespace impl

} // namespace nvinfer1

#include "tenon/nv/logger.h"

#include "tenon/nv/allocator.h"

//! The version of the loaded library's interface, in the form of NV_TENSORRT_VERSION: the newest of the caller's
//! generation that it serves.
extern "C" TENSORRTAPI int32_t getInferLibVersion() noexcept TENON_NV_SYMBOL_OF_LEVEL(getInferLibVersion);

#endif // NV_INFER_RUNTIME_BASE_H
