// SPDX-License-Identifier: Apache-2.0
#include "checker/recorded.h"

#include "base/buffer.h"
#include "base/dtype.h"
#include "base/hash.h"
#include "base/reflect_binary.h"
#include "plugin/call.h"
#include "plugin/embedded.h"
#include "plugin/watch.h"

#include <filesystem>
#include <fmt/ranges.h>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace tenon::checker {
namespace {

namespace fs = std::filesystem;
using nvinfer1::PluginTensorDesc;

RecordedTensor describe(PluginTensorDesc const& desc, std::optional<Shape> written = std::nullopt) {
    Shape dims(desc.dims.d, desc.dims.d + desc.dims.nbDims);
    return {static_cast<DType>(desc.type), dims, written.value_or(dims), static_cast<int32_t>(desc.format),
            static_cast<double>(desc.scale)};
}

PluginTensorDesc descOf(RecordedTensor const& t) {
    return {plugin::dimsOf(t.dims), static_cast<nvinfer1::DataType>(t.dtype),
            static_cast<nvinfer1::TensorFormat>(t.format), static_cast<float>(t.scale)};
}

void write(fs::path const& path, std::span<std::byte const> bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<char const*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush())
        throw Error(Message::kPluginRecord, fmt::format("cannot write '{}'", path.string()));
}

std::vector<std::byte> read(fs::path const& path) {
    Buffer const file = Buffer::mapFile(path.string());
    return {file.bytes().begin(), file.bytes().end()};
}

std::span<std::byte const> bytesAt(void const* data, RecordedTensor const& t) {
    return {static_cast<std::byte const*>(data), bytesOf(t.dtype, volumeOf(t.written))};
}

/// Contexts may run on several threads; a folder is taken before the call and filled after it.
class Calls {
public:
    Calls(std::vector<plan::Library> const& libraries, std::string name, fs::path folder)
        : mName(std::move(name)), mFolder(std::move(folder)), mLibraries(libraries) {}

    void operator()(plugin::Run const& run, bool after) {
        if (run.attributes.key.name != mName)
            return;
        std::lock_guard const lock(mMutex);
        if (!after) {
            mOpen[&run.plugin] = mFolder / fmt::format("{:04}", mNext++);
            return begin(run, mOpen[&run.plugin]);
        }
        end(run, mOpen[&run.plugin]);
    }

private:
    void begin(plugin::Run const& run, fs::path const& folder) {
        fs::create_directories(folder);
        write(folder / "state.bin", run.plugin.state());
        for (size_t i = 0; i < run.inputs; ++i) {
            write(folder / fmt::format("input_{}.bin", i), bytesAt(run.pointers[i], describe(run.descs[i])));
        }
    }

    void end(plugin::Run const& run, fs::path const& folder) {
        plugin::Attributes const& a = run.attributes;
        Repro out;
        out.library = libraryOf(run);
        out.key = a.key;
        out.isV3 = run.plugin.generation() == plugin::Generation::kV3;
        RecordedCall& call = out.call.emplace();
        call.layer = a.layer;
        call.libraryHash = a.libraryHash;
        call.tactic = run.tactic;
        call.workspace = run.workspaceBytes;
        call.aliases = a.aliases;
        for (size_t i = 0; i < run.descs.size(); ++i) {
            PluginTensorDesc const& d = run.descs[i];
            if (i < run.inputs) {
                call.inputs.push_back(describe(d));
                continue;
            }
            call.outputs.push_back(describe(d, run.written[i - run.inputs]));
            write(folder / fmt::format("output_{}.bin", i - run.inputs), bytesAt(run.pointers[i], call.outputs.back()));
        }
        writeCase(folder.string(), out);
    }

    /// The file that the plugin's code came from; "" for one that comes with Tenon.
    std::string libraryOf(plugin::Run const& run) {
        for (plan::Library const& l : mLibraries)
            if (fmt::format("{:016x}", hash64(l.bytes)) == run.attributes.libraryHash) {
                fs::path const path = fs::absolute(mFolder / l.name);
                if (!fs::exists(path))
                    write(path, l.bytes);
                return path.string();
            }
        void const* const object =
            run.plugin.v3() != nullptr ? static_cast<void const*>(run.plugin.v3()) : run.plugin.v2();
        void const* const image = plugin::imageOf(object);
        return image == plugin::imageOf(&plugin::hostContext()) ? "" : fs::absolute(plugin::pathOf(image)).string();
    }

    std::string mName;
    fs::path mFolder;
    std::vector<plan::Library> mLibraries;
    std::mutex mMutex;
    int mNext = 0;
    std::map<plugin::Plugin const*, fs::path> mOpen;
};

/// The call that a folder holds, made once more.
class Replay {
public:
    Replay(Repro const& repro, std::string const& folder) : mRepro(repro), mCall(*repro.call), mFolder(folder) {}

    std::vector<Finding> run() {
        Subject& subject = Subject::kept(mRepro.library);
        subject.choose(mRepro.key);
        auto const plugin = subject.restore(read(mFolder / "state.bin"))->forContext();
        plugin->setTactic(mCall.tactic);
        std::vector<PluginTensorDesc> descs;
        for (auto const* list : {&mCall.inputs, &mCall.outputs})
            for (RecordedTensor const& t : *list)
                descs.push_back(descOf(t));
        std::span const all(std::as_const(descs));
        size_t const in = mCall.inputs.size();
        plugin->shapesChanged(all.first(in), all.subspan(in));
        Tensors tensors = memory();
        auto const pointers = tensors.pointers();
        int32_t const status = plugin::callEnqueue(*plugin, plugin::launchOf(all, pointers, in, tensors.workspace()));
        if (status != 0)
            report("status", "status 0", fmt::format("status {}", status));
        else
            compare(tensors);
        for (Note const& n : tensors.notes())
            report(n.id, wantedOf(n), n.given);
        return std::move(mFound);
    }

private:
    void report(std::string id, std::string wanted, std::string given) {
        Finding& f = mFound.emplace_back();
        f.id = std::move(id);
        f.method = "enqueue";
        f.wanted = std::move(wanted);
        f.given = std::move(given);
    }

    Tensors memory() const {
        constexpr std::byte kFill{0xA5};
        std::vector<Values> inputs;
        for (size_t i = 0; i < mCall.inputs.size(); ++i)
            inputs.push_back(
                {mCall.inputs[i].dtype, mCall.inputs[i].dims, read(mFolder / fmt::format("input_{}.bin", i))});
        for (size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i].bytes.size() != bytesOf(inputs[i].dtype, volumeOf(inputs[i].dims)))
                throw Error(Message::kPluginCase,
                            fmt::format("the file of input {} has another size than the case tells", i));
        Tensors out(std::move(inputs), Place::kRoomy);
        for (size_t o = 0; o < mCall.outputs.size(); ++o) {
            RecordedTensor const& t = mCall.outputs[o];
            out.addOutput(bytesOf(t.dtype, volumeOf(t.dims)), kFill, o < mCall.aliases.size() ? mCall.aliases[o] : -1,
                          true);
        }
        out.addWorkspace(static_cast<size_t>(mCall.workspace), kFill);
        return out;
    }

    void compare(Tensors const& tensors) {
        std::vector<Values> wanted, given;
        for (size_t o = 0; o < mCall.outputs.size(); ++o) {
            RecordedTensor const& t = mCall.outputs[o];
            auto const bytes = tensors.output(o).first(bytesOf(t.dtype, volumeOf(t.written)));
            wanted.push_back({t.dtype, t.written, read(mFolder / fmt::format("output_{}.bin", o))});
            given.push_back({t.dtype, t.written, {bytes.begin(), bytes.end()}});
            if (wanted.back().bytes.size() != bytes.size())
                throw Error(Message::kPluginCase,
                            fmt::format("the file of output {} has another size than the case tells", o));
        }
        Spec const tolerance;
        if (auto const d = difference(wanted, given, tolerance.rtol, tolerance.atol))
            report("wrong-value",
                   fmt::format("the recorded outputs, within rtol {} and atol {}", tolerance.rtol, tolerance.atol), *d);
    }

    Repro const& mRepro;
    RecordedCall const& mCall;
    fs::path mFolder;
    std::vector<Finding> mFound;
};

} // namespace

void recordPlugin(plan::Plan const& plan, std::string const& name, std::string const& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error(Message::kPluginRecord, fmt::format("cannot make the folder '{}': {}", folder, failed.message()));
    auto calls = std::make_shared<Calls>(plan.libraries, name, folder);
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

std::vector<Finding> replayCall(Repro const& repro, std::string const& folder) {
    try {
        return Replay(repro, folder).run();
    } catch (Error const& e) {
        if (e.id() != Message::kPluginCall && e.id() != Message::kPluginState)
            throw;
        return {findingOf(e, "")};
    }
}

} // namespace tenon::checker
