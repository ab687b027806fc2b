// SPDX-License-Identifier: Apache-2.0
// nvinfer1::IOptimizationProfile: ranges of the inputs by name. The handle is the builder's; a configuration that it
// was added to shares its state.
#pragma once

#include "NvInfer.h"
#include "api/sink.h"
#include "builder/builder.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon::api {

struct ProfileState {
    using Range = std::array<std::optional<std::vector<int64_t>>, 3>; ///< by OptProfileSelector
    struct Input {
        Range dims, values;
        std::array<std::vector<int32_t>, 3> narrowValues; ///< what getShapeValues() points to
    };
    std::map<std::string, Input> inputs;
    float extraMemory = 1;

    /// Throws Error kProfile naming the input that lacks one of the three, or whose three are not in order.
    void check() const;
    /// The ranges of the inputs that the profile names; where it gives values only, dims are missing.
    ProfileSpec spec() const;
};

/// A profile that the caller owns; `delete` is for the library alone.
struct ProfileHandle {
    virtual ~ProfileHandle() = default;
    virtual nvinfer1::IOptimizationProfile* get() noexcept = 0;
};
std::unique_ptr<ProfileHandle> makeProfile(std::shared_ptr<Sink> sink);

std::shared_ptr<ProfileState const> stateOf(nvinfer1::IOptimizationProfile const& profile);

} // namespace tenon::api
