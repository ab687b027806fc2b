// SPDX-License-Identifier: Apache-2.0
// conv.dnnl proposes the layouts that oneDNN likes best, and those with plain and with channels-last activations, where
// it has a fast implementation for them; the epilogue becomes post-ops. One Instance serves one set of dims. The work
// is cut by batch, then by output channels (or groups), into parts that share one primitive.
#include "ops/conv/isa/conv_dnnl.h"

#include "backend/cpu/dnnl.h"
#include "kernel/parallel.h"
#include "ops/conv/conv.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops::conv {
namespace {

using cpu::PrimitiveOperand;
using cpu::Split;
using Desc = dnnl::memory::desc;
using Description = dnnl::convolution_forward::primitive_desc;
constexpr auto kF32 = dnnl::memory::data_type::f32;
constexpr double kFlopsPerNs = 70;

/// Weights [O, I, kernel...] as oneDNN sees those of a grouped convolution: [G, O / G, I, kernel...]. With one output
/// channel a group, O is G, and the axis O / G of size 1 lies where oneDNN's formats have it.
Layout grouped(Layout const& layout, size_t rank, bool onePerGroup) {
    Layout out;
    for (size_t k = 0; k < rank; ++k) {
        int32_t const axis = layout.order.empty() ? static_cast<int32_t>(k) : layout.order[k];
        bool const swap = onePerGroup && k != 0;
        if (axis == 0)
            out.order.insert(out.order.end(), {swap ? 1 : 0, swap ? 0 : 1});
        else
            out.order.push_back(axis + 1);
    }
    for (Layout::Block const& b : layout.blocks)
        out.blocks.push_back({b.axis == 0 && onePerGroup ? 0 : b.axis + 1, b.size});
    if (std::is_sorted(out.order.begin(), out.order.end()))
        out.order.clear();
    return out;
}

/// The reverse; absent where no Layout over [O, I, kernel...] means the same bytes.
std::optional<Layout> ungrouped(Layout const& layout, size_t rank, int64_t perGroup) {
    int32_t const dropped = perGroup == 1 ? 1 : 0;
    Layout out;
    for (size_t k = 0; k < rank + 1; ++k)
        if (int32_t const axis = layout.order.empty() ? static_cast<int32_t>(k) : layout.order[k]; axis != dropped)
            out.order.push_back(std::max(0, axis - 1));
    for (Layout::Block const& b : layout.blocks) {
        if (b.axis == dropped || (b.axis == 1 && perGroup % b.size != 0))
            return std::nullopt;
        out.blocks.push_back({std::max(0, b.axis - 1), b.size});
    }
    if (std::is_sorted(out.order.begin(), out.order.end()))
        out.order.clear();
    return grouped(out, rank, perGroup == 1) == layout ? std::optional(out) : std::nullopt;
}

/// A convolution with its dims fixed at one of min, opt, max.
struct Shape {
    std::vector<int64_t> x, w, y;
    int64_t group = 1;
    bool bias = false;
    dnnl::memory::dims strides, dilations, before, after;

    Shape(Problem const& problem, int64_t DimRange::*which) {
        auto const& attrs = problem.attrs.as<Attributes>();
        group = attrs.group;
        bias = problem.ownInputs() > 2 && problem.inputs[2].present;
        for (DimRange const& d : problem.inputs[0].dims)
            x.push_back(d.*which);
        w = problem.inputs[1].opt();
        y = {x[0], w[0]};
        size_t const axes = x.size() - 2;
        for (size_t i = 0; i < axes; ++i) {
            WindowAxis const a = attrs.window.resolve(i, axes, w[i + 2], x[i + 2]);
            y.push_back(a.out);
            strides.push_back(a.stride);
            dilations.push_back(a.dilation - 1);
            before.push_back(a.before);
            after.push_back((a.out - 1) * a.stride + a.extent() - a.in - a.before);
        }
    }

    /// Dims of the weights as oneDNN sees them.
    std::vector<int64_t> weights() const {
        std::vector<int64_t> out = w;
        if (group > 1) {
            out[0] /= group;
            out.insert(out.begin(), group);
        }
        return out;
    }
    double nanoseconds() const {
        double work = 2;
        for (int64_t d : y)
            work *= static_cast<double>(d);
        for (size_t i = 1; i < w.size(); ++i)
            work *= static_cast<double>(w[i]);
        return work / kFlopsPerNs;
    }
    bool isEmpty() const {
        return std::any_of(x.begin(), x.end(), [](int64_t d) { return d < 1; }) ||
               std::any_of(y.begin(), y.end(), [](int64_t d) { return d < 1; });
    }
    Description describe(Desc const& xd, Desc const& wd, Desc const& yd, int64_t channels,
                         dnnl::primitive_attr const& attr) const {
        using namespace dnnl;
        auto const what = algorithm::convolution_direct;
        if (bias)
            return {cpu::dnnlEngine(),
                    prop_kind::forward_inference,
                    what,
                    xd,
                    wd,
                    Desc({channels}, kF32, memory::format_tag::x),
                    yd,
                    strides,
                    dilations,
                    before,
                    after,
                    attr,
                    true};
        return {cpu::dnnlEngine(),
                prop_kind::forward_inference,
                what,
                xd,
                wd,
                yd,
                strides,
                dilations,
                before,
                after,
                attr,
                true};
    }
};

/// Layouts of x, weights (as the signature has them) and y.
struct Layouts {
    Layout x, w, y;
};

/// The three operands of the whole problem, with the axes that a split cuts.
std::vector<PrimitiveOperand> operandsOf(Shape const& s, Layouts const& l) {
    bool const byGroups = s.group > 1;
    std::vector<PrimitiveOperand> out;
    out.push_back({DNNL_ARG_SRC, 0, l.x, s.x, {0, byGroups ? 1 : -1}});
    out.push_back(
        {DNNL_ARG_WEIGHTS, 1, byGroups ? grouped(l.w, s.w.size(), s.w[0] == s.group) : l.w, s.weights(), {-1, 0}});
    out.push_back({DNNL_ARG_DST, PrimitiveOperand::kResult, l.y, s.y, {0, 1}});
    if (s.bias)
        out.push_back({DNNL_ARG_BIAS, 2, Layout::rowMajor(), {s.w[0]}, {-1, 0}});
    return out;
}

/// A plain product for each group in turn is no fast implementation.
bool isFast(Description const& description, int64_t group) {
    bool const products = std::string_view(description.impl_info_str()).find("x64:gemm") != std::string_view::npos;
    return cpu::isFast(description) && (group == 1 || !products);
}

struct Made {
    Description description;
    std::vector<PrimitiveOperand> operands;
};

/// Describes one part of the problem; absent where oneDNN has nothing (with `fast`: nothing fast), or the split does
/// not come out even.
std::optional<Made> describe(Problem const& problem, Shape const& s, Layouts const& layouts, Split const& split,
                             bool fast = true) {
    Made made{{}, operandsOf(s, layouts)};
    std::vector<Desc> descs;
    int64_t channels = 0;
    for (PrimitiveOperand const& o : made.operands) {
        auto const desc = cpu::partDesc(o, split);
        if (!desc)
            return std::nullopt;
        descs.push_back(*desc);
        if (o.source == PrimitiveOperand::kResult)
            channels = desc->get_dims()[1];
    }
    dnnl::primitive_attr attr;
    auto operandOf = [&](int input) {
        std::optional<PrimitiveOperand> operand = cpu::stepOperand(problem, input, layouts.y);
        operand->splitAxis = {0, 1};
        return operand;
    };
    if (!cpu::addPostOps(cpu::mapEpilogue(problem), split, operandOf, attr, made.operands))
        return std::nullopt;
    made.description = s.describe(descs[0], descs[1], descs[2], channels, attr);
    if (made.description.get(true) == nullptr || (fast && !isFast(made.description, s.group)))
        return std::nullopt;
    return made;
}

Split splitOf(Problem const& problem, Shape const& s, Layouts const& layouts) {
    int64_t const limit = threads();
    if (limit == 1 || s.nanoseconds() < static_cast<double>(kSerialNanoseconds))
        return {};
    auto fits = [&](Split const& split) { return describe(problem, s, layouts, split).has_value(); };
    int64_t const batch = s.x[0];
    for (int64_t parts = std::min(batch, 4 * limit); parts >= limit; --parts)
        if (batch % parts == 0 && (parts % limit == 0 || parts >= 3 * limit) && fits({{parts, 1}}))
            return {{parts, 1}};
    // Each image apart, and its output channels (or groups) in as few parts as keep all threads busy.
    int64_t const channels = s.group > 1 ? s.group : s.w[0];
    for (int64_t parts = 2; parts <= 2 * limit; ++parts)
        if (channels % parts == 0 && batch * parts % limit == 0 && fits({{batch, parts}}))
            return {{batch, parts}};
    return {};
}

class DnnlKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "conv.dnnl"; }
    std::string_view op() const noexcept override { return "conv"; }
    bool anyShape() const noexcept override { return false; }
    bool isPortable() const noexcept override { return false; }

    Proposal propose(Problem const& problem) const override {
        if (std::string reason = reject(problem); !reason.empty())
            return {{}, std::move(reason)};
        Proposal out;
        cpu::OneThread const one;
        Shape const shape(problem, &DimRange::opt);
        for (auto const& start : {std::optional<Layout>{}, std::optional(Layout::rowMajor()),
                                  std::optional(Layout::nhwc(static_cast<int>(shape.x.size())))})
            if (auto layouts = choose(shape, start))
                addSignature(problem, *layouts, out.signatures);
        if (out.signatures.empty())
            out.reason = "oneDNN has no fast implementation with this epilogue for the whole range of dims";
        return out;
    }

    /// As propose(), but only what could lead to this signature is tried: each description takes oneDNN a while.
    bool accepts(Problem const& problem, Signature const& signature) const override {
        if (signature.inputs.empty() || signature.outputs.empty() || !reject(problem).empty())
            return false;
        cpu::OneThread const one;
        Shape const shape(problem, &DimRange::opt);
        Layout const& x = signature.inputs[0];
        std::vector<std::optional<Layout>> starts{std::nullopt};
        if (x.isRowMajor() || x == Layout::nhwc(static_cast<int>(shape.x.size())))
            starts.insert(starts.begin(), x);
        for (auto const& start : starts) {
            auto const layouts = choose(shape, start);
            if (!layouts || layouts->x != x || layouts->w != signature.inputs[1] || layouts->y != signature.outputs[0])
                continue;
            std::vector<Signature> found;
            addSignature(problem, *layouts, found);
            if (found.size() == 1 && found[0] == signature)
                return true;
        }
        return false;
    }

    double estimate(Problem const& problem, Signature const& signature) const override {
        // Plain activations cost their reader or oneDNN a reorder.
        return 1000 + Shape(problem, &DimRange::opt).nanoseconds() * (signature.outputs[0].isRowMajor() ? 1.3 : 1.0);
    }

    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        cpu::OneThread const one;
        Shape const shape(problem, &DimRange::opt);
        Layouts const layouts{signature.inputs[0], signature.inputs[1], signature.outputs[0]};
        try {
            Split split = splitOf(problem, shape, layouts);
            auto made = describe(problem, shape, layouts, split);
            if (!made) // dims between those that the proposal tried: slow beats a failed run
                made = describe(problem, shape, layouts, split = {}, false);
            if (made)
                return std::make_unique<cpu::PartedInstance>(dnnl::convolution_forward(made->description),
                                                             made->description.scratchpad_desc(),
                                                             std::move(made->operands), split);
        } catch (dnnl::error const& e) {
            throw Error(Message::kLibrary, fmt::format("oneDNN cannot make a convolution: {}", e.what()));
        }
        throw Error(Message::kLibrary, "oneDNN has no implementation of a convolution").given(problem.text());
    }

private:
    static std::string reject(Problem const& problem) {
        for (size_t i = 0; i < problem.ownInputs(); ++i)
            if (problem.inputs[i].present && problem.inputs[i].type.dtype != DType::kF32)
                return "only f32 is computed";
        OperandDesc const &x = problem.inputs[0], &w = problem.inputs[1];
        if (!x.ranked || x.dims.size() < 3 || x.dims.size() > 5)
            return "only one to three spatial axes are computed";
        if (!w.constant || !w.isFixed() || !x.dims[1].isFixed())
            return "the weights are no constant";
        if (auto const at = Shape(problem, &DimRange::opt); at.isEmpty())
            return "a dim is zero";
        else if (at.nanoseconds() < static_cast<double>(kSerialNanoseconds))
            return fmt::format("about {:.0f} microseconds of work do not repay a library's call",
                               at.nanoseconds() / 1000);
        if (problem.epilogue && problem.epilogue->expression.resultType() != DType::kF32)
            return "the epilogue has a result of another type than f32";
        return cpu::mapEpilogue(problem).reason;
    }

    /// oneDNN's own choice where `activations` is absent; it always chooses the weights' layout.
    static std::optional<Layouts> choose(Shape const& s, std::optional<Layout> const& activations) {
        auto free = [](std::vector<int64_t> const& dims) { return Desc(dims, kF32, dnnl::memory::format_tag::any); };
        Desc const xd = activations ? *cpu::descOf(*activations, s.x) : free(s.x),
                   yd = activations ? *cpu::descOf(*activations, s.y) : free(s.y);
        Description const d = s.describe(xd, free(s.weights()), yd, s.w[0], {});
        if (d.get(true) == nullptr || !isFast(d, s.group))
            return std::nullopt;
        auto x = cpu::layoutOf(d.src_desc()), w = cpu::layoutOf(d.weights_desc()), y = cpu::layoutOf(d.dst_desc());
        if (w && s.group > 1)
            w = ungrouped(*w, s.w.size(), s.w[0] / s.group);
        if (!x || !w || !y)
            return std::nullopt;
        return Layouts{activations.value_or(*x), *w, activations.value_or(*y)};
    }

    static void addSignature(Problem const& problem, Layouts const& layouts, std::vector<Signature>& out) {
        bool const fixed = problem.inputs[0].isFixed();
        for (auto which : {&DimRange::opt, &DimRange::min, &DimRange::max}) {
            if (fixed && which != &DimRange::opt)
                continue;
            Shape const shape(problem, which);
            if (shape.isEmpty() || !describe(atDims(problem, which), shape, layouts, {}))
                return;
        }
        Signature s = Signature::plain(problem);
        s.inputs[0] = layouts.x;
        s.inputs[1] = layouts.w;
        s.outputs[0] = layouts.y;
        for (size_t i = problem.ownInputs(); i < problem.inputs.size(); ++i)
            s.inputs[i] = cpu::stepLayout(problem, static_cast<int>(i), layouts.y);
        if (std::find(out.begin(), out.end(), s) == out.end())
            out.push_back(std::move(s));
    }

    /// The problem with `opt` set to one end of its range.
    static Problem atDims(Problem problem, int64_t DimRange::*which) {
        for (auto* list : {&problem.inputs, &problem.outputs})
            for (OperandDesc& o : *list)
                for (DimRange& d : o.dims)
                    d.opt = d.*which;
        return problem;
    }
};

} // namespace

void addDnnl(KernelTable& table) {
    table.add(std::make_unique<DnnlKernel>());
}

} // namespace tenon::ops::conv
