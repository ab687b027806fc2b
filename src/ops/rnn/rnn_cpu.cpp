// SPDX-License-Identifier: Apache-2.0
// rnn.gemm: fp32. The inputs of all time steps meet w in one matrix product; each step is then one product of h with r
// (of a GRU that resets first, two) and a pass over its rows. Constant weights are packed when the engine is built;
// those of 8 bits stay so. The two directions run at the same time. rnn.vnni is the same with products of signed 8-bit
// weights by digits of 8 bits.
#include "backend/cpu/gates.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/gemm_bytes.h"
#include "backend/cpu/gemm_wide.h"
#include "backend/cpu/split.h"
#include "kernel/table.h"
#include "ops/rnn/rnn.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace tenon::ops {
namespace rnn {
namespace {

/// Floats of the parts of one direction's workspace.
struct Parts {
    int64_t x, r, h, c, reset, w, packedR;
    int64_t digits = 0, rows = 0, sums = 0; ///< of rnn.vnni: the operand of a product, and sums of columns

    Parts(Sizes const& s, bool packW, bool packR, bool byDigits)
        : x(s.steps * s.batch * s.gates * s.hidden), r(s.batch * (s.gates * s.hidden + 16)), h(s.batch * s.hidden),
          c(h), reset(h), w(packW ? cpu::packedBSize(s.gates * s.hidden, s.inputs) : 0),
          packedR(packR ? cpu::packedBSize(s.gates * s.hidden, s.hidden) : 0) {
        if (byDigits) {
            digits = std::max(s.steps * s.batch * cpu::quadDepth(s.inputs), s.batch * cpu::quadDepth(s.hidden)) / 4;
            rows = std::max(s.steps, int64_t{1}) * s.batch;
            sums = (s.gates * s.hidden + 15) / 16 * 16;
        }
        for (int64_t* part : {&x, &r, &h, &c, &reset, &w, &packedR, &digits, &rows})
            *part = (*part + 15) / 16 * 16;
    }
    int64_t total() const { return x + r + h + c + reset + w + packedR + 2 * (digits + rows + sums); }
};

/// w or r of one direction, in panels of 16 columns: fp32, or 8 bits.
struct Weights {
    int64_t k = 0; ///< rows
    float const* real = nullptr;
    cpu::ByteWeights bytes;
    int32_t const* sums = nullptr; ///< of the columns, for products by digits

    /// The weights from a panel on.
    Weights from(int64_t panel) const {
        Weights out = *this;
        if (real != nullptr) {
            out.real += panel * 16 * k;
            return out;
        }
        out.bytes.panels += panel * 16 * (sums != nullptr ? cpu::quadDepth(k) : k);
        out.sums += sums != nullptr ? panel * 16 : 0;
        if (bytes.ofEach) {
            out.bytes.scale += panel * 16;
            out.bytes.zero += bytes.zero != nullptr ? panel * 16 : 0;
        }
        return out;
    }
};

/// One direction of the layer at run time.
class Pass {
public:
    Pass(Attributes const& a, Args const& args, Sizes const& s, Parts const& parts, int64_t d, size_t results,
         bool byDigits)
        : mAttrs(a), mArgs(args), mSizes(s), mDirection(d), mResults(results), mWide(s.gates * s.hidden) {
        float* at = static_cast<float*>(args.workspace) + d * parts.total();
        auto take = [&at](int64_t count) { return std::exchange(at, at + count); };
        mX = take(parts.x), mR = take(parts.r), mH = take(parts.h), mC = take(parts.c), mReset = take(parts.reset);
        mW = weights(kW, s.inputs, parts.w != 0 ? take(parts.w) : nullptr, byDigits);
        mPackedR = weights(kR, s.hidden, parts.packedR != 0 ? take(parts.packedR) : nullptr, byDigits);
        if (byDigits) {
            mDigits.high = reinterpret_cast<uint8_t*>(take(parts.digits));
            mDigits.low = reinterpret_cast<uint8_t*>(take(parts.digits));
            mDigits.step = take(parts.rows), mDigits.sum = take(parts.rows);
            sumColumns(mW, reinterpret_cast<int32_t*>(take(parts.sums)));
            sumColumns(mPackedR, reinterpret_cast<int32_t*>(take(parts.sums)));
        }
        if (float const* const bias = part(kBias, 2 * mWide)) {
            mBiasX = bias;
            mBiasH = bias + mWide;
        }
        mPeepholes = part(kPeepholes, 3 * s.hidden);
    }

    void run() noexcept {
        product(mSizes.steps * mSizes.batch, mWide, mArgs.inputs[kX].as<float const>(), mW, mBiasX, mX);
        start(kInitialH, mH);
        start(kInitialC, mC);
        std::fill_n(mReset, mSizes.batch * mSizes.hidden, 0.0f); // rows without a step take part in the products
        for (int64_t step = 0; step < mSizes.steps; ++step)
            advance(step);
        for (size_t i = 1; i < mResults; ++i)
            copy(i == 1 ? mH : mC, mSizes.batch * mSizes.hidden,
                 mArgs.outputs[i].as<float>() + mDirection * mSizes.batch * mSizes.hidden);
    }

private:
    static void copy(float const* from, int64_t count, float* to) {
        if (count != 0)
            std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
    }
    bool has(size_t operand) const { return mArgs.has(operand); }
    /// This direction's share of an operand; null where it is absent.
    float const* part(size_t operand, int64_t count) const {
        return has(operand) ? mArgs.inputs[operand].as<float const>() + mDirection * count : nullptr;
    }
    /// As the engine holds them, or packed into `room`.
    Weights weights(size_t operand, int64_t k, float* room, bool byDigits) const {
        Weights out;
        out.k = k;
        if (has(scaleOf(operand))) {
            out.bytes = bytes(operand, byDigits ? cpu::packedQuadBSize(mWide, k) : cpu::packedBSize(mWide, k));
            return out;
        }
        float const* const all = mArgs.inputs[operand].as<float const>();
        out.real = room != nullptr ? room : all + mDirection * cpu::packedBSize(mWide, k);
        if (room != nullptr)
            cpu::packB(mWide, k, all + mDirection * mWide * k, 1, k, room);
        return out;
    }
    void sumColumns(Weights& weights, int32_t* to) const {
        cpu::columnSums(mWide, weights.k, weights.bytes.panels, to);
        weights.sums = to;
    }
    cpu::ByteWeights bytes(size_t operand, int64_t size) const {
        size_t const scale = scaleOf(operand), zero = scale + 1;
        bool const ofEach = mArgs.inputs[scale].rank == 2;
        int64_t const at = mDirection * (ofEach ? mWide : 1);
        return {mArgs.inputs[operand].as<uint8_t const>() + mDirection * size,
                mArgs.inputs[operand].dtype == DType::kI8, mArgs.inputs[scale].as<float const>() + at,
                has(zero) ? mArgs.inputs[zero].as<uint8_t const>() + at : nullptr, ofEach};
    }
    void start(size_t operand, float* state) const {
        int64_t const count = mSizes.batch * mSizes.hidden;
        if (has(operand))
            copy(part(operand, count), count, state);
        else
            std::fill_n(state, count, 0.0f);
    }
    void product(int64_t m, int64_t n, float const* a, Weights const& b, float const* bias, float* c) const {
        if (b.sums != nullptr) {
            cpu::WideGemmArgs const g{m, n, b.k, mDigits, b.bytes, b.sums, bias, c, n};
            return cpu::toDigits(m, b.k, a, b.k, mDigits) ? cpu::wideGemm(g) : cpu::plainWideGemm(g, a, b.k);
        }
        if (b.real == nullptr)
            return cpu::byteGemm({m, n, b.k, a, b.k, b.bytes, bias, c, n});
        cpu::GemmArgs gemm;
        gemm.m = m, gemm.n = n, gemm.k = b.k;
        gemm.a = a, gemm.lda = b.k;
        gemm.packedB = b.real;
        gemm.c = c, gemm.ldc = n;
        gemm.bias = bias;
        cpu::gemm(gemm);
    }
    cpu::Gate gate(size_t which) const {
        Activation const a = mAttrs.activation(mDirection, which);
        return {static_cast<cpu::GateFunction>(a.function), static_cast<float>(a.alpha), static_cast<float>(a.beta),
                which < 2 ? static_cast<float>(mAttrs.clip.value_or(0)) : 0};
    }

    int64_t length(int64_t b) const {
        return has(kLengths) ? mArgs.inputs[kLengths].as<int32_t const>()[b] : mSizes.steps;
    }
    /// fn(b, row of x's product, row of y) for the sequences that have this step; the others' results are zero.
    template <class F>
    void forRows(int64_t step, F&& fn) const {
        for (int64_t b = 0; b < mSizes.batch; ++b) {
            int64_t const count = length(b);
            int64_t const t = mAttrs.backwards(mDirection) && step < count ? count - 1 - step : step;
            float* const y = mArgs.outputs[0].as<float>() +
                             ((t * mSizes.directions + mDirection) * mSizes.batch + b) * mSizes.hidden;
            if (step < count)
                fn(b, mX + (t * mSizes.batch + b) * mWide, y);
            else
                std::fill_n(y, mSizes.hidden, 0.0f);
        }
    }

    void advance(int64_t step) {
        if (mAttrs.cell == Cell::kGRU && !mAttrs.linearBeforeReset)
            return resetFirst(step);
        product(mSizes.batch, mWide, mH, mPackedR, mBiasH, mR);
        int64_t const n = mSizes.hidden;
        forRows(step, [&](int64_t b, float const* x, float* y) {
            float *const r = mR + b * mWide, *const h = mH + b * n;
            if (mAttrs.cell == Cell::kLSTM) {
                cpu::lstmRow({gate(0), gate(1), gate(2), mAttrs.inputForget, n, x, r, mPeepholes, mC + b * n, h});
            } else if (mAttrs.cell == Cell::kGRU) {
                cpu::gateRow(gate(0), 2 * n, x, r, r);
                cpu::gruRow(gate(1), n, r, x + 2 * n, r + 2 * n, r + n, h);
            } else {
                cpu::gateRow(gate(0), n, x, r, h);
            }
            copy(h, n, y);
        });
    }

    /// A GRU whose reset gate meets h before the product with r: that of the third gate waits for it. It starts at the
    /// panel in which the gate begins, so `lead` columns before it are computed and left alone.
    void resetFirst(int64_t step) {
        int64_t const n = mSizes.hidden, lead = 2 * n % 16, wide = n + lead;
        product(mSizes.batch, 2 * n, mH, mPackedR, mBiasH, mR);
        forRows(step, [&](int64_t b, float* x, float*) {
            float* const r = mR + b * 2 * n;
            cpu::gateRow(gate(0), 2 * n, x, r, r);
            cpu::productRow(n, r + n, mH + b * n, mReset + b * n);
            copy(r, n, x); // the update gate, where it is safe from the next product
        });
        product(mSizes.batch, wide, mReset, mPackedR.from(2 * n / 16),
                mBiasH != nullptr ? mBiasH + 2 * n - lead : nullptr, mR);
        forRows(step, [&](int64_t b, float* x, float* y) {
            cpu::gruRow(gate(1), n, x, x + 2 * n, mR + b * wide + lead, nullptr, mH + b * n);
            copy(mH + b * n, n, y);
        });
    }

    Attributes const& mAttrs;
    Args const& mArgs;
    Sizes const& mSizes;
    int64_t mDirection;
    size_t mResults;
    int64_t mWide; ///< columns of all gates
    float *mX, *mR, *mH, *mC, *mReset;
    Weights mW, mPackedR;
    cpu::WideRows mDigits;
    float const *mBiasX = nullptr, *mBiasH = nullptr, *mPeepholes;
};

static_assert(static_cast<int>(cpu::GateFunction::kSOFTPLUS) == static_cast<int>(Function::kSoftplus));

class GemmInstance final : public Instance {
public:
    GemmInstance(Problem const& problem, bool byDigits)
        : mByDigits(byDigits), mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()),
          mOutputs(problem.outputs.size()), mPackW(!problem.inputs[kW].constant), mPackR(!problem.inputs[kR].constant),
          mOwnWorkspace(!problem.inputs[kX].ranked) {}

    bool enqueue(Args const& given) noexcept override {
        Args args{given.inputs, given.outputs, given.workspace, given.failure, mInputs, mOutputs};
        Sizes const s(mAttrs, args.inputs);
        for (int64_t b = 0; args.has(kLengths) && b < s.batch; ++b)
            if (int32_t const length = args.inputs[kLengths].as<int32_t const>()[b]; length < 0 || length > s.steps)
                return args.failure->set(Message::kIndexRange, "rnn: the length %d lies outside the range [0, %lld]",
                                         length, static_cast<long long>(s.steps));
        Parts const parts(s, mPackW, mPackR, mByDigits);
        if (mOwnWorkspace && !reserve(static_cast<size_t>(s.directions * parts.total())))
            return args.failure->set(Message::kMemory, "rnn: there is no memory for %lld floats",
                                     static_cast<long long>(s.directions * parts.total()));
        if (mOwnWorkspace)
            args.workspace = mWorkspace.data();
        parallelFor(s.directions, 1, [&](int64_t begin, int64_t end) {
            for (int64_t d = begin; d < end; ++d)
                Pass(mAttrs, args, s, parts, d, mOutputs, mByDigits).run();
        });
        return true;
    }

private:
    bool reserve(size_t floats) noexcept {
        try {
            if (mWorkspace.size() < floats)
                mWorkspace.resize(floats);
            return true;
        } catch (std::bad_alloc const&) {
            return false;
        }
    }

    bool mByDigits;
    Attributes mAttrs;
    size_t mInputs, mOutputs;
    bool mPackW, mPackR;
    bool mOwnWorkspace; ///< x is a Box, whose size nobody knew when the engine was built
    std::vector<float> mWorkspace;
};

/// The dims that a range allows at most (or at opt), as an array that Sizes reads.
struct DimsOf {
    std::vector<int64_t> dims;
};

Sizes sizesOf(Problem const& problem, int64_t DimRange::*which) {
    DimsOf in[kR + 1];
    for (size_t i : {kX, kR})
        for (DimRange const& d : problem.inputs[i].dims)
            in[i].dims.push_back(d.*which);
    if (!problem.inputs[kX].ranked) // one step is as good a guess as any
        in[kX].dims = {1, 1, problem.inputs[kR].dims[2].*which};
    return {problem.attrs.as<Attributes>(), in};
}

class GemmKernel final : public Kernel {
public:
    explicit GemmKernel(bool byDigits) : mByDigits(byDigits) {}
    std::string_view name() const noexcept override { return mByDigits ? "rnn.vnni" : "rnn.gemm"; }
    std::string_view op() const noexcept override { return "rnn"; }
    bool isPortable() const noexcept override { return !mByDigits; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "a recurrent layer takes no epilogue"};
        if (problem.inputs[kX].type.dtype != DType::kF32)
            return {{}, "only f32 is computed"};
        if (!problem.inputs[kR].ranked)
            return {{}, "the rank of the weights is not known"};
        if (std::string reason = mByDigits ? rejectDigits(problem) : ""; !reason.empty())
            return {{}, reason};
        Signature s = Signature::plain(problem);
        if (mByDigits)
            s.inputs[kW] = s.inputs[kR] = Layout{{}, {{1, 16}, {2, 4}}};
        for (size_t i : mByDigits ? std::vector<size_t>() : std::vector<size_t>{kW, kR})
            if (problem.inputs[i].type.dtype != DType::kF32 && !problem.inputs[i].constant)
                return {{}, "weights of 8 bits are computed by the model"};
            else if (problem.inputs[i].constant)
                s.inputs[i] = Layout{{}, {{1, 16}}}; // panels [D][G * H / 16][K][16]
        return {{std::move(s)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        if (!problem.inputs[kX].ranked)
            return 0;
        Sizes const s = sizesOf(problem, &DimRange::max);
        return 4 * s.directions *
               Parts(s, !problem.inputs[kW].constant, !problem.inputs[kR].constant, mByDigits).total();
    }
    double estimate(Problem const& problem, Signature const&) const override {
        Sizes const s = sizesOf(problem, &DimRange::opt);
        double const rows = static_cast<double>(s.directions * s.steps * s.batch);
        double const units = static_cast<double>(s.gates * s.hidden);
        return 500 + rows * units * (static_cast<double>(s.inputs + s.hidden) / (mByDigits ? 60 : 20) + 2);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<GemmInstance>(problem, mByDigits);
    }

private:
    static std::string rejectDigits(Problem const& problem) {
        constexpr int64_t kMostRows = 1 << 15; // of weights, whose products' sums fit in 32 bits
        if (!cpu::hasVnni())
            return "the processor lacks AVX-512 VNNI";
        for (size_t i : {kW, kR})
            if (problem.inputs[i].type.dtype != DType::kI8 || !problem.inputs[i].constant)
                return "the weights are no constants of signed 8-bit integers";
            else if (problem.inputs[i].dims[2].max > kMostRows)
                return "the weights have more than 32768 rows";
        return {};
    }

    bool mByDigits;
};

} // namespace
} // namespace rnn

void rnn_cpu(KernelTable& table) {
    table.add(std::make_unique<rnn::GemmKernel>(true));
    table.add(std::make_unique<rnn::GemmKernel>(false));
}

} // namespace tenon::ops
