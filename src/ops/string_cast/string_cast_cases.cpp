// SPDX-License-Identifier: Apache-2.0
// Every type in both directions; forms of numbers; infinities and NaN.
#include "cases/case.h"
#include "ops/string_cast/string_cast.h"

#include <cmath>

namespace tenon::ops {

void string_cast_cases(test::CaseList& list) {
    using string_cast::Attributes;
    using test::strings;
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8, DType::kI16, DType::kI32,
                       DType::kI64, DType::kU8, DType::kU16, DType::kU32, DType::kU64}) {
        std::string const name(nameOf(type));
        list.addExact("string_cast", name + "_to_string", Attributes{DType::kString},
                      {tensor(type, {2, 2}, {0, 1, 7, 64})}, strings({2, 2}, {"0", "1", "7", "64"}));
        list.addExact("string_cast", "string_to_" + name, Attributes{type}, {strings({3}, {"12", " 7\n", "+3"})},
                      tensor(type, {3}, {12, 7, 3}));
    }
    double const inf = INFINITY;
    list.addExact("string_cast", "floats", Attributes{DType::kString},
                  {tensor(DType::kF32, {6}, {0.1, -2.5, 1e-5, 3.4e38, inf, -inf})},
                  strings({6}, {"0.1", "-2.5", "1e-05", "3.4e+38", "INF", "-INF"}));
    list.addExact("string_cast", "nan", Attributes{DType::kString}, {tensor(DType::kF64, {}, {NAN})},
                  strings({}, {"NaN"}));
    list.addExact("string_cast", "texts", Attributes{DType::kF32},
                  {strings({7}, {"1e-5", "1E8", "INF", "-inf", "3.14", ".5", "1e999"})},
                  tensor(DType::kF32, {7}, {1e-5F, 1e8, inf, -inf, 3.14F, .5, inf}));
    list.addExact("string_cast", "whole", Attributes{DType::kI64}, {strings({2}, {"-9223372036854775808", "-1"})},
                  tensor(DType::kI64, {2}, {-9223372036854775808.0, -1}));
    list.addExact("string_cast", "bool", Attributes{DType::kString}, {tensor(DType::kBool, {2}, {1, 0})},
                  strings({2}, {"1", "0"}));
    list.addExact("string_cast", "to_bool", Attributes{DType::kBool}, {strings({3}, {"0", "2", "0.0"})},
                  tensor(DType::kBool, {3}, {0, 1, 0}));
    list.addExact("string_cast", "empty", Attributes{DType::kI32}, {strings({0, 3}, {})},
                  tensor(DType::kI32, {0, 3}, {}));
}

} // namespace tenon::ops
