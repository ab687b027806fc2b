// SPDX-License-Identifier: Apache-2.0
// How a plugin sees a tensor, and the kinds of version 2 plugins.
// Included by NvInferRuntimePlugin.h.
#ifndef TENON_NV_PLUGIN_DESC_H
#define TENON_NV_PLUGIN_DESC_H

#include "NvInferPluginBase.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! A plugin's name for the order of elements.
using PluginFormat = TensorFormat;

//! Set in PluginVersion and PluginCreatorVersion when the object is written in Python; since generation 10.
static constexpr int32_t kPLUGIN_VERSION_PYTHON_BIT = 0x40;

//! A tensor as a plugin sees it.
struct PluginTensorDesc {
    Dims dims;           //!< Its shape; at build time a dimension may be -1.
    DataType type;       //!< Type of its elements.
    TensorFormat format; //!< Order of its elements.
    float scale;         //!< Scale of a quantized tensor, where the plugin was built with one.
};

//! The kind of a version 2 plugin, kept in the top byte of getTensorRTVersion().
enum class PluginVersion : uint8_t {
    kV2 TENON_DEPRECATED_ENUM_10 = 0,                                                //!< IPluginV2
    kV2_EXT TENON_DEPRECATED_ENUM_10 = 1,                                            //!< IPluginV2Ext
    kV2_IOEXT TENON_DEPRECATED_ENUM_10 = 2,                                          //!< IPluginV2IOExt
    kV2_DYNAMICEXT TENON_DEPRECATED_ENUM_10 = 3,                                     //!< IPluginV2DynamicExt
    kV2_DYNAMICEXT_PYTHON TENON_DEPRECATED_ENUM_10 = kPLUGIN_VERSION_PYTHON_BIT | 3, //!< The same, written in Python.
};

//! The kind of a version 2 creator; since generation 10.
enum class PluginCreatorVersion : int32_t {
    kV1 TENON_DEPRECATED_ENUM_10 = 0,                                 //!< IPluginCreator
    kV1_PYTHON TENON_DEPRECATED_ENUM_10 = kPLUGIN_VERSION_PYTHON_BIT, //!< The same, written in Python.
};

namespace impl {
#if TENON_API_LEVEL == 8
//! PluginTensorDesc as the library has it.
struct PluginTensorDesc64 {
    Dims64 dims;
    DataType type;
    TensorFormat format;
    float scale;
};
#else
using PluginTensorDesc64 = PluginTensorDesc;
#endif
} // namespace impl

} // namespace nvinfer1

#endif // TENON_NV_PLUGIN_DESC_H
