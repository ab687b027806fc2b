// SPDX-License-Identifier: Apache-2.0
// Every kernel computes correctly rounded quotients, so all cases are exact.
#include "cases/case.h"
#include "ops/quantize_linear/quantize_linear.h"

#include <limits>

namespace tenon::ops {
namespace quantize_linear {
namespace {

using test::Case;
using test::random;
using test::tensor;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Adder {
    test::CaseList& list;
    int seed = 100;

    void operator()(std::string name, Attributes a, std::vector<Box> in, std::optional<Box> expected = {}) {
        list.addExact("quantize_linear", std::move(name), std::move(a), std::move(in), std::move(expected));
    }
    /// x of these dims by `scales` scales along the axis, and as many zero points.
    void list1(std::string name, DType type, std::vector<int64_t> dims, int64_t axis, int64_t scales) {
        double const low = type == DType::kI8 ? -128 : 0;
        (*this)(std::move(name), {.granularity = {axis, {}}},
                {random(DType::kF32, std::move(dims), static_cast<uint64_t>(seed++), -300, 300),
                 random(DType::kF32, {scales}, static_cast<uint64_t>(seed++), 0.3, 3),
                 random(type, {scales}, static_cast<uint64_t>(seed++), low, low + 256)});
    }
};

/// Halves, limits and what is no number; the answers are known.
void addKnown(Adder& add) {
    DType const f = DType::kF32;
    add("known", {}, {tensor(f, {6}, {0, 2, 3, 1000, -254, -1000}), test::scalar(f, 2), test::scalar(DType::kU8, 128)},
        tensor(DType::kU8, {6}, {128, 129, 130, 255, 1, 0}));
    std::vector<double> const halves{0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 126.5, 127.5, -127.5, -128.5, -129};
    add("halves_to_even", {.type = DType::kI8}, {tensor(f, {11}, halves), test::scalar(f, 1)},
        tensor(DType::kI8, {11}, {0, 2, 2, 0, -2, -2, 126, 127, -128, -128, -128}));
    add("rounds_before_the_zero_point", {},
        {tensor(f, {4}, {0.5, 1.5, 2.5, -0.5}), test::scalar(f, 1), test::scalar(DType::kU8, 1)},
        tensor(DType::kU8, {4}, {1, 3, 3, 1}));
    std::vector<double> const odd{kNaN, kInf, -kInf, 3e38, -3e38, -0.0, 1e-45};
    add("odd_values_i8", {}, {tensor(f, {7}, odd), test::scalar(f, 0.5), test::scalar(DType::kI8, -7)},
        tensor(DType::kI8, {7}, {-7, 127, -128, 127, -128, -7, -7}));
    add("odd_values_u8", {}, {tensor(f, {7}, odd), test::scalar(f, 0.5), test::scalar(DType::kU8, 255)},
        tensor(DType::kU8, {7}, {255, 255, 0, 255, 0, 255, 255}));
    add("scale_zero", {.type = DType::kI8}, {tensor(f, {3}, {1, -1, 0}), test::scalar(f, 0)},
        tensor(DType::kI8, {3}, {127, -128, 0}));
    add("scale_negative", {.type = DType::kI8}, {tensor(f, {3}, {1, -1, 500}), test::scalar(f, -0.5)},
        tensor(DType::kI8, {3}, {-2, 2, -128}));
    add("scale_nan", {.type = DType::kI8}, {tensor(f, {1}, {1}), test::scalar(f, kNaN)}, tensor(DType::kI8, {1}, {0}));
    add("i16", {}, {tensor(f, {4}, {40000, -40000, 2.5, kNaN}), test::scalar(f, 1), test::scalar(DType::kI16, 3)},
        tensor(DType::kI16, {4}, {32767, -32768, 5, 3}));
    add("u16", {}, {tensor(f, {4}, {70000, -1, 65534.5, 7}), test::scalar(f, 1), test::scalar(DType::kU16, 0)},
        tensor(DType::kU16, {4}, {65535, 0, 65534, 7}));
    add("i4_odd_count", {.type = DType::kI4}, {tensor(f, {5}, {7.5, -8.5, -9, 100, -1}), test::scalar(f, 1)},
        tensor(DType::kI4, {5}, {7, -8, -8, 7, -1}));
    add("u4", {}, {tensor(f, {2, 3}, {-1, 0, 15, 16, 7.5, 2}), test::scalar(f, 1), test::scalar(DType::kU4, 1)},
        tensor(DType::kU4, {2, 3}, {0, 1, 15, 15, 9, 3}));
    add("u8_by_default", {}, {tensor(f, {3}, {-1, 300, 4}), test::scalar(f, 1)}, tensor(DType::kU8, {3}, {0, 255, 4}));
}

/// Float results, and operands of other types.
void addTypes(Adder& add) {
    DType const f = DType::kF32;
    std::vector<double> const x{0, 1, 2, 1e5, -200, kInf, kNaN, -0.0};
    add("f8e4m3", {.type = DType::kF8E4M3}, {tensor(f, {8}, x), test::scalar(f, 2)},
        tensor(DType::kF8E4M3, {8}, {0, 0.5, 1, 448, -96, 448, kNaN, -0.0}));
    add("f8e5m2", {.type = DType::kF8E5M2}, {tensor(f, {8}, x), test::scalar(f, 2)},
        tensor(DType::kF8E5M2, {8}, {0, 0.5, 1, 49152, -96, 57344, kNaN, -0.0}));
    add("f8e4m3fnuz", {}, {tensor(f, {8}, x), test::scalar(f, 2), test::scalar(DType::kF8E4M3Fnuz, 0)},
        tensor(DType::kF8E4M3Fnuz, {8}, {0, 0.5, 1, 240, -96, 240, kNaN, 0}));
    add("f8e5m2fnuz", {}, {tensor(f, {8}, x), test::scalar(f, 2), test::scalar(DType::kF8E5M2Fnuz, 0)},
        tensor(DType::kF8E5M2Fnuz, {8}, {0, 0.5, 1, 49152, -96, 57344, kNaN, 0}));
    add("f8e4m3_unsaturated", {.type = DType::kF8E4M3, .saturate = false},
        {tensor(f, {4}, {464, 465, kInf, 1}), test::scalar(f, 1)}, tensor(DType::kF8E4M3, {4}, {448, kNaN, kNaN, 1}));
    add("f4e2m1", {.type = DType::kF4E2M1},
        {tensor(f, {9}, {0.25, 0.75, 1.25, 2.5, 3.5, 5, -7, kNaN, -0.2}), test::scalar(f, 1)},
        tensor(DType::kF4E2M1, {9}, {0, 1, 1, 2, 4, 4, -6, 6, -0.0}));
    add("scale_e8m0", {.type = DType::kF4E2M1}, {tensor(f, {3}, {0.5, 3, -100}), test::scalar(DType::kE8M0, 0.5)},
        tensor(DType::kF4E2M1, {3}, {1, 6, -6}));
    // 4102 is no half precision number: it becomes 4104.
    add("precision_f16", {.precision = DType::kF16},
        {tensor(f, {2}, {4102, 3}), test::scalar(f, 2), test::scalar(DType::kI16, 0)},
        tensor(DType::kI16, {2}, {2052, 2}));
    add("f16", {},
        {tensor(DType::kF16, {4}, {1, 2.5, -3, 1000}), test::scalar(DType::kF16, 0.5), test::scalar(DType::kI8, 1)},
        tensor(DType::kI8, {4}, {3, 6, -5, 127}));
    add("bf16", {},
        {tensor(DType::kBF16, {4}, {1, 2.5, -3, 1000}), test::scalar(DType::kBF16, 0.5), test::scalar(DType::kI8, 1)},
        tensor(DType::kI8, {4}, {3, 6, -5, 127}));
    add("i32", {.type = DType::kI8}, {tensor(DType::kI32, {4}, {3, 5, -7, 1000}), test::scalar(f, 2)},
        tensor(DType::kI8, {4}, {2, 2, -4, 127}));
    add("i32_by_i32", {.type = DType::kI16},
        {tensor(DType::kI32, {2}, {2147483647, -7}), test::scalar(DType::kI32, 65536)},
        tensor(DType::kI16, {2}, {32767, 0}));
    add("f16_random", {.type = DType::kI8},
        {random(DType::kF16, {3, 37}, 1, -60, 60), random(DType::kF16, {37}, 2, 0.1, 1)});
    add("mixed_types", {.type = DType::kI8}, {random(f, {3, 37}, 3, -60, 60), random(DType::kBF16, {37}, 4, 0.1, 1)});
}

/// One scale, lists along every axis, and lengths that leave tails.
void addShapes(Adder& add) {
    for (DType type : {DType::kI8, DType::kU8}) {
        std::string const t(nameOf(type));
        double const low = type == DType::kI8 ? -128 : 0;
        for (int64_t n : {1, 7, 16, 33, 1000, 40000}) {
            add(t + "_one_" + std::to_string(n), {},
                {random(DType::kF32, {n}, static_cast<uint64_t>(n), -200, 200), tensor(DType::kF32, {1}, {0.7}),
                 tensor(type, {1}, {low + 100})});
            add.list1(t + "_last_" + std::to_string(n), type, {3, n}, -1, n);
            add.list1(t + "_first_" + std::to_string(n), type, {3, n}, 0, 3);
            add.list1(t + "_middle_" + std::to_string(n), type, {2, 5, n}, 1, 5);
        }
        add.list1(t + "_rank1", type, {19}, 1, 19);
        add.list1(t + "_rank1_axis0", type, {19}, 0, 19);
        add.list1(t + "_rank4_channels", type, {2, 19, 5, 3}, 1, 19);
        add.list1(t + "_rank4_negative_axis", type, {2, 3, 5, 18}, -3, 3);
        add.list1(t + "_rank5_one", type, {2, 19, 3, 2, 2}, 1, 1);
        add.list1(t + "_rank6", type, {2, 3, 2, 3, 2, 5}, 4, 2);
        add.list1(t + "_empty", type, {0, 4}, 1, 4);
        add.list1(t + "_no_scales", type, {3, 0}, 1, 0);
        add(t + "_scalar", {}, {test::scalar(DType::kF32, 3), test::scalar(DType::kF32, 2), test::scalar(type, 1)},
            test::scalar(type, 3));
        add(t + "_image", {},
            {random(DType::kF32, {2, 19, 7, 5}, 7, -200, 200), test::scalar(DType::kF32, 0.7), test::scalar(type, 5)});
        add(t + "_scale_of_ones", {},
            {random(DType::kF32, {2, 3, 7}, 7, -200, 200), tensor(DType::kF32, {1, 1, 1}, {0.7})});
    }
    Case sizes{
        .name = "sizes", .op = "quantize_linear", .attrs = Attributes{}, .constants = {1, 2}, .rtol = 0, .atol = 0};
    sizes.inputs.emplace_back(random(DType::kF32, {2, 5, 9}, 1, -200, 200));
    sizes.inputs.emplace_back(random(DType::kF32, {5}, 2, 0.5, 2));
    sizes.inputs.emplace_back(random(DType::kI8, {5}, 3, -9, 9));
    for (auto const& dims : {std::vector<int64_t>{1, 5, 1}, {7, 5, 33}, {0, 5, 2}}) {
        sizes.more.emplace_back();
        sizes.more.back().emplace_back(random(DType::kF32, dims, 4, -200, 200));
        sizes.more.back().resize(3);
    }
    add.list.add(std::move(sizes));
}

void addBlocks(Adder& add) {
    DType const f = DType::kF32;
    // The second block of each row is cut short.
    add("block_uneven", {.granularity = {1, {2}}, .type = DType::kI8},
        {tensor(f, {2, 3}, {2, 4, 6, 8, 10, 12}), tensor(f, {2, 2}, {1, 2, 4, 3})},
        tensor(DType::kI8, {2, 3}, {2, 4, 3, 2, 2, 4}));
    add("block_axis0", {.granularity = {-2, {2}}},
        {random(f, {4, 3}, 1, 0, 20), random(f, {2, 3}, 2, 0.1, 1), random(DType::kU8, {2, 3}, 3, 0, 100)});
    add("block_both_axes", {.granularity = {1, {2, 3}}, .type = DType::kI4},
        {random(f, {4, 7}, 4, -9, 9), random(f, {2, 3}, 5, 0.5, 2)});
    add("block_whole_axis", {.granularity = {1, {1, -1}}, .type = DType::kI8},
        {random(f, {3, 5}, 6, -90, 90), random(f, {3, 1}, 7, 0.5, 2)});
    add("block_by_dims", {.type = DType::kI8}, {random(f, {2, 6, 4}, 8, -90, 90), random(f, {2, 3, 4}, 9, 0.5, 2)});
    add("block_rank1", {.granularity = {0, {3}}, .type = DType::kI8},
        {random(f, {8}, 10, -90, 90), random(f, {3}, 11, 0.5, 2)});
    add("block_larger_than_axis", {.granularity = {1, {64}}, .type = DType::kI8},
        {random(f, {3, 5}, 12, -90, 90), random(f, {3, 1}, 13, 0.5, 2)});
    add("block_empty", {.granularity = {1, {4}}, .type = DType::kI8}, {random(f, {3, 0}, 14), random(f, {3, 0}, 15)});
}

} // namespace
} // namespace quantize_linear

void quantize_linear_cases(test::CaseList& list) {
    quantize_linear::Adder add{list};
    quantize_linear::addKnown(add);
    quantize_linear::addTypes(add);
    quantize_linear::addShapes(add);
    quantize_linear::addBlocks(add);
}

} // namespace tenon::ops
