// SPDX-License-Identifier: Apache-2.0
// The one file that knows CLI11, whose header takes longer to compile than what stands here: so it is long.
#include "args.h"

#include "texts.h"
#include "values.h"

#include "base/error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tenon::cli {
namespace {

constexpr char const* kLater = "Not there yet (refused with exit status 3)";

/// Flags that were given and are not there yet, as they stand on the command line, each with what is missing.
using Refused = std::vector<std::pair<std::string, std::string>>;

class Parser {
public:
    Parser() : mApp("Tenon: builds and runs engines from ONNX models.", "tenon") {
        mApp.require_subcommand(0, 1);
        mApp.add_flag("--version", mVersion, "Version, commit, API level, backends");
        errorFormat(mApp);
        declareBuild();
        declareRun();
        declareBench();
        declareInspect();
        declareSmall();
        declarePlugin();
        mApp.footer("tenon COMMAND --help describes one command, tenon help settings the environment variables.");
    }

    Invocation parse(int argc, char const* const* argv) {
        try {
            mApp.parse(argc, argv);
        } catch (CLI::CallForHelp const&) {
            return {PrintArgs{helpOf(active())}};
        } catch (CLI::ParseError const& e) {
            usage(e.what());
        }
        if (mVersion)
            return {PrintArgs{versionText()}};
        refuse();
        if (mApp.got_subcommand("help"))
            return {PrintArgs{help()}};
        if (mApp.get_subcommands().empty())
            usage("a command is missing");
        return {mResult};
    }

private:
    CLI::App& active() {
        CLI::App* at = &mApp;
        while (!at->get_subcommands().empty())
            at = at->get_subcommands().front();
        return *at;
    }

    /// The application's own help() would print that of the command found.
    std::string helpOf(CLI::App const& app) {
        return &app == &mApp ? app.get_formatter()->make_help(&app, "tenon", CLI::AppFormatMode::Normal)
                             : app.help(app.get_parent() == &mApp ? "tenon" : "tenon plugin");
    }

    [[noreturn]] void usage(std::string const& what) {
        CLI::App& app = active();
        bool const top = &app == &mApp;
        std::string const parent = top || app.get_parent() == &mApp ? "tenon " : "tenon plugin ";
        std::string const name = top ? "tenon" : parent + app.get_name();
        Error error(Message::kUsage, fmt::format("{}: {}", name, what));
        if (top)
            error.wanted("a command: " + commandNames());
        throw std::move(error).tip(name + " --help");
    }

    std::string commandNames() {
        std::string names;
        for (CLI::App const* command : mApp.get_subcommands({}))
            names += (names.empty() ? "" : ", ") + command->get_name();
        return names;
    }

    void refuse() {
        std::vector<Error> errors;
        for (auto const& [flag, what] : mRefused)
            errors.emplace_back(Message::kNotThereYet, fmt::format("{}: not there yet: {}", flag, what));
        if (!errors.empty())
            throw ErrorList(std::move(errors));
    }

    std::string help() {
        if (mTopic.empty())
            return helpOf(mApp);
        if (mTopic == "settings")
            return settingsText();
        for (CLI::App const* command : mApp.get_subcommands({}))
            if (command->get_name() == mTopic)
                return helpOf(*command);
        throw Error(Message::kUsage, fmt::format("tenon help: there is no topic '{}'", mTopic))
            .wanted("settings, or a command: " + commandNames())
            .tip("tenon help");
    }

    // --- declarations

    template <class Args>
    CLI::App& command(char const* name, char const* about) {
        return command<Args>(mApp, name, about);
    }
    template <class Args>
    CLI::App& command(CLI::App& under, char const* name, char const* about) {
        CLI::App& app = *under.add_subcommand(name, about);
        app.callback([this] { mResult = std::get<Args>(mAll); });
        errorFormat(app);
        return app;
    }
    template <class Args>
    Args& args() {
        return std::get<Args>(mAll);
    }

    void errorFormat(CLI::App& app) {
        app.add_option("--error-format", mErrorFormat, "Form of errors on standard error: text or json")
            ->check(CLI::IsMember({"text", "json"}))
            ->type_name("FORM");
    }

    static void json(CLI::App& app, CommonArgs& to) { json(app, to.json); }
    static void json(CLI::App& app, std::string& to) {
        app.add_option("--json", to, "Write a JSON document; - is standard output, where then nothing else goes")
            ->type_name("FILE");
    }
    static void threads(CLI::App& app, CommonArgs& to) {
        app.add_option("--threads", to.threads, "Threads that work, the caller included (default: all cores)")
            ->check(CLI::Range(1, 1024))
            ->type_name("N");
    }
    static CLI::Option& many(CLI::App& app, char const* flag, std::vector<std::string>& to, char const* type,
                             char const* about) {
        return *app.add_option(flag, to, about)->allow_extra_args(false)->type_name(type);
    }

    void later(CLI::App& app, char const* flag, char const* type, char const* what) {
        auto note = [this, flag, what] { mRefused.emplace_back(flag, what); };
        CLI::Option* const option = type == nullptr
                                        ? app.add_flag_callback(flag, note, what)
                                        : app.add_option_function<std::vector<std::string>>(
                                              flag, [note](std::vector<std::string> const&) { note(); }, what);
        option->group(kLater);
        if (type != nullptr)
            option->allow_extra_args(false)->type_name(type);
    }
    static void plugins(CLI::App& app, PluginArgs& to) {
        many(app, "--plugins", to.libraries, "LIB", "A plugin library; repeatable");
        many(app, "--host-plugin", to.hosts, "NAME[:VERSION[:NAMESPACE]]",
             "A plugin that runs on the CPU though it does not say so; repeatable")
            .check(creatorProblem);
        app.add_option("--plugin-priority", to.priority,
                       "Who wins where several implement a node: builtin, function or plugin (function)")
            ->check(CLI::IsMember({"builtin", "function", "plugin"}))
            ->type_name("WHO");
        app.add_flag("--strict", to.strict,
                     "Refuse attributes that a plugin's creator does not declare, or an operator does not have");
    }
    static void debugPlugins(CLI::App& app, PluginArgs& to) {
        app.add_flag("--debug-plugins", to.debug,
                     "Run each plugin again as it is after a reload, with guard bytes round its tensors");
        app.add_flag("--log-plugin-calls", to.logCalls,
                     "Print each call of a method of a plugin or creator on standard error, before it is made");
    }
    static void engineCode(CLI::App& app, PluginArgs& to) {
        app.add_flag("--allow-engine-code", to.engineCode,
                     "Load the plugin libraries that the engine brings: only where its origin is trusted");
    }
    void onEvery(CLI::App& app, PluginArgs& to) {
        plugins(app, to);
        onDevice(app);
    }
    void onDevice(CLI::App& app) {
        app.add_option_function<std::string>(
               "--device", [this](std::string const& text) { device(text); }, "cpu; cuda[:N] is not there yet")
            ->type_name("DEVICE");
    }
    void device(std::string const& text) {
        if (text.rfind("cuda", 0) == 0 && (text.size() == 4 || text[4] == ':'))
            mRefused.emplace_back("--device " + text, "the CUDA backend");
        else if (text != "cpu")
            throw CLI::ValidationError("--device", fmt::format("'{}' is no device; cpu is", text));
    }

    void declareBuild() {
        BuildArgs& a = args<BuildArgs>();
        CLI::App& app = command<BuildArgs>("build", "Build an engine from an ONNX model");
        app.add_option("MODEL", a.model, "The ONNX file")->required()->type_name("");
        app.add_option("-o,--output", a.engine, "The engine file to write")->type_name("FILE");
        many(app, "--shapes", a.shapes, "SHAPES", "Fixed shapes, NAME:1x3x224x224,...; repeated: several profiles");
        many(app, "--min-shapes", a.minShapes, "SHAPES", "The least shapes of a profile");
        many(app, "--opt-shapes", a.optShapes, "SHAPES", "The shapes that kernels are chosen for");
        many(app, "--max-shapes", a.maxShapes, "SHAPES", "The greatest shapes of a profile");
        app.add_option("--inputs-pb", a.inputsPb, "Take shapes, and values of shape inputs, from DIR/input_K.pb")
            ->type_name("DIR");
        app.add_flag("--portable", a.portable, "Only kernels that run on every x86-64-v2 machine");
        app.add_flag("--refittable", a.refittable, "Keep what is needed to replace weights later");
        app.add_flag("--static-costs", a.staticCosts, "Choose kernels by estimates, without timing them");
        app.add_flag("--why", a.why, "Print for each layer what was tried and what was refused");
        app.add_option("--timing-cache", a.timingCache, "Read and write the times of kernels there")->type_name("FILE");
        many(app, "--disable-pass", a.disabledPasses, "NAME", "Leave a pass out; 'all': every optional one");
        app.add_option("--stop-after", a.stopAfter, "Print the graph after this pass and end")->type_name("PASS");
        auto meta = [&a](std::vector<std::string> const& pairs) {
            for (std::string const& pair : pairs) {
                size_t const at = pair.find('=');
                if (at == 0 || at == std::string::npos)
                    throw CLI::ValidationError("--meta", fmt::format("'{}' is not KEY=VALUE", pair));
                a.meta[pair.substr(0, at)] = pair.substr(at + 1);
            }
        };
        app.add_option_function<std::vector<std::string>>("--meta", meta, "Keep a note in the engine")
            ->allow_extra_args(false)
            ->type_name("KEY=VALUE");
        threads(app, a);
        json(app, a);
        onEvery(app, a.plugins);
        debugPlugins(app, a.plugins);
        app.add_flag("--embed-plugins", a.embedPlugins,
                     "Put the libraries of --plugins into the engine; run and bench need --allow-engine-code then");
        for (char const* flag : {"--fp16", "--bf16", "--int8", "--fp8", "--int4"})
            later(app, flag, nullptr, "kernels of that precision");
    }

    static void inputs(CLI::App& app, InputArgs& a) {
        many(app, "--inputs", a.files, "FILE", "F.npz, [NAME=]F.npy, or [NAME=]F with raw elements; repeatable");
        app.add_option("--inputs-pb", a.folder, "Protobuf inputs, DIR/input_K.pb in the model's order")
            ->type_name("DIR");
        app.add_option("--random", a.seed, "Random inputs; the same seed gives the same")
            ->check(seedProblem)
            ->type_name("SEED");
        app.add_option("--shapes", a.shapes, "Shapes of random and raw inputs")->type_name("SHAPES");
    }

    void declareRun() {
        RunArgs& a = args<RunArgs>();
        CLI::App& app = command<RunArgs>("run", "Run an engine, or an ONNX model built in memory");
        app.add_option("MODEL", a.model, "An engine or an ONNX file")->required()->type_name("");
        inputs(app, a.inputs);
        app.add_option("--outputs", a.outputs, "Write the outputs as NumPy arrays")->type_name("F.npz");
        app.add_option("--outputs-pb", a.outputsPb, "Write the outputs as protobuf, DIR/output_K.pb")->type_name("DIR");
        app.add_option("--check", a.check, "Compare the outputs with those of onnxruntime or reference")
            ->check(CLI::IsMember({"onnxruntime", "reference"}))
            ->type_name("WITH");
        app.add_option("--onnx", a.onnx, "The ONNX file that --check compares an engine with")->type_name("FILE");
        app.add_option("--rtol", a.rtol, "Relative tolerance of --check (0.001)")
            ->check(toleranceProblem)
            ->type_name("X");
        app.add_option("--atol", a.atol, "Absolute tolerance of --check (0.00001)")
            ->check(toleranceProblem)
            ->type_name("X");
        threads(app, a);
        json(app, a);
        onEvery(app, a.plugins);
        debugPlugins(app, a.plugins);
        engineCode(app, a.plugins);
        app.add_option("--record-plugin", a.plugins.record,
                       "Write each call of the plugin NAME as a case, DIR/0000, ...")
            ->expected(2)
            ->type_name("NAME DIR");
    }

    void declareBench() {
        BenchArgs& a = args<BenchArgs>();
        CLI::App& app = command<BenchArgs>("bench", "Time an engine, or an ONNX model built in memory");
        app.add_option("MODEL", a.model, "An engine or an ONNX file")->required()->type_name("");
        inputs(app, a.inputs);
        app.add_option("--after-shapes", a.afterShapes,
                       "Warm up at these shapes: the first timed call then meets new ones")
            ->type_name("SHAPES");
        app.add_option("--warmup", a.warmup, "Calls before the timed ones (50)")
            ->check(CLI::Range(0, 1'000'000))
            ->type_name("N");
        app.add_option("--iterations", a.iterations, "Timed calls (default: at least 100)")
            ->check(CLI::Range(1, 10'000'000))
            ->type_name("N");
        app.add_flag("--profile", a.profile, "Time each step in further calls");
        threads(app, a);
        json(app, a);
        onEvery(app, a.plugins);
        engineCode(app, a.plugins);
        later(app, "--streams", "N", "several streams");
        later(app, "--include-transfers", nullptr, "copies to and from a device");
    }

    void declareInspect() {
        InspectArgs& a = args<InspectArgs>();
        CLI::App& app =
            command<InspectArgs>("inspect", "Print what is in an engine or an ONNX file, without running it");
        app.add_option("FILE", a.file, "An engine or an ONNX file")->required()->type_name("");
        app.add_flag("--support", a.support, "For each node of an ONNX file, what implements it");
        app.add_flag("--layers", a.layers, "Every step of an engine with its kernel");
        json(app, a);
        plugins(app, a.plugins);
    }

    void declareSmall() {
        json(
            command<DoctorArgs>("doctor", "What this machine has and lacks; exit status 1 when something does not fit"),
            args<DoctorArgs>());
        ExplainArgs& e = args<ExplainArgs>();
        CLI::App& explain = command<ExplainArgs>("explain", "What a message means, and what to try");
        explain.add_option("ID", e.ids, "TN-001, ...")->type_name("");
        explain.add_flag("--all", e.all, "The page of all messages (docs/errors.md)");
        json(explain, e.json);
        json(command<FeaturesArgs>("features", "Public calls that are not implemented"), args<FeaturesArgs>());
        CLI::App& help = *mApp.add_subcommand("help", "This text, 'settings', or the help of a command");
        help.add_option("TOPIC", mTopic, "settings, or a command")->type_name("");
        errorFormat(help);
    }

    void declarePlugin() {
        CLI::App& plugin = *mApp.add_subcommand("plugin", "Check, list and debug plugins");
        plugin.require_subcommand(1);
        errorFormat(plugin);
        declarePluginCheck(plugin);
        PluginListArgs& l = args<PluginListArgs>();
        CLI::App& list = command<PluginListArgs>(plugin, "list", "The creators of a library, with their fields");
        list.add_option("LIB", l.library, "A plugin library, or the word standard: the plugins that come with Tenon")
            ->required()
            ->type_name("");
        json(list, l.json);
        json(command<PluginFaultsArgs>(plugin, "faults", "Every fault that the checker finds"),
             args<PluginFaultsArgs>().json);
        PluginReplayArgs& r = args<PluginReplayArgs>();
        CLI::App& replay =
            command<PluginReplayArgs>(plugin, "replay", "Make a finding, or a recorded call, again from its folder");
        replay.add_option("FOLDER", r.folder, "The folder that the finding names, or one of --record-plugin")
            ->required()
            ->type_name("");
        CLI::Option* const gdb = replay.add_flag("--gdb", r.gdb, "Under gdb");
        replay.add_flag("--valgrind", r.valgrind, "Under valgrind")->excludes(gdb);
        replay.add_flag("--here", r.here, "In this process, which a crash then ends: for a debugger of one's own");
        replay.add_option("--timeout", r.timeout, "Seconds that it may take in a process of its own")
            ->check(timeProblem)
            ->type_name("S");
        declarePluginWork(plugin);
    }

    void declarePluginWork(CLI::App& plugin) {
        PluginNewArgs& n = args<PluginNewArgs>();
        CLI::App& fresh = command<PluginNewArgs>(
            plugin, "new", "Write a plugin with its test, CMake and CI files, which pass as they are");
        fresh.add_option("NAME", n.name, "Of the plugin: letters and digits")->required()->type_name("");
        fresh.add_option("--api", n.api, "Written with IPluginV3, IPluginV2DynamicExt, or tenon/plugin_base.h")
            ->check(CLI::IsMember({"v3", "v2dynamic", "base"}))
            ->required()
            ->type_name("v3|v2dynamic|base");
        fresh.add_option("--dir", n.folder, "Where its folder goes (default: here)")->type_name("DIR");
        PluginDiffArgs& d = args<PluginDiffArgs>();
        CLI::App& diff = command<PluginDiffArgs>(plugin, "diff", "What is different in another build of a library");
        diff.add_option("OLD", d.before, "The library as it was")->required()->type_name("");
        diff.add_option("NEW", d.after, "The library as it is")->required()->type_name("");
        diff.add_option("--spec", d.spec, "Fields, shapes and types")->type_name("S.json");
        diff.add_flag("--host", d.host, "Their enqueue() takes host pointers, though they do not say so");
        diff.add_option("--timeout", d.timeout, "Seconds of each process (10)")->check(timeProblem)->type_name("S");
        json(diff, d.json);
        PluginMigrateArgs& m = args<PluginMigrateArgs>();
        CLI::App& migrate = command<PluginMigrateArgs>(
            plugin, "migrate-check", "What changes meaning from IPluginV2 to IPluginV3, and from TensorRT 8 to 10");
        migrate.add_option("FILE", m.file, "A source file or a plugin library")->required()->type_name("");
        json(migrate, m.json);
    }

    void declarePluginCheck(CLI::App& plugin) {
        PluginCheckArgs& a = args<PluginCheckArgs>();
        CLI::App& app = command<PluginCheckArgs>(plugin, "check", "Find the faults of plugins, on the CPU");
        app.add_option("LIB", a.library, "A plugin library, or the word standard: the plugins that come with Tenon")
            ->required()
            ->type_name("");
        app.add_option("--creator", a.creator, "Only this one")
            ->check(creatorProblem)
            ->type_name("NAME[:VERSION[:NAMESPACE]]");
        app.add_option("--spec", a.spec, "Fields, shapes, types, and a reference function")->type_name("S.json");
        app.add_flag("--host", a.host, "Their enqueue() takes host pointers, though they do not say so");
        many(app, "--only", a.only, "ID", "Look for this fault alone; repeatable");
        many(app, "--skip", a.skip, "ID=REASON", "Say nothing of this fault; repeatable");
        app.add_option("--timeout", a.timeout, "Seconds of each probe (10)")->check(timeProblem)->type_name("S");
        app.add_flag("--shapes-table", a.shapesTable, "Print every shape that was run");
        app.add_option("--junit", a.junit, "Write a report in the form of JUnit")->type_name("FILE");
        app.add_option("--repro", a.repro, "Where the folder of each finding is made (default: a temporary folder)")
            ->type_name("DIR");
        json(app, a.json);
        onDevice(app);
    }

    CLI::App mApp;
    std::tuple<BuildArgs, RunArgs, BenchArgs, InspectArgs, DoctorArgs, FeaturesArgs, ExplainArgs, PluginCheckArgs,
               PluginListArgs, PluginFaultsArgs, PluginReplayArgs, PluginNewArgs, PluginDiffArgs, PluginMigrateArgs>
        mAll;
    decltype(Invocation::command) mResult;
    Refused mRefused;
    std::string mErrorFormat, mTopic;
    bool mVersion = false;
};

} // namespace

bool wantsJsonErrors(int argc, char const* const* argv) noexcept {
    for (int i = 1; i < argc; ++i) {
        std::string_view const argument = argv[i];
        if (argument == "--error-format=json" ||
            (argument == "--error-format" && i + 1 < argc && std::string_view(argv[i + 1]) == "json"))
            return true;
    }
    return false;
}

Invocation parseArguments(int argc, char const* const* argv) {
    return Parser().parse(argc, argv);
}

} // namespace tenon::cli
