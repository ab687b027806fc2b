// SPDX-License-Identifier: Apache-2.0
// What a plugin that is written with tenon/plugin_base.h is given: the tensors of one call, and the formulas of its
// output shapes. Included by plugin_base.h; works at every level.
#ifndef TENON_PLUGIN_CALL_H
#define TENON_PLUGIN_CALL_H

#include "tenon/plugin_fields.h"

TENON_AUTHOR_BEGIN

//! A 16-bit float as it lies in tensors: compute in float, it rounds to the nearest on the way back.
struct Half {
    uint16_t bits = 0;

    Half() = default;
    Half(float value) : bits(round(value)) {} // a loop over T assigns a float to it
    operator float() const {
        uint32_t const magnitude = (bits & 0x7FFFU) << 13U;
        float const scaled = as<float>(magnitude) * 5.192296858534828e33F; // 2^112: the two exponents' distance
        uint32_t const u = (bits & 0x7C00U) == 0x7C00U ? magnitude | 0x7F800000U : as<uint32_t>(scaled);
        return as<float>(u | (bits & 0x8000U) << 16U);
    }

private:
    template <class U, class T>
    static U as(T value) {
        U out;
        std::memcpy(&out, &value, sizeof(out));
        return out;
    }
    static uint16_t round(float value) {
        uint32_t const u = as<uint32_t>(value), magnitude = u & 0x7FFFFFFFU;
        uint32_t out;
        if (magnitude > 0x7F800000U)
            out = 0x7E00U; // NaN
        else if (magnitude >= 0x477FF000U)
            out = 0x7C00U; // what rounds beyond the greatest number
        else if (magnitude < 0x38800000U)
            out = as<uint32_t>(as<float>(magnitude) + 0.5F) - 0x3F000000U; // the last bit of 0.5 is the smallest number
        else
            out = (magnitude + 0xFFFU + ((magnitude >> 13U) & 1U) - 0x38000000U) >> 13U;
        return static_cast<uint16_t>(out | ((u >> 16U) & 0x8000U));
    }
};

//! The product of the extents of the axes first..last - 1; to the end when `last` is left out.
inline int64_t volume(nvinfer1::Dims const& dims, int32_t first = 0, int32_t last = -1) {
    int64_t n = 1;
    for (int32_t i = first; i < (last < 0 ? dims.nbDims : last); ++i)
        n *= dims.d[i];
    return n;
}

//! The tensors of one call. Their extents are the true ones, whatever the engine was built for.
struct Call {
    nvinfer1::PluginTensorDesc const* in = nullptr;
    nvinfer1::PluginTensorDesc const* out = nullptr;
    void const* const* inputs = nullptr;
    void* const* outputs = nullptr;
    void* workspace = nullptr; //!< as many bytes as the plugin's workspace() said
    int32_t nbInputs = 0;
    int32_t nbOutputs = 0;

    template <class T>
    T const* input(int32_t i) const {
        return static_cast<T const*>(inputs[i]);
    }
    template <class T>
    T* output(int32_t i) const {
        return static_cast<T*>(outputs[i]);
    }
    nvinfer1::Dims const& dims(int32_t i) const { return in[i].dims; }

    //! Calls `f` with a float or a Half, whichever input 0 has (output 0, where there is none), for a loop that is a
    //! template. Zero, the status of success; another one for another type.
    template <class F>
    int32_t floats(F&& f) const {
        nvinfer1::DataType const type = nbInputs > 0 ? in[0].type : out[0].type;
        if (type == nvinfer1::DataType::kFLOAT)
            f(float{});
        else if (type == nvinfer1::DataType::kHALF)
            f(Half{});
        else
            return 1;
        return 0;
    }
};

using Expr = nvinfer1::IDimensionExpr const*;

//! Formulas over the dims of the inputs, one for each dim of each output. An input or a dim that the node does not have
//! makes the shapes wrong(), and stands for 0.
class Shapes {
public:
    Shapes(nvinfer1::DimsExprs const* in, int32_t nbInputs, nvinfer1::DimsExprs* out, int32_t nbOutputs,
           nvinfer1::IExprBuilder& builder)
        : mIn(in), mOut(out), mInputs(nbInputs), mOutputs(nbOutputs), mBuilder(builder) {}

    int32_t inputs() const { return mInputs; }
    int32_t outputs() const { return mOutputs; }
    int32_t rank(int32_t input) const { return has(input) ? mIn[input].nbDims : 0; }
    Expr dim(int32_t input, int32_t axis) const {
        if (has(input) && axis >= 0 && axis < mIn[input].nbDims)
            return mIn[input].d[axis];
        if (mWrong.empty())
            tell("dim", axis, "an input whose rank is", mIn[input].nbDims);
        return mBuilder.constant(0);
    }
    Expr number(int64_t value) { return mBuilder.constant(static_cast<int32_t>(value)); }
    Expr sum(Expr a, Expr b) { return joined(nvinfer1::DimensionOperation::kSUM, a, b); }
    Expr difference(Expr a, Expr b) { return joined(nvinfer1::DimensionOperation::kSUB, a, b); }
    Expr product(Expr a, Expr b) { return joined(nvinfer1::DimensionOperation::kPROD, a, b); }
    Expr quotient(Expr a, Expr b) { return joined(nvinfer1::DimensionOperation::kFLOOR_DIV, a, b); }
    Expr least(Expr a, Expr b) { return joined(nvinfer1::DimensionOperation::kMIN, a, b); }
    Expr greatest(Expr a, Expr b) { return joined(nvinfer1::DimensionOperation::kMAX, a, b); }

    //! An output has the shape of an input, or these dims.
    void same(int32_t output, int32_t input) {
        if (has(input))
            mOut[output] = mIn[input];
    }
    void set(int32_t output, std::vector<Expr> const& dims) {
        mOut[output].nbDims = static_cast<int32_t>(dims.size());
        for (size_t i = 0; i < dims.size(); ++i)
            mOut[output].d[i] = dims[i];
    }

    //! What was asked for and is not there; empty: nothing.
    std::string const& wrong() const { return mWrong; }

private:
    bool has(int32_t input) const {
        bool const good = input >= 0 && input < mInputs;
        if (!good && mWrong.empty())
            tell("input", input, "a node whose number of inputs is", mInputs);
        return good;
    }
    void tell(char const* what, int32_t wanted, char const* where, int32_t given) const {
        char text[128]; // not by std::to_string: a library that holds its table is never unloaded
        std::snprintf(text, sizeof(text), "its shapes use %s %d of %s %d", what, static_cast<int>(wanted), where,
                      static_cast<int>(given));
        mWrong = text;
    }
    Expr joined(nvinfer1::DimensionOperation operation, Expr a, Expr b) {
        return a == nullptr || b == nullptr ? nullptr : mBuilder.operation(operation, *a, *b);
    }
    nvinfer1::DimsExprs const* mIn;
    nvinfer1::DimsExprs* mOut;
    int32_t mInputs, mOutputs;
    nvinfer1::IExprBuilder& mBuilder;
    mutable std::string mWrong; // the first one
};

TENON_AUTHOR_END

#endif // TENON_PLUGIN_CALL_H
