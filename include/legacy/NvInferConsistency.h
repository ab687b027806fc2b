// SPDX-License-Identifier: Apache-2.0
// The checker for safety-certified engines of TensorRT 8.6, so that programs which mention it compile. There is no such
// checker here: createConsistencyChecker() returns null.
#ifndef NV_INFER_CONSISTENCY_H
#define NV_INFER_CONSISTENCY_H

#include "NvInferRuntimeBase.h"
#include "NvInferRuntimeCommon.h"
#include "NvInferRuntimePlugin.h"

#include <cstddef>
#include <cstdint>

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {
namespace apiv {

//! The functions behind IConsistencyChecker.
class VConsistencyChecker {
public:
    virtual ~VConsistencyChecker() noexcept = default;
    virtual bool validate() const noexcept = 0;
};

} // namespace apiv

namespace consistency {

//! Checks the bytes of a safety engine. No object of this type exists here.
class IConsistencyChecker {
public:
    //! True when the engine is what the builder wrote.
    bool validate() const noexcept { return mImpl->validate(); }

    virtual ~IConsistencyChecker() = default;

protected:
    apiv::VConsistencyChecker* mImpl;
    IConsistencyChecker() = default;
    IConsistencyChecker(IConsistencyChecker const& other) = delete;
    IConsistencyChecker& operator=(IConsistencyChecker const& other) = delete;
    IConsistencyChecker(IConsistencyChecker&& other) = delete;
    IConsistencyChecker& operator=(IConsistencyChecker&& other) = delete;
};

//! A plugin creator that can also check the bytes of its plugins. A program derives from it; nothing here calls it.
class IPluginChecker : public IPluginCreator {
public:
    //! True when `serialLength` bytes at `serialData` are a plugin called `name` that fits the inputs, the outputs and
    //! the bytes of workspace.
    virtual bool validate(char const* name, void const* serialData, size_t serialLength, PluginTensorDesc const* in,
                          size_t nbInputs, PluginTensorDesc const* out, size_t nbOutputs,
                          int64_t workspaceSize) const = 0;

    IPluginChecker() = default;
    virtual ~IPluginChecker() override = default;

protected:
    IPluginChecker(IPluginChecker const&) = default;
    IPluginChecker(IPluginChecker&&) = default;
    IPluginChecker& operator=(IPluginChecker const&) & = default;
    IPluginChecker& operator=(IPluginChecker&&) & = default;
};

} // namespace consistency
} // namespace nvinfer1

//! What createConsistencyChecker() calls. Null: there is no checker.
extern "C" inline void* createConsistencyChecker_INTERNAL(void*, void const*, size_t, int32_t) {
    return nullptr;
}

namespace nvinfer1 TENON_NV_VISIBILITY {
namespace consistency {
namespace {

//! Null: there is no checker of safety engines.
inline IConsistencyChecker* createConsistencyChecker(ILogger& logger, void const* blob, size_t size) {
    return static_cast<IConsistencyChecker*>(
        createConsistencyChecker_INTERNAL(&logger, blob, size, NV_TENSORRT_VERSION));
}

} // namespace
} // namespace consistency
} // namespace nvinfer1
TENON_NV_END

#endif // NV_INFER_CONSISTENCY_H
