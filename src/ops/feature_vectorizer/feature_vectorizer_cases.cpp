// SPDX-License-Identifier: Apache-2.0
// Every type, one to many operands, vectors as rows, no rows, no columns.
#include "cases/case.h"
#include "ops/feature_vectorizer/feature_vectorizer.h"

namespace tenon::ops {

void feature_vectorizer_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, std::vector<Box> inputs, std::optional<Box> want = {}) {
        feature_vectorizer::Attributes a;
        for (Box const& in : inputs)
            a.inputdimensions.push_back(in.dims.back());
        list.addExact("feature_vectorizer", std::move(name), std::move(a), std::move(inputs), std::move(want));
    };
    Box const want = tensor(DType::kF32, {2, 3}, {1, -2, 5, 3, 4, 6});
    uint64_t seed = 1;
    for (DType type : {DType::kI32, DType::kI64, DType::kF32, DType::kF64}) {
        std::string const name(nameOf(type));
        add("known_" + name, {tensor(type, {2, 2}, {1, -2, 3, 4}), tensor(type, {2, 1}, {5, 6})}, want);
        for (int64_t rows : {1, 7, 33})
            add("rows" + std::to_string(rows) + "_" + name,
                {random(type, {rows, 7}, seed, -1e6, 1e6), random(type, {rows, 1}, seed + 1, -9, 9),
                 random(type, {rows, 33}, seed + 2, -9, 9)});
        seed += 3;
    }
    add("one", {tensor(DType::kF64, {1, 2}, {0.1, 1e-3})}, tensor(DType::kF32, {1, 2}, {0.1F, 1e-3F}));
    add("large_whole_numbers", {tensor(DType::kI32, {2}, {16777217, 16777219})},
        tensor(DType::kF32, {1, 2}, {16777216, 16777220}));
    add("vectors", {tensor(DType::kI64, {2}, {1, 2}), tensor(DType::kI64, {1}, {3})},
        tensor(DType::kF32, {1, 3}, {1, 2, 3}));
    add("vector_and_row", {tensor(DType::kF32, {1}, {1}), tensor(DType::kF32, {1, 2}, {2, 3})},
        tensor(DType::kF32, {1, 3}, {1, 2, 3}));
    add("no_rows", {random(DType::kF32, {0, 2}, 1), random(DType::kF32, {0, 3}, 2)}, tensor(DType::kF32, {0, 5}, {}));
    add("no_columns", {tensor(DType::kF32, {2, 0}, {}), tensor(DType::kF32, {2, 1}, {1, 2})},
        tensor(DType::kF32, {2, 1}, {1, 2}));
    test::Case open{.name = "open_rows",
                    .op = "feature_vectorizer",
                    .attrs = feature_vectorizer::Attributes{{2, 3}},
                    .rtol = 0,
                    .atol = 0};
    open.inputs = {random(DType::kF32, {3, 2}, 1), random(DType::kF32, {3, 3}, 2)};
    open.more = {{random(DType::kF32, {1, 2}, 3), random(DType::kF32, {1, 3}, 4)},
                 {random(DType::kF32, {8, 2}, 5), random(DType::kF32, {8, 3}, 6)}};
    list.add(std::move(open));
}

} // namespace tenon::ops
