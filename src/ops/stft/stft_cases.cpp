// SPDX-License-Identifier: Apache-2.0
// Frames with and without a window, real and complex, an odd number of them, overlapping and apart.
#include "cases/case.h"
#include "ops/stft/stft.h"

namespace tenon::ops {
namespace stft {
namespace {

using test::Case;
using test::random;
using test::scalar;
using test::tensor;

struct Adder {
    test::CaseList& list;
    uint64_t seed = 1;

    void operator()(std::string name, bool onesided, std::vector<int64_t> signal, int64_t step,
                    std::optional<int64_t> window, std::optional<int64_t> length, DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "stft", .attrs = Attributes{onesided}, .constants = {kStep, kLength}};
        c.inputs.emplace_back(random(type, std::move(signal), seed++));
        c.inputs.emplace_back(scalar(DType::kI64, static_cast<double>(step)));
        c.inputs.resize(length ? 4 : (window ? 3 : 2));
        if (window)
            c.inputs[kWindow] = random(type, {*window}, seed++);
        if (length)
            c.inputs[kLength] = scalar(DType::kI32, static_cast<double>(*length));
        bool const isNarrow = type == DType::kF16 || type == DType::kBF16;
        c.rtol = isNarrow ? 2e-2 : 1e-5;
        c.atol = isNarrow ? 4e-2 : 1e-5;
        list.add(std::move(c));
    }
};

} // namespace
} // namespace stft

void stft_cases(test::CaseList& list) {
    using test::tensor;
    DType const f = DType::kF32;
    test::Case known{
        .name = "known",
        .op = "stft",
        .attrs = stft::Attributes{},
        .constants = {stft::kStep},
        .expected = {tensor(f, {1, 3, 3, 2}, {5, 0, -1, -1, -1, 0, 9.5, 0, -1, -2.5, -1.5, 0, 14, 0, -1, -4, -2, 0})}};
    known.inputs = {tensor(f, {1, 8, 1}, {1, 2, 3, 4, 5, 6, 7, 8}), test::scalar(DType::kI64, 2),
                    tensor(f, {4}, {0.5, 1, 0.5, 0.25})};
    list.add(std::move(known));
    stft::Adder add{list};
    add("window", true, {2, 50, 1}, 5, 16, {});
    add("window_and_length", true, {2, 50, 1}, 20, 9, 9);
    add("length", false, {1, 50, 1}, 7, {}, 10);
    add("whole_signal", true, {3, 21, 1}, 4, {}, {});
    add("complex", false, {2, 40, 2}, 3, 8, {});
    add("rank_2", true, {2, 33}, 4, 10, {});
    add("prime", true, {1, 80, 1}, 10, 37, {});
    add("too_short", true, {2, 5, 1}, 2, 8, {});
    add("many", true, {2, 4000, 1}, 16, 64, {});
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        add("type_" + std::string(nameOf(type)), true, {1, 24, 1}, 3, 8, {}, type);
}

} // namespace tenon::ops
