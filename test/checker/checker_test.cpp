// SPDX-License-Identifier: Apache-2.0
// Each fault is found in the twin that has it, and nothing in plugins that are right.
#include "checker/checker.h"
#include "checker/child.h"
#include "checker/replay.h"

#include "plugin/host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <stdexcept>
#include <stdlib.h>
#include <tuple>

// What the twins' library finds in libtenon or in the command.
extern "C" __attribute__((visibility("default"))) void tenon_plugin_set_host(char const* name, char const* version,
                                                                             char const* space) noexcept {
    tenon::plugin::setHost({name, version, space});
}
extern "C" __attribute__((visibility("default"))) void
tenon_plugin_set_traits(char const* name, char const* version, char const* space, uint32_t traits) noexcept {
    tenon::plugin::setTraits({name, version, space}, traits);
}

namespace tenon::checker {
namespace {

Options optionsFor(std::string const& name) {
    Options out;
    out.library = TENON_TEST_TWINS;
    out.name = name;
    out.timeout = name.rfind("hang", 0) == 0 ? 0.4 : 20;
    return out;
}

/// Removed at the end.
class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tenon-twin-XXXXXX").string();
        mPath = ::mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(mPath); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    std::string const& path() const { return mPath; }

private:
    std::string mPath;
};

std::string faultOf(std::string const& name) {
    return name.substr(0, name.find('.'));
}

std::vector<std::string> twinNames() {
    std::vector<std::string> out;
    for (Target const& t : targetsOf(TENON_TEST_TWINS, 20))
        out.push_back(t.key.name);
    return out;
}

std::string textOf(Report const& report) {
    std::string out;
    for (CreatorReport const& c : report.creators) {
        for (Finding const& f : c.findings)
            out += fmt::format("{} ({}, {} in {}()): wanted {}; given {}\n", f.id, f.shape, f.call, f.method, f.wanted,
                               f.given);
        for (std::string const& n : c.notes)
            out += n + "\n";
    }
    return out;
}

bool has(Report const& report, std::string const& id) {
    return std::any_of(report.creators[0].findings.begin(), report.creators[0].findings.end(),
                       [&](Finding const& f) { return f.id == id; });
}

/// y = alpha * x + bias.
std::vector<std::vector<Values>> lines(std::vector<Case> const& cases, plugin::Fields const& fields) {
    double const alpha = numberOf(fields.list.at(0)), bias = numberOf(fields.list.at(1));
    std::vector<std::vector<Values>> out;
    for (Case const& c : cases) {
        Values y = c.inputs[0];
        for (int64_t i = 0; i < volumeOf(y.dims); ++i)
            setElement(y, i, alpha * elementOf(y, i) + bias);
        out.push_back({std::move(y)});
    }
    return out;
}

/// 1 where the first greatest element along the first axis stands, and 0 elsewhere.
std::vector<std::vector<Values>> hardmaxes(std::vector<Case> const& cases, plugin::Fields const&) {
    std::vector<std::vector<Values>> out;
    for (Case const& c : cases) {
        Values const& x = c.inputs[0];
        Values y = x;
        int64_t const inner = volumeOf(x.dims) / x.dims.at(0);
        for (int64_t at = 0; at < volumeOf(x.dims); ++at) {
            bool isFirst = true;
            for (int64_t other = at % inner; other < volumeOf(x.dims); other += inner)
                isFirst = isFirst && (other < at ? elementOf(x, other) < elementOf(x, at)
                                                 : elementOf(x, other) <= elementOf(x, at));
            setElement(y, at, isFirst ? 1 : 0);
        }
        out.push_back({std::move(y)});
    }
    return out;
}

/// To each element its channel is added.
std::vector<std::vector<Values>> channels(std::vector<Case> const& cases, plugin::Fields const&) {
    std::vector<std::vector<Values>> out;
    for (Case const& c : cases) {
        Values y = c.inputs[0];
        int64_t const area = y.dims.at(2) * y.dims.at(3);
        for (int64_t i = 0; i < volumeOf(y.dims); ++i)
            setElement(y, i, elementOf(y, i) + static_cast<double>(i / area % y.dims[1]));
        out.push_back({std::move(y)});
    }
    return out;
}

/// What a twin should compute; empty for a right one that nothing knows more of.
Reference referenceOf(std::string const& name) {
    if (name.ends_with(".hardmax"))
        return hardmaxes;
    if (name.ends_with(".blocks"))
        return channels;
    return faultOf(name) == "wrong-value" ? Reference(lines) : nullptr;
}

/// From the folder of the first finding, in a process that may end.
bool isMadeAgain(std::vector<Finding> const& findings, double seconds) {
    if (findings.empty())
        return false;
    std::vector<Finding> const again = replayApart(readRepro(findings[0].repro), findings[0].repro, seconds);
    return std::any_of(again.begin(), again.end(), [&](Finding const& f) { return f.id == findings[0].id; });
}

class Twins : public testing::TestWithParam<std::string> {};

TEST_P(Twins, AreFound) {
    Options options = optionsFor(GetParam());
    std::string const id = faultOf(GetParam());
    if (id == "correct") {
        options.reference = referenceOf(GetParam());
        Report const report = check(options);
        EXPECT_EQ(report.findings(), 0) << textOf(report);
        EXPECT_GT(report.probes(), 15);
        EXPECT_EQ(textOf(report).find("'count', declared int32, in 64 bits from byte 8 on") != std::string::npos,
                  GetParam() == "correct.long_count")
            << textOf(report);
        EXPECT_EQ(textOf(report).find("in 64 bits") != std::string::npos, GetParam() == "correct.long_count");
        return;
    }
    ASSERT_NE(findFault(id), nullptr);
    options.only = {id};
    if (id == "wrong-value")
        options.reference = referenceOf(GetParam());
    Folder const folder;
    options.reproFolder = folder.path();
    Report const report = check(options);
    ASSERT_EQ(report.creators.size(), 1u);
    EXPECT_TRUE(has(report, id)) << textOf(report);
    std::string const part = GetParam().substr(std::min(id.size() + 1, GetParam().size()));
    for (char const* method : {"getNbOutputs", "getNbTactics", "createPlugin", "supportsFormatCombination"})
        if (part == method) {
            EXPECT_EQ(report.creators[0].findings.at(0).method, method);
        }
    if (id == "crash" || id == "hang" || id == "exception" || id == "state-lost") {
        EXPECT_TRUE(isMadeAgain(report.creators[0].findings, options.timeout)) << textOf(report);
    }
    for (Finding const& f : report.creators[0].findings) {
        EXPECT_EQ(std::filesystem::path(f.repro).parent_path(), folder.path());
        EXPECT_TRUE(std::filesystem::exists(f.repro + "/case.txt")) << f.repro;
        EXPECT_FALSE(f.given.empty());
        EXPECT_FALSE(f.wanted.empty()) << f.id;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Twins, testing::ValuesIn(twinNames()), [](auto const& param) {
    std::string out = param.param;
    for (char& c : out)
        c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return out;
});

TEST(Checker, ALibraryThatFailsAsItIsUnloadedIsChecked) {
    Options options;
    options.library = TENON_TEST_UNLOADING;
    Folder const folder;
    options.reproFolder = folder.path();
    Report const report = check(options);
    ASSERT_EQ(report.findings(), 1) << textOf(report);
    Finding const& f = report.creators[0].findings[0];
    EXPECT_EQ(f.id, "crash");
    EXPECT_EQ(f.method, "dlclose");
    EXPECT_NE(f.given.find("SIGABRT"), std::string::npos) << f.given;
    EXPECT_GT(report.probes(), 15);
    EXPECT_TRUE(isMadeAgain(report.creators[0].findings, options.timeout));
}

TEST(Checker, CreatorsThatDoNotTellTheirNamesOrFieldsAreFindingsBesideTheOthers) {
    Options options;
    options.library = TENON_TEST_CREATORS;
    Folder const folder;
    options.reproFolder = folder.path();
    Report const report = check(options);
    std::map<std::string, CreatorReport> byName;
    for (CreatorReport const& c : report.creators)
        byName[c.name] = c;
    ASSERT_EQ(byName.size(), 5u) << textOf(report);
    EXPECT_TRUE(byName["right"].findings.empty()) << textOf(report);
    EXPECT_GT(byName["right"].probes, 15);
    for (auto const& [name, id, method] : {std::tuple{"aborts", "crash", "getFieldNames"},
                                           {"null", "status", "getFieldNames"},
                                           {"creator 3", "crash", "getPluginName"},
                                           {"creator 5", "exception", "getPluginVersion"}}) {
        ASSERT_EQ(byName[name].findings.size(), 1u) << name << ": " << textOf(report);
        Finding const& f = byName[name].findings[0];
        EXPECT_EQ(f.id, id) << name;
        EXPECT_EQ(f.method, method) << name;
        EXPECT_EQ(f.probe, "creators") << name;
    }
    EXPECT_GT(byName["aborts"].probes, 15); // its plugins need no fields
    for (char const* name : {"aborts", "null"})
        EXPECT_TRUE(isMadeAgain(byName[name].findings, options.timeout)) << name;
}

TEST(Checker, WhatAPluginDoesToTheProcessOrItsFilesIsOneFinding) {
    for (auto const& [twin, given] : {std::pair{"crash.fork", "fork(): the method came back in two processes"},
                                      {"crash.closes", "the plugin closed a file descriptor that is not its own"},
                                      {"crash.garbles", "bytes of somebody else"}}) {
        Report const report = check(optionsFor(twin));
        ASSERT_EQ(report.findings(), 1) << textOf(report);
        Finding const& f = report.creators[0].findings[0];
        EXPECT_EQ(f.id, "crash");
        EXPECT_EQ(f.method, "enqueue");
        EXPECT_NE(f.given.find(given), std::string::npos) << f.given;
    }
}

TEST(Checker, AnOutputThatIsReadBeforeItIsWrittenIsOneFinding) {
    Report const report = check(optionsFor("unwritten-output.adds"));
    ASSERT_EQ(report.findings(), 1) << textOf(report);
    Finding const& f = report.creators[0].findings[0];
    EXPECT_EQ(f.id, "unwritten-output");
    EXPECT_NE(f.given.find("it depends on what the output held before"), std::string::npos) << f.given;
}

TEST(Checker, TellsAHugeOutputAndAFieldThatIsIgnored) {
    for (auto const& [twin, given] : {std::pair{"shape-mismatch.huge", "promises an output that cannot be run"},
                                      {"field-type.ignored", "it was ignored"},
                                      {"field-type", "it was taken and read wrongly"}}) {
        Options options = optionsFor(twin);
        options.only = {faultOf(twin)};
        Report const report = check(options);
        ASSERT_GE(report.findings(), 1) << twin << ": " << textOf(report);
        EXPECT_NE(report.creators[0].findings[0].given.find(given), std::string::npos) << textOf(report);
    }
}

TEST(Checker, WhereSkipLeavesNothingOfOnlyNothingIsChecked) {
    Options options = optionsFor("leak");
    options.only = {"leak"};
    options.skip = {{"leak", "known"}};
    Report const report = check(options);
    EXPECT_EQ(report.probes(), 0);
    EXPECT_EQ(report.findings(), 0);
    EXPECT_EQ(report.creators[0].skipped.at(0).id, "leak");
}

TEST(Checker, ADamagedHeapIsOneFindingOfItsMethod) {
    for (auto const& [twin, method] : {std::pair{"crash.heap_large", "enqueue"}, {"crash.heap_clone", "clone"}}) {
        Options options = optionsFor(twin);
        Folder const folder;
        options.reproFolder = folder.path();
        Report const report = check(options);
        ASSERT_EQ(report.findings(), 1) << textOf(report);
        Finding const& f = report.creators[0].findings[0];
        EXPECT_EQ(f.id, "crash");
        EXPECT_EQ(f.method, method);
        EXPECT_NE(f.given.find("a damaged heap: something was written behind the end of a block of 24 bytes"),
                  std::string::npos)
            << f.given;
        EXPECT_TRUE(isMadeAgain(report.creators[0].findings, options.timeout)) << textOf(report);
    }
}

/// The shapes that were run, as "2x3 [2] -> 2x3".
std::set<std::string> shapesOf(Report const& report) {
    std::set<std::string> out;
    for (ShapeRow const& row : report.creators[0].shapes)
        out.insert(row.shape + " -> " + row.outputs);
    return out;
}

TEST(Checker, ShapeInputsHaveTheNumbersOfTheirRange) {
    Options options = optionsFor("correct.repeated_rows");
    options.spec =
        readSpec(R"({"inputs": [{"shape": [[1, 3], [2, 3], [4, 3]]}], "shape_inputs": [[[0], [2], [8]]]})", "spec");
    size_t compared = 0;
    options.reference = [&](std::vector<Case> const& cases, plugin::Fields const& fields) {
        double const alpha = numberOf(fields.list.at(0)), bias = numberOf(fields.list.at(1));
        std::vector<std::vector<Values>> out;
        for (Case const& c : cases) {
            Values y{DType::kF32, {c.point.elements.at(0).at(0), 3}, {}};
            y.bytes.resize(bytesOf(y.dtype, volumeOf(y.dims)));
            for (int64_t i = 0; i < volumeOf(y.dims); ++i)
                setElement(y, i, alpha * elementOf(c.inputs[0], i % volumeOf(c.inputs[0].dims)) + bias);
            out.push_back({std::move(y)});
        }
        compared = out.size();
        return out;
    };
    Report const right = check(options);
    EXPECT_EQ(right.findings(), 0) << textOf(right);
    EXPECT_GT(compared, 4u);
    std::set<std::string> const shapes = shapesOf(right);
    for (char const* shape : {"2x3 [2] -> 2x3", "4x3 [8] -> 8x3", "4x3 [2] -> 2x3", "2x3 [8] -> 8x3"})
        EXPECT_TRUE(shapes.contains(shape)) << shape << ", among " << fmt::format("{}", fmt::join(shapes, "; "));

    options.name = "shape-mismatch.repeated_rows";
    options.reference = nullptr;
    options.only = {"shape-mismatch"};
    Folder const folder;
    options.reproFolder = folder.path();
    Report const wrong = check(options);
    ASSERT_EQ(wrong.findings(), 1) << textOf(wrong);
    EXPECT_EQ(wrong.creators[0].findings[0].shape, "1x3 [1]");
    EXPECT_TRUE(isMadeAgain(wrong.creators[0].findings, options.timeout));
}

TEST(Checker, APluginThatRefusesRowsIsRunInWhatItAccepts) {
    Options options = optionsFor("correct.blocks");
    options.only = {"unwritten-output", "state-lost"};
    Report report = check(options);
    EXPECT_NE(textOf(report).find("it refuses kLINEAR: run in kCHW32, kCHW32 with inputs of 32 channels"),
              std::string::npos)
        << textOf(report);
    EXPECT_TRUE(shapesOf(report).contains("2x32x4x5 -> 2x32x4x5"));
    char const* const kSpec = R"({{"inputs": [{{"shape": [[1, {}, 2, 2], [2, {}, 2, 3], [2, {}, 4, 4]]}}]}})";
    options.spec = readSpec(fmt::format(fmt::runtime(kSpec), 3, 64, 70), "spec");
    report = check(options);
    EXPECT_EQ(report.findings(), 0) << textOf(report);
    EXPECT_NE(textOf(report).find("with inputs of 32 channels"), std::string::npos) << textOf(report);
    options.spec = readSpec(fmt::format(fmt::runtime(kSpec), 3, 3, 3), "spec");
    report = check(options);
    EXPECT_NE(textOf(report).find("in kLINEAR, nor in another format that tensors of these shapes can have"),
              std::string::npos)
        << textOf(report);
}

TEST(Checker, AReferenceThatFailsIsToldBesideTheFindings) {
    Options options = optionsFor("input-modified");
    options.only = {"input-modified", "wrong-value"};
    options.reference = [](auto const&, auto const&) -> std::vector<std::vector<Values>> {
        throw std::runtime_error("no answer today");
    };
    Report const report = check(options);
    EXPECT_TRUE(has(report, "input-modified")) << textOf(report);
    ASSERT_TRUE(report.problem);
    EXPECT_EQ(report.problem->givenText(), "no answer today");
    EXPECT_NE(textOf(report).find("no answer today"), std::string::npos);
    EXPECT_EQ(report.creators[0].skipped.at(0).id, "wrong-value");
}

TEST(Faults, HaveATwinEach) {
    std::vector<std::string> const names = twinNames();
    for (Fault const& fault : allFaults())
        EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&](std::string const& n) {
            return faultOf(n) == fault.id;
        })) << fault.id;
}

} // namespace
} // namespace tenon::checker
