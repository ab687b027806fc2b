// SPDX-License-Identifier: Apache-2.0
// Scan of the default domain. Operator set 8 has a batch axis before everything else: there it is a Scan over the batch
// whose body is the Scan over the sequence.
#include "onnx/importer.h"
#include "ops/scan/scan.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace scan {
namespace {

using onnx::ImportContext;

/// Operands from `begin` on, all of which must be there.
std::vector<TensorId> operandsFrom(ImportContext& node, size_t begin) {
    std::vector<TensorId> out;
    for (size_t i = begin; i < node.inputs(); ++i) {
        if (!node.has(i))
            node.fail(Message::kOperand, fmt::format("operand {} of a Scan is missing", i));
        out.push_back(node.in(i));
    }
    return out;
}

void checkCounts(ImportContext& node, Attributes const& a, size_t operands) {
    auto const most = static_cast<int64_t>(operands);
    if (a.scanInputs < 1 || a.scanInputs > most)
        node.fail(Message::kAttribute, "num_scan_inputs does not fit the operands", fmt::format("1 to {}", most),
                  fmt::format("{}", a.scanInputs));
    for (auto const* list : {&a.inputAxes, &a.inputDirections})
        if (!list->empty() && static_cast<int64_t>(list->size()) != a.scanInputs)
            node.fail(Message::kAttribute, "a list of axes or directions has not one number for each scanned operand",
                      fmt::format("{} numbers", a.scanInputs), fmt::format("{}", list->size()));
}

/// The record of one Scan; returns its results' types, without dims.
std::vector<std::optional<Type>> emit(ImportContext& node, Attributes a, std::vector<TensorId> const& operands,
                                      NetworkBlock body, TensorId& first) {
    size_t const carried = operands.size() - static_cast<size_t>(a.scanInputs);
    if (body.params.size() != operands.size() || body.results.size() < carried)
        node.fail(Message::kOnnxNode, "the body of a Scan does not fit its operands",
                  fmt::format("{} inputs and at least {} outputs", operands.size(), carried),
                  fmt::format("{} and {}", body.params.size(), body.results.size()));
    for (auto const* list : {&a.outputAxes, &a.outputDirections})
        if (!list->empty() && list->size() != body.results.size() - carried)
            node.fail(Message::kAttribute, "a list of axes or directions has not one number for each scan output",
                      fmt::format("{} numbers", body.results.size() - carried), fmt::format("{}", list->size()));
    first = node.emit("scan", std::move(a), operands, body.results.size());
    std::vector<std::optional<Type>> types;
    for (size_t i = 0; i < body.results.size(); ++i) {
        types.push_back(node.openType(i < carried ? operands[i] : body.results[i]));
        if (types.back())
            node.assume(first + static_cast<TensorId>(i), *types.back());
    }
    node.last().blocks = {std::move(body)};
    return types;
}

void setOuts(ImportContext& node, TensorId first, size_t count) {
    for (size_t i = 0; i < count; ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

ImportContext::Types openTypes(ImportContext& node, std::vector<TensorId> const& ids) {
    ImportContext::Types out;
    for (TensorId id : ids)
        out.push_back(node.openType(id));
    return out;
}

void import(ImportContext& node) {
    Attrs const attrs = attributesOf<Attributes>(node);
    auto const& a = attrs.as<Attributes>();
    std::vector<TensorId> const operands = operandsFrom(node, 0);
    checkCounts(node, a, operands.size());
    TensorId first = kNoTensor;
    auto const types = emit(node, a, operands, node.block("body", openTypes(node, operands)), first);
    setOuts(node, first, types.size());
}

void importBatched(ImportContext& node) {
    if (node.has(0))
        node.fail(Message::kNotThereYet, "a Scan of operator set 8 with sequence_lens does not exist yet",
                  "no sequence_lens");
    Attributes inner;
    inner.scanInputs = node.integer("num_scan_inputs", 0);
    inner.inputDirections = node.integers("directions");
    std::vector<TensorId> const operands = operandsFrom(node, 1);
    checkCounts(node, inner, operands.size());
    NetworkBlock body = node.block("body", openTypes(node, operands));
    size_t const results = body.results.size();
    ImportContext::Types types;
    NetworkBlock rows = node.compose(openTypes(node, operands), [&](std::vector<TensorId> const& params) {
        TensorId first = kNoTensor;
        types = emit(node, inner, params, std::move(body), first);
        std::vector<TensorId> out(results);
        for (size_t i = 0; i < results; ++i)
            out[i] = first + static_cast<TensorId>(i);
        return out;
    });
    Attributes outer;
    outer.scanInputs = static_cast<int64_t>(operands.size());
    TensorId first = kNoTensor;
    emit(node, outer, operands, std::move(rows), first);
    setOuts(node, first, results);
}

} // namespace
} // namespace scan

void scan_onnx(onnx::ImporterTable& table) {
    table.add("", "Scan", 8, scan::importBatched);
    table.add("", "Scan", 9, scan::import);
}

} // namespace tenon::ops
