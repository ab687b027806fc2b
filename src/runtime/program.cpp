// SPDX-License-Identifier: Apache-2.0
// Checks each step against its operator and finds its kernels.
#include "runtime/program.h"

#include "base/reflect_binary.h"
#include "kernel/evaluate.h"
#include "runtime/control.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::runtime {
namespace {

using plan::Storage;

Error malformed(std::string what) {
    return Error(Message::kEngineStructure, std::move(what));
}

Attrs decodeAttrs(OpDef const& op, std::vector<std::byte> const& bytes) {
    BinaryReader in(bytes.data(), bytes.size());
    Attrs attrs(*op.attrs, op.attrs->decode(in));
    if (!in.atEnd())
        throw DecodeError("bytes after the attributes");
    return attrs;
}

void checkCounts(StepCode const& code) {
    OpDef const& op = *code.op;
    auto const& step = *code.step;
    auto const own = static_cast<int>(code.ownInputs());
    if (own < op.minInputs || (op.maxInputs >= 0 && own > op.maxInputs))
        throw malformed(fmt::format("{} takes {} to {} operands and has {}", op.name, op.minInputs, op.maxInputs, own));
    for (int i = 0; i < op.minInputs && code.control == Control::kNone; ++i)
        if (step.inputs[static_cast<size_t>(i)] < 0)
            throw malformed(fmt::format("operand {} of {} is absent", i, op.name));
    for (size_t i = code.ownInputs(); i < step.inputs.size(); ++i)
        if (step.inputs[i] < 0)
            throw malformed("an operand of the epilogue is absent");
    if (step.outputs.empty() || (op.outputs >= 0 && static_cast<int>(step.outputs.size()) != op.outputs))
        throw malformed(fmt::format("{} has {} results and not {}", op.name, op.outputs, step.outputs.size()));
    if (op.regions >= 0 && static_cast<int>(step.blocks.size()) != op.regions)
        throw malformed(fmt::format("{} owns {} blocks and not {}", op.name, op.regions, step.blocks.size()));
}

/// The fact of a value as far as the file tells.
Fact symbolicFact(plan::Plan const& plan, plan::Block const& block, int32_t number, std::vector<DimExpr> const& slots) {
    plan::Value const& v = block.values[static_cast<size_t>(number)];
    Fact fact{v.type, std::nullopt, nullptr};
    for (size_t i = 0; i < v.dims.size(); ++i)
        fact.type.dims->at(i) = slots[static_cast<size_t>(v.dims[i])];
    if (!v.content.empty()) {
        fact.content.emplace();
        for (Slot s : v.content)
            fact.content->push_back(slots[static_cast<size_t>(s)]);
    } else if (v.storage == Storage::kWeight && v.layout.isRowMajor()) {
        plan::Weight const& w = plan.weights[static_cast<size_t>(v.ref)];
        fact.bytes = plan.weightBytes.data() + w.offset;
        fact.content = contentOf(w.dtype, fact.bytes, checkedElements(w.dtype, w.dims));
    } else if (fact.type.ranked()) { // elements that the shape program reads
        int64_t const count = fact.type.isStatic() ? volume(*fact.type.dims).value() : -1;
        Dims content(static_cast<size_t>(std::clamp<int64_t>(count, 0, 1024)));
        int64_t known = 0;
        for (plan::SymbolBinding const& s : block.symbols)
            if (s.element && s.value == number && static_cast<size_t>(s.index) < content.size()) {
                content[static_cast<size_t>(s.index)] = slots[static_cast<size_t>(s.slot)];
                ++known;
            }
        if (count > 0 && known == count)
            fact.content = std::move(content);
    }
    return fact;
}

/// Kind, element type and rank of the results are what infer says of the operands.
void checkInfer(plan::Plan const& plan, plan::Block const& block, StepCode const& code,
                std::vector<DimExpr> const& slots) {
    std::vector<Fact> facts;
    facts.reserve(code.ownInputs());
    std::vector<Fact const*> operands;
    for (size_t i = 0; i < code.ownInputs(); ++i) {
        int32_t const v = code.step->inputs[i];
        operands.push_back(v < 0 ? nullptr : &facts.emplace_back(symbolicFact(plan, block, v, slots)));
    }
    auto next = static_cast<SymbolId>(slots.size());
    InferContext context(operands, code.step->outputs.size(), [&](DimExpr const*) { return DimExpr::symbol(next++); });
    code.op->infer(code.attrs, context);
    for (size_t i = 0; i < code.step->outputs.size(); ++i) {
        Type const& declared = block.values[static_cast<size_t>(code.step->outputs[i])].type;
        Type inferred = context.out(i).type;
        if (i == 0 && code.step->epilogue) {
            Expression const& e = code.step->epilogue->expression;
            checkRows(e);
            if (e.inputs.empty() || e.inputs[0] != inferred.dtype)
                throw malformed("its epilogue does not take its result");
            for (size_t k = code.ownInputs(); k < code.step->inputs.size(); ++k) {
                size_t const operand = k - code.ownInputs() + 1;
                plan::Value const& v = block.values[static_cast<size_t>(code.step->inputs[k])];
                if (operand >= e.inputs.size() || v.type.dtype != e.inputs[operand] || v.isBox())
                    throw malformed("its epilogue does not take its operands");
            }
            if (e.inputs.size() != code.step->inputs.size() - code.ownInputs() + 1)
                throw malformed("its epilogue has other operands");
            inferred.dtype = e.resultType();
        }
        bool const same = inferred.kind == declared.kind &&
                          (!inferred.isTensor() || inferred.dtype == declared.dtype) &&
                          (!inferred.ranked() || !declared.ranked() || inferred.rank() == declared.rank());
        if (!same)
            throw malformed(fmt::format("result {} of {} is {} and not {}", i, code.op->name, toString(inferred),
                                        toString(declared)));
    }
}

/// True when every element that infer may read is bound in the shape program, in memory that no step writes to.
bool elementsAreBound(plan::Block const& block, plan::Step const& step, int32_t number) {
    plan::Value const& v = block.values[static_cast<size_t>(number)];
    if (v.storage == Storage::kWeight || !v.content.empty())
        return true;
    bool const param = std::find(block.params.begin(), block.params.end(), number) != block.params.end();
    if (v.storage != Storage::kIo && (v.storage != Storage::kHost || param))
        return false;
    int64_t count = 1;
    for (Slot s : v.dims) {
        ShapeInstr const& in = block.shapes.code[static_cast<size_t>(s)];
        if (in.op != DimOp::kConst || in.value < 0 || in.value > 4096)
            return false;
        count *= std::min<int64_t>(in.value, 4096);
        if (count > 4096)
            return false;
    }
    std::vector<bool> bound(static_cast<size_t>(count), false);
    for (plan::SymbolBinding const& s : block.symbols)
        if (s.element && s.value == number && s.stage <= step.stage && s.index < count)
            bound[static_cast<size_t>(s.index)] = true;
    return std::find(bound.begin(), bound.end(), false) == bound.end();
}

/// Which values each stage decides, and what every value is an alias of.
void layOutStages(BlockCode& code) {
    plan::Block const& block = *code.block;
    std::vector<int32_t> const stages = plan::slotStages(block);
    code.stages.resize(block.stageEnds.size());
    for (size_t k = 0; k < code.stages.size(); ++k) {
        code.stages[k].begin = k == 0 ? 0 : block.stageEnds[k - 1];
        code.stages[k].end = block.stageEnds[k];
    }
    std::vector<std::vector<int32_t>> byDepth;
    for (size_t i = 0; i < block.values.size(); ++i) {
        auto at = static_cast<int32_t>(i);
        size_t depth = 0;
        int32_t const stage = plan::placeStage(block, at, stages);
        for (; code.value(at).storage == Storage::kAlias; ++depth)
            at = code.value(at).ref;
        bool const param = std::find(block.params.begin(), block.params.end(), at) != block.params.end();
        code.base.push_back(at);
        code.valueStage.push_back(stage);
        code.external.push_back(param || code.value(at).storage == Storage::kIo);
        byDepth.resize(std::max(byDepth.size(), depth + 1));
        byDepth[depth].push_back(static_cast<int32_t>(i));
        if (!block.values[i].content.empty())
            code.stages[static_cast<size_t>(std::max(stage, plan::contentStage(block.values[i], stages)))]
                .contents.push_back(static_cast<int32_t>(i));
    }
    for (auto const& level : byDepth)
        for (int32_t v : level)
            code.stages[static_cast<size_t>(code.valueStage[static_cast<size_t>(v)])].values.push_back(v);
    for (plan::SymbolBinding const& s : block.symbols)
        code.stages[static_cast<size_t>(s.stage)].symbols.push_back(&s);
}

class Compiler {
public:
    Compiler(plan::Plan const& plan, KernelTable const& table, std::vector<std::string>& warnings)
        : mPlan(plan), mTable(table), mWarnings(warnings) {}

    Program run() {
        mProgram.spareWorkspace.assign(mPlan.profiles.size(), 0);
        for (size_t b = 0; b < mPlan.blocks.size(); ++b)
            mProgram.blocks.push_back(block(b));
        return std::move(mProgram);
    }

private:
    BlockCode block(size_t number) {
        plan::Block const& from = mPlan.blocks[number];
        BlockCode out{&from, number, {}, {}, {}, {}, {}};
        layOutStages(out);
        std::vector<DimExpr> const slots = plan::slotExpressions(from);
        std::vector<std::vector<DimRange>> ranges;
        for (size_t p = 0; p < mPlan.profiles.size(); ++p)
            ranges.push_back(plan::slotRanges(mPlan, number, p));
        for (size_t i = 0; i < from.steps.size(); ++i)
            out.steps.push_back(step(from, from.steps[i], static_cast<int32_t>(i), slots, ranges));
        return out;
    }

    StepCode step(plan::Block const& block, plan::Step const& from, int32_t number, std::vector<DimExpr> const& slots,
                  std::vector<std::vector<DimRange>> const& ranges) {
        try {
            StepCode code;
            code.step = &from;
            code.number = number;
            code.op = mTable.op(from.op);
            if (code.op == nullptr)
                throw Error(Message::kKernelMissing, fmt::format("this library has no operator {}", from.op))
                    .tip("build the engine again with this library");
            code.control = controlOf(from.op);
            code.attrs = decodeAttrs(*code.op, from.attrs);
            checkCounts(code);
            auto isBox = [&](int32_t v) { return v >= 0 && block.values[static_cast<size_t>(v)].isBox(); };
            code.hasBoxes = std::any_of(from.inputs.begin(), from.inputs.end(), isBox) ||
                            std::any_of(from.outputs.begin(), from.outputs.end(), isBox);
            if (code.control != Control::kNone) {
                if (code.control == Control::kScan)
                    code.scan = code.attrs.as<ScanAxes>();
                checkControl(mPlan, block, code);
                code.picks.resize(mPlan.profiles.size());
                return code;
            }
            checkInfer(mPlan, block, code, slots);
            for (size_t i = 0; i < code.ownInputs() && i < 32; ++i)
                if ((code.op->shapeInputs >> i & 1u) != 0 && from.inputs[i] >= 0 &&
                    !elementsAreBound(block, from, from.inputs[i]))
                    code.rereads = true;
            code.isPlain = !code.hasBoxes && !code.rereads && from.stage == 0;
            for (size_t p = 0; p < mPlan.profiles.size(); ++p)
                code.picks.push_back(pick(block, code, p, ranges[p]));
            return code;
        } catch (DecodeError const& e) {
            throw Error(Message::kEngineStructure, fmt::format("the attributes of a step are malformed: {}", e.what()),
                        whereOf(from));
        } catch (Error& e) {
            e.locate(whereOf(from));
            throw;
        }
    }

    /// Why `kernel` cannot run the problem; empty when it can.
    static std::string refusal(Kernel const* kernel, StepCode const& code, Pick const& pick) {
        if (kernel == nullptr)
            return "it is not in this library";
        if (kernel->op() != code.op->name)
            return fmt::format("it is a kernel of {}", kernel->op());
        if (!kernel->accepts(pick.problem, pick.signature)) {
            std::string reason = kernel->propose(pick.problem).reason;
            return reason.empty() ? "it does not take these layouts" : reason;
        }
        return {};
    }

    Pick pick(plan::Block const& block, StepCode const& code, size_t profile, std::vector<DimRange> const& ranges) {
        plan::Choice const& choice = code.step->choices[profile];
        Pick out;
        out.problem = plan::problemOf(mPlan, block, *code.step, *code.op, code.attrs, ranges);
        out.signature = plan::signatureOf(block, *code.step);
        std::vector<std::string> names{choice.kernel};
        names.insert(names.end(), choice.fallbacks.begin(), choice.fallbacks.end());
        std::vector<std::string> reasons;
        for (std::string const& name : names) {
            Kernel const* kernel = mTable.kernel(name);
            std::string const reason = refusal(kernel, code, out);
            if (reason.empty()) {
                out.kernel = kernel;
                break;
            }
            reasons.push_back(fmt::format("{}: {}", name, reason));
        }
        if (out.kernel == nullptr)
            throw Error(Message::kKernelMissing,
                        fmt::format("no kernel of the engine can run the step: {}", fmt::join(reasons, "; ")))
                .tip("build the engine again with this library, or with --portable");
        if (!reasons.empty())
            mWarnings.push_back(fmt::format("step '{}' runs with {} ({})", code.step->name, out.kernel->name(),
                                            fmt::join(reasons, "; ")));
        bool const chosen = reasons.empty();
        out.tactic = chosen ? choice.tactic : 0;
        if (out.tactic < 0 || out.tactic >= out.kernel->tactics(out.problem, out.signature))
            throw malformed(fmt::format("kernel {} has no tactic {}", out.kernel->name(), out.tactic));
        int64_t const needed = out.kernel->workspace(out.problem, out.signature);
        if (needed <= choice.workspaceBytes)
            out.workspaceOffset = choice.workspaceOffset;
        else
            mProgram.spareWorkspace[profile] = std::max(mProgram.spareWorkspace[profile], needed);
        return out;
    }

    plan::Plan const& mPlan;
    KernelTable const& mTable;
    std::vector<std::string>& mWarnings;
    Program mProgram;
};

} // namespace

Where whereOf(plan::Step const& step) {
    bool const known = step.origins.empty() || (step.origins.size() == 1 && step.origins[0] == step.name);
    return {known ? step.name : fmt::format("{} (from {})", step.name, fmt::join(step.origins, ", ")), step.op, {}, {}};
}

Program compile(plan::Plan const& plan, KernelTable const& table, std::vector<std::string>& warnings) {
    return Compiler(plan, table, warnings).run();
}

} // namespace tenon::runtime
