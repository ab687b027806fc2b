// SPDX-License-Identifier: Apache-2.0
#include "checker/repro.h"

#include "base/buffer.h"
#include "base/reflect_binary.h"
#include "base/reflect_text.h"
#include "checker/child.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/ranges.h>
#include <fstream>

namespace tenon::checker {
namespace {

namespace fs = std::filesystem;

void writeFile(fs::path const& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!out.flush())
        throw Error(Message::kFileWrite, fmt::format("cannot write '{}'", path.string()));
}

std::string_view textOf(std::vector<std::byte> const& bytes) {
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

/// The point that a finding names; the opt of the first profile where it names none.
Point pointOf(Repro const& r) {
    for (Profile const& p : r.setup.profiles)
        for (auto const& list : {pointsOf(p), tallPoints(p, !r.setup.inferred), emptyPoints(p)})
            for (Point const& point : list)
                if (point.text() == r.finding.shape)
                    return point;
    return r.setup.profile().opt;
}

std::string dataTypeText(DType type) {
    constexpr char const* kNames[] = {"kFLOAT", "kHALF", "kINT8", "kINT32", "kBOOL",
                                      "kUINT8", "kFP8",  "kBF16", "kINT64"};
    auto const index = static_cast<size_t>(type);
    return fmt::format("DataType::{}", index < std::size(kNames) ? kNames[index] : "kINT4");
}

std::string dimsText(Shape const& dims) {
    return fmt::format("Dims{{{}, {{{}}}}}", dims.size(), fmt::join(dims, ", "));
}

/// As it stands between the quotes of a literal.
std::string quoted(std::string const& text) {
    std::string out;
    for (char const c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

/// A program of 30 lines: a network around the plugin, built and run once.
std::string mainText(Repro const& r, Point const& point) {
    std::string data, list, inputs, shapes, numbers;
    for (size_t i = 0; i < r.setup.fields.list.size(); ++i) {
        plugin::Field const& f = r.setup.fields.list[i];
        std::vector<int> bytes;
        for (std::byte const b : f.data)
            bytes.push_back(static_cast<int>(b));
        data += fmt::format("{}{{{}}}", i == 0 ? "" : ", ", fmt::join(bytes, ", "));
        list += fmt::format("{}{{\"{}\", data[{}].data(), PluginFieldType({}), {}}}", i == 0 ? "" : ", ",
                            quoted(f.name), i, f.type, f.count);
    }
    for (size_t i = 0; i < r.setup.inputs; ++i)
        inputs += fmt::format("{}network->addInput(\"x{}\", {}, {})", i == 0 ? "" : ", ", i,
                              dataTypeText(r.setup.combo()[i]), dimsText(point.inputs[i]));
    for (size_t i = 0; i < point.elements.size(); ++i) {
        size_t const count = point.elements[i].size();
        numbers += fmt::format("\n    static int64_t const n{}[]{{{}}}; // elements of a shape input", i,
                               fmt::join(point.elements[i], ", "));
        shapes += fmt::format("{}network->addConstant(Dims{{1, {{{}}}}}, {{DataType::kINT64, n{}, {}}})->getOutput(0)",
                              i == 0 ? "" : ", ", count, i, count);
    }
    std::string const make = r.isV3 ? "*creator->createPlugin(\"repro\", &fields, TensorRTPhase::kBUILD)"
                                    : "*creator->createPlugin(\"repro\", &fields)";
    std::string const add = r.isV3 ? fmt::format("addPluginV3(in.data(), {}, shapes.data(), {}, {})", r.setup.inputs,
                                                 point.elements.size(), make)
                                   : fmt::format("addPluginV2(in.data(), {}, {})", r.setup.inputs, make);
    return fmt::format(
        R"(// Makes '{id}' again: {given}
// g++ -std=c++17 -g main.cpp -I<include of Tenon> -I<include of Tenon>/tenon/trt -ltenon -o repro && ./repro
#include <NvInfer.h>
#include <tenon/plugin.h>
#include <cstdio>
#include <fstream>
#include <vector>
using namespace nvinfer1;
struct : ILogger {{ void log(Severity s, char const* t) noexcept override {{ if (s < Severity::kINFO) std::puts(t); }} }} logger;
int main() {{
    getPluginRegistry()->loadLibrary("{library}");
    tenon::setHostPlugin("{name}", "{version}", "{space}");
    auto* creator = static_cast<{creator}*>(getPluginRegistry()->getCreator("{name}", "{version}", "{space}"));
    std::vector<std::vector<unsigned char>> const data{{{data}}}; // of the fields
    std::vector<PluginField> const list{{{list}}};
    PluginFieldCollection const fields{{int(list.size()), list.data()}};
    auto* builder = createInferBuilder(logger);
    auto* network = builder->createNetworkV2(0);{numbers}
    std::vector<ITensor*> const in{{{inputs}}}, shapes{{{shapes}}};
    auto* layer = network->{add};
    for (int i = 0; i < layer->getNbOutputs(); ++i) network->markOutput(*layer->getOutput(i));
    auto* file = builder->buildSerializedNetwork(*network, *builder->createBuilderConfig());
    auto* engine = createInferRuntime(logger)->deserializeCudaEngine(file->data(), file->size());
    auto* context = engine->createExecutionContext();
    std::vector<std::vector<char>> memory(engine->getNbIOTensors(), std::vector<char>(1 << 24)); // inputs come first
    for (size_t i = 0; i < memory.size(); ++i)
        std::ifstream("input_" + std::to_string(i) + ".bin", std::ios::binary).read(memory[i].data(), 1 << 24),
            context->setTensorAddress(engine->getIOTensorName(int(i)), memory[i].data());
    std::printf("enqueueV3: %d\n", context->enqueueV3(nullptr));
}}
)",
        fmt::arg("id", r.finding.id), fmt::arg("given", r.finding.given.substr(0, r.finding.given.find('\n'))),
        fmt::arg("library", quoted(r.library)), fmt::arg("name", quoted(r.key.name)),
        fmt::arg("version", quoted(r.key.version)), fmt::arg("space", quoted(r.key.space)),
        fmt::arg("creator", r.isV3 ? "IPluginCreatorV3One" : "IPluginCreator"), fmt::arg("data", data),
        fmt::arg("list", list), fmt::arg("inputs", inputs), fmt::arg("shapes", shapes), fmt::arg("numbers", numbers),
        fmt::arg("add", add));
}

/// What the first process of a probe tells to the second one.
std::vector<std::vector<std::byte>> blobsOf(Repro const& r, Probe const& probe) {
    constexpr double kSeconds = 60;
    std::vector<std::vector<std::byte>> out;
    inChild(
        kSeconds,
        [&] {
            Subject& subject = Subject::kept(r.library);
            subject.choose(r.key);
            Steps steps(subject, r.setup, std::string(probe.name), 0, false);
            probe.body(steps);
        },
        [&](std::vector<std::byte> const& bytes) {
            Told told;
            BinaryReader(bytes.data(), bytes.size()).read(told);
            out.insert(out.end(), told.blobs.begin(), told.blobs.end());
        });
    return out;
}

} // namespace

std::string asFileName(std::string name) {
    for (size_t i = 0; i < name.size(); ++i) {
        bool const isPlain = std::isalnum(static_cast<unsigned char>(name[i])) != 0 || name[i] == '_' || name[i] == '-';
        if (!isPlain && (name[i] != '.' || i == 0))
            name[i] = '_';
    }
    return name;
}

void writeCase(std::string const& folder, Repro const& repro) {
    TextWriter text;
    text.write(repro);
    writeFile(fs::path(folder) / "case.txt", text.text());
}

void writeRepro(std::string const& folder, Repro const& r, double seconds) {
    fs::path const to = folder;
    std::error_code failed;
    fs::create_directories(to, failed);
    writeCase(folder, r);
    Point const point = pointOf(r);
    for (size_t i = 0; i < r.setup.inputs; ++i)
        writeFile(to / fmt::format("input_{}.bin", i),
                  textOf(randomValues(r.setup.combo()[i], point.inputs[i], r.setup.ranges[i],
                                      r.setup.seed * 1000003 + i * 7919)
                             .bytes));
    for (plugin::Field const& f : r.setup.fields.list)
        if (f.name.find('/') == std::string::npos)
            writeFile(to / ("field_" + f.name + ".bin"), textOf(f.data));
    inChild(
        seconds,
        [&] {
            Subject& subject = Subject::kept(r.library);
            subject.choose(r.key);
            auto const made = subject.make(r.setup.fields);
            if (made != nullptr)
                send(Stand(std::unique_ptr<plugin::Plugin>(subject.make(r.setup.fields)), r.setup, r.setup.profile(),
                           r.setup.combo())
                         .plugin()
                         .state());
        },
        [&](std::vector<std::byte> const& state) { writeFile(to / "state.bin", textOf(state)); });
    writeFile(to / "main.cpp", mainText(r, point));
}

Repro readRepro(std::string const& folder) {
    std::string const path = (fs::path(folder) / "case.txt").string();
    Buffer const file = Buffer::mapFile(path);
    Repro out;
    try {
        TextReader reader({reinterpret_cast<char const*>(file.bytes().data()), file.size()});
        reader.read(out);
    } catch (DecodeError const& e) {
        throw Error(Message::kPluginCase,
                    fmt::format("'{}' holds neither a finding nor a recorded call of a plugin: {}", path, e.what()));
    }
    if (!out.call && (out.setup.profiles.empty() || out.setup.combos.empty()))
        throw Error(Message::kPluginCase, fmt::format("'{}' has no shapes", path));
    return out;
}

std::vector<Finding> replay(Repro const& r) {
    std::vector<Finding> out;
    if (r.finding.probe == kUnloading) {
        Subject const subject(r.library); // its end is the step
        return out;
    }
    if (r.finding.probe == kReading) {
        Subject& subject = Subject::kept(r.library);
        subject.choose(r.key);
        try {
            subject.declaredFields();
        } catch (Error const& e) {
            out.push_back(findingOf(e, ""));
        }
        return out;
    }
    for (Probe const& probe : allProbes()) {
        if (probe.name != r.finding.probe)
            continue;
        std::vector<std::vector<std::byte>> blobs;
        if (probe.body == probeOtherProcess)
            blobs = blobsOf(r, probe);
        Subject& subject = Subject::kept(r.library);
        subject.choose(r.key);
        Steps steps(subject, r.setup, std::string(probe.name), r.finding.step, true);
        steps.variant = blobs.empty() ? 0 : 1;
        steps.blobs = &blobs;
        steps.listen([&](Told const& told) { out.insert(out.end(), told.findings.begin(), told.findings.end()); });
        probe.body(steps);
        return out;
    }
    throw Error(Message::kPluginCase, fmt::format("the repro is of a probe '{}' that there is not", r.finding.probe));
}

} // namespace tenon::checker
