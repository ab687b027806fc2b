// SPDX-License-Identifier: Apache-2.0
#include "base/settings.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace tenon {
namespace {

constexpr SettingInfo kSettings[] = {
    {"TENON_CACHE", "~/.cache/tenon", "tenon, ./run",
     "Folder of what is fetched once: oneDNN, the Python environment, models."},
    {"TENON_PYTHON", "TENON_CACHE/venv/bin/python, else python3", "tenon",
     "The Python interpreter whose onnxruntime `--check onnxruntime` compares with."},
    {"TENON_CPU_FEATURES_MASK", "none", "tenon",
     "Instruction sets to leave unused, as /proc/cpuinfo names them, joined by commas: what a lesser machine would "
     "do."},
    {"TENON", "build/release/tools/tenon", "demo, tests, benchmarks", "The `tenon` that the scripts run."},
    {"TENON_JOBS", "all cores", "./run", "Compilers and tests that run at the same time."},
};

std::string environment(std::string const& name) {
    char const* const text = std::getenv(name.c_str());
    return text == nullptr ? "" : text;
}

} // namespace

std::span<SettingInfo const> allSettings() noexcept {
    return kSettings;
}

std::string setting(std::string_view name) {
    assert(
        std::any_of(std::begin(kSettings), std::end(kSettings), [&](SettingInfo const& s) { return s.name == name; }));
    return environment(std::string(name));
}

std::string cacheFolder() {
    if (std::string folder = setting("TENON_CACHE"); !folder.empty())
        return folder;
    std::string const home = environment("HOME");
    return home.empty() ? "" : home + "/.cache/tenon";
}

} // namespace tenon
