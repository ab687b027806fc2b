// SPDX-License-Identifier: Apache-2.0
// The weights of a model, given by name to a refitter.
#include "api/dims.h"
#include "api/fence.h"
#include "api/model_source.h"
#include "api/parser.h"
#include "api/parser_errors.h"

#include <fmt/format.h>
#include <set>

namespace tenon::api {
namespace {

using namespace nvonnxparser;
using nvinfer1::ILogger;

std::set<std::string, std::less<>> weightsOf(nvinfer1::IRefitter& refitter) {
    int32_t const count = refitter.getAllWeights(0, nullptr);
    std::vector<char const*> names(static_cast<size_t>(std::max(0, count)));
    refitter.getAllWeights(count, names.data());
    return {names.begin(), names.end()};
}

int64_t elementsOf(Type const& type) {
    int64_t out = 1;
    for (DimExpr const& d : *type.dims)
        out *= d.value();
    return out;
}

class ParserRefitter final : public IParserRefitter {
public:
    ParserRefitter(nvinfer1::IRefitter& refitter, ILogger& logger)
        : mRefitter(refitter), mSink(std::make_shared<Sink>(&logger, Level::k10)) {}

    bool refitFromBytes(void const* model, size_t size, char const* path) noexcept override {
        return run("IParserRefitter::refitFromBytes", [&] { refit(ModelSource::memory(model, size, path)); });
    }
    bool refitFromFile(char const* file) noexcept override {
        return run("IParserRefitter::refitFromFile", [&] { refit(ModelSource::file(file)); });
    }
    int32_t getNbErrors() const noexcept override { return mErrors.size(); }
    IParserError const* getError(int32_t index) const noexcept override { return mErrors.at(index); }
    void clearErrors() override { mErrors.clear(); }

    bool loadModelProto(void const* model, size_t size, char const* path) noexcept override {
        return run("IParserRefitter::loadModelProto", [&] { mLoaded.load(model, size, path); });
    }
    bool loadInitializer(char const* name, void const* data, size_t size) noexcept override {
        return run("IParserRefitter::loadInitializer", [&] { mLoaded.give(name, data, size); });
    }
    bool refitModelProto() noexcept override {
        return run("IParserRefitter::refitModelProto", [&] { refit(mLoaded.source("refitModelProto()")); });
    }

private:
    template <class F>
    bool run(char const* call, F&& body) noexcept {
        Sink::Scope const scope(*mSink);
        try {
            mErrors.clear();
            body();
            return true;
        } catch (...) {
            return fence(*mSink, call, false, [&] {
                mErrors.addCurrent();
                for (Error const& e : mErrors.errors())
                    mSink->report(call, e);
                return false;
            });
        }
    }

    void refit(ModelSource const& source) {
        onnx::ReadOptions options;
        options.initializers = mLoaded.initializers();
        Network const model = source.read(options);
        auto const wanted = weightsOf(mRefitter);
        for (NetworkTensor const& t : model.tensors)
            if (t.constant && wanted.contains(t.weightsName.empty() ? t.name : t.weightsName))
                give(t);
        if (!mRefitter.refitCudaEngine())
            throw Error(Message::kRefitSources, "the engine does not take the weights of the model")
                .tip("the refitter's logger says why; the model must be the one that the engine was built from");
    }

    void give(NetworkTensor const& t) {
        std::string const& name = t.weightsName.empty() ? t.name : t.weightsName;
        std::optional<nvinfer1::DataType> const type = toDataType(t.type->dtype);
        if (!type || !mRefitter.setNamedWeights(name.c_str(), {*type, t.constant->data(), elementsOf(*t.type)}))
            throw Error(Message::kRefitSources, fmt::format("the engine does not take the weights '{}'", name),
                        {.tensor = name})
                .given(toString(*t.type))
                .tip("the refitter's logger says why");
    }

    nvinfer1::IRefitter& mRefitter;
    std::shared_ptr<Sink> mSink;
    ParserErrors mErrors;
    LoadedModel mLoaded;
};

} // namespace

IParserRefitter* makeParserRefitter(nvinfer1::IRefitter& refitter, ILogger& logger) {
    return new ParserRefitter(refitter, logger);
}

} // namespace tenon::api
