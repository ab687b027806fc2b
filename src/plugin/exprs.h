// SPDX-License-Identifier: Apache-2.0
// The expressions with which a plugin says how the dims of its outputs follow from its inputs, over DimExpr. A dim that
// is known is a constant; any other one is a symbol, which the plugin's operator replaces by the dim of its operand.
#pragma once

#include "NvInferRuntime.h"
#include "shape/dim_expr.h"

#include <deque>
#include <vector>

namespace tenon::plugin {

/// Symbols of a plugin's formulas: dims from 0 on, elements of shape inputs and size tensors from these two.
inline constexpr SymbolId kSymbolStep = 1 << 12, kElementSymbols = 1 << 24, kSizeSymbols = 1 << 28;
SymbolId dimSymbol(size_t input, size_t axis) noexcept;
SymbolId elementSymbol(size_t input, size_t element) noexcept; ///< of a shape input
SymbolId sizeSymbol(size_t output) noexcept;                   ///< the number that size tensor `output` holds

/// Calls the first function that fits a symbol with its two numbers; `size` gets the output.
template <class Dim, class Element, class Size>
auto readSymbol(SymbolId symbol, Dim&& dim, Element&& element, Size&& size) {
    if (symbol >= kSizeSymbols)
        return size(static_cast<size_t>(symbol - kSizeSymbols));
    bool const isElement = symbol >= kElementSymbols;
    SymbolId const s = isElement ? symbol - kElementSymbols : symbol;
    auto const first = static_cast<size_t>(s / kSymbolStep), second = static_cast<size_t>(s % kSymbolStep);
    return isElement ? element(first, second) : dim(first, second);
}

class Expr;

class Exprs final : public nvinfer1::IExprBuilder, public nvinfer1::apiv::VExprBuilder {
public:
    struct Size {
        int32_t output;
        DimExpr upper;
    };

    explicit Exprs(int32_t outputs);
    ~Exprs() noexcept override;

    nvinfer1::IDimensionExpr const* constant(int64_t value) override;
    nvinfer1::IDimensionExpr const* operation(nvinfer1::DimensionOperation op, nvinfer1::IDimensionExpr const& first,
                                              nvinfer1::IDimensionExpr const& second) override;
    nvinfer1::IDimensionExpr const* declareSizeTensor(int32_t outputIndex, nvinfer1::IDimensionExpr const& opt,
                                                      nvinfer1::IDimensionExpr const& upper) override;

    nvinfer1::IDimensionExpr const* give(DimExpr value);
    /// Null when it is none that this builder gave.
    DimExpr const* find(nvinfer1::IDimensionExpr const* expr) const noexcept;
    std::vector<Size> const& sizes() const noexcept { return mSizes; }
    /// Outputs for which a size tensor was declared, and which the plugin does not have.
    std::vector<int32_t> const& unknownSizes() const noexcept { return mUnknownSizes; }

private:
    int32_t mOutputs;
    std::deque<Expr> mGiven;
    std::vector<Size> mSizes;
    std::vector<int32_t> mUnknownSizes;
};

} // namespace tenon::plugin
