// SPDX-License-Identifier: Apache-2.0
// The command line: what flags mean, and that a flag which is not there yet is refused by its name.
#include "args.h"

#include "test/cli/expect_error.h"

#include <fmt/format.h>
#include <limits>

namespace tenon::cli {
namespace {

Invocation parse(std::vector<char const*> words) {
    words.insert(words.begin(), "tenon");
    return parseArguments(static_cast<int>(words.size()), words.data());
}
template <class Args>
Args parseAs(std::vector<char const*> words) {
    return std::get<Args>(parse(std::move(words)).command);
}
std::string refused(std::vector<char const*> words) {
    return test::errorText([&] { parse(words); });
}

TEST(Args, Build) {
    BuildArgs const a = parseAs<BuildArgs>({"build",
                                            "m.onnx",
                                            "-o",
                                            "m.engine",
                                            "--shapes",
                                            "x:1,y:2",
                                            "--shapes",
                                            "x:3,y:4",
                                            "--disable-pass",
                                            "group",
                                            "--disable-pass=all",
                                            "--meta",
                                            "a=b=c",
                                            "--meta",
                                            "d=",
                                            "--threads",
                                            "3",
                                            "--json",
                                            "-",
                                            "--why",
                                            "--device",
                                            "cpu"});
    EXPECT_EQ(a.model, "m.onnx");
    EXPECT_EQ(a.engine, "m.engine");
    EXPECT_EQ(a.shapes, (std::vector<std::string>{"x:1,y:2", "x:3,y:4"}));
    EXPECT_EQ(a.disabledPasses, (std::vector<std::string>{"group", "all"}));
    EXPECT_EQ(a.meta, (std::map<std::string, std::string>{{"a", "b=c"}, {"d", ""}}));
    EXPECT_EQ(a.threads, 3);
    EXPECT_EQ(a.json, "-");
    EXPECT_TRUE(a.why);
    EXPECT_FALSE(a.portable);
}

TEST(Args, FlagsMayComeBeforeTheModel) {
    RunArgs const a = parseAs<RunArgs>(
        {"run", "--inputs", "a.npy", "--inputs", "b=c.bin", "m.engine", "--random", "7", "--rtol", "0.5"});
    EXPECT_EQ(a.model, "m.engine");
    EXPECT_EQ(a.inputs.files, (std::vector<std::string>{"a.npy", "b=c.bin"}));
    EXPECT_EQ(a.inputs.seed, 7U);
    EXPECT_EQ(a.rtol, 0.5);
    EXPECT_EQ(a.atol, 1e-5);
}

TEST(Args, Bench) {
    BenchArgs const a =
        parseAs<BenchArgs>({"bench", "m", "--iterations", "4", "--warmup", "0", "--after-shapes", "x:2", "--profile"});
    EXPECT_EQ(a.warmup, 0);
    EXPECT_EQ(a.iterations, 4);
    EXPECT_EQ(a.afterShapes, "x:2");
    EXPECT_TRUE(a.profile);
    EXPECT_EQ(parseAs<BenchArgs>({"bench", "m"}).warmup, 50);
}

TEST(Args, MistakesAreNamed) {
    EXPECT_EQ(refused({}), "TN-001: tenon: a command is missing\n  wanted: a command: build, run, bench, inspect, "
                           "doctor, explain, features, help, plugin\n  try: tenon --help");
    EXPECT_EQ(refused({"biuld"}), "TN-001: tenon: The following argument was not expected: biuld\n"
                                  "  wanted: a command: build, run, bench, inspect, doctor, explain, features, help, "
                                  "plugin\n  try: tenon --help");
    EXPECT_EQ(refused({"build"}), "TN-001: tenon build: MODEL is required\n  try: tenon build --help");
    EXPECT_EQ(refused({"build", "m", "--treads", "2"}),
              "TN-001: tenon build: The following arguments were not expected: 2 --treads\n  try: tenon build --help");
    EXPECT_EQ(refused({"run", "m", "--check", "tensorflow"}),
              "TN-001: tenon run: --check: tensorflow not in {onnxruntime,reference}\n  try: tenon run --help");
    EXPECT_EQ(refused({"run", "m", "--threads", "0"}),
              "TN-001: tenon run: --threads: Value 0 not in range 1 to 1024\n  try: tenon run --help");
    EXPECT_EQ(refused({"build", "m", "--meta", "k"}),
              "TN-001: tenon build: --meta: 'k' is not KEY=VALUE\n  try: tenon build --help");
    EXPECT_EQ(refused({"run", "m", "--device", "tpu"}),
              "TN-001: tenon run: --device: 'tpu' is no device; cpu is\n  try: tenon run --help");
    EXPECT_EQ(refused({"run", "m", "--shapes"}),
              "TN-001: tenon run: --shapes: 1 required SHAPES missing\n  try: tenon run --help");
    EXPECT_EQ(refused({"help", "x"}), "TN-001: tenon help: there is no topic 'x'\n"
                                      "  wanted: settings, or a command: build, run, bench, inspect, doctor, explain, "
                                      "features, help, plugin\n  try: tenon help");
}

TEST(Args, ValuesThatAFlagDoesNotTakeAreNamed) {
    auto const problem = [](std::vector<char const*> words) {
        std::string const text = refused(std::move(words));
        return text.substr(0, text.find('\n'));
    };
    for (char const* bad : {"nan", "-1", "inf", "1e999", "much"})
        for (char const* flag : {"--rtol", "--atol"})
            EXPECT_EQ(
                problem({"run", "m", flag, bad}),
                fmt::format("TN-001: tenon run: {}: '{}' is no tolerance, which is a number of 0 or more", flag, bad));
    for (char const* bad : {"-1", "99999999999999999999999", "1.5"})
        EXPECT_EQ(problem({"bench", "m", "--random", bad}),
                  fmt::format("TN-001: tenon bench: --random: '{}' is no seed, which is a whole number from 0 to "
                              "18446744073709551615",
                              bad));
    for (char const* bad : {"0", "-3", "nan", "1e300"})
        EXPECT_EQ(problem({"plugin", "check", "x.so", "--timeout", bad}),
                  fmt::format("TN-001: tenon plugin check: --timeout: '{}' is no time in seconds, which is more than 0 "
                              "and at most 1000000",
                              bad));
    for (char const* bad : {"A:1:ns:x", ":1", ""})
        EXPECT_EQ(problem({"build", "m", "--host-plugin", bad}),
                  fmt::format("TN-001: tenon build: --host-plugin: '{}' is not NAME[:VERSION[:NAMESPACE]]", bad));
    EXPECT_EQ(parseAs<RunArgs>({"run", "m", "--rtol", "0", "--random", "18446744073709551615"}).inputs.seed,
              std::numeric_limits<uint64_t>::max());
    EXPECT_EQ(parseAs<PluginCheckArgs>({"plugin", "check", "x.so", "--timeout", "0.5"}).timeout, 0.5);
}

TEST(Args, WhatIsNotThereYetIsRefusedByName) {
    EXPECT_EQ(
        refused({"build", "m", "--fp16", "--device", "cuda:1"}),
        "TN-004: --device cuda:1: not there yet: the CUDA backend\nTN-004: --fp16: not there yet: kernels of that "
        "precision");
    EXPECT_EQ(refused({"bench", "m", "--streams", "2"}), "TN-004: --streams: not there yet: several streams");
    EXPECT_EQ(refused({"plugin", "check", "x.so", "--device", "cuda"}),
              "TN-004: --device cuda: not there yet: the CUDA backend");
}

TEST(Args, LookingAtPlugins) {
    EXPECT_TRUE(parseAs<BuildArgs>({"build", "m", "--debug-plugins"}).plugins.debug);
    EXPECT_TRUE(parseAs<RunArgs>({"run", "m", "--log-plugin-calls"}).plugins.logCalls);
    RunArgs const run = parseAs<RunArgs>({"run", "m", "--debug-plugins", "--record-plugin", "Scale", "calls"});
    EXPECT_TRUE(run.plugins.debug);
    EXPECT_EQ(run.plugins.record, (std::vector<std::string>{"Scale", "calls"}));
    EXPECT_NE(refused({"run", "m", "--record-plugin", "Scale"}).find("TN-001"), std::string::npos);
}

TEST(Args, Plugins) {
    BuildArgs const a = parseAs<BuildArgs>({"build", "m", "--plugins", "a.so", "--plugins", "b.so", "--host-plugin",
                                            "Scale:1:acme", "--plugin-priority", "plugin", "--strict"});
    EXPECT_EQ(a.plugins.libraries, (std::vector<std::string>{"a.so", "b.so"}));
    EXPECT_EQ(a.plugins.hosts, (std::vector<std::string>{"Scale:1:acme"}));
    EXPECT_EQ(a.plugins.priority, "plugin");
    EXPECT_TRUE(a.plugins.strict);
    EXPECT_NE(refused({"run", "m", "--plugin-priority", "mine"}).find("--plugin-priority"), std::string::npos);
}

TEST(Args, Texts) {
    EXPECT_EQ(parseAs<PrintArgs>({"--version"}).text.rfind("tenon ", 0), 0U);
    EXPECT_NE(parseAs<PrintArgs>({"help", "settings"}).text.find("TENON_CACHE"), std::string::npos);
    EXPECT_NE(parseAs<PrintArgs>({"help", "build"}).text.find("--timing-cache"), std::string::npos);
    EXPECT_EQ(parseAs<PrintArgs>({"build", "--help"}).text, parseAs<PrintArgs>({"help", "build"}).text);
    EXPECT_EQ(parseAs<PrintArgs>({"help"}).text, parseAs<PrintArgs>({"--help"}).text);
}

TEST(Args, TheFormOfErrorsIsFoundInABadLine) {
    auto asks = [](std::vector<char const*> words) {
        return wantsJsonErrors(static_cast<int>(words.size()), words.data());
    };
    EXPECT_TRUE(asks({"tenon", "nonsense", "--error-format", "json"}));
    EXPECT_TRUE(asks({"tenon", "--error-format=json", "run"}));
    EXPECT_FALSE(asks({"tenon", "run", "--error-format", "text"}));
    EXPECT_FALSE(asks({"tenon", "run", "--error-format"}));
}

} // namespace
} // namespace tenon::cli
