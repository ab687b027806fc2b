// SPDX-License-Identifier: Apache-2.0
// What the user sets, and the choice of the Prepared that fits it.
#include "runtime/context.h"

#include "base/half.h"
#include "kernel/evaluate.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tenon::runtime {
namespace {

std::string rangeText(DimRange const& r) {
    return r.isFixed() ? fmt::format("{}", r.min) : fmt::format("{} to {}", r.min, r.max);
}

std::string rangesText(std::vector<DimRange> const& ranges) {
    std::string out;
    for (DimRange const& r : ranges)
        out += (out.empty() ? "" : " x ") + rangeText(r);
    return out.empty() ? "scalar" : out;
}

Where tensorPlace(plan::IoTensor const& t) {
    return {{}, {}, t.name, {}};
}

int64_t elementAt(DType type, void const* data, int64_t index) noexcept {
    int64_t out = 0;
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            out = static_cast<int64_t>(static_cast<T const*>(data)[index]);
    });
    return out;
}

int64_t countOf(std::vector<int64_t> const& dims) noexcept {
    int64_t count = 1;
    for (int64_t d : dims)
        count *= d;
    return count;
}

} // namespace

Context::Context(std::shared_ptr<Engine const> engine, ContextOptions const& options)
    : mEngine(std::move(engine)), mTurnLimit(options.turnLimit), mIo(mEngine->io().size()),
      mAddresses(mIo.size(), nullptr), mCache(options.preparedLimit), mGeneration(mEngine->generation()) {
    for (size_t i = 0; i < mIo.size(); ++i)
        mHasBoxInputs = mHasBoxInputs || (mEngine->io()[i].input && mEngine->ioValue(i).isBox());
    setProfile(0);
}

Context::~Context() {
    std::unique_lock lock(mPendingLock);
    mIdle.wait(lock, [&] { return mPending == 0; });
}

void Context::setProfile(size_t profile) {
    auto const& profiles = mEngine->plan().profiles;
    if (profile >= profiles.size())
        throw Error(Message::kNoSuchProfile, fmt::format("the engine has no profile {}", profile))
            .wanted(fmt::format("0 to {}", profiles.size() - 1));
    mProfile = profile;
    mChanged = true;
    for (size_t i = 0; i < profiles[profile].inputs.size(); ++i) { // inputs come first in the list of I/O
        auto const& dims = profiles[profile].inputs[i].dims;
        bool const fixed = std::all_of(dims.begin(), dims.end(), [](DimRange const& d) { return d.isFixed(); });
        mIo[i].shaped = fixed && !mEngine->ioValue(i).isBox();
        mIo[i].dims.clear();
        for (DimRange const& d : dims)
            mIo[i].dims.push_back(d.min);
    }
}

void Context::setArena(void* memory, int64_t bytes) {
    if (memory != nullptr && bytes < arenaBytes())
        throw Error(Message::kArenaSize, "the memory given is too small for the arena")
            .wanted(fmt::format("{} bytes", arenaBytes()))
            .given(fmt::format("{} bytes", bytes));
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
            .wanted("an input that is a plain tensor");
    auto const& ranges = mEngine->plan().profiles[mProfile].inputs[i].dims;
    bool good = dims.size() == ranges.size();
    for (size_t k = 0; good && k < dims.size(); ++k)
        good = dims[k] >= ranges[k].min && dims[k] <= ranges[k].max;
    if (!good)
        throw Error(Message::kInputShape, fmt::format("input '{}' does not take this shape", name), tensorPlace(t))
            .wanted(rangesText(ranges))
            .given(dims.empty() ? "scalar" : fmt::format("{}", fmt::join(dims, "x")));
    Io& io = mIo[i];
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
    io.hostValues.resize(values.size() * static_cast<size_t>(bitsOf(type)) / 8);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            for (size_t k = 0; k < values.size(); ++k)
                reinterpret_cast<T*>(io.hostValues.data())[k] = static_cast<T>(values[k]);
    });
    if (io.shaped && countOf(io.dims) != static_cast<int64_t>(values.size()))
        throw Error(Message::kInputShape, fmt::format("input '{}' has another number of elements", name),
                    tensorPlace(t))
            .wanted(fmt::format("{}", countOf(io.dims)))
            .given(fmt::format("{}", values.size()));
    io.address = io.hostValues.data();
}

void Context::setAddress(size_t io, void* address) {
    if (mEngine->ioValue(io).isBox()) {
        plan::IoTensor const& t = mEngine->io()[io];
        if (t.input)
            throw Error(Message::kInputType, fmt::format("input '{}' is given as a value, not as an address", t.name),
                        tensorPlace(t))
                .wanted(toString(mEngine->ioValue(io).type));
        throw Error(Message::kOutputSize, fmt::format("the size of output '{}' is known only after the run", t.name),
                    tensorPlace(t))
            .tip("set an output allocator, or read the output from the context after the run");
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
    mIo[i].allocator = allocator;
}

bool Context::isReady() const noexcept {
    return mCurrent != nullptr && !mChanged && mGeneration == mEngine->generation() && hostValuesSame();
}

bool Context::hostValuesSame() const noexcept {
    size_t at = 0;
    for (size_t i = 0; i < mIo.size() && at < mHostKeys.size(); ++i) {
        if (!mEngine->io()[i].hostRead)
            continue;
        size_t const begin = mHostKeys[at++];
        int64_t const count = countOf(mIo[i].dims);
        if (mIo[i].address == nullptr)
            return false;
        for (int64_t k = 0; k < count; ++k)
            if (elementAt(mEngine->ioValue(i).type.dtype, mIo[i].address, k) !=
                mCurrent->key[begin + static_cast<size_t>(k)])
                return false;
    }
    return true;
}

void Context::buildKey() {
    mKey.assign(1, static_cast<int64_t>(mProfile));
    mHostKeys.clear();
    for (size_t i = 0; i < mIo.size(); ++i) {
        plan::IoTensor const& t = mEngine->io()[i];
        if (!t.input)
            continue;
        Io const& io = mIo[i];
        if (!io.shaped)
            throw Error(
                Message::kInputShape,
                fmt::format("input '{}' has no {} yet", t.name, mEngine->ioValue(i).isBox() ? "value" : "shape"),
                tensorPlace(t))
                .wanted(mEngine->ioValue(i).isBox() ? toString(mEngine->ioValue(i).type)
                                                    : rangesText(mEngine->plan().profiles[mProfile].inputs[i].dims));
        auto const& dims = mEngine->ioValue(i).isBox() ? io.box.dims : io.dims;
        mKey.push_back(static_cast<int64_t>(dims.size()));
        mKey.insert(mKey.end(), dims.begin(), dims.end());
        if (!t.hostRead)
            continue;
        if (io.address == nullptr && countOf(dims) != 0)
            throw unset(i);
        mHostKeys.push_back(mKey.size());
        auto const& ranges = mEngine->plan().profiles[mProfile].inputs[i].values;
        for (int64_t k = 0; k < countOf(dims); ++k) {
            mKey.push_back(elementAt(mEngine->ioValue(i).type.dtype, io.address, k));
            auto const index = static_cast<size_t>(k);
            if (index < ranges.size() && (mKey.back() < ranges[index].min || mKey.back() > ranges[index].max))
                throw Error(Message::kInputShape,
                            fmt::format("element {} of input '{}' is outside the profile", k, t.name), tensorPlace(t))
                    .wanted(rangeText(ranges[index]))
                    .given(fmt::format("{}", mKey.back()));
        }
    }
}

void Context::prepare() {
    if (mGeneration != mEngine->generation()) { // refitted: Instances may hold what they made of the old weights
        mCache.clear();
        mInstances.reset();
        mGeneration = mEngine->generation();
    }
    mCurrent.reset();
    buildKey();
    mCurrent = mCache.find(mKey);
    if (mCurrent == nullptr) {
        mCurrent = make();
        mCache.add(mCurrent);
    }
    mChanged = false;
}

std::shared_ptr<Prepared> Context::make() {
    std::lock_guard running(mRunning); // Instances and the arena are shared with runs that are queued
    plan::Profile const& profile = mEngine->plan().profiles[mProfile];
    int64_t const needed = arenaBytes();
    if (mArena == nullptr || mArena->bytes() < needed) {
        if (mArenaGiven)
            throw Error(Message::kArenaSize, "the memory given is too small for the arena of this profile")
                .wanted(fmt::format("{} bytes", needed))
                .given(fmt::format("{} bytes", mArena->bytes()));
        mCache.clear();
        mArena = std::make_shared<Arena>(needed);
    }
    if (mInstances == nullptr)
        mInstances = std::make_unique<Instances>(mEngine->program());
    auto out = std::make_shared<Prepared>();
    out->key = mKey;
    out->arena = mArena;
    out->host = std::make_unique<Arena>(profile.hostBytes);
    std::memset(out->host->data(), 0, static_cast<size_t>(profile.hostBytes));
    out->weights = mEngine->plan().weightBytes;
    int64_t const planned = needed - mEngine->program().spareWorkspace[mProfile];
    out->env = {&mEngine->program(),      &mEngine->plan(),  mProfile,          mArena->data(),   profile.arenaBytes,
                mArena->data() + planned, out->host->data(), profile.hostBytes, mInstances.get(), this};
    out->frame = std::make_unique<Frame>(out->env, mEngine->program().blocks[0]);
    for (size_t i = 0; i < mIo.size() && mEngine->io()[i].input; ++i) {
        Io& io = mIo[i];
        if (mEngine->ioValue(i).isBox()) {
            out->frame->setParam(i, tensorOf(io.box));
            continue;
        }
        static constexpr int64_t kNone[1] = {};
        Tensor const t{io.address, io.dims.empty() ? kNone : io.dims.data(), static_cast<int32_t>(io.dims.size()),
                       mEngine->ioValue(i).type.dtype, nullptr};
        out->frame->setParam(i, t);
    }
    out->frame->enter();
    return out;
}

void Context::inferShapes() {
    if (!isReady())
        prepare();
}

std::optional<std::vector<int64_t>> Context::shape(std::string_view name) const {
    size_t const i = mEngine->ioIndex(name);
    bool const box = mEngine->ioValue(i).isBox();
    if (mEngine->io()[i].input)
        return mIo[i].shaped ? std::optional(box ? mIo[i].box.dims : mIo[i].dims) : std::nullopt;
    if (mCurrent == nullptr)
        return std::nullopt;
    int32_t const value = mEngine->io()[i].value;
    if (!mCurrent->ran)
        return mCurrent->frame->dims(value);
    auto const dims = mCurrent->frame->tensor(value).shape();
    return std::vector<int64_t>(dims.begin(), dims.end());
}

Box const& Context::output(std::string_view name) const {
    size_t const i = mEngine->ioIndex(name);
    plan::IoTensor const& t = mEngine->io()[i];
    if (t.input || !mEngine->ioValue(i).isBox() || mCurrent == nullptr || !mCurrent->ran)
        throw Error(Message::kNoSuchTensor, fmt::format("'{}' is no boxed output of a run that has ended", name),
                    tensorPlace(t));
    return *mCurrent->frame->tensor(t.value).box;
}

void Context::setProfiler(bool on) {
    mTimed = on;
    mTimes.reserve(mEngine->program().blocks[0].steps.size());
}

Error Context::unset(size_t io) const {
    plan::IoTensor const& t = mEngine->io()[io];
    return Error(Message::kNoAddress, fmt::format("{} '{}' has no address", t.input ? "input" : "output", t.name),
                 tensorPlace(t))
        .tip(fmt::format("setAddress(\"{}\", ...)", t.name));
}

} // namespace tenon::runtime
