// SPDX-License-Identifier: Apache-2.0
// The memory of one run of a plugin: tensors and workspace between guards, outputs in the memory of inputs where that
// is wanted, and what was done to it beside the result.
#pragma once

#include "checker/guard.h"
#include "checker/values.h"

#include <optional>
#include <span>

namespace tenon::checker {

/// Something that a run did beside its result.
struct Note {
    std::string id;     ///< of a fault
    std::string buffer; ///< "output 0"
    std::string given;
};
std::string wantedOf(Note const& note);

class Tensors {
public:
    /// `inputs` in the order of their formats.
    Tensors(std::vector<Values> inputs, Place place);
    /// In the memory of input `with` where `shares` is set, else in memory of its own, which begins with that input's
    /// bytes (-1: with `fill`).
    void addOutput(size_t bytes, std::byte fill, int64_t with, bool shares);
    void addWorkspace(size_t bytes, std::byte fill);

    std::span<void* const> pointers() const noexcept { return mPointers; } ///< inputs, then outputs
    void* workspace() noexcept { return mWorkspace && mWorkspace->size() != 0 ? mWorkspace->data() : nullptr; }
    bool isShared(size_t input) const { return mShared.at(input); }
    std::span<std::byte const> output(size_t o) const;
    void refill(); ///< inputs, and outputs that have memory of their own and began with a fill
    std::vector<Note> notes() const;

private:
    std::vector<Values> mGiven;
    Place mPlace;
    std::vector<Guarded> mBuffers; ///< of the inputs, then of the outputs that lie in none of them
    std::vector<void*> mPointers;
    std::vector<bool> mShared;                         ///< of each input: an output lies in it
    std::vector<std::pair<size_t, std::byte>> mFilled; ///< buffers of outputs, with their fills
    std::vector<size_t> mHome;                         ///< of each output: its buffer
    std::optional<Guarded> mWorkspace;
};

} // namespace tenon::checker
