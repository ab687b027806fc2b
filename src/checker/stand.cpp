// SPDX-License-Identifier: Apache-2.0
#include "checker/stand.h"

#include "base/dtype.h"
#include "plugin/call.h"
#include "plugin/layouts.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

namespace tenon::checker {

using nvinfer1::DataType;
using nvinfer1::PluginTensorDesc;
using plugin::call;
using plugin::Descs;
using plugin::Plugin;

namespace {

constexpr int64_t kMostWorkspace = int64_t{1} << 34;
constexpr double kMostOutput = 1e10; ///< bytes: more cannot be filled and compared in the time of a probe

/// A list that ends where memory ends: who reads more entries than there are is found.
template <class T>
Guarded listOf(char const* name, std::span<T const> items) {
    Guarded out(name, items.size_bytes(), Place::kEnd);
    if (!items.empty())
        std::memcpy(out.data(), items.data(), items.size_bytes());
    return out;
}

bool sameDims(std::vector<PluginTensorDesc> const& a, std::vector<PluginTensorDesc> const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](PluginTensorDesc const& x, PluginTensorDesc const& y) {
        return x.dims.nbDims == y.dims.nbDims && std::equal(x.dims.d, x.dims.d + x.dims.nbDims, y.dims.d);
    });
}

/// Others than rows have no room for a group of channels that is not whole.
void needFormat(nvinfer1::TensorFormat format, Shape const& dims) {
    auto const all = plugin::formatsFor(dims);
    if (std::find(all.begin(), all.end(), format) == all.end())
        throw Error(Message::kNothingChecked,
                    fmt::format("a tensor of {} cannot lie in {}", textOf(dims), plugin::nameOf(format)));
}

/// Calls enqueue(), once or as how.repeatWhile says. Gives its status.
int32_t launched(Plugin& plugin, std::vector<PluginTensorDesc> const& descs, size_t in, Tensors& tensors,
                 Call const& how) {
    std::span<PluginTensorDesc const> const all(descs);
    std::span<void* const> const list = tensors.pointers();
    Guarded inDescs = listOf("the list of inputs", all.first(in)), ins = listOf("the list of inputs", list.first(in));
    Guarded outDescs = listOf("the list of outputs", all.subspan(in)),
            outs = listOf("the list of outputs", list.subspan(in));
    plugin::Launch launch;
    launch.in = reinterpret_cast<PluginTensorDesc const*>(inDescs.data());
    launch.out = reinterpret_cast<PluginTensorDesc const*>(outDescs.data());
    launch.inputs = reinterpret_cast<void const* const*>(ins.data());
    launch.outputs = reinterpret_cast<void* const*>(outs.data());
    launch.workspace = tensors.workspace();
    auto const until = std::chrono::steady_clock::now() + std::chrono::milliseconds(15);
    auto isOver = [&] {
        for (size_t o = 0; o < descs.size() - in && o < how.repeatWhile->size(); ++o)
            if (auto const& b = (*how.repeatWhile)[o].bytes; !std::equal(b.begin(), b.end(), tensors.output(o).begin()))
                return true;
        return std::chrono::steady_clock::now() > until;
    };
    for (;;) {
        int32_t const status = callEnqueue(plugin, launch);
        if (how.repeatWhile == nullptr || status != 0 || isOver())
            return status;
        tensors.refill(); // a plugin that changes its inputs, or reads its outputs, is another fault
    }
}

} // namespace

Values arranged(Values v, nvinfer1::TensorFormat format, bool back) {
    if (format == nvinfer1::TensorFormat::kLINEAR)
        return v;
    needFormat(format, v.dims);
    Layout const layout = plugin::layoutOf(format, v.dims.size());
    auto const size = static_cast<size_t>(bitsOf(v.dtype)) / 8;
    std::vector<std::byte> const from = v.bytes;
    std::vector<int64_t> index(v.dims.size(), 0);
    for (size_t row = 0; row < from.size(); row += size) {
        size_t const laid = static_cast<size_t>(layout.offset(v.dims, index)) * size;
        std::memcpy(v.bytes.data() + (back ? row : laid), from.data() + (back ? laid : row), size);
        for (size_t k = index.size(); k-- > 0 && ++index[k] == v.dims[k];)
            index[k] = 0;
    }
    return v;
}

std::vector<int32_t> aliasesOf(Plugin& plugin) {
    std::vector<int32_t> out(static_cast<size_t>(plugin.outputs()));
    for (size_t o = 0; o < out.size(); ++o)
        out[o] = plugin.aliasedInput(static_cast<int32_t>(o));
    return out;
}

std::unique_ptr<Plugin> copyForContext(Plugin& plugin) {
    using nvinfer1::IPluginV3OneRuntime;
    auto* const part = plugin.v3() == nullptr
                           ? nullptr
                           : plugin.v3()->getCapabilityInterface(nvinfer1::PluginCapabilityType::kRUNTIME);
    if (part == nullptr)
        return plugin.forContext();
    nvinfer1::IPluginV3* const made = call(plugin.key(), "attachToContext", [&] {
        return static_cast<IPluginV3OneRuntime*>(part)->attachToContext(&plugin::hostContext());
    });
    if (made == nullptr)
        throw plugin::failedCall(plugin.key(), "attachToContext", "null");
    return made == plugin.v3() ? plugin.clone() : plugin::adopt(made, plugin.key(), plugin.library());
}

Stand::Stand(std::unique_ptr<Plugin> made, Setup const& setup, Profile const& profile, std::vector<DType> const& combo,
             std::vector<nvinfer1::TensorFormat> formats)
    : mPlugin(std::move(made)), mSetup(&setup), mCombo(combo),
      mFormats(formats.empty() ? setup.formats : std::move(formats)) {
    std::vector<DataType> types;
    std::vector<Shape> dims, elements;
    auto symbolic = [](Shape const& low, Shape const& high, int64_t unknown) {
        Shape out = low;
        for (size_t k = 0; k < out.size(); ++k)
            if (low[k] != high[k])
                out[k] = unknown;
        return out;
    };
    for (size_t i = 0; i < setup.inputs; ++i) {
        types.push_back(static_cast<DataType>(combo.at(i)));
        dims.push_back(symbolic(profile.min.inputs.at(i), profile.max.inputs.at(i), -1));
    }
    for (size_t i = 0; i < profile.min.elements.size(); ++i)
        elements.push_back(
            symbolic(profile.min.elements[i], profile.max.elements[i], std::numeric_limits<int64_t>::min()));
    mOutputs = plugin::declareOutputs(*mPlugin, types, dims, elements);
    mCombo.resize(setup.inputs + mOutputs.size(), DType::kF32);
    for (size_t o = combo.size() - std::min(combo.size(), setup.inputs); o < mOutputs.size(); ++o)
        mCombo[setup.inputs + o] = mOutputs[o].dtype;
    for (size_t o = 0; o < mOutputs.size(); ++o)
        mOutputs[o].dtype = mCombo[setup.inputs + o];
    mAliases = aliasesOf(*mPlugin);
    mDescs = descsAt(profile);
    for (size_t p = 0; p < mDescs.list.size(); ++p)
        if (!mPlugin->accepts(static_cast<int32_t>(p), mDescs))
            throw Error(Message::kPluginFormats,
                        fmt::format("the plugin {} refuses {} in {} at position {}", mPlugin->key().text(),
                                    nameOf(mCombo[p]), plugin::nameOf(formatAt(p)), p));
    configure(profile);
}

Descs Stand::descsAt(Profile const& profile) const {
    Descs out;
    out.inputs = mSetup->inputs;
    auto add = [&](DType dtype, Shape const& min, Shape const& opt, Shape const& max) {
        Shape dims = min;
        for (size_t k = 0; k < dims.size(); ++k)
            if (min[k] != max[k])
                dims[k] = -1;
        out.list.push_back({{plugin::dimsOf(dims), static_cast<DataType>(dtype), formatAt(out.list.size()), 1.0F},
                            plugin::dimsOf(min),
                            plugin::dimsOf(max),
                            plugin::dimsOf(opt)});
    };
    for (size_t i = 0; i < mSetup->inputs; ++i)
        add(mCombo[i], profile.min.inputs[i], profile.opt.inputs[i], profile.max.inputs[i]);
    for (size_t o = 0; o < mOutputs.size(); ++o)
        add(mOutputs[o].dtype, dimsAt(o, profile.min), dimsAt(o, profile.opt), dimsAt(o, profile.max));
    return out;
}

void Stand::configure(Profile const& profile) {
    Descs const descs = descsAt(profile);
    mPlugin->configure(descs);
    int64_t const said = mPlugin->workspace(descs);
    if (said < 0 || said > kMostWorkspace) { // taken from dims that are not known, perhaps: go on with what is
        mBadWorkspace = said;
        mWorkspace = std::max(mWorkspace, mPlugin->workspace(descsAt(Profile::at(profile.max))));
    } else {
        mWorkspace = std::max(mWorkspace, said);
    }
    if (mWorkspace < 0 || mWorkspace > kMostWorkspace)
        throw plugin::failedCall(mPlugin->key(), "getWorkspaceSize", fmt::format("{} bytes", mWorkspace));
}

template <class S>
int64_t Stand::evaluate(DimExpr const& formula, Point const& point, S&& size) const {
    auto dim = [&](size_t i, size_t axis) { return DimExpr(point.inputs.at(i).at(axis)); };
    auto element = [&](size_t i, size_t k) { return DimExpr(point.elements.at(i).at(k)); };
    return plugin::substituted(formula, dim, element, [&](size_t o) { return DimExpr(size(o)); }).value();
}

int64_t Stand::upperAt(size_t output, Point const& point) const {
    return evaluate(mOutputs.at(output).upper, point, [](size_t) { return int64_t{0}; });
}

Shape Stand::dimsAt(size_t output, Point const& point) const {
    Shape out;
    for (DimExpr const& formula : mOutputs[output].dims)
        out.push_back(evaluate(formula, point, [&](size_t o) { return upperAt(o, point); }));
    return out;
}

Runner Stand::runner(Plugin& plugin, size_t tactic) {
    Runner out{copyForContext(plugin), {}};
    if (plugin.v3() != nullptr)
        if (std::vector<int32_t> const tactics = mPlugin->tactics(); !tactics.empty())
            out.plugin->setTactic(tactics.at(tactic)); // as an engine does before the first run
    return out;
}

std::vector<Values> Stand::inputsAt(Point const& point, uint64_t more) const {
    std::vector<Values> out;
    for (size_t i = 0; i < mSetup->inputs; ++i)
        out.push_back(randomValues(mCombo[i], point.inputs[i], mSetup->ranges.at(i),
                                   mSetup->seed * 1000003 + i * 7919 + more * 104729));
    return out;
}

bool Stand::settleSizes(Point const& point, Ran& ran) const {
    auto sizeIn = [&](size_t o) { return static_cast<int64_t>(elementOf(ran.outputs[o], 0)); };
    bool good = true;
    for (size_t o = 0; o < mOutputs.size(); ++o)
        if (mOutputs[o].isSize)
            if (int64_t const given = sizeIn(o), most = upperAt(o, point); given < 0 || given > most) {
                ran.notes.push_back({"size-tensor", fmt::format("output {}", o),
                                     fmt::format("size tensor {} holds {}; it declared 0 to {}", o, given, most)});
                good = false;
            }
    for (size_t o = 0; good && o < mOutputs.size(); ++o) {
        Values& v = ran.outputs[o];
        v.dims.clear();
        for (DimExpr const& formula : mOutputs[o].dims)
            v.dims.push_back(evaluate(formula, point, sizeIn));
        v.bytes.resize(bytesOf(v.dtype, volumeOf(v.dims)));
    }
    return good;
}

void Stand::needRoom(size_t output, Shape const& dims) const {
    double bytes = bitsOf(mOutputs[output].dtype) / 8.0;
    for (int64_t const d : dims)
        bytes *= static_cast<double>(d);
    if (bytes > kMostOutput)
        throw Error(Message::kPluginOutputs,
                    fmt::format("{}() of the plugin {} promises an output that cannot be run",
                                mPlugin->v3() != nullptr ? "getOutputShapes" : "getOutputDimensions",
                                mPlugin->key().text()))
            .wanted(fmt::format("outputs of up to {:.0f} bytes for these inputs", kMostOutput))
            .given(fmt::format("output {} of {}: {:.0f} bytes", output, textOf(dims), bytes));
}

std::vector<PluginTensorDesc> Stand::descsOf(Point const& point) const {
    std::vector<PluginTensorDesc> out;
    auto add = [&](Shape const& dims, DType dtype) {
        needFormat(formatAt(out.size()), dims);
        out.push_back({plugin::dimsOf(dims), static_cast<DataType>(dtype), formatAt(out.size()), 1.0F});
    };
    for (size_t i = 0; i < mSetup->inputs; ++i)
        add(point.inputs[i], mCombo[i]);
    for (size_t o = 0; o < mOutputs.size(); ++o) {
        Shape const dims = dimsAt(o, point);
        needRoom(o, dims);
        add(dims, mOutputs[o].dtype);
    }
    return out;
}

Ran Stand::run(Runner& runner, Point const& point, Call const& how, std::optional<int64_t> workspaceBytes) const {
    std::vector<PluginTensorDesc> const descs = descsOf(point);
    if (!sameDims(runner.last, descs))
        runner.plugin->shapesChanged(std::span(descs).first(inputs()), std::span(descs).subspan(inputs()));
    runner.last = descs;
    return enqueue(*runner.plugin, point, how, workspaceBytes);
}

Ran Stand::enqueue(Plugin& plugin, Point const& point, Call const& how, std::optional<int64_t> workspaceBytes) const {
    size_t const in = mSetup->inputs;
    std::vector<Values> given;
    for (size_t i = 0; i < in; ++i)
        given.push_back(arranged(how.inputs.at(i), formatAt(i), false));
    Tensors tensors(std::move(given), how.place);
    for (size_t o = 0; o < mOutputs.size(); ++o) {
        size_t const bytes = bytesOf(mOutputs[o].dtype, volumeOf(dimsAt(o, point)));
        int64_t with = mAliases[o];
        if (how.inPlace && o < in && with < 0 && !tensors.isShared(o))
            with = static_cast<int64_t>(o);
        bool const fits =
            with >= 0 && with < static_cast<int64_t>(in) && how.inputs[static_cast<size_t>(with)].bytes.size() == bytes;
        tensors.addOutput(bytes, how.outputs, fits ? with : -1, how.sharesMemory);
    }
    tensors.addWorkspace(static_cast<size_t>(workspaceBytes.value_or(mWorkspace)), how.workspace);
    Ran out;
    out.status = launched(plugin, descsOf(point), in, tensors, how);
    out.notes = tensors.notes();
    for (size_t o = 0; o < mOutputs.size(); ++o) {
        auto const bytes = tensors.output(o);
        out.outputs.push_back(
            arranged({mOutputs[o].dtype, dimsAt(o, point), {bytes.begin(), bytes.end()}}, formatAt(in + o), true));
    }
    if (out.status == 0)
        settleSizes(point, out);
    return out;
}

std::vector<Values> Stand::results(Runner& runner, Point const& point, uint64_t more) const {
    Call how;
    how.inputs = inputsAt(point, more);
    Ran ran = run(runner, point, how);
    if (ran.status != 0)
        throw plugin::failedCall(runner.plugin->key(), "enqueue", fmt::format("status {}", ran.status));
    return std::move(ran.outputs);
}

} // namespace tenon::checker
