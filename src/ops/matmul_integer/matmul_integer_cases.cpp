// SPDX-License-Identifier: Apache-2.0
// Exact for all types: whole ranges of values (where 16-bit sums would saturate), every form of zero points, batches.
#include "cases/case.h"
#include "ops/matmul_integer/matmul_integer.h"

namespace tenon::ops {
namespace matmul_integer {
namespace {

using test::Case;
using test::random;
using test::tensor;

struct Adder {
    test::CaseList& list;
    uint64_t seed = 1;

    static Box whole(DType type, std::vector<int64_t> dims, uint64_t seed) {
        double const low = type == DType::kI8 ? -128 : 0;
        return random(type, std::move(dims), seed, low, low + 256);
    }
    void operator()(std::string name, DType a, DType b, std::vector<int64_t> dimsA, std::vector<int64_t> dimsB,
                    std::optional<std::vector<int64_t>> zeroA, std::optional<std::vector<int64_t>> zeroB,
                    bool constant = false) {
        Case c{.name = std::move(name), .op = "matmul_integer", .attrs = NoAttrs{}, .rtol = 0, .atol = 0};
        c.inputs = {whole(a, std::move(dimsA), seed++), whole(b, std::move(dimsB), seed++)};
        c.inputs.emplace_back();
        c.inputs.emplace_back();
        if (zeroA)
            c.inputs[2] = whole(a, *zeroA, seed++);
        if (zeroB)
            c.inputs[3] = whole(b, *zeroB, seed++);
        if (constant)
            c.constants = {1, 3};
        list.add(std::move(c));
    }
};

} // namespace
} // namespace matmul_integer

void matmul_integer_cases(test::CaseList& list) {
    using namespace matmul_integer;
    Adder add{list};
    DType const u = DType::kU8, s = DType::kI8;
    list.addExact("matmul_integer", "known", NoAttrs{},
                  {tensor(u, {4, 3}, {11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0}), tensor(u, {3, 2}, {1, 4, 2, 5, 3, 6}),
                   tensor(u, {1}, {12}), tensor(u, {1}, {0})},
                  tensor(DType::kI32, {4, 2}, {-38, -83, -44, -98, -50, -113, -56, -128}));
    std::vector<double> const most(64, 255), high(64, 127);
    list.addExact("matmul_integer", "no_saturation", NoAttrs{}, {tensor(u, {1, 64}, most), tensor(s, {64, 1}, high)},
                  tensor(DType::kI32, {1, 1}, {2072640}));
    list.addExact("matmul_integer", "rows_and_columns", NoAttrs{},
                  {tensor(s, {2, 2}, {1, 2, 3, 4}), tensor(s, {2, 2}, {5, 6, 7, 8}), tensor(s, {2}, {1, -1}),
                   tensor(s, {2}, {5, -8})},
                  tensor(DType::kI32, {2, 2}, {2, 16, 10, 136}));
    using L = std::vector<int64_t>;
    for (auto [a, b] : {std::pair{u, s}, {u, u}, {s, s}, {s, u}}) {
        std::string const types = std::string(nameOf(a)) + "_" + std::string(nameOf(b));
        for (int64_t k : {1, 7, 32, 65})
            for (int64_t n : {1, 16, 33})
                add(types + "_k" + std::to_string(k) + "_n" + std::to_string(n), a, b, {5, k}, {k, n}, L{}, L{n}, true);
        add(types + "_plain", a, b, {13, 40}, {40, 37}, std::nullopt, std::nullopt);
        add(types + "_batch", a, b, {3, 7, 20}, {3, 20, 18}, L{1}, L{});
        add(types + "_batch_broadcast", a, b, {2, 1, 7, 20}, {3, 20, 18}, L{}, L{18});
        add(types + "_batch_one_b", a, b, {2, 3, 7, 20}, {20, 18}, L{}, L{18}, true);
        add(types + "_row", a, b, {20}, {20, 18}, L{}, L{});
        add(types + "_column", a, b, {6, 20}, {20}, L{}, L{});
        add(types + "_zero_of_each_row", a, b, {6, 20}, {20, 5}, L{6}, std::nullopt);
        add(types + "_zero_of_each_matrix", a, b, {2, 6, 20}, {2, 20, 5}, L{2, 6, 1}, L{2, 1, 5});
        add(types + "_no_depth", a, b, {3, 0}, {0, 4}, std::nullopt, std::nullopt);
        add(types + "_no_rows", a, b, {0, 8}, {8, 4}, L{}, L{4});
    }
    Case sizes{.name = "sizes", .op = "matmul_integer", .attrs = NoAttrs{}, .constants = {1, 3}, .rtol = 0, .atol = 0};
    sizes.inputs = {Adder::whole(u, {4, 24}, 1), Adder::whole(s, {24, 40}, 2), Adder::whole(u, {}, 3),
                    Adder::whole(s, {}, 4)};
    for (int64_t rows : {1, 70}) {
        auto& more = sizes.more.emplace_back(sizes.inputs);
        more[0] = Adder::whole(u, {rows, 24}, 5);
    }
    list.add(std::move(sizes));
}

} // namespace tenon::ops
