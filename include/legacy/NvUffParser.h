// SPDX-License-Identifier: Apache-2.0
// The reader of UFF models of TensorRT 8.6, so that programs which mention it compile. There is no such reader here:
// createUffParser() returns null, and a program should say then that it cannot read the model.
#ifndef NV_UFF_PARSER_H
#define NV_UFF_PARSER_H

#include "NvInfer.h"

#include <cstddef>
#include <cstdint>

//! The version of UFF that the reader of TensorRT 8.6 wants.
#define UFF_REQUIRED_VERSION_MAJOR 0
#define UFF_REQUIRED_VERSION_MINOR 6
#define UFF_REQUIRED_VERSION_PATCH 9

TENON_NV_BEGIN
namespace nvuffparser TENON_NV_VISIBILITY {

//! Order of an input's axes.
enum class UffInputOrder : int32_t {
    kNCHW = 0, //!< Batch, channels, height, width.
    kNHWC = 1, //!< Batch, height, width, channels.
    kNC = 2    //!< Batch, channels.
};

//! Type of a field that a layer gives to its plugin.
enum class FieldType : int32_t {
    kFLOAT = 0,    //!< float.
    kINT32 = 1,    //!< int32_t.
    kCHAR = 2,     //!< char, a string when there are several.
    kDIMS = 4,     //!< nvinfer1::Dims.
    kDATATYPE = 5, //!< nvinfer1::DataType.
    kUNKNOWN = 6   //!< Not known.
};

//! One field that a layer gives to its plugin: `length` elements of `type` at `data`, which belong to the caller.
class FieldMap {
public:
    char const* name{};                  //!< Name of the field.
    void const* data{};                  //!< Its elements.
    FieldType type{FieldType::kUNKNOWN}; //!< Type of its elements.
    int32_t length{1};                   //!< Number of its elements.

    //! All four members at once.
    TRT_DEPRECATED FieldMap(char const* fieldName, void const* fieldData, FieldType const fieldType,
                            int32_t fieldLength = 1)
        : name(fieldName), data(fieldData), type(fieldType), length(fieldLength) {}

    //! No name, no data, one element of unknown type.
    FieldMap() = default;
};

//! The fields that a layer gives to its plugin.
struct FieldCollection {
    int32_t nbFields;       //!< Number of fields.
    FieldMap const* fields; //!< The fields.
};

//! Reads UFF models into a network. No object of this type exists here.
class IUffParser {
public:
    //! Names an input, with the sizes of its axes but the first and their order.
    virtual bool registerInput(char const* inputName, nvinfer1::Dims inputDims, UffInputOrder inputOrder) noexcept = 0;

    //! Names an output.
    virtual bool registerOutput(char const* outputName) noexcept = 0;

    //! Reads a file, its weights as `weightsType`; false when that fails.
    virtual bool parse(char const* file, nvinfer1::INetworkDefinition& network,
                       nvinfer1::DataType weightsType = nvinfer1::DataType::kFLOAT) noexcept = 0;

    //! As parse(), from `size` bytes in memory.
    virtual bool parseBuffer(char const* buffer, std::size_t size, nvinfer1::INetworkDefinition& network,
                             nvinfer1::DataType weightsType = nvinfer1::DataType::kFLOAT) noexcept = 0;

    //! Same as delete.
    TRT_DEPRECATED virtual void destroy() noexcept = 0;

    //! UFF_REQUIRED_VERSION_MAJOR of the library.
    virtual int32_t getUffRequiredVersionMajor() noexcept = 0;

    //! UFF_REQUIRED_VERSION_MINOR of the library.
    virtual int32_t getUffRequiredVersionMinor() noexcept = 0;

    //! UFF_REQUIRED_VERSION_PATCH of the library.
    virtual int32_t getUffRequiredVersionPatch() noexcept = 0;

    //! Sets the namespace that plugins are looked up in.
    virtual void setPluginNamespace(char const* libNamespace) noexcept = 0;

    virtual ~IUffParser() noexcept = default;

    //! Sets who collects errors; null for nobody.
    virtual void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept = 0;

    //! Who collects errors; null when nobody does.
    virtual nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept = 0;
};

} // namespace nvuffparser

//! What createUffParser() calls. Null: there is no reader of UFF models.
extern "C" inline void* createNvUffParser_INTERNAL() noexcept {
    return nullptr;
}

namespace nvuffparser TENON_NV_VISIBILITY {

//! Null: there is no reader of UFF models.
inline IUffParser* createUffParser() noexcept {
    return static_cast<IUffParser*>(createNvUffParser_INTERNAL());
}

//! Does nothing: no reader holds memory of protobuf.
inline void shutdownProtobufLibrary() noexcept {}

} // namespace nvuffparser
TENON_NV_END

#endif // NV_UFF_PARSER_H
