// SPDX-License-Identifier: Apache-2.0
// rotary_embedding.rows: all types but f64, computed in f32; tokens are shared out among threads.
#include "backend/cpu/rows.h"
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/parallel.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/rotary_embedding/rotary_embedding.h"

#include <algorithm>

namespace tenon::ops {
namespace rotary_embedding {
namespace {

/// The tensors of one run.
template <class T>
struct Rotation {
    Sizes sizes;
    T const *x, *cosines, *sines;
    T* y;
    int64_t const* positions; ///< null: the tables have a row for each token
    int64_t positionCount;    ///< rows of the tables
    bool interleaved;
};

/// One head of one token.
template <class T>
void rotateHead(T const* x, T* y, T const* cosines, T const* sines, int64_t half, bool interleaved) noexcept {
    if constexpr (std::is_same_v<T, float>) {
        cpu::rotateRow(half, interleaved, cosines, sines, x, y);
    } else {
        int64_t const apart = interleaved ? 1 : half, step = interleaved ? 2 : 1;
        for (int64_t i = 0; i < half; ++i) {
            auto const a = static_cast<float>(x[i * step]), b = static_cast<float>(x[i * step + apart]);
            auto const cosine = static_cast<float>(cosines[i]), sine = static_cast<float>(sines[i]);
            y[i * step] = T(cosine * a - sine * b);
            y[i * step + apart] = T(sine * a + cosine * b);
        }
    }
}

template <class T>
void rotateRows(Rotation<T> const& r, int64_t begin, int64_t end) noexcept {
    Sizes const& s = r.sizes;
    int64_t const half = s.rotated / 2;
    for (int64_t row = begin; row < end; ++row) {
        int64_t const token = s.tokenOf(row);
        int64_t at = token;
        if (r.positions != nullptr)
            at = r.positions[token] < 0 ? r.positions[token] + r.positionCount : r.positions[token];
        T const *const from = r.x + row * s.size, *const cosines = r.cosines + at * half,
                       *const sines = r.sines + at * half;
        T* const to = r.y + row * s.size;
        rotateHead(from, to, cosines, sines, half, r.interleaved);
        std::copy(from + s.rotated, from + s.size, to + s.rotated);
    }
}

bool fits(Sizes const& s, Args const& args) noexcept {
    bool good = s.rotated >= 0 && s.rotated <= s.size && s.rotated % 2 == 0;
    for (size_t i : {size_t{1}, size_t{2}}) {
        Tensor const& t = args.inputs[i];
        good = good && t.dims[t.rank - 1] == s.rotated / 2 && t.dims[0] == args.inputs[1].dims[0] &&
               (args.has(3) || (t.dims[0] == s.batch && t.dims[1] == s.length));
    }
    return good && (!args.has(3) || args.inputs[3].elements() == s.batch * s.length);
}

class RowsInstance final : public Instance {
public:
    explicit RowsInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()) {}

    bool enqueue(Args const& given) noexcept override {
        Args const args{given.inputs, given.outputs, given.workspace, given.failure, mInputs, 1};
        Sizes const s(mAttrs, args.inputs[0].shape());
        if (!fits(s, args))
            return args.failure->set(Message::kShape,
                                     "rotary_embedding: the tables or the positions do not fit %lld "
                                     "tokens, of which %lld of %lld elements are rotated",
                                     static_cast<long long>(s.batch * s.length), static_cast<long long>(s.rotated),
                                     static_cast<long long>(s.size));
        int64_t const rows = s.batch * s.heads * s.length, tables = args.inputs[1].dims[0];
        int64_t const* const positions = args.has(3) ? args.inputs[3].as<int64_t const>() : nullptr;
        for (int64_t i = 0; rows > 0 && positions != nullptr && i < s.batch * s.length; ++i)
            if (int64_t at = positions[i]; !wrapIndex(at, tables, "rotary_embedding", args.failure))
                return false;
        return withType(args.inputs[0].dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
                Rotation<T> const r{s,
                                    args.inputs[0].as<T const>(),
                                    args.inputs[1].as<T const>(),
                                    args.inputs[2].as<T const>(),
                                    args.outputs[0].as<T>(),
                                    positions,
                                    tables,
                                    mAttrs.interleaved};
                parallelFor(rows, kSerialNanoseconds / (s.size + 8) + 1,
                            [&](int64_t begin, int64_t end) { rotateRows(r, begin, end); });
            }
        });
    }

private:
    Attributes mAttrs;
    size_t mInputs;
};

std::string refusal(Problem const& problem) {
    if (problem.inputs[0].type.dtype == DType::kF64)
        return "f64 is computed by the reference alone";
    for (OperandDesc const& o : problem.inputs)
        if (o.present && !o.ranked)
            return "a rank is not known";
    return {};
}

} // namespace
} // namespace rotary_embedding

void rotary_embedding_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "rotary_embedding",
                              .name = "rotary_embedding.rows",
                              .refusal = rotary_embedding::refusal,
                              .make = instanceOf<rotary_embedding::RowsInstance>,
                              .elementNs = 0.5}));
}

} // namespace tenon::ops
