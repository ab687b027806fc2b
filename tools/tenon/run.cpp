// SPDX-License-Identifier: Apache-2.0
// tenon run: one run of an engine, or of a model built in memory for the inputs given; its outputs, and what they are
// compared with.
#include "check.h"
#include "commands.h"
#include "inputs.h"
#include "model.h"
#include "output.h"
#include "session.h"

#include "base/error.h"
#include "base/hash.h"
#include "checker/recorded.h"
#include "kernel/parallel.h"
#include "onnx/pb.h"
#include "plugin/watch.h"

#include <filesystem>
#include <fmt/ranges.h>

namespace tenon::cli {
namespace {

struct OutputReport {
    std::string name, dtype;
    std::vector<int64_t> shape;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("dtype", self.dtype);
        visit("shape", self.shape);
    }
};

/// The engine file that was loaded; absent where a model was built in memory.
struct EngineReport {
    std::string path;
    uint64_t bytes = 0;
    std::string hash; ///< XXH3 of the file, 64 bits
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("path", self.path);
        visit("bytes", self.bytes);
        visit("hash", self.hash);
    }
};

struct RunReport {
    std::vector<OutputReport> outputs;
    std::vector<Comparison> check;
    std::map<std::string, std::string> user;
    std::optional<EngineReport> engine;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("outputs", self.outputs);
        visit("check", self.check);
        visit("user", self.user);
        visit("engine", self.engine);
    }
};

std::string typeText(Box const& box) {
    if (box.kind == Kind::kTensor)
        return std::string(nameOf(box.dtype));
    std::string const inner = box.items.empty() ? "" : typeText(box.items.front());
    return fmt::format("{}({})", nameOf(box.kind), inner);
}

OutputReport describe(std::string const& name, Box const& box) {
    return {name, typeText(box),
            box.kind == Kind::kTensor ? box.dims : std::vector{static_cast<int64_t>(box.items.size())}};
}

/// The ONNX file that outputs are compared with.
ModelFile modelToCheck(RunArgs const& args, ModelFile const& model) {
    if (args.check == "onnxruntime" && args.onnx.empty() && !std::filesystem::is_regular_file(args.model))
        throw Error(Message::kNothingChecked,
                    fmt::format("--check onnxruntime: '{}' is no file that it could read once more", args.model))
            .tip("copy the model into a file, or compare with --check reference");
    if (!args.onnx.empty())
        return ModelFile(args.onnx);
    if (model.isEngine())
        throw Error(Message::kNothingChecked,
                    fmt::format("--check {}: '{}' is an engine, which does not hold the model", args.check, args.model))
            .tip("--onnx MODEL.onnx names the model to compare with");
    return model;
}

NamedBoxes named(std::vector<InputInfo> const& inputs, std::vector<Box> const& values) {
    NamedBoxes out;
    for (size_t i = 0; i < inputs.size(); ++i)
        out.emplace_back(inputs[i].name, values[i]);
    return out;
}

NamedBoxes runReference(ModelFile const& file, PluginArgs const& plugins, std::vector<Box> const& values) {
    OnnxModel model(file, plugins);
    if (model.inputs().size() != values.size())
        throw Error(Message::kInputs,
                    fmt::format("'{}' has {} inputs, the engine {}", file.path, model.inputs().size(), values.size()));
    Session session(buildFor(model, values, true));
    session.setInputs(values);
    session.run();
    return session.outputs();
}

/// An output with the name of an input has ".copy" behind it in an engine.
bool isNameOf(std::string_view ours, std::string_view theirs) {
    constexpr std::string_view kCopy = ".copy";
    while (ours != theirs && ours.ends_with(kCopy))
        ours.remove_suffix(kCopy.size());
    return ours == theirs;
}

std::vector<Comparison> compareAll(RunArgs const& args, NamedBoxes const& ours, NamedBoxes const& theirs) {
    if (ours.empty())
        throw Error(Message::kNothingChecked, fmt::format("--check {}: the model has no outputs", args.check));
    std::vector<Comparison> out;
    for (size_t i = 0; i < ours.size(); ++i) {
        if (i < theirs.size() && isNameOf(ours[i].first, theirs[i].first)) {
            out.push_back(compare(ours[i].first, ours[i].second, theirs[i].second, {args.rtol, args.atol}));
        } else {
            Comparison missing;
            missing.name = ours[i].first;
            missing.ok = false;
            missing.why = fmt::format("{} has no such output", args.check);
            out.push_back(missing);
        }
    }
    return out;
}

void writeOutputs(RunArgs const& args, NamedBoxes const& outputs) {
    if (!args.outputs.empty())
        writeNpz(args.outputs, outputs);
    if (args.outputsPb.empty())
        return;
    std::error_code failed;
    std::filesystem::create_directories(args.outputsPb, failed);
    if (failed)
        throw Error(Message::kFileWrite,
                    fmt::format("cannot make the folder '{}': {}", args.outputsPb, failed.message()));
    for (size_t i = 0; i < outputs.size(); ++i)
        onnx::writeValueFile(fmt::format("{}/output_{}.pb", args.outputsPb, i), outputs[i].second, outputs[i].first);
}

void print(Output const& out, RunArgs const& args, RunReport const& report) {
    for (OutputReport const& o : report.outputs)
        out.text("{} {} {}\n", o.name, o.dtype,
                 o.shape.empty() ? "scalar" : fmt::format("{}", fmt::join(o.shape, "x")));
    for (Comparison const& c : report.check)
        out.text("check {} {}: {}, greatest difference {:.3g}, relative {:.3g}{}\n", args.check, c.name,
                 c.ok ? "ok" : "DIFFERS", c.maxAbs, c.maxRel, c.why.empty() ? "" : "; " + c.why);
}

} // namespace

int run(RunArgs const& args) {
    if (args.threads != 0)
        setThreads(args.threads);
    ModelFile const file(args.model);
    ModelFile const checked = args.check.empty() ? file : modelToCheck(args, file);
    RunReport report;
    std::shared_ptr<runtime::Engine const> engine;
    Inputs inputs;
    std::vector<Box> values;
    if (file.isEngine()) {
        engine = loadEngine(file, args.plugins);
        logWarnings(*engine);
        inputs = inputsOf(engine->plan());
        values = gatherInputs(inputs, args.inputs);
        report.engine = EngineReport{args.model, file.bytes.size(), fmt::format("{:016x}", hash64(file.bytes.bytes()))};
    } else {
        OnnxModel model(file, args.plugins);
        inputs = model.inputs();
        values = gatherInputs(inputs, args.inputs);
        engine = buildFor(model, values, false);
    }
    report.user = engine->plan().info.user;
    if (auto const& record = args.plugins.record; !record.empty()) {
        checker::requirePlugin(engine->plan(), record[0]);
        checker::recordPlugin(engine->plan(), record[0], record[1]);
    }
    Session session(engine);
    session.setInputs(values);
    session.run();
    plugin::setRecorder({}); // what --check runs is no call of the model
    NamedBoxes const outputs = session.outputs();
    for (auto const& [name, box] : outputs)
        report.outputs.push_back(describe(name, box));
    writeOutputs(args, outputs);
    if (args.check == "onnxruntime")
        report.check = compareAll(args, outputs, runOnnxRuntime(checked.path, named(inputs, values), args.threads));
    else if (args.check == "reference")
        report.check = compareAll(args, outputs, runReference(checked, args.plugins, values));
    Output const out(args.json);
    print(out, args, report);
    out.document(report);
    return std::all_of(report.check.begin(), report.check.end(), [](Comparison const& c) { return c.ok; }) ? 0 : 1;
}

} // namespace tenon::cli
