// SPDX-License-Identifier: Apache-2.0
// What the lowering of records with blocks (blocks.cpp) and of loops (loops.cpp) shares.
#pragma once

#include "network/lower/lowering.h"

namespace tenon {
namespace blocks {

/// A symbol belongs to one region: elements of sequences and optionals cross without dims that are not numbers.
Type withoutInnerSymbols(Type type);
Where whereOf(Record const& record);
[[noreturn]] void fail(Record const& record, std::string what, std::string wanted, std::string given);
bool isOpen(DimExpr const& dim);
bool haveSameElements(Type const& a, Type const& b);
/// The type of what is either `a` or `b`: dims that differ are open.
Type either(Record const& record, Type const& a, Type const& b, char const* what);
/// Absent when the condition follows from data.
std::optional<bool> knownCondition(ir::Graph const& g, ir::ValueId condition);

} // namespace blocks

/// A block that is being written as a region.
struct Lowering::Body {
    ir::RegionId region = 0;
    Scope scope;
    std::vector<std::pair<DimExpr, DimExpr>> dims; ///< outside, inside
    std::vector<ir::ValueId> operands;             ///< of the region around: what is captured

    DimExpr const* inside(DimExpr const& outer) const {
        for (auto const& [from, to] : dims)
            if (from == outer)
                return &to;
        return nullptr;
    }
    /// -1 when the region around has no name for it.
    DimExpr outside(DimExpr const& inner) const {
        bool known = true;
        DimExpr const out = inner.substitute([&](SymbolId s) -> DimExpr const* {
            for (auto const& [from, to] : dims)
                if (to == DimExpr::symbol(s))
                    return &from;
            known = false;
            return nullptr;
        });
        return known ? out : DimExpr(-1);
    }
    Type outside(Type type) const {
        if (type.dims)
            for (DimExpr& d : *type.dims)
                d = outside(d);
        return blocks::withoutInnerSymbols(std::move(type));
    }
};

} // namespace tenon
