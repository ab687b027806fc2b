// SPDX-License-Identifier: Apache-2.0
#include "api/parser.h"

#include "api/absent.h"
#include "api/fence.h"
#include "api/model_source.h"
#include "api/network_state.h"
#include "api/parser_errors.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {
namespace {

using namespace nvonnxparser;
using nvinfer1::ILogger;

constexpr uint32_t kFlags = 5;

/// Passes on what is as severe as asked for.
class Filter final : public ILogger {
public:
    Filter(ILogger& to, int worst) : mTo(to), mWorst(worst) {}
    void log(Severity severity, char const* text) override {
        if (static_cast<int>(severity) <= mWorst)
            mTo.log(severity, text);
    }

private:
    ILogger& mTo;
    int mWorst;
};

/// Runs of nodes in their order, all supported or all not.
std::vector<SubGraph_t> partsOf(onnx::ReadReport const& report) {
    std::vector<SubGraph_t> out;
    for (size_t node : report.order) {
        bool const good = !report.faulty.contains(node);
        if (out.empty() || out.back().second != good)
            out.push_back({{}, good});
        out.back().first.push_back(node);
    }
    return out;
}

class Parser final : public IParser {
public:
    Parser(nvinfer1::INetworkDefinition& network, ILogger& logger)
        : mNetwork(stateOf(network)), mLogger(logger), mLevel(mNetwork.sink().level()),
          mSink(std::make_shared<Sink>(&logger, mLevel)), mFlags(mLevel == Level::k8 ? 0 : 1) {}

    bool parse(void const* model, size_t size, char const* path) noexcept override {
        return run("IParser::parse", *mSink, [&] { return ModelSource::memory(model, size, path); });
    }
    bool parseFromFile(char const* file, int verbosity) noexcept override {
        Filter filter(mLogger, verbosity);
        Sink sink(&filter, mLevel);
        return run("IParser::parseFromFile", sink, [&] { return ModelSource::file(file); });
    }
    bool parseWithWeightDescriptors(void const*, size_t) noexcept override {
        TENON_ABSENT(*mSink, "IParser::parseWithWeightDescriptors", "loadInitializer() gives weights in memory");
        return false;
    }

    bool supportsModel(void const* model, size_t size, SubGraphCollection_t& parts,
                       char const* path) noexcept override {
        bool const good = supports("IParser::supportsModel", model, size, path);
        parts = mParts;
        return good;
    }
    bool supportsModelV2(void const* model, size_t size, char const* path) noexcept override {
        return supports("IParser::supportsModelV2", model, size, path);
    }
    int64_t getNbSubgraphs() noexcept override { return static_cast<int64_t>(mParts.size()); }
    bool isSubgraphSupported(int64_t index) noexcept override { return isPart(index) && part(index).second; }
    int64_t* getSubgraphNodes(int64_t index, int64_t& length) noexcept override {
        length = 0;
        if (!isPart(index))
            return nullptr;
        std::vector<int64_t>& nodes = mPartNodes[static_cast<size_t>(index)];
        length = static_cast<int64_t>(nodes.size());
        return nodes.data();
    }
    bool supportsOperator(char const* name) const noexcept override {
        return name != nullptr && onnx::builtinImporters().knows("", name);
    }

    int getNbErrors() const noexcept override { return mErrors.size(); }
    IParserError const* getError(int index) const noexcept override { return mErrors.at(index); }
    void clearErrors() noexcept override { mErrors.clear(); }

    char const* const* getUsedVCPluginLibraries(int64_t& count) const noexcept override {
        static char const* const kNone[1] = {nullptr};
        count = 0;
        return kNone;
    }

    void setFlags(OnnxParserFlags flags) noexcept override {
        fence(*mSink, "IParser::setFlags", [&] {
            if (flags >> kFlags != 0)
                throw Error(Message::kArgument, "the flags have bits that mean nothing")
                    .wanted(fmt::format("bits of {:#x}", (1U << kFlags) - 1))
                    .given(fmt::format("{:#x}", flags));
            mFlags = flags;
        });
    }
    OnnxParserFlags getFlags() const noexcept override { return mFlags; }
    void setFlag(OnnxParserFlag flag) noexcept override {
        fence(*mSink, "IParser::setFlag", [&] { mFlags |= bit(flag); });
    }
    void clearFlag(OnnxParserFlag flag) noexcept override {
        fence(*mSink, "IParser::clearFlag", [&] { mFlags &= ~bit(flag); });
    }
    bool getFlag(OnnxParserFlag flag) const noexcept override {
        return static_cast<uint32_t>(flag) < kFlags && (mFlags >> static_cast<uint32_t>(flag) & 1U) != 0;
    }

    nvinfer1::ITensor const* getLayerOutputTensor(char const* name, int64_t index) noexcept override {
        if (name == nullptr || index < 0)
            return nullptr;
        auto const found = mOutputs.find(name);
        if (found == mOutputs.end() || index >= static_cast<int64_t>(found->second.size()))
            return nullptr;
        return mNetwork.findTensor(found->second[static_cast<size_t>(index)]);
    }

    bool loadModelProto(void const* model, size_t size, char const* path) noexcept override {
        return attempt("IParser::loadModelProto", *mSink, [&] { mLoaded.load(model, size, path); });
    }
    bool loadInitializer(char const* name, void const* data, size_t size) noexcept override {
        return attempt("IParser::loadInitializer", *mSink, [&] { mLoaded.give(name, data, size); });
    }
    bool parseModelProto() noexcept override {
        return run("IParser::parseModelProto", *mSink, [&] { return mLoaded.source("parseModelProto()"); });
    }
    bool setBuilderConfig(nvinfer1::IBuilderConfig const* config) noexcept override {
        return attempt("IParser::setBuilderConfig", *mSink, [&] { need(config, "the configuration"); });
    }

private:
    static uint32_t bit(OnnxParserFlag flag) {
        return 1U << static_cast<uint32_t>(needEnum(flag, "the flag", static_cast<int32_t>(kFlags)));
    }
    bool isPart(int64_t index) const noexcept { return index >= 0 && index < static_cast<int64_t>(mParts.size()); }
    SubGraph_t const& part(int64_t index) const noexcept { return mParts[static_cast<size_t>(index)]; }

    /// What `body` throws is logged and kept for getError().
    template <class F>
    bool attempt(char const* call, Sink& sink, F&& body) noexcept {
        Sink::Scope const scope(sink);
        try {
            mErrors.clear();
            body();
            return true;
        } catch (...) {
            return fence(sink, call, false, [&] {
                mErrors.addCurrent();
                for (Error const& e : mErrors.errors())
                    sink.report(call, e);
                return false;
            });
        }
    }

    template <class F>
    bool run(char const* call, Sink& sink, F&& source) noexcept {
        bool const good = attempt(call, sink, [&] { read(source()); });
        if (!good && !mErrors.errors().empty())
            mNetwork.failedParse = mErrors.errors().front();
        return good;
    }

    onnx::ReadOptions readOptions(onnx::ReadReport& report) const {
        onnx::ReadOptions out;
        out.report = &report;
        out.plugins = &mNetwork.plugins();
        out.preferPlugins = (mFlags & bit(nvonnxparser::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE)) != 0;
        return out;
    }

    void read(ModelSource const& source) {
        onnx::ReadReport report;
        onnx::ReadOptions options = readOptions(report);
        options.initializers = mLoaded.initializers();
        Network model = source.read(options);
        std::map<std::string, std::vector<std::string>, std::less<>> outputs;
        for (auto const& [node, ids] : report.outputs)
            for (TensorId id : ids)
                outputs[node].push_back(id < 0 ? std::string() : model.tensors[static_cast<size_t>(id)].name);
        mNetwork.adopt(std::move(model));
        mOutputs = std::move(outputs);
    }

    bool supports(char const* call, void const* model, size_t size, char const* path) noexcept {
        onnx::ReadReport report;
        bool const good = attempt(call, *mSink, [&] {
            mParts.clear();
            ModelSource::memory(model, size, path).read(readOptions(report));
        });
        return fence(*mSink, call, false, [&] {
            mParts = partsOf(report);
            mPartNodes.clear();
            for (SubGraph_t const& part : mParts)
                mPartNodes.emplace_back(part.first.begin(), part.first.end());
            return good;
        });
    }

    NetworkState& mNetwork;
    ILogger& mLogger;
    Level mLevel;
    std::shared_ptr<Sink> mSink;
    OnnxParserFlags mFlags;
    ParserErrors mErrors;
    LoadedModel mLoaded;
    std::map<std::string, std::vector<std::string>, std::less<>> mOutputs; ///< tensor names by node name
    std::vector<SubGraph_t> mParts;
    std::vector<std::vector<int64_t>> mPartNodes;
};

} // namespace

IParser* makeParser(nvinfer1::INetworkDefinition& network, ILogger& logger) {
    return new Parser(network, logger);
}

} // namespace tenon::api
