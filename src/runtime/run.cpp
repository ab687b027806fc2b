// SPDX-License-Identifier: Apache-2.0
// Running a frame. A plain call is one virtual call; the others settle what is known only now.
#include "kernel/evaluate.h"
#include "runtime/control.h"
#include "runtime/frame.h"

#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::runtime {
namespace {

using Clock = std::chrono::steady_clock;

} // namespace

Error Outcome::take() const {
    Error out = error ? *error : Error(failure.id, failure.text);
    if (step != nullptr)
        out.locate(whereOf(*step->step));
    return out;
}

bool Frame::run(Outcome& outcome) noexcept {
    return runCalls<false>(outcome, nullptr);
}

bool Frame::runObserved(Outcome& outcome, StepObserver& observer) noexcept {
    return observer.ran(*this, nullptr, 0, outcome) && runCalls<true>(outcome, &observer);
}

template <bool kObserved>
bool Frame::runCalls(Outcome& outcome, StepObserver* observer) noexcept {
    mStage = 0;
    for (Call& call : mCalls) {
        Clock::time_point begin;
        if constexpr (kObserved)
            begin = Clock::now();
        bool good = true;
        if (call.isPlain) {
            call.args.failure = &outcome.failure;
            good = call.instance->enqueue(call.args);
        } else {
            good = runOther(call, outcome);
        }
        if constexpr (kObserved) {
            double const us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
            good = good && observer->ran(*this, call.code, us, outcome);
        }
        if (!good) {
            if (outcome.step == nullptr) // an inner block may have told already
                outcome.step = call.code;
            return false;
        }
    }
    if (mStage + 1 == mStages.size())
        return true;
    try {
        finishStages();
        return true;
    } catch (Error& e) {
        outcome.error = std::move(e);
    } catch (std::exception const& e) {
        outcome.failure.set(Message::kMemory, "%s", e.what());
    }
    return false;
}

bool Frame::runOther(Call& call, Outcome& outcome) noexcept {
    StepCode const& code = *call.code;
    try {
        auto const stage = static_cast<size_t>(code.step->stage);
        while (mStage < stage)
            runStage(++mStage);
        if (call.control) {
            for (int32_t v : code.step->inputs)
                if (v >= 0)
                    checkDeclared(v);
            fill(call);
            return runControl(*this, code, *call.control, call.inputs, outcome);
        }
        if (code.hasBoxes || code.rereads || call.epoch != mStages[stage].epoch)
            settle(call);
        fill(call);
        call.args.failure = &outcome.failure;
        if (!call.instance->enqueue(call.args))
            return false;
        if (code.hasBoxes)
            refresh(call);
        return true;
    } catch (Error& e) {
        outcome.error = std::move(e);
    } catch (std::exception const& e) {
        outcome.failure.set(Message::kMemory, "%s", e.what());
    }
    return false;
}

void Frame::store(plan::Step const& step, size_t i, Tensor const& from, bool take) {
    int32_t const number = step.outputs[i];
    plan::Value const& v = mCode.value(number);
    Tensor& to = mTensors[static_cast<size_t>(number)];
    if (v.isBox()) {
        Box& box = *to.box;
        if (from.box != nullptr && take)
            std::swap(box, *from.box);
        else if (from.box != nullptr)
            box = *from.box;
        else {
            box.setTensor(from.dtype, from.shape());
            if (box.bytes() != 0)
                std::memcpy(box.data(), from.data, static_cast<size_t>(box.bytes()));
        }
        to = tensorOf(box);
        checkDeclared(number);
        return;
    }
    auto const wanted = to.shape();
    auto const given = from.shape();
    if ((from.box != nullptr && from.box->kind != Kind::kTensor) || from.dtype != to.dtype ||
        !std::equal(wanted.begin(), wanted.end(), given.begin(), given.end()))
        throw Error(Message::kStepShape, fmt::format("'{}' is given another shape than it was planned with", v.name),
                    {{}, {}, v.name, {}})
            .wanted(fmt::format("{} [{}]", nameOf(to.dtype), fmt::join(wanted, "x")))
            .given(fmt::format("{} [{}]", nameOf(from.dtype), fmt::join(given, "x")));
    if (auto const bytes = static_cast<size_t>(mBytes[static_cast<size_t>(number)]); bytes != 0 && to.data != from.data)
        std::memmove(to.data, from.data, bytes);
}

} // namespace tenon::runtime
