// SPDX-License-Identifier: Apache-2.0
#include "plan/strip.h"

#include <algorithm>
#include <cstring>

namespace tenon::plan {
namespace {

int64_t rounded(int64_t bytes) noexcept {
    return (bytes + 63) / 64 * 64;
}

int32_t baseOf(Block const& block, int32_t value) {
    while (block.values[static_cast<size_t>(value)].storage == Storage::kAlias)
        value = block.values[static_cast<size_t>(value)].ref;
    return value;
}

/// Weights whose elements an infer function asks for: loading the engine needs them.
std::vector<bool> readByInfer(Plan const& plan, KernelTable const& table) {
    std::vector<bool> out(plan.weights.size(), false);
    for (Block const& block : plan.blocks)
        for (Step const& step : block.steps) {
            OpDef const* const op = table.op(step.op);
            if (op == nullptr)
                continue;
            for (size_t i = 0; i < step.inputs.size() && i < 32; ++i) {
                if (step.inputs[i] < 0 || (op->shapeInputs >> i & 1u) == 0)
                    continue;
                Value const& v = block.values[static_cast<size_t>(baseOf(block, step.inputs[i]))];
                if (v.storage == Storage::kWeight)
                    out[static_cast<size_t>(v.ref)] = true;
            }
        }
    return out;
}

} // namespace

std::vector<bool> dependsOnSource(Plan const& plan) {
    std::vector<bool> out(plan.expressions.size());
    for (size_t i = 0; i < out.size(); ++i) {
        WeightExpression const& e = plan.expressions[i];
        out[i] = !e.source.empty() || std::any_of(e.args.begin(), e.args.end(),
                                                  [&](int32_t a) { return a >= 0 && out[static_cast<size_t>(a)]; });
    }
    return out;
}

std::vector<int64_t> fullOffsets(Plan const& plan, int64_t& total) {
    std::vector<int64_t> out;
    if (!isStripped(plan)) {
        total = static_cast<int64_t>(plan.weightBytes.size());
        for (Weight const& w : plan.weights)
            out.push_back(w.offset);
        return out;
    }
    total = 0;
    for (Weight const& w : plan.weights) {
        out.push_back(total);
        total += rounded(w.bytes);
    }
    return out;
}

bool isStripped(Plan const& plan) noexcept {
    return std::any_of(plan.weights.begin(), plan.weights.end(), [](Weight const& w) { return w.isStripped(); });
}

int64_t weightBytes(Plan const& plan) noexcept {
    int64_t sum = 0;
    for (Weight const& w : plan.weights)
        sum += w.bytes;
    return sum;
}

int64_t strippedBytes(Plan const& plan) noexcept {
    int64_t sum = 0;
    for (Weight const& w : plan.weights)
        sum += w.isStripped() ? w.bytes : 0;
    return sum;
}

Plan strip(Plan plan, KernelTable const& table) {
    std::vector<bool> const depends = dependsOnSource(plan);
    std::vector<bool> const keep = readByInfer(plan, table);
    int64_t total = 0;
    std::vector<int64_t> from;
    for (size_t i = 0; i < plan.weights.size(); ++i) {
        Weight& w = plan.weights[i];
        from.push_back(w.offset);
        bool const goes = w.expression >= 0 && depends[static_cast<size_t>(w.expression)] && !keep[i];
        w.offset = goes || w.isStripped() ? -1 : total;
        total += w.isStripped() ? 0 : rounded(w.bytes);
    }
    std::byte* to = nullptr;
    Buffer bytes = Buffer::allocate(static_cast<size_t>(total), &to);
    if (total != 0)
        std::memset(to, 0, static_cast<size_t>(total));
    for (size_t i = 0; i < plan.weights.size(); ++i)
        if (Weight const& w = plan.weights[i]; !w.isStripped() && w.bytes != 0)
            std::memcpy(to + w.offset, plan.weightBytes.data() + from[i], static_cast<size_t>(w.bytes));
    plan.weightBytes = std::move(bytes);
    return plan;
}

} // namespace tenon::plan
