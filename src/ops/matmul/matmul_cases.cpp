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
        list.add(make(std::move(name), std::move(a), std::move(b), attrs, constant, type));
    }
    Case make(std::string name, std::vector<int64_t> a, std::vector<int64_t> b, matmul::Attributes attrs, bool constant,
              DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "matmul", .attrs = attrs};
        bool const whole = isInteger(type);
        c.inputs = {random(type, std::move(a), seed++, whole ? 0 : -1, whole ? 50 : 1),
                    random(type, std::move(b), seed++, whole ? 0 : -1, whole ? 50 : 1)};
        if (constant)
            c.constants = {1};
        c.rtol = type == DType::kF16 ? 2e-3 : (type == DType::kBF16 ? 1.6e-2 : 1e-5);
        c.atol = whole ? 0 : 2e-5;
        return c;
    }
};

/// Enough work for a library's call to pay.
void addLarge(MatmulCases& cases) {
    for (bool transB : {false, true}) {
        std::string const suffix = transB ? "_transB" : "";
        auto b = [&](int64_t k, int64_t n) { return transB ? std::vector<int64_t>{n, k} : std::vector<int64_t>{k, n}; };
        cases.add("large" + suffix, {128, 128}, b(128, 96), {.transB = transB}, true);
        cases.add("large_odd" + suffix, {3, 41, 101}, b(101, 97), {.transB = transB}, true);
        cases.add("large_one_row" + suffix, {1, 1000}, b(1000, 1024), {.transB = transB}, true);
        cases.add("large_transA" + suffix, {128, 120}, b(128, 100), {true, transB}, true);
        cases.add("large_computed" + suffix, {128, 128}, b(128, 96), {.transB = transB});
    }
    cases.add("large_batch", {2, 6, 60, 64}, {2, 6, 64, 65});
    cases.add("large_batch_transposed", {4, 64, 60}, {4, 65, 64}, {true, true});
    cases.add("large_batch_shared", {2, 6, 60, 64}, {64, 65});
    cases.add("large_batch_broadcast", {6, 1, 60, 64}, {1, 2, 64, 65});
}

void addEpilogues(MatmulCases& cases) {
    struct Fused {
        char const* name;
        std::vector<std::pair<std::string, int>> rows;
        std::vector<std::vector<int64_t>> extra;
    };
    Fused const table[] = {{"bias", {{"add", 1}}, {{98}}},
                           {"bias_gelu", {{"add", 1}, {"gelu_erf", 0}}, {{98}}},
                           {"bias_residual", {{"add", 1}, {"add", 1}}, {{1, 98}, {3, 40, 98}}},
                           {"residual_bias", {{"add", 1}, {"add", 1}}, {{3, 40, 98}, {98}}},
                           {"scale", {{"mul", 1}}, {{}}},
                           {"scale_rows", {{"mul", 1}}, {{3, 40, 1}}},
                           {"scale_one_axis", {{"mul", 1}}, {{40, 1}}},
                           {"add_shared", {{"add", 1}}, {{40, 98}}},
                           {"silu", {{"silu", 0}}, {}}};
    for (Fused const& f : table)
        for (auto const& [name, b, constant] :
             {std::tuple<char const*, std::vector<int64_t>, bool>{"constant", {64, 98}, true},
              {"computed", {64, 98}, false},
              {"batch", {3, 64, 98}, false}}) {
            Case c = cases.make(fmt::format("fused_{}_{}", name, f.name), {3, 40, 64}, b, {}, constant);
            c.epilogue = test::CaseEpilogue{test::chain(DType::kF32, f.rows), {}};
            for (auto const& dims : f.extra)
                c.epilogue->extra.push_back(random(DType::kF32, dims, cases.seed++));
            cases.list.add(std::move(c));
        }
}

void addDynamic(MatmulCases& cases) {
    Case rows = cases.make("dynamic_rows", {1, 37, 384}, {384, 200}, {}, true);
    rows.more = {{random(DType::kF32, {1, 1, 384}, 900), std::nullopt},
                 {random(DType::kF32, {3, 50, 384}, 901), std::nullopt}};
    cases.list.add(std::move(rows));
    Case attention = cases.make("dynamic_attention", {1, 4, 40, 64}, {1, 4, 40, 64}, {.transB = true}, false);
    for (int64_t n : {1, 130})
        attention.more.push_back(
            {random(DType::kF32, {2, 4, n, 64}, cases.seed++), random(DType::kF32, {2, 4, n, 64}, cases.seed++)});
    cases.list.add(std::move(attention));
}

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
    addLarge(cases);
    addEpilogues(cases);
    addDynamic(cases);
    Case known{.name = "known", .op = "matmul", .attrs = matmul::Attributes{}};
    known.inputs = {test::tensor(DType::kF32, {2, 2}, {1, 2, 3, 4}), test::tensor(DType::kF32, {2, 2}, {5, 6, 7, 8})};
    known.expected.push_back(test::tensor(DType::kF32, {2, 2}, {19, 22, 43, 50}));
    list.add(std::move(known));
}

} // namespace tenon::ops
