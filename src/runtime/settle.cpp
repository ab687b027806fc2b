// SPDX-License-Identifier: Apache-2.0
// Settling a step: with true dims, infer must give the dims that the plan has for its results, operands must lie inside
// the ranges that the kernel agreed to, and memory that it writes must not be memory that it reads. What passes here, a
// kernel can run without harm.
#include "runtime/frame.h"

#include "kernel/evaluate.h"
#include "runtime/control.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::runtime {
namespace {

using plan::Storage;

std::string dimsText(std::span<int64_t const> dims) {
    return dims.empty() ? "scalar" : fmt::format("{}", fmt::join(dims, "x"));
}

Error misfit(plan::Value const& v, std::string what, std::string wanted, std::string given) {
    return Error(Message::kStepShape, std::move(what), {{}, {}, v.name, {}})
        .wanted(std::move(wanted))
        .given(std::move(given));
}

} // namespace

Fact Frame::factOfValue(int32_t value, bool withElements) const {
    plan::Value const& v = mCode.value(value);
    Tensor const& t = tensor(value);
    if (v.isBox())
        return factOf(*t.box);
    Fact fact;
    fact.type = Type::tensor(t.dtype, Dims(t.dims, t.dims + t.rank));
    bool const weight = mCode.value(mCode.base[static_cast<size_t>(value)]).storage == Storage::kWeight;
    bool const known = weight || withElements || !v.content.empty();
    if (known && t.data != nullptr && v.layout.isRowMajor()) {
        fact.bytes = t.as<std::byte>();
        fact.content = contentOf(t.dtype, fact.bytes, t.elements());
    }
    return fact;
}

std::vector<Fact> Frame::inferred(StepCode const& code) const {
    std::vector<Fact> facts;
    facts.reserve(code.ownInputs());
    std::vector<Fact const*> operands;
    for (size_t i = 0; i < code.ownInputs(); ++i) {
        int32_t const v = code.step->inputs[i];
        bool const reads = i < 32 && (code.op->shapeInputs >> i & 1u) != 0;
        operands.push_back(v < 0 ? nullptr : &facts.emplace_back(factOfValue(v, reads)));
    }
    SymbolId next = 0;
    InferContext context(operands, code.step->outputs.size(), [&](DimExpr const*) { return DimExpr::symbol(next++); });
    code.op->infer(code.attrs, context);
    return std::move(context.results());
}

Error Frame::fromStepOf(int32_t value, Error error) const {
    for (StepCode const& code : mCode.steps) {
        auto const& outputs = code.step->outputs;
        if (std::find(outputs.begin(), outputs.end(), value) == outputs.end())
            continue;
        try {
            if (code.op != nullptr)
                inferred(code);
        } catch (Error const& own) {
            if (!own.where().plugin.empty()) // the user's code, which is to be named
                error = own;
        }
        error.locate(whereOf(*code.step));
    }
    return error;
}

void Frame::settle(Call& call) {
    StepCode const& code = *call.code;
    try {
        for (int32_t v : code.step->inputs)
            if (v >= 0)
                checkDeclared(v);
        std::vector<Fact> results = inferred(code);
        checkResults(call, results);
        checkEpilogue(call);
        checkRanges(call);
        checkOverlap(call);
        chooseInstance(call);
        call.epoch = mStages[static_cast<size_t>(code.step->stage)].epoch;
    } catch (Error& e) {
        e.locate(whereOf(*code.step));
        throw;
    }
}

void Frame::checkDeclared(int32_t value) const {
    plan::Value const& v = mCode.value(value);
    if (!v.isBox())
        return;
    Box const& box = *tensor(value).box;
    bool good = box.kind == v.type.kind && (box.kind != Kind::kTensor || box.dtype == v.type.dtype);
    if (box.kind == Kind::kTensor && box.dtype != DType::kString)
        good = good && (box.data() != nullptr || box.bytes() == 0);
    if (good && v.type.ranked()) {
        good = box.dims.size() == v.dims.size();
        bool const known = mCode.valueStage[static_cast<size_t>(value)] <= static_cast<int32_t>(mStage);
        for (size_t i = 0; good && known && i < v.dims.size(); ++i)
            good = box.dims[i] == mSlots[static_cast<size_t>(v.dims[i])];
    }
    if (!good)
        throw misfit(v, fmt::format("'{}' is not what the engine was planned with", v.name), toString(v.type),
                     fmt::format("{} of {} [{}]", nameOf(box.kind), nameOf(box.dtype), fmt::join(box.dims, "x")));
}

void Frame::checkResults(Call& call, std::vector<Fact>& results) {
    auto const& step = *call.code->step;
    for (size_t i = 0; i < results.size(); ++i) {
        plan::Value const& v = mCode.value(step.outputs[i]);
        Type& type = results[i].type;
        if (i == 0 && step.epilogue)
            type.dtype = step.epilogue->expression.resultType();
        if (type.kind != v.type.kind || (type.isTensor() && type.dtype != v.type.dtype))
            throw misfit(v, fmt::format("result '{}' has another type", v.name), toString(v.type), toString(type));
        if (v.isBox()) {
            Box& box = *tensor(step.outputs[i]).box;
            if (type.isTensor() && type.isStatic()) {
                std::vector<int64_t> dims;
                for (DimExpr const& d : *type.dims)
                    dims.push_back(d.value());
                box.setTensor(type.dtype, dims);
            } else {
                box.kind = type.kind;
                box.dtype = type.dtype;
            }
            mTensors[static_cast<size_t>(step.outputs[i])] = tensorOf(box);
            continue;
        }
        auto const planned = tensor(step.outputs[i]).shape();
        bool const same =
            type.isStatic() && std::equal(planned.begin(), planned.end(), type.dims->begin(), type.dims->end(),
                                          [](int64_t p, DimExpr const& d) { return d.is(p); });
        if (!same)
            throw misfit(v, fmt::format("result '{}' has another shape", v.name), dimsText(planned),
                         type.dims ? textOfDims(*type.dims) : "unknown rank");
    }
}

void Frame::checkEpilogue(Call const& call) const {
    auto const& step = *call.code->step;
    if (!step.epilogue)
        return;
    auto const result = tensor(step.outputs[0]).shape();
    for (size_t k = call.code->ownInputs(); k < step.inputs.size(); ++k) {
        auto const given = tensor(step.inputs[k]).shape();
        bool good = given.size() <= result.size();
        for (size_t i = 0; good && i < given.size(); ++i) {
            int64_t const d = given[given.size() - 1 - i];
            good = d == 1 || d == result[result.size() - 1 - i];
        }
        if (!good)
            throw misfit(mCode.value(step.inputs[k]), "an operand of the epilogue does not broadcast to the result",
                         dimsText(result), dimsText(given));
    }
}

void Frame::checkRanges(Call const& call) const {
    Pick const& pick = call.code->picks[mEnv.profile];
    if (pick.kernel->isReference())
        return;
    auto const check = [&](int32_t value, OperandDesc const& desc) {
        if (value < 0 || !desc.ranked)
            return;
        auto const dims = tensor(value).shape();
        for (size_t i = 0; i < dims.size(); ++i)
            if (dims[i] < desc.dims[i].min || dims[i] > desc.dims[i].max)
                throw misfit(mCode.value(value),
                             fmt::format("dim {} is outside the range that {} was chosen for", i, pick.kernel->name()),
                             fmt::format("{} to {}", desc.dims[i].min, desc.dims[i].max), fmt::format("{}", dims[i]));
    };
    auto const& step = *call.code->step;
    for (size_t i = 0; i < step.inputs.size(); ++i)
        check(step.inputs[i], pick.problem.inputs[i]);
    for (size_t i = 0; i < step.outputs.size(); ++i)
        if (!mCode.value(step.outputs[i]).isBox()) // the size of a box is not known before the kernel sets it
            check(step.outputs[i], pick.problem.outputs[i]);
}

void Frame::checkOverlap(Call const& call) const {
    struct Range {
        int32_t base; ///< value that owns the memory; -1: the arena, -2: host memory
        int64_t begin, end;
    };
    auto rangeOf = [&](int32_t value) -> Range {
        int32_t const base = mCode.base[static_cast<size_t>(value)];
        int64_t begin = 0;
        for (int32_t at = value; at != base; at = mCode.value(at).ref)
            begin += mCode.value(at).byteOffset;
        plan::Value const& b = mCode.value(base);
        bool const own =
            !mCode.external[static_cast<size_t>(base)] && (b.storage == Storage::kArena || b.storage == Storage::kHost);
        if (own)
            begin += b.offsets[mEnv.profile];
        return {own ? (b.storage == Storage::kArena ? -1 : -2) : base, begin,
                begin + mBytes[static_cast<size_t>(value)]};
    };
    auto meet = [](Range const& a, Range const& b) { return a.base == b.base && a.begin < b.end && b.begin < a.end; };
    auto const& step = *call.code->step;
    auto const& choice = step.choices[mEnv.profile];
    Range const workspace{-1, choice.workspaceOffset, choice.workspaceOffset + choice.workspaceBytes};
    auto fail = [&](int32_t value) {
        return misfit(mCode.value(value),
                      fmt::format("the memory of '{}' is written while it is read", mCode.value(value).name),
                      "memory of its own", "");
    };
    for (size_t o = 0; o < step.outputs.size(); ++o) {
        if (mCode.value(step.outputs[o]).isBox())
            continue;
        Range const out = rangeOf(step.outputs[o]);
        if (meet(out, workspace))
            throw fail(step.outputs[o]);
        for (size_t p = 0; p < o; ++p)
            if (!mCode.value(step.outputs[p]).isBox() && meet(out, rangeOf(step.outputs[p])))
                throw fail(step.outputs[o]);
        for (size_t i = 0; i < step.inputs.size(); ++i) {
            if (step.inputs[i] < 0 || mCode.value(step.inputs[i]).isBox())
                continue;
            Range const in = rangeOf(step.inputs[i]);
            if (meet(out, in) && !(o == 0 && out.begin == in.begin && out.end == in.end && mayOverwrite(call, i)))
                throw fail(step.inputs[i]);
            if (meet(in, workspace))
                throw fail(step.inputs[i]);
        }
    }
}

bool Frame::mayOverwrite(Call const& call, size_t input) const {
    Pick const& pick = call.code->picks[mEnv.profile];
    Problem problem = pick.problem;
    problem.inputs[input].mayOverwrite = true;
    auto const proposal = pick.kernel->propose(problem);
    return std::any_of(proposal.signatures.begin(), proposal.signatures.end(), [&](Signature const& s) {
        return s.inPlace == static_cast<int32_t>(input) && s.inputs == pick.signature.inputs &&
               s.outputs == pick.signature.outputs;
    });
}

void Frame::chooseInstance(Call& call) {
    Pick const& pick = call.code->picks[mEnv.profile];
    call.args.workspace = pick.workspaceOffset < 0 ? mEnv.spare : mEnv.arena + pick.workspaceOffset;
    if (pick.kernel->anyShape()) {
        call.instance = mEnv.instances->get(mCode, *call.code, mEnv.profile);
        return;
    }
    Problem problem = pick.problem;
    std::vector<int64_t> all;
    auto fix = [&](std::vector<int32_t> const& values, std::vector<OperandDesc>& list) {
        for (size_t i = 0; i < values.size(); ++i) {
            if (values[i] < 0)
                continue;
            list[i].dims.clear();
            list[i].ranked = true;
            all.push_back(tensor(values[i]).rank);
            for (int64_t d : tensor(values[i]).shape()) {
                list[i].dims.push_back({d, d, d});
                all.push_back(d);
            }
        }
    };
    fix(call.code->step->inputs, problem.inputs);
    fix(call.code->step->outputs, problem.outputs);
    if (call.own == nullptr || all != call.ownDims) {
        call.own.reset();
        call.own = pick.kernel->make(problem, pick.signature, pick.tactic);
        call.ownDims = std::move(all);
    }
    call.instance = call.own.get();
}

void Frame::fill(Call& call) noexcept {
    auto const& step = *call.code->step;
    for (size_t i = 0; i < step.inputs.size(); ++i)
        call.inputs[i] = step.inputs[i] < 0 ? Tensor{} : tensor(step.inputs[i]);
    for (size_t i = 0; i < step.outputs.size(); ++i)
        call.outputs[i] = tensor(step.outputs[i]);
}

void Frame::refresh(Call& call) {
    for (int32_t v : call.code->step->outputs)
        if (mCode.value(v).isBox()) {
            mTensors[static_cast<size_t>(v)] = tensorOf(*tensor(v).box);
            checkDeclared(v);
        }
}

} // namespace tenon::runtime
