// SPDX-License-Identifier: Apache-2.0
#include "plugin/exprs.h"

#include <limits>

namespace tenon::plugin {

using nvinfer1::DimensionOperation;
using nvinfer1::IDimensionExpr;

SymbolId dimSymbol(size_t input, size_t axis) noexcept {
    return static_cast<SymbolId>(input) * kSymbolStep + static_cast<SymbolId>(axis);
}
SymbolId elementSymbol(size_t input, size_t element) noexcept {
    return kElementSymbols + dimSymbol(input, element);
}
SymbolId sizeSymbol(size_t output) noexcept {
    return kSizeSymbols + static_cast<SymbolId>(output);
}

class Expr final : public IDimensionExpr, public nvinfer1::apiv::VDimensionExpr {
public:
    Expr(DimExpr of, bool fromSizeTensor) : value(std::move(of)), mFromSizeTensor(fromSizeTensor) { mImpl = this; }
    bool isConstant() const override { return value.isConst(); }
    int64_t getConstantValue() const override {
        return value.isConst() ? value.value() : std::numeric_limits<int64_t>::min();
    }
    bool isSizeTensor() const override { return mFromSizeTensor; }
    DimExpr const value;

private:
    bool mFromSizeTensor;
};

Exprs::Exprs(int32_t outputs) : mOutputs(outputs) {
    mImpl = this;
}
Exprs::~Exprs() noexcept = default;

IDimensionExpr const* Exprs::give(DimExpr value) {
    return &mGiven.emplace_back(std::move(value), false);
}

IDimensionExpr const* Exprs::constant(int64_t value) {
    return give(value);
}

DimExpr const* Exprs::find(IDimensionExpr const* expr) const noexcept {
    for (Expr const& e : mGiven)
        if (&e == expr)
            return &e.value;
    return nullptr;
}

IDimensionExpr const* Exprs::operation(DimensionOperation op, IDimensionExpr const& first,
                                       IDimensionExpr const& second) {
    DimExpr const *a = find(&first), *b = find(&second);
    if (a == nullptr || b == nullptr)
        return nullptr;
    switch (op) {
    case DimensionOperation::kSUM:
        return give(*a + *b);
    case DimensionOperation::kPROD:
        return give(*a * *b);
    case DimensionOperation::kMAX:
        return give(max(*a, *b));
    case DimensionOperation::kMIN:
        return give(min(*a, *b));
    case DimensionOperation::kSUB:
        return give(*a - *b);
    case DimensionOperation::kEQUAL:
        return give(equal(*a, *b));
    case DimensionOperation::kLESS:
        return give(less(*a, *b));
    case DimensionOperation::kFLOOR_DIV:
        return b->is(0) ? nullptr : give(floorDiv(*a, *b));
    case DimensionOperation::kCEIL_DIV:
        return b->is(0) ? nullptr : give(ceilDiv(*a, *b));
    }
    return nullptr;
}

IDimensionExpr const* Exprs::declareSizeTensor(int32_t outputIndex, IDimensionExpr const& opt,
                                               IDimensionExpr const& upper) {
    DimExpr const* const most = find(&upper);
    if (outputIndex < 0 || outputIndex >= mOutputs) {
        mUnknownSizes.push_back(outputIndex);
        return nullptr;
    }
    if (find(&opt) == nullptr || most == nullptr)
        return nullptr;
    mSizes.push_back({outputIndex, *most});
    return &mGiven.emplace_back(DimExpr::symbol(sizeSymbol(static_cast<size_t>(outputIndex))), true);
}

} // namespace tenon::plugin
