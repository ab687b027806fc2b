// SPDX-License-Identifier: Apache-2.0
// Strided copies: axes that lie behind one another in both tensors become one; then rows along the innermost axis, and
// square tiles where the source is contiguous along another axis than the result.
#include "backend/cpu/move.h"

#include <cstring>

namespace tenon::cpu {
namespace {

constexpr int64_t kTile = 16; ///< 16 x 16 elements of 4 bytes: 16 lines of cache on each side

/// Drops axes of 1 and joins axes that are contiguous in both tensors.
Move joined(Move const& m) noexcept {
    Move out;
    for (size_t i = 0; i < static_cast<size_t>(m.rank); ++i) {
        if (m.dims[i] == 1)
            continue;
        auto const last = static_cast<size_t>(out.rank - 1);
        if (out.rank > 0 && out.from[last] == m.from[i] * m.dims[i] && out.to[last] == m.to[i] * m.dims[i]) {
            out.dims[last] *= m.dims[i];
            out.from[last] = m.from[i];
            out.to[last] = m.to[i];
        } else {
            out.add(m.dims[i], m.from[i], m.to[i]);
        }
    }
    if (out.rank == 0)
        out.add(1, 1, 1);
    return out;
}

template <class T>
void line(T const* from, int64_t fromStride, T* to, int64_t toStride, int64_t count) noexcept {
    if (fromStride == 1 && toStride == 1)
        std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
    else if (fromStride == 0 && toStride == 1)
        std::fill_n(to, count, *from);
    else
        for (int64_t i = 0; i < count; ++i)
            to[i * toStride] = from[i * fromStride];
}

/// A block of the axes a and b, in tiles.
template <class T>
void tiles(Move const& m, size_t a, size_t b, T const* from, T* to) noexcept {
    for (int64_t i = 0; i < m.dims[a]; i += kTile)
        for (int64_t j = 0; j < m.dims[b]; j += kTile)
            for (int64_t p = i; p < std::min(i + kTile, m.dims[a]); ++p) {
                T const* source = from + p * m.from[a];
                T* target = to + p * m.to[a];
                for (int64_t q = j; q < std::min(j + kTile, m.dims[b]); ++q)
                    target[q * m.to[b]] = source[q * m.from[b]];
            }
}

/// The axis along which the source is contiguous, when it is not the innermost one and long enough for tiles; else -1.
int tiledAxis(Move const& m) noexcept {
    auto const inner = static_cast<size_t>(m.rank - 1);
    if (m.from[inner] == 1 || m.from[inner] == 0 || m.dims[inner] < 4)
        return -1;
    for (int i = 0; i < m.rank - 1; ++i)
        if (m.from[static_cast<size_t>(i)] == 1 && m.dims[static_cast<size_t>(i)] >= 4)
            return i;
    return -1;
}

/// Moves an axis to the end.
void toEnd(Move& m, int axis) noexcept {
    auto const first = static_cast<std::ptrdiff_t>(axis);
    for (auto* list : {&m.dims, &m.from, &m.to})
        std::rotate(list->begin() + first, list->begin() + first + 1, list->begin() + m.rank);
}

/// Every line (inner = 1) or block of two axes (inner = 2) of the tensor.
template <class T>
void run(Move const& m, int inner, T const* from, T* to) noexcept {
    int const outerRank = m.rank - inner;
    auto const last = static_cast<size_t>(m.rank - 1);
    int64_t count = 1, elements = m.dims[last] * (inner == 2 ? m.dims[last - 1] : 1);
    for (int i = 0; i < outerRank; ++i)
        count *= m.dims[static_cast<size_t>(i)];
    forRows(count, elements * static_cast<int64_t>(sizeof(T)), [&](int64_t begin, int64_t end) {
        std::array<int64_t, kMaxMoveRank> index{};
        int64_t rest = begin, source = 0, target = 0;
        for (int i = outerRank; i-- > 0;) {
            auto const a = static_cast<size_t>(i);
            index[a] = rest % m.dims[a];
            rest /= m.dims[a];
            source += index[a] * m.from[a];
            target += index[a] * m.to[a];
        }
        for (int64_t row = begin; row < end; ++row) {
            if (inner == 2)
                tiles(m, last - 1, last, from + source, to + target);
            else
                line(from + source, m.from[last], to + target, m.to[last], m.dims[last]);
            for (int i = outerRank; i-- > 0;) {
                auto const a = static_cast<size_t>(i);
                source += m.from[a];
                target += m.to[a];
                if (++index[a] < m.dims[a])
                    break;
                source -= m.from[a] * m.dims[a];
                target -= m.to[a] * m.dims[a];
                index[a] = 0;
            }
        }
    });
}

template <class T>
void typed(Move m, void const* from, void* to) noexcept {
    m = joined(m);
    if (m.rank == 1)
        return forRows(m.dims[0], sizeof(T), [&](int64_t begin, int64_t end) {
            line(static_cast<T const*>(from) + begin * m.from[0], m.from[0], static_cast<T*>(to) + begin * m.to[0],
                 m.to[0], end - begin);
        });
    int inner = 1;
    if (int const axis = tiledAxis(m); axis >= 0) {
        inner = 2;
        int const last = m.rank - 1;
        toEnd(m, axis);
        toEnd(m, last - 1); // the result's innermost axis stays innermost
    }
    run<T>(m, inner, static_cast<T const*>(from), static_cast<T*>(to));
}

} // namespace

void copyStrided(Move move, int64_t elementBytes, void const* from, void* to) noexcept {
    for (size_t i = 0; i < static_cast<size_t>(move.rank); ++i)
        if (move.dims[i] == 0)
            return;
    switch (elementBytes) {
    case 1:
        return typed<uint8_t>(move, from, to);
    case 2:
        return typed<uint16_t>(move, from, to);
    case 4:
        return typed<uint32_t>(move, from, to);
    default:
        return typed<uint64_t>(move, from, to);
    }
}

std::string rejectMove(Problem const& problem) {
    if (problem.epilogue)
        return "a data movement takes no epilogue";
    for (auto const* list : {&problem.inputs, &problem.outputs})
        for (OperandDesc const& o : *list) {
            if (!o.present)
                continue;
            if (!o.type.isTensor() || bitsOf(o.type.dtype) < 8)
                return "only tensors of whole-byte types are moved";
            if (!o.ranked || o.dims.size() > static_cast<size_t>(kMaxMoveRank))
                return "the rank is not known or over 16";
        }
    return {};
}

double moveCost(Problem const& problem) noexcept {
    double bytes = 0;
    for (OperandDesc const& o : problem.outputs) {
        double size = bitsOf(o.type.dtype) / 8.0;
        for (DimRange const& d : o.dims)
            size *= static_cast<double>(d.opt);
        bytes += size;
    }
    return 100 + bytes * 0.15;
}

} // namespace tenon::cpu
