// SPDX-License-Identifier: Apache-2.0
// Reference attention: one row of scores at a time, in double. A row without any key that takes part gives zeros.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tenon::ops {
namespace attention {
namespace {

/// An operand as [batch, heads, length, size], whatever its rank.
struct View {
    std::vector<double> data;
    int64_t batch = 0, heads = 0, length = 0, size = 0;
    bool flat = false; ///< [batch, length, heads * size]

    View(Tensor const& t, int64_t headsOfFlat) : data(numbersOf(t)), batch(t.dims[0]), flat(t.rank == 3) {
        heads = flat ? headsOfFlat : t.dims[1];
        length = t.dims[flat ? 1 : 2];
        size = flat ? t.dims[2] / heads : t.dims[3];
    }
    double const* row(int64_t b, int64_t h, int64_t i) const {
        return data.data() +
               (flat ? (b * length + i) * heads * size + h * size : ((b * heads + h) * length + i) * size);
    }
};

/// Keys or values with the past before them.
struct Cache {
    View now;
    std::optional<View> past;
    int64_t before = 0;

    Cache(Args const& args, size_t operand, size_t pastOperand, int64_t heads) : now(args.inputs[operand], heads) {
        if (args.has(pastOperand)) {
            past.emplace(args.inputs[pastOperand], heads);
            before = past->length;
        }
    }
    int64_t length() const { return before + now.length; }
    double const* row(int64_t b, int64_t h, int64_t j) const {
        return j < before ? past->row(b, h, j) : now.row(b, h, j - before);
    }
};

void storeCache(Cache const& cache, Tensor const& to) {
    int64_t at = 0;
    for (int64_t b = 0; b < cache.now.batch; ++b)
        for (int64_t h = 0; h < cache.now.heads; ++h)
            for (int64_t j = 0; j < cache.length(); ++j)
                for (int64_t d = 0; d < cache.now.size; ++d)
                    setNumber(to, at++, cache.row(b, h, j)[d]);
}

/// What is added to the score of query i and key j: 0, the mask's number, or minus infinity.
class Bias {
public:
    Bias(Attributes const& a, Args const& args, int64_t queries, int64_t before)
        : mAttrs(a), mMask(args.has(3) ? &args.inputs[3] : nullptr), mLengths(args.has(6) ? &args.inputs[6] : nullptr),
          mQueries(queries), mBefore(before) {}

    double at(int64_t b, int64_t h, int64_t i, int64_t j) const {
        int64_t const valid = mLengths != nullptr ? integerAt(*mLengths, b) : -1;
        int64_t const position = i + (mLengths != nullptr ? valid - mQueries : mBefore);
        bool const hidden = (mLengths != nullptr && j >= valid) || (mAttrs.causal && j > position) ||
                            (mAttrs.left >= 0 && j < position - mAttrs.left) ||
                            (mAttrs.right >= 0 && j > position + mAttrs.right);
        return hidden ? -INFINITY : maskAt(b, h, i, j);
    }

private:
    double maskAt(int64_t b, int64_t h, int64_t i, int64_t j) const {
        if (mMask == nullptr)
            return 0;
        int64_t const index[] = {b, h, i, j};
        auto const rank = static_cast<size_t>(mMask->rank);
        if (j >= mMask->dims[rank - 1])
            return -INFINITY;
        int64_t at = 0;
        for (size_t k = 0; k < rank; ++k)
            at = at * mMask->dims[k] + (mMask->dims[k] == 1 ? 0 : index[4 - rank + k]);
        double const value = numberAt(*mMask, at);
        return mMask->dtype == DType::kBool ? (value != 0 ? 0 : -INFINITY) : value;
    }

    Attributes const& mAttrs;
    Tensor const* mMask;
    Tensor const* mLengths;
    int64_t mQueries, mBefore;
};

/// Scores to probabilities, in place.
void softmax(std::vector<double>& scores, bool isHidden) {
    double top = -INFINITY, sum = 0;
    for (double s : scores)
        top = std::isnan(s) ? s : std::max(top, s);
    for (double& s : scores)
        sum += s = std::exp(s - top);
    for (double& s : scores)
        s = isHidden ? 0 : s / sum;
}

/// Query, keys, values and their past fit together, and there is a length for each sample.
bool operandsFit(Args const& args, View const& q, Cache const& keys, Cache const& values) {
    auto pastFits = [](Cache const& c) {
        return !c.past || (c.past->batch == c.now.batch && c.past->heads == c.now.heads && c.past->size == c.now.size);
    };
    bool const lengths = !args.has(6) || args.inputs[6].elements() == q.batch;
    return (fitTogether(q, keys.now, values.now) && pastFits(keys) && pastFits(values) &&
            keys.before == values.before && lengths) ||
           args.failure->set(Message::kShape, "attention: the dims of query, keys, values and their past do not fit");
}

/// The mask's dims broadcast to [batch, heads, queries, keys]; its last dim may be shorter.
bool maskFits(Args const& args, View const& q, int64_t keys) {
    if (!args.has(3))
        return true;
    Tensor const& mask = args.inputs[3];
    int64_t const full[] = {q.batch, q.heads, q.length, keys};
    for (int32_t k = 0; k < mask.rank; ++k) {
        int64_t const dim = mask.dims[k], wanted = full[4 - mask.rank + k];
        if (k == mask.rank - 1 ? dim > wanted : dim != 1 && dim != wanted)
            return args.failure->set(Message::kShape, "attention: dim %d of the mask is %lld, and not %lld", k,
                                     static_cast<long long>(dim), static_cast<long long>(wanted));
    }
    return true;
}

bool run(Attributes const& a, Args const& args) {
    View const q(args.inputs[0], a.queryHeads);
    Cache const keys(args, 1, 4, a.keyHeads), values(args, 2, 5, a.keyHeads);
    int64_t const count = keys.length(), group = keys.now.heads == 0 ? 1 : q.heads / keys.now.heads;
    if (!operandsFit(args, q, keys, values) || !maskFits(args, q, count))
        return false;
    Bias const bias(a, args, q.length, keys.before);
    double const scale = a.scale.value_or(1 / std::sqrt(static_cast<double>(q.size)));
    Tensor const *const out = args.outputs, *const shown = args.outputCount > 3 ? out + 3 : nullptr;
    std::vector<double> scores(static_cast<size_t>(count));
    auto show = [&](Scores stage, int64_t row) {
        for (int64_t j = 0; shown != nullptr && a.scores == stage && j < count; ++j)
            setNumber(*shown, row * count + j, scores[static_cast<size_t>(j)]);
    };
    for (int64_t row = 0; row < q.batch * q.heads * q.length; ++row) {
        int64_t const i = row % q.length, h = row / q.length % q.heads, b = row / q.length / q.heads;
        for (int64_t j = 0; j < count; ++j) {
            double const *const x = q.row(b, h, i), *const y = keys.row(b, h / group, j);
            double sum = 0;
            for (int64_t d = 0; d < q.size; ++d)
                sum += x[d] * y[d];
            scores[static_cast<size_t>(j)] = sum * scale;
        }
        show(Scores::kRaw, row);
        if (a.softcap > 0)
            for (double& s : scores)
                s = a.softcap * std::tanh(s / a.softcap);
        show(Scores::kCapped, row);
        bool isHidden = true;
        for (int64_t j = 0; j < count; ++j) {
            double const added = bias.at(b, h, i, j);
            isHidden = isHidden && added == -INFINITY;
            scores[static_cast<size_t>(j)] += added;
        }
        show(Scores::kBiased, row);
        softmax(scores, isHidden && a.zeroWithoutKeys);
        show(Scores::kProbabilities, row);
        int64_t const to = (q.flat ? (b * q.length + i) * q.heads + h : row) * values.now.size;
        for (int64_t d = 0; d < values.now.size; ++d) {
            double sum = 0;
            for (int64_t j = 0; j < count; ++j)
                if (double const p = scores[static_cast<size_t>(j)]; p != 0)
                    sum += p * values.row(b, h / group, j)[d];
            setNumber(out[0], to + d, sum);
        }
    }
    if (args.outputCount > 1 && out[1].present())
        storeCache(keys, out[1]);
    if (args.outputCount > 2 && out[2].present())
        storeCache(values, out[2]);
    return true;
}

} // namespace
} // namespace attention

void attention_ref(KernelTable& table) {
    table.add(referenceKernel<attention::Attributes>("attention", "attention.ref", attention::run));
}

} // namespace tenon::ops
