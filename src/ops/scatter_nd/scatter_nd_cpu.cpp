// SPDX-License-Identifier: Apache-2.0
// scatter_nd.parts: the result is cut into as many parts as there are threads; each thread reads all positions and
// writes the slices of its own part, so updates of one slice meet it in their order.
#include "backend/cpu/scatter.h"
#include "backend/cpu/split.h"
#include "kernel/table.h"
#include "ops/scatter_nd/scatter_nd.h"

#include <cstring>

namespace tenon::ops {
namespace scatter_nd {
namespace {

struct Sizes {
    int64_t depth, rows, run; ///< numbers of a position, positions, elements of a slice
    int64_t slices;           ///< of the data
    int64_t const* dims;      ///< of the data; the first `depth` are those of slices
};

/// The slice at a position, or -1 where it lies outside.
template <class I>
int64_t sliceAt(I const* position, Sizes const& s, cpu::Outside& outside) noexcept {
    int64_t at = 0;
    for (int64_t d = 0; d < s.depth; ++d) {
        auto const given = static_cast<int64_t>(position[d]);
        int64_t const i = given < 0 ? given + s.dims[d] : given;
        if (i < 0 || i >= s.dims[d]) {
            outside.set(given, s.dims[d]);
            return -1;
        }
        at = at * s.dims[d] + i;
    }
    return at;
}

/// The updates of the slices in [first, last).
template <class I, class T, class M>
void scatter(Sizes const& s, I const* indices, T const* updates, T* out, int64_t first, int64_t last,
             cpu::Outside& outside, M met) noexcept {
    for (int64_t row = 0; row < s.rows; ++row) {
        int64_t const slice = sliceAt(indices + row * s.depth, s, outside);
        if (slice < first || slice >= last)
            continue;
        T const* const from = updates + row * s.run;
        T* const to = out + slice * s.run;
        if constexpr (std::is_same_v<M, cpu::Meet<Reduction::kNone>>)
            std::copy_n(from, s.run, to);
        else
            for (int64_t i = 0; i < s.run; ++i)
                met(to[i], from[i]);
    }
}

bool parts(Attributes const& a, Args const& args) noexcept {
    Tensor const &data = args.inputs[0], &indices = args.inputs[1], &updates = args.inputs[2], &out = args.outputs[0];
    Sizes s{indices.dims[indices.rank - 1], 0, 1, 1, data.dims};
    s.rows = product(indices.shape(), 0, static_cast<size_t>(indices.rank) - 1);
    for (int64_t d = 0; d < data.rank; ++d)
        (d < s.depth ? s.slices : s.run) *= data.dims[d];
    if (updates.elements() != s.rows * s.run)
        return args.failure->set(Message::kRunFailed, "scatter_nd: the updates do not fit the indices and the data");
    int64_t const bytes = bitsOf(data.dtype) / 8 * s.run;
    bool const little = s.rows * (bytes / 8 + s.depth * 4) + s.slices * bytes / 8 < kSerialNanoseconds;
    int64_t const count = little ? 1 : std::clamp<int64_t>(threads(), 1, std::max<int64_t>(s.slices, 1));
    cpu::Outside outside;
    parallelFor(count, 1, [&](int64_t begin, int64_t end) {
        int64_t const first = cpu::splitAt(s.slices, count, begin), last = cpu::splitAt(s.slices, count, end);
        if (data.data != out.data && last > first)
            std::memcpy(out.as<std::byte>() + first * bytes, data.as<std::byte const>() + first * bytes,
                        static_cast<size_t>((last - first) * bytes));
        cpu::withMeet(a.reduction, data.dtype, [&](auto sample, auto met) {
            using T = decltype(sample);
            auto run = [&](auto const* positions) {
                scatter(s, positions, updates.as<T const>(), out.as<T>(), first, last, outside, met);
            };
            if (indices.dtype == DType::kI32)
                run(indices.as<int32_t const>());
            else
                run(indices.as<int64_t const>());
        });
    });
    return outside.none("scatter_nd", args.failure);
}

} // namespace
} // namespace scatter_nd

void scatter_nd_cpu(KernelTable& table) {
    table.add(std::make_unique<cpu::ScatterKernel<scatter_nd::Attributes>>("scatter_nd", "scatter_nd.parts",
                                                                           scatter_nd::parts));
}

} // namespace tenon::ops
