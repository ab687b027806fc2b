// SPDX-License-Identifier: Apache-2.0
// Definition of einsum, and the reader of equations.
#include "ops/einsum/einsum.h"

#include "base/error.h"
#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace einsum {
namespace {

bool holds(std::string const& text, char c) {
    return text.find(c) != std::string::npos;
}

[[noreturn]] void badEquation(std::string const& text, std::string what, std::string wanted, std::string given) {
    throw Error(Message::kEquation, fmt::format("in the equation '{}': {}", text, what))
        .wanted(std::move(wanted))
        .given(std::move(given));
}

} // namespace

Equation parseEquation(std::string const& text, size_t operands) {
    Equation out;
    std::string left, right;
    std::string all;
    for (char c : text)
        if (c != ' ')
            all += c;
    size_t const arrow = all.find("->");
    left = all.substr(0, arrow);
    bool const explicitResult = arrow != std::string::npos;
    if (explicitResult)
        right = all.substr(arrow + 2);
    auto term = [&](std::string const& from) {
        std::string to;
        for (size_t i = 0; i < from.size(); ++i) {
            if (from.compare(i, 3, "...") == 0) {
                if (holds(to, '.'))
                    badEquation(text, "a term has two ellipses", "one", from);
                to += '.';
                i += 2;
            } else if ((from[i] >= 'a' && from[i] <= 'z') || (from[i] >= 'A' && from[i] <= 'Z')) {
                to += from[i];
            } else {
                badEquation(text, fmt::format("'{}' at place {} of a term is no letter", from[i], i),
                            "letters and '...'", from);
            }
        }
        return to;
    };
    for (size_t at = 0;;) {
        size_t const comma = left.find(',', at);
        out.terms.push_back(term(left.substr(at, comma == std::string::npos ? comma : comma - at)));
        if (comma == std::string::npos)
            break;
        at = comma + 1;
    }
    if (out.terms.size() != operands)
        badEquation(text, "the number of terms is not the number of inputs", fmt::format("{} terms", operands),
                    fmt::format("{}", out.terms.size()));
    std::string joined;
    for (std::string const& t : out.terms)
        joined += t;
    if (explicitResult) {
        out.result = term(right);
        for (size_t i = 0; i < out.result.size(); ++i)
            if (out.result.find(out.result[i]) != i || !holds(joined, out.result[i]))
                badEquation(text, fmt::format("'{}' of the result stands twice, or in no term", out.result[i]),
                            "letters of the terms, each once", right);
        return out;
    }
    // Without an arrow: the ellipsis, then the letters that stand once, in the order of the alphabet.
    std::string letters = joined;
    std::sort(letters.begin(), letters.end());
    if (holds(letters, '.'))
        out.result += '.';
    for (char c : letters)
        if (c != '.' && std::count(letters.begin(), letters.end(), c) == 1)
            out.result += c;
    return out;
}

Labels labelsOf(Equation const& equation, std::vector<int64_t> const& ranks) {
    size_t widest = 0; // axes that an ellipsis stands for, at most
    for (size_t i = 0; i < equation.terms.size(); ++i) {
        std::string const& term = equation.terms[i];
        size_t const named = term.size() - (holds(term, '.') ? 1 : 0), rank = static_cast<size_t>(ranks[i]);
        if (holds(term, '.') ? named > rank : named != rank)
            throw Error(Message::kEquation, fmt::format("term {} does not have a letter for each axis", i))
                .wanted(fmt::format("{} letters", rank))
                .given(fmt::format("{}", named));
        if (holds(term, '.'))
            widest = std::max(widest, rank - named);
    }
    Labels out;
    std::string known;
    out.count = static_cast<int>(widest); // letters 0 to widest - 1 are those of the ellipsis, right-aligned
    auto expand = [&](std::string const& term, size_t dots) {
        std::vector<int> labels;
        for (char c : term) {
            if (c == '.') {
                for (size_t k = widest - dots; k < widest; ++k)
                    labels.push_back(static_cast<int>(k));
                continue;
            }
            size_t at = known.find(c);
            if (at == std::string::npos) {
                at = known.size();
                known += c;
            }
            labels.push_back(static_cast<int>(widest + at));
        }
        return labels;
    };
    for (size_t i = 0; i < equation.terms.size(); ++i) {
        std::string const& term = equation.terms[i];
        out.terms.push_back(expand(term, holds(term, '.') ? static_cast<size_t>(ranks[i]) - term.size() + 1 : 0));
    }
    out.result = expand(equation.result, widest);
    out.count += static_cast<int>(known.size());
    return out;
}

namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16,
                                       DType::kI32, DType::kI64, DType::kU8,  DType::kU16,  DType::kU32, DType::kU64};
    Equation const equation = parseEquation(attrs.as<Attributes>().equation, c.inputs());
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    std::vector<int64_t> ranks;
    for (size_t i = 0; i < c.inputs(); ++i) {
        c.requireType(i, {&type, 1});
        ranks.push_back(c.type(i).rank());
    }
    if (std::find(ranks.begin(), ranks.end(), -1) != ranks.end()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    Labels const labels = labelsOf(equation, ranks);
    Dims extents(static_cast<size_t>(labels.count), DimExpr(1));
    for (size_t i = 0; i < labels.terms.size(); ++i)
        for (size_t k = 0; k < labels.terms[i].size(); ++k) {
            DimExpr& extent = extents[static_cast<size_t>(labels.terms[i][k])];
            DimExpr const& dim = c.dims(i)[k];
            if (extent.is(1))
                extent = dim;
            else if (extent.isConst() && dim.isConst() && !dim.is(1) && extent != dim)
                c.fail(Message::kShape, fmt::format("axis {} of operand {} has another extent than its letter", k, i),
                       toText(extent), toText(dim));
            else if (dim.isConst() && !dim.is(1))
                extent = dim;
        }
    Dims out;
    for (int label : labels.result)
        out.push_back(extents[static_cast<size_t>(label)]);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace einsum

void einsum_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "einsum", .attrs = &attrType<einsum::Attributes>(), .infer = einsum::infer, .maxInputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops
