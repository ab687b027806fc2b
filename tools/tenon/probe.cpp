// SPDX-License-Identifier: Apache-2.0
// Each library of NVIDIA's is opened with dlopen and asked for its version by the one function that tells it; nothing
// else is called.
#include "probe.h"

#include <dlfcn.h>
#include <dnnl.h>
#include <fmt/format.h>

namespace tenon::cli {
namespace {

std::string pathOf(void const* symbol) {
    Dl_info info{};
    return ::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

/// How a library tells its version.
struct Probe {
    char const* name;
    std::vector<char const*> files; ///< newest first
    char const* function;
    enum Form { kPointer, kReturned, kPair } form; ///< int f(int*); size_t f(); int f(int* major, int* minor)
    long base;                                     ///< what the major version is multiplied by
};

void ask(Probe const& probe, void* function, Library& to) {
    int minor = 0;
    long number = 0;
    if (probe.form == Probe::kPair) {
        reinterpret_cast<int (*)(int*, int*)>(function)(&to.major, &minor);
        to.version = fmt::format("{}.{}", to.major, minor);
        return;
    }
    if (probe.form == Probe::kPointer) {
        int given = 0;
        reinterpret_cast<int (*)(int*)>(function)(&given);
        number = given;
    } else {
        number = static_cast<long>(reinterpret_cast<size_t (*)()>(function)());
    }
    long const base = number < probe.base ? 1000 : probe.base; // cuDNN 8 and older
    to.major = static_cast<int>(number / base);
    long const rest = number % base;
    to.version = probe.form == Probe::kPointer ? fmt::format("{}.{}", to.major, rest / 10)
                                               : fmt::format("{}.{}.{}", to.major, rest / 100, rest % 100);
}

Library find(Probe const& probe) {
    Library library{probe.name};
    for (char const* file : probe.files) {
        void* const handle = ::dlopen(file, RTLD_LAZY | RTLD_LOCAL);
        if (handle == nullptr)
            continue;
        if (void* const function = ::dlsym(handle, probe.function); function != nullptr) {
            ask(probe, function, library);
            library.path = pathOf(function);
        }
        ::dlclose(handle);
        break;
    }
    return library;
}

} // namespace

Library linkedDnnl() {
    dnnl_version_t const* const v = ::dnnl_version();
    return {"oneDNN", fmt::format("{}.{}.{}", v->major, v->minor, v->patch),
            pathOf(reinterpret_cast<void const*>(&::dnnl_version)), v->major};
}

std::vector<Library> gpuLibraries() {
    Probe const probes[] = {
        {"CUDA driver", {"libcuda.so.1"}, "cuDriverGetVersion", Probe::kPointer, 1000},
        {"CUDA runtime",
         {"libcudart.so.13", "libcudart.so.12", "libcudart.so"},
         "cudaRuntimeGetVersion",
         Probe::kPointer,
         1000},
        {"cuDNN", {"libcudnn.so.9", "libcudnn.so.8", "libcudnn.so"}, "cudnnGetVersion", Probe::kReturned, 10000},
        {"cuBLASLt",
         {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"},
         "cublasLtGetVersion",
         Probe::kReturned,
         10000},
        {"NVRTC", {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}, "nvrtcVersion", Probe::kPair, 0},
    };
    std::vector<Library> found;
    for (Probe const& probe : probes)
        found.push_back(find(probe));
    return found;
}

} // namespace tenon::cli
