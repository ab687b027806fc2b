// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_INSPECTOR_H
#define TENON_NV_INSPECTOR_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class LayerInformationFormat : int32_t {
    kONELINE = 0,
    kJSON = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<LayerInformationFormat> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class IEngineInspector : public INoCopy {
public:
    virtual ~IEngineInspector() noexcept = default;
    bool setExecutionContext(IExecutionContext const* context) noexcept { return mImpl->setExecutionContext(context); }
    IExecutionContext const* getExecutionContext() const noexcept { return mImpl->getExecutionContext(); }
    char const* getLayerInformation(int32_t layerIndex, LayerInformationFormat format) const noexcept {
        return mImpl->getLayerInformation(layerIndex, format);
    }
    char const* getEngineInformation(LayerInformationFormat format) const noexcept {
        return mImpl->getEngineInformation(format);
    }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

protected:
    apiv::VEngineInspector* mImpl{nullptr};
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_INSPECTOR_H
