// SPDX-License-Identifier: Apache-2.0
// Activations that exporters spell out as products. The product is taken apart first, so the order of its factors does
// not matter.
//   GELU:        x/2 * (1 + erf(x / sqrt 2))        Hendrycks and Gimpel, arXiv:1606.08415
//   GELU (tanh): x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))
//   SiLU:        x * sigmoid(x)
//   hard-swish:  x * clip(x + 3, 0, 6) / 6, or x * hard_sigmoid(x, 1/6, 1/2)   Howard et al., arXiv:1905.02244
// The third spelling of GELU, x * sigmoid(1.702 x), is another function and becomes one expression like any other.
#include "passes/match/match.h"

#include <algorithm>
#include <cmath>

namespace tenon::passes::match {
namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-4 * std::max(1.0, std::abs(b));
}

std::vector<NodeId> together(std::vector<NodeId> inner, std::vector<NodeId> const& outer) {
    inner.insert(inner.end(), outer.begin(), outer.end());
    return inner;
}

/// 1 + f(..): the node of f.
Node const* onePlus(Scope const& s, ValueId v, std::string_view function, ValueId& inner) {
    Node const* add = s.row(v, "add");
    auto const rest = add == nullptr ? std::nullopt : s.besides(*add, 1);
    if (!rest || !s.isUsedOnce(v) || !s.isUsedOnce(*rest))
        return nullptr;
    Node const* f = s.row(*rest, function);
    inner = f == nullptr ? kNone : *rest;
    return f;
}

/// True when v is x * x * x or x^3.
bool isCube(Scope const& s, ValueId v, ValueId x, std::vector<NodeId>& nodes) {
    if (Node const* pow = s.row(v, "pow"); pow != nullptr && pow->operands[0] == x && s.isScalar(pow->operands[1], 3)) {
        nodes.push_back(s.idOf(v));
        return true;
    }
    Product const p = product(s, v);
    if (p.factors.size() != 3 || !near(p.number, 1) || std::count(p.factors.begin(), p.factors.end(), x) != 3)
        return false;
    nodes.insert(nodes.end(), p.nodes.begin(), p.nodes.end());
    return true;
}

/// x + 0.044715 x^3
bool isTanhArgument(Scope const& s, ValueId v, ValueId x, std::vector<NodeId>& nodes) {
    Node const* add = s.row(v, "add");
    auto const cubic = add == nullptr ? std::nullopt : Scope::other(*add, x);
    if (!cubic)
        return false;
    Product const p = product(s, *cubic);
    std::vector<NodeId> inner = p.nodes;
    bool const cube = p.factors.size() == 1
                          ? isCube(s, p.factors[0], x, inner)
                          : p.factors.size() == 3 && std::count(p.factors.begin(), p.factors.end(), x) == 3;
    if (!cube || !near(p.number, 0.044715))
        return false;
    nodes.insert(nodes.end(), inner.begin(), inner.end());
    nodes.push_back(s.idOf(v));
    return true;
}

} // namespace

bool gelu(Scope& s, ValueId v) {
    Product const p = product(s, v);
    if (p.factors.size() != 2 || !near(p.number, 0.5) || p.nodes.empty())
        return false;
    for (size_t i = 0; i < 2; ++i) {
        ValueId const x = p.factors[i];
        ValueId const sum = p.factors[1 - i];
        ValueId function = kNone;
        if (Node const* erf = onePlus(s, sum, "erf", function)) {
            Product const a = product(s, erf->operands[0]);
            if (a.factors.size() != 1 || a.factors[0] != x || !near(a.number, M_SQRT1_2))
                continue;
            s.rewriteRow(v, "gelu_erf", {x}, together(together(a.nodes, {s.idOf(function), s.idOf(sum)}), p.nodes));
            return true;
        }
        if (Node const* tanh = onePlus(s, sum, "tanh", function)) {
            Product const a = product(s, tanh->operands[0]);
            std::vector<NodeId> nodes;
            if (a.factors.size() != 1 || !near(a.number, std::sqrt(2 / M_PI)) ||
                !isTanhArgument(s, a.factors[0], x, nodes))
                continue;
            s.rewriteRow(v, "gelu_tanh", {x},
                         together(together(nodes, a.nodes), together({s.idOf(function), s.idOf(sum)}, p.nodes)));
            return true;
        }
    }
    return false;
}

bool silu(Scope& s, ValueId v) {
    Product const p = product(s, v);
    if (!near(p.number, 1) || p.factors.size() != 2 || p.nodes.empty())
        return false;
    for (size_t i = 0; i < 2; ++i) {
        ValueId const x = p.factors[i];
        Node const* sigmoid = s.row(p.factors[1 - i], "sigmoid");
        if (sigmoid == nullptr || sigmoid->operands[0] != x || !s.isUsedOnce(p.factors[1 - i]))
            continue;
        s.rewriteRow(v, "silu", {x}, together({s.idOf(p.factors[1 - i])}, p.nodes));
        return true;
    }
    return false;
}

bool hardSwish(Scope& s, ValueId v) {
    Product const p = product(s, v);
    if (p.factors.size() != 2 || p.nodes.empty())
        return false;
    for (size_t i = 0; i < 2; ++i) {
        ValueId const x = p.factors[i];
        ValueId const gate = p.factors[1 - i];
        if (!s.isUsedOnce(gate))
            continue;
        if (Node const* h = s.row(gate, "hard_sigmoid"); h != nullptr && h->operands[0] == x && near(p.number, 1) &&
                                                         s.isScalar(h->operands[1], 1.0 / 6) &&
                                                         s.isScalar(h->operands[2], 0.5)) {
            s.rewriteRow(v, "hard_swish", {x}, together({s.idOf(gate)}, p.nodes));
            return true;
        }
        Node const* clip = s.row(gate, "clip");
        if (clip == nullptr || !near(p.number, 1.0 / 6) || !s.isScalar(clip->operands[1], 0) ||
            !s.isScalar(clip->operands[2], 6))
            continue;
        ValueId const shifted = clip->operands[0];
        Node const* add = s.row(shifted, "add");
        if (add == nullptr || !s.isUsedOnce(shifted) || s.besides(*add, 3) != std::optional(x))
            continue;
        s.rewriteRow(v, "hard_swish", {x}, together({s.idOf(shifted), s.idOf(gate)}, p.nodes));
        return true;
    }
    return false;
}

} // namespace tenon::passes::match
