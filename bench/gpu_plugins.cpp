// SPDX-License-Identifier: Apache-2.0
// The sample plugins on a GPU: each computes the same inputs from memory of the host and of the GPU, and the outputs
// are compared; then CustomHardmax and L2Norm beside a copy of the same bytes. Inputs and outputs take turns in memory
// that no cache holds. Needs no network and no engine: the plugins' own methods are called, as an engine would.
//     gpu_plugins [--list] [--only ROW] [--rounds N] [--json FILE]    exit 1 when outputs differ, 2 without a GPU
#include "base/half.h"
#include "json.h"

#include <NvInfer.h>
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

using namespace nvinfer1;

namespace {

void check(cudaError_t status, char const* what) {
    if (status != cudaSuccess)
        throw std::runtime_error(fmt::format("{}: {}", what, cudaGetErrorString(status)));
}

class DeviceMemory {
public:
    explicit DeviceMemory(size_t bytes) { check(cudaMalloc(&mData, std::max<size_t>(bytes, 1)), "cudaMalloc"); }
    ~DeviceMemory() { cudaFree(mData); }
    DeviceMemory(DeviceMemory const&) = delete;
    DeviceMemory& operator=(DeviceMemory const&) = delete;
    void* data() const { return mData; }

private:
    void* mData = nullptr;
};

/// A plugin of whatever generation, ready to run on one description.
class Subject {
public:
    Subject(std::string const& name, PluginTensorDesc const& desc, std::optional<int32_t> axis) : mDesc(desc) {
        int32_t const number = axis.value_or(0);
        PluginField const field("axis", &number, PluginFieldType::kINT32, 1);
        PluginFieldCollection const fields{axis ? 1 : 0, &field};
        IPluginCreatorInterface* const creator = getPluginRegistry()->getCreator(name.c_str(), "1");
        if (creator == nullptr)
            throw std::runtime_error("there is no creator of " + name);
        if (auto* const newest = dynamic_cast<IPluginCreatorV3One*>(creator)) {
            mNewest.reset(newest->createPlugin("p", &fields, TensorRTPhase::kRUNTIME));
            auto* const part = mNewest->getCapabilityInterface(PluginCapabilityType::kRUNTIME);
            mRuntime = static_cast<IPluginV3OneRuntime*>(part);
            mRuntime->onShapeChange(&mDesc, 1, &mDesc, 1);
            return;
        }
        mOlder = static_cast<IPluginCreator*>(creator)->createPlugin("p", &fields);
        if (auto* const dynamic = dynamic_cast<IPluginV2DynamicExt*>(mOlder)) {
            DynamicPluginTensorDesc const both{mDesc, mDesc.dims, mDesc.dims, mDesc.dims};
            dynamic->configurePlugin(&both, 1, &both, 1);
        } else {
            Dims rest{mDesc.dims.nbDims - 1, {}};
            std::copy_n(mDesc.dims.d + 1, rest.nbDims, rest.d);
            mOlder->configureWithFormat(&rest, 1, &rest, 1, mDesc.type, mDesc.format,
                                        static_cast<int32_t>(mDesc.dims.d[0]));
        }
        mOlder->initialize();
    }
    ~Subject() {
        if (mOlder != nullptr) {
            mOlder->terminate();
            mOlder->destroy();
        }
    }
    Subject(Subject const&) = delete;
    Subject& operator=(Subject const&) = delete;

    void run(void const* x, void* y, cudaStream_t stream) {
        int32_t status = 0;
        if (mRuntime != nullptr)
            status = mRuntime->enqueue(&mDesc, &mDesc, &x, &y, nullptr, stream);
        else if (auto* const dynamic = dynamic_cast<IPluginV2DynamicExt*>(mOlder))
            status = dynamic->enqueue(&mDesc, &mDesc, &x, &y, nullptr, stream);
        else
            status = mOlder->enqueue(static_cast<int32_t>(mDesc.dims.d[0]), &x, &y, nullptr, stream);
        if (status != 0)
            throw std::runtime_error(fmt::format("enqueue() gave {}", status));
    }

private:
    PluginTensorDesc mDesc;
    std::unique_ptr<IPluginV3> mNewest;
    IPluginV3OneRuntime* mRuntime = nullptr;
    IPluginV2* mOlder = nullptr;
};

PluginTensorDesc descOf(std::vector<int64_t> const& dims, DataType type) {
    PluginTensorDesc out{{static_cast<int32_t>(dims.size()), {}}, type, TensorFormat::kLINEAR, 1};
    std::copy(dims.begin(), dims.end(), out.dims.d);
    return out;
}

int64_t volume(std::vector<int64_t> const& dims) {
    int64_t out = 1;
    for (int64_t const d : dims)
        out *= d;
    return out;
}

uint32_t next() {
    static uint32_t state = 1;
    return (state = state * 1664525U + 1013904223U) >> 8U;
}

/// Multiples of 1/8 in [-8, 8], with many ties; with `odd` some NaN, infinities and zeros of both signs.
std::vector<char> inputOf(int64_t count, DataType type, bool odd) {
    constexpr float kOdd[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(), 0.0F, -0.0F};
    bool const half = type == DataType::kHALF;
    std::vector<char> out(static_cast<size_t>(count) * (half ? 2 : 4));
    for (int64_t i = 0; i < count; ++i) {
        float const v = odd && next() % 16 == 0 ? kOdd[next() % 5] : static_cast<float>(next() % 129) / 8 - 8;
        tenon::Half const h(v);
        std::memcpy(out.data() + i * (half ? 2 : 4), half ? static_cast<void const*>(&h) : &v, half ? 2 : 4);
    }
    return out;
}

struct Plugin {
    std::string library;
    char const* name;
    bool hasAxis;
    double tolerance; ///< relative to 1; halves: 2^-10 more. 0: equal bytes
    std::vector<std::vector<int64_t>> shapes;
    std::vector<DataType> types;
};

std::vector<Plugin> plugins() {
    std::vector<DataType> const both{DataType::kFLOAT, DataType::kHALF};
    std::vector<std::vector<int64_t>> const any{{1},          {7},           {1000},          {3, 5},
                                                {2, 1000},    {1000, 3},     {4, 7, 9},       {1, 33, 65},
                                                {2, 3, 4, 5}, {5, 1, 3, 64}, {2, 3, 4, 5, 6}, {2, 1, 3, 2, 2, 2, 3},
                                                {0, 3},       {3, 0},        {257, 129, 3}};
    std::vector<std::vector<int64_t>> const norms{{1, 1},        {4, 7},          {33, 1000},     {2, 3, 5},
                                                  {2, 64, 1, 9}, {8, 65, 40, 40}, {2, 3, 4, 5, 6}};
    std::vector<std::vector<int64_t>> const batches{{1, 1}, {3, 5}, {2, 1000}, {4, 7, 9}, {3, 2, 65, 33}};
    std::vector<Plugin> out;
    for (char const* style : {"", "_base"}) {
        auto path = [&](char const* name) { return fmt::format("libsample_{}{}.so", name, style); };
        out.push_back({path("hardmax"), "CustomHardmax", true, 0, any, both});
        out.push_back({path("l2norm"), "L2Norm", false, 2e-6, norms, both});
        out.push_back({path("add_one"), "AddOne", false, 0, batches, {DataType::kFLOAT}});
    }
    return out;
}

/// How many numbers differ too much.
int64_t differing(std::vector<char> const& a, std::vector<char> const& b, DataType type, double tolerance) {
    bool const half = type == DataType::kHALF;
    size_t const size = half ? 2 : 4;
    int64_t out = 0;
    for (size_t at = 0; at < a.size(); at += size) {
        if (std::memcmp(a.data() + at, b.data() + at, size) == 0)
            continue;
        float f[2];
        for (int k = 0; k < 2; ++k) {
            char const* const from = (k == 0 ? a : b).data() + at;
            uint16_t bits = 0;
            std::memcpy(&bits, from, sizeof(bits));
            if (half)
                f[k] = tenon::Half::widen(bits);
            else
                std::memcpy(&f[k], from, sizeof(f[k]));
        }
        double const room = tolerance == 0 ? 0 : tolerance + (half ? 0x1p-10 : 0);
        if (std::isnan(f[0]) != std::isnan(f[1]) || (!std::isnan(f[0]) && !(std::fabs(f[0] - f[1]) <= room)))
            ++out;
    }
    return out;
}

/// Elements that differ over all cases of a plugin; how many cases there were goes to `cases`.
int64_t compare(Plugin const& p, cudaStream_t stream, int& cases) {
    int64_t wrong = 0;
    for (std::vector<int64_t> const& dims : p.shapes)
        for (DataType const type : p.types)
            for (int32_t axis = 0; axis < (p.hasAxis ? static_cast<int32_t>(dims.size()) : 1); ++axis) {
                std::vector<char> const x = inputOf(volume(dims), type, p.hasAxis);
                std::vector<char> host(x.size(), 0x55), device(x.size(), 0x2A);
                DeviceMemory const in(x.size()), out(x.size());
                check(cudaMemcpy(in.data(), x.data(), x.size(), cudaMemcpyHostToDevice), "copy");
                check(cudaMemcpy(out.data(), device.data(), x.size(), cudaMemcpyHostToDevice), "copy");
                Subject subject(p.name, descOf(dims, type), p.hasAxis ? std::optional(axis) : std::nullopt);
                subject.run(x.data(), host.data(), nullptr);
                subject.run(in.data(), out.data(), stream);
                check(cudaStreamSynchronize(stream), p.name);
                check(cudaMemcpy(device.data(), out.data(), x.size(), cudaMemcpyDeviceToHost), "copy");
                int64_t const bad = differing(host, device, type, p.tolerance);
                if (bad != 0)
                    fmt::print("{} {} axis {}: {} of {} differ\n", p.library,
                               fmt::format("rank {} type {}", dims.size(), static_cast<int>(type)), axis, bad,
                               volume(dims));
                wrong += bad;
                ++cases;
            }
    return wrong;
}

struct Row {
    std::string name, plugin;
    std::vector<int64_t> dims;
    DataType type;
    std::optional<int32_t> axis;
    std::vector<double> times{}, ratios{};
};

constexpr int kSets = 4; ///< of inputs and outputs, taken in turn

void measure(Row& row, int rounds, cudaStream_t stream) {
    std::vector<char> const x = inputOf(volume(row.dims), row.type, false);
    std::vector<std::unique_ptr<DeviceMemory>> in, out;
    for (int i = 0; i < kSets; ++i) {
        in.push_back(std::make_unique<DeviceMemory>(x.size()));
        out.push_back(std::make_unique<DeviceMemory>(x.size()));
        check(cudaMemcpy(in.back()->data(), x.data(), x.size(), cudaMemcpyHostToDevice), "copy");
    }
    Subject subject(row.plugin, descOf(row.dims, row.type), row.axis);
    cudaEvent_t begin = nullptr, end = nullptr;
    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
    auto micros = [&](std::function<void(int)> const& once) {
        constexpr int kCalls = 8;
        check(cudaEventRecord(begin, stream), "event");
        for (int i = 0; i < kCalls; ++i)
            once(i % kSets);
        check(cudaEventRecord(end, stream), "event");
        check(cudaEventSynchronize(end), "event");
        float ms = 0;
        check(cudaEventElapsedTime(&ms, begin, end), "event");
        return 1e3 * static_cast<double>(ms) / kCalls;
    };
    auto plugin = [&](int i) { subject.run(in[i]->data(), out[i]->data(), stream); };
    auto copy = [&](int i) {
        check(cudaMemcpyAsync(out[i]->data(), in[i]->data(), x.size(), cudaMemcpyDeviceToDevice, stream), "copy");
    };
    micros(plugin);
    micros(copy);
    for (int i = 0; i < rounds; ++i) {
        double const copied = micros(copy);
        row.times.push_back(micros(plugin));
        row.ratios.push_back(copied / row.times.back());
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

std::vector<Row> rows() {
    std::vector<Row> out;
    for (int32_t axis = 0; axis < 3; ++axis)
        for (DataType const type : {DataType::kFLOAT, DataType::kHALF})
            out.push_back({fmt::format("hardmax_axis{}_{}", axis, type == DataType::kHALF ? "f16" : "f32"),
                           "CustomHardmax",
                           {512, 512, 512},
                           type,
                           axis});
    for (DataType const type : {DataType::kFLOAT, DataType::kHALF}) {
        char const* const end = type == DataType::kHALF ? "f16" : "f32";
        out.push_back({fmt::format("l2norm_columns_{}", end), "L2Norm", {64, 256, 56, 56}, type, std::nullopt});
        out.push_back({fmt::format("l2norm_rows_{}", end), "L2Norm", {131072, 512}, type, std::nullopt});
    }
    return out;
}

int run(bench::Options const& o) {
    std::vector<Row> all = rows();
    std::erase_if(all, [&](Row const& r) { return !o.only.empty() && r.name != o.only; });
    if (o.list || all.empty()) {
        for (Row const& r : rows())
            fmt::print("{}\n", r.name);
        return o.list ? 0 : 2;
    }
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "a GPU");
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream), "a stream");
    nlohmann::json out{{"schema", 1}, {"device", properties.name}, {"rows", nlohmann::json::array()}};
    bool good = true;
    auto const folder =
        std::filesystem::canonical("/proc/self/exe").parent_path() / "../sample_plugins"; // may be moved
    for (Plugin const& p : plugins()) {
        std::string const path = (folder / p.library).string();
        auto const handle = getPluginRegistry()->loadLibrary(path.c_str());
        if (handle == nullptr)
            throw std::runtime_error("cannot load " + path);
        int cases = 0;
        int64_t const wrong = compare(p, stream, cases);
        fmt::print("{:<28} {:>4} cases, {} numbers differ between host and GPU\n", p.library, cases, wrong);
        out["summary"][p.library + ": numbers that differ"] = {
            {"value", wrong}, {"cases", cases}, {"bar", 0}, {"ok", wrong == 0}};
        good = good && wrong == 0;
        for (Row& r : all)
            if (r.plugin == p.name && r.times.empty()) { // of the style that is written out, which comes first
                measure(r, o.rounds, stream);
                double const time = bench::at(r.times, 0.5), share = bench::at(r.ratios, 0.5);
                int64_t const bytes = 2 * volume(r.dims) * (r.type == DataType::kHALF ? 2 : 4);
                fmt::print("  {:<24} {:>8.1f} us, {:>6.0f} GB/s, of a copy's bandwidth {:.2f}\n", r.name, time,
                           static_cast<double>(bytes) / 1e3 / time, share);
                out["rows"].push_back({{"model", r.name},
                                       {"engine", "tenon"},
                                       {"version", TENON_BENCH_VERSION},
                                       {"p50_us", time},
                                       {"p95_us", bench::at(r.times, 0.95)}});
                out["summary"][r.name + ": share of a copy's bandwidth"] = {{"value", share}};
            }
        getPluginRegistry()->deregisterLibrary(handle);
    }
    check(cudaStreamDestroy(stream), "a stream");
    bench::write(o, out.dump(2));
    return good ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    return bench::mainOf(count, arguments, 31, run);
}
