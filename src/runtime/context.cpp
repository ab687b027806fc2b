// SPDX-License-Identifier: Apache-2.0
// What the user sets. What follows from it for shapes is in shapes.cpp.
#include "kernel/evaluate.h"
#include "runtime/context_text.h"
#include "runtime/refit.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tenon::runtime {
Context::Context(std::shared_ptr<Engine const> engine, ContextOptions const& options)
    : mEngine(std::move(engine)), mTurnLimit(options.turnLimit), mIo(mEngine->io().size()),
      mAddresses(mIo.size(), nullptr), mMemory(options.memory), mUserMemory(options.userMemory),
      mAutoProfile(options.autoProfile), mFailed(options.failed), mCache(options.preparedLimit),
      mGeneration(mEngine->generation()) {
    if (mEngine->isStripped())
        throw Error(Message::kEngineStripped, "the engine was made without its weights: refit it first")
            .given(fmt::format("{} weights are missing", missingSources(mEngine->plan(), {}).size()));
    for (size_t i = 0; i < mIo.size(); ++i)
        mHasBoxInputs = mHasBoxInputs || (mEngine->io()[i].input && mEngine->ioValue(i).isBox());
    setProfile(0);
}

Context::~Context() {
    idle();
}

void Context::idle() {
    std::unique_lock lock(mPendingLock);
    mIdle.wait(lock, [&] { return mPending == 0; });
}

void Context::setProfile(size_t profile) {
    auto const& profiles = mEngine->plan().profiles;
    if (profile >= profiles.size())
        throw Error(Message::kNoSuchProfile, fmt::format("the engine has no profile {}", profile))
            .wanted(profiles.size() == 1 ? "0, the only one" : fmt::format("0 to {}", profiles.size() - 1));
    for (Io& io : mIo)
        io.given = false;
    useProfile(profile);
}

/// Inputs whose dims were not set take those that the profile fixes.
void Context::useProfile(size_t profile) {
    mProfile = profile;
    mChanged = true;
    auto const& inputs = mEngine->plan().profiles[profile].inputs;
    for (size_t i = 0; i < inputs.size(); ++i) { // inputs come first in the list of I/O
        auto const& dims = inputs[i].dims;
        if (mIo[i].given || (mEngine->ioValue(i).isBox() && mIo[i].shaped))
            continue;
        bool const fixed = std::all_of(dims.begin(), dims.end(), [](DimRange const& d) { return d.isFixed(); });
        mIo[i].shaped = fixed && !mEngine->ioValue(i).isBox();
        mIo[i].dims.clear();
        for (DimRange const& d : dims)
            mIo[i].dims.push_back(d.min);
    }
}

void Context::setAutoProfile(bool on) {
    mAutoProfile = on;
    mChanged = true;
}

void Context::allocateArena(int64_t bytes) {
    if (mUserMemory || mArenaGiven || (mArena != nullptr && mArena->bytes() == bytes))
        return;
    mCache.clear();
    mCurrent.reset();
    mArena.reset();
    mArena = std::make_shared<Arena>(bytes, mMemory);
}

void Context::setArena(void* memory, int64_t bytes) {
    Message const id = mUserMemory ? Message::kContextMemory : Message::kArenaSize;
    if (memory != nullptr && bytes < arenaBytes())
        throw Error(id, "the memory given is too small for the context")
            .wanted(fmt::format("{} bytes (profile {})", arenaBytes(), mProfile))
            .given(fmt::format("{} bytes", bytes));
    if (reinterpret_cast<uintptr_t>(memory) % 64 != 0)
        throw Error(id, "the memory given does not lie at a multiple of 64 bytes").given(fmt::format("{}", memory));
    mCache.clear();
    mCurrent.reset();
    mArenaGiven = memory != nullptr;
    mArena = memory == nullptr ? nullptr : std::make_shared<Arena>(memory, bytes);
}

void Context::setInputShape(std::string_view name, std::span<int64_t const> dims) {
    size_t const i = mEngine->ioIndex(name);
    plan::IoTensor const& t = mEngine->io()[i];
    if (!t.input || mEngine->ioValue(i).isBox())
        throw Error(Message::kInputShape, fmt::format("'{}' has no shape to be set", name), tensorPlace(t))
            .wanted("an input that is a plain tensor")
            .given(t.input ? toString(mEngine->ioValue(i).type) : "an output");
    auto const& profiles = mEngine->plan().profiles;
    auto const inside = [&](plan::Profile const& p) { return fits(p.inputs[i].dims, dims); };
    bool const good = mAutoProfile ? std::any_of(profiles.begin(), profiles.end(), inside) : inside(profiles[mProfile]);
    if (!good)
        throw outside(i, dims);
    Io& io = mIo[i];
    io.given = true;
    if (io.shaped && std::equal(dims.begin(), dims.end(), io.dims.begin(), io.dims.end()))
        return;
    io.dims.assign(dims.begin(), dims.end());
    io.shaped = true;
    mChanged = true;
}

void Context::setHostValues(std::string_view name, std::span<int64_t const> values) {
    size_t const i = mEngine->ioIndex(name);
    plan::IoTensor const& t = mEngine->io()[i];
    DType const type = mEngine->ioValue(i).type.dtype;
    if (!t.hostRead)
        throw Error(Message::kInputType, fmt::format("'{}' is not read by shapes: set an address", name),
                    tensorPlace(t));
    Io& io = mIo[i];
    idle(); // a run that is queued reads the old ones
    io.hostValues.resize(values.size() * static_cast<size_t>(bitsOf(type)) / 8);
    putElements(type, values, io.hostValues.data());
    if (io.shaped && countOf(io.dims) != static_cast<int64_t>(values.size()))
        throw Error(Message::kInputShape, fmt::format("input '{}' has another number of elements", name),
                    tensorPlace(t))
            .wanted(fmt::format("{}", countOf(io.dims)))
            .given(fmt::format("{}", values.size()));
    io.address = io.hostValues.data();
}

void Context::setAddress(size_t io, void* address) {
    plan::Value const& value = mEngine->ioValue(io);
    if (value.isBox()) {
        plan::IoTensor const& t = mEngine->io()[io];
        if (t.input)
            throw Error(Message::kInputType, fmt::format("input '{}' is given as a value, not as an address", t.name),
                        tensorPlace(t))
                .wanted(toString(value.type));
        if (plan::greatestBytes(value, plan::slotRanges(mEngine->plan(), 0, mProfile)) < 0)
            throw Error(Message::kOutputSize,
                        fmt::format("the size of output '{}' has no bound before the run", t.name), tensorPlace(t))
                .tip(fmt::format("set an output allocator: setOutputAllocator(\"{}\", ...)", t.name));
    }
    mIo[io].address = address;
}

void Context::setInput(std::string_view name, Box box) {
    size_t const i = mEngine->ioIndex(name);
    plan::IoTensor const& t = mEngine->io()[i];
    Type const& type = mEngine->ioValue(i).type;
    bool const tensor = box.kind == Kind::kTensor;
    bool const good = t.input && mEngine->ioValue(i).isBox() && box.kind == type.kind &&
                      (!tensor || box.dtype == type.dtype) &&
                      (!type.ranked() || static_cast<size_t>(type.rank()) == box.dims.size());
    if (!good)
        throw Error(Message::kInputType, fmt::format("'{}' does not take this value", name), tensorPlace(t))
            .wanted(toString(type))
            .given(fmt::format("{} of {}, rank {}", nameOf(box.kind), nameOf(box.dtype), box.dims.size()));
    mIo[i].box = std::move(box);
    mIo[i].shaped = true;
    mChanged = true;
}

void Context::setAllocator(std::string_view name, OutputAllocator* allocator) {
    size_t const i = mEngine->ioIndex(name);
    if (mEngine->io()[i].input)
        throw Error(Message::kNoSuchTensor, fmt::format("'{}' is an input", name), tensorPlace(mEngine->io()[i]))
            .wanted("an output");
    idle();
    mIo[i].allocator = allocator;
}

void Context::setProfiler(bool on) {
    mTimed = on;
    mTimes.reserve(mEngine->plan().blocks[0].steps.size());
}

Error Context::unset(size_t io) const {
    plan::IoTensor const& t = mEngine->io()[io];
    return Error(Message::kNoAddress, fmt::format("{} '{}' has no address", t.input ? "input" : "output", t.name),
                 tensorPlace(t))
        .tip(fmt::format("give it memory: setTensorAddress(\"{}\", ...)", t.name) +
             (t.input ? "" : fmt::format(", or an allocator: setOutputAllocator(\"{}\", ...)", t.name)));
}

} // namespace tenon::runtime
