// SPDX-License-Identifier: Apache-2.0
// tenon bench: how long loading, the first call and repeated calls take, what they allocate, and how much memory the
// process took at most.
#include "alloc_count.h"
#include "commands.h"
#include "inputs.h"
#include "model.h"
#include "output.h"
#include "session.h"

#include "base/error.h"
#include "base/version.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>

namespace tenon::cli {
namespace {

struct LayerTime {
    std::string name, op, kernel;
    int32_t tactic = 0;
    double us = 0; ///< mean over the profiled calls
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("op", self.op);
        visit("kernel", self.kernel);
        visit("tactic", self.tactic);
        visit("us", self.us);
    }
};

struct BenchReport {
    std::string version{tenon::version()};
    int32_t threads = 0;
    double load = 0, first = 0, min = 0, p50 = 0, p95 = 0, p99 = 0, mean = 0;
    uint64_t n = 0, rssPeak = 0, counted = 0;
    std::optional<uint64_t> allocsOurs, allocsLibs;
    std::vector<double> samples;
    std::vector<LayerTime> layers;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("version", self.version);
        visit("threads", self.threads);
        visit("load_us", self.load);
        visit("first_us", self.first);
        visit("min_us", self.min);
        visit("p50_us", self.p50);
        visit("p95_us", self.p95);
        visit("p99_us", self.p99);
        visit("mean_us", self.mean);
        visit("n", self.n);
        visit("rss_peak", self.rssPeak);
        visit("allocs_calls", self.counted);
        visit("allocs_ours", self.allocsOurs);
        visit("allocs_libs", self.allocsLibs);
        visit("layers", self.layers);
        visit("samples_us", self.samples);
    }
};

template <class F>
double timed(F&& call) {
    auto const begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

/// VmHWM: the most memory that the process ever held, in bytes.
uint64_t peakMemory() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("VmHWM:", 0) == 0)
            return std::stoull(line.substr(6)) * 1024;
    return 0;
}

/// With linear interpolation, as NumPy has it.
double percentile(std::vector<double> const& sorted, double share) {
    double const at = share * static_cast<double>(sorted.size() - 1);
    auto const low = static_cast<size_t>(at);
    size_t const high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

/// Random inputs where nothing else is said: times hardly depend on values.
InputArgs withSeed(InputArgs args) {
    if (!args.seed && args.files.empty() && args.folder.empty())
        args.seed = 1;
    return args;
}

/// The values of the timed calls, and those of the warm-up where they have shapes of their own.
struct Values {
    std::vector<Box> timed, warm;
};

Values gather(Inputs const& inputs, BenchArgs const& args) {
    Values out{gatherInputs(inputs, withSeed(args.inputs)), {}};
    if (args.afterShapes.empty())
        return out;
    InputArgs warm;
    warm.shapes = args.afterShapes;
    out.warm = gatherInputs(inputs, withSeed(warm));
    return out;
}

class Bench {
public:
    Bench(BenchArgs const& args, BenchReport& report) : mArgs(args), mReport(report) {}

    void run() {
        std::unique_ptr<Session> session;
        Values values;
        std::optional<ModelFile> file;
        double const opened = timed([&] { file.emplace(mArgs.model); });
        if (file->isEngine()) {
            std::shared_ptr<runtime::Engine const> engine;
            mReport.load =
                opened + timed([&] { session = std::make_unique<Session>(engine = loadEngine(*file, mArgs.plugins)); });
            logWarnings(*engine);
            values = gather(inputsOf(engine->plan()), mArgs);
        } else {
            if (!mArgs.afterShapes.empty())
                throw Error(Message::kUsage,
                            "tenon bench: --after-shapes needs an engine: a model is built for one size")
                    .tip("tenon build MODEL.onnx -o MODEL.engine");
            OnnxModel model(*file, mArgs.plugins);
            values = gather(model.inputs(), mArgs);
            auto const engine = buildFor(model, values.timed, false);
            mReport.load = timed([&] { session = std::make_unique<Session>(engine); });
        }
        calls(*session, std::move(values));
        if (mArgs.profile)
            profile(*session);
    }

private:
    void calls(Session& session, Values values) {
        if (!values.warm.empty()) {
            session.setInputs(std::move(values.warm));
            repeat(session, std::max(mArgs.warmup, 1));
        }
        mReport.first = timed([&] {
            session.setInputs(std::move(values.timed));
            session.run();
        });
        if (mArgs.afterShapes.empty())
            repeat(session, mArgs.warmup);
        sample(session);
    }

    static void repeat(Session& session, int times) {
        for (int i = 0; i < times; ++i)
            session.run();
    }

    /// At least 100 calls and half a second, unless a number is given.
    void sample(Session& session) {
        constexpr size_t kLeast = 100, kMost = 100'000;
        constexpr double kMicroseconds = 5e5;
        std::vector<double>& samples = mReport.samples;
        size_t const wanted = mArgs.iterations ? static_cast<size_t>(*mArgs.iterations) : kMost;
        samples.reserve(wanted);
        double total = 0;
        while (samples.size() < wanted && (mArgs.iterations || samples.size() < kLeast || total < kMicroseconds)) {
            samples.push_back(timed([&] { session.run(); }));
            total += samples.back();
        }
        mReport.rssPeak = peakMemory();
        summarise(total);
        count(session);
    }

    /// Allocations of calls apart from those above: to find out who asks for one takes longer than to give it.
    void count(Session& session) {
        mReport.counted = std::min<size_t>(mReport.samples.size(), 20);
        startCounting();
        repeat(session, static_cast<int>(mReport.counted));
        if (auto const counts = stopCounting()) {
            mReport.allocsOurs = counts->ours;
            mReport.allocsLibs = counts->libraries;
        }
    }

    void summarise(double total) {
        std::vector<double> sorted = mReport.samples;
        std::sort(sorted.begin(), sorted.end());
        mReport.n = sorted.size();
        mReport.min = sorted.front();
        mReport.p50 = percentile(sorted, 0.5);
        mReport.p95 = percentile(sorted, 0.95);
        mReport.p99 = percentile(sorted, 0.99);
        mReport.mean = total / static_cast<double>(sorted.size());
    }

    /// Calls apart from those above, since timing each step costs time itself.
    void profile(Session& session) {
        runtime::Context& context = session.context();
        context.setProfiler(true);
        size_t const calls = std::clamp<size_t>(mReport.samples.size(), 3, 50);
        for (size_t call = 0; call < calls; ++call) {
            session.run();
            auto const& times = context.stepTimes();
            mReport.layers.resize(times.size());
            for (size_t i = 0; i < times.size(); ++i) {
                auto const& picks = times[i].step->picks;
                int32_t const tactic = context.profile() < picks.size() ? picks[context.profile()].tactic : 0;
                double const us = mReport.layers[i].us + times[i].microseconds / static_cast<double>(calls);
                mReport.layers[i] = {times[i].step->step->name, times[i].step->step->op, std::string(times[i].kernel),
                                     tactic, us};
            }
        }
        context.setProfiler(false);
    }

    BenchArgs const& mArgs;
    BenchReport& mReport;
};

std::string timeText(double us) {
    return us < 1000 ? fmt::format("{:.2f} us", us) : fmt::format("{:.2f} ms", us / 1000);
}

void print(Output const& out, BenchReport const& r) {
    out.text("load {}, first call {}\n", timeText(r.load), timeText(r.first));
    out.text("{} calls with {} threads: min {}, median {}, p95 {}, p99 {}, mean {}\n", r.n, r.threads, timeText(r.min),
             timeText(r.p50), timeText(r.p95), timeText(r.p99), timeText(r.mean));
    out.text("peak memory {:.1f} MiB\n", static_cast<double>(r.rssPeak) / 0x1p20);
    if (r.allocsOurs)
        out.text("allocations in {} more calls: {} by Tenon, {} by libraries\n", r.counted, *r.allocsOurs,
                 *r.allocsLibs);
    double const total = std::accumulate(r.layers.begin(), r.layers.end(), 0.0,
                                         [](double sum, LayerTime const& l) { return sum + l.us; });
    for (LayerTime const& l : r.layers)
        out.text("{:10.1f} us {:5.1f} %  {} ({}) {} tactic {}\n", l.us, total > 0 ? 100 * l.us / total : 0, l.name,
                 l.op, l.kernel, l.tactic);
}

} // namespace

int run(BenchArgs const& args) {
    if (args.threads != 0)
        setThreads(args.threads);
    BenchReport report;
    report.threads = threads();
    Bench(args, report).run();
    Output const out(args.json);
    print(out, report);
    out.document(report);
    return 0;
}

} // namespace tenon::cli
