// SPDX-License-Identifier: Apache-2.0
// The sample plugin CustomHardmax beside memcpy of the same bytes, on one thread: float32 256x256x256, along each axis.
// Rounds are interleaved; a ratio is the median over them of memcpy's time by the plugin's, the share of its bandwidth.
//     plugins [--list] [--only ROW] [--rounds N] [--json FILE]    exit 1 when a bar is missed
#include "json.h"

#include <NvInfer.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <stdexcept>

using namespace nvinfer1;
using bench::at;
using bench::Options;
using bench::rssPeak;

namespace {

constexpr int64_t kExtent = 256, kElements = kExtent * kExtent * kExtent;
constexpr double kBar = 0.5;
constexpr char const* kCopy = "memcpy";

using Clock = std::chrono::steady_clock;

double microsSince(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

struct Row {
    std::string name;
    int32_t axis = -1; ///< none for the copy
    std::unique_ptr<IPluginV3> plugin{};
    IPluginV3OneRuntime* runtime = nullptr;
    std::vector<double> times{}, ratios{};
    double loadMs = 0, firstMs = 0;
};

void load(Row& row) {
    auto const begin = Clock::now();
    auto* const creator = static_cast<IPluginCreatorV3One*>(getPluginRegistry()->getCreator("CustomHardmax", "1"));
    PluginField const axis("axis", &row.axis, PluginFieldType::kINT32, 1);
    PluginFieldCollection const fields{1, &axis};
    row.plugin.reset(creator == nullptr ? nullptr : creator->createPlugin("p", &fields, TensorRTPhase::kRUNTIME));
    if (!row.plugin)
        throw std::runtime_error("there is no CustomHardmax");
    row.runtime = static_cast<IPluginV3OneRuntime*>(row.plugin->getCapabilityInterface(PluginCapabilityType::kRUNTIME));
    row.loadMs = microsSince(begin) / 1000;
}

double once(Row& row, std::vector<float> const& x, std::vector<float>& y) {
    PluginTensorDesc const desc{{3, {kExtent, kExtent, kExtent}}, DataType::kFLOAT, TensorFormat::kLINEAR, 1};
    void const* const inputs[] = {x.data()};
    void* const outputs[] = {y.data()};
    auto const begin = Clock::now();
    if (row.runtime == nullptr)
        std::memcpy(y.data(), x.data(), x.size() * sizeof(float));
    else if (row.runtime->enqueue(&desc, &desc, inputs, outputs, nullptr, nullptr) != 0)
        throw std::runtime_error("the plugin failed");
    return microsSince(begin);
}

nlohmann::json toJson(Row const& r) {
    return {{"model", r.name},
            {"batch", 1},
            {"engine", r.axis < 0 ? "libc" : "tenon"},
            {"version", TENON_BENCH_VERSION},
            {"threads", 1},
            {"p50_us", at(r.times, 0.5)},
            {"p95_us", at(r.times, 0.95)},
            {"load_ms", r.loadMs},
            {"first_ms", r.firstMs},
            {"rss_peak", rssPeak()}};
}

int run(Options const& o) {
    std::vector<Row> rows;
    rows.push_back({kCopy});
    for (int32_t axis = 0; axis < 3; ++axis)
        if (std::string name = fmt::format("hardmax_axis{}", axis); o.only.empty() || o.only == name)
            rows.push_back({std::move(name), axis});
    if (o.list) {
        for (Row const& r : rows)
            fmt::print("{}\n", r.name);
        return 0;
    }
    if (rows.size() == 1)
        throw std::runtime_error("there is no row " + o.only);
    if (getPluginRegistry()->loadLibrary(TENON_BENCH_PLUGIN) == nullptr)
        throw std::runtime_error("the library of the plugin cannot be loaded");
    std::vector<float> x(kElements), y(kElements);
    uint32_t state = 1;
    for (float& v : x)
        v = static_cast<float>((state = state * 1664525U + 1013904223U) >> 8U) - 8388608.0F;
    for (Row& r : rows) {
        if (r.axis >= 0)
            load(r);
        r.firstMs = once(r, x, y) / 1000;
    }
    for (int round = 0; round < o.rounds; ++round)
        for (Row& r : rows) {
            r.times.push_back(once(r, x, y));
            r.ratios.push_back(rows[0].times.back() / r.times.back());
        }
    nlohmann::json out{{"schema", 1}, {"rows", nlohmann::json::array()}};
    bool good = true;
    for (Row const& r : rows) {
        out["rows"].push_back(toJson(r));
        double const share = at(r.ratios, 0.5), bandwidth = 2e-3 * kElements * sizeof(float) / at(r.times, 0.5);
        fmt::print("{:<16} p50 {:>8.0f} us, {:>5.1f} GB/s", r.name, at(r.times, 0.5), bandwidth);
        if (r.axis >= 0) {
            good = good && share >= kBar;
            fmt::print(", of memcpy {:.2f}  bar {:.2f}  {}", share, kBar, share >= kBar ? "ok" : "MISSED");
            out["summary"][r.name + ": share of memcpy's bandwidth"] = {
                {"value", share}, {"bar", kBar}, {"ok", share >= kBar}};
        }
        fmt::print("\n");
    }
    bench::write(o, out.dump(2));
    return good ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    return bench::mainOf(count, arguments, 21, run);
}
