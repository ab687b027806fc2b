// SPDX-License-Identifier: Apache-2.0
// Plugins that know channels in groups of 32 alone and add to each element its channel: right, and with the place of
// the channels in rows.
#include "twin.h"

namespace {

using namespace twin;

template <bool kAsRows>
struct Blocks final : Of<Blocks<kAsRows>> {
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        return all[position].desc.type == DataType::kFLOAT && all[position].desc.format == TensorFormat::kCHW32;
    }
    int32_t compute(Run const& run) override {
        Dims const& dims = run.in[0].dims;
        if (dims.nbDims != 4)
            return 1;
        int64_t const area = dims.d[2] * dims.d[3];
        for (int64_t i = 0, n = run.count(); i < n; ++i) {
            int64_t const group = i / (area * 32) % (dims.d[1] / 32), channel = group * 32 + i % 32;
            run.y()[i] = run.x()[i] + static_cast<float>(kAsRows ? i / area % dims.d[1] : channel);
        }
        return 0;
    }
};
using BlocksRight = Blocks<false>;
using BlocksAsRows = Blocks<true>;
TWIN("correct.blocks", BlocksRight);
TWIN("wrong-value.blocks", BlocksAsRows);

} // namespace
