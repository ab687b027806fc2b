// SPDX-License-Identifier: Apache-2.0
// The plugin registry, and with it the smallest header that plugin libraries include.
#ifndef NV_INFER_RUNTIME_COMMON_H
#define NV_INFER_RUNTIME_COMMON_H

#include "NvInferPluginBase.h"
#include "NvInferRuntimePlugin.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Plugin creators by name, version and namespace. The library makes it; all methods may be called concurrently.
//! A creator stays the caller's and must outlive its registration.
class IPluginRegistry {
public:
    //! What loadLibrary() returns.
    using PluginLibraryHandle = void*;

    //! Registers a version 2 creator. False when the name, version and namespace are taken, or the creator is invalid.
#if TENON_API_LEVEL == 11
    virtual bool tenon_registerCreatorV2(IPluginCreator& creator, AsciiChar const* const pluginNamespace) noexcept = 0;
#else
    TENON_DEPRECATED_10 virtual bool registerCreator(IPluginCreator& creator,
                                                     AsciiChar const* const pluginNamespace) noexcept = 0;
#endif

    //! All registered version 2 creators; the array is the registry's and changes with the next registration.
    TENON_DEPRECATED_10 virtual IPluginCreator* const*
    getPluginCreatorList(int32_t* const numCreators) const noexcept = 0;

    //! The version 2 creator of that name, or null.
    TENON_DEPRECATED_10 virtual IPluginCreator*
    getPluginCreator(AsciiChar const* const pluginName, AsciiChar const* const pluginVersion,
                     AsciiChar const* const pluginNamespace = "") noexcept = 0;

    IPluginRegistry() = default;
    IPluginRegistry(IPluginRegistry const&) = delete;
    IPluginRegistry(IPluginRegistry&&) = delete;
    IPluginRegistry& operator=(IPluginRegistry const&) & = delete;
    IPluginRegistry& operator=(IPluginRegistry&&) & = delete;

protected:
    virtual ~IPluginRegistry() noexcept = default;

public:
    //! Sets the recorder of the registry's errors; null ends that.
    virtual void setErrorRecorder(IErrorRecorder* const recorder) noexcept = 0;

    //! The recorder that was set, or null.
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;

    //! Ends a version 2 creator's registration. False when it was not registered.
#if TENON_API_LEVEL == 11
    virtual bool tenon_deregisterCreatorV2(IPluginCreator const& creator) noexcept = 0;
#else
    TENON_DEPRECATED_10 virtual bool deregisterCreator(IPluginCreator const& creator) noexcept = 0;
#endif

    //! Whether a creator that is not found here is looked for in the parent; true by default.
    virtual bool isParentSearchEnabled() const = 0;

    //! Changes what isParentSearchEnabled() returns.
    virtual void setParentSearchEnabled(bool const enabled) = 0;

    //! Loads a shared library and registers the creators that it exports; null when it cannot. The library stays loaded
    //! until deregisterLibrary().
    virtual PluginLibraryHandle loadLibrary(AsciiChar const* pluginPath) noexcept = 0;

    //! Removes the creators that came with a library and unloads it.
    virtual void deregisterLibrary(PluginLibraryHandle handle) noexcept = 0;

    //! Registers a creator of any version. False when the name, version and namespace are taken, or it is invalid.
#if TENON_API_LEVEL == 8
    virtual bool tenon_registerCreator(IPluginCreatorInterface& creator,
                                       AsciiChar const* const pluginNamespace) noexcept = 0;
#else
    virtual bool registerCreator(IPluginCreatorInterface& creator, AsciiChar const* const pluginNamespace) noexcept = 0;
#endif

    //! All creators of this registry; the array is the registry's and changes with the next registration.
    //! Since generation 10.
    virtual IPluginCreatorInterface* const* getAllCreators(int32_t* const numCreators) const noexcept = 0;

    //! The creator of that name, of any version, or null. Since generation 10.
    virtual IPluginCreatorInterface* getCreator(AsciiChar const* const pluginName, AsciiChar const* const pluginVersion,
                                                AsciiChar const* const pluginNamespace = "") noexcept = 0;

    //! Ends a creator's registration. False when it was not registered.
#if TENON_API_LEVEL == 8
    virtual bool tenon_deregisterCreator(IPluginCreatorInterface const& creator) noexcept = 0;
#else
    virtual bool deregisterCreator(IPluginCreatorInterface const& creator) noexcept = 0;
#endif

    //! The resource under the key: at first a clone of the given one, later the same clone. Null when it cannot.
    //! Each call needs a releasePluginResource(). Since generation 10.
    virtual IPluginResource* acquirePluginResource(AsciiChar const* key, IPluginResource* resource) noexcept = 0;

    //! Gives one acquirePluginResource() back; the last one releases the clone. Zero means success. Since
    //! generation 10.
    virtual int32_t releasePluginResource(AsciiChar const* key) noexcept = 0;

    //! getAllCreators() of this registry and its parents. Since generation 10.
    virtual IPluginCreatorInterface* const* getAllCreatorsRecursive(int32_t* const numCreators) noexcept = 0;
};

} // namespace nvinfer1
TENON_NV_END

#endif // NV_INFER_RUNTIME_COMMON_H
