// SPDX-License-Identifier: Apache-2.0
#include "kernel/expression.h"

#include <fmt/format.h>

namespace tenon {
namespace {

std::string textOfValue(Expression const& e, int32_t value) {
    auto const v = static_cast<size_t>(value);
    if (v < e.inputs.size())
        return fmt::format("a{}", v);
    Expression::Instr const& in = e.code[v - e.inputs.size()];
    if (in.row == "const")
        return isFloating(in.type) ? fmt::format("{}", in.number) : fmt::format("{}", in.integer);
    std::string out = in.row;
    if (in.row == "cast")
        out += fmt::format("<{}>", nameOf(in.type));
    out += '(';
    for (size_t i = 0; i < in.args.size() && in.args[i] >= 0; ++i)
        out += (i == 0 ? "" : ", ") + textOfValue(e, in.args[i]);
    return out + ')';
}

} // namespace

std::string toString(Expression const& e) {
    return e.code.empty() ? "a0" : textOfValue(e, static_cast<int32_t>(e.inputs.size() + e.code.size() - 1));
}

Expression compose(Expression const& outer, size_t slot, Expression const& inner) {
    Expression out;
    auto const outerIn = static_cast<int32_t>(outer.inputs.size());
    auto const innerIn = static_cast<int32_t>(inner.inputs.size());
    for (size_t i = 0; i < outer.inputs.size(); ++i)
        if (i != slot)
            out.inputs.push_back(outer.inputs[i]);
    out.inputs.insert(out.inputs.end(), inner.inputs.begin(), inner.inputs.end());
    auto const operands = static_cast<int32_t>(out.inputs.size());
    auto innerValue = [&](int32_t v) { return v < 0 ? v : (v < innerIn ? outerIn - 1 + v : operands + v - innerIn); };
    for (Expression::Instr instr : inner.code) {
        for (int32_t& a : instr.args)
            a = innerValue(a);
        out.code.push_back(std::move(instr));
    }
    auto const innerCode = static_cast<int32_t>(inner.code.size());
    int32_t const innerResult = innerValue(innerIn + innerCode - 1);
    auto const s = static_cast<int32_t>(slot);
    for (Expression::Instr instr : outer.code) {
        for (int32_t& a : instr.args) {
            if (a < 0)
                continue;
            if (a >= outerIn)
                a = operands + innerCode + a - outerIn;
            else
                a = a == s ? innerResult : (a > s ? a - 1 : a);
        }
        out.code.push_back(std::move(instr));
    }
    return out;
}

Expression remap(Expression const& e, std::vector<int32_t> const& map, std::vector<DType> inputs) {
    auto const from = static_cast<int32_t>(e.inputs.size());
    std::vector<bool> used(e.code.size(), false);
    if (!used.empty())
        used.back() = true;
    for (size_t i = e.code.size(); i-- > 0;)
        if (used[i])
            for (int32_t a : e.code[i].args)
                if (a >= from)
                    used[static_cast<size_t>(a - from)] = true;
    Expression out;
    out.inputs = std::move(inputs);
    std::vector<int32_t> to(e.code.size(), -1);
    for (size_t i = 0; i < e.code.size(); ++i) {
        if (!used[i])
            continue;
        Expression::Instr instr = e.code[i];
        for (int32_t& a : instr.args)
            if (a >= 0)
                a = a < from ? map[static_cast<size_t>(a)] : to[static_cast<size_t>(a - from)];
        to[i] = static_cast<int32_t>(out.inputs.size() + out.code.size());
        out.code.push_back(std::move(instr));
    }
    return out;
}

void verify(Expression const& e) {
    bool good = e.code.size() <= 4096 && !(e.code.empty() && e.inputs.empty());
    for (DType type : e.inputs)
        good = good && isKnown(type);
    for (size_t i = 0; i < e.code.size(); ++i) {
        good = good && isKnown(e.code[i].type);
        for (int32_t a : e.code[i].args)
            good = good && a >= -1 && a < static_cast<int32_t>(e.inputs.size() + i);
    }
    if (!good)
        throw DecodeError("a malformed pointwise expression");
}

} // namespace tenon
