// SPDX-License-Identifier: Apache-2.0
// attention.blocked: fp32, one pass over blocks of query rows. For each head of each sample the keys are packed once;
// then every block's scores, their softmax and its product with the values follow each other while they lie in the
// cache. Queries, keys, values and results are read and written where they lie, by their steps. Keys and values with a
// past before them are put together in their results first.
#include "backend/cpu/gemm.h"
#include "backend/cpu/lines.h"
#include "backend/cpu/split.h"
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

/// Scales one row of scores and adds what hides keys.
void addBias(Attributes const& a, Bias const& bias, double scale, int64_t b, int64_t h, int64_t i,
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
    auto const factor = static_cast<float>(scale), cap = static_cast<float>(a.softcap);
    for (int64_t j = begin; j < end; ++j) {
        float s = row[j] * factor;
        if (cap > 0)
            s = cap * std::tanh(s / cap);
        float const more = shown != nullptr ? (shown[j] != 0 ? 0.0f : -INFINITY) : (added != nullptr ? added[j] : 0.0f);
        row[j] = s + more;
    }
}

/// One row of scores becomes probabilities.
void normalise(Attributes const& a, Bias const& bias, double scale, int64_t b, int64_t h, int64_t i,
               float* row) noexcept {
    bool const truth = bias.mask != nullptr && bias.mask->dtype == DType::kBool;
    bool const open = !a.causal && a.left < 0 && a.right < 0 && bias.lengths == nullptr && a.softcap == 0 && !truth;
    int64_t width = bias.keys;
    float const* const added = open ? bias.maskRow<float>(b, h, i, width) : nullptr;
    bool const fast = open && width == bias.keys;
    if (!fast)
        addBias(a, bias, scale, b, h, i, row);
    float const top =
        cpu::shiftedSoftmax(bias.keys, fast ? static_cast<float>(scale) : 1.0f, fast ? added : nullptr, row);
    if (top == -INFINITY && a.zeroWithoutKeys)
        std::fill_n(row, bias.keys, 0.0f);
}

constexpr int64_t kRowsOfPart = 16; ///< fewer are not worth a task

/// How a head is worked on. Every size grows with the dims, so that what the greatest ones take suffices for all.
struct Blocks {
    static constexpr int64_t kMostSlots = 16; ///< of heads at work, each with its part of the workspace
    static constexpr int64_t kLeast = 48;     ///< rows that repay a pass over the keys
    static constexpr int64_t kScores = 32768; ///< floats that stay in the cache with the rest

    int64_t rows;                    ///< of queries in a block
    int64_t packed, scores, product; ///< floats of a slot

    Blocks(int64_t queries, int64_t keys, int64_t size)
        : rows(std::min(queries, keys * 2 * kLeast <= kScores ? 2 * kLeast : kLeast)),
          packed(cpu::packedBSize(keys, size)),
          scores((std::min(queries * keys, std::max(kLeast * keys, kScores)) + 15) / 16 * 16), product(16 * keys) {}
    int64_t each() const { return packed + scores + product; }
};

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

class BlockedInstance final : public Instance {
public:
    explicit BlockedInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {
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
        if (q.heads * q.length > 0)
            heads(bias, q, k, v, viewOf(args.outputs[0], mAttrs.queryHeads), static_cast<float*>(args.workspace));
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

    /// Heads and, where there are few of them, parts of their rows are shared out among the slots.
    void heads(Bias const& bias, View const& q, View const& k, View const& v, View const& y,
               float* workspace) const noexcept {
        Blocks const blocks(q.length, bias.keys, q.size);
        int64_t const count = q.batch * q.heads, most = std::min<int64_t>(Blocks::kMostSlots, 2 * threads());
        int64_t const parts =
            std::min(cpu::ceilDiv(q.length, kRowsOfPart), std::max<int64_t>(1, most / std::max<int64_t>(count, 1)));
        int64_t const tasks = count * parts, slots = std::min(tasks, most);
        double const ns = static_cast<double>(count * q.length) * static_cast<double>(bias.keys) *
                          static_cast<double>(q.size + v.size + 16) / 25;
        parallelFor(slots, ns < kSerialNanoseconds ? slots : 1, [&](int64_t begin, int64_t end) {
            for (int64_t slot = begin; slot < end; ++slot)
                for (int64_t t = cpu::splitAt(tasks, slots, slot); t < cpu::splitAt(tasks, slots, slot + 1); ++t)
                    head(bias, q, k, v, y, t / parts, cpu::splitAt(q.length, parts, t % parts),
                         cpu::splitAt(q.length, parts, t % parts + 1), blocks, workspace + slot * blocks.each());
        });
    }

    /// Rows [row, rowEnd) of one head.
    void head(Bias const& bias, View const& q, View const& k, View const& v, View const& y, int64_t which, int64_t row,
              int64_t rowEnd, Blocks const& blocks, float* workspace) const noexcept {
        int64_t const b = which / q.heads, h = which % q.heads, keyHead = h / (q.heads / k.heads), keys = bias.keys;
        float *const packed = workspace, *const scores = packed + blocks.packed;
        cpu::packB(keys, q.size, k.data + b * k.batchStep + keyHead * k.headStep, 1, k.rowStep, packed);
        double const scale = mAttrs.scale.value_or(1 / std::sqrt(static_cast<double>(q.size)));
        for (; row < rowEnd; row += blocks.rows) {
            int64_t const rows = std::min(blocks.rows, rowEnd - row);
            cpu::GemmArgs g;
            g.m = rows, g.n = keys, g.k = q.size;
            g.a = q.data + b * q.batchStep + h * q.headStep + row * q.rowStep, g.lda = q.rowStep;
            g.packedB = packed;
            g.c = scores, g.ldc = keys;
            cpu::gemm(g);
            for (int64_t i = 0; i < rows; ++i)
                normalise(mAttrs, bias, scale, b, h, row + i, scores + i * keys);
            cpu::BatchGemmArgs p;
            p.m = rows, p.n = v.size, p.k = keys;
            p.a = scores, p.lda = keys;
            p.b = v.data + b * v.batchStep + keyHead * v.headStep, p.strideK = v.rowStep;
            p.c = y.data + b * y.batchStep + h * y.headStep + row * y.rowStep, p.ldc = y.rowStep;
            p.workspace = scores + blocks.scores;
            cpu::batchGemm(p);
        }
    }

    Attributes mAttrs;
    bool mHas[7] = {};
};

class BlockedKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "attention.blocked"; }
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
        int64_t const slots = std::min(Blocks::kMostSlots, s.batch * s.heads * cpu::ceilDiv(s.queries, kRowsOfPart));
        return slots * Blocks(s.queries, s.keys, s.size).each() * static_cast<int64_t>(sizeof(float));
    }
    double estimate(Problem const& problem, Signature const&) const override {
        Sizes const s = sizesOf(problem, [](DimRange const& d) { return d.opt; });
        double const scores = static_cast<double>(s.batch * s.heads) * static_cast<double>(s.queries * s.keys);
        return 1000 + scores * (1 + static_cast<double>(s.size + s.valueSize) / 25);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<BlockedInstance>(problem);
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
    table.add(std::make_unique<attention::BlockedKernel>());
}

} // namespace tenon::ops
