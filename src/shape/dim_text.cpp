// SPDX-License-Identifier: Apache-2.0
// The text form of expressions over dims: 4, s0, add(s0,mul(2,s1)).
#include "base/reflect_text.h"
#include "shape/dim_expr.h"

#include <fmt/format.h>

namespace tenon {

std::string toText(DimExpr const& e) {
    if (e.isConst())
        return fmt::format("{}", e.value());
    if (e.op() == DimOp::kSymbol)
        return fmt::format("s{}", e.value());
    std::string out(nameOf(e.op()));
    out += '(';
    for (size_t i = 0; i < e.args().size(); ++i)
        out += (i == 0 ? "" : ",") + toText(e.args()[i]);
    return out + ')';
}

std::string textOfDims(std::span<DimExpr const> dims) {
    if (dims.empty())
        return "scalar";
    std::string out;
    for (size_t i = 0; i < dims.size(); ++i)
        out += (i == 0 ? "" : "x") + toText(dims[i]);
    return out;
}

namespace {

DimExpr parse(TextReader& in, int depth) {
    if (depth > 100)
        in.fail("a shallower expression");
    if (in.rest().starts_with('-') || (!in.rest().empty() && in.rest()[0] >= '0' && in.rest()[0] <= '9'))
        return in.integer();
    std::string_view const name = in.word();
    if (name.size() > 1 && name[0] == 's' && name[1] >= '0' && name[1] <= '9')
        return DimExpr::symbol(static_cast<SymbolId>(TextReader(name.substr(1)).integer()));
    auto op = DimOp::kAdd; // the first of those that have arguments
    while (op <= DimOp::kSelect && nameOf(op) != name)
        op = static_cast<DimOp>(static_cast<int>(op) + 1);
    if (op > DimOp::kSelect)
        in.fail("a shape operation");
    std::vector<DimExpr> args;
    in.expect("(");
    do
        args.push_back(parse(in, depth + 1));
    while (in.accept(","));
    in.expect(")");
    bool const nary = op == DimOp::kAdd || op == DimOp::kMul;
    if (args.size() != (op == DimOp::kSelect ? 3u : 2u) && !(nary && args.size() > 2))
        in.fail("as many arguments as the operation takes");
    DimExpr total = args[0];
    if (!nary)
        return DimExpr::make(op, std::move(args));
    for (size_t i = 1; i < args.size(); ++i)
        total = DimExpr::make(op, {total, args[i]});
    return total;
}

} // namespace

DimExpr fromText(std::string_view text, DimExpr*) {
    TextReader in(text);
    DimExpr e = parse(in, 0);
    if (!in.atEnd())
        in.fail("the end");
    return e;
}

} // namespace tenon
