// SPDX-License-Identifier: Apache-2.0
// Lengths with small and with large prime factors, cut and filled up; every direction, axis, form and type.
#include "cases/case.h"
#include "ops/dft/dft.h"

namespace tenon::ops {
namespace dft {
namespace {

using test::Case;
using test::random;
using test::scalar;
using test::tensor;

struct Adder {
    test::CaseList& list;
    uint64_t seed = 1;

    /// The length and the axis are operands where they are given.
    void operator()(std::string name, Attributes a, std::vector<int64_t> dims, std::optional<int64_t> length = {},
                    std::optional<int64_t> axis = {}, DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "dft", .attrs = a, .constants = {1, 2}};
        c.inputs.emplace_back(random(type, std::move(dims), seed++));
        c.inputs.emplace_back();
        if (length)
            c.inputs[1] = scalar(DType::kI64, static_cast<double>(*length));
        if (axis)
            c.inputs.emplace_back(scalar(DType::kI64, static_cast<double>(*axis)));
        bool const isNarrow = type == DType::kF16 || type == DType::kBF16;
        c.rtol = isNarrow ? 2e-2 : 1e-5;
        c.atol = isNarrow ? 2e-2 : 1e-5;
        list.add(std::move(c));
    }
};

void addKnown(Adder& add) {
    DType const f = DType::kF32;
    double const root = 1.7320508075688772;
    auto known = [&](std::string name, Attributes a, Box x, Box want) {
        Case c{.name = std::move(name), .op = "dft", .attrs = a, .expected = {std::move(want)}};
        c.inputs.emplace_back(std::move(x));
        add.list.add(std::move(c));
    };
    std::vector<double> const signal{1, 2, 3, 4, 5, 7}, half{22, 0, -2.5, 3.5 * root, -3.5, 1.5 * root, -4, 0};
    known("known_half", {.onesided = true}, tensor(f, {6, 1}, signal), tensor(f, {4, 2}, half));
    known("known_real", {.inverse = true, .onesided = true}, tensor(f, {4, 2}, half), tensor(f, {6, 1}, signal));
    known("known_complex", {}, tensor(f, {4, 2}, {1, 0, 0, 1, -1, 0, 0, -1}),
          tensor(f, {4, 2}, {0, 0, 4, 0, 0, 0, 0, 0}));
    known("known_inverse", {.inverse = true}, tensor(f, {4, 2}, {0, 0, 4, 0, 0, 0, 0, 0}),
          tensor(f, {4, 2}, {1, 0, 0, 1, -1, 0, 0, -1}));
}

} // namespace
} // namespace dft

void dft_cases(test::CaseList& list) {
    using dft::Attributes;
    dft::Adder add{list};
    dft::addKnown(add);
    for (int64_t n : {1, 2, 3, 5, 8, 12, 13, 17, 30, 64, 77, 97, 128}) {
        std::string const text = std::to_string(n);
        add("complex_" + text, {}, {3, n, 2});
        add("real_" + text, {}, {3, n, 1});
        add("half_" + text, {.onesided = true}, {2, n, 1});
        add("inverse_" + text, {.inverse = true}, {2, n, 2});
        add("to_real_" + text, {.inverse = true, .onesided = true}, {2, n / 2 + 1, 2}, n);
    }
    add("inverse_of_real", {.inverse = true}, {3, 10, 1});
    add("to_real_by_default", {.inverse = true, .onesided = true}, {3, 6, 2});
    add("cut", {}, {2, 10, 2}, 7);
    add("filled_up", {.onesided = true}, {3, 10, 1}, 16);
    add("to_real_filled_up", {.inverse = true, .onesided = true}, {2, 3, 2}, 9);
    add("first_axis", {.axis = 0}, {6, 4, 2});
    add("axis_operand", {.onesided = true}, {2, 9, 4, 1}, {}, 1);
    add("negative_axis_operand", {}, {2, 9, 4, 2}, 5, -3);
    add("empty", {}, {0, 8, 2});
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        add("type_" + std::string(nameOf(type)), {}, {2, 7, 1}, {}, {}, type);
    test::Case sizes{.name = "sizes", .op = "dft", .attrs = Attributes{.onesided = true}, .atol = 1e-5};
    sizes.inputs.emplace_back(test::random(DType::kF32, {2, 16, 3, 1}, 1));
    for (int64_t n : {5, 31}) {
        auto& more = sizes.more.emplace_back();
        more.emplace_back(test::random(DType::kF32, {n, 16, 1, 1}, static_cast<uint64_t>(n)));
    }
    list.add(std::move(sizes));
}

} // namespace tenon::ops
