// SPDX-License-Identifier: Apache-2.0
// Six boxes in three pairs: limits of count, overlap and score, corners in any order, centres, two samples and classes,
// no boxes at all.
#include "cases/case.h"
#include "ops/nms/nms.h"

namespace tenon::ops {

void nms_cases(test::CaseList& list) {
    using test::tensor;
    constexpr DType kType = DType::kF32;
    std::vector<double> const corners{0, 0,  1, 1,  0, 0.1,  1, 1.1,  0, -0.1, 1, 0.9,
                                      0, 10, 1, 11, 0, 10.1, 1, 11.1, 0, 100,  1, 101};
    std::vector<double> const centres{0.5, 0.5,  1, 1, 0.5, 0.6,  1, 1, 0.5, 0.4,   1, 1,
                                      0.5, 10.5, 1, 1, 0.5, 10.6, 1, 1, 0.5, 100.5, 1, 1};
    std::vector<double> const scores{0.9, 0.75, 0.6, 0.95, 0.5, 0.3};
    auto add = [&](std::string name, bool centre, std::vector<double> boxes, std::vector<double> const& score,
                   double most, std::optional<double> overlap, std::optional<double> least, std::vector<double> rows) {
        auto const n = static_cast<int64_t>(boxes.size()) / 4, count = static_cast<int64_t>(rows.size()) / 3;
        test::Case c{.name = std::move(name), .op = "nms", .attrs = nms::Attributes{.centre = centre}};
        c.inputs = {tensor(kType, {1, n, 4}, std::move(boxes)), tensor(kType, {1, 1, n}, score),
                    tensor(DType::kI64, {1}, {most})};
        c.inputs.push_back(overlap ? std::optional(tensor(kType, {1}, {*overlap})) : std::nullopt);
        if (least)
            c.inputs.push_back(tensor(kType, {}, {*least}));
        c.expected = {tensor(DType::kI64, {count, 3}, std::move(rows))};
        list.add(std::move(c));
    };
    add("most_1", false, corners, scores, 1, 0.5, std::nullopt, {0, 0, 3});
    add("most_3", false, corners, scores, 3, 0.5, std::nullopt, {0, 0, 3, 0, 0, 0, 0, 0, 5});
    add("most_0", false, corners, scores, 0, 0.5, std::nullopt, {});
    add("all", false, corners, scores, 30, 0.5, std::nullopt, {0, 0, 3, 0, 0, 0, 0, 0, 5});
    add("score", false, corners, scores, 30, 0.5, 0.4, {0, 0, 3, 0, 0, 0});
    add("no_threshold", false, corners, scores, 30, std::nullopt, std::nullopt, {0, 0, 3, 0, 0, 0, 0, 0, 5});
    add("centres", true, centres, scores, 3, 0.5, std::nullopt, {0, 0, 3, 0, 0, 0, 0, 0, 5});
    add("flipped", false, {1, 1, 0, 0, 0, 1.1, 1, 0.1}, {0.5, 0.6}, 3, 0.5, std::nullopt, {0, 0, 1});
    add("equal_scores", false, {0, 0, 1, 1, 0, 0, 1, 1}, {0.5, 0.5}, 3, 0.5, std::nullopt, {0, 0, 0});
    add("nothing", false, {}, {}, 3, 0.5, std::nullopt, {});
    test::Case two{.name = "two_samples_two_classes", .op = "nms", .attrs = nms::Attributes{}};
    two.inputs = {tensor(kType, {2, 2, 4}, {0, 0, 1, 1, 0, 5, 1, 6, 0, 0, 1, 1, 0, 0, 1, 1}),
                  tensor(kType, {2, 2, 2}, {0.1, 0.2, 0.9, 0.8, 0.5, 0.6, 0.7, 0.4}), tensor(DType::kI64, {}, {5}),
                  tensor(kType, {}, {0.5})};
    test::Case limited = two;
    limited.name = "two_boxes_of_each_sample";
    limited.attrs = nms::Attributes{.limit = 2};
    limited.expected = {tensor(DType::kI64, {4, 3}, {0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0})};
    list.add(std::move(limited));
    two.expected = {tensor(DType::kI64, {6, 3}, {0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0})};
    list.add(std::move(two));
}

} // namespace tenon::ops
