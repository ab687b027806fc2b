// SPDX-License-Identifier: Apache-2.0
// attention.gemm: fp32. For each sample two products over all heads with a softmax between them; the scores of one
// sample lie in the workspace. Keys and values with a past before them are put together in their results first.
#include "backend/cpu/gemm.h"
#include "backend/cpu/lines.h"
#include "kernel/table.h"
#include "ops/attention/attention.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace attention {
namespace {

/// An operand as [batch][heads][length][size] by its steps.
struct View {
    float* data = nullptr;
    int64_t batch = 0, heads = 0, length = 0, size = 0;
    int64_t batchStep = 0, headStep = 0, rowStep = 0;
};

View viewOf(Tensor const& t, int64_t headsOfFlat) noexcept {
    View v;
    v.data = t.as<float>();
    v.batch = t.dims[0];
    if (t.rank == 4) {
        v.heads = t.dims[1];
        v.length = t.dims[2];
        v.size = t.dims[3];
        v.rowStep = v.size;
        v.headStep = v.length * v.size;
        v.batchStep = v.heads * v.headStep;
        return v;
    }
    v.heads = headsOfFlat;
    v.length = t.dims[1];
    v.size = t.dims[2] / headsOfFlat;
    v.rowStep = t.dims[2];
    v.headStep = v.size;
    v.batchStep = v.length * v.rowStep;
    return v;
}

/// What one run adds to the scores.
struct Bias {
    Tensor const* mask = nullptr;
    int64_t const* lengths = nullptr;
    int64_t before = 0, queries = 0, keys = 0;

    /// The mask's row for one query, or null; `width` of its elements are there.
    template <class T>
    T const* maskRow(int64_t b, int64_t h, int64_t i, int64_t& width) const noexcept {
        if (mask == nullptr)
            return nullptr;
        int64_t const index[] = {b, h, i};
        int64_t at = 0;
        for (int32_t k = 0; k + 1 < mask->rank; ++k)
            at = at * mask->dims[k] + (mask->dims[k] == 1 ? 0 : index[4 - mask->rank + k]);
        width = mask->dims[mask->rank - 1];
        return mask->as<T const>() + at * width;
    }
};

/// Scales one row of scores and adds what hides keys. True when every key is hidden.
bool addBias(Attributes const& a, Bias const& bias, double scale, int64_t b, int64_t h, int64_t i,
             float* row) noexcept {
    int64_t const valid = bias.lengths != nullptr ? bias.lengths[b] : bias.keys;
    int64_t const position = i + (bias.lengths != nullptr ? valid - bias.queries : bias.before);
    int64_t begin = 0, end = std::clamp<int64_t>(valid, 0, bias.keys);
    if (a.causal)
        end = std::min(end, position + 1);
    if (a.right >= 0)
        end = std::min(end, position + a.right + 1);
    if (a.left >= 0)
        begin = std::max<int64_t>(0, position - a.left);
    int64_t width = bias.keys;
    bool const truth = bias.mask != nullptr && bias.mask->dtype == DType::kBool;
    auto const* shown = truth ? bias.maskRow<uint8_t>(b, h, i, width) : nullptr;
    auto const* added = !truth && bias.mask != nullptr ? bias.maskRow<float>(b, h, i, width) : nullptr;
    end = std::min(end, width);
    begin = std::min(begin, std::max<int64_t>(end, 0));
    end = std::max(begin, end);
    std::fill(row, row + begin, -INFINITY);
    std::fill(row + end, row + bias.keys, -INFINITY);
    bool hidden = true;
    auto const factor = static_cast<float>(scale), cap = static_cast<float>(a.softcap);
    for (int64_t j = begin; j < end; ++j) {
        float s = row[j] * factor;
        if (cap > 0)
            s = cap * std::tanh(s / cap);
        float const more = shown != nullptr ? (shown[j] != 0 ? 0.0f : -INFINITY) : (added != nullptr ? added[j] : 0.0f);
        hidden = hidden && more == -INFINITY;
        row[j] = s + more;
    }
    return hidden;
}

/// [B, heads, before, size] and the new rows behind them.
void append(Tensor const& past, View const& now, Tensor const& to) noexcept {
    int64_t const before = past.dims[2], total = to.dims[2], row = now.size;
    for (int64_t b = 0; b < now.batch; ++b)
        for (int64_t h = 0; h < now.heads; ++h) {
            int64_t const head = b * now.heads + h;
            float* const out = to.as<float>() + head * total * row;
            std::copy_n(past.as<float const>() + head * before * row, before * row, out);
            for (int64_t i = 0; i < now.length; ++i)
                std::copy_n(now.data + b * now.batchStep + h * now.headStep + i * now.rowStep, row,
                            out + (before + i) * row);
        }
}

class GemmInstance final : public Instance {
public:
    explicit GemmInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {
        for (size_t i = 0; i < 7; ++i)
            mHas[i] = i < problem.inputs.size() && problem.inputs[i].present;
    }

    bool enqueue(Args const& args) noexcept override {
        View const q = viewOf(args.inputs[0], mAttrs.queryHeads);
        View k = viewOf(args.inputs[1], mAttrs.keyHeads), v = viewOf(args.inputs[2], mAttrs.keyHeads);
        Bias bias;
        bias.queries = q.length;
        if (!fitTogether(q, k, v) ||
            (mHas[4] && !(pastFits(args.inputs[4], k) && pastFits(args.inputs[5], v) &&
                          args.inputs[4].dims[2] == args.inputs[5].dims[2])) ||
            (mHas[6] && args.inputs[6].elements() != q.batch))
            return args.failure->set(Message::kShape,
                                     "attention: the dims of query, keys, values and their past do not fit");
        if (mHas[4]) {
            bias.before = args.inputs[4].dims[2];
            append(args.inputs[4], k, args.outputs[1]);
            append(args.inputs[5], v, args.outputs[2]);
            k = viewOf(args.outputs[1], 0);
            v = viewOf(args.outputs[2], 0);
        }
        bias.keys = k.length;
        bias.mask = mHas[3] ? &args.inputs[3] : nullptr;
        bias.lengths = mHas[6] ? args.inputs[6].as<int64_t const>() : nullptr;
        if (!maskFits(bias, q, args.failure))
            return false;
        for (int64_t b = 0; b < q.batch && q.heads * q.length > 0; ++b)
            sample(bias, q, k, v, viewOf(args.outputs[0], mAttrs.queryHeads), b, static_cast<float*>(args.workspace));
        return true;
    }

private:
    static bool pastFits(Tensor const& past, View const& now) noexcept {
        return past.dims[0] == now.batch && past.dims[1] == now.heads && past.dims[3] == now.size;
    }
    static bool maskFits(Bias const& bias, View const& q, Failure* failure) noexcept {
        if (bias.mask == nullptr)
            return true;
        int64_t const full[] = {q.batch, q.heads, q.length, bias.keys};
        for (int32_t k = 0; k < bias.mask->rank; ++k) {
            int64_t const dim = bias.mask->dims[k], wanted = full[4 - bias.mask->rank + k];
            if (k == bias.mask->rank - 1 ? dim > wanted : dim != 1 && dim != wanted)
                return failure->set(Message::kShape, "attention: dim %d of the mask is %lld, and not %lld", k,
                                    static_cast<long long>(dim), static_cast<long long>(wanted));
        }
        return true;
    }

    void sample(Bias const& bias, View const& q, View const& k, View const& v, View const& y, int64_t b,
                float* scores) noexcept {
        int64_t const rows = q.heads * q.length, keys = bias.keys, group = q.heads / std::max<int64_t>(k.heads, 1);
        cpu::BatchGemmArgs g;
        g.batch[0] = k.heads;
        g.batch[1] = group;
        g.m = q.length;
        g.n = keys;
        g.k = q.size;
        g.a = q.data + b * q.batchStep;
        g.lda = q.rowStep;
        g.batchStrideA[0] = group * q.headStep;
        g.batchStrideA[1] = q.headStep;
        g.b = k.data + b * k.batchStep;
        g.strideK = 1;
        g.strideN = k.rowStep;
        g.batchStrideB[0] = k.headStep;
        g.c = scores;
        g.ldc = keys;
        g.batchStrideC[0] = group * q.length * keys;
        g.batchStrideC[1] = q.length * keys;
        g.workspace = scores + (rows * keys + 15) / 16 * 16;
        cpu::batchGemm(g);
        double const scale = mAttrs.scale.value_or(1 / std::sqrt(static_cast<double>(q.size)));
        parallelFor(rows, std::max<int64_t>(1, kSerialNanoseconds / (keys + 1)), [&](int64_t begin, int64_t end) {
            for (int64_t r = begin; r < end; ++r) {
                float* const row = scores + r * keys;
                bool const hidden = addBias(mAttrs, bias, scale, b, r / q.length, r % q.length, row);
                cpu::softmax({1, keys, 1}, false, row, row);
                if (hidden)
                    std::fill_n(row, keys, 0.0f);
            }
        });
        g.n = v.size;
        g.k = keys;
        g.a = scores;
        g.lda = keys;
        std::copy(std::begin(g.batchStrideC), std::end(g.batchStrideC), std::begin(g.batchStrideA));
        g.b = v.data + b * v.batchStep;
        g.strideK = v.rowStep;
        g.strideN = 1;
        g.batchStrideB[0] = v.headStep;
        g.c = y.data + b * y.batchStep;
        g.ldc = y.rowStep;
        g.batchStrideC[0] = group * y.headStep;
        g.batchStrideC[1] = y.headStep;
        cpu::batchGemm(g);
    }

    Attributes mAttrs;
    bool mHas[7] = {};
};

class GemmKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "attention.gemm"; }
    std::string_view op() const noexcept override { return "attention"; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "attention takes no epilogue"};
        bool const past = has(problem, 4);
        for (size_t i = 0; i < 6; ++i)
            if (has(problem, i) && problem.inputs[i].type.dtype != DType::kF32 &&
                !(i == 3 && problem.inputs[i].type.dtype == DType::kBool))
                return {{}, "only f32 is computed"};
            else if (has(problem, i) && !problem.inputs[i].ranked)
                return {{}, "the ranks are not known"};
        if (problem.outputs.size() > 3 && problem.outputs[3].present)
            return {{}, "the scores are wanted"};
        if (past ? problem.outputs.size() < 3 || !problem.outputs[1].present || !problem.outputs[2].present
                 : problem.outputs.size() > 1)
            return {{}, "the keys and values with their past are wanted alone, or not at all"};
        return {{Signature::plain(problem)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const most = [](DimRange const& d) { return d.max; };
        Sizes const s = sizesOf(problem, most);
        cpu::BatchGemmArgs g;
        g.batch[0] = s.heads;
        g.m = s.queries;
        g.n = s.keys;
        g.k = s.size;
        g.strideK = 1;
        g.strideN = s.size;
        g.batchStrideB[0] = s.keys * s.size;
        int64_t product = cpu::batchGemmWorkspace(g);
        g.n = s.valueSize;
        g.k = s.keys;
        g.strideK = s.valueSize;
        g.strideN = 1;
        g.batchStrideB[0] = s.keys * s.valueSize;
        product = std::max({product, cpu::batchGemmWorkspace(g), s.heads * 16 * s.keys}); // 16: a last panel
        return (s.heads * s.queries * s.keys + 16 + product) * static_cast<int64_t>(sizeof(float));
    }
    double estimate(Problem const& problem, Signature const&) const override {
        Sizes const s = sizesOf(problem, [](DimRange const& d) { return d.opt; });
        double const scores = static_cast<double>(s.batch * s.heads) * static_cast<double>(s.queries * s.keys);
        return 1000 + scores * (1 + static_cast<double>(s.size + s.valueSize) / 25);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<GemmInstance>(problem);
    }

private:
    static bool has(Problem const& problem, size_t i) { return i < problem.inputs.size() && problem.inputs[i].present; }
    struct Sizes {
        int64_t batch, heads, queries, keys, size, valueSize;
    };
    template <class F>
    static Sizes sizesOf(Problem const& problem, F&& of) {
        auto const& a = problem.attrs.as<Attributes>();
        auto const &q = problem.inputs[0].dims, &k = problem.inputs[1].dims, &v = problem.inputs[2].dims;
        bool const flat = q.size() == 3;
        int64_t const before = has(problem, 4) ? of(problem.inputs[4].dims[2]) : 0;
        return {of(q[0]),
                flat ? a.queryHeads : of(q[1]),
                of(q[flat ? 1 : 2]),
                of(k[flat ? 1 : 2]) + before,
                flat ? of(q[2]) / a.queryHeads : of(q[3]),
                flat ? of(v[2]) / a.keyHeads : of(v[3])};
    }
};

} // namespace
} // namespace attention

void attention_cpu(KernelTable& table) {
    table.add(std::make_unique<attention::GemmKernel>());
}

} // namespace tenon::ops
