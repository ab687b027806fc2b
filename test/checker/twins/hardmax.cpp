// SPDX-License-Identifier: Apache-2.0
// Hardmax along the first axis, right and with the mistake that BLAS invites to: its isamax looks for the greatest
// absolute value. Only a reference tells them apart.
#include "twin.h"

#include <cmath>

namespace {

using namespace twin;

template <bool kAbsolute>
struct Hardmax final : Of<Hardmax<kAbsolute>> {
    int32_t compute(Run const& run) override {
        auto const weight = [](float x) { return kAbsolute ? std::abs(x) : x; };
        int64_t const count = run.count() == 0 ? 0 : run.in[0].dims.d[0], inner = count == 0 ? 0 : run.count() / count;
        for (int64_t column = 0; column < inner; ++column) {
            int64_t best = 0;
            for (int64_t i = 0; i < count; ++i) {
                run.y()[i * inner + column] = 0;
                if (weight(run.x()[i * inner + column]) > weight(run.x()[best * inner + column]))
                    best = i;
            }
            run.y()[best * inner + column] = 1;
        }
        return 0;
    }
};
using Greatest = Hardmax<false>;
using GreatestAbsolute = Hardmax<true>;
TWIN("correct.hardmax", Greatest);
TWIN("wrong-value.hardmax", GreatestAbsolute);

} // namespace
