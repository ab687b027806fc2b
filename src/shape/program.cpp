// SPDX-License-Identifier: Apache-2.0
#include "shape/program.h"

#include <fmt/format.h>

namespace tenon {

Slot ShapeProgram::run(std::span<int64_t> slots, Slot begin, Slot end) const noexcept {
    for (Slot i = begin; i < end; ++i) {
        ShapeInstr const& in = code[static_cast<size_t>(i)];
        int64_t& to = slots[static_cast<size_t>(i)];
        if (in.op == DimOp::kSymbol)
            continue;
        if (in.op == DimOp::kConst) {
            to = in.value;
            continue;
        }
        int64_t const c = in.c < 0 ? 0 : slots[static_cast<size_t>(in.c)];
        if (!apply(in.op, slots[static_cast<size_t>(in.a)], slots[static_cast<size_t>(in.b)], c, to))
            return i;
    }
    return -1;
}

Slot ShapeCompiler::emit(DimOp op, int64_t value, Slot a, Slot b, Slot c) {
    auto const [it, isNew] = mKnown.try_emplace({op, value, a, b, c}, static_cast<Slot>(mProgram.code.size()));
    if (isNew)
        mProgram.code.push_back({op, value, a, b, c});
    return it->second;
}

Slot ShapeCompiler::compile(DimExpr const& expr) {
    if (expr.isConst() || expr.op() == DimOp::kSymbol)
        return emit(expr.op(), expr.value(), -1, -1, -1);
    auto args = expr.args();
    Slot total = compile(args[0]);
    if (expr.op() == DimOp::kSelect) {
        Slot const then = compile(args[1]);
        return emit(expr.op(), 0, total, then, compile(args[2]));
    }
    for (size_t i = 1; i < args.size(); ++i)
        total = emit(expr.op(), 0, total, compile(args[i]), -1);
    return total;
}

void verify(ShapeProgram const& program) {
    for (size_t i = 0; i < program.code.size(); ++i) {
        ShapeInstr const& in = program.code[i];
        auto earlier = [&](Slot s) { return s >= 0 && static_cast<size_t>(s) < i; };
        bool const leaf = in.op == DimOp::kConst || in.op == DimOp::kSymbol;
        bool const good =
            in.op <= DimOp::kSelect &&
            (leaf || (earlier(in.a) && earlier(in.b) && (in.op == DimOp::kSelect ? earlier(in.c) : in.c == -1)));
        if (!good)
            throw DecodeError(fmt::format("shape instruction {} is malformed", i));
    }
}

} // namespace tenon
