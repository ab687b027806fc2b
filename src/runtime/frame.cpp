// SPDX-License-Identifier: Apache-2.0
// What a frame holds, and how the stages of the shape program give values their dims and memory.
#include "runtime/frame.h"

#include "base/half.h"
#include "base/reflect_text.h"
#include "kernel/evaluate.h"
#include "plan/pack.h"
#include "runtime/control.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::runtime {

using plan::Storage;

Instances::Instances(Program const& program) {
    for (BlockCode const& b : program.blocks) {
        auto& steps = mMade.emplace_back(b.steps.size());
        for (size_t i = 0; i < b.steps.size(); ++i)
            steps[i].resize(b.steps[i].picks.size());
    }
}

Instance* Instances::get(BlockCode const& block, StepCode const& code, size_t profile) {
    auto& made = mMade[block.number][static_cast<size_t>(code.number)][profile];
    Pick const& pick = code.picks[profile];
    if (!made)
        made = pick.kernel->make(pick.problem, pick.signature, pick.tactic);
    return made.get();
}

Frame::Frame(Environment const& env, BlockCode const& code) : mEnv(env), mCode(code) {
    plan::Block const& block = *code.block;
    mSlots.resize(block.shapes.code.size());
    mStages.resize(code.stages.size());
    mTensors.resize(block.values.size());
    mBoxes.resize(block.values.size());
    mBytes.resize(block.values.size());
    size_t total = 0;
    for (plan::Value const& v : block.values) {
        mDimsAt.push_back(total);
        total += v.dims.size();
    }
    mDims.resize(total + 1); // never empty: a scalar's dims are present, too
    for (size_t i = 0; i < block.values.size(); ++i) {
        plan::Value const& v = block.values[i];
        if (v.isBox()) {
            mBoxes[i] = std::make_unique<Box>();
            mBoxes[i]->kind = v.type.kind;
            mBoxes[i]->dtype = v.type.dtype;
            mTensors[i] = tensorOf(*mBoxes[i]);
        } else {
            mTensors[i].dtype = v.type.dtype;
            mTensors[i].dims = mDims.data() + mDimsAt[i];
            mTensors[i].rank = static_cast<int32_t>(v.dims.size());
        }
    }
    size_t operands = 0;
    for (plan::Step const& s : block.steps)
        operands += s.inputs.size() + s.outputs.size();
    mOperands.resize(operands);
    mCalls.resize(block.steps.size());
    Tensor* at = mOperands.data();
    for (size_t i = 0; i < mCalls.size(); ++i) {
        Call& call = mCalls[i];
        call.code = &code.steps[i];
        call.isPlain = call.code->isPlain;
        call.inputs = at;
        call.outputs = at + block.steps[i].inputs.size();
        at = call.outputs + block.steps[i].outputs.size();
        call.args.inputs = call.inputs;
        call.args.outputs = call.outputs;
        if (call.code->control != Control::kNone)
            call.control = std::make_unique<ControlState>(env, *call.code);
        auto note = [&](std::vector<int32_t> const& values, Tensor* places) {
            for (size_t k = 0; k < values.size(); ++k)
                if (call.isPlain && values[k] >= 0 && code.external[static_cast<size_t>(values[k])])
                    mMovable.emplace_back(places + k, values[k]);
        };
        note(block.steps[i].inputs, call.inputs);
        note(block.steps[i].outputs, call.outputs);
    }
}

Frame::~Frame() = default;

bool Frame::ownsBox(int32_t value) const noexcept {
    auto const& params = mCode.block->params; // one that was given a copy needs it at the next turn, too
    return mCode.value(value).isBox() && std::find(params.begin(), params.end(), value) == params.end();
}

std::optional<std::vector<int64_t>> Frame::dims(int32_t value) const {
    if (mCode.value(value).isBox() || mCode.valueStage[static_cast<size_t>(value)] > 0)
        return std::nullopt;
    auto const shape = tensor(value).shape();
    return std::vector<int64_t>(shape.begin(), shape.end());
}

std::optional<int64_t> Frame::number(Slot slot) const noexcept {
    bool const known = slot < mCode.stages[0].end;
    return known ? std::optional(mSlots[static_cast<size_t>(slot)]) : std::nullopt;
}

void Frame::setParam(size_t i, Tensor const& from) {
    int32_t const number = mCode.block->params[i];
    auto const index = static_cast<size_t>(number);
    plan::Value const& v = mCode.value(number);
    Kind const kind = from.box == nullptr ? Kind::kTensor : from.box->kind;
    bool const fits = kind == v.type.kind && (kind != Kind::kTensor || from.dtype == v.type.dtype) &&
                      (!v.type.ranked() || static_cast<size_t>(from.rank) == v.dims.size());
    if (!fits)
        throw Error(Message::kStepShape, fmt::format("'{}' is given a value of another type", v.name),
                    {{}, {}, v.name, {}})
            .wanted(toString(v.type))
            .given(kind == Kind::kTensor ? fmt::format("{} of rank {}", nameOf(from.dtype), from.rank)
                                         : std::string(nameOf(kind)));
    Tensor& t = mTensors[index];
    if (!v.isBox()) {
        std::copy_n(from.dims, v.dims.size(), mDims.begin() + static_cast<ptrdiff_t>(mDimsAt[index]));
        setAddress(number, from.data);
    } else if (from.box != nullptr) {
        t = tensorOf(*from.box);
    } else {
        Box& own = *mBoxes[index];
        own.setTensor(from.dtype, from.shape());
        if (own.bytes() != 0)
            std::memcpy(own.data(), from.data, static_cast<size_t>(own.bytes()));
        t = tensorOf(own);
    }
}

void Frame::setAddress(int32_t value, void* address) noexcept {
    Tensor& t = mTensors[static_cast<size_t>(value)];
    mMoved = mMoved || t.data != address;
    t.data = address;
}

void Frame::locate(int32_t value) noexcept {
    plan::Value const& v = mCode.value(value);
    if (v.storage != Storage::kAlias)
        return;
    auto* const from = tensor(v.ref).as<std::byte>();
    mTensors[static_cast<size_t>(value)].data = from == nullptr ? nullptr : from + v.byteOffset;
}

void Frame::relocate() noexcept {
    if (!mMoved)
        return;
    for (StageCode const& stage : mCode.stages)
        for (int32_t v : stage.values)
            if (mCode.external[static_cast<size_t>(v)])
                locate(v);
    for (auto const& [place, value] : mMovable)
        place->data = tensor(value).data;
    mMoved = false;
}

void Frame::enter() {
    mStage = 0;
    bool const changed = runStage(0);
    checkParams();
    if (changed || !mSettled) {
        mSettled = false;
        mMoved = true;
        relocate();
        for (Call& call : mCalls)
            if (call.isPlain) {
                settle(call);
                fill(call);
            }
        mSettled = true;
    }
    relocate();
}

void Frame::finishStages() {
    while (mStage + 1 < mStages.size())
        runStage(++mStage);
}

bool Frame::runStage(size_t number) {
    Stage& stage = mStages[number];
    StageCode const& code = mCode.stages[number];
    bool changed = stage.dirty || (number > 0 && stage.seen != mStages[number - 1].epoch);
    for (plan::SymbolBinding const* s : code.symbols) {
        int64_t const before = mSlots[static_cast<size_t>(s->slot)];
        bindSymbol(*s);
        changed = changed || before != mSlots[static_cast<size_t>(s->slot)];
    }
    if (changed) {
        stage.dirty = true; // until all of it fits
        Slot const bad = mCode.block->shapes.run(mSlots, code.begin, code.end);
        if (bad >= 0)
            throw Error(Message::kShapeOverflow,
                        fmt::format("a size of '{}' does not fit into 64 bits, or divides by zero: {}",
                                    mCode.block->name,
                                    toText(plan::slotExpressions(*mCode.block)[static_cast<size_t>(bad)])));
        for (plan::SymbolBinding const* s : code.symbols)
            checkUpper(*s);
        for (int32_t v : code.values)
            place(v);
        stage.dirty = false;
        stage.seen = number > 0 ? mStages[number - 1].epoch : 0;
        ++stage.epoch;
    }
    for (int32_t v : code.contents)
        writeContent(v);
    for (int32_t v : number > 0 ? std::span<int32_t const>(code.values) : std::span<int32_t const>()) {
        auto const i = static_cast<size_t>(v);
        if (mCode.value(v).storage == Storage::kIo && mEnv.outputs != nullptr)
            mTensors[i].data = mEnv.outputs->memoryFor(mCode.value(v).ref, tensor(v).shape(), mBytes[i]);
        else if (mCode.external[i])
            locate(v);
    }
    return changed;
}

void Frame::bindSymbol(plan::SymbolBinding const& s) {
    Tensor const& t = tensor(s.value);
    auto fail = [&](std::string what) {
        std::string const& name = mCode.value(s.value).name;
        return Error(Message::kSizeRange, fmt::format("the size '{}' of '{}' {}", s.name, name, what),
                     {{}, {}, name, {}});
    };
    int64_t& to = mSlots[static_cast<size_t>(s.slot)];
    if (!s.element) {
        if (s.index >= t.rank)
            throw fail("is a dim that the value does not have").given(fmt::format("rank {}", t.rank));
        to = t.dims[s.index];
        return;
    }
    if (t.data == nullptr || s.index >= t.elements())
        throw fail("is an element that the value does not have")
            .given(fmt::format("{} elements", t.data == nullptr ? 0 : t.elements()));
    bool fits = true;
    withType(t.dtype, [&](auto sample) {
        using T = decltype(sample);
        auto const number = t.as<T const>()[s.index];
        if constexpr (std::is_same_v<T, uint64_t>)
            fits = number <= static_cast<uint64_t>(INT64_MAX);
        to = static_cast<int64_t>(number);
    });
    if (!fits)
        throw fail("does not fit into 64 bits");
}

void Frame::checkUpper(plan::SymbolBinding const& s) const {
    if (s.upper < 0)
        return;
    int64_t const given = mSlots[static_cast<size_t>(s.slot)];
    int64_t const upper = mSlots[static_cast<size_t>(s.upper)];
    if (given >= 0 && given <= upper)
        return;
    std::string const& name = mCode.value(s.value).name;
    throw Error(Message::kSizeRange,
                fmt::format("the size '{}' of '{}' is outside what memory was planned for", s.name, name),
                {{}, {}, name, {}})
        .wanted(fmt::format("0 to {}", upper))
        .given(fmt::format("{}", given));
}

void Frame::place(int32_t value) {
    auto const index = static_cast<size_t>(value);
    plan::Value const& v = mCode.value(value);
    if (v.isBox())
        return;
    Tensor& t = mTensors[index];
    auto const& params = mCode.block->params;
    bool const param = std::find(params.begin(), params.end(), value) != params.end();
    for (size_t i = 0; i < v.dims.size() && !param; ++i)
        mDims[mDimsAt[index] + i] = mSlots[static_cast<size_t>(v.dims[i])];
    auto fail = [&](char const* what) {
        return Error(Message::kSizeRange, fmt::format("'{}' {}", v.name, what), {{}, {}, v.name, {}})
            .given(textOf(std::vector(t.dims, t.dims + t.rank)));
    };
    for (int64_t d : t.shape())
        if (d < 0)
            throw fromStepOf(value, fail("has a negative dim"));
    int64_t const bytes = mBytes[index] = plan::packedBytes(v.type.dtype, t.shape(), v.layout);
    auto inside = [&](int64_t offset, int64_t room) {
        if (bytes > room || offset > room - bytes)
            throw fail("needs more memory than was planned for it");
    };
    if (param)
        return;
    switch (v.storage) {
    case Storage::kArena:
        inside(v.offsets[mEnv.profile], mEnv.arenaBytes);
        t.data = mEnv.arena + v.offsets[mEnv.profile];
        break;
    case Storage::kHost:
        inside(v.offsets[mEnv.profile], mEnv.hostBytes);
        t.data = mEnv.host + v.offsets[mEnv.profile];
        break;
    case Storage::kWeight: {
        plan::Weight const& w = mEnv.plan->weights[static_cast<size_t>(v.ref)];
        t.data = const_cast<std::byte*>(mEnv.plan->weightBytes.data()) + w.offset; // kernels do not write to inputs
        break;
    }
    case Storage::kAlias:
        if (int64_t const all = tensor(v.ref).elements(); v.whole && t.elements() != all)
            throw fail("has another number of elements than the tensor that it is a view of")
                .wanted(fmt::format("dims with {} elements, as those of '{}'", all, mCode.value(v.ref).name));
        inside(v.byteOffset, mBytes[static_cast<size_t>(v.ref)]);
        locate(value);
        break;
    case Storage::kIo:
    case Storage::kBox:
        break;
    }
}

void Frame::writeContent(int32_t value) {
    plan::Value const& v = mCode.value(value);
    Tensor const& t = tensor(value);
    if (t.elements() != static_cast<int64_t>(v.content.size()))
        throw Error(Message::kSizeRange, fmt::format("'{}' has another number of elements than its content", v.name),
                    {{}, {}, v.name, {}});
    withType(t.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            for (size_t i = 0; i < v.content.size(); ++i)
                t.as<T>()[i] = static_cast<T>(mSlots[static_cast<size_t>(v.content[i])]);
    });
}

void Frame::checkParams() const {
    for (int32_t p : mCode.block->params) {
        plan::Value const& v = mCode.value(p);
        if (v.isBox() || mCode.valueStage[static_cast<size_t>(p)] > 0)
            continue;
        Tensor const& t = tensor(p);
        for (size_t i = 0; i < v.dims.size(); ++i) {
            int64_t const wanted = mSlots[static_cast<size_t>(v.dims[i])];
            if (t.dims[i] != wanted)
                throw Error(Message::kInputShape,
                            fmt::format("dim {} of '{}' does not fit the other shapes", i, v.name),
                            {{}, {}, v.name, {}})
                    .wanted(fmt::format("{}", wanted))
                    .given(fmt::format("{}", t.dims[i]));
        }
    }
}

} // namespace tenon::runtime
