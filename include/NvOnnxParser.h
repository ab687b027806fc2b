// SPDX-License-Identifier: Apache-2.0
// The ONNX reader as a library: IParser fills an INetworkDefinition from a model, IParserRefitter replaces the weights
// of a built engine by those of a model, and IParserError tells what was wrong. The library makes these objects; the
// virtual functions keep the order of TensorRT 10.16, so a program built against its headers can use them.
// One parser is used by one thread at a time; two parsers are independent.
#ifndef NV_ONNX_PARSER_H
#define NV_ONNX_PARSER_H

#include "NvInfer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

//! Version of the parser's interface, 0.1.0.
#define NV_ONNX_PARSER_MAJOR 0
#define NV_ONNX_PARSER_MINOR 1
#define NV_ONNX_PARSER_PATCH 0

//! The version as one number, which createParser() hands to the library.
static constexpr int32_t NV_ONNX_PARSER_VERSION =
    NV_ONNX_PARSER_MAJOR * 10000 + NV_ONNX_PARSER_MINOR * 100 + NV_ONNX_PARSER_PATCH;

//! Some nodes of a model, by their index in the graph, and whether all of them are supported. Not in TensorRT 11.
using SubGraph_t = std::pair<std::vector<size_t>, bool>;

//! The parts that IParser::supportsModel() cuts a model into. Not in TensorRT 11.
using SubGraphCollection_t = std::vector<SubGraph_t>;

TENON_NV_BEGIN
namespace nvonnxparser TENON_NV_VISIBILITY {

//! A bound for loops over the enumeration T, as the caller's generation of TensorRT gives it.
template <typename T>
constexpr int32_t EnumMax() noexcept = delete;

//! What kind of problem an IParserError is about. All values are the same in every generation; 9 and above came
//! with 10.
enum class ErrorCode : int {
    kSUCCESS = 0,                  //!< No error.
    kINTERNAL_ERROR = 1,           //!< The parser is at fault, not the model.
    kMEM_ALLOC_FAILED = 2,         //!< Memory ran out.
    kMODEL_DESERIALIZE_FAILED = 3, //!< The bytes are not an ONNX model, or a file could not be read.
    kINVALID_VALUE = 4,            //!< An argument of a call is wrong.
    kINVALID_GRAPH = 5,     //!< The graph breaks a rule of ONNX, for example a cycle or a name that nothing defines.
    kINVALID_NODE = 6,      //!< A node breaks a rule of its operator.
    kUNSUPPORTED_GRAPH = 7, //!< The graph is valid and cannot be built.
    kUNSUPPORTED_NODE = 8,  //!< The operator, or this use of it, is not supported.
    kUNSUPPORTED_NODE_ATTR = 9,      //!< An attribute has a value that is not supported.
    kUNSUPPORTED_NODE_INPUT = 10,    //!< An input is not supported, for example one that must be constant and is not.
    kUNSUPPORTED_NODE_DATATYPE = 11, //!< The element type is not supported.
    kUNSUPPORTED_NODE_DYNAMIC = 12,  //!< A dimension is known only at run time where the build needs it.
    kUNSUPPORTED_NODE_SHAPE = 13,    //!< A shape is not supported.
    kREFIT_FAILED = 14               //!< Weights could not be replaced.
};

//! 14 from TensorRT 10 on, where it is the largest value; 9, the number of values, in 8.6.
template <>
constexpr int32_t EnumMax<ErrorCode>() noexcept {
    return TENON_API_LEVEL == 8 ? 9 : 14;
}

//! A set of OnnxParserFlag: bit 1U << flag is set for each member.
using OnnxParserFlags = uint32_t;

//! Options of IParser. Those for DLA are accepted and change nothing: there is no such device here.
enum class OnnxParserFlag : int32_t {
    kNATIVE_INSTANCENORM =
        0, //!< Read InstanceNormalization as layers of the engine and not as a plugin. Always so here.
    kENABLE_UINT8_AND_ASYMMETRIC_QUANTIZATION_DLA = 1, //!< Allow UINT8 and zero points other than 0. Since TensorRT 10.
    kREPORT_CAPABILITY_DLA = 2,                        //!< Report what DLA could run. Since TensorRT 10.
    //! A plugin with the name of an ONNX operator replaces it, also without a plugin namespace. Since TensorRT 10.
    kENABLE_PLUGIN_OVERRIDE = 3,
    kADJUST_FOR_DLA = 4 //!< Rewrite layers for DLA. Since TensorRT 10.
};

//! 1 in TensorRT 8.6, 5 in 10, 4 in 11.
template <>
constexpr int32_t EnumMax<OnnxParserFlag>() noexcept {
    return TENON_API_LEVEL == 8 ? 1 : TENON_API_LEVEL == 10 ? 5 : 4;
}

//! One problem of a model. It belongs to the parser or refitter and lives until its errors are cleared, the next model
//! is parsed or it is destroyed, whichever is first. No string is null unless said.
class IParserError {
public:
    //! The kind of the problem.
    virtual ErrorCode code() const = 0;

    //! What is wrong, what was wanted and what to try, in one text.
    virtual char const* desc() const = 0;

    //! Source file of the library that found it.
    virtual char const* file() const = 0;

    //! Line in file().
    virtual int line() const = 0;

    //! Function in file().
    virtual char const* func() const = 0;

    //! Index of the node in its graph, or -1 when the problem is not about one node.
    virtual int node() const = 0;

    //! Name of the node; empty when it has none. Since TensorRT 10.
    virtual char const* nodeName() const = 0;

    //! Operator of the node; empty when the problem is not about one node. Since TensorRT 10.
    virtual char const* nodeOperator() const = 0;

    //! Names of the model's local functions that the node lies in, outermost first: localFunctionStackSize() strings,
    //! or null for a node that lies in none. Since TensorRT 10.
    virtual char const* const* localFunctionStack() const = 0;

    //! Number of strings of localFunctionStack(). Since TensorRT 10.
    virtual int32_t localFunctionStackSize() const = 0;

protected:
    virtual ~IParserError() {}
};

//! Reads one ONNX model into the network that it was made for. Its errors are kept until clearErrors() or the next
//! model: all that can be found are collected, not the first only. Ended by delete, after or before the network.
class IParser {
public:
    //! Reads a model from `serialized_onnx_model_size` bytes and adds its layers to the network. The bytes are copied.
    //! `model_path` tells the folder of weights in external files; null: the working folder.
    //! False when there is an error; the network is then incomplete and should be dropped.
    virtual bool parse(void const* serialized_onnx_model, size_t serialized_onnx_model_size,
                       char const* model_path = nullptr) noexcept = 0;

    //! Reads a model from a file, with weights in external files beside it. Messages above `verbosity`, a value of
    //! ILogger::Severity, are not logged. False as parse().
    virtual bool parseFromFile(char const* onnxModelFile, int verbosity) noexcept = 0;

    //! Checks a model without a network: fills `sub_graph_collection` with runs of nodes, in their order, that are all
    //! supported or all not. True when the whole model is supported. supportsModelV2() replaces it. Not in TensorRT 11.
    TRT_DEPRECATED virtual bool supportsModel(void const* serialized_onnx_model, size_t serialized_onnx_model_size,
                                              SubGraphCollection_t& sub_graph_collection,
                                              char const* model_path = nullptr) noexcept = 0;

    //! As parse() for a model whose initializers hold addresses of weights in memory in place of their bytes.
    //! loadInitializer() replaces it. Not in TensorRT 11.
    TRT_DEPRECATED virtual bool parseWithWeightDescriptors(void const* serialized_onnx_model,
                                                           size_t serialized_onnx_model_size) noexcept = 0;

    //! True when the ONNX operator of that name is known, by an importer or a plugin; a use of it can still be refused.
    virtual bool supportsOperator(char const* op_name) const noexcept = 0;

    //! Number of errors of the last model.
    virtual int getNbErrors() const noexcept = 0;

    //! The error at `index` of 0 to getNbErrors() - 1; null outside of it.
    virtual IParserError const* getError(int index) const noexcept = 0;

    //! Forgets all errors; pointers from getError() end here.
    virtual void clearErrors() noexcept = 0;

    virtual ~IParser() noexcept = default;

    //! Paths of the plugin libraries that the network needs in a version-compatible engine, their number in
    //! `nbPluginLibs`; -1 there and null when this cannot be told. The array lives until the next model is parsed.
    virtual char const* const* getUsedVCPluginLibraries(int64_t& nbPluginLibs) const noexcept = 0;

    //! Replaces all flags by those of the set.
    virtual void setFlags(OnnxParserFlags onnxParserFlags) noexcept = 0;

    //! The flags that are set. The first answer is 1U << kNATIVE_INSTANCENORM, or 0 at TensorRT 8.6.
    virtual OnnxParserFlags getFlags() const noexcept = 0;

    //! Takes one flag out of the set.
    virtual void clearFlag(OnnxParserFlag onnxParserFlag) noexcept = 0;

    //! Adds one flag to the set.
    virtual void setFlag(OnnxParserFlag onnxParserFlag) noexcept = 0;

    //! True when the flag is set.
    virtual bool getFlag(OnnxParserFlag onnxParserFlag) const noexcept = 0;

    //! The tensor that output `i` of the first node called `name` became; null when there is no such node or output.
    //! It belongs to the network. Since TensorRT 10.
    virtual nvinfer1::ITensor const* getLayerOutputTensor(char const* name, int64_t i) noexcept = 0;

    //! Checks a model without a network; the answer in parts is then read by the three functions below. True when the
    //! whole model is supported. Arguments as parse(), bytes needed during the call only. Since TensorRT 10.
    virtual bool supportsModelV2(void const* serializedOnnxModel, size_t serializedOnnxModelSize,
                                 char const* modelPath = nullptr) noexcept = 0;

    //! Number of parts of the model of the last supportsModelV2(); 0 before it. Since TensorRT 10.
    virtual int64_t getNbSubgraphs() noexcept = 0;

    //! True when all nodes of part `index` are supported; false for an index outside. Since TensorRT 10.
    virtual bool isSubgraphSupported(int64_t const index) noexcept = 0;

    //! Node indices of part `index`, their number in `subgraphLength`; null and 0 for an index outside. The array
    //! belongs to the parser and lives until the next supportsModelV2(). Since TensorRT 10.
    virtual int64_t* getSubgraphNodes(int64_t const index, int64_t& subgraphLength) noexcept = 0;

    //! Takes a model without converting it, so that loadInitializer() can give weights before parseModelProto() does.
    //! Arguments as parse(). False when the bytes are no model or when one was loaded before. Since TensorRT 10.
    virtual bool loadModelProto(void const* serializedOnnxModel, size_t serializedOnnxModelSize,
                                char const* modelPath = nullptr) noexcept = 0;

    //! Gives the bytes of an initializer of the loaded model; a second call for the same name replaces the first. The
    //! bytes are not copied: keep them until the parser is gone and the engine is built. False without a loaded model,
    //! for a name that it does not have, and for another size than it has. Since TensorRT 10.
    virtual bool loadInitializer(char const* name, void const* data, size_t size) noexcept = 0;

    //! Converts the model of loadModelProto(). False as parse(), and without a loaded model. Since TensorRT 10.
    virtual bool parseModelProto() noexcept = 0;

    //! Tells the configuration that the network will be built with; the parser does not keep it alive. False for null.
    //! Since TensorRT 10.
    virtual bool setBuilderConfig(nvinfer1::IBuilderConfig const* const builderConfig) noexcept = 0;

    //! Same as delete. TensorRT 8.6 only.
    TRT_DEPRECATED void destroy() noexcept { delete this; }
};

//! Replaces the weights of the engine behind an IRefitter by those of an ONNX model, which must be the one that the
//! engine was built from apart from the values of its initializers. Since TensorRT 10.
class IParserRefitter {
public:
    //! Refits from a model in memory; arguments as IParser::parse(), bytes needed during the call only. True when every
    //! weight of the engine that the model names was replaced; else the engine keeps the weights that it had.
    virtual bool refitFromBytes(void const* serializedOnnxModel, size_t serializedOnnxModelSize,
                                char const* modelPath = nullptr) noexcept = 0;

    //! Refits from a model in a file, with weights in external files beside it. True as refitFromBytes().
    virtual bool refitFromFile(char const* onnxModelFile) noexcept = 0;

    //! Number of errors of the last model.
    virtual int32_t getNbErrors() const noexcept = 0;

    //! The error at `index` of 0 to getNbErrors() - 1; null outside of it.
    virtual IParserError const* getError(int32_t index) const noexcept = 0;

    //! Forgets all errors; pointers from getError() end here.
    virtual void clearErrors() = 0;

    virtual ~IParserRefitter() noexcept = default;

    //! Takes a model without refitting, so that loadInitializer() can give weights before refitModelProto() does.
    //! Arguments as IParser::parse(). False when the bytes are no model or when one was loaded before.
    virtual bool loadModelProto(void const* serializedOnnxModel, size_t serializedOnnxModelSize,
                                char const* modelPath = nullptr) noexcept = 0;

    //! Gives the bytes of an initializer of the loaded model; a second call for the same name replaces the first. The
    //! bytes are not copied: keep them until the refitter is gone. False as IParser::loadInitializer().
    virtual bool loadInitializer(char const* name, void const* data, size_t size) noexcept = 0;

    //! Refits from the model of loadModelProto(). True as refitFromBytes(); false without a loaded model.
    virtual bool refitModelProto() noexcept = 0;
};

} // namespace nvonnxparser

//! What createParser() calls: `network` is an INetworkDefinition, `logger` an ILogger, the result an IParser.
extern "C" TENSORRTAPI void* createNvOnnxParser_INTERNAL(void* network, void* logger, int version) noexcept
    TENON_NV_SYMBOL(createNvOnnxParser_INTERNAL);

//! What createParserRefitter() calls: `refitter` is an IRefitter, `logger` an ILogger, the result an IParserRefitter.
extern "C" TENSORRTAPI void* createNvOnnxParserRefitter_INTERNAL(void* refitter, void* logger, int32_t version) noexcept
    TENON_NV_SYMBOL(createNvOnnxParserRefitter_INTERNAL);

//! NV_ONNX_PARSER_VERSION of the library that is loaded.
extern "C" TENSORRTAPI int getNvOnnxParserVersion() noexcept TENON_NV_SYMBOL(getNvOnnxParserVersion);

namespace nvonnxparser TENON_NV_VISIBILITY {
namespace {

//! A parser that writes to `network` and logs to `logger`; both must outlive its last use. One parser reads one model.
//! Sizes that the model fixes must not be changed after parsing; an open one may be given a size. Null on failure.
inline IParser* createParser(nvinfer1::INetworkDefinition& network, nvinfer1::ILogger& logger) noexcept {
    return static_cast<IParser*>(createNvOnnxParser_INTERNAL(&network, &logger, NV_ONNX_PARSER_VERSION));
}

//! A refitter that gives weights to `refitter` and logs to `logger`; both must outlive its last use. Null on failure.
//! Since TensorRT 10.
inline IParserRefitter* createParserRefitter(nvinfer1::IRefitter& refitter, nvinfer1::ILogger& logger) noexcept {
    return static_cast<IParserRefitter*>(
        createNvOnnxParserRefitter_INTERNAL(&refitter, &logger, NV_ONNX_PARSER_VERSION));
}

} // namespace
} // namespace nvonnxparser
TENON_NV_END

#endif // NV_ONNX_PARSER_H
