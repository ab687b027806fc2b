// SPDX-License-Identifier: Apache-2.0
// Twins that do not keep what they promise: traits, aliases, sizes.
#include "twin.h"

#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace {

using namespace twin;

/// Adds up: far from elementwise.
struct Sums : Of<Sums> {
    int32_t compute(Run const& run) override {
        float sum = 0;
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = sum += run.x()[i];
        return 0;
    }
};
Add<Sums> const addElementwise("trait-false", tenon::kELEMENTWISE);
Add<Sums> const addAgnostic("trait-false.layout", tenon::kLAYOUT_AGNOSTIC);
Add<Sums> const addParallel("trait-false.threads", tenon::kTHREAD_PARALLEL);

/// Element by element, and in rows whose length it keeps: pieces of other lengths are cut.
struct Rowwise : Of<Rowwise> {
    int32_t onShapeChange(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) override {
        mWidth = in[0].dims.d[in[0].dims.nbDims - 1];
        return 0;
    }
    int32_t compute(Run const& run) override {
        int64_t const width = run.in[0].dims.d[run.in[0].dims.nbDims - 1];
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            if (i % width < mWidth)
                run.y()[i] = p.alpha * run.x()[i] + p.bias;
        return 0;
    }
    int64_t mWidth = 0;
};
Add<Rowwise> const addPieces("trait-false.pieces", tenon::kELEMENTWISE | tenon::kTHREAD_PARALLEL);

struct Reverses final : Of<Reverses> {
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = run.x()[n - 1 - i];
        return 0;
    }
};
Add<Reverses> const addInPlace("trait-false.in_place", tenon::kIN_PLACE);

struct Alias final : Of<Alias> {
    int32_t getAliasedInput(int32_t) override { return 5; } // there is one input
};
TWIN("alias", Alias);

struct AliasRight final : Of<AliasRight> {
    int32_t getAliasedInput(int32_t) override { return 0; }
};
TWIN("correct.alias", AliasRight);

struct AliasInPlace final : Of<AliasInPlace> {
    int32_t getAliasedInput(int32_t) override { return 0; }
    int32_t compute(Run const& run) override {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = run.x()[i] + run.x()[n - 1 - i]; // reads what it has written
        return 0;
    }
};
TWIN("alias.in_place", AliasInPlace);

/// Rows that are not zero, with their number: right where `kLess` is 0.
template <int kLess, int kRank>
struct Sizes final : Of<Sizes<kLess, kRank>> {
    using Base = Of<Sizes<kLess, kRank>>;
    int32_t getNbOutputs() const override { return 2; }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const override {
        out[0] = in[0];
        out[1] = DataType::kINT64;
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& exprs) override {
        IDimensionExpr const* all = in[0].d[0];
        for (int32_t i = 1; i < in[0].nbDims; ++i)
            all = exprs.operation(DimensionOperation::kPROD, *all, *in[0].d[i]);
        IDimensionExpr const* const most =
            exprs.operation(DimensionOperation::kFLOOR_DIV, *all, *exprs.constant(1 + kLess));
        out[0].nbDims = 1;
        out[0].d[0] = exprs.declareSizeTensor(1, *most, *most);
        out[1].nbDims = kRank;
        out[1].d[0] = exprs.constant(1);
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        return all[position].desc.format == TensorFormat::kLINEAR &&
               all[position].desc.type == (position == 2 ? DataType::kINT64 : DataType::kFLOAT);
    }
    int32_t compute(Run const& run) override {
        int64_t found = 0;
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            if (run.x()[i] != 0)
                run.y()[found++] = run.x()[i];
        *static_cast<int64_t*>(run.outputs[1]) = found;
        return 0;
    }
};
using SizesRight = Sizes<0, 0>;
using SizesLess = Sizes<1, 0>;
using SizesRank = Sizes<0, 1>;
TWIN("correct.sizes_not_zero", SizesRight);
TWIN("size-tensor", SizesLess);
TWIN("size-tensor.rank", SizesRank);

} // namespace
