// SPDX-License-Identifier: Apache-2.0
// Norms that exporters spell out.
//   layer norm: d = x - mean(x); d / sqrt(mean(d^2) + eps), then optionally * scale + bias   Ba et al.,
//   arXiv:1607.06450
//   L2 norm: x / ||x||, x / max(||x||, eps), x / clip(||x||, eps), x / (||x|| + eps), x / sqrt(sum x^2 + eps)
#include "ops/l2norm/l2norm.h"
#include "ops/layernorm/layernorm.h"
#include "ops/reduce/reduce.h"
#include "passes/match/match.h"

#include <algorithm>

namespace tenon::passes::match {
namespace {

using ops::reduce::Kind;

/// The node when v is a reduction of this kind over exactly one axis, the axis in `axis` (counted from the front).
Node const* reduction(Scope const& s, ValueId v, Kind kind, int64_t& axis) {
    Node const* n = s.op(v, "reduce");
    if (n == nullptr || n->attrs.as<ops::reduce::Attributes>().kind != kind ||
        !n->attrs.as<ops::reduce::Attributes>().keepDims)
        return nullptr;
    auto const& a = n->attrs.as<ops::reduce::Attributes>();
    std::vector<int64_t> axes = a.axes;
    if (n->operands.size() > 1 && n->operands[1] != kNone) {
        auto const& content = s.graph.value(n->operands[1]).content;
        if (!content || !allConst(*content))
            return nullptr;
        axes.clear();
        for (DimExpr const& e : *content)
            axes.push_back(e.value());
    }
    int64_t const rank = s.graph.value(n->operands[0]).type.rank();
    if (axes.size() != 1 || rank <= 0)
        return nullptr;
    axis = axes[0] < 0 ? axes[0] + rank : axes[0];
    return n;
}

/// d when v is d * d or d ^ 2.
std::optional<ValueId> squareOf(Scope const& s, ValueId v) {
    if (Node const* pow = s.row(v, "pow"); pow != nullptr && s.isScalar(pow->operands[1], 2))
        return pow->operands[0];
    if (Node const* mul = s.row(v, "mul"); mul != nullptr && mul->operands[0] == mul->operands[1])
        return mul->operands[0];
    if (Node const* square = s.row(v, "square"))
        return square->operands[0];
    return std::nullopt;
}

/// The other operand and the number when v is `a + number`.
std::optional<ValueId> plusNumber(Scope const& s, ValueId v, double& number) {
    return s.besideNumbers(v, "add", {&number, 1});
}

struct Normalised {
    ValueId x = kNone;
    int64_t axis = 0;
    double epsilon = 0;
    std::vector<NodeId> nodes;
};

std::optional<Normalised> normalised(Scope const& s, ValueId v) {
    Node const* div = s.row(v, "div");
    Node const* sqrt = div == nullptr ? nullptr : s.row(div->operands[1], "sqrt");
    if (sqrt == nullptr)
        return std::nullopt;
    Normalised out;
    ValueId const d = div->operands[0];
    auto const variance = plusNumber(s, sqrt->operands[0], out.epsilon);
    Node const* mean2 = variance ? reduction(s, *variance, Kind::kMean, out.axis) : nullptr;
    Node const* sub = s.row(d, "sub");
    if (mean2 == nullptr || sub == nullptr)
        return std::nullopt;
    auto const squared = squareOf(s, mean2->operands[0]);
    int64_t meanAxis = 0;
    Node const* mean = reduction(s, sub->operands[1], Kind::kMean, meanAxis);
    bool const same = mean != nullptr && squared && meanAxis == out.axis && mean->operands[0] == sub->operands[0];
    // Some exporters compute x - mean twice.
    Node const* twin = same && *squared != d ? s.row(*squared, "sub") : nullptr;
    if (!same || (*squared != d && (twin == nullptr || twin->operands != sub->operands)))
        return std::nullopt;
    out.x = sub->operands[0];
    out.nodes = {
        s.idOf(sub->operands[1]), s.idOf(d), s.idOf(mean2->operands[0]), s.idOf(*variance), s.idOf(sqrt->operands[0]),
        s.idOf(div->operands[1]), s.idOf(v)};
    return out;
}

/// True when c is a constant that has at most the dims of the last axis.
bool isVector(Scope const& s, ValueId c, ValueId x) {
    Value const& value = s.graph.value(c);
    Dims const& dims = *s.graph.value(x).type.dims;
    return value.constant && dims.back().isConst() && value.type.rank() == 1 && (*value.type.dims)[0] == dims.back();
}

} // namespace

bool layerNorm(Scope& s, ValueId v) {
    auto const found = normalised(s, v);
    if (!found || found->axis + 1 != s.graph.value(found->x).type.rank())
        return false;
    // The scale and the bias that follow, when nothing else reads what is between.
    std::vector<NodeId> nodes = found->nodes;
    ValueId root = v, scale = kNone, bias = kNone;
    auto next = [&](std::string_view name) -> std::optional<ValueId> {
        if (!s.isUsedOnce(root) || s.usersOf(root).empty())
            return std::nullopt;
        ValueId const result = s.graph.node(s.usersOf(root)[0]).results[0];
        Node const* n = s.row(result, name);
        auto const other = n == nullptr ? std::nullopt : Scope::other(*n, root);
        if (!other || !isVector(s, *other, found->x))
            return std::nullopt;
        nodes.push_back(s.idOf(result));
        root = result;
        return other;
    };
    if (auto const found1 = next("mul")) {
        scale = *found1;
        if (auto const found2 = next("add"))
            bias = *found2;
    }
    Dims const& dims = *s.graph.value(found->x).type.dims;
    if (scale == kNone) {
        if (!dims.back().isConst())
            return false;
        scale = s.patch.literal(s.graph.value(found->x).type.dtype, {dims.back().value()},
                                std::vector<double>(static_cast<size_t>(dims.back().value()), 1.0));
    }
    std::vector<ValueId> operands{found->x, scale};
    if (bias != kNone)
        operands.push_back(bias);
    s.rewrite(root, "layernorm", ops::layernorm::Attributes{-1, found->epsilon}, operands, nodes);
    return true;
}

bool l2Norm(Scope& s, ValueId v) {
    using ops::l2norm::Attributes;
    using ops::l2norm::EpsilonMode;
    Node const* div = s.row(v, "div");
    if (div == nullptr)
        return false;
    ValueId const x = div->operands[0];
    ValueId divisor = div->operands[1];
    Attributes attrs;
    std::vector<NodeId> nodes;
    auto strip = [&](ValueId inner, double epsilon, EpsilonMode mode) {
        nodes.insert(nodes.begin(), s.idOf(divisor));
        attrs.epsilon = epsilon;
        attrs.mode = mode;
        divisor = inner;
    };
    // The guard against zero.
    double number = 0, bounds[2]{};
    if (auto const max = s.besideNumbers(divisor, "max", {&number, 1}))
        strip(*max, number, EpsilonMode::kMax);
    else if (auto const clip = s.besideNumbers(divisor, "clip", bounds); clip && bounds[1] >= 3e38)
        strip(*clip, bounds[0], EpsilonMode::kMax);
    else if (auto const inner = plusNumber(s, divisor, number))
        strip(*inner, number, EpsilonMode::kAdd);
    if (Node const* expand = s.op(divisor, "expand"))
        strip(expand->operands[0], attrs.epsilon, attrs.mode);
    // The norm itself.
    if (Node const* norm = reduction(s, divisor, Kind::kL2, attrs.axis); norm != nullptr && norm->operands[0] == x) {
        nodes.insert(nodes.begin(), s.idOf(divisor));
    } else if (Node const* sqrt = s.row(divisor, "sqrt"); sqrt != nullptr && attrs.mode == EpsilonMode::kNone) {
        auto const sum = plusNumber(s, sqrt->operands[0], attrs.epsilon);
        Node const* squares = sum ? reduction(s, *sum, Kind::kSumSquare, attrs.axis) : nullptr;
        Node const* total = sum ? reduction(s, *sum, Kind::kSum, attrs.axis) : nullptr;
        bool const direct = squares != nullptr && squares->operands[0] == x;
        bool const spelled = total != nullptr && squareOf(s, total->operands[0]) == std::optional(x);
        if (!direct && !spelled)
            return false;
        attrs.mode = EpsilonMode::kInside;
        nodes = {s.idOf(*sum), s.idOf(sqrt->operands[0]), s.idOf(divisor)};
        if (spelled)
            nodes.insert(nodes.begin(), s.idOf(total->operands[0]));
    } else {
        return false;
    }
    if (attrs.mode == EpsilonMode::kNone)
        attrs.mode = EpsilonMode::kBare;
    else if (attrs.epsilon <= 0) // it would be 0 where the norm is
        return false;
    nodes.push_back(s.idOf(v));
    s.rewrite(v, "l2norm", attrs, {x}, nodes);
    return true;
}

} // namespace tenon::passes::match
