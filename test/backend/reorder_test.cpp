// SPDX-License-Identifier: Apache-2.0
// Reorders against element-by-element loops: blocked layouts, permutations of every order, slices, broadcasts,
// reversals, all sizes of element.
#include "targets.h"
// After the list of targets.
#include "backend/cpu/reorder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace tenon::cpu {
namespace {

using test::expectSame;
using test::onEveryTarget;

/// Bytes that differ from element to element; among the 4-byte elements are NaNs of every kind.
template <class T>
std::vector<T> counting(int64_t count) {
    std::vector<T> values(static_cast<size_t>(count));
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<T>(i * 0x9E3779B97F4A7C15u >> 3);
    return values;
}

TEST(Reorder, BlockedAndBack) {
    onEveryTarget([] {
        for (int64_t const n : {0, 1, 2})
            for (int64_t const c : {1, 3, 15, 16, 17, 33, 64})
                for (int64_t const pixels : {1, 2, 15, 16, 17, 33, 700, 20000}) {
                    if (c > 33 && pixels > 1000)
                        continue;
                    SCOPED_TRACE(testing::Message() << "n " << n << " c " << c << " pixels " << pixels);
                    int64_t const blocks = (c + 15) / 16;
                    auto const plain = counting<uint32_t>(n * c * pixels);
                    std::vector<uint32_t> blocked(static_cast<size_t>(n * blocks * pixels * 16), 77),
                        wanted(blocked.size(), 0);
                    for (int64_t i = 0; i < n * c; ++i)
                        for (int64_t p = 0; p < pixels; ++p)
                            wanted[static_cast<size_t>(((i / c * blocks + i % c / 16) * pixels + p) * 16 +
                                                       i % c % 16)] = plain[static_cast<size_t>(i * pixels + p)];
                    toBlocked(n, c, pixels, plain.data(), blocked.data());
                    EXPECT_EQ(blocked, wanted);
                    std::vector<uint32_t> back(plain.size());
                    fromBlocked(n, c, pixels, blocked.data(), back.data());
                    EXPECT_EQ(back, plain);
                }
    });
}

/// The definition, one element at a time. `from` and `to` point at element 0.
template <class T>
void naive(StridedCopy const& copy, T const* from, T* to) {
    std::array<int64_t, kMaxCopyRank> index{};
    int64_t count = 1;
    for (int d = 0; d < copy.rank; ++d)
        count *= copy.dims[d];
    for (int64_t i = 0; i < count; ++i) {
        int64_t f = 0, t = 0;
        for (int d = 0; d < copy.rank; ++d) {
            f += index[static_cast<size_t>(d)] * copy.fromStride[d];
            t += index[static_cast<size_t>(d)] * copy.toStride[d];
        }
        to[t] = from[f];
        for (int d = copy.rank - 1; d >= 0 && ++index[static_cast<size_t>(d)] == copy.dims[d]; --d)
            index[static_cast<size_t>(d)] = 0;
    }
}

template <class T>
void checkCopy(StridedCopy copy, int64_t fromFirst, int64_t fromCount, int64_t toCount) {
    testing::Message m;
    for (int d = 0; d < copy.rank; ++d)
        m << copy.dims[d] << " (" << copy.fromStride[d] << ", " << copy.toStride[d] << ") ";
    SCOPED_TRACE(m << "of " << sizeof(T));
    auto const from = counting<T>(fromCount);
    std::vector<T> to(static_cast<size_t>(toCount), T(5)), wanted = to;
    copy.elementBytes = sizeof(T), copy.from = from.data() + fromFirst, copy.to = to.data();
    copyStrided(copy);
    naive<T>(copy, from.data() + fromFirst, wanted.data());
    EXPECT_EQ(to, wanted);
}

template <class T>
void checkPermutations(std::vector<int64_t> const& dims) {
    int const rank = static_cast<int>(dims.size());
    std::vector<int> order(dims.size());
    std::iota(order.begin(), order.end(), 0);
    int64_t const count = std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
    do {
        StridedCopy copy;
        copy.rank = rank;
        int64_t to = 1;
        for (int d = rank - 1; d >= 0; --d) {
            auto const axis = static_cast<size_t>(order[static_cast<size_t>(d)]);
            copy.dims[d] = dims[axis];
            copy.fromStride[d] = std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1, dims.end(),
                                                 int64_t{1}, std::multiplies<>());
            copy.toStride[d] = to;
            to *= dims[axis];
        }
        checkCopy<T>(copy, 0, count, count);
    } while (std::next_permutation(order.begin(), order.end()));
}

template <class T>
void checkSize() {
    for (auto const& dims : std::vector<std::vector<int64_t>>{{},
                                                              {1},
                                                              {17},
                                                              {33, 15},
                                                              {1, 64, 65},
                                                              {3, 224, 70},
                                                              {2, 16, 1, 33},
                                                              {5, 1, 17, 3, 4},
                                                              {0, 5, 3},
                                                              {2, 1, 3, 2, 4, 3}})
        checkPermutations<T>(dims);
    checkCopy<T>({3, {4, 5, 6}, {100, 10, 1}, {30, 6, 1}}, 3, 400, 120);    // a slice
    checkCopy<T>({3, {4, 5, 6}, {30, 6, 1}, {200, 20, 2}}, 0, 120, 900);    // into a wider place, every second element
    checkCopy<T>({3, {4, 5, 6}, {0, 1, 0}, {30, 6, 1}}, 2, 20, 120);        // broadcasts
    checkCopy<T>({2, {7, 33}, {0, 1}, {33, 1}}, 0, 33, 231);                // a repeated row
    checkCopy<T>({2, {7, 33}, {33, -1}, {33, 1}}, 32, 231, 231);            // reversed
    checkCopy<T>({2, {7, 33}, {-33, 1}, {33, 1}}, 6 * 33, 231, 231);        // rows in reverse order
    checkCopy<T>({2, {300, 1000}, {1000, 1}, {1, 300}}, 0, 300000, 300000); // large enough to be split
    checkCopy<T>({2, {3, 100000}, {100001, 1}, {100003, 1}}, 0, 300003, 300009); // long rows
}

TEST(Reorder, StridedCopies) {
    onEveryTarget([] {
        checkSize<uint8_t>();
        checkSize<uint16_t>();
        checkSize<uint32_t>();
        checkSize<uint64_t>();
    });
}

TEST(Reorder, Rows) {
    for (int64_t const rows : {0, 1, 3, 1000})
        for (int64_t const bytes : {0, 1, 7, 64, 1000}) {
            auto const from = counting<uint8_t>(rows * (bytes + 3));
            std::vector<uint8_t> to(static_cast<size_t>(rows * (bytes + 5)), 9), wanted = to;
            copyRows(rows, bytes, from.data(), bytes + 3, to.data(), bytes + 5);
            for (int64_t r = 0; r < rows; ++r)
                std::copy_n(from.begin() + r * (bytes + 3), bytes, wanted.begin() + r * (bytes + 5));
            EXPECT_EQ(to, wanted);
        }
}

} // namespace
} // namespace tenon::cpu
