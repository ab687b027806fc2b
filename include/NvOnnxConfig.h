// SPDX-License-Identifier: Apache-2.0
// IOnnxConfig: a bag of settings that samples of TensorRT pass around. The library neither makes nor reads one; a
// program derives its own from it, so no function is noexcept here and an override may be.
#ifndef NV_ONNX_CONFIG_H
#define NV_ONNX_CONFIG_H

#include "NvInfer.h"

TENON_NV_BEGIN
namespace nvonnxparser TENON_NV_VISIBILITY {

//! Settings of a program that reads an ONNX model. Every string belongs to the object that returns it.
class IOnnxConfig {
public:
    virtual ~IOnnxConfig() noexcept = default;

    //! How much is printed: larger is more.
    using Verbosity = int32_t;

    //! Sets the type that the model is built with.
    virtual void setModelDtype(nvinfer1::DataType const) = 0;

    //! The type that the model is built with.
    virtual nvinfer1::DataType getModelDtype() const = 0;

    //! Path of the model.
    virtual char const* getModelFileName() const = 0;

    //! Sets the path of the model.
    virtual void setModelFileName(char const* onnxFilename) = 0;

    //! How much is printed.
    virtual Verbosity getVerbosityLevel() const = 0;

    //! Raises the verbosity by one.
    virtual void addVerbosity() = 0;

    //! Lowers the verbosity by one.
    virtual void reduceVerbosity() = 0;

    //! Sets the verbosity.
    virtual void setVerbosityLevel(Verbosity) = 0;

    //! Path of a text form of the model without its weights.
    virtual char const* getTextFileName() const = 0;

    //! Sets the path of the text form without weights.
    virtual void setTextFileName(char const* textFileName) = 0;

    //! Path of a text form of the model with its weights.
    virtual char const* getFullTextFileName() const = 0;

    //! Sets the path of the text form with weights.
    virtual void setFullTextFileName(char const* fullTextFileName) = 0;

    //! True when layers are to be printed.
    virtual bool getPrintLayerInfo() const = 0;

    //! Sets whether layers are to be printed.
    virtual void setPrintLayerInfo(bool) = 0;

    //! Ends the object. TensorRT 8.6 only, where it is pure and programs override it.
    virtual void destroy() { delete this; }
};

//! Declared by TensorRT and defined by no library, of theirs or ours: a program that calls it brings its own.
TENSORRTAPI IOnnxConfig* createONNXConfig();

} // namespace nvonnxparser
TENON_NV_END

#endif // NV_ONNX_CONFIG_H
