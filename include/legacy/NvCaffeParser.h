// SPDX-License-Identifier: Apache-2.0
// The reader of Caffe models of TensorRT 8.6, so that programs which mention it compile. There is no such reader here:
// createCaffeParser() returns null, and a program should say then that it cannot read the model.
#ifndef NV_CAFFE_PARSER_H
#define NV_CAFFE_PARSER_H

#include "NvInfer.h"

#include <cstddef>
#include <cstdint>

TENON_NV_BEGIN
namespace nvcaffeparser1 TENON_NV_VISIBILITY {

//! The tensors of a network by their names in the Caffe model.
class IBlobNameToTensor {
public:
    //! The tensor of that name, which belongs to the network; null when there is none.
    virtual nvinfer1::ITensor* find(char const* name) const noexcept = 0;

protected:
    virtual ~IBlobNameToTensor() {}
};

//! An array read from a Caffe binary file.
class IBinaryProtoBlob {
public:
    //! Its elements, row-major; they belong to this object.
    virtual void const* getData() noexcept = 0;

    //! Its four sizes.
    virtual nvinfer1::Dims4 getDimensions() noexcept = 0;

    //! The type of its elements.
    virtual nvinfer1::DataType getDataType() noexcept = 0;

    //! Same as delete.
    TRT_DEPRECATED virtual void destroy() noexcept = 0;

    virtual ~IBinaryProtoBlob() noexcept = default;
};

//! Makes plugins for layers of a Caffe model; a program derives from it.
class IPluginFactoryV2 {
public:
    //! True when the layer of that name is to be a plugin.
    virtual bool isPluginV2(char const* layerName) = 0;

    //! A new plugin for the layer, which has `nbWeights` arrays of weights; null when that fails.
    virtual nvinfer1::IPluginV2* createPlugin(char const* layerName, nvinfer1::Weights const* weights,
                                              int32_t nbWeights, char const* libNamespace = "") = 0;

    virtual ~IPluginFactoryV2() noexcept = default;
};

//! Reads Caffe models into a network. No object of this type exists here.
class ICaffeParser {
public:
    //! Reads the structure from the file `deploy` and the weights from the file `model`, as `weightType`; null: failed.
    virtual IBlobNameToTensor const* parse(char const* deploy, char const* model, nvinfer1::INetworkDefinition& network,
                                           nvinfer1::DataType weightType) noexcept = 0;

    //! As parse(), from memory; lengths in bytes.
    virtual IBlobNameToTensor const* parseBuffers(uint8_t const* deployBuffer, std::size_t deployLength,
                                                  uint8_t const* modelBuffer, std::size_t modelLength,
                                                  nvinfer1::INetworkDefinition& network,
                                                  nvinfer1::DataType weightType) noexcept = 0;

    //! Reads an array, for example a mean image, from a binary file; null when that fails.
    virtual IBinaryProtoBlob* parseBinaryProto(char const* fileName) noexcept = 0;

    //! Sets how many bytes a file may have.
    virtual void setProtobufBufferSize(size_t size) noexcept = 0;

    //! Same as delete.
    TRT_DEPRECATED virtual void destroy() noexcept = 0;

    //! Sets who makes plugins; it must outlive the parser.
    virtual void setPluginFactoryV2(IPluginFactoryV2* factory) noexcept = 0;

    //! Sets the namespace that plugins are looked up in.
    virtual void setPluginNamespace(char const* libNamespace) noexcept = 0;

    virtual ~ICaffeParser() noexcept = default;

    //! Sets who collects errors; null for nobody.
    virtual void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept = 0;

    //! Who collects errors; null when nobody does.
    virtual nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept = 0;
};

} // namespace nvcaffeparser1

//! What createCaffeParser() calls. Null: there is no reader of Caffe models.
extern "C" inline void* createNvCaffeParser_INTERNAL() noexcept {
    return nullptr;
}

namespace nvcaffeparser1 TENON_NV_VISIBILITY {

//! Null: there is no reader of Caffe models.
inline ICaffeParser* createCaffeParser() noexcept {
    return static_cast<ICaffeParser*>(createNvCaffeParser_INTERNAL());
}

//! Does nothing: no reader holds memory of protobuf.
inline void shutdownProtobufLibrary() noexcept {}

} // namespace nvcaffeparser1
TENON_NV_END

#endif // NV_CAFFE_PARSER_H
