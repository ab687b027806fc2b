// SPDX-License-Identifier: Apache-2.0
// A pointwise expression: straight-line code over scalars, with broadcast operands. It is the attribute of the pointwise operator, the
// epilogue of a convolution or product, and what a fused group of pointwise nodes becomes.
// Every function is a row of src/ops/pointwise/table.inc; the meaning of a row is there, once.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <array>
#include <string>
#include <vector>

namespace tenon {

struct Expression {
    struct Instr {
        std::string row;                     ///< name of the row; "const" for a number
        DType type = DType::kF32;            ///< of the result
        std::array<int32_t, 3> args{-1, -1, -1}; ///< value numbers: operands first (0..inputs-1), then results of earlier instructions
        double number = 0;                   ///< of a floating "const"
        int64_t integer = 0;                 ///< of an integer or bool "const"

        template <class Self, class V>
        static void reflect(Self& self, V& visit) {
            visit("row", self.row);
            visit("type", self.type);
            visit("args", self.args);
            visit("number", self.number);
            visit("integer", self.integer);
        }
    };

    std::vector<DType> inputs; ///< element types of the operands
    std::vector<Instr> code;   ///< the last one gives the result; empty: the identity of operand 0

    DType resultType() const noexcept { return code.empty() ? inputs.at(0) : code.back().type; }
    DType typeOf(int32_t value) const noexcept {
        auto const v = static_cast<size_t>(value);
        return v < inputs.size() ? inputs[v] : code[v - inputs.size()].type;
    }
    /// True when the expression is one row applied to its operands in order.
    bool isRow(std::string_view name) const noexcept { return code.size() == 1 && code[0].row == name; }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("inputs", self.inputs);
        visit("code", self.code);
    }
};

/// mul(a0, sigmoid(a0)): for people and reports.
std::string toString(Expression const& expression);

/// `outer` with its operand `slot` replaced by `inner`: operands of the result are those of `outer` without `slot`, then those of
/// `inner`; equal operands are not merged (the caller maps them).
Expression compose(Expression const& outer, size_t slot, Expression const& inner);

/// Renumbers operands: operand i becomes map[i] of `count` operands (several may share one). Drops code that the result does not need.
Expression remap(Expression const& expression, std::vector<int32_t> const& map, std::vector<DType> inputs);

/// Throws DecodeError unless arguments are earlier values and there are at most 4096 instructions.
void verify(Expression const& expression);

} // namespace tenon
