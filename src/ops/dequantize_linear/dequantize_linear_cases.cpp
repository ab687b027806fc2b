// SPDX-License-Identifier: Apache-2.0
// Every kernel computes one correctly rounded product, so all cases are exact.
#include "cases/case.h"
#include "ops/dequantize_linear/dequantize_linear.h"

#include <limits>

namespace tenon::ops {
namespace dequantize_linear {
namespace {

using test::Case;
using test::random;
using test::tensor;

struct Adder {
    test::CaseList& list;
    int seed = 100;

    void operator()(std::string name, Attributes a, std::vector<Box> in, std::optional<Box> expected = {}) {
        list.addExact("dequantize_linear", std::move(name), std::move(a), std::move(in), std::move(expected));
    }
    /// x of these dims by `scales` scales along the axis, and as many zero points.
    void list1(std::string name, DType type, std::vector<int64_t> dims, int64_t axis, int64_t scales) {
        double const low = type == DType::kI8 ? -128 : 0;
        (*this)(std::move(name), {.granularity = {axis, {}}},
                {random(type, std::move(dims), static_cast<uint64_t>(seed++), low, low + 256),
                 random(DType::kF32, {scales}, static_cast<uint64_t>(seed++), -3, 3),
                 random(type, {scales}, static_cast<uint64_t>(seed++), low, low + 256)});
    }
};

void addKnown(Adder& add) {
    DType const f = DType::kF32;
    constexpr double kInf = std::numeric_limits<double>::infinity();
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    add("known", {}, {tensor(DType::kU8, {4}, {0, 3, 128, 255}), test::scalar(f, 2), test::scalar(DType::kU8, 128)},
        tensor(f, {4}, {-256, -250, 0, 254}));
    add("i8_limits", {}, {tensor(DType::kI8, {3}, {-128, 127, 0}), test::scalar(f, 0.5), test::scalar(DType::kI8, 127)},
        tensor(f, {3}, {-127.5, 0, -63.5}));
    add("odd_scales", {}, {tensor(DType::kI8, {2, 3}, {1, 0, -1, 2, 3, -3}), tensor(f, {3}, {kInf, kNaN, 0})},
        tensor(f, {2, 3}, {kInf, kNaN, 0, kInf, kNaN, 0}));
    add("i16", {}, {tensor(DType::kI16, {2}, {-32768, 32767}), test::scalar(f, 2), test::scalar(DType::kI16, 32767)},
        tensor(f, {2}, {-131070, 0}));
    add("u16", {}, {tensor(DType::kU16, {2}, {65535, 7}), test::scalar(f, 2)}, tensor(f, {2}, {131070, 14}));
    add("i32", {}, {tensor(DType::kI32, {3}, {2147483647, -7, 16777217}), test::scalar(f, 0.5)},
        tensor(f, {3}, {1073741824, -3.5, 8388608}));
    add("i4_odd_count", {},
        {tensor(DType::kI4, {5}, {0, 1, 7, -4, -8}), test::scalar(f, 2), test::scalar(DType::kI4, 1)},
        tensor(f, {5}, {-2, 0, 12, -10, -18}));
    add("u4", {}, {tensor(DType::kU4, {5}, {0, 1, 7, 10, 15}), test::scalar(f, 2), test::scalar(DType::kU4, 1)},
        tensor(f, {5}, {-2, 0, 12, 18, 28}));
    add("f8e4m3", {}, {tensor(DType::kF8E4M3, {6}, {0, 0.5, 448, -104, kNaN, 0.001953125}), test::scalar(f, 2)},
        tensor(f, {6}, {0, 1, 896, -208, kNaN, 0.00390625}));
    add("f8e5m2", {}, {tensor(DType::kF8E5M2, {5}, {0, 0.5, 57344, -96, kNaN}), test::scalar(f, 2)},
        tensor(f, {5}, {0, 1, 114688, -192, kNaN}));
    add("f8e4m3fnuz", {}, {tensor(DType::kF8E4M3Fnuz, {4}, {240, -104, kNaN, 0.5}), test::scalar(f, 2)},
        tensor(f, {4}, {480, -208, kNaN, 1}));
    add("f8e5m2fnuz", {}, {tensor(DType::kF8E5M2Fnuz, {4}, {57344, -96, kNaN, 0.5}), test::scalar(f, 2)},
        tensor(f, {4}, {114688, -192, kNaN, 1}));
    add("f4e2m1", {},
        {tensor(DType::kF4E2M1, {7}, {0, 0.5, 1, 1.5, -6, 3, -4}), test::scalar(f, 2), test::scalar(DType::kF4E2M1, 0)},
        tensor(f, {7}, {0, 1, 2, 3, -12, 6, -8}));
    add("to_f16", {}, {tensor(DType::kI8, {3}, {127, -128, 5}), test::scalar(DType::kF16, 0.25)},
        tensor(DType::kF16, {3}, {31.75, -32, 1.25}));
    add("to_f16_of_f32", {.type = DType::kF16}, {tensor(DType::kI8, {3}, {127, -128, 5}), test::scalar(f, 1000)},
        tensor(DType::kF16, {3}, {kInf, -kInf, 5000}));
    add("to_bf16", {},
        {tensor(DType::kU8, {2}, {255, 3}), test::scalar(DType::kBF16, 3)}, // 765 lies between 764 and 768
        tensor(DType::kBF16, {2}, {764, 9}));
    add("scale_e8m0", {.type = DType::kF32},
        {tensor(DType::kF4E2M1, {2}, {6, -0.5}), test::scalar(DType::kE8M0, 0.125)}, tensor(f, {2}, {0.75, -0.0625}));
}

/// One scale, lists along every axis, and lengths that leave tails.
void addShapes(Adder& add) {
    for (DType type : {DType::kI8, DType::kU8}) {
        std::string const t(nameOf(type));
        double const low = type == DType::kI8 ? -128 : 0;
        for (int64_t n : {1, 7, 16, 33, 1000, 40000}) {
            add(t + "_one_" + std::to_string(n), {},
                {random(type, {n}, static_cast<uint64_t>(n), low, low + 256), tensor(DType::kF32, {1}, {0.7}),
                 tensor(type, {1}, {low + 100})});
            add.list1(t + "_last_" + std::to_string(n), type, {3, n}, -1, n);
            add.list1(t + "_first_" + std::to_string(n), type, {3, n}, 0, 3);
            add.list1(t + "_middle_" + std::to_string(n), type, {2, 5, n}, 1, 5);
        }
        add.list1(t + "_rank1", type, {19}, 1, 19);
        add.list1(t + "_rank4_channels", type, {2, 19, 5, 3}, 1, 19);
        add.list1(t + "_rank4_negative_axis", type, {2, 3, 5, 18}, -3, 3);
        add.list1(t + "_rank5_one", type, {2, 19, 3, 2, 2}, 1, 1);
        add.list1(t + "_rank6", type, {2, 3, 2, 3, 2, 5}, 4, 2);
        add.list1(t + "_empty", type, {0, 4}, 1, 4);
        add.list1(t + "_no_scales", type, {3, 0}, 1, 0);
        add(t + "_scalar", {}, {test::scalar(type, 3), test::scalar(DType::kF32, 2), test::scalar(type, 1)},
            test::scalar(DType::kF32, 4));
        add(t + "_image", {},
            {random(type, {2, 19, 7, 5}, 7, low, low + 256), test::scalar(DType::kF32, 0.7), test::scalar(type, 5)});
        add(t + "_scale_of_ones", {},
            {random(type, {2, 3, 7}, 7, low, low + 256), tensor(DType::kF32, {1, 1, 1}, {3})});
    }
    // Weights: nothing is left to run.
    Case weights{.name = "weights", .op = "dequantize_linear", .attrs = Attributes{{0, {}}, {}}, .constants = {0, 1}};
    weights.inputs.emplace_back(random(DType::kI8, {4, 3, 3, 3}, 1, -128, 128));
    weights.inputs.emplace_back(random(DType::kF32, {4}, 2, 0.1, 1));
    add.list.add(std::move(weights));
    Case sizes{
        .name = "sizes", .op = "dequantize_linear", .attrs = Attributes{}, .constants = {1, 2}, .rtol = 0, .atol = 0};
    sizes.inputs.emplace_back(random(DType::kI8, {2, 5, 9}, 1, -128, 128));
    sizes.inputs.emplace_back(random(DType::kF32, {5}, 2, 0.5, 2));
    sizes.inputs.emplace_back(random(DType::kI8, {5}, 3, -9, 9));
    for (auto const& dims : {std::vector<int64_t>{1, 5, 1}, {7, 5, 33}, {0, 5, 2}}) {
        sizes.more.emplace_back();
        sizes.more.back().emplace_back(random(DType::kI8, dims, 4, -128, 128));
        sizes.more.back().resize(3);
    }
    add.list.add(std::move(sizes));
}

void addBlocks(Adder& add) {
    DType const f = DType::kF32;
    // The second block of each row is cut short.
    add("block_uneven", {.granularity = {1, {2}}},
        {tensor(DType::kI4, {2, 3}, {2, 4, 6, -8, 0, 1}), tensor(f, {2, 2}, {1, 2, 4, 3}),
         tensor(DType::kI4, {2, 2}, {1, 0, 0, -1})},
        tensor(f, {2, 3}, {1, 3, 12, -32, 0, 6}));
    add("block_axis0", {.granularity = {-2, {2}}},
        {random(DType::kU8, {4, 3}, 1, 0, 256), random(f, {2, 3}, 2, 0.1, 1), random(DType::kU8, {2, 3}, 3, 0, 100)});
    add("block_both_axes", {.granularity = {1, {2, 3}}},
        {random(DType::kI4, {4, 7}, 4, -8, 8), random(f, {2, 3}, 5, 0.5, 2)});
    add("block_whole_axis", {.granularity = {1, {1, -1}}},
        {random(DType::kI8, {3, 5}, 6, -90, 90), random(f, {3, 1}, 7, 0.5, 2)});
    add("block_by_dims", {}, {random(DType::kF8E4M3, {2, 6, 4}, 8, -90, 90), random(f, {2, 3, 4}, 9, 0.5, 2)});
    add("block_mx", {.granularity = {-1, {32}}, .type = DType::kBF16},
        {random(DType::kF4E2M1, {2, 65}, 10, -6, 6), tensor(DType::kE8M0, {2, 3}, {1, 2, 0.5, 0.25, 1024, 1})});
}

} // namespace
} // namespace dequantize_linear

void dequantize_linear_cases(test::CaseList& list) {
    dequantize_linear::Adder add{list};
    dequantize_linear::addKnown(add);
    dequantize_linear::addShapes(add);
    dequantize_linear::addBlocks(add);
}

} // namespace tenon::ops
