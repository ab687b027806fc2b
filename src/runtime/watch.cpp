// SPDX-License-Identifier: Apache-2.0
// What is told to others while a run goes on: the time of each step, and debug tensors as soon as they are there.
#include "kernel/evaluate.h"
#include "plan/pack.h"
#include "runtime/context_text.h"

namespace tenon::runtime {
namespace {

constexpr int32_t kBefore = -1; ///< the steps
constexpr int32_t kAfter = INT32_MAX;

/// The step that makes a value, or what it is an alias of; kAfter for what only the shape program writes.
int32_t makerOf(plan::Block const& block, int32_t value) {
    for (;;) {
        for (size_t s = 0; s < block.steps.size(); ++s)
            if (auto const& out = block.steps[s].outputs; std::find(out.begin(), out.end(), value) != out.end())
                return static_cast<int32_t>(s);
        plan::Value const& v = block.values[static_cast<size_t>(value)];
        if (v.storage != plan::Storage::kAlias)
            return v.content.empty() ? kBefore : kAfter;
        value = v.ref;
    }
}

} // namespace

void Context::watch(DebugListener* listener, std::vector<size_t> const& debugTensors) {
    idle();
    mWatched.clear();
    for (size_t number : debugTensors)
        mWatched[makerOf(mEngine->plan().blocks[0], mEngine->plan().debugTensors.at(number).value)].push_back(number);
    mListener = mWatched.empty() ? nullptr : listener;
}

bool Context::ran(Frame const& frame, StepCode const* code, double microseconds, Outcome& outcome) noexcept {
    try {
        if (code != nullptr && mTimed) {
            Kernel const* const kernel = code->picks[mRunProfile].kernel;
            mTimes.push_back({code, kernel == nullptr ? std::string_view() : kernel->name(), microseconds});
        }
        if (mListener == nullptr)
            return true;
        auto const it = mWatched.find(code != nullptr ? code->number : (microseconds < 0 ? kAfter : kBefore));
        return it == mWatched.end() || show(frame, it->second, outcome);
    } catch (Error& e) {
        outcome.error = std::move(e);
    } catch (std::exception const& e) {
        outcome.failure.set(Message::kMemory, "%s", e.what());
    }
    return false;
}

bool Context::show(Frame const& frame, std::vector<size_t> const& numbers, Outcome& outcome) {
    for (size_t number : numbers) {
        plan::DebugTensor const& d = mEngine->plan().debugTensors[number];
        plan::Value const& value = mEngine->plan().blocks[0].values[static_cast<size_t>(d.value)];
        Tensor tensor = frame.tensor(d.value);
        if ((tensor.box != nullptr && tensor.box->kind != Kind::kTensor) || tensor.dtype == DType::kString)
            continue; // no address shows it
        Box plain;
        if (!value.layout.isRowMajor()) {
            plain.setTensor(tensor.dtype, tensor.shape());
            plan::unpack(tensor.as<std::byte>(), tensor.dtype, tensor.shape(), value.layout, plain.data());
            tensor.data = plain.data();
        }
        if (!mListener->watch(d.name, tensor))
            outcome.error = Error(Message::kDebugListener, fmt::format("the debug listener stopped at '{}'", d.name),
                                  {{}, {}, d.name, {}});
        if (outcome.error)
            return false;
    }
    return true;
}

} // namespace tenon::runtime
