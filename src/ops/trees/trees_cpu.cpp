// SPDX-License-Identifier: Apache-2.0
// trees.flat: both branches of a node are neighbours, so a step is one addition; eight walks (rows of one tree, or
// trees of one row) go side by side, which hides the latency of memory and comparison. Sums are kept in double.
#include "kernel/parallel.h"
#include "kernel/table.h"
#include "ops/trees/trees.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace tenon::ops {
namespace trees {
namespace {

constexpr int64_t kLanes = 8;
constexpr int64_t kSums = 2048; ///< of one block of rows, on the stack

/// How all nodes compare.
enum class Form : uint8_t {
    kLeq,
    kLt,
    kLeqGaps, ///< the same, and some nodes send NaN to the branch `yes`
    kLtGaps,
};

/// Entry `child` is the branch `yes`, the one behind it `no`; a leaf has ~leaf there.
template <class T>
struct Flat {
    T split = 0;
    uint32_t feature : 31 = 0;
    uint32_t missing : 1 = 0;
    int32_t child = -1;
};

template <Form kForm, class T>
bool takes(Flat<T> const& node, T value) noexcept {
    bool const yes = kForm == Form::kLt || kForm == Form::kLtGaps ? value < node.split : value <= node.split;
    if constexpr (kForm == Form::kLeq || kForm == Form::kLt)
        return yes;
    else
        return yes | (node.missing != 0 && value != value);
}

/// Rows of T, results of R.
template <class T, class R>
class FlatInstance final : public Instance {
public:
    explicit FlatInstance(Attributes attrs) : mAttrs(std::move(attrs)) {
        bool const gaps = std::any_of(mAttrs.missing.begin(), mAttrs.missing.end(), [](int64_t m) { return m != 0; });
        bool const less = !mAttrs.modes.empty() && mAttrs.modes.front() == Mode::kLt;
        mForm = static_cast<Form>((less ? 1 : 0) + (gaps ? 2 : 0));
        for (int64_t root : mAttrs.roots)
            add(root);
    }

    bool enqueue(Args const& args) noexcept override {
        T const* const x = args.inputs[0].template as<T const>();
        R* const out = args.outputs[0].template as<R>();
        int64_t const rows = args.inputs[0].dims[0], features = args.inputs[0].dims[1], targets = mAttrs.targets;
        int64_t const block = std::max<int64_t>(1, std::min<int64_t>(64, kSums / targets));
        parallelFor(rows, std::max(block, grain()), [&](int64_t begin, int64_t end) {
            for (int64_t at = begin; at < end; at += block) {
                int64_t const count = std::min(block, end - at);
                runForm(x + at * features, features, count, out + at * targets);
            }
        });
        return true;
    }

private:
    /// Rows that take about as long as it is worth to wake a thread.
    int64_t grain() const noexcept {
        return std::max<int64_t>(1, kSerialNanoseconds / (1 + static_cast<int64_t>(mRoots.size()) * 20));
    }

    /// The nodes of a tree, level by level.
    void add(int64_t root) {
        auto const first = static_cast<int32_t>(mNodes.size());
        mRoots.push_back(first);
        mNodes.emplace_back();
        std::deque<std::pair<int32_t, int64_t>> open{{first, root}};
        while (!open.empty()) {
            auto const [place, node] = open.front();
            open.pop_front();
            Flat<T>& flat = mNodes[static_cast<size_t>(place)];
            if (node < 0) {
                flat.child = static_cast<int32_t>(node);
                continue;
            }
            auto const i = static_cast<size_t>(node);
            auto const child = static_cast<int32_t>(mNodes.size());
            flat = {static_cast<T>(mAttrs.splits[i]), static_cast<uint32_t>(mAttrs.features[i]),
                    mAttrs.missing[i] != 0 ? 1U : 0U, child};
            mNodes.resize(mNodes.size() + 2);
            open.emplace_back(child, mAttrs.yes[i]);
            open.emplace_back(child + 1, mAttrs.no[i]);
        }
    }

    /// Walks of up to eight pairs of a row and a node; at[k] becomes ~leaf.
    template <Form kForm>
    void walk(std::array<T const*, kLanes> const& rows, std::array<int32_t, kLanes>& at, int64_t lanes) const noexcept {
        for (bool open = true; open;) {
            open = false;
            for (int64_t k = 0; k < lanes; ++k) {
                Flat<T> const& n = mNodes[static_cast<size_t>(at[static_cast<size_t>(k)])];
                if (n.child < 0)
                    continue;
                T const value = rows[static_cast<size_t>(k)][n.feature];
                at[static_cast<size_t>(k)] = n.child + (takes<kForm>(n, value) ? 0 : 1);
                open = true;
            }
        }
        for (int64_t k = 0; k < lanes; ++k)
            at[static_cast<size_t>(k)] = mNodes[static_cast<size_t>(at[static_cast<size_t>(k)])].child;
    }

    void gather(int32_t leaf, Gathered* sums) const noexcept {
        auto const l = static_cast<size_t>(~leaf);
        for (auto i = static_cast<size_t>(mAttrs.leafBegin[l]); i < static_cast<size_t>(mAttrs.leafBegin[l + 1]); ++i)
            sums[mAttrs.leafTargets[i]].add(mAttrs.aggregate, mAttrs.leafWeights[i]);
    }

    void runForm(T const* x, int64_t features, int64_t rows, R* out) const noexcept {
        switch (mForm) {
        case Form::kLeq:
            return run<Form::kLeq>(x, features, rows, out);
        case Form::kLt:
            return run<Form::kLt>(x, features, rows, out);
        case Form::kLeqGaps:
            return run<Form::kLeqGaps>(x, features, rows, out);
        case Form::kLtGaps:
            return run<Form::kLtGaps>(x, features, rows, out);
        }
    }

    template <Form kForm>
    void run(T const* x, int64_t features, int64_t rows, R* out) const noexcept {
        std::array<Gathered, kSums> sums;
        std::fill_n(sums.begin(), rows * mAttrs.targets, Gathered{});
        std::array<T const*, kLanes> lanes{};
        std::array<int32_t, kLanes> at{};
        auto const trees = static_cast<int64_t>(mRoots.size());
        if (rows >= kLanes) {
            for (int32_t root : mRoots)
                for (int64_t row = 0; row < rows; row += kLanes) {
                    int64_t const count = std::min(kLanes, rows - row);
                    for (int64_t k = 0; k < count; ++k)
                        lanes[static_cast<size_t>(k)] = x + (row + k) * features;
                    at.fill(root);
                    walk<kForm>(lanes, at, count);
                    for (int64_t k = 0; k < count; ++k)
                        gather(at[static_cast<size_t>(k)], sums.data() + (row + k) * mAttrs.targets);
                }
        } else {
            for (int64_t row = 0; row < rows; ++row) {
                lanes.fill(x + row * features);
                for (int64_t tree = 0; tree < trees; tree += kLanes) {
                    int64_t const count = std::min(kLanes, trees - tree);
                    std::copy_n(mRoots.begin() + tree, count, at.begin());
                    walk<kForm>(lanes, at, count);
                    for (int64_t k = 0; k < count; ++k)
                        gather(at[static_cast<size_t>(k)], sums.data() + row * mAttrs.targets);
                }
            }
        }
        for (int64_t i = 0; i < rows * mAttrs.targets; ++i)
            out[i] =
                static_cast<R>(sums[static_cast<size_t>(i)].finish(mAttrs, static_cast<size_t>(i % mAttrs.targets)));
    }

    Attributes mAttrs;
    Form mForm = Form::kLeq;
    std::vector<Flat<T>> mNodes;
    std::vector<int32_t> mRoots;
};

class FlatKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "trees.flat"; }
    std::string_view op() const noexcept override { return "trees"; }
    Proposal propose(Problem const& problem) const override {
        auto const& a = problem.attrs.as<Attributes>();
        DType const type = problem.inputs[0].type.dtype;
        if (problem.epilogue)
            return {{}, "trees take no epilogue"};
        if ((type != DType::kF32 && type != DType::kF64) || (a.result != type && a.result != DType::kF32))
            return {{}, "the rows are not f32 or f64, or the result is neither f32 nor of their type"};
        if (a.targets > kSums)
            return {{}, "there are more than 2048 targets"};
        if (a.leafBegin.size() + a.features.size() > INT32_MAX / 2)
            return {{}, "the trees have more than 2^30 nodes"};
        for (size_t i = 0; i < a.modes.size(); ++i)
            if (a.modes[i] != a.modes[0] || a.modes[i] > Mode::kLt)
                return {{}, "not all nodes compare by <=, or all by <"};
        return {{Signature::plain(problem)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override {
        return 200 + static_cast<double>(problem.inputs[0].dims[0].opt) *
                         static_cast<double>(problem.attrs.as<Attributes>().roots.size()) * 20;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        auto const& a = problem.attrs.as<Attributes>();
        if (problem.inputs[0].type.dtype == DType::kF32)
            return std::make_unique<FlatInstance<float, float>>(a);
        if (a.result == DType::kF32)
            return std::make_unique<FlatInstance<double, float>>(a);
        return std::make_unique<FlatInstance<double, double>>(a);
    }
};

} // namespace
} // namespace trees

void trees_cpu(KernelTable& table) {
    table.add(std::make_unique<trees::FlatKernel>());
}

} // namespace tenon::ops
