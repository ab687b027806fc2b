// SPDX-License-Identifier: Apache-2.0
// The kernel of the operator "plugin": the plugin itself, with host pointers.
#include "kernel/elements.h"
#include "plugin/call.h"
#include "plugin/host.h"
#include "plugin/op.h"

#include <algorithm>

namespace tenon::plugin {

void addPluginKernel(KernelTable& table);

namespace {

constexpr auto kLinear = nvinfer1::TensorFormat::kLINEAR;

DynamicPluginTensorDesc descOf(OperandDesc const& operand) {
    std::vector<int64_t> dims, min, max, opt;
    for (DimRange const& d : operand.dims) {
        dims.push_back(d.isFixed() ? d.min : -1);
        min.push_back(d.min);
        max.push_back(d.max);
        opt.push_back(d.opt);
    }
    return {{dimsOf(dims), static_cast<DataType>(operand.type.dtype), kLinear, 1.0F},
            dimsOf(min),
            dimsOf(max),
            dimsOf(opt)};
}

Descs descsOf(Problem const& problem) {
    requireFits(problem.attrs.as<Attributes>(), problem.inputs.size(), problem.outputs.size());
    Descs out;
    out.inputs = static_cast<size_t>(problem.attrs.as<Attributes>().inputs);
    for (size_t i = 0; i < out.inputs; ++i)
        out.list.push_back(descOf(problem.inputs[i]));
    for (OperandDesc const& o : problem.outputs)
        out.list.push_back(descOf(o));
    return out;
}

class PluginInstance final : public Instance {
public:
    PluginInstance(Attrs attrs, Descs const& descs) : mAttrs(std::move(attrs)) {
        mPlugin = withPlugin(attributes(), [](Plugin& p) { return p.forContext(); });
        for (DynamicPluginTensorDesc const& d : descs.list)
            mDescs.push_back(d.desc);
        mPointers.resize(mDescs.size());
        mResized.resize(attributes().outputs.size());
    }

    bool enqueue(Args const& args) noexcept override {
        try {
            return run(args);
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
        std::span const all(mDescs);
        if (mMoved) {
            mPlugin->shapesChanged(all.first(in), all.subspan(in));
            mMoved = false;
        }
        CallMark const mark(mPlugin->key(), "enqueue");
        int32_t const status = mPlugin->enqueue({mDescs.data(), mDescs.data() + in, mPointers.data(),
                                                 const_cast<void**>(mPointers.data() + in), args.workspace});
        if (status != 0)
            return args.failure->set(Message::kPluginCall, "enqueue() of the plugin %s gave status %d%s",
                                     mPlugin->key().text().c_str(), status,
                                     args.workspace == nullptr ? "; it asked for no workspace" : "");
        return settleSizes(args);
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

    /// Gives outputs whose size the data decide their true dims.
    bool settleSizes(Args const& args) {
        for (size_t i = 0; i < mResized.size(); ++i)
            if (attributes().outputs[i].isSize)
                if (int64_t const given = sizeIn(i), most = upperOf(args, i); given < 0 || given > most)
                    return args.failure->set(
                        Message::kPluginOutputs, "size tensor %zu of the plugin %s holds %lld; it declared 0 to %lld",
                        i, mPlugin->key().text().c_str(), static_cast<long long>(given), static_cast<long long>(most));
        for (size_t i = 0; i < mResized.size(); ++i)
            if (Box* const box = args.outputs[i].box)
                box->setTensor(box->dtype, dimsOfOutput(args, i, [&](size_t o) { return sizeIn(o); }));
        return true;
    }

    Attrs mAttrs;
    std::unique_ptr<Plugin> mPlugin;
    std::vector<PluginTensorDesc> mDescs;
    std::vector<void const*> mPointers;
    std::vector<Tensor> mResized;
    bool mMoved = true;
};

class PluginKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "plugin.host"; }
    std::string_view op() const noexcept override { return "plugin"; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "a plugin computes no epilogue"};
        auto const& a = problem.attrs.as<Attributes>();
        if (!isHost(a.key))
            throw Error(Message::kPluginDevice, fmt::format("the plugin {} does not run on the CPU", a.key.text()),
                        {a.layer, {}, {}, a.key.path()})
                .wanted("TENON_HOST_PLUGIN beside its creator, or the user's word for it")
                .given("neither");
        Descs const descs = descsOf(problem);
        withPlugin(a, [&](Plugin& p) { p.configure(descs); });
        return {{Signature::plain(problem)}, {}};
    }
    /// An engine was built with it; what is asked is whether its plugin can be made here.
    bool accepts(Problem const& problem, Signature const& signature) const override {
        withPlugin(problem.attrs.as<Attributes>(), [](Plugin&) {});
        return signature == Signature::plain(problem);
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        Descs const descs = descsOf(problem);
        return withPlugin(problem.attrs.as<Attributes>(), [&](Plugin& p) { return p.workspace(descs); });
    }
    double estimate(Problem const&, Signature const&) const override { return 1000; }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<PluginInstance>(problem.attrs, descsOf(problem));
    }
};

} // namespace

void addPluginKernel(KernelTable& table) {
    table.add(std::make_unique<PluginKernel>());
}

} // namespace tenon::plugin
