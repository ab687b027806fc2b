// SPDX-License-Identifier: Apache-2.0
// Every narrow type from and to f32: halves to even, what lies outside, NaN; bits as another type.
#include "cases/case.h"
#include "ops/convert/convert.h"

#include <cmath>

namespace tenon::ops {

void convert_cases(test::CaseList& list) {
    using convert::Attributes;
    using convert::Rounding;
    using test::tensor;
    auto roundTrip = [&](std::string name, Attributes a, std::vector<double> in, std::vector<double> out) {
        auto const n = static_cast<int64_t>(in.size());
        Box const codes = tensor(a.to, {n}, out);
        list.addExact("convert", name, a, {tensor(DType::kF32, {n}, std::move(in))}, codes);
        list.addExact("convert", name + "_back", Attributes{.to = DType::kF32}, {codes},
                      tensor(DType::kF32, {n}, std::move(out)));
    };
    roundTrip("f8e4m3", {.to = DType::kF8E4M3}, {1, 1.0625, 1.1875, 1000, -1000, 0.0009765625},
              {1, 1, 1.25, 448, -448, 0});
    roundTrip("f8e5m2", {.to = DType::kF8E5M2}, {1, 1.125, 1.375, 1e6}, {1, 1, 1.5, 57344});
    roundTrip("f8e5m2_infinite", {.to = DType::kF8E5M2, .saturate = false}, {1e6, -1e6}, {INFINITY, -INFINITY});
    roundTrip("f8e4m3fnuz", {.to = DType::kF8E4M3Fnuz}, {3, 300}, {3, 240});
    roundTrip("f4e2m1", {.to = DType::kF4E2M1}, {0.3, 2.5, -7, 5}, {0.5, 2, -6, 4});
    roundTrip("i4", {.to = DType::kI4}, {-9, -1.9, 2.5, 8}, {7, -1, 2, -8});
    roundTrip("u4", {.to = DType::kU4}, {-1, 3.9, 16}, {15, 3, 0});
    roundTrip("i2", {.to = DType::kI2}, {-3, -1, 0, 1, 5}, {1, -1, 0, 1, 1});
    roundTrip("u2", {.to = DType::kU2}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 0});
    list.addExact("convert", "i32_to_i4", Attributes{.to = DType::kI4}, {tensor(DType::kI32, {3}, {200, -3, 9})},
                  tensor(DType::kI4, {3}, {-8, -3, -7}));
    list.addExact("convert", "bits", Attributes{.to = DType::kI32, .bits = true}, {tensor(DType::kF32, {2}, {1, -2})},
                  tensor(DType::kI32, {2}, {1065353216, -1073741824}));
    list.addExact("convert", "empty", Attributes{.to = DType::kI4}, {tensor(DType::kF32, {0}, {})},
                  tensor(DType::kI4, {0}, {}));
}

} // namespace tenon::ops
