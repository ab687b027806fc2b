// SPDX-License-Identifier: Apache-2.0
// Einsum of the default domain. Two floating operands whose letters make one product of matrices, with any number of
// axes before, become that product.
#include "onnx/compose.h"
#include "ops/einsum/einsum.h"

#include <algorithm>

namespace tenon::ops {
namespace einsum {
namespace {

/// The places in `term` of these letters, in this order.
std::vector<int64_t> places(std::string const& term, std::string const& letters) {
    std::vector<int64_t> out;
    for (char c : letters)
        out.push_back(static_cast<int64_t>(term.find(c)));
    return out;
}

bool hasRepeats(std::string const& term) {
    return std::any_of(term.begin(), term.end(), [&](char c) { return std::count(term.begin(), term.end(), c) > 1; });
}

/// The product of matrices that an equation means, where it is one.
bool asProduct(onnx::ImportContext& node, Equation const& equation) {
    if (equation.terms.size() != 2 || !isFloating(onnx::Compose(node).type(0)))
        return false;
    std::string const &a = equation.terms[0], &b = equation.terms[1], &out = equation.result;
    auto in = [](std::string const& term, char c) { return term.find(c) != std::string::npos; };
    std::string batch, rows, columns, inner;
    for (char c : a)
        (in(b, c) ? (in(out, c) ? batch : inner) : rows) += c;
    for (char c : b)
        if (!in(a, c))
            columns += c;
    bool const plain = !in(a + b, '.') && !hasRepeats(a) && !hasRepeats(b) && rows.size() == 1 && columns.size() == 1 &&
                       inner.size() == 1 && in(out, rows[0]) && in(out, columns[0]);
    if (!plain)
        return false;
    onnx::Compose c(node);
    TensorId const x = c.transpose(node.in(0), places(a, batch + rows + inner));
    TensorId const y = c.transpose(node.in(1), places(b, batch + inner + columns));
    node.setOut(0, c.transpose(c.matmul(x, y), places(batch + rows + columns, out)));
    return true;
}

void import(onnx::ImportContext& node) {
    std::string const equation = node.text("equation", "");
    if (asProduct(node, parseEquation(equation, node.inputs())))
        return;
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("einsum", Attributes{equation}, std::move(operands)));
}

} // namespace
} // namespace einsum

void einsum_onnx(onnx::ImporterTable& table) {
    table.add("", "Einsum", 12, einsum::import);
}

} // namespace tenon::ops
