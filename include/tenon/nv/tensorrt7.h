// SPDX-License-Identifier: Apache-2.0
// What TensorRT 5 to 7 had and 8 removed, as far as plugins use it: for sources compiled with TENON_TENSORRT_7 and
// TENON_API_LEVEL=8. Beside these shapes it is the older form of IPluginV2::enqueue() (plugin_v2_level8.h).
// Included by NvInferRuntimePlugin.h.
#ifndef TENON_NV_TENSORRT7_H
#define TENON_NV_TENSORRT7_H

#include "NvInferLegacyDims.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Channels, height and width.
class DimsCHW : public Dims3 {
public:
    //! {0, 0, 0}
    DimsCHW() : Dims3() {}

    //! {channels, height, width}
    DimsCHW(impl::Extent channels, impl::Extent height, impl::Extent width) : Dims3(channels, height, width) {}

    //! The channels.
    impl::Extent& c() { return d[0]; }
    impl::Extent c() const { return d[0]; }

    //! The height.
    impl::Extent& h() { return d[1]; }
    impl::Extent h() const { return d[1]; }

    //! The width.
    impl::Extent& w() { return d[2]; }
    impl::Extent w() const { return d[2]; }
};

//! Batch, channels, height and width.
class DimsNCHW : public Dims4 {
public:
    //! {0, 0, 0, 0}
    DimsNCHW() : Dims4() {}

    //! {batch, channels, height, width}
    DimsNCHW(impl::Extent batch, impl::Extent channels, impl::Extent height, impl::Extent width)
        : Dims4(batch, channels, height, width) {}

    //! The batch.
    impl::Extent& n() { return d[0]; }
    impl::Extent n() const { return d[0]; }

    //! The channels.
    impl::Extent& c() { return d[1]; }
    impl::Extent c() const { return d[1]; }

    //! The height.
    impl::Extent& h() { return d[2]; }
    impl::Extent h() const { return d[2]; }

    //! The width.
    impl::Extent& w() { return d[3]; }
    impl::Extent w() const { return d[3]; }
};

} // namespace nvinfer1

#endif // TENON_NV_TENSORRT7_H
