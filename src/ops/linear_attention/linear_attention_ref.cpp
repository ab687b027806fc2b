// SPDX-License-Identifier: Apache-2.0
// Reference linear_attention: token after token, the state in double.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/linear_attention/linear_attention.h"

#include <cmath>

namespace tenon::ops {
namespace linear_attention {
namespace {

struct Sizes {
    int64_t batch, tokens, keySize, valueSize;
};

/// Every operand has the dims that the others ask for.
bool check(Attributes const& a, Args const& args, Sizes const& s) {
    auto fits = [&](size_t i, int64_t last, int64_t other) {
        if (!args.has(i))
            return true;
        int64_t const* d = args.inputs[i].dims;
        if (d[0] == s.batch && d[1] == s.tokens && (d[2] == last || d[2] == other))
            return true;
        return args.failure->set(Message::kShape, "linear_attention: operand %zu does not fit the query", i);
    };
    if (!fits(0, a.queryHeads * s.keySize, -1) || !fits(1, a.keyHeads * s.keySize, -1) ||
        !fits(2, a.keyHeads * s.valueSize, -1) || !fits(4, a.keyHeads, a.keyHeads * s.keySize) ||
        !fits(5, a.keyHeads, 1))
        return false;
    if (args.has(3) && args.inputs[3].elements() != s.batch * a.keyHeads * s.keySize * s.valueSize)
        return args.failure->set(Message::kShape, "linear_attention: the past state does not fit the query");
    return true;
}

/// One head of one sample: all tokens. `state` is [keySize][valueSize].
void head(Attributes const& a, Args const& args, Sizes const& s, int64_t b, int64_t h, double* state) {
    int64_t const group = a.queryHeads / a.keyHeads;
    double const scale = a.scale != 0 ? a.scale : 1 / std::sqrt(static_cast<double>(s.keySize));
    std::vector<double> written(static_cast<size_t>(s.valueSize));
    for (int64_t t = 0; t < s.tokens; ++t) {
        int64_t const token = b * s.tokens + t;
        auto key = [&](int64_t d) { return numberAt(args.inputs[1], (token * a.keyHeads + h) * s.keySize + d); };
        for (int64_t d = 0; a.gated && d < s.keySize; ++d) {
            bool const each = args.inputs[4].dims[2] != a.keyHeads;
            double const decay =
                numberAt(args.inputs[4], each ? (token * a.keyHeads + h) * s.keySize + d : token * a.keyHeads + h);
            for (int64_t m = 0; m < s.valueSize; ++m)
                state[d * s.valueSize + m] *= std::exp(decay);
        }
        for (int64_t m = 0; m < s.valueSize; ++m) {
            double& v = written[static_cast<size_t>(m)];
            v = numberAt(args.inputs[2], (token * a.keyHeads + h) * s.valueSize + m);
            if (!a.delta)
                continue;
            for (int64_t d = 0; d < s.keySize; ++d)
                v -= state[d * s.valueSize + m] * key(d);
            int64_t const rates = args.inputs[5].dims[2];
            v *= numberAt(args.inputs[5], token * rates + (rates == 1 ? 0 : h));
        }
        for (int64_t d = 0; d < s.keySize; ++d)
            for (int64_t m = 0; m < s.valueSize; ++m)
                state[d * s.valueSize + m] += key(d) * written[static_cast<size_t>(m)];
        for (int64_t g = h * group; g < (h + 1) * group; ++g)
            for (int64_t m = 0; m < s.valueSize; ++m) {
                double sum = 0;
                for (int64_t d = 0; d < s.keySize; ++d)
                    sum += numberAt(args.inputs[0], (token * a.queryHeads + g) * s.keySize + d) *
                           state[d * s.valueSize + m];
                setNumber(args.outputs[0], (token * a.queryHeads + g) * s.valueSize + m, scale * sum);
            }
    }
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &q = args.inputs[0], &v = args.inputs[2];
    Sizes const s{q.dims[0], q.dims[1], q.dims[2] / a.queryHeads, v.dims[2] / a.keyHeads};
    if (!check(a, args, s))
        return false;
    int64_t const size = s.keySize * s.valueSize;
    std::vector<double> states(static_cast<size_t>(s.batch * a.keyHeads * size), 0);
    if (args.has(3))
        states = numbersOf(args.inputs[3]);
    for (int64_t i = 0; i < s.batch * a.keyHeads; ++i)
        head(a, args, s, i / a.keyHeads, i % a.keyHeads, states.data() + i * size);
    bool const shown = args.outputCount > 1 && args.outputs[1].present();
    for (size_t i = 0; shown && i < states.size(); ++i)
        setNumber(args.outputs[1], static_cast<int64_t>(i), states[i]);
    return true;
}

} // namespace
} // namespace linear_attention

void linear_attention_ref(KernelTable& table) {
    table.add(referenceKernel<linear_attention::Attributes>("linear_attention", "linear_attention.ref",
                                                            linear_attention::run));
}

} // namespace tenon::ops
