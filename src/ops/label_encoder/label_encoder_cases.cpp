// SPDX-License-Identifier: Apache-2.0
// Keys and values of every type, a key that comes twice, NaN, zeros of both signs.
#include "cases/case.h"
#include "ops/label_encoder/label_encoder.h"

#include <cmath>

namespace tenon::ops {

void label_encoder_cases(test::CaseList& list) {
    using label_encoder::Attributes;
    using label_encoder::Entries;
    using test::tensor;
    auto add = [&](std::string name, Attributes a, Box in, Box out) {
        list.addExact("label_encoder", std::move(name), std::move(a), {std::move(in)}, std::move(out));
    };
    Entries const words{{"a", "b", "a"}, {}, {}}, wholes{{}, {5, 6, 7}, {}}, reals{{}, {}, {0.5, NAN, 0}};
    Box const text = test::strings({2, 2}, {"a", "b", "c", "a"});
    add("string_to_i64", {DType::kString, DType::kI64, words, wholes, {{}, {-1}, {}}}, text,
        tensor(DType::kI64, {2, 2}, {5, 6, -1, 5}));
    add("string_to_i16", {DType::kString, DType::kI16, words, wholes, {{}, {-1}, {}}}, text,
        tensor(DType::kI16, {2, 2}, {5, 6, -1, 5}));
    add("string_to_f32", {DType::kString, DType::kF32, words, reals, {{}, {}, {-2}}}, text,
        tensor(DType::kF32, {2, 2}, {0.5, NAN, -2, 0.5}));
    add("string_to_string", {DType::kString, DType::kString, words, {{"x", "", "y"}, {}, {}}, {{"?"}, {}, {}}}, text,
        test::strings({2, 2}, {"x", "", "?", "x"}));
    add("i64_to_string", {DType::kI64, DType::kString, wholes, words, {{"?"}, {}, {}}},
        tensor(DType::kI64, {3}, {7, 5, 0}), test::strings({3}, {"a", "a", "?"}));
    add("i32_to_f64", {DType::kI32, DType::kF64, wholes, reals, {{}, {}, {9}}}, tensor(DType::kI32, {2}, {5, 8}),
        tensor(DType::kF64, {2}, {0.5, 9}));
    add("f32_to_i64", {DType::kF32, DType::kI64, reals, wholes, {{}, {-1}, {}}},
        tensor(DType::kF32, {5}, {0.5, NAN, -0.0, 0, 1}), tensor(DType::kI64, {5}, {5, 6, 7, 7, -1}));
    add("empty", {DType::kString, DType::kI64, words, wholes, {{}, {-1}, {}}}, test::strings({0}, {}),
        tensor(DType::kI64, {0}, {}));
}

} // namespace tenon::ops
