// SPDX-License-Identifier: Apache-2.0
#include "record.h"

#include "npy.h"

#include "base/error.h"
#include "plugin/watch.h"

#include <cstring>
#include <filesystem>
#include <fmt/ranges.h>
#include <fstream>
#include <mutex>
#include <set>

namespace tenon::cli {
namespace {

namespace fs = std::filesystem;

RecordedTensor describe(nvinfer1::PluginTensorDesc const& desc) {
    return {static_cast<DType>(desc.type),
            {desc.dims.d, desc.dims.d + desc.dims.nbDims},
            static_cast<int32_t>(desc.format),
            desc.scale};
}

void write(fs::path const& path, std::span<std::byte const> bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<char const*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush())
        throw Error(Message::kPluginRecord, fmt::format("cannot write '{}'", path.string()));
}

Box boxOf(nvinfer1::PluginTensorDesc const& desc, void const* data) {
    RecordedTensor const t = describe(desc);
    int64_t count = 1;
    for (int64_t d : t.dims)
        count *= d;
    bool const rows = desc.format == nvinfer1::TensorFormat::kLINEAR;
    Box out;
    out.setTensor(t.dtype, rows ? t.dims : std::vector{count});
    if (out.bytes() != 0)
        std::memcpy(out.data(), data, static_cast<size_t>(out.bytes()));
    return out;
}

/// Contexts may run on several threads; a folder is taken before the call and filled after it.
class Calls {
public:
    Calls(std::string name, fs::path folder) : mName(std::move(name)), mFolder(std::move(folder)) {}

    void operator()(plugin::Run const& run, bool after) {
        if (run.attributes.key.name != mName)
            return;
        std::lock_guard const lock(mMutex);
        if (!after) {
            mOpen[&run.plugin] = mFolder / fmt::format("{:04}", mNext++);
            begin(run, mOpen[&run.plugin]);
            return;
        }
        for (size_t i = run.inputs; i < run.descs.size(); ++i)
            write(mOpen[&run.plugin] / fmt::format("output_{}.npy", i - run.inputs),
                  writeNpy(boxOf(run.descs[i], run.pointers[i])));
    }

private:
    static void begin(plugin::Run const& run, fs::path const& folder) {
        fs::create_directories(folder);
        plugin::Attributes const& a = run.attributes;
        RecordedCall call{
            a.key, a.layer, a.libraryHash, run.plugin.generation() == plugin::Generation::kV3, run.workspaceBytes,
            {},    {}};
        for (size_t i = 0; i < run.descs.size(); ++i)
            (i < run.inputs ? call.inputs : call.outputs).push_back(describe(run.descs[i]));
        TextWriter text;
        text.write(call);
        write(folder / "call.txt", std::as_bytes(std::span(text.text())));
        write(folder / "state.bin", run.plugin.state());
        for (size_t i = 0; i < run.inputs; ++i)
            write(folder / fmt::format("input_{}.npy", i), writeNpy(boxOf(run.descs[i], run.pointers[i])));
    }

    std::string mName;
    fs::path mFolder;
    std::mutex mMutex;
    int mNext = 0;
    std::map<plugin::Plugin const*, fs::path> mOpen;
};

} // namespace

void recordPlugin(std::string const& name, std::string const& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error(Message::kPluginRecord, fmt::format("cannot make the folder '{}': {}", folder, failed.message()));
    auto calls = std::make_shared<Calls>(name, folder);
    plugin::setRecorder([calls](plugin::Run const& run, bool after) { (*calls)(run, after); });
}

void requirePlugin(plan::Plan const& plan, std::string const& name) {
    std::set<std::string> names;
    for (plan::Block const& block : plan.blocks)
        for (plan::Step const& step : block.steps)
            if (step.op == "plugin") {
                plugin::Attributes a;
                BinaryReader(step.attrs.data(), step.attrs.size()).read(a);
                names.insert(a.key.name);
            }
    if (!names.contains(name))
        throw Error(Message::kPluginRecord, fmt::format("the model has no plugin '{}' to record", name))
            .wanted(names.empty() ? "a model with a plugin" : fmt::format("{}", fmt::join(names, ", ")));
}

} // namespace tenon::cli
