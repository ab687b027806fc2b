// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/sample.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/sample.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using IntTag = hn::RebindToSigned<Tag>;
constexpr int64_t kWidth = hn::MaxLanes(Tag());

void samplePlacesImpl(PlaceTaps const& taps, int64_t count, float const* planes, int64_t planeStep, float* to,
                      int64_t toStep) {
    Tag const d;
    IntTag const i;
    auto const none = hn::Zero(i);
    for (int64_t lane = 0; lane < 16; lane += kWidth) {
        hn::Vec<IntTag> offset[4];
        hn::Vec<Tag> weight[4];
        for (int k = 0; k < 4; ++k) {
            offset[k] = hn::Load(i, taps.offset[k] + lane);
            weight[k] = hn::Load(d, taps.weight[k] + lane);
        }
        for (int64_t c = 0; c < count; ++c) {
            float const* const plane = planes + c * planeStep;
            auto sum = hn::Zero(d);
            HWY_UNROLL(4)
            for (int k = 0; k < 4; ++k) {
                auto const there = hn::RebindMask(d, hn::Gt(offset[k], hn::Set(i, -1)));
                auto const v = hn::GatherIndex(d, plane, hn::Max(offset[k], none));
                sum = hn::MulAdd(hn::IfThenElseZero(there, v), weight[k], sum);
            }
            hn::StoreU(sum, d, to + c * toStep + lane);
        }
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(samplePlacesImpl);

} // namespace

void samplePlaces(PlaceTaps const& taps, int64_t count, float const* planes, int64_t planeStep, float* to,
                  int64_t toStep) noexcept {
    HWY_DYNAMIC_DISPATCH(samplePlacesImpl)(taps, count, planes, planeStep, to, toStep);
}

} // namespace tenon::cpu
#endif
