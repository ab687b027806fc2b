// SPDX-License-Identifier: Apache-2.0
// Clamping, negative positions and steps, axes in any order, empty results, every element size.
#include "cases/case.h"

namespace tenon::ops {
namespace {

struct Cut {
    std::vector<double> starts, ends;
    std::vector<double> axes{}, steps{};
};

std::optional<Box> list64(std::vector<double> values) {
    if (values.empty())
        return std::nullopt;
    auto const n = static_cast<int64_t>(values.size());
    return test::tensor(DType::kI64, {n}, std::move(values));
}

test::Case sliceCase(std::string name, Box data, Cut cut) {
    test::Case c{.name = std::move(name), .op = "slice", .constants = {1, 2}, .rtol = 0, .atol = 0};
    c.inputs = {std::move(data), list64(cut.starts), list64(cut.ends), list64(cut.axes), list64(cut.steps)};
    for (size_t i : {3, 4})
        if (c.inputs[i])
            c.constants.push_back(i);
    return c;
}

} // namespace

void slice_cases(test::CaseList& list) {
    using test::random;
    int seed = 1;
    auto known = [&](std::string name, Cut cut, std::vector<double> want) {
        auto c = sliceCase(std::move(name), test::tensor(DType::kI32, {5}, {0, 1, 2, 3, 4}), std::move(cut));
        auto const n = static_cast<int64_t>(want.size());
        c.expected.push_back(test::tensor(DType::kI32, {n}, std::move(want)));
        list.add(std::move(c));
    };
    known("inside", {{1}, {4}}, {1, 2, 3});
    known("end_clamped", {{2}, {1e9}}, {2, 3, 4});
    known("start_clamped", {{-100}, {2}}, {0, 1});
    known("start_outside", {{7}, {9}}, {});
    known("negative_end", {{0}, {-1}}, {0, 1, 2, 3});
    known("negative_both", {{-3}, {-1}}, {2, 3});
    known("crossed", {{3}, {1}}, {});
    known("step_2", {{0}, {5}, {0}, {2}}, {0, 2, 4});
    known("step_3", {{1}, {5}, {0}, {3}}, {1, 4});
    known("step_beyond", {{1}, {5}, {0}, {100}}, {1});
    known("reversed", {{-1}, {-1e12}, {0}, {-1}}, {4, 3, 2, 1, 0});
    known("reversed_part", {{3}, {0}, {0}, {-1}}, {3, 2, 1});
    known("reversed_step", {{10}, {-10}, {0}, {-2}}, {4, 2, 0});
    known("reversed_nothing", {{1}, {3}, {0}, {-1}}, {});
    auto add = [&](std::string name, Box data, Cut cut) {
        list.add(sliceCase(std::move(name), std::move(data), std::move(cut)));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool}) {
        std::string const name(nameOf(type));
        add("axes_" + name, random(type, {3, 7, 5}, static_cast<uint64_t>(seed++), -9, 9), {{1, 2}, {4, 6}, {-1, 1}});
        add("steps_" + name, random(type, {6, 7, 5}, static_cast<uint64_t>(seed++), -9, 9),
            {{5, 0, 4}, {0, 7, -9}, {0, 1, 2}, {-2, 3, -1}});
    }
    add("default_axes", random(DType::kF32, {4, 5, 6}, 90), {{1, 2}, {3, 9}});
    add("empty_data", random(DType::kF32, {0, 5}, 91), {{0, 1}, {9, 3}});
    add("empty_reversed", random(DType::kF32, {0, 5}, 92), {{-1}, {-9}, {0}, {-1}});
    add("large", random(DType::kF32, {8, 40, 40, 33}, 93), {{0, 1}, {1e9, -1}, {1, 3}});
}

} // namespace tenon::ops
