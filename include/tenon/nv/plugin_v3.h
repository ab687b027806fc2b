// SPDX-License-Identifier: Apache-2.0
// Plugins of version 3: the parts that an IPluginV3 hands out, and their creator. Users implement all but
// IPluginResourceContext. Since generation 10; at level 8 the parts with shapes are absent. Included by
// NvInferRuntime.h.
#ifndef TENON_NV_PLUGIN_V3_H
#define TENON_NV_PLUGIN_V3_H

#include "tenon/nv/dim_expr.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! What an execution context lends a plugin. The library implements it.
class IPluginResourceContext {
public:
    //! The allocator of the context. It stays the library's and lives as long as the attached plugin.
    virtual IGpuAllocator* getGpuAllocator() const noexcept = 0;

    //! The error recorder of the context, or null when it has none.
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;

    virtual ~IPluginResourceContext() = default;

protected:
    IPluginResourceContext() = default;
    IPluginResourceContext(IPluginResourceContext const&) = default;
    IPluginResourceContext(IPluginResourceContext&&) = default;
    IPluginResourceContext& operator=(IPluginResourceContext const&) & = default;
    IPluginResourceContext& operator=(IPluginResourceContext&&) & = default;
};

//! Names of a plugin: its PluginCapabilityType::kCORE. Strings are the plugin's, zero-terminated.
class IPluginV3OneCore : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_CORE", 1, 0}; }

    //! Name of the plugin's type; with version and namespace it finds the creator again. At most 1024 characters.
    virtual AsciiChar const* getPluginName() const = 0;

    //! Version of the plugin's type. At most 1024 characters.
    virtual AsciiChar const* getPluginVersion() const = 0;

    //! Namespace of the plugin's type, "" for none. At most 1024 characters.
    virtual AsciiChar const* getPluginNamespace() const = 0;
};

#if TENON_API_LEVEL != 8
//! What a plugin tells while an engine is built: its PluginCapabilityType::kBUILD. Where nothing else is said, zero
//! means success, and arrays of tensors hold the inputs first, then the outputs.
class IPluginV3OneBuild : public IPluginCapability {
public:
    //! What getFormatCombinationLimit() returns by default.
    static constexpr int32_t kDEFAULT_FORMAT_COMBINATION_LIMIT = 100;

    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_BUILD", 1, 0}; }

    //! Tells the plugin what the builder chose and the range of shapes; called before timing and before serialization.
    virtual int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                                    DynamicPluginTensorDesc const* out, int32_t nbOutputs) = 0;

    //! Writes the types of the outputs, from those of the inputs.
    virtual int32_t getOutputDataTypes(DataType* outputTypes, int32_t nbOutputs, DataType const* inputTypes,
                                       int32_t nbInputs) const = 0;

    //! Writes the shapes of the outputs, as formulas over the dimensions of the inputs and the values of the shape
    //! inputs.
    virtual int32_t getOutputShapes(DimsExprs const* inputs, int32_t nbInputs, DimsExprs const* shapeInputs,
                                    int32_t nbShapeInputs, DimsExprs* outputs, int32_t nbOutputs,
                                    IExprBuilder& exprBuilder) = 0;

    //! Whether type and format of inOut[pos] are acceptable, given those of inOut[0] to inOut[pos - 1].
    virtual bool supportsFormatCombination(int32_t pos, DynamicPluginTensorDesc const* inOut, int32_t nbInputs,
                                           int32_t nbOutputs) = 0;

    //! Number of outputs; the same for the plugin's whole life.
    virtual int32_t getNbOutputs() const = 0;

    //! Bytes of scratch memory that enqueue() needs for shapes within the given range.
    virtual size_t getWorkspaceSize(DynamicPluginTensorDesc const* /*inputs*/, int32_t /*nbInputs*/,
                                    DynamicPluginTensorDesc const* /*outputs*/, int32_t /*nbOutputs*/) const {
        return 0;
    }

    //! Writes the numbers of the plugin's own tactics, nbTactics different positive ones. The builder times each and
    //! sets the best with IPluginV3OneRuntime::setTactic().
    virtual int32_t getValidTactics(int32_t* /*tactics*/, int32_t /*nbTactics*/) { return 0; }

    //! Number of the plugin's own tactics; without any, it has one that needs no number.
    virtual int32_t getNbTactics() { return 0; }

    //! Text that, with names, types and shapes, tells for which plugins the measured times are the same. Null: the
    //! times are not kept in the timing cache.
    virtual char const* getTimingCacheID() { return nullptr; }

    //! Most format combinations to time.
    virtual int32_t getFormatCombinationLimit() { return kDEFAULT_FORMAT_COMBINATION_LIMIT; }

    //! Text that the engine inspector shows for the plugin, or null.
    virtual char const* getMetadataString() { return nullptr; }
};

//! IPluginV3OneBuild for plugins that may write an output over an input. Since 10.3.
class IPluginV3OneBuildV2 : public IPluginV3OneBuild {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_BUILD", 2, 0}; }

    //! Index of the input whose memory the output shares, -1 for none. They must have equal sizes, and no two outputs
    //! may share one input. PreviewFeature::kALIASED_PLUGIN_IO_10_03 must be on.
    virtual int32_t getAliasedInput(int32_t /*outputIndex*/) { return -1; }
};

//! Execution of a plugin: its PluginCapabilityType::kRUNTIME. Where nothing else is said, zero means success.
class IPluginV3OneRuntime : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_RUNTIME", 1, 0}; }

    //! Chooses one of getValidTactics() for the calls that follow; 0 where the plugin has none.
    virtual int32_t setTactic(int32_t /*tactic*/) { return 0; }

    //! Tells the plugin the shapes, types and formats of the calls of enqueue() that follow.
    virtual int32_t onShapeChange(PluginTensorDesc const* in, int32_t nbInputs, PluginTensorDesc const* out,
                                  int32_t nbOutputs) = 0;

    //! Computes the outputs on the stream. Each context calls it on its own clone, so contexts may do so at once.
    virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                            void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) = 0;

    //! A clone for the use of one execution context, which deletes it. Null means failure.
    virtual IPluginV3* attachToContext(IPluginResourceContext* context) = 0;

    //! Fields from which the creator makes the same plugin again when the engine is loaded. The plugin owns them; they
    //! stay valid until the next call or the plugin's end.
    virtual PluginFieldCollection const* getFieldsToSerialize() = 0;
};
#endif // TENON_API_LEVEL

//! Makes plugins of version 3. Register one object of it, which must outlive every engine that holds such a plugin.
class IPluginCreatorV3One : public IPluginCreatorInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN CREATOR_V3ONE", 1, 0}; }

    //! Makes a plugin; the caller deletes it. In the phase kBUILD `fc` holds what the network's author gave, in
    //! kRUNTIME what getFieldsToSerialize() returned. Null means failure.
    virtual IPluginV3* createPlugin(AsciiChar const* name, PluginFieldCollection const* fc, TensorRTPhase phase) = 0;

    //! Names and types of the fields that createPlugin() reads in the phase kBUILD. The creator owns them.
    virtual PluginFieldCollection const* getFieldNames() = 0;

    //! Name of the plugins' type. At most 1024 characters.
    virtual AsciiChar const* getPluginName() const = 0;

    //! Version of the plugins' type. At most 1024 characters.
    virtual AsciiChar const* getPluginVersion() const = 0;

    //! Namespace of the plugins' type, "" for none. At most 1024 characters.
    virtual AsciiChar const* getPluginNamespace() const = 0;

    IPluginCreatorV3One() = default;
    ~IPluginCreatorV3One() override = default;

protected:
    IPluginCreatorV3One(IPluginCreatorV3One const&) = default;
    IPluginCreatorV3One(IPluginCreatorV3One&&) = default;
    IPluginCreatorV3One& operator=(IPluginCreatorV3One const&) & = default;
    IPluginCreatorV3One& operator=(IPluginCreatorV3One&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IPluginCreatorV3One;
using nvinfer1::IPluginV3OneCore;
#if TENON_API_LEVEL != 8
using nvinfer1::IPluginV3OneBuild;
using nvinfer1::IPluginV3OneRuntime;
#endif
} // namespace v_1_0

namespace v_2_0 {
#if TENON_API_LEVEL != 8
using IPluginV3OneBuild = nvinfer1::IPluginV3OneBuildV2;
#endif
} // namespace v_2_0

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_PLUGIN_V3_H
