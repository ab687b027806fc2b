// SPDX-License-Identifier: Apache-2.0
// matmul.dnnl: products with a constant matrix, its weights as oneDNN likes them, (K, N) and (N, K); and batches of
// products of activations. matmul.inner_product: the first kind by oneDNN's other primitive. One Instance serves one
// set of dims; the work is cut by rows (a batch: by matrices), else by columns, into parts that share one primitive.
#include "ops/matmul/isa/matmul_dnnl.h"

#include "backend/cpu/dnnl.h"
#include "ops/matmul/matmul.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops::matmul {
namespace {

using cpu::PrimitiveOperand;
using cpu::Split;
using Desc = dnnl::memory::desc;
constexpr auto kF32 = dnnl::memory::data_type::f32;
constexpr auto kAny = dnnl::memory::format_tag::any;
constexpr double kFlopsPerNs = 65;

enum class Primitive { kMatmul, kInnerProduct };

/// Axes 0 and 1 of a matrix's layout exchanged.
Layout swapped(Layout layout) {
    if (layout.order.empty())
        layout.order = {1, 0};
    else
        layout.order.clear(); // of two axes there are two orders
    for (Layout::Block& b : layout.blocks)
        b.axis = 1 - b.axis;
    return layout;
}

Layout transposed(size_t rank) {
    return rank == 2 ? Layout{{1, 0}, {}} : Layout{{0, 2, 1}, {}};
}

/// One product of the problem at its opt dims: matrices (a constant second operand) or one batch of them.
struct Shape {
    bool batched = false;
    int64_t batchA = 1, batchB = 1, m = 1, n = 1, k = 1;
    bool transA = false, transB = false;
    std::string reason; ///< why oneDNN is not asked

    explicit Shape(Problem const& problem) {
        auto const& attrs = problem.attrs.as<Attributes>();
        std::vector<int64_t> const a = problem.inputs[0].opt(), b = problem.inputs[1].opt();
        if (a.empty() || b.size() < 2) {
            reason = "the second operand is no matrix";
            return;
        }
        transA = attrs.transA && a.size() > 1;
        transB = attrs.transB;
        k = b[b.size() - (transB ? 1 : 2)];
        n = b[b.size() - (transB ? 2 : 1)];
        batched = b.size() > 2 || !problem.inputs[1].constant || (transA && a.size() > 2);
        if (!batched) {
            for (size_t i = 0; i + 1 < a.size(); ++i)
                m *= a[i];
            m = transA ? a[1] : m;
            return;
        }
        if (a.size() < 2 || problem.outputs[0].dims.size() < 2) {
            reason = "the first operand is no matrix";
            return;
        }
        m = a[a.size() - (transA ? 1 : 2)];
        for (size_t i = 0; i + 2 < a.size(); ++i)
            batchA *= a[i];
        for (size_t i = 0; i + 2 < b.size(); ++i)
            batchB *= b[i];
        std::vector<int64_t> const leadA(a.begin(), a.end() - 2), leadB(b.begin(), b.end() - 2);
        if (leadA != leadB && batchA != 1 && batchB != 1)
            reason = "one operand broadcasts over part of the batch";
    }
    int64_t batch() const { return std::max(batchA, batchB); }
    size_t rank() const { return batched ? 3 : 2; }
    bool isEmpty() const { return batchA * batchB * m * n * k == 0; }
    double nanoseconds() const {
        return 2.0 * static_cast<double>(batch()) * static_cast<double>(m) * static_cast<double>(n) *
               static_cast<double>(k) / kFlopsPerNs;
    }

    /// The operands as oneDNN sees them; `w` is the layout of the second one over its own dims.
    std::vector<PrimitiveOperand> operands(Layout const& w, Primitive primitive) const {
        Layout const left = transA ? transposed(rank()) : Layout::rowMajor();
        if (batched)
            return {{DNNL_ARG_SRC, 0, left, {batchA, m, k}, {0, -1}},
                    {DNNL_ARG_WEIGHTS, 1, transB ? transposed(3) : Layout::rowMajor(), {batchB, k, n}, {0, -1}},
                    {DNNL_ARG_DST, PrimitiveOperand::kResult, {}, {batch(), m, n}, {0, -1}}};
        bool const asGiven = primitive == Primitive::kInnerProduct ? transB : !transB;
        std::vector<int64_t> const wDims =
            primitive == Primitive::kInnerProduct ? std::vector<int64_t>{n, k} : std::vector<int64_t>{k, n};
        int const columns = primitive == Primitive::kInnerProduct ? 0 : 1;
        return {{DNNL_ARG_SRC, 0, left, {m, k}, {0, -1}},
                {DNNL_ARG_WEIGHTS, 1, asGiven ? w : swapped(w), wDims, {-1, columns}},
                {DNNL_ARG_DST, PrimitiveOperand::kResult, {}, {m, n}, {0, 1}}};
    }
};

/// An operand of the epilogue as a matrix, or a batch of them; absent where it broadcasts in another way.
std::optional<PrimitiveOperand> stepOperand(Problem const& problem, Shape const& s, int input) {
    std::vector<int64_t> dims = problem.inputs[static_cast<size_t>(input)].opt(), result = problem.outputs[0].opt();
    dims.insert(dims.begin(), result.size() - dims.size(), 1);
    PrimitiveOperand out;
    out.source = input;
    out.splitAxis = {0, s.batched ? -1 : 1};
    size_t const rows = s.batched ? result.size() - 2 : result.size() - 1; // axes that become one
    int64_t own = 1, whole = 1;
    for (size_t i = 0; i < rows; ++i) {
        own *= dims[i];
        whole *= result[i];
    }
    if (own != 1 && own != whole)
        return std::nullopt;
    out.dims = {own};
    out.dims.insert(out.dims.end(), dims.begin() + static_cast<ptrdiff_t>(rows), dims.end());
    return out;
}

struct Made {
    dnnl::primitive primitive;
    dnnl::memory::desc scratchpad;
    std::vector<PrimitiveOperand> operands;
};

dnnl::matmul::primitive_desc matmulOf(Desc const& a, Desc const& b, Desc const& c, dnnl::primitive_attr const& attr) {
    return {cpu::dnnlEngine(), a, b, c, attr, true};
}
dnnl::inner_product_forward::primitive_desc innerProductOf(Desc const& a, Desc const& b, Desc const& c,
                                                           dnnl::primitive_attr const& attr) {
    return {cpu::dnnlEngine(), dnnl::prop_kind::forward_inference, a, b, c, attr, true};
}

enum class Want : uint8_t { kToKnow, kFast, kAny }; ///< whether there is something fast; its primitive; any primitive

template <class P, class D>
bool finish(D description, Want want, Made& made) {
    if (description.get(true) == nullptr || (want != Want::kAny && !cpu::isFast(description)))
        return false;
    made.scratchpad = description.scratchpad_desc();
    if (want != Want::kToKnow)
        made.primitive = P(description);
    return true;
}

/// One part of the problem; absent where oneDNN has nothing that is wanted or the split does not come out even.
std::optional<Made> describe(Problem const& problem, Shape const& s, Layout const& w, Primitive primitive,
                             Split const& split, Want want) {
    Made made;
    made.operands = s.operands(w, primitive);
    std::vector<Desc> descs;
    for (PrimitiveOperand const& o : made.operands) {
        auto const desc = cpu::partDesc(o, split);
        if (!desc)
            return std::nullopt;
        descs.push_back(*desc);
    }
    dnnl::primitive_attr attr;
    auto operandOf = [&](int input) { return stepOperand(problem, s, input); };
    if (!cpu::addPostOps(cpu::mapEpilogue(problem), split, operandOf, attr, made.operands))
        return std::nullopt;
    bool const good =
        primitive == Primitive::kMatmul
            ? finish<dnnl::matmul>(matmulOf(descs[0], descs[1], descs[2], attr), want, made)
            : finish<dnnl::inner_product_forward>(innerProductOf(descs[0], descs[1], descs[2], attr), want, made);
    return good ? std::optional(std::move(made)) : std::nullopt;
}

Split splitOf(Problem const& problem, Shape const& s, Layout const& w, Primitive primitive) {
    int64_t const limit = threads();
    if (limit == 1 || s.nanoseconds() < static_cast<double>(kSerialNanoseconds))
        return {};
    auto fits = [&](Split const& split) {
        return describe(problem, s, w, primitive, split, Want::kToKnow).has_value();
    };
    int64_t const first = s.batched ? s.batch() : s.m, least = s.batched ? 1 : 16;
    bool const even = !s.batched || s.batchA == s.batchB || s.batchA == 1 || s.batchB == 1;
    for (int64_t parts = limit; even && parts <= 4 * limit && parts * least <= first; ++parts)
        if (first % parts == 0 && (parts % limit == 0 || parts >= 3 * limit) && fits({{parts, 1}}))
            return {{parts, 1}};
    for (int64_t parts = limit; !s.batched && parts <= 2 * limit; parts += limit)
        if (s.n % (16 * parts) == 0 && fits({{1, parts}}))
            return {{1, parts}};
    return {};
}

template <Primitive kPrimitive>
class DnnlKernel final : public Kernel {
public:
    std::string_view name() const noexcept override {
        return kPrimitive == Primitive::kMatmul ? "matmul.dnnl" : "matmul.inner_product";
    }
    std::string_view op() const noexcept override { return "matmul"; }
    bool anyShape() const noexcept override { return false; }
    bool isPortable() const noexcept override { return false; }

    Proposal propose(Problem const& problem) const override {
        if (std::string reason = reject(problem); !reason.empty())
            return {{}, std::move(reason)};
        cpu::OneThread const one;
        Proposal out;
        for (Layout const& w : weightLayouts(Shape(problem)))
            addSignature(problem, w, out.signatures);
        if (out.signatures.empty())
            out.reason = "oneDNN has no fast implementation with this epilogue for the whole range of dims";
        return out;
    }
    double estimate(Problem const& problem, Signature const& signature) const override {
        // A plain (K, N) is packed again at every call.
        bool const packs = problem.inputs[1].constant && signature.inputs[1].blocks.empty();
        return 1000 + Shape(problem).nanoseconds() * (packs ? 1.3 : 1.0);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        cpu::OneThread const one;
        Shape const shape(problem);
        try {
            Layout const& w = signature.inputs[1];
            Split split = splitOf(problem, shape, w, kPrimitive);
            auto made = describe(problem, shape, w, kPrimitive, split, Want::kFast);
            if (!made) // dims between those that the proposal tried: slow beats a failed run
                made = describe(problem, shape, w, kPrimitive, split = {}, Want::kAny);
            if (made)
                return std::make_unique<cpu::PartedInstance>(made->primitive, made->scratchpad,
                                                             std::move(made->operands), split);
        } catch (dnnl::error const& e) {
            throw Error(Message::kLibrary, fmt::format("oneDNN cannot make a matrix product: {}", e.what()));
        }
        throw Error(Message::kLibrary, "oneDNN has no implementation of a matrix product").given(problem.text());
    }

private:
    static std::string reject(Problem const& problem) {
        for (size_t i = 0; i < 2; ++i)
            if (problem.inputs[i].type.dtype != DType::kF32 || !problem.inputs[i].ranked)
                return "only f32 of known rank is computed";
        Shape const at(problem);
        if (!at.reason.empty())
            return at.reason;
        if (at.isEmpty())
            return "a dim is zero";
        if (kPrimitive == Primitive::kInnerProduct && (at.batched || at.transA))
            return "the second operand is no constant matrix, or the first is transposed";
        if (at.nanoseconds() < static_cast<double>(kSerialNanoseconds))
            return fmt::format("about {:.0f} microseconds of work do not repay a library's call",
                               at.nanoseconds() / 1000);
        if (problem.epilogue && problem.epilogue->expression.resultType() != DType::kF32)
            return "the epilogue has a result of another type than f32";
        return cpu::mapEpilogue(problem).reason;
    }

    /// Layouts of the second operand to try, over its own dims.
    static std::vector<Layout> weightLayouts(Shape const& s) {
        if (s.batched)
            return {Layout::rowMajor()};
        std::vector<Layout> out;
        Desc const a({s.m, s.k}, kF32, dnnl::memory::format_tag::ab), c({s.m, s.n}, kF32, dnnl::memory::format_tag::ab);
        std::optional<Layout> best;
        if constexpr (kPrimitive == Primitive::kInnerProduct) {
            if (auto const d = innerProductOf(a, Desc({s.n, s.k}, kF32, kAny), c, {}); d.get(true) != nullptr)
                best = cpu::layoutOf(d.weights_desc());
            if (best && !s.transB)
                best = swapped(*best);
        } else {
            if (auto const d = matmulOf(a, Desc({s.k, s.n}, kF32, kAny), c, {}); d.get(true) != nullptr)
                best = cpu::layoutOf(d.weights_desc());
            if (best && s.transB)
                best = swapped(*best);
        }
        if (best)
            out.push_back(*best);
        out.push_back(Layout::rowMajor());
        out.push_back({{1, 0}, {}});
        return out;
    }

    static void addSignature(Problem const& problem, Layout const& w, std::vector<Signature>& out) {
        for (auto which : {&DimRange::opt, &DimRange::min, &DimRange::max}) {
            Problem at = problem;
            for (auto* list : {&at.inputs, &at.outputs})
                for (OperandDesc& o : *list)
                    for (DimRange& d : o.dims)
                        d.opt = d.*which;
            Shape const shape(at);
            if (!shape.reason.empty() || shape.isEmpty() || !describe(at, shape, w, kPrimitive, {}, Want::kToKnow))
                return;
        }
        Signature s = Signature::plain(problem);
        s.inputs[1] = w;
        if (std::find(out.begin(), out.end(), s) == out.end())
            out.push_back(std::move(s));
    }
};

} // namespace

void addDnnl(KernelTable& table) {
    table.add(std::make_unique<DnnlKernel<Primitive::kInnerProduct>>());
    table.add(std::make_unique<DnnlKernel<Primitive::kMatmul>>());
}

} // namespace tenon::ops::matmul
