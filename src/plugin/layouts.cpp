// SPDX-License-Identifier: Apache-2.0
#include "plugin/layouts.h"

#include <algorithm>
#include <array>

namespace tenon::plugin {
namespace {

using nvinfer1::TensorFormat;

constexpr size_t kImageRank = 4, kVolumeRank = 5;

struct Row {
    TensorFormat format;
    size_t rank;       ///< of the tensors that it is for; 0: any
    int32_t group;     ///< channels that must come out even
    bool channelsLast; ///< else in groups of `group`
};
constexpr Row kRows[] = {{TensorFormat::kLINEAR, 0, 1, false},           {TensorFormat::kHWC, kImageRank, 1, true},
                         {TensorFormat::kCHW16, kImageRank, 16, false},  {TensorFormat::kCHW32, kImageRank, 32, false},
                         {TensorFormat::kCHW4, kImageRank, 4, false},    {TensorFormat::kCHW2, kImageRank, 2, false},
                         {TensorFormat::kHWC8, kImageRank, 8, true},     {TensorFormat::kHWC16, kImageRank, 16, true},
                         {TensorFormat::kDHWC, kVolumeRank, 1, true},    {TensorFormat::kDHWC8, kVolumeRank, 8, true},
                         {TensorFormat::kCDHW32, kVolumeRank, 32, false}};

constexpr std::array kNames{"kLINEAR", "kCHW2", "kHWC8",       "kCHW4",     "kCHW16", "kCHW32", "kDHWC8",
                            "kCDHW32", "kHWC",  "kDLA_LINEAR", "kDLA_HWC4", "kHWC16", "kDHWC"};

bool fits(Row const& row, std::span<int64_t const> dims) {
    if (row.rank == 0)
        return true;
    return dims.size() == row.rank && (row.group == 1 || (dims[1] > 0 && dims[1] % row.group == 0));
}

Layout layoutOfRow(Row const& row, size_t rank) {
    if (row.channelsLast)
        return Layout::nhwc(static_cast<int>(rank));
    return row.group == 1 ? Layout() : Layout::blockedChannels(static_cast<int>(rank), row.group);
}

} // namespace

std::string_view nameOf(TensorFormat format) noexcept {
    auto const i = static_cast<size_t>(format);
    return i < kNames.size() ? kNames[i] : "?";
}

std::vector<TensorFormat> formatsFor(std::span<int64_t const> dims) {
    std::vector<TensorFormat> out;
    for (Row const& row : kRows)
        if (fits(row, dims))
            out.push_back(row.format);
    return out;
}

Layout layoutOf(TensorFormat format, size_t rank) {
    auto const* const row =
        std::find_if(std::begin(kRows), std::end(kRows), [&](Row const& r) { return r.format == format; });
    return row == std::end(kRows) ? Layout() : layoutOfRow(*row, rank);
}

} // namespace tenon::plugin
