// SPDX-License-Identifier: Apache-2.0
// What our code costs around kernels: one small step through a context, a chain of 50 small steps against the same
// Instances called by hand, and the allocations of both. Rounds are interleaved; a row tells medians over them.
//     api_latency [--list] [--only ROW] [--rounds N] [--json FILE]    exit 1 when a bar is missed
#include "json.h"

#include "alloc_count.h"
#include "base/version.h"
#include "kernel/parallel.h"
#include "plan/plan.h"
#include "plans/make.h"
#include "runtime/context.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <unistd.h>

using namespace tenon;
using bench::at;
using bench::Options;
using bench::rssPeak;
using test::Maker;

namespace {

constexpr int64_t kElements = 64;
constexpr int kChain = 50;
constexpr double kSmallStepBar = 3.0;  // microseconds a call
constexpr double kChainStepBar = 0.15; // microseconds a step over calling by hand

double micros(std::function<void()> const& work, int calls) {
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
        work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / calls;
}

/// x[64] -> relu -> ... -> y.
plan::Plan chainPlan(int steps, std::string const& kernel) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const n = m.number(kElements);
    int32_t at = m.input("x", DType::kF32, {n}, {{kElements, kElements, kElements}});
    int32_t const buffers[] = {m.arena("a", DType::kF32, {n}, kElements * 4),
                               m.arena("b", DType::kF32, {n}, kElements * 4)};
    Attrs const relu = PointwiseAttributes{rowOf("relu", {DType::kF32})};
    for (int i = 0; i + 1 < steps; ++i) {
        int32_t const next = i < 2 ? buffers[i] : m.alias("v", DType::kF32, {n}, buffers[i % 2]);
        m.step("pointwise", relu, {at}, {next}, kernel);
        at = next;
    }
    int32_t const y = m.output("y", DType::kF32, {n});
    m.step("pointwise", relu, {at}, {y}, kernel);
    m.finish();
    return plan;
}

struct Runner {
    Runner(int steps, std::string const& kernel)
        : engine(runtime::Engine::make(chainPlan(steps, kernel), builtinTable())), context(engine), x(kElements, 1.0f),
          y(kElements) {
        context.setAddress("x", x.data());
        context.setAddress("y", y.data());
        context.run();
    }
    void operator()() {
        if (!context.enqueue())
            throw *context.takeError();
    }
    std::shared_ptr<runtime::Engine> engine;
    runtime::Context context;
    std::vector<float> x, y;
};

/// The same kernel, Instances and tensors in a loop.
struct ByHand {
    ByHand(int steps, std::string const& name) : dims{kElements} {
        auto const engine = runtime::Engine::make(chainPlan(steps, name), builtinTable());
        for (auto& b : buffers)
            b.assign(kElements, 1.0f);
        for (auto const& step : engine->program()->blocks[0].steps) {
            auto const& pick = step.picks[0];
            instances.push_back(pick.kernel->make(pick.problem, pick.signature, pick.tactic));
        }
        for (int i = 0; i <= steps; ++i)
            tensors.push_back({buffers[i % 2].data(), dims, 1, DType::kF32, nullptr});
        calls.resize(static_cast<size_t>(steps));
        for (size_t i = 0; i < calls.size(); ++i)
            calls[i] = {&tensors[i], &tensors[i + 1], nullptr, &failure};
    }
    void operator()() {
        for (size_t i = 0; i < calls.size(); ++i)
            if (!instances[i]->enqueue(calls[i]))
                throw Error(failure.id, failure.text);
    }
    int64_t dims[1];
    std::vector<float> buffers[2];
    std::vector<std::unique_ptr<Instance>> instances;
    std::vector<Tensor> tensors;
    std::vector<Args> calls;
    Failure failure;
};

struct Row {
    std::string model;
    std::vector<double> times; ///< microseconds a call, one a round
    double loadMs = 0, firstMs = 0;
    cli::AllocationCounts allocs;
};

cli::AllocationCounts countAllocs(std::function<void()> const& work) {
    cli::startCounting();
    for (int i = 0; i < 100; ++i)
        work();
    return cli::stopCounting().value();
}

nlohmann::json toJson(Row const& r) {
    return {{"model", r.model},
            {"batch", 1},
            {"engine", "tenon"},
            {"version", version()},
            {"threads", threads()},
            {"p50_us", at(r.times, 0.5)},
            {"p95_us", at(r.times, 0.95)},
            {"load_ms", r.loadMs},
            {"first_ms", r.firstMs},
            {"rss_peak", rssPeak()},
            {"allocs_ours", r.allocs.ours},
            {"allocs_libs", r.allocs.libraries}};
}

/// The kernel that comes first for the step.
std::string bestKernel() {
    auto const engine = runtime::Engine::make(chainPlan(1, "pointwise.ref"), builtinTable());
    auto const& pick = engine->program()->blocks[0].steps[0].picks[0];
    for (Kernel const* k : builtinTable().kernels("pointwise"))
        if (k->accepts(pick.problem, pick.signature))
            return std::string(k->name());
    return "pointwise.ref";
}

int run(Options const& o) {
    static constexpr char const* kRows[] = {"small_step", "chain_50", "chain_50_by_hand"};
    if (o.list) {
        for (char const* row : kRows)
            fmt::print("{}\n", row);
        return 0;
    }
    std::string const kernel = bestKernel();
    auto const begin = std::chrono::steady_clock::now();
    Runner one(1, kernel);
    double const first = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    Runner chain(kChain, kernel);
    ByHand hand(kChain, kernel);
    Row rows[] = {{kRows[0], {}, first, first, countAllocs(std::ref(one))},
                  {kRows[1], {}, 0, 0, countAllocs(std::ref(chain))},
                  {kRows[2], {}, 0, 0, countAllocs(std::ref(hand))}};
    std::vector<double> over;
    for (int round = 0; round < o.rounds; ++round) {
        rows[0].times.push_back(micros(std::ref(one), 2000));
        rows[1].times.push_back(micros(std::ref(chain), 200));
        rows[2].times.push_back(micros(std::ref(hand), 200));
        over.push_back((rows[1].times.back() - rows[2].times.back()) / kChain);
    }
    auto wanted = [&](char const* row) { return o.only.empty() || o.only == row; };
    nlohmann::json out{{"schema", 1}, {"kernel", kernel}, {"rows", nlohmann::json::array()}};
    bool good = true;
    auto bar = [&](char const* row, char const* what, double value, double limit) {
        if (!wanted(row))
            return;
        good = good && value <= limit;
        fmt::print("{:<16} {:<34} {:>9.3f}  bar {:.3f}  {}\n", row, what, value, limit,
                   value <= limit ? "ok" : "MISSED");
        out["summary"][fmt::format("{}: {}", row, what)] = {{"value", value}, {"bar", limit}, {"ok", value <= limit}};
    };
    for (Row const& r : rows)
        if (wanted(r.model.c_str())) {
            fmt::print("{:<16} p50 {:.3f} us, p95 {:.3f} us\n", r.model, at(r.times, 0.5), at(r.times, 0.95));
            out["rows"].push_back(toJson(r));
        }
    bar("small_step", "microseconds a call", at(rows[0].times, 0.5), kSmallStepBar);
    bar("chain_50", "microseconds a step over by hand", at(over, 0.5), kChainStepBar);
    bar("small_step", "allocations of ours in 100 calls", static_cast<double>(rows[0].allocs.ours), 0);
    bar("chain_50", "allocations of ours in 100 calls", static_cast<double>(rows[1].allocs.ours), 0);
    if (out["rows"].empty())
        throw Error(Message::kUsage, "there is no row " + o.only).wanted("small_step, chain_50, chain_50_by_hand");
    bench::write(o, out.dump(2));
    return good ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    return bench::mainOf(count, arguments, 51, run);
}
