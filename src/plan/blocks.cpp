// SPDX-License-Identifier: Apache-2.0
#include "plan/blocks.h"

#include <algorithm>

namespace tenon::plan {
namespace {

constexpr int64_t kUnbounded = int64_t{1} << 40;
constexpr int kMaxExpression = 64; // nodes of an expression that infer gets to see

DimRange symbolRange(Plan const& plan, size_t block, std::vector<Profile::Input> const& inputs, SymbolBinding const& s,
                     std::vector<DimRange> const& slots) {
    auto const& params = plan.blocks[block].params;
    auto const it = std::find(params.begin(), params.end(), s.value);
    if (block == 0 && it != params.end()) {
        Profile::Input const& in = inputs[static_cast<size_t>(it - params.begin())];
        auto const& list = s.element ? in.values : in.dims;
        if (static_cast<size_t>(s.index) < list.size())
            return list[static_cast<size_t>(s.index)];
    }
    if (s.upper < 0 || s.upper >= s.slot)
        return {0, 1, kUnbounded};
    DimRange const& upper = slots[static_cast<size_t>(s.upper)];
    return {0, std::max<int64_t>(upper.opt, 0), std::max<int64_t>(upper.max, 0)};
}

OperandDesc describe(Plan const& plan, Value const& value, std::vector<DimRange> const& ranges) {
    OperandDesc out;
    out.type = value.type;
    out.type.dims.reset(); // dims are in `dims`
    out.ranked = value.type.ranked();
    for (Slot s : value.dims)
        out.dims.push_back(ranges[static_cast<size_t>(s)]);
    if (value.storage == Storage::kWeight) {
        Weight const& w = plan.weights[static_cast<size_t>(value.ref)];
        out.constant = true;
        if (w.layout.isRowMajor())
            out.bytes = plan.weightBytes.data() + w.offset;
    }
    return out;
}

int32_t latest(std::vector<Slot> const& slots, std::vector<int32_t> const& stages) {
    int32_t stage = 0;
    for (Slot s : slots)
        stage = std::max(stage, stages[static_cast<size_t>(s)]);
    return stage;
}

} // namespace

std::vector<int32_t> slotStages(Block const& block) {
    std::vector<int32_t> out(block.shapes.code.size());
    int32_t stage = 0;
    for (size_t i = 0; i < out.size(); ++i) {
        while (i >= static_cast<size_t>(block.stageEnds[static_cast<size_t>(stage)]))
            ++stage;
        out[i] = stage;
    }
    return out;
}

int32_t placeStage(Block const& block, int32_t value, std::vector<int32_t> const& stages) {
    Value const* at = &block.values[static_cast<size_t>(value)];
    int32_t stage = latest(at->dims, stages);
    while (at->storage == Storage::kAlias) {
        at = &block.values[static_cast<size_t>(at->ref)];
        stage = std::max(stage, latest(at->dims, stages));
    }
    return stage;
}

int32_t contentStage(Value const& value, std::vector<int32_t> const& stages) {
    return latest(value.content, stages);
}

std::vector<DimRange> slotRanges(Plan const& plan, size_t number, size_t profile) {
    return slotRanges(plan, number, plan.profiles[profile].inputs);
}

std::vector<DimRange> slotRanges(Plan const& plan, size_t number, std::vector<Profile::Input> const& inputs) {
    Block const& block = plan.blocks[number];
    std::vector<SymbolBinding const*> sources(block.shapes.code.size(), nullptr);
    for (SymbolBinding const& s : block.symbols)
        sources[static_cast<size_t>(s.slot)] = &s;
    std::vector<DimRange> out(block.shapes.code.size());
    for (size_t i = 0; i < out.size(); ++i) {
        ShapeInstr const& in = block.shapes.code[i];
        if (in.op == DimOp::kConst) {
            out[i] = {in.value, in.value, in.value};
        } else if (in.op == DimOp::kSymbol) {
            out[i] = symbolRange(plan, number, inputs, *sources[i], out);
        } else {
            DimRange const& a = out[static_cast<size_t>(in.a)];
            DimRange const& b = out[static_cast<size_t>(in.b)];
            DimRange const c = in.c < 0 ? DimRange{} : out[static_cast<size_t>(in.c)];
            Interval const ends = boundsOf(in.op, {a.min, a.max}, {b.min, b.max}, {c.min, c.max});
            int64_t opt = 0;
            if (!apply(in.op, a.opt, b.opt, c.opt, opt))
                opt = ends.lo;
            out[i] = {ends.lo, std::clamp(opt, ends.lo, std::max(ends.lo, ends.hi)), ends.hi};
        }
    }
    return out;
}

int64_t greatestBytes(Value const& value, std::vector<DimRange> const& ranges) {
    if (!value.type.ranked() || value.type.dtype == DType::kString)
        return -1;
    int64_t count = 1;
    for (Slot s : value.dims) {
        int64_t const greatest = std::max<int64_t>(0, ranges[static_cast<size_t>(s)].max);
        if (greatest >= kUnbounded || __builtin_mul_overflow(count, greatest, &count) || count >= kUnbounded)
            return -1;
    }
    return bytesFor(value.type.dtype, count);
}

std::vector<DimExpr> slotExpressions(Block const& block) {
    std::vector<DimExpr> out(block.shapes.code.size());
    std::vector<int> sizes(out.size(), 1);
    for (size_t i = 0; i < out.size(); ++i) {
        ShapeInstr const& in = block.shapes.code[i];
        if (in.op == DimOp::kConst) {
            out[i] = in.value;
            continue;
        }
        out[i] = DimExpr::symbol(static_cast<SymbolId>(i));
        if (in.op == DimOp::kSymbol)
            continue;
        std::vector<DimExpr> args;
        int size = 1;
        bool moderate = true; // numbers near the ends of the range would overflow while the expression is put in order
        for (Slot s : {in.a, in.b, in.c})
            if (s >= 0) {
                args.push_back(out[static_cast<size_t>(s)]);
                size += sizes[static_cast<size_t>(s)];
                moderate = moderate && std::abs(args.back().isConst() ? args.back().value() : 0) < kUnbounded;
            }
        if (size > kMaxExpression || !moderate)
            continue;
        out[i] = DimExpr::make(in.op, std::move(args));
        sizes[i] = size;
    }
    return out;
}

Problem problemOf(Plan const& plan, Block const& block, Step const& step, OpDef const& op, Attrs attrs,
                  std::vector<DimRange> const& ranges) {
    Problem out{&op, std::move(attrs), {}, {}, step.epilogue};
    for (int32_t v : step.inputs) {
        if (v >= 0) {
            out.inputs.push_back(describe(plan, block.values[static_cast<size_t>(v)], ranges));
        } else {
            out.inputs.emplace_back();
            out.inputs.back().present = false;
        }
    }
    for (int32_t v : step.outputs)
        out.outputs.push_back(describe(plan, block.values[static_cast<size_t>(v)], ranges));
    return out;
}

Signature signatureOf(Block const& block, Step const& step) {
    Signature out;
    for (int32_t v : step.inputs)
        out.inputs.push_back(v < 0 ? Layout{} : block.values[static_cast<size_t>(v)].layout);
    for (int32_t v : step.outputs)
        out.outputs.push_back(block.values[static_cast<size_t>(v)].layout);
    return out;
}

} // namespace tenon::plan
