// SPDX-License-Identifier: Apache-2.0
// Which candidate is taken for given times, and which ones there are under a limit of the workspace.
#include "builder/oracle.h"
#include "builder/profiles.h"
#include "kernel/attr_type.h"
#include "ops/matmul/matmul.h"
#include "test/ir/graph_helper.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace tenon::ops {
void reorder_op(KernelTable&);
void reorder_ref(KernelTable&);
} // namespace tenon::ops

namespace tenon {
namespace {

/// A product and all signatures that kernels propose for it.
struct Product {
    test::Builder b;
    Problem problem;
    std::vector<Signature> signatures;
    explicit Product(bool isConstant) {
        auto const x = b.input("x", {64, 256});
        auto const y = b.node("matmul", ops::matmul::Attributes{},
                              {x, isConstant ? b.weight("w", {256, 256}) : b.input("w", {256, 256})});
        problem = b.g.problem(*b.g.producer(y), 0);
        for (Kernel const* k : builtinTable().kernels("matmul"))
            for (Signature& s : k->propose(problem).signatures)
                signatures.push_back(std::move(s));
    }
};

TEST(Times, ALaterCandidateMustBeFiveInAHundredFaster) {
    TimingCache::Record record{"text", {{"a", 0, 100}, {"b", 0, 96}, {"b", 1, 90}}, -1};
    EXPECT_EQ(TimingCache::best(record)->tactic, 1);
    record.candidates.pop_back();
    EXPECT_EQ(TimingCache::best(record)->kernel, "a");
    record.chosen = 1;
    EXPECT_EQ(TimingCache::best(record)->kernel, "b");
}

TEST(Times, ARecordUnderAnotherKeyIsDropped) {
    TimingCache cache("this machine");
    cache.put({"the text of a problem", {{"a", 0, 100}}, -1});
    std::string bytes = cache.encoded();
    EXPECT_EQ(TimingCache::decode(bytes).size(), 1u);
    bytes.replace(bytes.find("the text"), 8, "any text");
    EXPECT_EQ(TimingCache::decode(bytes).size(), 0u);
}

TEST(Times, TheOracleTakesTheSameOne) {
    Product const c(true);
    TimingCache cache("this machine");
    Signature const* signature = nullptr;
    TimingCache::Record* record = nullptr;
    for (Signature const& s : c.signatures) {
        Oracle(builtinTable(), cache, {}).best(c.problem, s);
        if (cache.size() == 1 && cache.records().begin()->second.candidates.size() > 1) {
            signature = &s;
            record = &cache.records().begin()->second;
            break;
        }
        cache.records().clear();
    }
    ASSERT_NE(record, nullptr) << "no signature has two candidates";
    auto& candidates = record->candidates;
    for (auto const& [second, wanted] : {std::pair<double, size_t>{96, 0}, {90, 1}}) {
        for (auto& candidate : candidates)
            candidate.ns = 1000;
        candidates[0].ns = 100;
        candidates[1].ns = second;
        Oracle again(builtinTable(), cache, {});
        auto const best = again.best(c.problem, *signature);
        EXPECT_EQ(best.kernel->name(), candidates[wanted].kernel) << second;
        EXPECT_EQ(best.tactic, candidates[wanted].tactic) << second;
    }
}

TEST(Times, ALimitOfTheWorkspaceLeavesOutWhatNeedsMore) {
    Product const c(false);
    auto needs = [&](int64_t limit) {
        TimingCache cache("this machine");
        Oracle::Options options;
        options.measure = false;
        options.workspaceLimit = limit;
        Oracle oracle(builtinTable(), cache, options);
        int64_t most = 0;
        for (Signature const& s : c.signatures) {
            oracle.best(c.problem, s);
            for (auto const& candidate : oracle.candidates(c.problem, s)) {
                Kernel const* const k = builtinTable().kernel(candidate.kernel);
                most = std::max(most, k->isReference() ? 0 : k->workspace(c.problem, s));
            }
        }
        return most;
    };
    int64_t const most = needs(INT64_MAX);
    ASSERT_GT(most, 0);
    EXPECT_EQ(needs(most), most);
    EXPECT_LT(needs(most - 1), most);
}

/// For the operator "both": fast in blocks where there are few rows, slow in any layout.
class BothKernel final : public Kernel {
public:
    explicit BothKernel(bool isFast) : mIsFast(isFast) {}
    std::string_view name() const noexcept override { return mIsFast ? "both.fast" : "both.slow"; }
    std::string_view op() const noexcept override { return "both"; }
    Proposal propose(Problem const& p) const override {
        if (!mIsFast)
            return {{Signature::plain(p)}, {}};
        if (p.inputs[0].dims[0].max > 8)
            return {{}, "it takes up to 8 rows"};
        Layout const blocked = Layout::blockedChannels(4, 16);
        return {{Signature{{blocked}, {blocked}}}, {}};
    }
    double estimate(Problem const&, Signature const&) const override { return mIsFast ? 1 : 1e12; }
    std::unique_ptr<Instance> make(Problem const&, Signature const&, int) const override { return nullptr; }

private:
    bool mIsFast;
};

TEST(Assign, ASignatureHoldsInEveryProfile) {
    static OpDef const kBoth{.name = "both", .attrs = &attrType<NoAttrs>(), .infer = [](Attrs const&, InferContext& c) {
                                 c.setOut(0, c.type(0).dtype, c.dims(0));
                             }};
    KernelTable table;
    table.add(kBoth);
    table.add(std::make_unique<BothKernel>(true));
    table.add(std::make_unique<BothKernel>(false));
    ops::reorder_op(table);
    ops::reorder_ref(table);
    auto blocked = [&](std::vector<int64_t> const& rows) {
        test::Builder b{ir::Graph(table)};
        b.output(b.node("both", NoAttrs{}, {b.input("x", {-1, 16, 4, 4})}));
        std::vector<ProfileSpec> profiles;
        for (int64_t const most : rows)
            profiles.emplace_back().inputs["x"].dims = {{1, most, most}, {16, 16, 16}, {4, 4, 4}, {4, 4, 4}};
        setProfiles(b.g, profiles);
        TimingCache cache("this machine");
        Oracle::Options options;
        options.measure = false;
        Oracle oracle(table, cache, options);
        for (auto const& [node, signature] : passes::assign(b.g, oracle).signatures)
            if (b.g.node(node).op == &kBoth)
                return !signature.inputs[0].isRowMajor();
        throw std::logic_error("the node has no signature");
    };
    EXPECT_TRUE(blocked({4}));
    EXPECT_TRUE(blocked({4, 8}));
    EXPECT_FALSE(blocked({4, 9})) << "what the first profile allows and the second does not";
}

} // namespace
} // namespace tenon
