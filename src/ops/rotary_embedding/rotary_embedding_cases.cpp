// SPDX-License-Identifier: Apache-2.0
// A quarter turn and half a turn by hand: halves and pairs, a part that stays, positions, both ranks, types; then odd
// sizes of all.
#include "cases/case.h"
#include "ops/rotary_embedding/rotary_embedding.h"

namespace tenon::ops {

void rotary_embedding_cases(test::CaseList& list) {
    using rotary_embedding::Attributes;
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        Box const x = tensor(type, {1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
        // Row 0 turns by 0 and by a quarter, row 1 by half a turn and by 0.
        Box const cosines = tensor(type, {2, 2}, {1, 0, -1, 1}), sines = tensor(type, {2, 2}, {0, 1, 0, 0});
        Box const positions = tensor(DType::kI64, {1, 2}, {0, 1}), swapped = tensor(DType::kI64, {1, 2}, {1, 0});
        list.addExact("rotary_embedding", "halves" + suffix, Attributes{}, {x, cosines, sines, positions},
                      tensor(type, {1, 1, 2, 4}, {1, -4, 3, 2, -5, 6, -7, 8}));
        list.addExact("rotary_embedding", "pairs" + suffix, Attributes{.interleaved = true},
                      {x, cosines, sines, swapped}, tensor(type, {1, 1, 2, 4}, {-1, -2, 3, 4, 5, 6, -8, 7}));
        Box const one = tensor(type, {1, 2, 1}, {0, -1}), other = tensor(type, {1, 2, 1}, {1, 0});
        list.addExact("rotary_embedding", "part" + suffix, Attributes{.rotated = 2, .heads = 1},
                      {tensor(type, {1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}), one, other},
                      tensor(type, {1, 2, 4}, {-2, 1, 3, 4, -5, -6, 7, 8}));
        for (bool pairs : {false, true}) {
            test::Case c{.name = std::string("heads_") + (pairs ? "pairs" : "halves") + suffix,
                         .op = "rotary_embedding",
                         .attrs = Attributes{.interleaved = pairs, .rotated = 10, .heads = 3}};
            c.inputs = {test::random(type, {2, 7, 39}, 1), test::random(type, {9, 5}, 2), test::random(type, {9, 5}, 3),
                        test::random(DType::kI64, {2, 7}, 4, -9, 9)};
            c.rtol = type == DType::kBF16 ? 1e-2 : (type == DType::kF16 ? 1e-3 : 1e-5);
            c.atol = bitsOf(type) < 32 ? 1e-3 : 1e-6;
            list.add(std::move(c));
        }
    }
    list.add({.name = "nothing",
              .op = "rotary_embedding",
              .attrs = Attributes{},
              .inputs = {test::random(DType::kF32, {0, 2, 3, 4}, 1), test::random(DType::kF32, {0, 3, 2}, 2),
                         test::random(DType::kF32, {0, 3, 2}, 3)}});
}

} // namespace tenon::ops
