// SPDX-License-Identifier: Apache-2.0
// The inspector's handle. Layers are the steps of the engine's main block; how much is told of them is the engine's
// ProfilingVerbosity. JSON has the keys that tools for TensorRT's engines read: Layers, Bindings; of a layer Name,
// LayerType, Inputs and Outputs {Name, Location, Dimensions, Format/Datatype}, TacticName, TacticValue, Metadata.
#include "api/context_handle.h"
#include "api/dims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::api {
namespace {

using nvinfer1::LayerInformationFormat;
using nvinfer1::ProfilingVerbosity;

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out + '"';
}

/// A list in brackets of what fn makes of each item.
template <class List, class F>
std::string listOf(List const& items, F&& fn) {
    std::string out = "[";
    for (auto const& item : items)
        out += (out.size() == 1 ? "" : ", ") + fn(item);
    return out + "]";
}

class Inspector final : public Object<nvinfer1::IEngineInspector, nvinfer1::apiv::VEngineInspector> {
public:
    explicit Inspector(std::shared_ptr<EngineState> state) : mState(std::move(state)), mSink(mState->sink->child()) {}

    nvinfer1::IEngineInspector* getPImpl() noexcept override { return this; }
    void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override { mSink->setRecorder(recorder); }
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return mSink->recorder(); }

    bool setExecutionContext(nvinfer1::IExecutionContext const* context) noexcept override {
        return fence(*mSink, "IEngineInspector::setExecutionContext", false, [&] {
            if (context != nullptr) {
                auto const& handle = static_cast<ContextHandle const&>(*context);
                if (handle.state() != mState)
                    throw Error(Message::kForeignObject, "the context belongs to another engine");
                mShapes = handle.context();
            }
            mContext = context;
            return true;
        });
    }
    nvinfer1::IExecutionContext const* getExecutionContext() const noexcept override {
        return mShapes.expired() ? nullptr : mContext;
    }

    char const* getLayerInformation(int32_t index, LayerInformationFormat format) const noexcept override {
        return fence(*mSink, "IEngineInspector::getLayerInformation", static_cast<char const*>(nullptr), [&] {
            auto const& steps = main().steps;
            needIndex(index, static_cast<int32_t>(steps.size()), "layerIndex");
            mText = isJson(format) ? json(0, static_cast<size_t>(index)) : line(static_cast<size_t>(index));
            return mText.c_str();
        });
    }
    char const* getEngineInformation(LayerInformationFormat format) const noexcept override {
        return fence(*mSink, "IEngineInspector::getEngineInformation", static_cast<char const*>(nullptr), [&] {
            mText = isJson(format) ? json() : lines();
            return mText.c_str();
        });
    }

private:
    static bool isJson(LayerInformationFormat format) {
        return needEnum(format, "format", nvinfer1::EnumMax<LayerInformationFormat>()) == LayerInformationFormat::kJSON;
    }
    plan::Block const& main() const { return mState->plan().blocks[0]; }
    ProfilingVerbosity verbosity() const {
        return static_cast<ProfilingVerbosity>(mState->plan().info.settings.verbosity);
    }

    /// Dims of a value: those of the context for the main block, else what the plan fixes.
    std::vector<int64_t> dims(size_t block, int32_t value) const {
        auto const context = mContext == nullptr ? nullptr : mShapes.lock();
        if (block == 0 && context != nullptr)
            if (auto known = context->valueShape(value))
                return *known;
        plan::Block const& b = mState->plan().blocks[block];
        std::vector<int64_t> out;
        for (Slot s : b.values[static_cast<size_t>(value)].dims) {
            ShapeInstr const& in = b.shapes.code[static_cast<size_t>(s)];
            out.push_back(in.op == DimOp::kConst ? in.value : -1);
        }
        return out;
    }

    static std::string formatText(plan::Value const& v) {
        return fmt::format("{} {}", toString(v.layout), nameOf(v.type.dtype));
    }

    std::string tensorJson(size_t block, int32_t value) const {
        plan::Value const& v = mState->plan().blocks[block].values[static_cast<size_t>(value)];
        return fmt::format("{{\"Name\": {}, \"Location\": {}, \"Dimensions\": [{}], \"Format/Datatype\": {}}}",
                           quoted(v.name), v.storage == plan::Storage::kHost ? "\"Host\"" : "\"Device\"",
                           fmt::join(dims(block, value), ", "), quoted(formatText(v)));
    }

    static std::vector<int32_t> present(std::vector<int32_t> values) {
        std::erase(values, -1);
        return values;
    }

    plan::LayerReport const* report(size_t step) const {
        auto const& layers = mState->plan().info.layers;
        return step < layers.size() && layers[step].name == main().steps[step].name ? &layers[step] : nullptr;
    }

    std::string json(size_t block, size_t number) const {
        plan::Step const& step = mState->plan().blocks[block].steps[number];
        if (verbosity() == ProfilingVerbosity::kNONE)
            return "\"\"";
        if (verbosity() != ProfilingVerbosity::kDETAILED)
            return quoted(step.name);
        auto const tensor = [&](int32_t v) { return tensorJson(block, v); };
        std::string out =
            fmt::format("{{\"Name\": {}, \"LayerType\": {}, \"Inputs\": {}, \"Outputs\": {}", quoted(step.name),
                        quoted(step.op), listOf(present(step.inputs), tensor), listOf(step.outputs, tensor));
        plan::Choice const& choice = step.choices[profile()];
        if (!choice.kernel.empty())
            out += fmt::format(", \"TacticName\": {}, \"TacticValue\": \"{:#018x}\", \"WorkspaceBytes\": {}",
                               quoted(choice.kernel), choice.tactic, choice.workspaceBytes);
        if (plan::LayerReport const* r = block == 0 ? report(number) : nullptr)
            out += fmt::format(", \"Operation\": {}, \"Microseconds\": {:.3f}", quoted(r->op), r->us);
        if (!step.blocks.empty())
            out += ", \"Blocks\": " + listOf(step.blocks, [&](int32_t inner) { return layersJson(inner); });
        return out + fmt::format(", \"StreamId\": 0, \"Metadata\": {}}}",
                                 quoted(fmt::format("{}", fmt::join(step.origins, "\x1f"))));
    }

    std::string layersJson(int32_t block) const {
        auto const number = static_cast<size_t>(block);
        std::string out = "[";
        for (size_t i = 0; i < mState->plan().blocks[number].steps.size(); ++i)
            out += (i == 0 ? "" : ", ") + json(number, i);
        return out + "]";
    }

    std::string json() const {
        auto const name = [](plan::IoTensor const& t) { return quoted(t.name); };
        std::string const layers = verbosity() == ProfilingVerbosity::kNONE ? "[]" : layersJson(0);
        return fmt::format("{{\"Layers\": {}, \"Bindings\": {}}}\n", layers, listOf(mState->plan().io, name));
    }

    std::string tensorText(int32_t value) const {
        plan::Value const& v = main().values[static_cast<size_t>(value)];
        return fmt::format("{} [{}] {}", v.name, fmt::join(dims(0, value), "x"), formatText(v));
    }

    std::string line(size_t number) const {
        plan::Step const& step = main().steps[number];
        if (verbosity() == ProfilingVerbosity::kNONE)
            return "\n";
        if (verbosity() != ProfilingVerbosity::kDETAILED)
            return step.name + "\n";
        auto const tensor = [&](int32_t v) { return tensorText(v); };
        std::string out = fmt::format("Name: {}, LayerType: {}, Inputs: {}, Outputs: {}", step.name, step.op,
                                      listOf(present(step.inputs), tensor), listOf(step.outputs, tensor));
        if (plan::Choice const& choice = step.choices[profile()]; !choice.kernel.empty())
            out += fmt::format(", TacticName: {}, TacticValue: {:#018x}", choice.kernel, choice.tactic);
        if (plan::LayerReport const* r = report(number))
            out += fmt::format(", Operation: {}, Microseconds: {:.3f}", r->op, r->us);
        return out + fmt::format(", Metadata: {}\n", fmt::join(step.origins, ", "));
    }

    std::string lines() const {
        std::string out = verbosity() == ProfilingVerbosity::kNONE ? "" : "Layers:\n";
        for (size_t i = 0; i < main().steps.size() && !out.empty(); ++i)
            out += line(i);
        out += "\nBindings:\n";
        for (plan::IoTensor const& t : mState->plan().io)
            out += t.name + "\n";
        return out;
    }

    size_t profile() const {
        auto const context = mContext == nullptr ? nullptr : mShapes.lock();
        return context == nullptr ? 0 : context->profile();
    }

    std::shared_ptr<EngineState> mState;
    std::shared_ptr<Sink> mSink;
    nvinfer1::IExecutionContext const* mContext = nullptr;
    std::weak_ptr<runtime::Context> mShapes; ///< of mContext, while it is there
    mutable std::string mText;
};

} // namespace

nvinfer1::IEngineInspector* makeInspector(std::shared_ptr<EngineState> state) {
    return new Inspector(std::move(state));
}

} // namespace tenon::api
