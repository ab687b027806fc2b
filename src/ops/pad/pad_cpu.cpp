// SPDX-License-Identifier: Apache-2.0
// Pad line by line along the last axis: a line is the pad value throughout, or its begin, a copy of the source's line,
// its end.
#include "backend/cpu/move.h"
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/pad/pad.h"

#include <cstring>

namespace tenon::ops {
namespace pad {
namespace {

struct Plan {
    Mode mode{};
    size_t outer = 0; ///< axes before the last
    std::array<int64_t, cpu::kMaxCopyRank> begin{}, in{}, out{}, stride{};
    int64_t lineBegin = 0, lineIn = 1, lineOut = 1;
};

bool planOf(Attributes const& a, Args const& args, Plan& p) noexcept {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    p.mode = a.mode;
    std::array<int64_t, cpu::kMaxCopyRank> begins{};
    for (int64_t i = 0; i < args.inputs[1].elements() / 2; ++i) {
        size_t axis = 0;
        if (!axisAt(args, 3, i, in.rank, axis))
            return false;
        begins[axis] = integerAt(args.inputs[1], i);
    }
    if (in.rank == 0)
        return true;
    p.outer = static_cast<size_t>(in.rank) - 1;
    p.lineBegin = begins[p.outer];
    p.lineIn = in.dims[p.outer];
    p.lineOut = out.dims[p.outer];
    int64_t stride = p.lineIn;
    for (size_t i = p.outer; i-- > 0; stride *= in.dims[i]) {
        p.begin[i] = begins[i];
        p.in[i] = in.dims[i];
        p.out[i] = out.dims[i];
        p.stride[i] = stride;
    }
    return true;
}

/// Offset of the source's line for a line of the result; -1 when it is all pad.
int64_t lineOf(Plan const& p, int64_t line) noexcept {
    int64_t from = 0;
    for (size_t i = p.outer; i-- > 0; line /= p.out[i]) {
        int64_t const at = sourceOf(p.mode, line % p.out[i] - p.begin[i], p.in[i]);
        if (at < 0)
            return -1;
        from += at * p.stride[i];
    }
    return from;
}

template <class T>
void padLine(Plan const& p, T const* from, T* to, T value) noexcept {
    int64_t const first = std::clamp<int64_t>(p.lineBegin, 0, p.lineOut);
    int64_t const last = std::clamp<int64_t>(p.lineBegin + p.lineIn, first, p.lineOut);
    auto edge = [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
            int64_t const at = sourceOf(p.mode, i - p.lineBegin, p.lineIn);
            to[i] = at < 0 ? value : from[at];
        }
    };
    edge(0, first);
    if (last > first)
        std::memcpy(to + first, from + (first - p.lineBegin), static_cast<size_t>(last - first) * sizeof(T));
    edge(last, p.lineOut);
}

template <class T>
void typed(Plan const& p, void const* in, void* out, int64_t lines, void const* value) noexcept {
    T fill{};
    std::memcpy(&fill, value, sizeof fill);
    cpu::forRows(lines, p.lineOut * static_cast<int64_t>(sizeof(T)), [&](int64_t begin, int64_t end) {
        for (int64_t line = begin; line < end; ++line) {
            T* to = static_cast<T*>(out) + line * p.lineOut;
            int64_t const from = lineOf(p, line);
            if (from < 0)
                std::fill_n(to, p.lineOut, fill);
            else
                padLine(p, static_cast<T const*>(in) + from, to, fill);
        }
    });
}

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    if (out.elements() == 0)
        return true;
    std::array<std::byte, 8> own{};
    withType(in.dtype, [&](auto sample) {
        using T = decltype(sample);
        T number{};
        if constexpr (std::is_arithmetic_v<T>)
            number = static_cast<T>(a.value);
        else
            number = T(static_cast<float>(a.value));
        std::memcpy(own.data(), &number, sizeof number);
    });
    void const* value = args.has(2) ? args.inputs[2].data : own.data();
    Plan p;
    if (!planOf(a, args, p))
        return false;
    int64_t const lines = out.elements() / p.lineOut;
    switch (bitsOf(in.dtype)) {
    case 8:
        typed<uint8_t>(p, in.data, out.data, lines, value);
        break;
    case 16:
        typed<uint16_t>(p, in.data, out.data, lines, value);
        break;
    case 32:
        typed<uint32_t>(p, in.data, out.data, lines, value);
        break;
    default:
        typed<uint64_t>(p, in.data, out.data, lines, value);
        break;
    }
    return true;
}

} // namespace
} // namespace pad

void pad_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<pad::Attributes>("pad", "pad.cpu", pad::run));
}

} // namespace tenon::ops
