// SPDX-License-Identifier: Apache-2.0
// Layers that compute each element of the output from elements at the same place.
#ifndef TENON_NV_LAYERS_POINTWISE_H
#define TENON_NV_LAYERS_POINTWISE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Functions of one number x that an activation layer applies; a is alpha, b is beta.
enum class ActivationType : int32_t {
    kRELU = 0,              //!< max(x, 0).
    kSIGMOID = 1,           //!< 1 / (1 + exp(-x)).
    kTANH = 2,              //!< tanh(x).
    kLEAKY_RELU = 3,        //!< x for x >= 0, else a * x.
    kELU = 4,               //!< x for x >= 0, else a * (exp(x) - 1).
    kSELU = 5,              //!< b * x for x > 0, else b * a * (exp(x) - 1).
    kSOFTSIGN = 6,          //!< x / (1 + |x|).
    kSOFTPLUS = 7,          //!< a * log(exp(b * x) + 1).
    kCLIP = 8,              //!< x held between a and b.
    kHARD_SIGMOID = 9,      //!< a * x + b held between 0 and 1.
    kSCALED_TANH = 10,      //!< a * tanh(b * x).
    kTHRESHOLDED_RELU = 11, //!< x for x > a, else 0.
    kGELU_ERF = 12,         //!< x times the normal distribution function at x; since 10.
    kGELU_TANH = 13,        //!< kGELU_ERF by a formula with tanh; since 10.
};

namespace impl {
template <>
struct EnumMaxImpl<ActivationType> {
    static constexpr int32_t kVALUE = byLevel(12, 14, 14);
};
} // namespace impl

//! Applies a function of one number to each element. Output as the input.
class IActivationLayer : public ILayer {
public:
    //! The function.
    void setActivationType(ActivationType type) noexcept { mImpl->setActivationType(type); }

    //! The value of setActivationType().
    ActivationType getActivationType() const noexcept { return mImpl->getActivationType(); }

    //! Parameter a of the function; its meaning depends on the function. 0 unless set.
    void setAlpha(float alpha) noexcept { mImpl->setAlpha(alpha); }

    //! Parameter b of the function; its meaning depends on the function. 0 unless set.
    void setBeta(float beta) noexcept { mImpl->setBeta(beta); }

    //! The value of setAlpha().
    float getAlpha() const noexcept { return mImpl->getAlpha(); }

    //! The value of setBeta().
    float getBeta() const noexcept { return mImpl->getBeta(); }

protected:
    virtual ~IActivationLayer() noexcept = default;
    apiv::VActivationLayer* mImpl;
};

//! x for x >= 0, else slope * x. Input 1, the slope, broadcasts to input 0.
class IParametricReLULayer : public ILayer {
protected:
    apiv::VParametricReLULayer* mImpl;
    virtual ~IParametricReLULayer() noexcept = default;
};

//! How many coefficients a scale layer has.
enum class ScaleMode : int32_t {
    kUNIFORM = 0,     //!< One for the tensor.
    kCHANNEL = 1,     //!< One for each channel.
    kELEMENTWISE = 2, //!< One for each element of a sample.
};

namespace impl {
template <>
struct EnumMaxImpl<ScaleMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! (x * scale + shift)^power with constant coefficients. An empty Weights stands for scale 1, shift 0 or power 1.
class IScaleLayer : public ILayer {
public:
    //! How many coefficients there are.
    void setMode(ScaleMode mode) noexcept { mImpl->setMode(mode); }

    //! The value of setMode().
    ScaleMode getMode() const noexcept { return mImpl->getMode(); }

    //! The coefficients added. The memory must live until the engine is built.
    void setShift(Weights shift) noexcept { mImpl->setShift(shift); }

    //! The value of setShift().
    Weights getShift() const noexcept { return mImpl->getShift(); }

    //! The coefficients multiplied. The memory must live until the engine is built.
    void setScale(Weights scale) noexcept { mImpl->setScale(scale); }

    //! The value of setScale().
    Weights getScale() const noexcept { return mImpl->getScale(); }

    //! The exponents. The memory must live until the engine is built.
    void setPower(Weights power) noexcept { mImpl->setPower(power); }

    //! The value of setPower().
    Weights getPower() const noexcept { return mImpl->getPower(); }

    //! The axis of setChannelAxis() or of addScaleNd().
    int32_t getChannelAxis() const noexcept { return mImpl->getChannelAxis(); }

    //! Axis of the channels; 1 unless set.
    void setChannelAxis(int32_t channelAxis) noexcept { mImpl->setChannelAxis(channelAxis); }

protected:
    virtual ~IScaleLayer() noexcept = default;
    apiv::VScaleLayer* mImpl;
};

//! Functions of two numbers x and y. Comparisons and logic give booleans.
enum class ElementWiseOperation : int32_t {
    kSUM = 0,       //!< x + y.
    kPROD = 1,      //!< x * y.
    kMAX = 2,       //!< The greater.
    kMIN = 3,       //!< The lesser.
    kSUB = 4,       //!< x - y.
    kDIV = 5,       //!< x / y; of integers towards zero.
    kPOW = 6,       //!< x to the power y.
    kFLOOR_DIV = 7, //!< x / y rounded down.
    kAND = 8,       //!< Of booleans.
    kOR = 9,        //!< Of booleans.
    kXOR = 10,      //!< Of booleans.
    kEQUAL = 11,    //!< x == y.
    kGREATER = 12,  //!< x > y.
    kLESS = 13,     //!< x < y.
};

namespace impl {
template <>
struct EnumMaxImpl<ElementWiseOperation> {
    static constexpr int32_t kVALUE = 14;
};
} // namespace impl

//! Combines two tensors of one rank element by element; an extent of 1 broadcasts.
class IElementWiseLayer : public ILayer {
public:
    //! The function.
    void setOperation(ElementWiseOperation op) noexcept { mImpl->setOperation(op); }

    //! The value of setOperation().
    ElementWiseOperation getOperation() const noexcept { return mImpl->getOperation(); }

protected:
    apiv::VElementWiseLayer* mImpl;
    virtual ~IElementWiseLayer() noexcept = default;
};

//! Functions of one number.
enum class UnaryOperation : int32_t {
    kEXP = 0,    //!< e to the power x.
    kLOG = 1,    //!< Natural logarithm.
    kSQRT = 2,   //!< Square root.
    kRECIP = 3,  //!< 1 / x.
    kABS = 4,    //!< Absolute value.
    kNEG = 5,    //!< -x.
    kSIN = 6,    //!< Sine.
    kCOS = 7,    //!< Cosine.
    kTAN = 8,    //!< Tangent.
    kSINH = 9,   //!< Hyperbolic sine.
    kCOSH = 10,  //!< Hyperbolic cosine.
    kASIN = 11,  //!< Inverse sine.
    kACOS = 12,  //!< Inverse cosine.
    kATAN = 13,  //!< Inverse tangent.
    kASINH = 14, //!< Inverse hyperbolic sine.
    kACOSH = 15, //!< Inverse hyperbolic cosine.
    kATANH = 16, //!< Inverse hyperbolic tangent.
    kCEIL = 17,  //!< Rounds up.
    kFLOOR = 18, //!< Rounds down.
    kERF = 19,   //!< Gauss error function.
    kNOT = 20,   //!< Of booleans.
    kSIGN = 21,  //!< -1, 0 or 1.
    kROUND = 22, //!< To the nearest integer; halves to the even one.
    kISINF = 23, //!< Whether x is infinite; gives booleans.
    kISNAN = 24, //!< Whether x is not a number; gives booleans; since 10.
};

namespace impl {
template <>
struct EnumMaxImpl<UnaryOperation> {
    static constexpr int32_t kVALUE = byLevel(24, 25, 25);
};
} // namespace impl

//! Applies a function to each element. Output as the input, booleans for questions.
class IUnaryLayer : public ILayer {
public:
    //! The function.
    void setOperation(UnaryOperation op) noexcept { mImpl->setOperation(op); }

    //! The value of setOperation().
    UnaryOperation getOperation() const noexcept { return mImpl->getOperation(); }

protected:
    apiv::VUnaryLayer* mImpl;
    virtual ~IUnaryLayer() noexcept = default;
};

//! Takes each element from input 1 where input 0 is true, else from input 2. Ranks are equal and an extent of 1
//! broadcasts.
class ISelectLayer : public ILayer {
protected:
    virtual ~ISelectLayer() noexcept = default;
    apiv::VSelectLayer* mImpl;
};

//! Converts each element to another type.
class ICastLayer : public ILayer {
public:
    //! Type of the output.
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    //! The value of setToType().
    DataType getToType() const noexcept { return mImpl->getToType(); }

protected:
    apiv::VCastLayer* mImpl;
    virtual ~ICastLayer() noexcept = default;
};

//! Copies its input; the output may have another type or layout.
class IIdentityLayer : public ILayer {
protected:
    apiv::VIdentityLayer* mImpl;
    virtual ~IIdentityLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_POINTWISE_H
