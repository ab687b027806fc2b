// SPDX-License-Identifier: Apache-2.0
#include "base/cpu.h"

#include "base/settings.h"

#include <algorithm>

namespace tenon {
namespace {

bool isHidden(std::string_view name) {
    std::string const text = setting("TENON_CPU_FEATURES_MASK");
    std::string_view rest = text;
    while (!rest.empty()) {
        size_t const end = std::min(rest.find(','), rest.size());
        if (rest.substr(0, end) == name)
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

} // namespace

std::vector<std::string> cpuFeatures() {
    std::vector<std::string> out;
    auto add = [&](char const* name, bool present) {
        if (present && !isHidden(name))
            out.emplace_back(name);
    };
#if defined(__x86_64__)
    __builtin_cpu_init();
    add("sse4_1", __builtin_cpu_supports("sse4.1"));
    add("sse4_2", __builtin_cpu_supports("sse4.2"));
    add("avx", __builtin_cpu_supports("avx"));
    add("avx2", __builtin_cpu_supports("avx2"));
    add("fma", __builtin_cpu_supports("fma"));
    add("avx512f", __builtin_cpu_supports("avx512f"));
    add("avx512bw", __builtin_cpu_supports("avx512bw"));
    add("avx512dq", __builtin_cpu_supports("avx512dq"));
    add("avx512vl", __builtin_cpu_supports("avx512vl"));
    add("avx512_vnni", __builtin_cpu_supports("avx512vnni"));
    add("avx512_bf16", __builtin_cpu_supports("avx512bf16"));
#endif
    return out;
}

std::vector<std::string> missingCpuFeatures(std::vector<std::string> const& wanted) {
    std::vector<std::string> const present = cpuFeatures();
    std::vector<std::string> out;
    for (std::string const& name : wanted)
        if (std::find(present.begin(), present.end(), name) == present.end())
            out.push_back(name);
    return out;
}

} // namespace tenon
