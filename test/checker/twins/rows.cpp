// SPDX-License-Identifier: Apache-2.0
// As many rows as a shape input says, those of x again and again: right, and with the last one left out.
#include "twin.h"

namespace {

using namespace twin;

template <int kLess>
struct Rows final : Of<Rows<kLess>> {
    /// Without a shape input there are as many as x has.
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const* shapes, int32_t count, DimsExprs* out,
                            int32_t, IExprBuilder&) override {
        out[0] = in[0];
        if (count == 1)
            out[0].d[0] = shapes[0].d[0];
        return 0;
    }
    int32_t compute(Run const& run) override {
        int64_t const given = run.in[0].dims.d[0], rows = run.out[0].dims.d[0];
        if (rows == 0 || volume(run.out[0].dims) == 0)
            return 0;
        int64_t const row = volume(run.out[0].dims) / rows;
        for (int64_t i = 0; i < (rows - kLess) * row; ++i)
            run.y()[i] = given == 0 ? 0 : this->p.alpha * run.x()[i % (given * row)] + this->p.bias;
        return 0;
    }
};
using RowsRight = Rows<0>;
using RowsLess = Rows<1>;
TWIN("correct.repeated_rows", RowsRight);
TWIN("shape-mismatch.repeated_rows", RowsLess);

} // namespace
