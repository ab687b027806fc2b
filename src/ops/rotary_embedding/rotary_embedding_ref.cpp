// SPDX-License-Identifier: Apache-2.0
// Reference rotary_embedding: pair by pair, in double.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/rotary_embedding/rotary_embedding.h"

#include <algorithm>

namespace tenon::ops {
namespace rotary_embedding {
namespace {

bool check(Sizes const& s, Args const& args) {
    int64_t const half = s.rotated / 2;
    if (s.rotated < 0 || s.rotated > s.size || s.rotated % 2 != 0)
        return args.failure->set(Message::kAttribute, "rotary_embedding: %lld of %lld elements cannot be rotated",
                                 static_cast<long long>(s.rotated), static_cast<long long>(s.size));
    for (size_t i : {size_t{1}, size_t{2}}) {
        Tensor const& t = args.inputs[i];
        bool const fits = args.has(3) || (t.dims[0] == s.batch && t.dims[1] == s.length);
        if (!fits || t.dims[t.rank - 1] != half)
            return args.failure->set(Message::kShape,
                                     "rotary_embedding: the table of operand %zu does not fit, it has "
                                     "%lld columns and not %lld",
                                     i, static_cast<long long>(t.dims[t.rank - 1]), static_cast<long long>(half));
    }
    if (args.has(3) && args.inputs[3].elements() != s.batch * s.length)
        return args.failure->set(Message::kShape, "rotary_embedding: there are %lld positions for %lld tokens",
                                 static_cast<long long>(args.inputs[3].elements()),
                                 static_cast<long long>(s.batch * s.length));
    return true;
}

template <class T>
void rotate(T const* x, T* y, T const* cosines, T const* sines, Sizes const& s, bool interleaved) {
    int64_t const half = s.rotated / 2;
    auto narrow = [](double v) {
        if constexpr (std::is_same_v<T, double>)
            return v;
        else
            return T(static_cast<float>(v));
    };
    for (int64_t i = 0; i < half; ++i) {
        int64_t const first = interleaved ? 2 * i : i, second = interleaved ? 2 * i + 1 : i + half;
        auto const a = static_cast<double>(x[first]), b = static_cast<double>(x[second]);
        auto const cosine = static_cast<double>(cosines[i]), sine = static_cast<double>(sines[i]);
        y[first] = narrow(cosine * a - sine * b);
        y[second] = narrow(sine * a + cosine * b);
    }
    std::copy(x + s.rotated, x + s.size, y + s.rotated);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    Sizes const s(a, x.shape());
    if (!check(s, args))
        return false;
    bool good = true;
    withType(x.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            for (int64_t row = 0; good && row < s.batch * s.heads * s.length; ++row) {
                int64_t at = s.tokenOf(row);
                if (args.has(3)) {
                    at = integerAt(args.inputs[3], at);
                    good = wrapIndex(at, args.inputs[1].dims[0], "rotary_embedding", args.failure);
                }
                if (good)
                    rotate(x.as<T const>() + row * s.size, args.outputs[0].as<T>() + row * s.size,
                           args.inputs[1].as<T const>() + at * s.rotated / 2,
                           args.inputs[2].as<T const>() + at * s.rotated / 2, s, a.interleaved);
            }
    });
    return good;
}

} // namespace
} // namespace rotary_embedding

void rotary_embedding_ref(KernelTable& table) {
    table.add(referenceKernel<rotary_embedding::Attributes>("rotary_embedding", "rotary_embedding.ref",
                                                            rotary_embedding::run));
}

} // namespace tenon::ops
