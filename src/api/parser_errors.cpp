// SPDX-License-Identifier: Apache-2.0
#include "api/parser_errors.h"

#include <new>

namespace tenon::api {

using nvonnxparser::ErrorCode;

ErrorCode parserCodeOf(Error const& error, bool aboutNode) noexcept {
    bool const unsupported = infoOf(error.id()).status == Status::kUnsupported;
    switch (error.id()) {
    case Message::kInternal:
        return ErrorCode::kINTERNAL_ERROR;
    case Message::kMemory:
        return ErrorCode::kMEM_ALLOC_FAILED;
    case Message::kFileOpen:
    case Message::kOnnxFile:
    case Message::kOnnxExternal:
        return ErrorCode::kMODEL_DESERIALIZE_FAILED;
    case Message::kNullArgument:
    case Message::kArgument:
    case Message::kCallOrder:
    case Message::kInitializer:
        return ErrorCode::kINVALID_VALUE;
    case Message::kOnnxOperator:
    case Message::kOnnxCustomOperator:
        return ErrorCode::kUNSUPPORTED_NODE;
    case Message::kOnnxOpset:
        return ErrorCode::kUNSUPPORTED_GRAPH;
    case Message::kOnnxTensorType:
        return ErrorCode::kUNSUPPORTED_NODE_DATATYPE;
    case Message::kAttribute:
        return unsupported ? ErrorCode::kUNSUPPORTED_NODE_ATTR : ErrorCode::kINVALID_NODE;
    case Message::kOnnxMissing:
    case Message::kOnnxCycle:
    case Message::kOnnxDuplicate:
        return ErrorCode::kINVALID_GRAPH;
    default:
        break;
    }
    if (unsupported)
        return aboutNode ? ErrorCode::kUNSUPPORTED_NODE : ErrorCode::kUNSUPPORTED_GRAPH;
    return aboutNode ? ErrorCode::kINVALID_NODE : ErrorCode::kINVALID_GRAPH;
}

class ParserErrors::Item final : public nvonnxparser::IParserError {
public:
    Item(Error const& error, onnx::NodePlace place)
        : mCode(parserCodeOf(error, place.node >= 0)), mText(error.what()), mPlace(std::move(place)) {
        for (std::string const& name : mPlace.functions)
            mFunctions.push_back(name.c_str());
    }

    ErrorCode code() const override { return mCode; }
    char const* desc() const override { return mText.c_str(); }
    char const* file() const override { return "tenon"; }
    int line() const override { return 0; }
    char const* func() const override { return ""; }
    int node() const override { return static_cast<int>(mPlace.node); }
    char const* nodeName() const override { return mPlace.name.c_str(); }
    char const* nodeOperator() const override { return mPlace.op.c_str(); }
    char const* const* localFunctionStack() const override { return mFunctions.empty() ? nullptr : mFunctions.data(); }
    int32_t localFunctionStackSize() const override { return static_cast<int32_t>(mFunctions.size()); }

private:
    ErrorCode mCode;
    std::string mText;
    onnx::NodePlace mPlace;
    std::vector<char const*> mFunctions; ///< of mPlace.functions
};

void ParserErrors::add(Error const& error, onnx::NodePlace place) {
    if (place.name.empty())
        place.name = error.where().node;
    if (place.op.empty())
        place.op = error.where().op;
    mErrors.push_back(error);
    mItems.push_back(std::make_shared<Item>(error, std::move(place)));
}

void ParserErrors::addCurrent() {
    try {
        throw;
    } catch (onnx::ModelErrors const& list) {
        for (size_t i = 0; i < list.errors().size(); ++i)
            add(list.errors()[i], list.places()[i]);
    } catch (ErrorList const& list) {
        for (Error const& e : list.errors())
            add(e);
    } catch (Error const& e) {
        add(e);
    } catch (std::bad_alloc const&) {
        add(Error(Message::kMemory, "memory ran out"));
    } catch (std::exception const& e) {
        add(Error(Message::kInternal, e.what()));
    }
}

void ParserErrors::clear() noexcept {
    mErrors.clear();
    mItems.clear();
}

nvonnxparser::IParserError const* ParserErrors::at(int index) const noexcept {
    return index < 0 || index >= size() ? nullptr : mItems[static_cast<size_t>(index)].get();
}

} // namespace tenon::api
