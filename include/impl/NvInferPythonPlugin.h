// SPDX-License-Identifier: Apache-2.0
// What Python bindings need for plugins written as decorated functions: symbolic expressions, launch parameters of
// compiled kernels, and the interfaces of such plugins. Levels 10 and 11.
#ifndef TRT_PYTHON_IMPL_PLUGIN_H
#define TRT_PYTHON_IMPL_PLUGIN_H

#include "NvInfer.h"

#if TENON_API_LEVEL != 8
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Kind of a kernel's argument.
enum class PluginArgType : int32_t {
    kINT = 0, //!< An integer.
};

//! Type of a kernel's argument.
enum class PluginArgDataType : int32_t {
    kINT8 = 0,  //!< 8-bit signed integer.
    kINT16 = 1, //!< 16-bit signed integer.
    kINT32 = 2, //!< 32-bit signed integer.
};

//! A number that is known once the shapes are. The bindings implement it.
class ISymExpr {
public:
    //! Kind of the number.
    virtual PluginArgType getType() const = 0;
    //! Type of the number.
    virtual PluginArgDataType getDataType() const = 0;
    //! The IDimensionExpr behind it.
    virtual void* getExpr() = 0;
};

//! The table behind ISymExprs.
class ISymExprsImpl {
public:
    virtual ISymExpr* getSymExpr(int32_t index) const noexcept = 0;
    virtual bool setSymExpr(int32_t index, ISymExpr* symExpr) noexcept = 0;
    virtual int32_t getNbSymExprs() const noexcept = 0;
    virtual bool setNbSymExprs(int32_t count) noexcept = 0;
    virtual ~ISymExprsImpl() noexcept = default;
};

//! A list of expressions, that the library owns and the plugin fills.
class ISymExprs {
public:
    //! Expression `index`, or null.
    ISymExpr* getSymExpr(int32_t index) const noexcept { return mImpl->getSymExpr(index); }
    //! Sets expression `index`; false when there is no such place.
    bool setSymExpr(int32_t index, ISymExpr* symExpr) noexcept { return mImpl->setSymExpr(index, symExpr); }
    //! Length of the list.
    int32_t getNbSymExprs() const noexcept { return mImpl->getNbSymExprs(); }
    //! Changes the length; false when `count` is negative.
    bool setNbSymExprs(int32_t count) noexcept { return mImpl->setNbSymExprs(count); }

protected:
    ISymExprsImpl* mImpl{nullptr};
    virtual ~ISymExprs() noexcept = default;
};

//! Which form of a plugin a creator shall make: run by the interpreter (JIT) or compiled before (AOT).
enum class QuickPluginCreationRequest : int32_t {
    kUNKNOWN = 0,    //!< No wish.
    kPREFER_JIT = 1, //!< The first where there is one.
    kPREFER_AOT = 2, //!< The second where there is one.
    kSTRICT_JIT = 3, //!< The first or none.
    kSTRICT_AOT = 4, //!< The second or none.
};

//! The table behind IKernelLaunchParams.
class IKernelLaunchParamsImpl {
public:
    virtual ISymExpr* getGridX() noexcept = 0;
    virtual bool setGridX(ISymExpr* gridX) noexcept = 0;
    virtual ISymExpr* getGridY() noexcept = 0;
    virtual bool setGridY(ISymExpr* gridY) noexcept = 0;
    virtual ISymExpr* getGridZ() noexcept = 0;
    virtual bool setGridZ(ISymExpr* gridZ) noexcept = 0;
    virtual ISymExpr* getBlockX() noexcept = 0;
    virtual bool setBlockX(ISymExpr* blockX) noexcept = 0;
    virtual ISymExpr* getBlockY() noexcept = 0;
    virtual bool setBlockY(ISymExpr* blockY) noexcept = 0;
    virtual ISymExpr* getBlockZ() noexcept = 0;
    virtual bool setBlockZ(ISymExpr* blockZ) noexcept = 0;
    virtual ISymExpr* getSharedMem() noexcept = 0;
    virtual bool setSharedMem(ISymExpr* sharedMem) noexcept = 0;
    virtual ~IKernelLaunchParamsImpl() noexcept = default;
};

//! The launch parameters of a compiled kernel, which the library owns and the plugin fills. Setters return whether the
//! expression was taken; a parameter that was not set is null.
class IKernelLaunchParams {
public:
    //! Blocks of the grid.
    ISymExpr* getGridX() noexcept { return mImpl->getGridX(); }
    bool setGridX(ISymExpr* gridX) noexcept { return mImpl->setGridX(gridX); }
    ISymExpr* getGridY() noexcept { return mImpl->getGridY(); }
    bool setGridY(ISymExpr* gridY) noexcept { return mImpl->setGridY(gridY); }
    ISymExpr* getGridZ() noexcept { return mImpl->getGridZ(); }
    bool setGridZ(ISymExpr* gridZ) noexcept { return mImpl->setGridZ(gridZ); }
    //! Threads of a block.
    ISymExpr* getBlockX() noexcept { return mImpl->getBlockX(); }
    bool setBlockX(ISymExpr* blockX) noexcept { return mImpl->setBlockX(blockX); }
    ISymExpr* getBlockY() noexcept { return mImpl->getBlockY(); }
    bool setBlockY(ISymExpr* blockY) noexcept { return mImpl->setBlockY(blockY); }
    ISymExpr* getBlockZ() noexcept { return mImpl->getBlockZ(); }
    bool setBlockZ(ISymExpr* blockZ) noexcept { return mImpl->setBlockZ(blockZ); }
    //! Bytes of dynamic shared memory of a block.
    ISymExpr* getSharedMem() noexcept { return mImpl->getSharedMem(); }
    bool setSharedMem(ISymExpr* sharedMem) noexcept { return mImpl->setSharedMem(sharedMem); }

protected:
    IKernelLaunchParamsImpl* mImpl{nullptr};
    virtual ~IKernelLaunchParams() noexcept = default;
};

//! Names of a decorated plugin. The bindings implement this and the interfaces below.
class IPluginV3QuickCore : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3QUICK_CORE", 1, 0}; }
    //! Name of the plugin's type.
    virtual AsciiChar const* getPluginName() const = 0;
    //! Version of the plugin's type.
    virtual AsciiChar const* getPluginVersion() const = 0;
    //! Namespace of the plugin's type.
    virtual AsciiChar const* getPluginNamespace() const = 0;
};

//! What a decorated plugin tells while an engine is built. Where nothing else is said, zero means success, and arrays
//! of tensors hold the inputs first, then the outputs.
class IPluginV3QuickBuild : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3QUICK_BUILD", 1, 0}; }
    //! Writes the types of the outputs, from types and ranks of the inputs.
    virtual int32_t getOutputDataTypes(DataType* outputTypes, int32_t nbOutputs, DataType const* inputTypes,
                                       int32_t const* inputRanks, int32_t nbInputs) const = 0;
    //! Writes the shapes of the outputs, from shapes of the inputs and values of the shape inputs.
    virtual int32_t getOutputShapes(DimsExprs const* inputs, int32_t nbInputs, DimsExprs const* shapeInputs,
                                    int32_t nbShapeInputs, DimsExprs* outputs, int32_t nbOutputs,
                                    IExprBuilder& exprBuilder) = 0;
    //! Tells the plugin what the builder chose.
    virtual int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                                    DynamicPluginTensorDesc const* out, int32_t nbOutputs) = 0;
    //! Number of combinations of types and formats that the plugin works with.
    virtual int32_t getNbSupportedFormatCombinations(DynamicPluginTensorDesc const* inOut, int32_t nbInputs,
                                                     int32_t nbOutputs) = 0;
    //! Writes these combinations, nbInputs + nbOutputs descriptions each.
    virtual int32_t getSupportedFormatCombinations(DynamicPluginTensorDesc const* inOut, int32_t nbInputs,
                                                   int32_t nbOutputs, PluginTensorDesc* supportedCombinations,
                                                   int32_t nbFormatCombinations) = 0;
    //! Number of outputs.
    virtual int32_t getNbOutputs() const = 0;
    //! Index of the input whose memory an output shares, -1 for none.
    virtual int32_t getAliasedInput(int32_t /*outputIndex*/) { return -1; }
    //! Writes the numbers of the plugin's tactics, all positive.
    virtual int32_t getValidTactics(int32_t* /*tactics*/, int32_t /*nbTactics*/) { return 0; }
    //! Number of the plugin's tactics.
    virtual int32_t getNbTactics() { return 0; }
    //! Text under which the plugin's times are kept; null: they are not kept.
    virtual char const* getTimingCacheID() { return nullptr; }
    //! Text that the inspector shows, or null.
    virtual char const* getMetadataString() { return nullptr; }
};

//! The same for a plugin whose kernel is compiled before.
class IPluginV3QuickAOTBuild : public IPluginV3QuickBuild {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3QUICKAOT_BUILD", 1, 0}; }
    //! Writes the launch parameters and the arguments that follow the tensors.
    virtual int32_t getLaunchParams(DimsExprs const* inputs, DynamicPluginTensorDesc const* inOut, int32_t nbInputs,
                                    int32_t nbOutputs, IKernelLaunchParams* launchParams, ISymExprs* extraArgs,
                                    IExprBuilder& exprBuilder) = 0;
    //! Gives the kernel's name and its compiled text or binary; the plugin owns both.
    virtual int32_t getKernel(PluginTensorDesc const* in, int32_t nbInputs, PluginTensorDesc const* out,
                              int32_t nbOutputs, char const** kernelName, char** compiledKernel,
                              int32_t* compiledKernelSize) = 0;
    //! Chooses a tactic for the calls that follow.
    virtual int32_t setTactic(int32_t /*tactic*/) { return 0; }
};

//! Execution of a decorated plugin that the interpreter runs.
class IPluginV3QuickRuntime : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3QUICK_RUNTIME", 1, 0}; }
    //! Chooses a tactic for the calls that follow.
    virtual int32_t setTactic(int32_t /*tactic*/) { return 0; }
    //! Computes the outputs on the stream. Strides count elements.
    virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                            void const* const* inputs, void* const* outputs, Dims const* inputStrides,
                            Dims const* outputStrides, int32_t nbInputs, int32_t nbOutputs, cudaStream_t stream) = 0;
    //! Fields that make the same plugin again; the plugin owns them.
    virtual PluginFieldCollection const* getFieldsToSerialize() = 0;
};

//! Makes decorated plugins.
class IPluginCreatorV3Quick : public IPluginCreatorInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN CREATOR_V3QUICK", 1, 0}; }
    //! Makes a plugin from fields; the caller deletes it. Null means failure.
    virtual IPluginV3* createPlugin(AsciiChar const* name, AsciiChar const* nspace, PluginFieldCollection const* fc,
                                    TensorRTPhase phase, QuickPluginCreationRequest quickPluginCreationRequest) = 0;
    //! Names and types of the fields that createPlugin() reads.
    virtual PluginFieldCollection const* getFieldNames() = 0;
    //! Name of the plugin's type.
    virtual AsciiChar const* getPluginName() const = 0;
    //! Version of the plugin's type.
    virtual AsciiChar const* getPluginVersion() const = 0;
    //! Namespace of the plugin's type.
    virtual AsciiChar const* getPluginNamespace() const = 0;
    IPluginCreatorV3Quick() = default;
    ~IPluginCreatorV3Quick() override = default;

protected:
    IPluginCreatorV3Quick(IPluginCreatorV3Quick const&) = default;
    IPluginCreatorV3Quick(IPluginCreatorV3Quick&&) = default;
    IPluginCreatorV3Quick& operator=(IPluginCreatorV3Quick const&) & = default;
    IPluginCreatorV3Quick& operator=(IPluginCreatorV3Quick&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IPluginCreatorV3Quick;
using nvinfer1::IPluginV3QuickAOTBuild;
using nvinfer1::IPluginV3QuickBuild;
using nvinfer1::IPluginV3QuickCore;
using nvinfer1::IPluginV3QuickRuntime;
} // namespace v_1_0

} // namespace nvinfer1
#endif // TENON_API_LEVEL

#endif // TRT_PYTHON_IMPL_PLUGIN_H
