// SPDX-License-Identifier: Apache-2.0
// tenon inspect MODEL.onnx: what the file says; with --support, what implements each node. No weight is decoded,
// nothing is built.
#include "commands.h"
#include "inspect.h"
#include "model.h"
#include "output.h"
#include "support.h"

#include "base/error.h"
#include "onnx/model_info.h"
#include "onnx/proto.h"

#include <filesystem>
#include <fmt/ranges.h>

namespace tenon::cli {
namespace {

using onnx::ModelInfo;

struct ValueReport {
    std::string name, mode, type;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("mode", self.mode);
        visit("type", self.type);
    }
};

struct InspectOnnxReport {
    std::string format = "onnx";
    ModelInfo info;
    uint64_t bytes = 0;
    std::vector<ValueReport> io;
    std::vector<std::string> warnings;
    std::optional<std::vector<NodeSupport>> support;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("format", self.format);
        visit("version", fmt::format("IR {}", self.info.irVersion));
        visit("device", std::string("any"));
        visit("producer", self.info.producer + " " + self.info.producerVersion);
        visit("graph", self.info.graph);
        visit("opsets", self.info.opsets);
        visit("bytes", self.bytes);
        visit("profiles", std::vector<std::string>());
        visit("io", self.io);
        visit("plugins", std::vector<std::string>());
        visit("warnings", self.warnings);
        visit("user", self.info.metadata);
        visit("nodes", self.info.nodes);
        visit("initializer_bytes", self.info.initializerBytes);
        visit("functions", self.info.functions);
        visit("external_files", self.info.externalFiles);
        visit("support", self.support);
    }
};

InspectOnnxReport reportOf(Buffer const& file, InspectArgs const& args) {
    InspectOnnxReport report;
    onnx::ModelProto const model = onnx::parseModel(file.bytes());
    report.info = onnx::infoOf(model, onnx::builtinImporters());
    report.bytes = file.size();
    for (ModelInfo::Value const& v : report.info.inputs)
        report.io.push_back({v.name, "input", v.type});
    for (ModelInfo::Value const& v : report.info.outputs)
        report.io.push_back({v.name, "output", v.type});
    if (!report.info.unsupported.empty())
        report.warnings.push_back(
            fmt::format("{} nodes are not implemented (--support lists them)", report.info.unsupported.size()));
    if (args.support)
        report.support = supportOf(model, args.plugins);
    return report;
}

void print(Output const& out, InspectOnnxReport const& r) {
    std::vector<std::string> opsets;
    for (auto const& [domain, version] : r.info.opsets)
        opsets.push_back(fmt::format("{} {}", domain, version));
    out.text("ONNX model '{}' by {} {}, IR version {}, operator sets {}, {:.1f} MiB\n", r.info.graph, r.info.producer,
             r.info.producerVersion, r.info.irVersion, fmt::join(opsets, ", "), static_cast<double>(r.bytes) / 0x1p20);
    for (ValueReport const& io : r.io)
        out.text("{:<6} {} {}\n", io.mode, io.name, io.type);
    int64_t nodes = 0;
    std::vector<std::string> counts;
    for (auto const& [op, count] : r.info.nodes) {
        counts.push_back(fmt::format("{} {}", op, count));
        nodes += count;
    }
    out.text("{} nodes: {}\n", nodes, fmt::join(counts, ", "));
    for (std::string const& name : r.info.functions)
        out.text("function {}\n", name);
    for (std::string const& name : r.info.externalFiles)
        out.text("external data in {}\n", name);
    for (auto const& [key, value] : r.info.metadata)
        out.text("{} = {}\n", key, shortText(value));
    for (NodeSupport const& node : r.support.value_or(std::vector<NodeSupport>()))
        out.text("{:<8} {} {} (version {}){}{}\n", node.state, node.node, node.op, node.version,
                 node.remedy.empty() ? "" : ": " + node.remedy,
                 node.rivals.empty() ? "" : fmt::format("; not {} ({})", fmt::join(node.rivals, " or "), node.why));
    for (std::string const& warning : r.warnings)
        out.text("warning: {}\n", warning);
}

} // namespace

int inspectOnnx(ModelFile const& file, InspectArgs const& args) {
    InspectOnnxReport const report = reportOf(file.bytes, args);
    Output const out(args.json);
    print(out, report);
    out.document(report);
    bool const missing = args.support && !report.info.unsupported.empty();
    return static_cast<int>(missing ? Status::kUnsupported : Status::kDone);
}

int run(InspectArgs const& args) {
    ModelFile const file(args.file);
    bool const engine = file.isEngine();
    if (engine && args.support)
        throw Error(Message::kUsage,
                    fmt::format("tenon inspect: --support is about ONNX files, and '{}' is an engine", args.file))
            .tip("--layers lists its steps");
    if (!engine && args.layers)
        throw Error(Message::kUsage,
                    fmt::format("tenon inspect: --layers is about engines, and '{}' is none", args.file))
            .tip("--support lists its nodes");
    return engine ? inspectEngine(file, args) : inspectOnnx(file, args);
}

} // namespace tenon::cli
