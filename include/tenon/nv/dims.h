// SPDX-License-Identifier: Apache-2.0
// Shapes: Dims32, Dims64, which of them is Dims, and the conversions at the library's edge.
// The library speaks Dims64 only. At level 8 Dims is Dims32, and the inline wrappers convert.
#ifndef TENON_NV_DIMS_H
#define TENON_NV_DIMS_H

#include "tenon/nv/macros.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

#ifdef TENON_TENSORRT_7
//! What a dimension meant to TensorRT 5 to 7. Nothing reads it.
enum class DimensionType : int32_t {
    kSPATIAL = 0,  //!< A height, a width, a depth.
    kCHANNEL = 1,  //!< Channels.
    kINDEX = 2,    //!< A batch, or another index.
    kSEQUENCE = 3, //!< Time.
};
#endif

//! A shape of up to eight 32-bit dimensions: Dims of generation 8.
class Dims32 {
public:
    static constexpr int32_t MAX_DIMS{8};

    int32_t nbDims;      //!< Number of dimensions in use; -1 marks an unknown or refused shape.
    int32_t d[MAX_DIMS]; //!< Extents, outermost first; -1 marks one that is known only at run time.
#ifdef TENON_TENSORRT_7
    DimensionType type[MAX_DIMS]{}; //!< As the source sets it; the library gives zeros.
#endif
};

//! A shape of up to eight 64-bit dimensions: Dims of generations 10 and 11, and of the library at every level.
class Dims64 {
public:
    static constexpr int32_t MAX_DIMS{8};

    int32_t nbDims;      //!< Number of dimensions in use; -1 marks an unknown or refused shape.
    int64_t d[MAX_DIMS]; //!< Extents, outermost first; -1 marks one that is known only at run time.
};

#if TENON_API_LEVEL == 8
using Dims = Dims32;
#else
using Dims = Dims64;
#endif

namespace impl {

//! The library's form of a shape.
inline Dims64 const& widen(Dims64 const& dims) noexcept {
    return dims;
}
inline Dims64 widen(Dims32 const& dims) noexcept {
    Dims64 wide{dims.nbDims, {}};
    for (int32_t i = 0; i < Dims32::MAX_DIMS; ++i)
        wide.d[i] = dims.d[i];
    return wide;
}

//! 32 bits of a 64-bit number; one that does not fit becomes the nearest that does.
inline int32_t saturate(int64_t value) noexcept {
    return static_cast<int32_t>(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
}

//! The caller's form of a shape that the library gave; at level 8 a dimension of 2^31 or more becomes 2^31 - 1.
#if TENON_API_LEVEL == 8
inline Dims32 narrow(Dims64 const& dims) noexcept {
    Dims32 slim{};
    slim.nbDims = dims.nbDims;
    for (int32_t i = 0; i < Dims64::MAX_DIMS; ++i)
        slim.d[i] = saturate(dims.d[i]);
    return slim;
}
#else
inline Dims64 const& narrow(Dims64 const& dims) noexcept {
    return dims;
}
#endif

} // namespace impl
} // namespace nvinfer1

#endif // TENON_NV_DIMS_H
