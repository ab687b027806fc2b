// SPDX-License-Identifier: Apache-2.0
// Quantisation and its inverse against the definition, on every instruction set: halves, limits, values that are no
// numbers, every length of a tail, and runs that are cut into pieces.
#include "targets.h"
// After the list of targets.
#include "backend/cpu/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon::cpu {
namespace {

using test::onEveryTarget;

template <class T>
T quantizedOne(float x, float scale, T zero) {
    float const quotient = x / scale;
    double const whole = std::isnan(quotient) ? 0 : std::nearbyint(static_cast<double>(quotient));
    return static_cast<T>(
        std::clamp<double>(whole + zero, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

std::vector<float> values(int64_t count) {
    float const odd[] = {NAN,    INFINITY, -INFINITY, 0.f,   -0.f,   1e-42f, 3e38f,
                         -3e38f, 0.5f,     1.5f,      -0.5f, 127.5f, -128.5f};
    std::minstd_rand random(7);
    std::vector<float> out;
    for (int64_t i = 0; i < count; ++i)
        out.push_back(i % 3 == 0 ? odd[static_cast<size_t>(i / 3) % std::size(odd)]
                                 : static_cast<float>(static_cast<int>(random() % 1201) - 600) / 4);
    return out;
}

template <class T>
std::vector<T> bytes(int64_t count, int first) {
    std::vector<T> out;
    for (int64_t i = 0; i < count; ++i)
        out.push_back(static_cast<T>(first + i * 37));
    return out;
}

template <class T>
void check(Lines const& s, bool hasZero) {
    SCOPED_TRACE(testing::Message() << s.outer << 'x' << s.count << 'x' << s.inner);
    auto const n = static_cast<size_t>(s.outer * s.count * s.inner);
    auto const x = values(s.outer * s.count * s.inner);
    auto const zero = bytes<T>(s.count, 100);
    std::vector<float> scale;
    for (int64_t i = 0; i < s.count; ++i)
        scale.push_back(i % 5 == 4 ? 0.37f : 1.0f);
    std::vector<T> y(n + 64, T(55));
    quantize(s, x.data(), scale.data(), hasZero ? zero.data() : nullptr, y.data());
    std::vector<float> back(n + 16, 55);
    dequantize(s, y.data(), scale.data(), hasZero ? zero.data() : nullptr, back.data());
    for (size_t i = 0; i < n; ++i) {
        size_t const at = i / static_cast<size_t>(s.inner) % static_cast<size_t>(s.count);
        T const z = hasZero ? zero[at] : T(0);
        ASSERT_EQ(y[i], quantizedOne<T>(x[i], scale[at], z)) << i << ": " << x[i] << " by " << scale[at];
        ASSERT_EQ(back[i], static_cast<float>(y[i] - z) * scale[at]) << i;
    }
    for (size_t i = n; i < y.size(); ++i)
        ASSERT_EQ(y[i], T(55)) << "behind the end";
    for (size_t i = n; i < back.size(); ++i)
        ASSERT_EQ(back[i], 55) << "behind the end";
}

TEST(Quantize, TailsAndLists) {
    onEveryTarget([] {
        for (int64_t const n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100})
            for (bool const zero : {false, true})
                for (Lines const& s : {Lines{1, 1, n}, Lines{3, n, 1}, Lines{2, 3, n}, Lines{n, 5, 2}}) {
                    check<int8_t>(s, zero);
                    check<uint8_t>(s, zero);
                }
    });
}

TEST(Quantize, LongRuns) {
    onEveryTarget([] {
        for (Lines const& s : {Lines{1, 1, 100003}, Lines{2, 40001, 1}, Lines{1, 3, 20011}, Lines{30000, 3, 1}}) {
            check<int8_t>(s, true);
            check<uint8_t>(s, true);
        }
    });
}

} // namespace
} // namespace tenon::cpu
