// SPDX-License-Identifier: Apache-2.0
// The standard's example, and other types.
#include "cases/case.h"
#include "ops/mel_weight_matrix/mel_weight_matrix.h"

namespace tenon::ops {

void mel_weight_matrix_cases(test::CaseList& list) {
    using test::scalar;
    auto add = [&](std::string name, DType type, DType real, std::vector<double> sizes, double lowest, double highest,
                   std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name),
                     .op = "mel_weight_matrix",
                     .attrs = mel_weight_matrix::Attributes{type},
                     .constants = {0, 1, 2, 3, 4}};
        for (double size : sizes)
            c.inputs.emplace_back(scalar(DType::kI32, size));
        c.inputs.emplace_back(scalar(real, lowest));
        c.inputs.emplace_back(scalar(real, highest));
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    std::vector<double> known(9 * 8, 0);
    // Where two corners of a band fall on one bin, that bin has the whole weight.
    for (auto [bin, band] : {std::pair{0, 0}, {0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}, {5, 7}})
        known[static_cast<size_t>(bin * 8 + band)] = 1;
    add("known", DType::kF32, DType::kF32, {8, 16, 8192}, 0, 4096, test::tensor(DType::kF32, {9, 8}, known));
    add("f64", DType::kF64, DType::kF64, {12, 128, 16000}, 20, 7600);
    add("i64_of_f16", DType::kI64, DType::kF16, {4, 64, 8000}, 0, 4000);
    add("bf16", DType::kBF16, DType::kF32, {5, 33, 8000}, 0, 3500);
}

} // namespace tenon::ops
