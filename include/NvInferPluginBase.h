// SPDX-License-Identifier: Apache-2.0
// What plugins of every kind share: fields, phases, capabilities, shared resources, and the root of version 3 plugins.
// The plugin interfaces themselves are in NvInferRuntimePlugin.h (version 2) and NvInferRuntime.h.
#ifndef NV_INFER_PLUGIN_BASE_H
#define NV_INFER_PLUGIN_BASE_H

#include "NvInferRuntimeBase.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Type of a plugin field's elements.
enum class PluginFieldType : int32_t {
    kFLOAT16 = 0, //!< 16-bit float.
    kFLOAT32 = 1, //!< 32-bit float.
    kFLOAT64 = 2, //!< 64-bit float.
    kINT8 = 3,    //!< 8-bit signed integer.
    kINT16 = 4,   //!< 16-bit signed integer.
    kINT32 = 5,   //!< 32-bit signed integer.
    kCHAR = 6,    //!< char, a string where there is more than one.
    kDIMS = 7,    //!< Dims of the level that wrote the field.
    kUNKNOWN = 8, //!< Bytes that plugin and creator agree about.
    kBF16 = 9,    //!< 16-bit brain float; since generation 10.
    kINT64 = 10,  //!< 64-bit signed integer; since generation 10.
    kFP8 = 11,    //!< 8-bit float; since generation 10.
    kINT4 = 12,   //!< 4-bit signed integer; since generation 10.
    kFP4 = 13,    //!< 4-bit float; since generation 10.
};

//! One attribute of a plugin: a name and an array. It owns neither.
class PluginField {
public:
    AsciiChar const* name; //!< Name of the attribute, zero-terminated.
    void const* data;      //!< The elements; may be null in a creator's list of names.
    PluginFieldType type;  //!< Type of the elements.
    int32_t length;        //!< Number of elements.

    PluginField(AsciiChar const* const name_ = nullptr, void const* const data_ = nullptr,
                PluginFieldType const type_ = PluginFieldType::kUNKNOWN, int32_t const length_ = 0) noexcept
        : name(name_), data(data_), type(type_), length(length_) {}
};

//! An array of fields. It does not own them.
struct PluginFieldCollection {
    int32_t nbFields{};          //!< Number of fields.
    PluginField const* fields{}; //!< The first of them.
};

//! What a plugin object is made for.
enum class TensorRTPhase : int32_t {
    kBUILD = 0,   //!< For a network, to build an engine.
    kRUNTIME = 1, //!< For an engine that is loaded.
};

//! Which part of a version 3 plugin is asked for.
enum class PluginCapabilityType : int32_t {
    kCORE = 0,    //!< Names and version: IPluginV3OneCore.
    kBUILD = 1,   //!< Types, shapes and formats: IPluginV3OneBuild.
    kRUNTIME = 2, //!< Execution: IPluginV3OneRuntime.
};

//! Base of the parts that IPluginV3::getCapabilityInterface() hands out.
class IPluginCapability : public IVersionedInterface {};

//! Something that plugins of one process share under a key of the plugin registry. Users implement it.
class IPluginResource : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"IPluginResource", 1, 0}; }

    //! Gives up what the object holds; called on the registered clone when its last user leaves. Zero means success.
    virtual int32_t release() = 0;

    //! A copy for the registry to keep: the object itself stays the caller's. Null means failure.
    virtual IPluginResource* clone() = 0;

    ~IPluginResource() override = default;
    IPluginResource() = default;
    IPluginResource(IPluginResource const&) = default;
    IPluginResource(IPluginResource&&) = default;
    IPluginResource& operator=(IPluginResource const&) & = default;
    IPluginResource& operator=(IPluginResource&&) & = default;
};

//! Base of plugin creators of every version; its getInterfaceInfo() tells which one an object is.
class IPluginCreatorInterface : public IVersionedInterface {
public:
    ~IPluginCreatorInterface() override = default;

protected:
    IPluginCreatorInterface() = default;
    IPluginCreatorInterface(IPluginCreatorInterface const&) = default;
    IPluginCreatorInterface(IPluginCreatorInterface&&) = default;
    IPluginCreatorInterface& operator=(IPluginCreatorInterface const&) & = default;
    IPluginCreatorInterface& operator=(IPluginCreatorInterface&&) & = default;
};

//! A version 3 plugin: an object that hands out the parts that make it up. Users implement it.
class IPluginV3 : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN", 1, 0}; }

    //! The part of the given type, or null when there is none. The plugin owns it, and it lives as long as the plugin.
    virtual IPluginCapability* getCapabilityInterface(PluginCapabilityType type) = 0;

    //! A copy in the same state, owned by the caller, who deletes it. Null means failure.
    virtual IPluginV3* clone() = 0;
};

namespace v_1_0 {
using nvinfer1::IPluginCapability;
using nvinfer1::IPluginCreatorInterface;
using nvinfer1::IPluginResource;
using nvinfer1::IPluginV3;
} // namespace v_1_0

} // namespace nvinfer1

#endif // NV_INFER_PLUGIN_BASE_H
