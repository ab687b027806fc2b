// SPDX-License-Identifier: Apache-2.0
// test_cases [--why] [--list] [NAME ...]: runs every case of every operator, or those whose "op/case" contains one of
// the names.
// Built twice: test_cases runs each case with every kernel, test_engines through built, saved and loaded engines.
// --why also prints why kernels did not propose. Exit status 0: all agree; 1: a difference; 2: no case has such a name.
#ifdef TENON_ENGINES
#include "cases/engine_check.h"
#endif
#include "cases/kernel_check.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <set>

namespace {

using namespace tenon;

struct Options {
    bool why = false, list = false;
    std::vector<std::string> names;
};

bool wanted(Options const& options, std::string const& name) {
    return options.names.empty() ||
           std::any_of(options.names.begin(), options.names.end(),
                       [&](std::string const& part) { return name.find(part) != std::string::npos; });
}

/// The folders that hold all that the names ask for: to write down the cases of every operator takes longer than to run
/// those of most. All folders, where there is no name or one that is not a folder's with a slash.
std::vector<test::FolderCases> foldersOf(Options const& options) {
    std::span<test::FolderCases const> const all = test::opCases();
    std::vector<test::FolderCases> out;
    for (std::string const& name : options.names) {
        auto const found = std::find_if(
            all.begin(), all.end(), [&](test::FolderCases const& f) { return name == std::string(f.folder) + '/'; });
        if (found == all.end())
            return {all.begin(), all.end()};
        out.push_back(*found);
    }
    return out.empty() ? std::vector(all.begin(), all.end()) : out;
}

/// One case by every way there is to run it.
test::Report runCase(test::Case const& c) {
    try {
#ifdef TENON_ENGINES
        test::Report report;
        report.failures = test::checkEngine(builtinTable(), c);
        report.kernels = 1;
        return report;
#else
        return test::checkKernels(builtinTable(), c);
#endif
    } catch (std::exception const& e) {
        test::Report report;
        report.failures.push_back(e.what());
        return report;
    }
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    for (std::string const& arg : std::vector<std::string>(argv + 1, argv + argc))
        if (arg == "--why")
            options.why = true;
        else if (arg == "--list")
            options.list = true;
        else
            options.names.push_back(arg);

    test::CaseList cases;
    for (test::FolderCases const& f : foldersOf(options))
        f.add(cases);
    std::set<std::string> seen;
    int run = 0, failed = 0, kernels = 0;
    for (test::Case const& c : cases.all()) {
        std::string const name = c.op + '/' + c.name;
        bool const fresh = seen.insert(name).second;
        if (!wanted(options, name))
            continue;
        ++run;
        if (options.list) {
            fmt::print("{}\n", name);
            continue;
        }
        test::Report report = runCase(c);
        if (!fresh)
            report.failures.push_back("two cases of one name");
        kernels += report.kernels;
        failed += !report.failures.empty();
        for (std::string const& line : report.failures)
            fmt::print("FAIL {}: {}\n", name, line);
        for (std::string const& line : report.refusals)
            if (options.why)
                fmt::print("{}: {}\n", name, line);
    }
    fmt::print("cases: {} run, {} by kernels or engines other than the reference, {} failed\n", run, kernels, failed);
    return failed != 0 ? 1 : (run == 0 ? 2 : 0);
}
