// SPDX-License-Identifier: Apache-2.0
// A shape program: expressions compiled to a list of operations over numbered slots. A slot is a constant, a symbol
// (bound by the caller before evaluation) or the result of an operation on earlier slots. Evaluating does not allocate.
#pragma once

#include "base/reflect.h"
#include "shape/dim_expr.h"

#include <map>
#include <span>
#include <vector>

namespace tenon {

using Slot = int32_t;

struct ShapeInstr {
    DimOp op = DimOp::kConst;
    int64_t value = 0; ///< the constant, or the symbol's id
    Slot a = -1, b = -1, c = -1;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
        visit("value", self.value);
        visit("a", self.a);
        visit("b", self.b);
        visit("c", self.c);
    }
};

struct ShapeProgram {
    std::vector<ShapeInstr> code; ///< slot i is the result of code[i]

    /// Evaluates slots [begin, end) from those before. Symbol slots are left as they are. Returns the slot that
    /// overflowed, or -1.
    Slot run(std::span<int64_t> slots, Slot begin, Slot end) const noexcept;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("code", self.code);
    }
};

/// Compiles expressions into one program; equal expressions share a slot.
class ShapeCompiler {
public:
    Slot compile(DimExpr const& expr);
    ShapeProgram const& program() const noexcept { return mProgram; }
    ShapeProgram take() noexcept { return std::move(mProgram); }

private:
    Slot emit(DimOp op, int64_t value, Slot a, Slot b, Slot c);
    ShapeProgram mProgram;
    std::map<std::tuple<DimOp, int64_t, Slot, Slot, Slot>, Slot> mKnown;
};

/// Throws DecodeError unless every instruction is known and reads only earlier slots.
void verify(ShapeProgram const& program);

} // namespace tenon
