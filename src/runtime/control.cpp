// SPDX-License-Identifier: Apache-2.0
#include "runtime/control.h"

#include "base/half.h"
#include "base/reflect_text.h"
#include "kernel/evaluate.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::runtime {
namespace {

constexpr int64_t kNoDims[1] = {};

/// A scalar that the run time keeps, as a tensor.
template <class T>
Tensor scalarTensor(T& value) noexcept {
    return {&value, kNoDims, 0, DTypeOf<T>::value, nullptr};
}

template <class T>
T scalarOf(Tensor const& t, char const* what) {
    if (t.data == nullptr || t.elements() != 1)
        throw Error(Message::kStepShape, fmt::format("the {} has not exactly one element", what))
            .given(fmt::format("{} elements", t.elements()));
    return *t.as<T>();
}

void copyTo(Box& to, Tensor const& from) {
    if (from.box != nullptr) {
        to = *from.box;
        return;
    }
    to.setTensor(from.dtype, from.shape());
    if (to.bytes() != 0)
        std::memcpy(to.data(), from.data, static_cast<size_t>(to.bytes()));
}

/// Moves a box that the body made, copies everything else.
void carry(Box& to, Frame& body, size_t result) {
    int32_t const value = body.code().block->results[result];
    auto const& results = body.code().block->results;
    Tensor const& t = body.tensor(value);
    if (body.ownsBox(value) && std::count(results.begin(), results.end(), value) == 1)
        std::swap(to, *t.box);
    else
        copyTo(to, t);
}

/// outer x turns x inner from turns x outer x inner: the stack with its axis at `axis`, turns backwards if asked.
void unstack(Stack const& stack, DType type, size_t axis, bool backwards, std::vector<int64_t>& dims, Box& to) {
    dims.assign(stack.dims.begin(), stack.dims.end());
    dims.insert(dims.begin() + static_cast<ptrdiff_t>(axis), stack.turns);
    to.setTensor(type, dims);
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < stack.dims.size(); ++i)
        (i < axis ? outer : inner) *= stack.dims[i];
    for (int64_t o = 0; o < outer; ++o)
        for (int64_t t = 0; t < stack.turns; ++t) {
            int64_t const from = ((backwards ? stack.turns - 1 - t : t) * outer + o) * inner;
            int64_t const at = (o * stack.turns + t) * inner;
            if (type == DType::kString)
                std::copy_n(stack.strings.begin() + from, inner, to.strings.begin() + at);
            else if (inner != 0)
                std::memcpy(to.data() + bytesFor(type, at), stack.bytes.data() + bytesFor(type, from),
                            static_cast<size_t>(bytesFor(type, inner)));
        }
}

/// Slice number `turn` along `axis`.
void slice(Tensor const& from, size_t axis, int64_t turn, std::vector<int64_t>& dims, Box& to) {
    dims.assign(from.dims, from.dims + from.rank);
    int64_t const count = dims[axis];
    dims.erase(dims.begin() + static_cast<ptrdiff_t>(axis));
    to.setTensor(from.dtype, dims);
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < dims.size(); ++i)
        (i < axis ? outer : inner) *= dims[i];
    auto const run = static_cast<size_t>(bytesFor(from.dtype, inner));
    for (int64_t o = 0; o < outer && run != 0; ++o)
        std::memcpy(to.data() + static_cast<size_t>(o) * run,
                    from.as<std::byte>() + static_cast<size_t>(o * count + turn) * run, run);
}

class ControlRun {
public:
    ControlRun(Frame& frame, StepCode const& code, ControlState& state, Tensor const* inputs, Outcome& outcome)
        : mFrame(frame), mCode(code), mState(state), mInputs(inputs), mOutcome(outcome) {}

    bool branch() {
        Frame& body = *mState.frames[scalarOf<bool>(mInputs[0], "condition of an if") ? 0 : 1];
        capture(body);
        if (!turn(body))
            return false;
        for (size_t i = 0; i < mCode.step->outputs.size(); ++i)
            giveResult(body, i, i);
        return true;
    }

    bool loop() {
        Frame& body = *mState.frames[0];
        size_t const carried = mState.current.size();
        int64_t const trips = mInputs[0].present() ? scalarOf<int64_t>(mInputs[0], "trip count of a loop") : INT64_MAX;
        mState.condition = !mInputs[1].present() || scalarOf<bool>(mInputs[1], "condition of a loop");
        start(2);
        capture(body);
        for (mState.turn = 0; mState.condition && mState.turn < trips; ++mState.turn) {
            body.setParam(0, scalarTensor(mState.turn));
            body.setParam(1, scalarTensor(mState.condition));
            giveCarried(body, 2);
            if (!turn(body))
                return false;
            bool const again = scalarOf<bool>(body.result(0), "condition of a loop");
            collect(body, 1);
            mState.condition = again;
        }
        finish(body, 1, carried, {}, {});
        return true;
    }

    bool scan() {
        Frame& body = *mState.frames[0];
        ScanAxes const& a = mCode.scan;
        size_t const carried = mState.current.size();
        size_t const scanned = static_cast<size_t>(a.scanInputs);
        int64_t turns = -1;
        std::vector<size_t>& axes = mState.axes;
        axes.clear();
        for (size_t i = 0; i < scanned; ++i) {
            Tensor const& in = mInputs[carried + i];
            int64_t const axis = a.inputAxes.empty() ? 0 : a.inputAxes[i];
            axes.push_back(axisIn(axis, in.rank));
            int64_t const length = in.dims[axes.back()];
            if (turns >= 0 && length != turns)
                throw Error(Message::kStepShape, "the scanned operands have different lengths")
                    .wanted(fmt::format("{}", turns))
                    .given(fmt::format("{}", length));
            turns = length;
        }
        start(0);
        capture(body);
        for (int64_t t = 0; t < turns; ++t) {
            giveCarried(body, 0);
            for (size_t i = 0; i < scanned; ++i) {
                bool const backwards = !a.inputDirections.empty() && a.inputDirections[i] != 0;
                slice(mInputs[carried + i], axes[i], backwards ? turns - 1 - t : t, mState.dims, mState.slices[i]);
                body.setParam(carried + i, tensorOf(mState.slices[i]));
            }
            if (!turn(body))
                return false;
            collect(body, 0);
        }
        finish(body, 0, carried, a.outputAxes, a.outputDirections);
        return true;
    }

    bool sequenceMap() {
        Frame& body = *mState.frames[0];
        size_t const own = body.code().block->params.size() - static_cast<size_t>(body.code().block->captures);
        size_t const turns = mInputs[0].box->items.size();
        std::vector<Box> sequences(mCode.step->outputs.size());
        for (size_t i = 0; i < sequences.size(); ++i) {
            sequences[i].kind = Kind::kSequence;
            sequences[i].dtype = body.code().value(body.code().block->results[i]).type.dtype;
        }
        capture(body);
        for (size_t t = 0; t < turns; ++t) {
            for (size_t i = 0; i < own; ++i) {
                Box* const box = mInputs[i].box;
                if (box == nullptr || box->kind != Kind::kSequence) {
                    body.setParam(i, mInputs[i]);
                    continue;
                }
                if (box->items.size() != turns)
                    throw Error(Message::kStepShape, "the sequences have different lengths")
                        .wanted(fmt::format("{}", turns))
                        .given(fmt::format("{}", box->items.size()));
                body.setParam(i, tensorOf(box->items[t]));
            }
            if (!turn(body))
                return false;
            for (size_t i = 0; i < sequences.size(); ++i)
                carry(sequences[i].items.emplace_back(), body, i);
        }
        for (size_t i = 0; i < sequences.size(); ++i)
            mFrame.store(*mCode.step, i, tensorOf(sequences[i]), true);
        return true;
    }

private:
    static size_t axisIn(int64_t axis, int64_t rank) {
        if (axis < -rank || axis >= rank)
            throw Error(Message::kAxis, "an axis of a scan lies outside the rank")
                .wanted(fmt::format("{} to {}", -rank, rank - 1))
                .given(fmt::format("{}", axis));
        return static_cast<size_t>(axis < 0 ? axis + rank : axis);
    }

    void capture(Frame& body) {
        plan::Block const& block = *body.code().block;
        auto const count = static_cast<size_t>(block.captures);
        for (size_t i = 1; i <= count; ++i)
            body.setParam(block.params.size() - i, mInputs[mCode.step->inputs.size() - i]);
    }

    bool turn(Frame& body) {
        if (--mOutcome.turnsLeft < 0)
            throw Error(Message::kTurnLimit, "the loops of a run take more turns than the context allows");
        body.enter();
        return body.run(mOutcome);
    }

    void start(size_t firstOperand) {
        for (size_t i = 0; i < mState.current.size(); ++i)
            copyTo(mState.current[i], mInputs[firstOperand + i]);
        for (Stack& s : mState.stacks) {
            s.bytes.clear();
            s.strings.clear();
            s.turns = 0;
        }
    }

    void giveCarried(Frame& body, size_t firstParam) {
        for (size_t i = 0; i < mState.current.size(); ++i)
            body.setParam(firstParam + i, tensorOf(mState.current[i]));
    }

    void collect(Frame& body, size_t firstResult) {
        size_t const carried = mState.current.size();
        for (size_t i = 0; i < carried; ++i)
            carry(mState.next[i], body, firstResult + i);
        for (size_t i = 0; i < mState.stacks.size(); ++i)
            mState.stacks[i].add(body.result(firstResult + carried + i));
        std::swap(mState.current, mState.next);
    }

    void finish(Frame& body, size_t firstResult, size_t carried, std::vector<int64_t> const& axes,
                std::vector<int64_t> const& directions) {
        for (size_t i = 0; i < carried; ++i)
            mFrame.store(*mCode.step, i, tensorOf(mState.current[i]), true);
        for (size_t i = 0; i < mState.stacks.size(); ++i) {
            Stack& stack = mState.stacks[i];
            plan::Value const& inner = body.code().value(body.code().block->results[firstResult + carried + i]);
            if (stack.turns == 0) { // nothing ran: the dims that the plan knows, and 0 for the others
                stack.dims.clear();
                for (Slot s : inner.dims) {
                    ShapeInstr const& in = body.code().block->shapes.code[static_cast<size_t>(s)];
                    stack.dims.push_back(in.op == DimOp::kConst ? in.value : 0);
                }
            }
            size_t const axis = axisIn(axes.empty() ? 0 : axes[i], static_cast<int64_t>(stack.dims.size()) + 1);
            unstack(stack, inner.type.dtype, axis, !directions.empty() && directions[i] != 0, mState.dims,
                    mState.stacked);
            mFrame.store(*mCode.step, carried + i, tensorOf(mState.stacked), true);
        }
    }

    void giveResult(Frame& body, size_t inner, size_t outer) {
        int32_t const value = body.code().block->results[inner];
        auto const& results = body.code().block->results;
        bool const take = body.ownsBox(value) && std::count(results.begin(), results.end(), value) == 1;
        mFrame.store(*mCode.step, outer, body.tensor(value), take);
    }

    Frame& mFrame;
    StepCode const& mCode;
    ControlState& mState;
    Tensor const* mInputs;
    Outcome& mOutcome;
};

} // namespace

void Stack::add(Tensor const& slice) {
    if (turns == 0)
        dims.assign(slice.dims, slice.dims + slice.rank);
    else if (!std::equal(dims.begin(), dims.end(), slice.dims, slice.dims + slice.rank))
        throw Error(Message::kStepShape, "a scan output has another shape at another turn")
            .wanted(textOf(dims))
            .given(textOf(std::vector<int64_t>(slice.dims, slice.dims + slice.rank)));
    if (slice.dtype == DType::kString)
        strings.insert(strings.end(), slice.box->strings.begin(), slice.box->strings.end());
    else if (auto const* from = slice.as<std::byte>(); from != nullptr)
        bytes.insert(bytes.end(), from, from + bytesFor(slice.dtype, slice.elements()));
    ++turns;
}

ControlState::ControlState(Environment const& env, StepCode const& code) {
    for (int32_t b : code.step->blocks)
        frames.push_back(std::make_unique<Frame>(env, env.program->blocks[static_cast<size_t>(b)]));
    plan::Block const& body = *frames[0]->code().block;
    size_t const own = body.params.size() - static_cast<size_t>(body.captures);
    size_t carried = 0;
    if (code.control == Control::kLoop)
        carried = own - 2;
    if (code.control == Control::kScan) {
        slices.resize(static_cast<size_t>(code.scan.scanInputs));
        carried = own - slices.size();
    }
    current.resize(carried);
    next.resize(carried);
    if (code.control == Control::kLoop || code.control == Control::kScan)
        stacks.resize(code.step->outputs.size() - carried);
}

bool runControl(Frame& frame, StepCode const& code, ControlState& state, Tensor const* inputs, Outcome& outcome) {
    ControlRun run(frame, code, state, inputs, outcome);
    switch (code.control) {
    case Control::kIf:
        return run.branch();
    case Control::kLoop:
        return run.loop();
    case Control::kScan:
        return run.scan();
    case Control::kSequenceMap:
        return run.sequenceMap();
    case Control::kNone:
        break;
    }
    return true;
}

} // namespace tenon::runtime
