// SPDX-License-Identifier: Apache-2.0
// tenon inspect FILE.engine: what the file says, without making a kernel of it.
#include "base/reflect_binary.h"
#include "inspect.h"

#include "input_info.h"
#include "output.h"

#include "base/hash.h"
#include "plan/codec.h"
#include "plugin/op.h"

#include "tenon/plugin.h"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>

namespace tenon::cli {
namespace {

struct ProfileInput {
    std::string name;
    std::vector<DimRange> dims, values;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("dims", self.dims);
        visit("values", self.values);
    }
};

struct ProfileReport {
    std::vector<ProfileInput> inputs;
    int64_t arenaBytes = 0, sumBytes = 0, hostBytes = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("inputs", self.inputs);
        visit("arena_bytes", self.arenaBytes);
        visit("sum_bytes", self.sumBytes);
        visit("host_bytes", self.hostBytes);
    }
};

struct IoReport {
    std::string name, mode, type;
    std::vector<std::string> dims; ///< numbers, names, or "?"
    bool shapeRead = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("mode", self.mode);
        visit("dtype", self.type);
        visit("dims", self.dims);
        visit("read_by_shapes", self.shapeRead);
    }
};

/// A plugin that the engine needs, once however many steps it computes.
struct PluginReport {
    std::string name, version, nameSpace, hash;
    bool capturable = false; ///< its author says that its calls may be part of a captured graph
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("version", self.version);
        visit("namespace", self.nameSpace);
        visit("library_hash", self.hash);
        visit("capturable", self.capturable);
    }
};

/// A plugin library that travels in the engine.
struct LibraryReport {
    std::string name;
    uint64_t bytes = 0;
    std::string hash;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("bytes", self.bytes);
        visit("hash", self.hash);
    }
};

struct StepReport {
    std::string name, op, kernel;
    int32_t tactic = 0;
    std::vector<std::string> origins;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("op", self.op);
        visit("kernel", self.kernel);
        visit("tactic", self.tactic);
        visit("origins", self.origins);
    }
};

struct InspectEngineReport {
    std::string format = "tenon engine";
    int32_t formatVersion = static_cast<int32_t>(plan::kFormat);
    plan::Info info;
    uint64_t bytes = 0, weightBytes = 0;
    std::vector<ProfileReport> profiles;
    std::vector<IoReport> io;
    std::vector<PluginReport> plugins;
    std::vector<LibraryReport> libraries;
    std::optional<std::vector<StepReport>> layers; ///< with --layers
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("format", self.format);
        visit("format_version", self.formatVersion);
        visit("version", self.info.version);
        visit("device", self.info.device);
        visit("portable", self.info.portable);
        visit("refittable", self.info.refittable);
        visit("cpu_features", self.info.cpuFeatures);
        visit("bytes", self.bytes);
        visit("weight_bytes", self.weightBytes);
        visit("profiles", self.profiles);
        visit("io", self.io);
        visit("plugins", self.plugins);
        visit("libraries", self.libraries);
        visit("warnings", self.info.warnings);
        visit("user", self.info.user);
        visit("layers", self.layers);
    }
};

IoReport ioOf(plan::Plan const& plan, plan::IoTensor const& io) {
    plan::Value const& value = plan.blocks[0].values[static_cast<size_t>(io.value)];
    IoReport out{io.name,
                 io.input ? "input" : "output",
                 value.type.isTensor() ? std::string(nameOf(value.type.dtype)) : toString(value.type),
                 {},
                 io.hostRead};
    for (size_t axis = 0; axis < value.dims.size(); ++axis) {
        ShapeInstr const& code = plan.blocks[0].shapes.code[static_cast<size_t>(value.dims[axis])];
        bool const fixed = code.op == DimOp::kConst;
        std::string const name = axis < io.dimNames.size() && !io.dimNames[axis].empty() ? io.dimNames[axis] : "?";
        out.dims.push_back(fixed ? fmt::format("{}", code.value) : name);
    }
    return out;
}

void addSteps(plan::Plan const& plan, std::vector<StepReport>& to) {
    for (plan::Block const& block : plan.blocks)
        for (plan::Step const& step : block.steps)
            to.push_back({step.name, step.op, step.choices.empty() ? "" : step.choices[0].kernel,
                          step.choices.empty() ? 0 : step.choices[0].tactic, step.origins});
}

std::vector<PluginReport> pluginsOf(plan::Plan const& plan) {
    std::vector<PluginReport> out;
    for (plan::Block const& block : plan.blocks)
        for (plan::Step const& step : block.steps) {
            if (step.op != "plugin")
                continue;
            plugin::Attributes a;
            BinaryReader(step.attrs.data(), step.attrs.size()).read(a);
            bool const isNew = std::none_of(out.begin(), out.end(), [&](PluginReport const& p) {
                return plugin::Key{p.name, p.version, p.nameSpace} == a.key;
            });
            if (isNew)
                out.push_back({a.key.name, a.key.version, a.key.space, a.libraryHash, a.has(kCAPTURE_SAFE)});
        }
    return out;
}

InspectEngineReport reportOf(plan::Plan plan, InspectArgs const& args) {
    InspectEngineReport report;
    report.bytes = std::filesystem::file_size(args.file);
    report.weightBytes = plan.weightBytes.size();
    for (plan::IoTensor const& io : plan.io)
        report.io.push_back(ioOf(plan, io));
    for (plan::Profile const& profile : plan.profiles) {
        ProfileReport& to = report.profiles.emplace_back();
        for (size_t i = 0; i < profile.inputs.size(); ++i)
            to.inputs.push_back({plan.io[i].name, profile.inputs[i].dims, profile.inputs[i].values});
        to.arenaBytes = profile.arenaBytes;
        to.sumBytes = profile.sumBytes;
        to.hostBytes = profile.hostBytes;
    }
    report.plugins = pluginsOf(plan);
    for (plan::Library const& library : plan.libraries)
        report.libraries.push_back({library.name, library.bytes.size(), fmt::format("{:016x}", hash64(library.bytes))});
    if (args.layers)
        addSteps(plan, report.layers.emplace());
    report.info = std::move(plan.info);
    return report;
}

std::string rangesText(std::vector<DimRange> const& ranges) {
    std::vector<std::string> texts;
    for (DimRange const& r : ranges)
        texts.push_back(r.isFixed() ? fmt::format("{}", r.min) : fmt::format("{}..{}..{}", r.min, r.opt, r.max));
    return texts.empty() ? "scalar" : fmt::format("{}", fmt::join(texts, "x"));
}

double mebibytes(uint64_t bytes) {
    return static_cast<double>(bytes) / 0x1p20;
}

void print(Output const& out, InspectEngineReport const& r) {
    out.text("engine of Tenon {} for {}, format {}, {:.1f} MiB ({:.1f} MiB weights){}{}\n", r.info.version,
             r.info.device, r.formatVersion, mebibytes(r.bytes), mebibytes(r.weightBytes),
             r.info.portable ? ", portable" : "", r.info.refittable ? ", refittable" : "");
    if (!r.info.cpuFeatures.empty())
        out.text("needs {}\n", fmt::join(r.info.cpuFeatures, " "));
    for (IoReport const& io : r.io)
        out.text("{:<6} {} {}[{}]{}\n", io.mode, io.name, io.type, fmt::join(io.dims, "x"),
                 io.shapeRead ? ", read by shapes" : "");
    for (size_t p = 0; p < r.profiles.size(); ++p) {
        ProfileReport const& profile = r.profiles[p];
        out.text("profile {}: {:.1f} MiB for values (apart they would take {:.1f} MiB)\n", p,
                 mebibytes(static_cast<uint64_t>(profile.arenaBytes)),
                 mebibytes(static_cast<uint64_t>(profile.sumBytes)));
        for (ProfileInput const& input : profile.inputs)
            out.text("    {} {}{}\n", input.name, rangesText(input.dims),
                     input.values.empty() ? "" : ", elements " + rangesText(input.values));
    }
    for (PluginReport const& p : r.plugins)
        out.text("plugin {} version {} in namespace '{}'{}\n", p.name, p.version, p.nameSpace,
                 p.hash.empty() ? "" : ", library " + p.hash);
    for (LibraryReport const& l : r.libraries)
        out.text("library {}, {} bytes, {}\n", l.name, l.bytes, l.hash);
    for (std::string const& warning : r.info.warnings)
        out.text("warning: {}\n", warning);
    for (auto const& [key, value] : r.info.user)
        out.text("{} = {}\n", key, shortText(value));
    for (StepReport const& step : r.layers.value_or(std::vector<StepReport>()))
        out.text("{} ({}): {} tactic {}, from {}\n", step.name, step.op, step.kernel, step.tactic,
                 fmt::join(step.origins, ", "));
}

} // namespace

int inspectEngine(ModelFile const& file, InspectArgs const& args) {
    InspectEngineReport const report = reportOf(plan::readPlan(file.bytes, file.path), args);
    Output const out(args.json);
    print(out, report);
    out.document(report);
    return 0;
}

} // namespace tenon::cli
