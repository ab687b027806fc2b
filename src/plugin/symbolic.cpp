// SPDX-License-Identifier: Apache-2.0
#include "plugin/symbolic.h"

#include <fmt/format.h>

namespace tenon::plugin {

std::vector<nvinfer1::DimsExprs> toExprs(std::vector<Dims> const& from, Exprs& exprs) {
    std::vector<nvinfer1::DimsExprs> out;
    for (Dims const& dims : from) {
        nvinfer1::DimsExprs& made = out.emplace_back();
        made.nbDims = static_cast<int32_t>(dims.size());
        for (size_t i = 0; i < dims.size(); ++i)
            made.d[i] = exprs.give(dims[i]);
    }
    return out;
}

std::optional<Dims> fromExprs(nvinfer1::DimsExprs const& from, Exprs const& exprs, std::string& why) {
    if (from.nbDims < 0 || from.nbDims > nvinfer1::Dims::MAX_DIMS) {
        why = fmt::format("it has {} dims", from.nbDims);
        return std::nullopt;
    }
    Dims out;
    for (int32_t i = 0; i < from.nbDims; ++i) {
        DimExpr const* const found = exprs.find(from.d[i]);
        if (found == nullptr) {
            why =
                fmt::format("dim {} is {}", i,
                            from.d[i] == nullptr ? "null" : "an expression that does not come from the builder given");
            return std::nullopt;
        }
        if (found->isConst() && found->value() < 0) {
            why = fmt::format("dim {} is {}", i, found->value());
            return std::nullopt;
        }
        out.push_back(*found);
    }
    return out;
}

} // namespace tenon::plugin
