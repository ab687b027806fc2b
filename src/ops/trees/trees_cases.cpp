// SPDX-License-Identifier: Apache-2.0
// One tree by hand; forests of every kind made up from a seed; leaves of several targets, aggregates, NaN, no rows.
#include "cases/case.h"
#include "ops/trees/trees.h"

#include <cmath>
#include <random>

namespace tenon::ops {
namespace {

using trees::Aggregate;
using trees::Mode;

/// x[0] <= 1 ? (x[1] <= 0 ? 10 : 20) : 30, for two targets, of which the second gets the last leaf.
trees::Attributes byHand() {
    trees::Attributes a;
    a.targets = 2;
    a.roots = {0};
    a.features = {0, 1};
    a.splits = {1, 0};
    a.modes = {Mode::kLeq, Mode::kLeq};
    a.yes = {1, ~0};
    a.no = {~2, ~1};
    a.missing = {0, 0};
    a.leafBegin = {0, 1, 2, 3};
    a.leafTargets = {0, 0, 1};
    a.leafWeights = {10, 20, 30};
    return a;
}

/// `trees` complete trees of `depth`, thresholds in [-1, 1).
trees::Attributes forest(int trees, int depth, int64_t features, int64_t targets, Mode mode, uint64_t seed) {
    std::mt19937_64 random(seed);
    auto unit = [&] { return static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-52 - 1); };
    trees::Attributes a;
    a.targets = targets;
    a.leafBegin = {0};
    for (int t = 0; t < trees; ++t) {
        auto const first = static_cast<int64_t>(a.features.size());
        a.roots.push_back(depth == 0 ? ~(static_cast<int64_t>(a.leafBegin.size()) - 1) : first);
        int64_t const inner = (int64_t{1} << depth) - 1;
        for (int64_t i = 0; i < inner; ++i) {
            auto child = [&](int64_t c) {
                return c < inner ? first + c : ~(static_cast<int64_t>(a.leafBegin.size()) - 1 + c - inner);
            };
            a.features.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(features)));
            a.splits.push_back(unit());
            a.modes.push_back(mode);
            a.missing.push_back(0);
            a.yes.push_back(child(2 * i + 1));
            a.no.push_back(child(2 * i + 2));
        }
        for (int64_t i = 0; i <= inner; ++i) {
            a.leafTargets.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(targets)));
            a.leafWeights.push_back(unit());
            a.leafBegin.push_back(static_cast<int64_t>(a.leafTargets.size()));
        }
    }
    return a;
}

} // namespace

void trees_cases(test::CaseList& list) {
    using test::tensor;
    Box const rows = tensor(DType::kF32, {4, 2}, {1, 0, 0, 1, 2, 0, NAN, 0});
    list.addExact("trees", "by_hand", byHand(), {rows}, tensor(DType::kF32, {4, 2}, {10, 0, 20, 0, 0, 30, 0, 30}));
    auto missing = byHand();
    missing.missing = {1, 1};
    list.addExact("trees", "missing", missing, {rows}, tensor(DType::kF32, {4, 2}, {10, 0, 20, 0, 0, 30, 10, 0}));
    auto set = byHand();
    set.modes = {Mode::kMember, Mode::kGt};
    set.splits = {0, 0};
    set.setBegin = {0, 2};
    set.members = {1, 2};
    set.base = {0.5, -1};
    list.addExact("trees", "set", set, {rows}, tensor(DType::kF32, {4, 2}, {20.5, -1, 0.5, 29, 20.5, -1, 0.5, 29}));
    auto add = [&](std::string name, trees::Attributes a, Box in) {
        test::Case c{.name = std::move(name), .op = "trees", .attrs = std::move(a)};
        c.inputs = {std::move(in)};
        list.add(std::move(c));
    };
    add("forest", forest(33, 5, 7, 3, Mode::kLeq, 1), test::random(DType::kF32, {77, 7}, 2));
    add("less", forest(9, 4, 3, 1, Mode::kLt, 3), test::random(DType::kF32, {1, 3}, 4));
    add("few_rows", forest(20, 3, 4, 2, Mode::kLeq, 5), test::random(DType::kF32, {5, 4}, 6));
    add("leaves_alone", forest(3, 0, 1, 2, Mode::kLeq, 7), test::random(DType::kF32, {9, 1}, 8));
    add("no_rows", forest(3, 2, 2, 2, Mode::kLeq, 9), test::random(DType::kF32, {0, 2}, 10));
    Box gaps = test::random(DType::kF32, {21, 3}, 19);
    for (int64_t i = 0; i < gaps.elements(); i += 4)
        reinterpret_cast<float*>(gaps.data())[i] = NAN;
    for (Mode mode : {Mode::kLeq, Mode::kLt})
        for (int64_t missing : {0, 1}) {
            auto a = forest(7, 3, 3, 2, mode, 20);
            for (size_t i = 0; i < a.missing.size(); ++i)
                a.missing[i] = missing != 0 && i % 3 != 0 ? 1 : 0;
            add("gaps_" + std::to_string(static_cast<int>(mode)) + "_" + std::to_string(missing), a, gaps);
        }
    add("gte", forest(5, 3, 4, 2, Mode::kGte, 11), test::random(DType::kF32, {8, 4}, 12));
    auto wide = forest(5, 3, 4, 2, Mode::kLeq, 13);
    wide.result = DType::kF64;
    add("f64", wide, test::random(DType::kF64, {17, 4}, 14));
    wide.result = DType::kF32;
    add("f64_to_f32", wide, test::random(DType::kF64, {17, 4}, 18));
    wide.result = DType::kF16;
    add("f16", wide, test::random(DType::kF16, {17, 4}, 15));
    for (Aggregate g : {Aggregate::kAverage, Aggregate::kMin, Aggregate::kMax}) {
        auto a = forest(6, 2, 4, 3, Mode::kLeq, 16);
        a.aggregate = g;
        a.base = {1, 2, 3};
        add("aggregate_" + std::to_string(static_cast<int>(g)), a, test::random(DType::kF32, {19, 4}, 17));
    }
}

} // namespace tenon::ops
