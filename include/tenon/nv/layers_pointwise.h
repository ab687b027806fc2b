// SPDX-License-Identifier: Apache-2.0
// Layers that compute each element of the output from elements at the same place.
#ifndef TENON_NV_LAYERS_POINTWISE_H
#define TENON_NV_LAYERS_POINTWISE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class ActivationType : int32_t {
    kRELU = 0,
    kSIGMOID = 1,
    kTANH = 2,
    kLEAKY_RELU = 3,
    kELU = 4,
    kSELU = 5,
    kSOFTSIGN = 6,
    kSOFTPLUS = 7,
    kCLIP = 8,
    kHARD_SIGMOID = 9,
    kSCALED_TANH = 10,
    kTHRESHOLDED_RELU = 11,
    kGELU_ERF = 12,
    kGELU_TANH = 13,
};

namespace impl {
template <>
struct EnumMaxImpl<ActivationType> {
    static constexpr int32_t kVALUE = byLevel(12, 14, 14);
};
} // namespace impl

class IActivationLayer : public ILayer {
public:
    void setActivationType(ActivationType type) noexcept { mImpl->setActivationType(type); }

    ActivationType getActivationType() const noexcept { return mImpl->getActivationType(); }

    void setAlpha(float alpha) noexcept { mImpl->setAlpha(alpha); }

    void setBeta(float beta) noexcept { mImpl->setBeta(beta); }

    float getAlpha() const noexcept { return mImpl->getAlpha(); }

    float getBeta() const noexcept { return mImpl->getBeta(); }

protected:
    virtual ~IActivationLayer() noexcept = default;
    apiv::VActivationLayer* mImpl;
};

class IParametricReLULayer : public ILayer {

protected:
    apiv::VParametricReLULayer* mImpl;
    virtual ~IParametricReLULayer() noexcept = default;
};

enum class ScaleMode : int32_t {
    kUNIFORM = 0,
    kCHANNEL = 1,
    kELEMENTWISE = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<ScaleMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class IScaleLayer : public ILayer {
public:
    void setMode(ScaleMode mode) noexcept { mImpl->setMode(mode); }

    ScaleMode getMode() const noexcept { return mImpl->getMode(); }

    void setShift(Weights shift) noexcept { mImpl->setShift(shift); }

    Weights getShift() const noexcept { return mImpl->getShift(); }

    void setScale(Weights scale) noexcept { mImpl->setScale(scale); }

    Weights getScale() const noexcept { return mImpl->getScale(); }

    void setPower(Weights power) noexcept { mImpl->setPower(power); }

    Weights getPower() const noexcept { return mImpl->getPower(); }

    int32_t getChannelAxis() const noexcept { return mImpl->getChannelAxis(); }

    void setChannelAxis(int32_t channelAxis) noexcept { mImpl->setChannelAxis(channelAxis); }

protected:
    virtual ~IScaleLayer() noexcept = default;
    apiv::VScaleLayer* mImpl;
};

enum class ElementWiseOperation : int32_t {
    kSUM = 0,
    kPROD = 1,
    kMAX = 2,
    kMIN = 3,
    kSUB = 4,
    kDIV = 5,
    kPOW = 6,
    kFLOOR_DIV = 7,
    kAND = 8,
    kOR = 9,
    kXOR = 10,
    kEQUAL = 11,
    kGREATER = 12,
    kLESS = 13,
};

namespace impl {
template <>
struct EnumMaxImpl<ElementWiseOperation> {
    static constexpr int32_t kVALUE = 14;
};
} // namespace impl

class IElementWiseLayer : public ILayer {
public:
    void setOperation(ElementWiseOperation op) noexcept { mImpl->setOperation(op); }

    ElementWiseOperation getOperation() const noexcept { return mImpl->getOperation(); }

protected:
    apiv::VElementWiseLayer* mImpl;
    virtual ~IElementWiseLayer() noexcept = default;
};

enum class UnaryOperation : int32_t {
    kEXP = 0,
    kLOG = 1,
    kSQRT = 2,
    kRECIP = 3,
    kABS = 4,
    kNEG = 5,
    kSIN = 6,
    kCOS = 7,
    kTAN = 8,
    kSINH = 9,
    kCOSH = 10,
    kASIN = 11,
    kACOS = 12,
    kATAN = 13,
    kASINH = 14,
    kACOSH = 15,
    kATANH = 16,
    kCEIL = 17,
    kFLOOR = 18,
    kERF = 19,
    kNOT = 20,
    kSIGN = 21,
    kROUND = 22,
    kISINF = 23,
    kISNAN = 24,
};

namespace impl {
template <>
struct EnumMaxImpl<UnaryOperation> {
    static constexpr int32_t kVALUE = byLevel(24, 25, 25);
};
} // namespace impl

class IUnaryLayer : public ILayer {
public:
    void setOperation(UnaryOperation op) noexcept { mImpl->setOperation(op); }

    UnaryOperation getOperation() const noexcept { return mImpl->getOperation(); }

protected:
    apiv::VUnaryLayer* mImpl;
    virtual ~IUnaryLayer() noexcept = default;
};

class ISelectLayer : public ILayer {

protected:
    virtual ~ISelectLayer() noexcept = default;
    apiv::VSelectLayer* mImpl;
};

class ICastLayer : public ILayer {
public:
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    DataType getToType() const noexcept { return mImpl->getToType(); }

protected:
    apiv::VCastLayer* mImpl;
    virtual ~ICastLayer() noexcept = default;
};

class IIdentityLayer : public ILayer {

protected:
    apiv::VIdentityLayer* mImpl;
    virtual ~IIdentityLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_POINTWISE_H
