// SPDX-License-Identifier: Apache-2.0
#include "passes/match/match.h"

#include <algorithm>
#include <cmath>

namespace tenon::passes::match {

Node const* Scope::op(ValueId v, std::string_view name) const {
    Node const* n = graph.producer(v);
    return n != nullptr && n->op->name == name && !n->epilogue && isFree(graph.value(v).producer) ? n : nullptr;
}

Node const* Scope::row(ValueId v, std::string_view name) const {
    Node const* n = op(v, "pointwise");
    return n != nullptr && n->attrs.as<PointwiseAttributes>().expression.isRow(name) ? n : nullptr;
}

bool Scope::isScalar(ValueId v, double value, double tolerance) const {
    auto const s = scalar(v);
    return s && std::abs(*s - value) <= tolerance * std::max(1.0, std::abs(value));
}

std::optional<ValueId> Scope::besideNumbers(ValueId v, std::string_view name, std::span<double> numbers) const {
    Node const* n = op(v, "pointwise");
    if (n == nullptr)
        return std::nullopt;
    Expression const& e = n->attrs.as<PointwiseAttributes>().expression;
    auto const isNumber = [](Expression::Instr const& i) { return i.row == "const" && isFloating(i.type); };
    if (e.code.empty() || e.code.back().row != name || !std::all_of(e.code.begin(), e.code.end() - 1, isNumber))
        return std::nullopt;
    std::optional<ValueId> rest;
    size_t found = 0;
    for (size_t k = 0; k <= numbers.size(); ++k) {
        int32_t const arg = k < e.code.back().args.size() ? e.code.back().args[k] : -1;
        if (arg < 0)
            return std::nullopt;
        auto const operand = static_cast<size_t>(arg);
        bool const inside = operand >= e.inputs.size();
        auto const number = inside ? e.code[operand - e.inputs.size()].number : scalar(n->operands[operand]);
        if (number && found < numbers.size() && (numbers.size() == 1 || rest))
            numbers[found++] = *number;
        else if (!inside && !rest)
            rest = n->operands[operand];
        else
            return std::nullopt;
    }
    return found == numbers.size() ? rest : std::nullopt;
}

std::optional<ValueId> Scope::besides(Node const& n, double value) const {
    if (n.operands.size() != 2)
        return std::nullopt;
    for (size_t i = 0; i < 2; ++i)
        if (isScalar(n.operands[1 - i], value))
            return n.operands[i];
    return std::nullopt;
}

std::optional<ValueId> Scope::other(Node const& n, ValueId v) {
    if (n.operands.size() != 2 || (n.operands[0] != v && n.operands[1] != v))
        return std::nullopt;
    return n.operands[n.operands[0] == v ? 1 : 0];
}

void Scope::rewrite(ValueId root, std::string_view opName, Attrs attrs, std::vector<ValueId> operands,
                    std::vector<NodeId> const& nodes) {
    patch.replace(root, patch.add(graph.value(root).producer, opName, std::move(attrs), std::move(operands), nodes));
    take(nodes);
}

ValueId Scope::row(NodeId anchor, std::string_view name, std::vector<ValueId> operands,
                   std::vector<NodeId> const& nodes) {
    std::vector<DType> types;
    for (ValueId v : operands)
        types.push_back(graph.value(v).type.dtype);
    return patch.add(anchor, "pointwise", PointwiseAttributes{rowOf(name, std::move(types))}, std::move(operands),
                     nodes);
}

void Scope::rewriteRow(ValueId root, std::string_view name, std::vector<ValueId> operands,
                       std::vector<NodeId> const& nodes) {
    patch.replace(root, row(graph.value(root).producer, name, std::move(operands), nodes));
    take(nodes);
}

Product product(Scope const& s, ValueId root) {
    Product out;
    auto visit = [&](auto const& self, ValueId v, bool inverse, bool isRoot) -> void {
        if (auto const number = s.scalar(v)) {
            out.number *= inverse ? 1 / *number : *number;
            return;
        }
        Node const* mul = s.row(v, "mul");
        Node const* div = s.row(v, "div");
        Node const* n = mul != nullptr ? mul : div;
        // A quotient by a number is a product; any other quotient is a factor.
        bool const open =
            n != nullptr && !inverse && (isRoot || s.isUsedOnce(v)) && (mul != nullptr || s.scalar(n->operands[1]));
        if (!open) {
            out.factors.push_back(v);
            return;
        }
        self(self, n->operands[0], false, false);
        self(self, n->operands[1], div != nullptr, false);
        out.nodes.push_back(s.idOf(v));
    };
    visit(visit, root, false, true);
    return out;
}

} // namespace tenon::passes::match
