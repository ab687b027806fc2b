// SPDX-License-Identifier: Apache-2.0
// The command line as plain structs, one for each command; docs/cli.md describes the flags.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tenon::cli {

struct PluginArgs {
    std::vector<std::string> libraries, hosts;
    std::string priority; ///< "", "builtin", "function" or "plugin"
    bool strict = false;
    bool debug = false;              ///< guard bytes, and the check of a reload
    bool logCalls = false;           ///< each call of a plugin's method is printed
    std::vector<std::string> record; ///< a name and a folder; empty: none
    bool engineCode = false;         ///< libraries that an engine brings may be loaded
};

/// What build, run and bench have in common.
struct CommonArgs {
    PluginArgs plugins;
    std::string json; ///< "" for none, "-" for standard output, else a file
    int threads = 0;  ///< 0: all cores
};

struct BuildArgs : CommonArgs {
    std::string model, engine;
    std::vector<std::string> shapes, minShapes, optShapes, maxShapes; ///< one entry a profile
    std::string inputsPb;                                             ///< folder whose input_K.pb give the shapes
    bool portable = false, refittable = false, staticCosts = false, why = false;
    bool embedPlugins = false; ///< the libraries go into the engine
    std::string timingCache;
    std::vector<std::string> disabledPasses;
    std::string stopAfter;
    std::map<std::string, std::string> meta;
};

/// Where the inputs of run and bench come from.
struct InputArgs {
    std::vector<std::string> files; ///< F.npz, [NAME=]F.npy, [NAME=]F.bin
    std::string folder;             ///< of input_K.pb
    std::string shapes;
    std::optional<uint64_t> seed; ///< of random inputs
};

struct RunArgs : CommonArgs {
    std::string model;
    InputArgs inputs;
    std::string outputs, outputsPb;
    std::string check; ///< "", "onnxruntime" or "reference"
    std::string onnx;  ///< the model that an engine is compared with
    double rtol = 1e-3, atol = 1e-5;
};

struct BenchArgs : CommonArgs {
    std::string model;
    InputArgs inputs;
    std::string afterShapes; ///< shapes of the warm-up, where the first call is to meet new ones
    int warmup = 50;
    std::optional<int> iterations; ///< absent: at least 100
    bool profile = false;
};

struct InspectArgs : CommonArgs {
    std::string file;
    bool support = false, layers = false;
};

struct DoctorArgs : CommonArgs {};
struct FeaturesArgs : CommonArgs {};

struct ExplainArgs {
    std::vector<std::string> ids;
    bool all = false;
    std::string json;
};

struct PluginCheckArgs {
    std::string library, creator, spec, json, junit, repro;
    std::vector<std::string> only, skip; ///< skip: ID=REASON
    double timeout = 10;
    bool host = false, shapesTable = false;
};

struct PluginListArgs {
    std::string library, json;
};

struct PluginFaultsArgs {
    std::string json;
};

struct PluginReplayArgs {
    std::string folder;
    bool gdb = false, valgrind = false, here = false;
    double timeout = 10;
};

struct PluginNewArgs {
    std::string name, api, folder; ///< folder: where the new one goes, "" for here
};

struct PluginDiffArgs {
    std::string before, after, spec, json;
    double timeout = 10;
    bool host = false;
};

struct PluginMigrateArgs {
    std::string file, json;
};

/// Text that is ready to print: of --help, --version and `help`.
struct PrintArgs {
    std::string text;
};

struct Invocation {
    std::variant<PrintArgs, BuildArgs, RunArgs, BenchArgs, InspectArgs, DoctorArgs, FeaturesArgs, ExplainArgs,
                 PluginCheckArgs, PluginListArgs, PluginFaultsArgs, PluginReplayArgs, PluginNewArgs, PluginDiffArgs,
                 PluginMigrateArgs>
        command;
};

/// Whether `--error-format json` stands anywhere: needed before the line is known to be right.
bool wantsJsonErrors(int argc, char const* const* argv) noexcept;

/// Throws Error kUsage, or ErrorList of kNotThereYet with every flag that this version knows and does not implement.
Invocation parseArguments(int argc, char const* const* argv);

} // namespace tenon::cli
