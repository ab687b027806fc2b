// SPDX-License-Identifier: Apache-2.0
// The life of plugins: clones, state, initialize and terminate, memory.
#include "checker/child.h"
#include "checker/heap.h"
#include "checker/probe.h"
#include "plugin/call.h"

#include <cstring>

namespace tenon::checker {
namespace {

using nvinfer1::IPluginV2;
using nvinfer1::IPluginV3;
using nvinfer1::PluginCapabilityType;
using plugin::call;
using plugin::Plugin;

std::string textFrom(char const* text) {
    return text == nullptr ? "" : text;
}

std::string spaceOf(IPluginV3& object) {
    auto* const core =
        static_cast<nvinfer1::IPluginV3OneCore*>(object.getCapabilityInterface(PluginCapabilityType::kCORE));
    return core == nullptr ? "" : textFrom(core->getPluginNamespace());
}

/// The copy stays until the process ends: how it ends is another step's matter.
void cloneNames(Steps& s, Plugin& p) {
    char const* const kWanted = "clone() gives another object, in the namespace of the first";
    if (IPluginV2* const object = p.v2()) {
        std::string const space = "tenon.check";
        call(p.key(), "setPluginNamespace", [&] { object->setPluginNamespace(space.c_str()); });
        std::string const before = textFrom(object->getPluginNamespace());
        IPluginV2* const copy = call(p.key(), "clone", [&]() -> IPluginV2* { return object->clone(); });
        if (copy == nullptr)
            throw plugin::failedCall(p.key(), "clone", "null");
        if (copy == object)
            return s.report("clone-shares", "clone", kWanted, "the object itself");
        if (std::string const after = textFrom(copy->getPluginNamespace()); after != space)
            s.report("clone-namespace", "clone", fmt::format("namespace '{}'", space),
                     fmt::format("'{}'{}", after,
                                 before == space ? "" : fmt::format("; the first one has '{}' itself", before)));
        return;
    }
    IPluginV3* const copy = call(p.key(), "clone", [&] { return p.v3()->clone(); });
    if (copy == nullptr)
        throw plugin::failedCall(p.key(), "clone", "null");
    if (copy == p.v3())
        return s.report("clone-shares", "clone", kWanted, "the object itself");
    std::string const space = spaceOf(*p.v3());
    if (std::string const after = spaceOf(*copy); after != space)
        s.report("clone-namespace", "clone", fmt::format("namespace '{}'", space), fmt::format("'{}'", after));
}

void attach(Steps& s, Plugin& p) {
    auto* const part = p.v3()->getCapabilityInterface(PluginCapabilityType::kRUNTIME);
    if (part == nullptr)
        throw plugin::failedCall(p.key(), "getCapabilityInterface", "null for kRUNTIME");
    IPluginV3* const made = call(p.key(), "attachToContext", [&] {
        return static_cast<nvinfer1::IPluginV3OneRuntime*>(part)->attachToContext(&plugin::hostContext());
    });
    if (made == p.v3())
        return s.report("attach-returns-this", "attachToContext", "a clone, which the engine will end",
                        "the object itself: it would be ended twice");
    if (made == nullptr)
        throw plugin::failedCall(p.key(), "attachToContext", "null");
    delete made;
}

void same(Steps& s, std::string const& id, std::string const& method, std::string const& wanted,
          std::vector<Values> const& a, std::vector<Values> const& b) {
    if (auto const d = difference(a, b))
        s.report(id, method, wanted, *d);
}

/// Bytes that end where memory ends.
Guarded guarded(std::vector<std::byte> const& bytes) {
    Guarded out("the state", bytes.size(), Place::kEnd);
    if (!bytes.empty())
        std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

std::unique_ptr<Plugin> reloaded(Steps& s, Plugin& from) {
    Guarded const state = guarded(from.state());
    return s.subject.restore({state.data(), state.size()});
}

void reload(Steps& s, plugin::Fields const& fields, Profile const& profile) {
    Point const& point = profile.opt;
    char const* const kWanted = "the outputs of the first object, from one that was made of its state";
    s.step("", point.text(), kWanted, [&] {
        Stand stand(s.make(fields), s.setup, profile, s.setup.combo());
        std::unique_ptr<Plugin> const second = reloaded(s, stand.plugin());
        if (!s.setup.canRun)
            return;
        Runner first = stand.runner(), later = stand.runner(*second);
        for (uint64_t seed : {0, 1})
            same(s, "state-lost", stand.plugin().v2() != nullptr ? "serialize" : "getFieldsToSerialize",
                 fmt::format("{} (fields: {})", kWanted, textOf(fields)), stand.results(first, point, seed),
                 stand.results(later, point, seed));
        std::unique_ptr<Plugin> const third = reloaded(s, *second);
        Runner last = stand.runner(*third);
        same(s, "state-lost", stand.plugin().v2() != nullptr ? "serialize" : "getFieldsToSerialize",
             "the same once more: an engine that was loaded is saved and loaded", stand.results(first, point),
             stand.results(last, point));
    });
    // All that runs is a clone, so what clone() loses is looked for in what is saved.
    s.step("", "", "a clone saves what the first object saves", [&] {
        Stand stand(s.make(fields), s.setup, profile, s.setup.combo());
        auto const copy = stand.plugin().clone();
        auto const first = stand.plugin().state(), second = copy->state(), again = stand.plugin().state();
        bool isSame = first.size() == second.size();
        for (size_t i = 0; isSame && i < first.size(); ++i)
            isSame = first[i] == second[i] || first[i] != again[i];
        if (!isSame)
            s.report("state-lost", "clone",
                     fmt::format("a clone that saves what the first object saves (fields: {})", textOf(fields)),
                     fmt::format("{} bytes, and {} of the first, which differ", second.size(), first.size()));
    });
}

/// Memory that a piece of work keeps at each turn; 0 where it settles.
template <class F>
int64_t growth(F&& work) {
    constexpr int kTurns = 24;
    work(); // looked at call by call; the rest would take most of the probe's time that way
    HeapLooks const atTheEnd(false);
    int64_t grown[3] = {};
    for (int64_t& g : grown) { // the first settles caches
        int64_t const before = heapInUse();
        for (int i = 0; i < kTurns; ++i)
            work();
        g = heapInUse() - before;
    }
    int64_t const each = std::min(grown[1], grown[2]) / kTurns;
    return each >= 8 ? each : 0;
}

} // namespace

void probeClone(Steps& s) {
    s.step("", "", "clone() gives another object, in the namespace of the first", [&] {
        auto p = s.make();
        cloneNames(s, *p);
        static_cast<void>(p.release());
    });
    s.step("clone-shares", "", "a clone ends, and then its original", [&] {
        auto const p = s.make();
        p->clone().reset();
        poisonHeap(std::byte{0x3F});
        p->state();
    });
    s.step("", "", "attachToContext() gives a clone", [&] {
        auto const p = s.make();
        if (p->v3() != nullptr)
            attach(s, *p);
    });
    Point const& point = s.setup.profile().opt;
    s.step("clone-shares", point.text(), "a clone works when its original has ended", [&] {
        if (!s.setup.canRun)
            return;
        Stand stand = s.stand();
        Runner first = stand.runner();
        auto const right = stand.results(first, point);
        first = {};
        auto copy = stand.plugin().clone();
        stand.exchange(std::move(copy)).reset(); // the original ends here
        poisonHeap(std::byte{0x3F});
        Runner runner = stand.runner();
        same(s, "clone-shares", "clone", "a clone computes the same when its original has ended", right,
             stand.results(runner, point));
    });
    s.step("clone-shares", point.text(), "a copy in a context works when its original has ended", [&] {
        if (!s.setup.canRun)
            return;
        Stand stand = s.stand();
        Runner runner = stand.runner();
        auto const right = stand.results(runner, point);
        stand.exchange(s.make()).reset();
        poisonHeap(std::byte{0x3F});
        same(s, "clone-shares", "clone", "a copy in a context computes the same when its original has ended", right,
             stand.results(runner, point));
    });
}

void probeState(Steps& s) {
    for (auto const& fields : {std::optional(s.setup.fields), s.setup.second})
        if (fields)
            reload(s, *fields, s.setup.profile());
    s.step("state-lost", "", "a loaded plugin ends well that never ran", [&] {
        Stand stand = s.stand();
        reloaded(s, stand.plugin()).reset();
    });
}

namespace {

/// Written over different bytes, from frames that hold different bytes: what differs was never set.
void unsetBytes(Steps& s, Plugin& p) {
    IPluginV2 const* const object = p.v2();
    if (object == nullptr)
        return;
    size_t const size = call(p.key(), "getSerializationSize", [&] { return object->getSerializationSize(); });
    std::vector<std::byte> written[2];
    for (std::byte const fill : {std::byte{0x3F}, std::byte{0xC1}}) {
        auto& to = written[fill == std::byte{0x3F} ? 0 : 1];
        to.assign(size + 64, fill);
        poisonHeap(fill);
        call(p.key(), "serialize", [&] {
            poisonStack(fill);
            object->serialize(to.data());
        });
    }
    for (size_t i = 0; i < size; ++i)
        if (written[0][i] != written[1][i])
            return s.report("state-padding", "serialize", "the same bytes each time",
                            fmt::format("byte {} of {} keeps what memory held before", i, size));
}

} // namespace

void probeStateBytes(Steps& s) {
    s.step("", "", "a state of which every byte is set", [&] { unsetBytes(s, *s.make()); });
    s.step("", "", "the same state in each process", [&] {
        poisonHeap(s.variant == 0 ? std::byte{0x3F} : std::byte{0xC1});
        Stand stand(s.make(s.setup.second.value_or(s.setup.fields)), s.setup, s.setup.profile(), s.setup.combo());
        auto const copy = stand.plugin().clone(); // what is saved is a copy of what was made
        Told told;
        for (Plugin* const p : {&stand.plugin(), copy.get()}) {
            told.blobs.push_back(p->state());
            told.blobs.push_back(addressesIn(told.blobs.back()));
        }
        s.tell(told);
    });
}

void probeLife(Steps& s) {
    Point const& point = s.setup.profile().opt;
    s.step("init-terminate", "", "a plugin that never ran ends well", [&] { s.make().reset(); });
    s.step("init-terminate", "", "one that was configured and never ran ends well", [&] { s.stand(); });
    if (!s.setup.canRun)
        return;
    s.step("init-terminate", point.text(), "a context that never ran ends well", [&] {
        Stand stand = s.stand();
        stand.runner();
    });
    bool const isV3 = s.make()->v3() != nullptr; // which has neither: a context is a copy, and its end that one's
    std::string const wanted = isV3 ? "the same outputs in a second context, when the first one has ended"
                                    : "the same outputs after terminate() and initialize()";
    s.step("init-terminate", point.text(), wanted, [&] {
        Stand stand = s.stand();
        Runner runner = stand.runner();
        auto const right = stand.results(runner, point);
        if (IPluginV2* const object = runner.plugin->v2()) {
            call(runner.plugin->key(), "terminate", [&] { object->terminate(); });
            poisonHeap(std::byte{0x3F});
            plugin::callStatus(runner.plugin->key(), "initialize", [&] { return object->initialize(); });
        } else {
            runner = stand.runner();
        }
        same(s, "init-terminate", isV3 ? "attachToContext" : "initialize", wanted, right, stand.results(runner, point));
    });
    s.step("init-terminate", point.text(), "a copy keeps working when another one has ended", [&] {
        Stand stand = s.stand();
        Runner first = stand.runner();
        auto const right = stand.results(first, point);
        {
            Runner second = stand.runner();
            stand.results(second, point);
        }
        poisonHeap(std::byte{0x3F});
        same(s, "init-terminate", isV3 ? "attachToContext" : "terminate",
             "the same outputs when another copy has ended", right, stand.results(first, point));
    });
}

void probeLeak(Steps& s) {
    auto look = [&](char const* method, char const* what, auto&& work) {
        s.step("", "", fmt::format("memory does not grow with each {}", what), [&] {
            if (int64_t const each = growth(work); each != 0)
                s.report("leak", method, fmt::format("memory does not grow with each {}", what),
                         fmt::format("about {} bytes stay each time", each));
        });
    };
    look("createPlugin", "plugin that is made and ended", [&] { s.make().reset(); });
    look("clone", "clone that is made and ended", [&, p = std::shared_ptr<Plugin>(s.make())] { p->clone().reset(); });
    look(s.make()->v2() != nullptr ? "serialize" : "getFieldsToSerialize", "save and load", [&] {
        auto const p = s.make();
        s.subject.restore(p->state()).reset();
    });
    if (!s.setup.canRun)
        return;
    look(s.make()->v2() != nullptr ? "terminate" : "attachToContext", "context", [&] {
        Stand stand = s.stand();
        Runner runner = stand.runner();
    });
    s.step("", s.setup.profile().opt.text(), "memory does not grow with each run", [&] {
        Stand stand = s.stand();
        Runner runner = stand.runner();
        if (int64_t const each = growth([&] { stand.results(runner, s.setup.profile().opt); }); each != 0)
            s.report("leak", "enqueue", "memory does not grow with each run",
                     fmt::format("about {} bytes stay each time", each));
    });
}

} // namespace tenon::checker
