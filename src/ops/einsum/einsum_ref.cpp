// SPDX-License-Identifier: Apache-2.0
// Reference einsum: for each element of the result, the sum over all values of the other letters; in double, integers
// in 64 bits (they wrap).
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/einsum/einsum.h"

#include <algorithm>

namespace tenon::ops {
namespace einsum {
namespace {

/// Counts through the values of some letters; step(k) is what operand k moves by.
class Walk {
public:
    Walk(std::vector<int64_t> extents, std::vector<std::vector<int64_t>> steps)
        : mExtents(std::move(extents)), mSteps(std::move(steps)), mIndex(mExtents.size(), 0) {}

    int64_t count() const {
        int64_t n = 1;
        for (int64_t e : mExtents)
            n *= e;
        return n;
    }
    /// Moves the offsets of all operands to the next value; back to the start after the last.
    void next(std::vector<int64_t>& offsets) {
        for (size_t i = mExtents.size(); i-- > 0;) {
            bool const wraps = ++mIndex[i] == mExtents[i];
            for (size_t k = 0; k < offsets.size(); ++k)
                offsets[k] += wraps ? -mSteps[k][i] * (mExtents[i] - 1) : mSteps[k][i];
            if (!wraps)
                return;
            mIndex[i] = 0;
        }
    }

private:
    std::vector<int64_t> mExtents;
    std::vector<std::vector<int64_t>> mSteps; ///< [operand][letter]
    std::vector<int64_t> mIndex;
};

template <class T>
void compute(Args const& args, Walk& outer, Walk& inner, std::vector<int64_t>& at) {
    using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
    int64_t const results = outer.count(), terms = inner.count();
    for (int64_t r = 0; r < results; ++r) {
        Sum sum = 0;
        for (int64_t t = 0; t < terms; ++t) {
            Sum product = 1;
            for (size_t k = 0; k < at.size(); ++k)
                product *= static_cast<Sum>(args.inputs[k].as<T const>()[at[k]]);
            sum += product;
            inner.next(at);
        }
        if constexpr (std::is_arithmetic_v<T>)
            args.outputs[0].as<T>()[r] = static_cast<T>(sum);
        else
            args.outputs[0].as<T>()[r] = T(static_cast<float>(sum));
        outer.next(at);
    }
}

bool run(Attributes const& a, Args const& args) {
    std::vector<int64_t> ranks;
    for (size_t i = 0; i < args.inputCount; ++i)
        ranks.push_back(args.inputs[i].rank);
    Labels const labels = labelsOf(parseEquation(a.equation, args.inputCount), ranks);
    auto const count = static_cast<size_t>(labels.count);
    std::vector<int64_t> extents(count, 1);
    std::vector<std::vector<int64_t>> steps(args.inputCount, std::vector<int64_t>(count, 0));
    for (size_t i = 0; i < args.inputCount; ++i) {
        auto const strides = rowMajorStrides(args.inputs[i].shape());
        for (size_t k = 0; k < labels.terms[i].size(); ++k) {
            auto const letter = static_cast<size_t>(labels.terms[i][k]);
            int64_t const dim = args.inputs[i].dims[k];
            if (dim == 1)
                continue;
            if (extents[letter] != 1 && extents[letter] != dim)
                return args.failure->set(Message::kShape, "einsum: one letter stands for %lld and for %lld elements",
                                         static_cast<long long>(extents[letter]), static_cast<long long>(dim));
            extents[letter] = dim;
            steps[i][letter] += strides[k];
        }
    }
    auto walk = [&](std::vector<int> const& letters) {
        std::vector<int64_t> sizes;
        std::vector<std::vector<int64_t>> moves(args.inputCount);
        for (int letter : letters) {
            sizes.push_back(extents[static_cast<size_t>(letter)]);
            for (size_t i = 0; i < moves.size(); ++i)
                moves[i].push_back(steps[i][static_cast<size_t>(letter)]);
        }
        return Walk(std::move(sizes), std::move(moves));
    };
    std::vector<int> summed;
    std::vector<int64_t> dims;
    for (int letter = 0; letter < labels.count; ++letter)
        if (std::find(labels.result.begin(), labels.result.end(), letter) == labels.result.end())
            summed.push_back(letter);
    for (int letter : labels.result)
        dims.push_back(extents[static_cast<size_t>(letter)]);
    Args to = args;
    Tensor out;
    if (!resize(args.outputs[0], args.inputs[0].dtype, dims, args.failure, out))
        return false;
    to.outputs = &out;
    Walk outer = walk(labels.result), inner = walk(summed);
    std::vector<int64_t> at(args.inputCount, 0);
    return withType(out.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_same_v<T, bool>)
            compute<T>(to, outer, inner, at);
    });
}

} // namespace
} // namespace einsum

void einsum_ref(KernelTable& table) {
    table.add(referenceKernel<einsum::Attributes>("einsum", "einsum.ref", einsum::run));
}

} // namespace tenon::ops
