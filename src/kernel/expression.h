// SPDX-License-Identifier: Apache-2.0
// A pointwise expression: straight-line code over scalars, with broadcast operands. It is the attribute of the
// pointwise operator, the epilogue of a convolution or product, and what a fused group of pointwise nodes becomes.
// Every function is a row of src/ops/pointwise/table.inc; the meaning of a row is there, once. Each instruction's
// result is rounded to its type, so an expression gives the bits that its rows give when they run one by one.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// The type of a row's result, and what its operands must have in common.
enum class RowRule : uint8_t {
    kSame,      ///< operands of one type, which is the result's
    kPredicate, ///< operands of one type, the result is bool
    kGiven,     ///< one operand, the result has the type that the instruction gives: a conversion
    kChoice,    ///< a bool, then operands of one type, which is the result's
};

/// Classes of element types, as bits.
enum RowClass : uint8_t { kFloatRow = 1, kSignedRow = 2, kUnsignedRow = 4, kBoolRow = 8 };

/// A row of the table. Its operands are named x, y and z.
struct Row {
    std::string_view name;
    int arity = 1;
    RowRule rule = RowRule::kSame;
    uint8_t classes = 0;   ///< of the last operand
    std::string_view text; ///< the expression in named functions
};

/// The table (linked from src/ops/pointwise, as builtinTable() is).
std::span<Row const> rows() noexcept;
Row const* findRow(std::string_view name) noexcept; ///< null when there is none
/// The class of an element type; 0 for one that no row takes.
uint8_t classOf(DType type) noexcept;

struct Expression {
    struct Instr {
        std::string row;          ///< name of the row; "const" for a number
        DType type = DType::kF32; ///< of the result
        std::array<int32_t, 3> args{
            -1, -1, -1};     ///< value numbers: operands first (0..inputs-1), then results of earlier instructions
        double number = 0;   ///< of a floating "const"
        int64_t integer = 0; ///< of an integer or bool "const"

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

/// `outer` with its operand `slot` replaced by `inner`: operands of the result are those of `outer` without `slot`,
/// then those of `inner`; equal operands are not merged (the caller maps them).
Expression compose(Expression const& outer, size_t slot, Expression const& inner);

/// Renumbers operands: operand i becomes map[i] of `count` operands (several may share one). Drops code that the result
/// does not need.
Expression remap(Expression const& expression, std::vector<int32_t> const& map, std::vector<DType> inputs);

/// Throws DecodeError unless arguments are earlier values and there are at most 4096 instructions.
void verify(Expression const& expression);

/// Throws Error kRow or kOperandType unless every instruction is a row of the table (or "const") with operands that it
/// takes. The expression must have passed verify().
void checkRows(Expression const& expression);

/// The attributes of the operator "pointwise", under a name that every importer and rewrite can use.
struct PointwiseAttributes {
    Expression expression;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("expression", self.expression);
    }
};

/// Writes an expression instruction by instruction. Values are numbered as in Expression; operands come first.
class ExpressionWriter {
public:
    explicit ExpressionWriter(std::vector<DType> inputs) { mExpression.inputs = std::move(inputs); }
    int32_t number(DType type, double value);
    /// A row of the table applied to values. Throws as checkRows does.
    int32_t row(std::string_view name, std::vector<int32_t> args);
    /// The value itself when it has the type already.
    int32_t cast(int32_t value, DType type);
    DType typeOf(int32_t value) const noexcept { return mExpression.typeOf(value); }
    /// The expression whose result is this value.
    Expression take(int32_t result);

private:
    int32_t add(Expression::Instr instr);
    Expression mExpression;
};

/// One row applied to operands of these types, in order. Throws as checkRows does.
Expression rowOf(std::string_view name, std::vector<DType> inputs);

} // namespace tenon
