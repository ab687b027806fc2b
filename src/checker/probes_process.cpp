// SPDX-License-Identifier: Apache-2.0
// What a plugin keeps in static variables is the same for all of one process, so nothing there shows it. Here one
// process saves and runs, and another one, which never saw what the first did, loads and runs in another order.
#include "base/reflect_binary.h"
#include "checker/probe.h"
#include "plugin/call.h"

#include <algorithm>
#include <cstring>

namespace tenon::checker {
namespace {

using nvinfer1::PluginTensorDesc;

/// All that is needed to run a saved plugin, which then need not be asked anything.
struct Saved {
    std::string fields;
    std::vector<std::byte> state;
    std::optional<int32_t> tactic;
    int64_t workspace = 0;
    std::vector<int32_t> aliases;
    std::vector<Case> cases;
    std::vector<std::vector<std::byte>> descs; ///< of each case: PluginTensorDesc of inputs and outputs, as they lie
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("fields", self.fields);
        visit("state", self.state);
        visit("tactic", self.tactic);
        visit("workspace", self.workspace);
        visit("aliases", self.aliases);
        visit("cases", self.cases);
        visit("descs", self.descs);
    }
};

/// The opt shape is not the first one that the process sees, where there is another.
std::vector<Point> twoPoints(Profile const& profile) {
    std::vector<Point> out{profile.opt};
    for (Point const& p : pointsOf(profile))
        if (out.size() == 1 && !(p == profile.opt))
            out.insert(out.begin(), p);
    return out;
}

Saved savedOf(Steps& s, plugin::Fields const& fields) {
    Stand stand(s.make(fields), s.setup, s.setup.profile(), s.setup.combo());
    Saved out{textOf(fields), stand.plugin().state(), {}, stand.workspace(), aliasesOf(stand.plugin()), {}, {}};
    Runner runner = stand.runner();
    if (runner.plugin->v3() != nullptr)
        if (std::vector<int32_t> const tactics = stand.plugin().tactics(); !tactics.empty())
            out.tactic = tactics.front();
    for (Point const& point : twoPoints(s.setup.profile())) {
        out.cases.push_back({point, stand.inputsAt(point), stand.results(runner, point)});
        auto const* const first = reinterpret_cast<std::byte const*>(runner.last.data());
        out.descs.emplace_back(first, first + runner.last.size() * sizeof(PluginTensorDesc));
    }
    return out;
}

std::vector<Values> computed(plugin::Plugin& plugin, Saved const& saved, size_t number) {
    Case const& c = saved.cases.at(number);
    std::vector<std::byte> const& bytes = saved.descs.at(number);
    std::vector<PluginTensorDesc> descs(bytes.size() / sizeof(PluginTensorDesc));
    std::memcpy(static_cast<void*>(descs.data()), bytes.data(), bytes.size());
    std::span const all(std::as_const(descs));
    size_t const in = c.inputs.size();
    plugin.shapesChanged(all.first(in), all.subspan(in));
    constexpr std::byte kFill{0xA5};
    std::vector<Values> inputs;
    for (size_t i = 0; i < in; ++i)
        inputs.push_back(arranged(c.inputs[i], all[i].format, false));
    Tensors tensors(std::move(inputs), Place::kRoomy);
    for (size_t o = 0; o < c.outputs.size(); ++o) {
        nvinfer1::Dims const& dims = all[in + o].dims;
        size_t const size = bytesOf(c.outputs[o].dtype, volumeOf({dims.d, dims.d + dims.nbDims}));
        int32_t const with = saved.aliases.at(o);
        bool const fits =
            with >= 0 && static_cast<size_t>(with) < in && c.inputs[static_cast<size_t>(with)].bytes.size() == size;
        tensors.addOutput(size, kFill, fits ? with : -1, true);
    }
    tensors.addWorkspace(static_cast<size_t>(saved.workspace), kFill);
    auto const pointers = tensors.pointers();
    plugin::Launch const launch = plugin::launchOf(all, pointers, in, tensors.workspace());
    plugin::callStatus(plugin.key(), "enqueue", [&] { return plugin.enqueue(launch); });
    std::vector<Values> out;
    for (size_t o = 0; o < c.outputs.size(); ++o) {
        auto const written = tensors.output(o).first(c.outputs[o].bytes.size());
        out.push_back(arranged({c.outputs[o].dtype, c.outputs[o].dims, {written.begin(), written.end()}},
                               all[in + o].format, true));
    }
    return out;
}

void runSaved(Steps& s, Saved const& saved) {
    auto const loaded = s.subject.restore(saved.state);
    char const* const method = loaded->v2() != nullptr ? "serialize" : "getFieldsToSerialize";
    auto const runner = copyForContext(*loaded);
    if (saved.tactic)
        runner->setTactic(*saved.tactic);
    for (size_t i = saved.cases.size(); i-- > 0;) {
        s.at(saved.cases[i].point);
        if (auto const d = difference(saved.cases[i].outputs, computed(*runner, saved, i)))
            return s.report("state-lost", method,
                            fmt::format("the same outputs in a process that only loads the state, whatever shapes and "
                                        "fields the process saw before (fields: {})",
                                        saved.fields),
                            "what is kept in a static variable, perhaps: " + *d);
    }
}

} // namespace

void probeOtherProcess(Steps& s) {
    if (s.variant == 0)
        return s.step("", "", "a state, and runs at two shapes", [&] {
            Told told;
            for (auto const& fields : {std::optional(s.setup.fields), s.setup.second})
                if (fields) {
                    BinaryWriter bytes;
                    bytes.write(savedOf(s, *fields));
                    told.blobs.push_back(bytes.bytes());
                }
            s.tell(told);
        });
    for (size_t i = s.blobs->size(); i-- > 0;) {
        Saved saved;
        BinaryReader((*s.blobs)[i].data(), (*s.blobs)[i].size()).read(saved);
        s.step("", saved.cases.back().point.text(), "a state that another process loads and runs",
               [&] { runSaved(s, saved); });
    }
}

} // namespace tenon::checker
