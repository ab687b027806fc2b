// SPDX-License-Identifier: Apache-2.0
// tenon plugin check, list, faults and replay.
#include "commands.h"
#include "output.h"
#include "plugin_reference.h"
#include "values.h"

#include "base/buffer.h"
#include "base/error.h"
#include "checker/replay.h"

#include "NvInferPlugin.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdlib.h>
#include <unistd.h>

namespace tenon::cli {
namespace {

using checker::CreatorReport;
using checker::Finding;

void needFault(std::string const& id, char const* flag) {
    if (checker::findFault(id) != nullptr)
        return;
    throw Error(Message::kUsage, fmt::format("tenon plugin check: {}: there is no fault '{}'", flag, id))
        .tip("tenon plugin faults");
}

std::string temporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tenon-repro-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
        throw Error(Message::kFileWrite, fmt::format("cannot make a folder '{}'", pattern));
    return pattern;
}

/// The word "standard" means the creators that initLibNvInferPlugins registers in this process: "" for the checker.
std::string pathOf(std::string const& library) {
    if (library != "standard")
        return std::filesystem::absolute(library).string();
    initLibNvInferPlugins(nullptr, "");
    return {};
}

checker::Options optionsOf(PluginCheckArgs const& args) {
    checker::Options out;
    out.library = pathOf(args.library);
    CreatorText const creator(args.creator);
    out.name = creator.name;
    out.version = creator.version;
    out.space = creator.space;
    if (!args.spec.empty()) {
        Buffer const file = Buffer::mapFile(args.spec);
        out.spec = checker::readSpec({reinterpret_cast<char const*>(file.bytes().data()), file.size()}, args.spec);
        if (!out.spec.reference.empty())
            out.reference = pythonReference(
                out.spec.reference, std::filesystem::absolute(args.spec).parent_path().string(), 6 * args.timeout);
    }
    out.isHost = args.host;
    for (std::string const& id : args.only) {
        needFault(id, "--only");
        out.only.insert(id);
    }
    for (std::string const& text : args.skip) {
        size_t const at = text.find('=');
        needFault(text.substr(0, at), "--skip");
        if (at == std::string::npos || at + 1 == text.size())
            throw Error(Message::kUsage, fmt::format("tenon plugin check: --skip {}: a reason is missing", text))
                .wanted("ID=REASON");
        out.skip[text.substr(0, at)] = text.substr(at + 1);
    }
    out.timeout = args.timeout;
    out.reproFolder = args.repro.empty() ? temporaryFolder() : args.repro;
    return out;
}

void print(Output const& out, CreatorReport const& c, bool withShapes) {
    out.text("{} version {}{}: {}, {} probes, {} findings\n", c.name, c.version,
             c.space.empty() ? "" : " in namespace " + c.space, c.generation, c.probes, c.findings.size());
    for (Finding const& f : c.findings) {
        out.text("  {} in {}(){}{}\n", f.id, f.method.empty() ? "?" : f.method,
                 f.call > 0 ? fmt::format(", call {}", f.call) : "", f.shape.empty() ? "" : ", inputs " + f.shape);
        if (!f.wanted.empty())
            out.text("    wanted: {}\n", f.wanted);
        out.text("    given:  {}\n", f.given);
        if (!f.repro.empty())
            out.text("    repro:  {}\n", f.repro);
    }
    for (checker::Skipped const& s : c.skipped)
        out.text("  skipped: {}: {}\n", s.id, s.reason);
    for (std::string const& n : c.notes)
        out.text("  note: {}\n", n);
    if (withShapes)
        for (checker::ShapeRow const& row : c.shapes)
            out.text("  {:<24} -> {:<24} {}: {}\n", row.shape, row.outputs, row.types, row.result);
}

std::string escaped(std::string const& text) {
    std::string out;
    for (char const c : text)
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    return out;
}

/// One suite a creator, one case a fault.
void writeJunit(std::string const& path, checker::Report const& report) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (CreatorReport const& c : report.creators) {
        text += fmt::format("<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n", escaped(c.name),
                            checker::allFaults().size(), c.findings.size());
        for (checker::Fault const& fault : checker::allFaults()) {
            text += fmt::format("<testcase classname=\"{}.{}\" name=\"{}\">", escaped(c.name), escaped(c.version),
                                fault.id);
            for (Finding const& f : c.findings)
                if (f.id == fault.id)
                    text += fmt::format(
                        "<failure message=\"{}\">{}</failure>", escaped(fmt::format("{}(): {}", f.method, f.given)),
                        escaped(fmt::format("wanted: {}; shape: {}; repro: {}", f.wanted, f.shape, f.repro)));
            for (checker::Skipped const& s : c.skipped)
                if (s.id == fault.id)
                    text += fmt::format("<skipped message=\"{}\"/>", escaped(s.reason));
            if (c.probes == 0)
                text += "<skipped message=\"not checked\"/>";
            text += "</testcase>\n";
        }
        text += "</testsuite>\n";
    }
    text += "</testsuites>\n";
    writeFile(path, std::as_bytes(std::span(text)));
}

struct TargetReport {
    checker::Target target;
    std::string problem() const {
        auto const& f = target.reading;
        return f ? fmt::format("{} in {}(): {}", f->id, f->method, f->given) : "";
    }
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.target.key.name);
        visit("version", self.target.key.version);
        visit("namespace", self.target.key.space);
        visit("interface",
              std::string(self.target.kind == plugin::CreatorKind::kV3 ? "IPluginCreatorV3One" : "IPluginCreator"));
        visit("host", self.target.isHost);
        visit("fields", self.target.declared);
        visit("problem", self.problem());
    }
};

struct ListReport {
    std::string library;
    std::vector<TargetReport> creators;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("library", self.library);
        visit("creators", self.creators);
    }
};

struct FaultReport {
    std::string id, meaning;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("id", self.id);
        visit("meaning", self.meaning);
    }
};

struct FaultsReport {
    std::vector<FaultReport> faults;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("faults", self.faults);
    }
};

} // namespace

int run(PluginCheckArgs const& args) {
    checker::Options const options = optionsOf(args);
    checker::Report const report = checker::check(options);
    if (args.repro.empty() && report.findings() == 0) {
        std::error_code ignored;
        std::filesystem::remove(options.reproFolder, ignored);
    }
    Output const out(args.json);
    for (CreatorReport const& c : report.creators)
        print(out, c, args.shapesTable);
    if (!args.junit.empty())
        writeJunit(args.junit, report);
    out.document(report);
    if (report.findings() != 0)
        return static_cast<int>(Status::kNo);
    if (report.problem)
        throw *report.problem;
    return static_cast<int>(report.probes() == 0 ? Status::kUnsupported : Status::kDone);
}

int run(PluginListArgs const& args) {
    Output const out(args.json);
    ListReport report{args.library, {}};
    for (checker::Target& t : checker::targetsOf(pathOf(args.library), 30))
        report.creators.push_back({std::move(t)});
    for (TargetReport const& r : report.creators) {
        if (!r.target.isNamed) {
            out.text("{}: {}\n", r.target.key.name, r.problem());
            continue;
        }
        out.text("{} version {}{}: {}, {}\n", r.target.key.name, r.target.key.version,
                 r.target.key.space.empty() ? "" : " in namespace " + r.target.key.space,
                 r.target.kind == plugin::CreatorKind::kV3 ? "IPluginCreatorV3One" : "IPluginCreator",
                 r.target.isHost ? "runs on the CPU" : "does not say that it runs on the CPU");
        for (checker::DeclaredField const& f : r.target.declared)
            out.text("  {} {}[{}]\n", f.name, checker::fieldTypeName(f.type), f.length);
        if (r.target.reading)
            out.text("  {}\n", r.problem());
    }
    out.document(report);
    return 0;
}

int run(PluginFaultsArgs const& args) {
    Output const out(args.json);
    FaultsReport report;
    for (checker::Fault const& f : checker::allFaults()) {
        out.text("{:<24} {}\n", f.id, f.meaning);
        report.faults.push_back({std::string(f.id), std::string(f.meaning)});
    }
    out.document(report);
    return 0;
}

int run(PluginReplayArgs const& args) {
    checker::Repro const repro = checker::readRepro(args.folder);
    if (args.gdb || args.valgrind) {
        std::string const self = std::filesystem::read_symlink("/proc/self/exe").string();
        std::vector<std::string> command = args.gdb ? std::vector<std::string>{"gdb", "-q", "-ex", "run", "--args"}
                                                    : std::vector<std::string>{"valgrind", "-q"};
        for (std::string const& part :
             {self, std::string("plugin"), std::string("replay"), std::string("--here"), args.folder})
            command.push_back(part);
        std::vector<char*> argv;
        for (std::string& part : command)
            argv.push_back(part.data());
        argv.push_back(nullptr);
        ::execvp(argv[0], argv.data());
        throw Error(Message::kNothingChecked, fmt::format("'{}' cannot be started: {}", argv[0], std::strerror(errno)));
    }
    if (repro.library.empty())
        initLibNvInferPlugins(nullptr, "");
    Finding const& f = repro.finding;
    Output const out("");
    if (repro.call)
        out.text("a call of {} in the layer '{}'\n", repro.key.text(), repro.call->layer);
    else
        out.text("{} of {} in {}(), inputs {}: {}\n", f.id, repro.key.text(), f.method, f.shape, f.given);
    std::vector<Finding> const found = !args.here   ? checker::replayApart(repro, args.folder, args.timeout)
                                       : repro.call ? checker::replayCall(repro, args.folder)
                                                    : checker::replay(repro);
    for (Finding const& now : found)
        out.text("  {} in {}(): {}\n", now.id, now.method, now.given);
    if (found.empty())
        out.text("  {}\n", repro.call ? "the outputs are those that were recorded" : "not found again");
    return static_cast<int>(found.empty() ? Status::kDone : Status::kNo);
}

} // namespace tenon::cli
