// SPDX-License-Identifier: Apache-2.0
// The inspector: what an engine consists of, as text.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_INSPECTOR_H
#define TENON_NV_INSPECTOR_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Form of the inspector's text.
enum class LayerInformationFormat : int32_t {
    kONELINE = 0, //!< A line per layer.
    kJSON = 1,    //!< A JSON object.
};

namespace impl {
template <>
struct EnumMaxImpl<LayerInformationFormat> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Describes the layers of an engine, as much as its ProfilingVerbosity kept. ICudaEngine::createEngineInspector()
//! makes it; the caller deletes it, before the engine. Not for concurrent use.
class IEngineInspector : public INoCopy {
public:
    virtual ~IEngineInspector() noexcept = default;

    //! Fills in the shapes of a context, which must belong to the same engine and outlive its use here; null returns to
    //! the engine alone. False when it belongs to another.
    bool setExecutionContext(IExecutionContext const* context) noexcept { return mImpl->setExecutionContext(context); }

    //! The context that was set, or null.
    IExecutionContext const* getExecutionContext() const noexcept { return mImpl->getExecutionContext(); }

    //! Describes layer layerIndex, which lies in [0, ICudaEngine::getNbLayers()). The text is the inspector's and valid
    //! until its next call.
    char const* getLayerInformation(int32_t layerIndex, LayerInformationFormat format) const noexcept {
        return mImpl->getLayerInformation(layerIndex, format);
    }

    //! Describes all layers. The text is the inspector's and valid until its next call.
    char const* getEngineInformation(LayerInformationFormat format) const noexcept {
        return mImpl->getEngineInformation(format);
    }

    //! Sets the recorder that gets the inspector's errors, and counts as its owner; null removes it.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }

    //! The recorder that was set, or null.
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

protected:
    apiv::VEngineInspector* mImpl{nullptr};
};

} // namespace nvinfer1

#endif // TENON_NV_INSPECTOR_H
