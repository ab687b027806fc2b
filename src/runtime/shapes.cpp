// SPDX-License-Identifier: Apache-2.0
// What follows from the shapes that the user set: the profile, the Prepared that fits, dims and sizes of outputs.
#include "kernel/evaluate.h"
#include "plan/blocks.h"
#include "runtime/context_text.h"

#include <cstring>

namespace tenon::runtime {

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
        if (mAutoProfile && !mEngine->ioValue(i).isBox() &&
            !fits(mEngine->plan().profiles[mProfile].inputs[i].dims, dims))
            throw outside(i, dims); // no profile takes all inputs together
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
    if (mAutoProfile)
        chooseProfile();
    buildKey();
    mCurrent = mCache.find(mKey);
    if (mCurrent == nullptr) {
        mCurrent = make();
        mCache.add(mCurrent);
    }
    mChanged = false;
}

bool Context::takes(size_t profile) const {
    auto const& inputs = mEngine->plan().profiles[profile].inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
        Io const& io = mIo[i];
        if (!io.given)
            continue;
        if (!fits(inputs[i].dims, io.dims))
            return false;
        for (size_t k = 0; io.address != nullptr && k < inputs[i].values.size(); ++k) {
            int64_t const element = elementAt(mEngine->ioValue(i).type.dtype, io.address, static_cast<int64_t>(k));
            if (element < inputs[i].values[k].min || element > inputs[i].values[k].max)
                return false;
        }
    }
    return true;
}

/// The active profile, else the first one, that takes all that was set. Where none does, buildKey() says why.
void Context::chooseProfile() {
    size_t const count = mEngine->plan().profiles.size();
    for (size_t p = 0; p < count && !takes(mProfile); ++p)
        if (takes(p))
            useProfile(p);
}

Error Context::outside(size_t io, std::span<int64_t const> dims) const {
    plan::IoTensor const& t = mEngine->io()[io];
    auto const& profiles = mEngine->plan().profiles;
    auto const& ranges = profiles[mProfile].inputs[io].dims;
    Error out(Message::kInputShape, fmt::format("input '{}' does not take this shape", t.name), tensorPlace(t));
    std::string wanted = rangesText(ranges);
    if (profiles.size() > 1)
        wanted += fmt::format(" (profile {}, the active one)", mProfile);
    out.wanted(std::move(wanted)).given(shapeText(dims));
    if (dims.size() != ranges.size())
        return std::move(out).tip(fmt::format("the rank is {} and not {}", ranges.size(), dims.size()));
    for (size_t p = 0; p < profiles.size(); ++p)
        if (fits(profiles[p].inputs[io].dims, dims))
            return std::move(out)
                .tip(fmt::format("profile {} takes it: call setOptimizationProfileAsync({}, stream) first", p, p))
                .tip("or let the context change profiles by itself: tenon::setAutoProfile(context, true)");
    return std::move(out).tip(profiles.size() == 1 ? "build the engine with a profile that has this shape"
                                                   : "no profile of the engine has this shape: build it with one");
}

std::shared_ptr<Prepared> Context::make() {
    std::lock_guard running(mRunning); // Instances and the arena are shared with runs that are queued
    plan::Profile const& profile = mEngine->plan().profiles[mProfile];
    int64_t const needed = arenaBytes();
    if (mArena == nullptr || mArena->bytes() < needed) {
        if (mArenaGiven)
            throw Error(mUserMemory ? Message::kContextMemory : Message::kArenaSize,
                        fmt::format("the memory given is too small for profile {}", mProfile))
                .wanted(fmt::format("{} bytes", needed))
                .given(fmt::format("{} bytes", mArena->bytes()));
        mCache.clear();
        mArena.reset();
        mArena = mUserMemory ? Arena::placeholder(needed) : std::make_shared<Arena>(needed, mMemory);
    }
    if (mInstances == nullptr) {
        mProgram = mEngine->program();
        mInstances = std::make_shared<Instances>(*mProgram);
    }
    auto out = std::make_shared<Prepared>();
    out->key = mKey;
    out->arena = mArena;
    out->host = std::make_unique<Arena>(profile.hostBytes);
    std::memset(out->host->data(), 0, static_cast<size_t>(profile.hostBytes));
    out->program = mProgram;
    out->instances = mInstances;
    out->weights = mEngine->plan().weightBytes;
    int64_t const planned = (profile.arenaBytes + 63) / 64 * 64;
    out->env = {mProgram.get(),           &mEngine->plan(),  mProfile,          mArena->data(),   profile.arenaBytes,
                mArena->data() + planned, out->host->data(), profile.hostBytes, mInstances.get(), this};
    out->frame = std::make_unique<Frame>(out->env, mProgram->blocks[0]);
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

bool Context::isComplete() const {
    for (size_t i = 0; i < mIo.size() && mEngine->io()[i].input; ++i)
        if (!mIo[i].shaped || (mEngine->io()[i].hostRead && mIo[i].address == nullptr && countOf(mIo[i].dims) != 0))
            return false;
    return true;
}

std::optional<std::vector<int64_t>> Context::hostValues(size_t io) const {
    auto const dims = shape(mEngine->io().at(io).name);
    if (!dims || mIo[io].address == nullptr)
        return std::nullopt;
    std::vector<int64_t> out;
    for (int64_t k = 0; k < countOf(*dims); ++k)
        out.push_back(elementAt(mEngine->ioValue(io).type.dtype, mIo[io].address, k));
    return out;
}

std::vector<plan::Profile::Input> Context::exactInputs() const {
    std::vector<plan::Profile::Input> out = mEngine->plan().profiles[mProfile].inputs;
    for (size_t i = 0; i < out.size(); ++i) {
        auto const& dims = mEngine->ioValue(i).isBox() ? mIo[i].box.dims : mIo[i].dims;
        out[i].dims.clear();
        for (int64_t d : dims)
            out[i].dims.push_back({d, d, d});
        out[i].values.clear();
        for (int64_t k = 0; mEngine->io()[i].hostRead && k < countOf(dims); ++k) {
            int64_t const element = elementAt(mEngine->ioValue(i).type.dtype, mIo[i].address, k);
            out[i].values.push_back({element, element, element});
        }
    }
    return out;
}

int64_t Context::maxOutputBytes(std::string_view name) const {
    size_t const i = mEngine->ioIndex(name);
    if (mEngine->io()[i].input || !isComplete())
        return -1;
    return plan::greatestBytes(mEngine->ioValue(i), plan::slotRanges(mEngine->plan(), 0, exactInputs()));
}

void Context::inferShapes() {
    auto const use = mEngine->use();
    if (!isReady())
        prepare();
    writeShapeOutputs();
}

void Context::writeShapeOutputs() {
    for (size_t i = 0; i < mIo.size(); ++i) {
        auto const& content = mEngine->io()[i].content;
        if (content.empty() || mIo[i].address == nullptr)
            continue;
        std::vector<int64_t> elements;
        for (Slot s : content)
            if (auto const n = mCurrent->frame->number(s))
                elements.push_back(*n);
        if (elements.size() == content.size()) // else the run writes them
            putElements(mEngine->ioValue(i).type.dtype, elements, mIo[i].address);
    }
}

std::optional<std::vector<int64_t>> Context::knownShape(std::string_view name) const {
    plan::Value const& value = mEngine->ioValue(mEngine->ioIndex(name));
    if (!value.type.ranked())
        return std::nullopt;
    bool const complete = isComplete();
    auto const ranges = complete ? plan::slotRanges(mEngine->plan(), 0, exactInputs()) : std::vector<DimRange>();
    std::vector<int64_t> out;
    for (Slot s : value.dims) {
        ShapeInstr const& in = mEngine->plan().blocks[0].shapes.code[static_cast<size_t>(s)];
        if (complete && ranges[static_cast<size_t>(s)].isFixed())
            out.push_back(ranges[static_cast<size_t>(s)].min);
        else
            out.push_back(in.op == DimOp::kConst ? in.value : -1);
    }
    return out;
}

std::optional<std::vector<int64_t>> Context::shape(std::string_view name) const {
    size_t const i = mEngine->ioIndex(name);
    bool const box = mEngine->ioValue(i).isBox();
    if (mEngine->io()[i].input)
        return mIo[i].shaped ? std::optional(box ? mIo[i].box.dims : mIo[i].dims) : std::nullopt;
    if (mCurrent == nullptr)
        return std::nullopt;
    return valueShape(mEngine->io()[i].value);
}

std::optional<std::vector<int64_t>> Context::valueShape(int32_t value) const {
    if (mCurrent == nullptr)
        return std::nullopt;
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

} // namespace tenon::runtime
