// SPDX-License-Identifier: Apache-2.0
#include "checker/tensors.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::checker {
namespace {

void copy(Guarded& to, Values const& from) {
    std::copy(from.bytes.begin(), from.bytes.end(), to.data());
}

void noteWrites(Guarded const& g, char const* id, std::vector<Note>& to) {
    if (size_t const n = g.written(true); n != 0)
        to.push_back({id, g.name(), fmt::format("{} bytes behind {} ({} bytes) were written", n, g.name(), g.size())});
    if (size_t const n = g.written(false); n != 0)
        to.push_back({id, g.name(), fmt::format("{} bytes before {} were written", n, g.name())});
}

} // namespace

std::string wantedOf(Note const& note) {
    return note.id == "input-modified"      ? "inputs stay as they are"
           : note.id == "size-tensor"       ? "a size within its bounds"
           : note.id == "workspace-overrun" ? "writes within the workspace that was asked for"
                                            : "writes within the outputs";
}

Tensors::Tensors(std::vector<Values> inputs, Place place)
    : mGiven(std::move(inputs)), mPlace(place), mShared(mGiven.size(), false) {
    for (size_t i = 0; i < mGiven.size(); ++i) {
        mBuffers.emplace_back(fmt::format("input {}", i), mGiven[i].bytes.size(), place);
        copy(mBuffers.back(), mGiven[i]);
        mPointers.push_back(mBuffers.back().data());
    }
}

void Tensors::addOutput(size_t bytes, std::byte fill, int64_t with, bool shares) {
    auto const source = static_cast<size_t>(with);
    if (with >= 0 && shares) {
        mShared.at(source) = true;
        mHome.push_back(source);
    } else {
        mBuffers.emplace_back(fmt::format("output {}", mHome.size()), bytes, mPlace);
        mBuffers.back().fill(fill);
        if (with >= 0)
            copy(mBuffers.back(), mGiven.at(source));
        else
            mFilled.emplace_back(mBuffers.size() - 1, fill);
        mHome.push_back(mBuffers.size() - 1);
    }
    mPointers.push_back(mBuffers[mHome.back()].data());
}

void Tensors::addWorkspace(size_t bytes, std::byte fill) {
    mWorkspace.emplace("the workspace", bytes, mPlace).fill(fill);
}

std::span<std::byte const> Tensors::output(size_t o) const {
    Guarded const& g = mBuffers.at(mHome.at(o));
    return {g.data(), g.size()};
}

void Tensors::refill() {
    for (size_t i = 0; i < mGiven.size(); ++i)
        copy(mBuffers[i], mGiven[i]);
    for (auto const& [buffer, fill] : mFilled)
        std::fill_n(mBuffers[buffer].data(), mBuffers[buffer].size(), fill);
}

std::vector<Note> Tensors::notes() const {
    std::vector<Note> out;
    for (size_t i = 0; i < mGiven.size(); ++i) {
        noteWrites(mBuffers[i], "out-of-bounds-write", out);
        auto const& bytes = mGiven[i].bytes;
        if (!mShared[i] && !std::equal(bytes.begin(), bytes.end(), mBuffers[i].data()))
            out.push_back({"input-modified", mBuffers[i].name(), fmt::format("input {} has changed", i)});
    }
    if (mWorkspace)
        noteWrites(*mWorkspace, "workspace-overrun", out);
    for (size_t b = mGiven.size(); b < mBuffers.size(); ++b)
        noteWrites(mBuffers[b], "out-of-bounds-write", out);
    return out;
}

} // namespace tenon::checker
