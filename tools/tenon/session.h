// SPDX-License-Identifier: Apache-2.0
// An engine with one context, its inputs set and memory for its outputs: what run, bench and checks have in common.
#pragma once

#include "npy.h"

#include "runtime/context.h"

#include <memory>
#include <vector>

namespace tenon::cli {

class Session {
public:
    explicit Session(std::shared_ptr<runtime::Engine const> engine);

    /// One value for each input, in order; they are kept here. Chooses the first profile that takes their sizes,
    /// prepares the shapes and gives memory to the outputs whose sizes follow from them.
    void setInputs(std::vector<Box> inputs);
    void run() { mContext.run(); }
    /// Copies of the outputs of the last run, by name in the model's order.
    NamedBoxes outputs() const;

    runtime::Context& context() noexcept { return mContext; }
    runtime::Engine const& engine() const noexcept { return *mEngine; }

private:
    /// Memory of one output, grown when needed.
    class Memory final : public runtime::OutputAllocator {
    public:
        void* reallocate(std::string_view name, void* current, int64_t bytes) noexcept override;
        void notifyShape(std::string_view, std::span<int64_t const> dims) noexcept override {
            mDims.assign(dims.begin(), dims.end());
        }

        std::vector<int64_t> mDims;
        Box mBox; ///< u8[bytes]
    };

    size_t profileFor(std::vector<Box> const& inputs) const;
    void giveOutputs();

    std::shared_ptr<runtime::Engine const> mEngine;
    runtime::Context mContext;
    std::vector<Box> mInputs;
    std::vector<Memory> mOutputs; ///< one an I/O tensor; those of inputs stay empty
};

} // namespace tenon::cli
