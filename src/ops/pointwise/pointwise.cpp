// SPDX-License-Identifier: Apache-2.0
// Definition of the pointwise operator: the table of rows, the rules of their types, and infer: the broadcast shape,
// the expression's type, and the result's elements where those of all operands are known.
#include "ops/pointwise/pointwise.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "ops/pointwise/content.h"

#include <fmt/format.h>

namespace tenon {
namespace {

constexpr Row kTable[] = {
#define TENON_ROW1(name, rule, classes, text) {#name, 1, RowRule::rule, classes, #text},
#define TENON_ROW2(name, rule, classes, text) {#name, 2, RowRule::rule, classes, #text},
#define TENON_ROW3(name, rule, classes, text) {#name, 3, RowRule::rule, classes, #text},
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3
};

std::string textOfClasses(uint8_t classes) {
    constexpr std::string_view kNames[] = {"floating point", "signed integer", "unsigned integer", "bool"};
    std::string out;
    for (size_t i = 0; i < std::size(kNames); ++i)
        if ((classes >> i & 1) != 0)
            out += fmt::format("{}{}", out.empty() ? "" : ", ", kNames[i]);
    return out;
}

std::string textOfTypes(std::span<DType const> types) {
    std::string out;
    for (DType t : types)
        out += fmt::format("{}{}", out.empty() ? "" : ", ", nameOf(t));
    return out;
}

/// The type of a row's result for operands of these types. Throws Error.
DType resultOf(Row const& row, std::span<DType const> types, DType given) {
    auto refuse = [&](std::string wanted) {
        throw Error(Message::kOperandType, fmt::format("{} does not take operands of these element types", row.name))
            .wanted(std::move(wanted))
            .given(textOfTypes(types));
    };
    auto refuseType = [&](DType type) {
        throw Error(Message::kTypeUnsupported, fmt::format("{} is not there yet for {}", row.name, nameOf(type)))
            .wanted(textOfClasses(row.classes))
            .given(std::string(nameOf(type)));
    };
    if (types.size() != static_cast<size_t>(row.arity))
        throw Error(Message::kRow, fmt::format("{} has another number of operands", row.name))
            .wanted(fmt::format("{}", row.arity))
            .given(fmt::format("{}", types.size()));
    bool const choice = row.rule == RowRule::kChoice;
    if (choice && types[0] != DType::kBool)
        refuse("a bool condition first");
    for (size_t i = choice ? 1 : 0; i < types.size(); ++i) {
        if (types[i] != types.back())
            refuse("one element type for all operands that are computed with");
        if (classOf(types[i]) == 0)
            refuseType(types[i]);
        if ((classOf(types[i]) & row.classes) == 0)
            refuse(textOfClasses(row.classes));
    }
    if (row.rule == RowRule::kGiven && classOf(given) == 0)
        refuseType(given);
    return row.rule == RowRule::kGiven ? given : (row.rule == RowRule::kPredicate ? DType::kBool : types.back());
}

Row const& rowNamed(std::string_view name) {
    Row const* row = findRow(name);
    if (row == nullptr)
        throw Error(Message::kRow, fmt::format("there is no pointwise function '{}'", name))
            .wanted("a row of the table");
    return *row;
}

} // namespace

std::span<Row const> rows() noexcept {
    return kTable;
}

Row const* findRow(std::string_view name) noexcept {
    for (Row const& row : kTable)
        if (row.name == name)
            return &row;
    return nullptr;
}

uint8_t classOf(DType type) noexcept {
    switch (type) {
    case DType::kF32:
    case DType::kF64:
    case DType::kF16:
    case DType::kBF16:
        return kFloatRow;
    case DType::kI8:
    case DType::kI16:
    case DType::kI32:
    case DType::kI64:
        return kSignedRow;
    case DType::kU8:
    case DType::kU16:
    case DType::kU32:
    case DType::kU64:
        return kUnsignedRow;
    case DType::kBool:
        return kBoolRow;
    default:
        return 0;
    }
}

void checkRows(Expression const& e) {
    verify(e);
    for (size_t i = 0; i < e.code.size(); ++i) {
        Expression::Instr const& instr = e.code[i];
        std::vector<DType> types;
        for (int32_t a : instr.args)
            if (a >= 0)
                types.push_back(e.typeOf(a));
        if (instr.row == "const") {
            if (!types.empty() || classOf(instr.type) == 0)
                throw Error(Message::kRow, fmt::format("instruction {} is no number of a type that rows take", i))
                    .given(std::string(nameOf(instr.type)));
            continue;
        }
        DType const wanted = resultOf(rowNamed(instr.row), types, instr.type);
        if (instr.type != wanted)
            throw Error(Message::kRow, fmt::format("instruction {} ({}) has another result type", i, instr.row))
                .wanted(std::string(nameOf(wanted)))
                .given(std::string(nameOf(instr.type)));
        for (size_t k = 0; k < instr.args.size(); ++k)
            if ((instr.args[k] >= 0) != (k < types.size()))
                throw Error(Message::kRow, fmt::format("instruction {} ({}) lacks an operand", i, instr.row));
    }
}

int32_t ExpressionWriter::add(Expression::Instr instr) {
    mExpression.code.push_back(std::move(instr));
    return static_cast<int32_t>(mExpression.inputs.size() + mExpression.code.size() - 1);
}

int32_t ExpressionWriter::number(DType type, double value) {
    bool const floating = isFloating(type);
    return add(
        {.row = "const",
         .type = type,
         .number = floating ? value : 0,
         .integer =
             floating ? 0 : (type == DType::kBool ? value != 0 : ops::pointwise::scalar::convert<int64_t>(value))});
}

int32_t ExpressionWriter::row(std::string_view name, std::vector<int32_t> args) {
    std::vector<DType> types;
    Expression::Instr instr{.row = std::string(name)};
    for (size_t i = 0; i < args.size(); ++i) {
        types.push_back(typeOf(args[i]));
        instr.args.at(i) = args[i];
    }
    instr.type = resultOf(rowNamed(name), types, instr.type);
    return add(std::move(instr));
}

int32_t ExpressionWriter::cast(int32_t value, DType type) {
    DType const from = typeOf(value);
    if (from == type)
        return value;
    resultOf(rowNamed("cast"), {&from, 1}, type);
    return add({.row = "cast", .type = type, .args = {value, -1, -1}});
}

Expression ExpressionWriter::take(int32_t result) {
    auto const inputs = static_cast<int32_t>(mExpression.inputs.size());
    if (result >= inputs)
        mExpression.code.resize(static_cast<size_t>(result - inputs) + 1);
    else if (result > 0 || !mExpression.code.empty())
        add({.row = "identity", .type = typeOf(result), .args = {result, -1, -1}});
    return std::move(mExpression);
}

Expression rowOf(std::string_view name, std::vector<DType> inputs) {
    std::vector<int32_t> args;
    for (size_t i = 0; i < inputs.size(); ++i)
        args.push_back(static_cast<int32_t>(i));
    ExpressionWriter writer(std::move(inputs));
    return writer.take(writer.row(name, std::move(args)));
}

namespace ops {
namespace pointwise {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Expression const& e = attrs.as<Attributes>().expression;
    if (c.inputs() != e.inputs.size())
        c.fail(Message::kOperand, "a pointwise expression has another number of operands",
               fmt::format("{} operands", e.inputs.size()), fmt::format("{} operands", c.inputs()));
    checkRows(e);
    std::optional<Dims> dims = Dims{};
    for (size_t i = 0; i < c.inputs(); ++i) {
        c.requireType(i, {&e.inputs[i], 1});
        if (dims && c.type(i).ranked())
            dims = broadcast(*dims, c.dims(i));
        else
            dims.reset();
    }
    c.setOut(0, e.resultType(), std::move(dims));
    c.out(0).content = contentOf(e, c);
}

} // namespace
} // namespace pointwise

void pointwise_op(KernelTable& table) {
    static OpDef const kOp{.name = "pointwise",
                           .attrs = &attrType<pointwise::Attributes>(),
                           .infer = pointwise::infer,
                           .minInputs = 1,
                           .maxInputs = -1};
    table.add(kOp);
}

} // namespace ops
} // namespace tenon
