// SPDX-License-Identifier: Apache-2.0
// Reference rnn: the equations of the standard, one sequence and one time step after the other, all in double.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/rnn/rnn.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace rnn {
namespace {

using Numbers = std::vector<double>;

double apply(Activation const& a, double x) {
    switch (a.function) {
    case Function::kSigmoid:
        return 1 / (1 + std::exp(-x));
    case Function::kTanh:
        return std::tanh(x);
    case Function::kRelu:
        return x < 0 ? 0 : x;
    case Function::kAffine:
        return a.alpha * x + a.beta;
    case Function::kLeakyRelu:
        return x < 0 ? a.alpha * x : x;
    case Function::kThresholdedRelu:
        return x < a.alpha ? 0 : x;
    case Function::kScaledTanh:
        return a.alpha * std::tanh(a.beta * x);
    case Function::kHardSigmoid:
        return std::min(std::max(a.alpha * x + a.beta, 0.0), 1.0);
    case Function::kElu:
        return x < 0 ? a.alpha * std::expm1(x) : x;
    case Function::kSoftsign:
        return x / (1 + std::abs(x));
    case Function::kSoftplus:
        return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
    }
    return x;
}

/// One direction: the parts of the operands that belong to it, and the state of one sequence.
class Layer {
public:
    Layer(Attributes const& a, Args const& args, Sizes const& sizes, int64_t d)
        : mAttrs(a), mSizes(sizes), mDirection(d), mW(weights(args, kW, sizes.inputs)),
          mR(weights(args, kR, sizes.hidden)), mBias(part(args, kBias, 2 * sizes.gates * sizes.hidden)),
          mPeepholes(part(args, kPeepholes, 3 * sizes.hidden)),
          mInitialH(part(args, kInitialH, sizes.batch * sizes.hidden)),
          mInitialC(part(args, kInitialC, sizes.batch * sizes.hidden)) {}

    void start(int64_t b) {
        auto const n = static_cast<size_t>(mSizes.hidden);
        auto of = [&](Numbers const& all) {
            auto const from = all.begin() + b * mSizes.hidden;
            return Numbers(from, from + mSizes.hidden);
        };
        mH = mInitialH.empty() ? Numbers(n, 0) : of(mInitialH);
        mC = mInitialC.empty() ? Numbers(n, 0) : of(mInitialC);
    }
    void step(double const* x) {
        mX = x;
        if (mAttrs.cell == Cell::kLSTM)
            lstm();
        else if (mAttrs.cell == Cell::kGRU)
            gru();
        else
            plain();
    }
    Numbers const& h() const { return mH; }
    Numbers const& c() const { return mC; }

private:
    /// This direction's share of an operand; empty where it is absent.
    Numbers part(Args const& args, size_t operand, int64_t count) const {
        if (!args.has(operand))
            return {};
        Numbers out;
        for (int64_t i = 0; i < count; ++i)
            out.push_back(numberAt(args.inputs[operand], mDirection * count + i));
        return out;
    }
    /// The same of w or r, which may be quantised, with rows of k elements.
    Numbers weights(Args const& args, size_t operand, int64_t k) const {
        int64_t const rows = mSizes.gates * mSizes.hidden;
        Numbers out = part(args, operand, rows * k);
        size_t const scale = scaleOf(operand);
        if (!args.has(scale))
            return out;
        bool const ofEach = args.inputs[scale].rank == 2;
        for (int64_t i = 0; i < rows * k; ++i) {
            int64_t const at = ofEach ? mDirection * rows + i / k : mDirection;
            double const zero = args.has(scale + 1) ? numberAt(args.inputs[scale + 1], at) : 0;
            double& value = out[static_cast<size_t>(i)];
            value = (value - zero) * numberAt(args.inputs[scale], at);
        }
        return out;
    }
    static double dot(double const* a, double const* b, int64_t n) {
        double sum = 0;
        for (int64_t i = 0; i < n; ++i)
            sum += a[i] * b[i];
        return sum;
    }
    double bias(int64_t row) const { return mBias.empty() ? 0 : mBias[static_cast<size_t>(row)]; }
    /// x * w + its bias, and v * r + its bias, for unit i of a gate.
    double fromX(int64_t gate, int64_t i) const {
        int64_t const row = gate * mSizes.hidden + i;
        return dot(mX, mW.data() + row * mSizes.inputs, mSizes.inputs) + bias(row);
    }
    double fromH(int64_t gate, int64_t i, Numbers const& v) const {
        int64_t const row = gate * mSizes.hidden + i;
        return dot(v.data(), mR.data() + row * mSizes.hidden, mSizes.hidden) +
               bias((mSizes.gates * mSizes.hidden) + row);
    }
    double peephole(int64_t gate, int64_t i, double c) const {
        return mPeepholes.empty() ? 0 : mPeepholes[static_cast<size_t>(gate * mSizes.hidden + i)] * c;
    }
    double activated(size_t which, double x) const {
        if (mAttrs.clip && which < 2) // a cell state is no sum of products: it is left as it is
            x = x > *mAttrs.clip ? *mAttrs.clip : (x < -*mAttrs.clip ? -*mAttrs.clip : x);
        return apply(mAttrs.activation(mDirection, which), x);
    }

    void plain() {
        Numbers next;
        for (int64_t i = 0; i < mSizes.hidden; ++i)
            next.push_back(activated(0, fromX(0, i) + fromH(0, i, mH)));
        mH = std::move(next);
    }
    void gru() {
        Numbers z, r, reset, next;
        for (int64_t i = 0; i < mSizes.hidden; ++i) {
            z.push_back(activated(0, fromX(0, i) + fromH(0, i, mH)));
            r.push_back(activated(0, fromX(1, i) + fromH(1, i, mH)));
            reset.push_back(r.back() * mH[static_cast<size_t>(i)]);
        }
        for (int64_t i = 0; i < mSizes.hidden; ++i) {
            auto const at = static_cast<size_t>(i);
            double const inner = mAttrs.linearBeforeReset ? r[at] * fromH(2, i, mH) : fromH(2, i, reset);
            next.push_back((1 - z[at]) * activated(1, fromX(2, i) + inner) + z[at] * mH[at]);
        }
        mH = std::move(next);
    }
    void lstm() {
        Numbers next;
        for (int64_t i = 0; i < mSizes.hidden; ++i) {
            double& c = mC[static_cast<size_t>(i)];
            double const in = activated(0, fromX(0, i) + fromH(0, i, mH) + peephole(0, i, c));
            double const forget =
                mAttrs.inputForget ? 1 - in : activated(0, fromX(2, i) + fromH(2, i, mH) + peephole(2, i, c));
            c = forget * c + in * activated(1, fromX(3, i) + fromH(3, i, mH));
            double const out = activated(0, fromX(1, i) + fromH(1, i, mH) + peephole(1, i, c));
            next.push_back(out * activated(2, c));
        }
        mH = std::move(next);
    }

    Attributes const& mAttrs;
    Sizes const& mSizes;
    int64_t mDirection;
    Numbers mW, mR, mBias, mPeepholes, mInitialH, mInitialC;
    double const* mX = nullptr;
    Numbers mH, mC;
};

void store(Numbers const& values, Tensor const& to, int64_t at) {
    withType(to.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            for (size_t i = 0; i < values.size(); ++i)
                to.as<T>()[at + static_cast<int64_t>(i)] =
                    T(static_cast<std::conditional_t<std::is_same_v<T, double>, double, float>>(values[i]));
    });
}

bool run(Attributes const& a, Args const& args) {
    Sizes const s(a, args.inputs);
    std::vector<int64_t> const lengths = args.has(kLengths)
                                             ? integersOf(args.inputs[kLengths])
                                             : std::vector<int64_t>(static_cast<size_t>(s.batch), s.steps);
    for (int64_t length : lengths)
        if (length < 0 || length > s.steps)
            return args.failure->set(Message::kIndexRange, "rnn: the length %lld lies outside the range [0, %lld]",
                                     static_cast<long long>(length), static_cast<long long>(s.steps));
    Numbers const x = numbersOf(args.inputs[kX]), nothing(static_cast<size_t>(s.hidden), 0);
    for (int64_t d = 0; d < s.directions; ++d) {
        Layer layer(a, args, s, d);
        for (int64_t b = 0; b < s.batch; ++b) {
            int64_t const length = lengths[static_cast<size_t>(b)];
            layer.start(b);
            for (int64_t i = 0; i < s.steps; ++i) {
                int64_t const t = a.backwards(d) && i < length ? length - 1 - i : i;
                if (i < length)
                    layer.step(x.data() + (t * s.batch + b) * s.inputs);
                store(i < length ? layer.h() : nothing, args.outputs[0],
                      ((t * s.directions + d) * s.batch + b) * s.hidden);
            }
            for (size_t i = 1; i < args.outputCount; ++i)
                store(i == 1 ? layer.h() : layer.c(), args.outputs[i], (d * s.batch + b) * s.hidden);
        }
    }
    return true;
}

} // namespace
} // namespace rnn

void rnn_ref(KernelTable& table) {
    table.add(referenceKernel<rnn::Attributes>("rnn", "rnn.ref", rnn::run));
}

} // namespace tenon::ops
