// SPDX-License-Identifier: Apache-2.0
// The CUDA text of every row: compiled by NVRTC for sm_80 and sm_90 where that library is found (no GPU is needed), and
// run against the reference where there is a GPU. Skipped with the reason otherwise.
#include "backend/cuda/pointwise_text.h"
#include "base/half.h"
#include "kernel/evaluate.h"
#include "ops/pointwise/pointwise.h"

#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include <gtest/gtest.h>

namespace tenon::ops::pointwise {
namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16, DType::kI32,
                            DType::kI64, DType::kU8,  DType::kU16, DType::kU32,  DType::kU64, DType::kBool};

/// A shared library; functions by name.
class Library {
public:
    explicit Library(std::vector<std::string> const& names) {
        for (std::string const& name : names)
            if (mHandle == nullptr)
                mHandle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    explicit operator bool() const { return mHandle != nullptr; }
    template <class... A>
    int call(char const* name, A... args) const {
        auto* const function = reinterpret_cast<int (*)(A...)>(dlsym(mHandle, name));
        return function == nullptr ? -1 : function(args...);
    }

private:
    void* mHandle = nullptr;
};

std::vector<std::string> nvrtcNames() {
    std::vector<std::string> names{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
    std::error_code ignored;
    for (auto const& toolkit : std::filesystem::directory_iterator("/usr/local", ignored))
        if (toolkit.path().filename().string().starts_with("cuda"))
            for (char const* folder : {"lib64", "lib"})
                names.push_back((toolkit.path() / folder / "libnvrtc.so").string());
    return names;
}

/// Compiles for one architecture; the image, or the compiler's log in `error`.
std::string compile(Library const& nvrtc, std::string const& source, std::string const& architecture,
                    std::string& error) {
    void* program = nullptr;
    char const* const none = nullptr;
    if (nvrtc.call("nvrtcCreateProgram", &program, source.c_str(), "pointwise.cu", 0, &none, &none) != 0) {
        error = "no program";
        return {};
    }
    std::string const option = "--gpu-architecture=" + architecture;
    char const* options[] = {option.c_str(), "--std=c++17"};
    int const status = nvrtc.call("nvrtcCompileProgram", program, 2, options);
    size_t size = 0;
    nvrtc.call("nvrtcGetProgramLogSize", program, &size);
    error.resize(size);
    nvrtc.call("nvrtcGetProgramLog", program, error.data());
    std::string image;
    if (status == 0) {
        error.clear();
        nvrtc.call("nvrtcGetCUBINSize", program, &size);
        image.resize(size);
        nvrtc.call("nvrtcGetCUBIN", program, image.data());
    }
    nvrtc.call("nvrtcDestroyProgram", &program);
    return image;
}

struct Sample {
    std::string name;
    DType type; ///< that the row computes in
    Expression e;
};

/// Every row for every type it takes, every conversion, and one expression with numbers of every type.
std::vector<Sample> samples() {
    std::vector<Sample> out;
    for (Row const& row : rows())
        for (DType type : kTypes)
            if (row.rule != RowRule::kGiven && (classOf(type) & row.classes) != 0) {
                std::vector<DType> types(static_cast<size_t>(row.arity), type);
                if (row.rule == RowRule::kChoice)
                    types[0] = DType::kBool;
                out.push_back({fmt::format("{}_{}", row.name, nameOf(type)), type, rowOf(row.name, types)});
            }
    for (DType from : kTypes)
        for (DType to : kTypes)
            if (from != to) {
                ExpressionWriter w({from});
                out.push_back(
                    {fmt::format("cast_{}_{}", nameOf(from), nameOf(to)), DType::kBool, w.take(w.cast(0, to))});
            }
    for (DType type : kTypes) {
        ExpressionWriter w({type});
        double const value = classOf(type) == kFloatRow ? INFINITY : -3;
        out.push_back({fmt::format("number_{}", nameOf(type)), type, w.take(w.row("ne", {0, w.number(type, value)}))});
    }
    return out;
}

/// A kernel for each sample; for the others, where `kernels` refuses a type, only the function, which costs no code
/// generation.
template <class F>
std::string sourceOf(std::vector<Sample> const& list, F const& kernels) {
    std::string source = cuda::pointwisePrelude();
    for (Sample const& s : list)
        source +=
            kernels(s.type) ? cuda::pointwiseKernel(s.e, "k_" + s.name) : cuda::pointwiseFunction(s.e, "f_" + s.name);
    return source;
}

TEST(CudaText, CompilesForEveryArchitecture) {
#ifdef TENON_SANITIZED
    GTEST_SKIP() << "nearly all that runs here is NVRTC, which is not ours";
#endif
    Library const nvrtc(nvrtcNames());
    if (!nvrtc)
        GTEST_SKIP() << "NVRTC (libnvrtc.so of a CUDA toolkit) is not found";
    std::string const source = sourceOf(
        samples(), [](DType type) { return type == DType::kF32 || type == DType::kF16 || type == DType::kI32; });
    for (std::string const architecture : {"sm_80", "sm_90"}) {
        std::string error;
        std::string const image = compile(nvrtc, source, architecture, error);
        EXPECT_EQ(error, "") << architecture;
        EXPECT_FALSE(image.empty()) << architecture;
    }
}

/// The driver, its first device, and one module.
class Device {
public:
    explicit Device(Library const& driver) : mDriver(driver) {
        int device = 0;
        mGood = mDriver.call("cuInit", 0u) == 0 && mDriver.call("cuDeviceGet", &device, 0) == 0 &&
                mDriver.call("cuDevicePrimaryCtxRetain", &mContext, device) == 0 &&
                mDriver.call("cuCtxSetCurrent", mContext) == 0 &&
                mDriver.call("cuDeviceGetAttribute", &mMajor, 75, device) == 0 &&
                mDriver.call("cuDeviceGetAttribute", &mMinor, 76, device) == 0;
    }
    bool good() const { return mGood; }
    std::string architecture() const { return fmt::format("sm_{}{}", mMajor, mMinor); }
    bool load(std::string const& image) { return mDriver.call("cuModuleLoadData", &mModule, image.data()) == 0; }

    Box run(Sample const& s, std::vector<Box> const& operands) const {
        Box out;
        out.setTensor(s.e.resultType(), operands[0].dims);
        void* function = nullptr;
        EXPECT_EQ(mDriver.call("cuModuleGetFunction", &function, mModule, ("k_" + s.name).c_str()), 0);
        uint64_t memory[4] = {};
        long long step = 1, count = out.elements();
        std::vector<void*> args;
        for (size_t i = 0; i < operands.size(); ++i) {
            auto const bytes = static_cast<size_t>(operands[i].bytes());
            EXPECT_EQ(mDriver.call("cuMemAlloc_v2", &memory[i], bytes), 0);
            EXPECT_EQ(mDriver.call("cuMemcpyHtoD_v2", memory[i], static_cast<void const*>(operands[i].data()), bytes),
                      0);
            args.push_back(&memory[i]);
            args.push_back(&step);
        }
        EXPECT_EQ(mDriver.call("cuMemAlloc_v2", &memory[3], static_cast<size_t>(out.bytes())), 0);
        args.push_back(&memory[3]);
        args.push_back(&count);
        void** const none = nullptr;
        void* const stream = nullptr;
        EXPECT_EQ(mDriver.call("cuLaunchKernel", function, 4u, 1u, 1u, 128u, 1u, 1u, 0u, stream, args.data(), none), 0);
        EXPECT_EQ(mDriver.call("cuMemcpyDtoH_v2", static_cast<void*>(out.data()), memory[3],
                               static_cast<size_t>(out.bytes())),
                  0);
        for (uint64_t m : memory)
            mDriver.call("cuMemFree_v2", m);
        return out;
    }

private:
    Library const& mDriver;
    void* mContext = nullptr;
    void* mModule = nullptr;
    int mMajor = 0, mMinor = 0;
    bool mGood = false;
};

/// Small numbers, zeros, and for floating types NaN, infinities and what no integer holds.
Box numbers(DType type, int64_t count, uint64_t seed) {
    Box box;
    box.setTensor(type, std::vector<int64_t>{count});
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        auto* to = reinterpret_cast<T*>(box.data());
        for (int64_t i = 0; i < count; ++i) {
            uint64_t const r = (static_cast<uint64_t>(i) * 2654435761u + seed * 40503u) % 4001;
            if constexpr (std::is_same_v<T, bool>)
                to[i] = r % 2 != 0;
            else if constexpr (std::is_integral_v<T>)
                to[i] = static_cast<T>(static_cast<int64_t>(r % 29) - (std::is_signed_v<T> ? 11 : 0));
            else if (i < 8)
                to[i] = T(std::array<float, 8>{NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e20f, -1e20f,
                                               300.0f}[static_cast<size_t>(i)]);
            else
                to[i] = T(static_cast<float>(r) * 0.0025f - 5.0f);
        }
    });
    return box;
}

std::string difference(DType type, Box const& got, Box const& wanted) {
    std::map<DType, double> const kTolerance{
        {DType::kF16, 2e-3}, {DType::kBF16, 1e-2}, {DType::kF32, 4e-6}, {DType::kF64, 1e-14}};
    double const tolerance = kTolerance.contains(type) ? kTolerance.at(type) : 0;
    std::string out;
    withType(wanted.dtype, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < wanted.elements() && out.empty(); ++i) {
            auto const x = static_cast<double>(reinterpret_cast<T const*>(got.data())[i]),
                       y = static_cast<double>(reinterpret_cast<T const*>(wanted.data())[i]);
            if (x != y && !(std::isnan(x) && std::isnan(y)) &&
                !(std::abs(x - y) <= tolerance * std::abs(y) + 0.1 * tolerance))
                out = fmt::format("element {} is {}, wanted {}", i, x, y);
        }
    });
    return out;
}

TEST(CudaText, AgreesWithTheReferenceOnAGpu) {
    Library const nvrtc(nvrtcNames()), driver({"libcuda.so.1"});
    if (!nvrtc || !driver)
        GTEST_SKIP() << "NVRTC or the driver (libcuda.so.1) is not found";
    Device device(driver);
    if (!device.good())
        GTEST_SKIP() << "there is no GPU";
    auto const list = samples();
    std::string error;
    std::string const image = compile(nvrtc, sourceOf(list, [](DType) { return true; }), device.architecture(), error);
    ASSERT_EQ(error, "");
    ASSERT_TRUE(device.load(image));
    for (Sample const& s : list) {
        std::vector<Box> operands;
        for (size_t i = 0; i < s.e.inputs.size(); ++i)
            operands.push_back(numbers(s.e.inputs[i], 500, i));
        std::vector<Box const*> in;
        for (Box const& box : operands)
            in.push_back(&box);
        Box const wanted =
            std::move(evaluate(builtinTable(), *builtinTable().op("pointwise"), Attributes{s.e}, in, 1)[0]);
        EXPECT_EQ(difference(s.type, device.run(s, operands), wanted), "") << s.name;
    }
}

} // namespace
} // namespace tenon::ops::pointwise
