// SPDX-License-Identifier: Apache-2.0
// Running a plugin. In the plain case enqueue() here is the plugin's enqueue() and little else.
#include "plugin/instance.h"

#include "kernel/elements.h"
#include "plugin/call.h"

#include <algorithm>
#include <cstring>

namespace tenon::plugin {
namespace {

class PluginInstance final : public Instance {
public:
    PluginInstance(Attrs attrs, Descs const& descs, std::unique_ptr<Plugin> plugin, int64_t workspaceBytes,
                   int32_t tactic, std::unique_ptr<EpilogueRun> epilogue)
        : mAttrs(std::move(attrs)), mPlugin(std::move(plugin)), mEpilogue(std::move(epilogue)),
          mWorkspaceBytes(workspaceBytes), mTactic(tactic), mGuards(hasGuards()), mRecorder(recorder()) {
        for (DynamicPluginTensorDesc const& d : descs.list)
            mDescs.push_back(d.desc);
        mPointers.resize(mDescs.size());
        mResized.resize(attributes().outputs.size());
    }

    ~PluginInstance() override {
        LayerScope const scope(attributes().layer);
        mPlugin.reset();
    }

    bool enqueue(Args const& args) noexcept override {
        LayerScope const scope(attributes().layer);
        try {
            return run(args);
        } catch (Error const& e) {
            return args.failure->set(e.id(), "%s", e.brief().c_str()); // place and plugin it has by itself
        } catch (std::exception const& e) {
            return args.failure->set(Message::kPluginCall, "%s", e.what());
        }
    }

private:
    Attributes const& attributes() const noexcept { return mAttrs.as<Attributes>(); }
    size_t inputs() const noexcept { return static_cast<size_t>(attributes().inputs); }

    bool run(Args const& args) {
        size_t const in = inputs();
        for (size_t i = 0; i < in; ++i)
            take(i, args.inputs[i]);
        for (size_t i = 0; i < mResized.size(); ++i) {
            mResized[i] = args.outputs[i];
            if (args.outputs[i].box != nullptr && !makeRoom(args, i))
                return false;
            take(in + i, mResized[i]);
        }
        share();
        if (mMoved) {
            std::span const all(mDescs);
            mPlugin->shapesChanged(all.first(in), all.subspan(in));
            mMoved = false;
            mDivision = workspaceOf(args) != nullptr ? Division()
                                                     : Division(*mPlugin, attributes(), mDescs, mEpilogue != nullptr);
        }
        if (mEpilogue && !mEpilogue->bind(args, mResized[0].elements()))
            return args.failure->set(Message::kRunFailed,
                                     "an operand behind the plugin %s has other dims than its result",
                                     mPlugin->key().text().c_str());
        bool const isWatched = mGuards || mRecorder;
        int32_t const status = isWatched               ? watched(args)
                               : mDivision.isOneCall() ? once(args)
                                                       : mDivision.run(work(), mEpilogue.get());
        if (status != 0)
            return args.failure->set(Message::kPluginCall, "enqueue() of the plugin %s gave status %d%s",
                                     mPlugin->key().text().c_str(), status,
                                     mWorkspaceBytes == 0 ? "; a workspace size of 0 was reported" : "");
        if (!checkSizes(args))
            return false;
        if (mRecorder)
            tellWritten(args);
        settleSizes(args);
        if (mEpilogue && (isWatched || !mDivision.isInPieces()))
            mEpilogue->run(mResized[0].data, 0, mResized[0].elements());
        return true;
    }

    int32_t once(Args const& args) {
        return callEnqueue(*mPlugin, launchOf(mDescs, mPointers, inputs(), workspaceOf(args)));
    }

    Work work() const { return {*mPlugin, attributes().layer, mDescs, mPointers, inputs()}; }

    /// Null for a plugin that asked for none.
    void* workspaceOf(Args const& args) const noexcept {
        if (mWorkspaceBytes == 0)
            return nullptr;
        auto const at = (reinterpret_cast<uintptr_t>(args.workspace) + kWorkspaceAlign - 1) & ~(kWorkspaceAlign - 1);
        return reinterpret_cast<void*>(at);
    }

    plugin::Run watchedRun(Args const& args, std::span<std::vector<int64_t> const> written) {
        return {attributes(),      *mPlugin,        inputs(), mDescs, mPointers,
                workspaceOf(args), mWorkspaceBytes, mTactic,  written};
    }
    int32_t watched(Args const& args) {
        plugin::Run const run = watchedRun(args, {});
        if (mRecorder)
            mRecorder(run, false);
        return mGuards ? guardedEnqueue(run) : once(args);
    }
    void tellWritten(Args const& args) {
        std::vector<std::vector<int64_t>> written;
        for (size_t i = 0; i < mResized.size(); ++i)
            written.push_back(dimsOfOutput(args, i, [&](size_t o) { return sizeIn(o); }));
        mRecorder(watchedRun(args, written), true);
    }

    // Outputs in the memory of inputs: what is not there yet is copied, so the operand keeps its elements for others.

    void share() {
        auto const& aliases = attributes().aliases;
        for (size_t i = 0; i < aliases.size(); ++i) {
            if (aliases[i] < 0)
                continue;
            auto const from = static_cast<size_t>(aliases[i]);
            void const* const to = mPointers[inputs() + i];
            if (mPointers[from] != to)
                std::memcpy(const_cast<void*>(to), mPointers[from], static_cast<size_t>(bytesOf(mDescs[from])));
            mPointers[from] = to;
        }
    }

    /// Notes the tensor's address, and whether its shape is another one than in the run before.
    void take(size_t position, Tensor const& tensor) {
        mPointers[position] = tensor.data;
        nvinfer1::Dims& dims = mDescs[position].dims;
        if (dims.nbDims == tensor.rank && std::equal(tensor.dims, tensor.dims + tensor.rank, dims.d))
            return;
        dims = dimsOf(tensor.shape());
        mMoved = true;
    }

    /// A formula with the numbers of this run. settle() has inferred the outputs from the same operands, so what the
    /// formula reads is there.
    template <class S>
    int64_t evaluated(DimExpr const& formula, Args const& args, S&& size) const {
        auto dim = [&](size_t i, size_t axis) { return DimExpr(args.inputs[i].dims[axis]); };
        auto element = [&](size_t i, size_t k) {
            Tensor const& t = args.inputs[inputs() + i];
            return DimExpr(t.dtype == DType::kI64 ? t.as<int64_t const>()[k] : t.as<int32_t const>()[k]);
        };
        return substituted(formula, dim, element, [&](size_t o) { return DimExpr(size(o)); }).value();
    }

    /// Dims of an output with the numbers that `size` gives for size tensors.
    template <class S>
    std::vector<int64_t> dimsOfOutput(Args const& args, size_t output, S&& size) const {
        std::vector<int64_t> out;
        for (DimExpr const& formula : attributes().outputs[output].dims)
            out.push_back(evaluated(formula, args, size));
        return out;
    }

    int64_t upperOf(Args const& args, size_t output) const {
        return evaluated(attributes().outputs[output].upper, args, [](size_t) { return int64_t{0}; });
    }

    bool makeRoom(Args const& args, size_t i) {
        auto const dims = dimsOfOutput(args, i, [&](size_t o) { return upperOf(args, o); });
        return resize(args.outputs[i], attributes().outputs[i].dtype, dims, args.failure, mResized[i]);
    }

    int64_t sizeIn(size_t output) const {
        Tensor const& t = mResized[output];
        return t.dtype == DType::kI64 ? *t.as<int64_t const>() : *t.as<int32_t const>();
    }

    bool checkSizes(Args const& args) {
        for (size_t i = 0; i < mResized.size(); ++i)
            if (attributes().outputs[i].isSize)
                if (int64_t const given = sizeIn(i), most = upperOf(args, i); given < 0 || given > most)
                    return args.failure->set(
                        Message::kPluginOutputs, "size tensor %zu of the plugin %s holds %lld; it declared 0 to %lld",
                        i, mPlugin->key().text().c_str(), static_cast<long long>(given), static_cast<long long>(most));
        return true;
    }

    /// Gives outputs whose size the data decide their true dims.
    void settleSizes(Args const& args) {
        for (size_t i = 0; i < mResized.size(); ++i)
            if (Box* const box = args.outputs[i].box)
                box->setTensor(box->dtype, dimsOfOutput(args, i, [&](size_t o) { return sizeIn(o); }));
    }

    Attrs mAttrs;
    std::unique_ptr<Plugin> mPlugin;
    std::unique_ptr<EpilogueRun> mEpilogue;
    int64_t mWorkspaceBytes;
    int32_t mTactic;
    bool mGuards;
    Recorder mRecorder;
    std::vector<PluginTensorDesc> mDescs;
    std::vector<void const*> mPointers;
    std::vector<Tensor> mResized;
    bool mMoved = true;
    Division mDivision; ///< of the shapes that the plugin was told last
};

} // namespace

std::unique_ptr<Instance> makeInstance(Attrs attrs, Descs const& descs, std::unique_ptr<Plugin> plugin,
                                       int64_t workspaceBytes, int32_t tactic, std::unique_ptr<EpilogueRun> epilogue) {
    return std::make_unique<PluginInstance>(std::move(attrs), descs, std::move(plugin), workspaceBytes, tactic,
                                            std::move(epilogue));
}

std::unique_ptr<Plugin> atRun(Attributes const& a, Descs const& descs, int32_t tactic) {
    return withPlugin(a, [&](Plugin& p) {
        std::unique_ptr<Plugin> out;
        if (!a.live->isRestored)
            p.configure(descs);
        if (a.live->isRestored || !RegistryScope::current().find(a.key))
            out = p.forContext();
        else
            out = restore(RegistryScope::current(), a.key, a.layer, p.state())->forContext();
        out->setTactic(tactic);
        return out;
    });
}

} // namespace tenon::plugin
