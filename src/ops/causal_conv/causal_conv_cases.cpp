// SPDX-License-Identifier: Apache-2.0
// Without and with what came before, bias, a kernel longer than the input, activation, types.
#include "cases/case.h"
#include "ops/causal_conv/causal_conv.h"

namespace tenon::ops {

void causal_conv_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, bool silu, std::vector<std::optional<Box>> in, Box out, Box state) {
        test::Case c{.name = std::move(name), .op = "causal_conv", .inputs = std::move(in), .results = 2};
        c.attrs = causal_conv::Attributes{silu};
        c.expected = {std::move(out), std::move(state)};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        Box const x = tensor(type, {1, 2, 3}, {1, 2, 3, 4, 5, 6}), w = tensor(type, {2, 1, 2}, {10, 1, 0, 2});
        add("plain" + suffix, false, {x, w}, tensor(type, {1, 2, 3}, {1, 12, 23, 8, 10, 12}),
            tensor(type, {1, 2, 1}, {3, 6}));
        add("past_and_bias" + suffix, false, {x, w, tensor(type, {2}, {1, -1}), tensor(type, {1, 2, 1}, {5, 9})},
            tensor(type, {1, 2, 3}, {52, 13, 24, 7, 9, 11}), tensor(type, {1, 2, 1}, {3, 6}));
    }
    constexpr DType kType = DType::kF32;
    add("long_kernel", false, {tensor(kType, {1, 1, 1}, {7}), tensor(kType, {1, 1, 4}, {1, 2, 3, 4})},
        tensor(kType, {1, 1, 1}, {28}), tensor(kType, {1, 1, 3}, {0, 0, 7}));
    add("silu", true, {tensor(kType, {1, 1, 2}, {0, 1}), tensor(kType, {1, 1, 1}, {1})},
        tensor(kType, {1, 1, 2}, {0, 0.7310585786300049}), tensor(kType, {1, 1, 0}, {}));
}

} // namespace tenon::ops
