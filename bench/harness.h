// SPDX-License-Identifier: Apache-2.0
// What the benchmarks that are programs share: their command line, quantiles, the peak of memory and the exit status.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

/// The value below which `part` of them lie.
inline double at(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(part * static_cast<double>(values.size() - 1))];
}

/// VmHWM in bytes; 0 where it is not told.
inline int64_t rssPeak() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stoll(line.substr(6)) * 1024;
    return 0;
}

struct Options {
    bool list = false;
    std::string only, json;
    int rounds = 0;
};

/// Throws std::runtime_error for what it does not know.
inline Options parse(int count, char** arguments, int rounds) {
    Options o;
    o.rounds = rounds;
    for (int i = 1; i < count; ++i) {
        std::string const a = arguments[i];
        auto value = [&] {
            return i + 1 < count ? std::string(arguments[++i]) : throw std::runtime_error(a + " needs a value");
        };
        if (a == "--list")
            o.list = true;
        else if (a == "--only")
            o.only = value();
        else if (a == "--json")
            o.json = value();
        else if (a == "--rounds")
            o.rounds = std::max(1, std::stoi(value()));
        else
            throw std::runtime_error("unknown argument " + a +
                                     "; there are --list, --only ROW, --rounds N, --json FILE");
    }
    return o;
}

/// To where --json says: a file, "-" for standard output, or nowhere.
inline void write(Options const& o, std::string const& document) {
    if (o.json == "-")
        std::printf("%s\n", document.c_str());
    else if (!o.json.empty())
        std::ofstream(o.json) << document << "\n";
}

/// Exit status: what `run` gives, 2 for an exception.
template <class F>
int mainOf(int count, char** arguments, int rounds, F&& run) {
    try {
        return run(parse(count, arguments, rounds));
    } catch (std::exception const& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    }
}

} // namespace bench
