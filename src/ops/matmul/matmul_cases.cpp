// SPDX-License-Identifier: Apache-2.0
// Shapes with tails, both transpositions, ranks and batches, constant and computed operands.
#include "cases/case.h"
#include "ops/matmul/matmul.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace {

using test::Case;
using test::random;

struct MatmulCases {
    test::CaseList& list;
    uint64_t seed = 0;

    void add(std::string name, std::vector<int64_t> a, std::vector<int64_t> b, matmul::Attributes attrs = {},
             bool constant = false, DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "matmul", .attrs = attrs};
        bool const whole = isInteger(type);
        c.inputs = {random(type, std::move(a), seed++, whole ? 0 : -1, whole ? 50 : 1),
                    random(type, std::move(b), seed++, whole ? 0 : -1, whole ? 50 : 1)};
        if (constant)
            c.constants = {1};
        c.rtol = type == DType::kF16 ? 2e-3 : (type == DType::kBF16 ? 1.6e-2 : 1e-5);
        c.atol = whole ? 0 : 2e-5;
        list.add(std::move(c));
    }
};

} // namespace

void matmul_cases(test::CaseList& list) {
    MatmulCases cases{list};
    struct Shape {
        int64_t m, k, n;
    };
    for (auto [m, k, n] : {Shape{1, 1, 1}, Shape{1, 33, 17}, Shape{7, 16, 16}, Shape{5, 40, 31}, Shape{33, 65, 80},
                           Shape{128, 128, 96}, Shape{2, 300, 6625}, Shape{1, 384, 384}})
        for (bool constant : {false, true}) {
            std::string const shape = fmt::format("{}x{}x{}{}", m, k, n, constant ? "_constant" : "");
            cases.add(shape, {m, k}, {k, n}, {}, constant);
            cases.add(shape + "_transB", {m, k}, {n, k}, {.transB = true}, constant);
            cases.add(shape + "_transA", {k, m}, {k, n}, {.transA = true}, constant);
        }
    for (bool constant : {false, true}) {
        std::string const suffix = constant ? "_constant" : "";
        cases.add("batch" + suffix, {2, 3, 9, 20}, {20, 18}, {}, constant);
        cases.add("batch_both" + suffix, {2, 3, 9, 20}, {2, 3, 20, 18}, {}, constant);
        cases.add("batch_broadcast" + suffix, {2, 1, 9, 20}, {3, 20, 18}, {}, constant);
        cases.add("batch_first_broadcast" + suffix, {9, 20}, {4, 20, 5}, {}, constant);
        cases.add("batch_transposed" + suffix, {2, 20, 9}, {2, 18, 20}, {true, true}, constant);
        cases.add("row_times_matrix" + suffix, {20}, {20, 6}, {}, constant);
        cases.add("row_times_stack" + suffix, {20}, {3, 20, 6}, {}, constant);
        cases.add("matrix_times_column" + suffix, {6, 20}, {20}, {}, constant);
        cases.add("row_times_column" + suffix, {20}, {20}, {}, constant);
        cases.add("empty_rows" + suffix, {0, 20}, {20, 6}, {}, constant);
        cases.add("empty_sum" + suffix, {3, 0}, {0, 6}, {}, constant);
    }
    cases.add("attention_scores", {1, 12, 37, 32}, {1, 12, 37, 32}, {.transB = true});
    cases.add("attention_values", {1, 12, 37, 37}, {1, 12, 37, 32});
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16, DType::kI32, DType::kI64, DType::kU32, DType::kU64})
        cases.add(fmt::format("type_{}", nameOf(type)), {5, 19}, {19, 6}, {}, false, type);
    Case known{.name = "known", .op = "matmul", .attrs = matmul::Attributes{}};
    known.inputs = {test::tensor(DType::kF32, {2, 2}, {1, 2, 3, 4}), test::tensor(DType::kF32, {2, 2}, {5, 6, 7, 8})};
    known.expected.push_back(test::tensor(DType::kF32, {2, 2}, {19, 22, 43, 50}));
    list.add(std::move(known));
}

} // namespace tenon::ops
