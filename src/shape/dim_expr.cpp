// SPDX-License-Identifier: Apache-2.0
// The normal form. A sum is c + sum(k_i * t_i) with distinct non-sum terms t_i; a product is c * prod(f_i) with
// non-product factors. A number that would overflow stays beside the others: evaluating the expression reports it.
#include "shape/dim_expr.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace tenon {
namespace {

constexpr std::string_view kNames[] = {"const", "symbol", "add", "mul", "floordiv", "ceildiv",
                                       "mod",   "min",    "max", "eq",  "lt",       "select"};

bool isCommutative(DimOp op) noexcept {
    return op == DimOp::kAdd || op == DimOp::kMul || op == DimOp::kMin || op == DimOp::kMax || op == DimOp::kEq;
}

/// coefficient * term
struct Scaled {
    int64_t coefficient;
    DimExpr term;
};

Scaled split(DimExpr const& e) {
    if (e.isConst())
        return {e.value(), DimExpr(1)};
    if (e.op() == DimOp::kMul && e.args()[0].isConst()) {
        auto args = e.args().subspan(1);
        return {e.args()[0].value(),
                args.size() == 1 ? args[0] : DimExpr::make(DimOp::kMul, {args.begin(), args.end()})};
    }
    return {1, e};
}

} // namespace

std::string_view nameOf(DimOp op) noexcept {
    auto const i = static_cast<size_t>(op);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

bool apply(DimOp op, int64_t a, int64_t b, int64_t c, int64_t& r) noexcept {
    constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
    switch (op) {
    case DimOp::kAdd:
        return !__builtin_add_overflow(a, b, &r);
    case DimOp::kMul:
        return !__builtin_mul_overflow(a, b, &r);
    case DimOp::kFloorDiv:
    case DimOp::kCeilDiv:
    case DimOp::kMod: {
        if (b == 0 || (a == kMin && b == -1))
            return false;
        int64_t const q = a / b;
        int64_t const rest = a % b;
        bool const down = rest != 0 && (rest < 0) != (b < 0);
        r = op == DimOp::kMod ? (down ? rest + b : rest)
                              : (op == DimOp::kFloorDiv ? q - (down ? 1 : 0) : q + (rest != 0 && !down ? 1 : 0));
        return true;
    }
    case DimOp::kMin:
        r = std::min(a, b);
        return true;
    case DimOp::kMax:
        r = std::max(a, b);
        return true;
    case DimOp::kEq:
        r = a == b;
        return true;
    case DimOp::kLt:
        r = a < b;
        return true;
    case DimOp::kSelect:
        r = a != 0 ? b : c;
        return true;
    case DimOp::kConst:
    case DimOp::kSymbol:
        r = a;
        return true;
    }
    return false;
}

std::span<DimExpr const> DimExpr::args() const noexcept {
    return mNode ? std::span<DimExpr const>(mNode->args) : std::span<DimExpr const>();
}

DimExpr DimExpr::raw(DimOp op, std::vector<DimExpr> args) {
    size_t h = static_cast<size_t>(op) * 0x9E3779B97F4A7C15ull;
    for (DimExpr const& a : args)
        h = (h ^ a.hash()) * 0xff51afd7ed558ccdull + 1;
    DimExpr e;
    e.mNode = std::make_shared<Node const>(Node{op, std::move(args), h});
    return e;
}

DimExpr DimExpr::symbol(SymbolId id) {
    DimExpr e;
    e.mValue = id;
    e.mNode =
        std::make_shared<Node const>(Node{DimOp::kSymbol, {}, (static_cast<size_t>(id) + 1) * 0x9E3779B97F4A7C15ull});
    return e;
}

bool operator==(DimExpr const& a, DimExpr const& b) noexcept {
    if (a.isConst() || b.isConst())
        return a.isConst() && b.isConst() && a.mValue == b.mValue;
    if (a.mNode == b.mNode)
        return true;
    return a.mNode->op == b.mNode->op && a.mValue == b.mValue && a.mNode->hash == b.mNode->hash &&
           a.mNode->args == b.mNode->args;
}

bool DimExpr::before(DimExpr const& a, DimExpr const& b) noexcept {
    if (a.isConst() != b.isConst())
        return a.isConst();
    if (a.op() != b.op())
        return a.op() < b.op();
    if (a.mValue != b.mValue)
        return a.mValue < b.mValue;
    if (a.isConst())
        return false;
    return std::lexicographical_compare(a.args().begin(), a.args().end(), b.args().begin(), b.args().end(), before);
}

DimExpr DimExpr::sum(std::vector<DimExpr> terms) {
    int64_t constant = 0, next = 0;
    std::vector<Scaled> parts;
    auto add = [&](DimExpr const& e) {
        Scaled s = split(e);
        if (s.term.isConst() && !__builtin_add_overflow(constant, s.coefficient, &next)) {
            constant = next;
            return;
        }
        for (Scaled& part : parts)
            if (part.term == s.term && !__builtin_add_overflow(part.coefficient, s.coefficient, &next)) {
                part.coefficient = next;
                return;
            }
        parts.push_back(s);
    };
    for (DimExpr const& e : terms) {
        if (e.op() == DimOp::kAdd)
            std::for_each(e.args().begin(), e.args().end(), add);
        else
            add(e);
    }
    std::erase_if(parts, [](Scaled const& s) { return s.coefficient == 0; });
    std::sort(parts.begin(), parts.end(), [](Scaled const& a, Scaled const& b) { return before(a.term, b.term); });
    std::vector<DimExpr> out;
    for (Scaled const& s : parts)
        out.push_back(product({DimExpr(s.coefficient), s.term}));
    if (constant != 0)
        out.insert(out.begin(), DimExpr(constant));
    if (out.empty())
        return 0;
    return out.size() == 1 ? out[0] : raw(DimOp::kAdd, std::move(out));
}

DimExpr DimExpr::product(std::vector<DimExpr> factors) {
    int64_t constant = 1, next = 1;
    std::vector<DimExpr> out;
    DimExpr const* lonelySum = nullptr;
    auto add = [&](DimExpr const& e) {
        if (e.isConst() && !__builtin_mul_overflow(constant, e.value(), &next))
            constant = next;
        else
            out.push_back(e);
    };
    for (DimExpr const& e : factors) {
        if (e.op() == DimOp::kMul)
            std::for_each(e.args().begin(), e.args().end(), add);
        else
            add(e);
        if (e.op() == DimOp::kAdd)
            lonelySum = &e;
    }
    if (constant == 0)
        return 0;
    if (out.size() == 1 && lonelySum != nullptr && constant != 1) { // k * (a + b) = k*a + k*b
        std::vector<DimExpr> terms;
        for (DimExpr const& t : lonelySum->args())
            terms.push_back(product({DimExpr(constant), t}));
        return sum(std::move(terms));
    }
    std::sort(out.begin(), out.end(), before);
    if (constant != 1)
        out.insert(out.begin(), DimExpr(constant));
    if (out.empty())
        return 1;
    return out.size() == 1 ? out[0] : raw(DimOp::kMul, std::move(out));
}

DimExpr DimExpr::quotient(DimOp op, DimExpr const& a, DimExpr const& b) {
    if (b.is(1))
        return a;
    if (a.is(0))
        return 0;
    auto factorsOf = [](DimExpr const& e) {
        return e.op() == DimOp::kMul ? std::vector<DimExpr>(e.args().begin(), e.args().end()) : std::vector<DimExpr>{e};
    };
    std::vector<DimExpr> above = factorsOf(a);
    std::vector<DimExpr> below = factorsOf(b);
    bool changed = false;
    for (auto it = below.begin(); it != below.end();) {
        auto same = std::find(above.begin(), above.end(), *it);
        if (same != above.end() && !it->is(0)) {
            above.erase(same);
            it = below.erase(it);
            changed = true;
        } else if (it->isConst() && !above.empty() && above[0].isConst() && it->value() > 0 &&
                   above[0].value() % it->value() == 0) {
            above[0] = above[0].value() / it->value();
            it = below.erase(it);
            changed = true;
        } else {
            ++it;
        }
    }
    if (changed)
        return quotient(op, product(std::move(above)), product(std::move(below)));
    // (k*x + k*c) / k
    if (a.op() == DimOp::kAdd && b.isConst() && b.value() > 0) {
        std::vector<DimExpr> whole, rest;
        for (DimExpr const& t : a.args())
            (split(t).coefficient % b.value() == 0 ? whole : rest).push_back(t);
        if (!whole.empty()) {
            std::vector<DimExpr> terms;
            for (DimExpr const& t : whole) {
                Scaled const s = split(t);
                terms.push_back(product({DimExpr(s.coefficient / b.value()), s.term}));
            }
            if (!rest.empty())
                terms.push_back(quotient(op, sum(std::move(rest)), b));
            return sum(std::move(terms));
        }
    }
    return raw(op, {a, b});
}

DimExpr DimExpr::make(DimOp op, std::vector<DimExpr> args) {
    bool const constant = std::all_of(args.begin(), args.end(), [](DimExpr const& e) { return e.isConst(); });
    if (constant && args.size() >= 2 && args.size() <= 3) {
        int64_t result = 0;
        if (apply(op, args[0].value(), args[1].value(), args.size() == 3 ? args[2].value() : 0, result))
            return result;
        if (op == DimOp::kAdd || op == DimOp::kMul) // an overflow stays visible: evaluating the expression reports it
            return raw(op, std::move(args));
    }
    switch (op) {
    case DimOp::kAdd:
        return sum(std::move(args));
    case DimOp::kMul:
        return product(std::move(args));
    case DimOp::kFloorDiv:
    case DimOp::kCeilDiv:
        return quotient(op, args[0], args[1]);
    case DimOp::kMod:
        if (args[1].is(1))
            return 0;
        break;
    case DimOp::kMin:
    case DimOp::kMax:
        if (args[0] == args[1])
            return args[0];
        break;
    case DimOp::kEq:
        if (args[0] == args[1])
            return 1;
        break;
    case DimOp::kLt:
        if (args[0] == args[1])
            return 0;
        break;
    case DimOp::kSelect:
        if (args[0].isConst())
            return args[0].value() != 0 ? args[1] : args[2];
        if (args[1] == args[2])
            return args[1];
        break;
    default:
        break;
    }
    if (isCommutative(op) && before(args[1], args[0]))
        std::swap(args[0], args[1]);
    return raw(op, std::move(args));
}

DimExpr operator+(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kAdd, {a, b});
}
DimExpr operator*(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kMul, {a, b});
}
DimExpr operator-(DimExpr const& a, DimExpr const& b) {
    return a + DimExpr(-1) * b;
}
DimExpr floorDiv(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kFloorDiv, {a, b});
}
DimExpr ceilDiv(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kCeilDiv, {a, b});
}
DimExpr mod(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kMod, {a, b});
}
DimExpr min(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kMin, {a, b});
}
DimExpr max(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kMax, {a, b});
}
DimExpr equal(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kEq, {a, b});
}
DimExpr less(DimExpr const& a, DimExpr const& b) {
    return DimExpr::make(DimOp::kLt, {a, b});
}
DimExpr select(DimExpr const& condition, DimExpr const& then, DimExpr const& otherwise) {
    return DimExpr::make(DimOp::kSelect, {condition, then, otherwise});
}

DimExpr volume(std::span<DimExpr const> dims) {
    DimExpr v = 1;
    for (DimExpr const& d : dims)
        v = v * d;
    return v;
}

bool allConst(std::span<DimExpr const> dims) noexcept {
    return std::all_of(dims.begin(), dims.end(), [](DimExpr const& d) { return d.isConst(); });
}

DimExpr DimExpr::substitute(std::function<DimExpr const*(SymbolId)> const& with) const {
    if (isConst())
        return *this;
    if (op() == DimOp::kSymbol) {
        DimExpr const* value = with(static_cast<SymbolId>(mValue));
        return value == nullptr ? *this : *value;
    }
    // n-ary sums and products are rebuilt pairwise, so that constants fold with overflow checks.
    std::vector<DimExpr> out;
    for (DimExpr const& a : args())
        out.push_back(a.substitute(with));
    if (op() != DimOp::kAdd && op() != DimOp::kMul)
        return make(op(), std::move(out));
    DimExpr total = out[0];
    for (size_t i = 1; i < out.size(); ++i)
        total = make(op(), {total, out[i]});
    return total;
}

void DimExpr::forEachSymbol(std::function<void(SymbolId)> const& fn) const {
    if (op() == DimOp::kSymbol)
        fn(static_cast<SymbolId>(mValue));
    for (DimExpr const& a : args())
        a.forEachSymbol(fn);
}

int64_t evaluate(DimExpr const& expr, std::function<int64_t(SymbolId)> const& valueOf) {
    if (expr.isConst())
        return expr.value();
    if (expr.op() == DimOp::kSymbol)
        return valueOf(static_cast<SymbolId>(expr.value()));
    auto args = expr.args();
    auto at = [&](size_t i) { return evaluate(args[i], valueOf); };
    int64_t total = at(0);
    bool ok = true;
    if (expr.op() == DimOp::kSelect) {
        return total != 0 ? at(1) : at(2);
    }
    for (size_t i = 1; i < args.size() && ok; ++i)
        ok = apply(expr.op(), total, at(i), 0, total);
    if (!ok)
        throw Error(Message::kShapeOverflow,
                    fmt::format("the size {} does not fit into 64 bits, or divides by zero", toText(expr)));
    return total;
}

} // namespace tenon
