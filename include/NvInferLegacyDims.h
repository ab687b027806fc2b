// SPDX-License-Identifier: Apache-2.0
// Shapes of two, three and four dimensions with constructors.
#ifndef NV_INFER_LEGACY_DIMS_H
#define NV_INFER_LEGACY_DIMS_H

#include "NvInferRuntimeBase.h"
#include "tenon/nv/level.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! A shape of two dimensions.
class Dims2 : public Dims {
public:
    //! {0, 0}
    Dims2() : Dims2(0, 0) {}

    //! {d0, d1}
    Dims2(impl::Extent d0, impl::Extent d1) {
        nbDims = 2;
        d[0] = d0;
        d[1] = d1;
        for (int32_t i = nbDims; i < Dims::MAX_DIMS; ++i)
            d[i] = 0;
#ifdef TENON_TENSORRT_7
        for (DimensionType& kind : type)
            kind = DimensionType::kSPATIAL;
#endif
    }
};

//! A height and a width.
class DimsHW : public Dims2 {
public:
    //! {0, 0}
    DimsHW() : Dims2() {}

    //! {height, width}
    DimsHW(impl::Extent height, impl::Extent width) : Dims2(height, width) {}

    //! The height.
    impl::Extent& h() { return d[0]; }
    impl::Extent h() const { return d[0]; }

    //! The width.
    impl::Extent& w() { return d[1]; }
    impl::Extent w() const { return d[1]; }
};

//! A shape of three dimensions.
class Dims3 : public Dims2 {
public:
    //! {0, 0, 0}
    Dims3() : Dims3(0, 0, 0) {}

    //! {d0, d1, d2}
    Dims3(impl::Extent d0, impl::Extent d1, impl::Extent d2) : Dims2(d0, d1) {
        nbDims = 3;
        d[2] = d2;
    }
};

//! A shape of four dimensions.
class Dims4 : public Dims3 {
public:
    //! {0, 0, 0, 0}
    Dims4() : Dims4(0, 0, 0, 0) {}

    //! {d0, d1, d2, d3}
    Dims4(impl::Extent d0, impl::Extent d1, impl::Extent d2, impl::Extent d3) : Dims3(d0, d1, d2) {
        nbDims = 4;
        d[3] = d3;
    }
};

} // namespace nvinfer1

#endif // NV_INFER_LEGACY_DIMS_H
