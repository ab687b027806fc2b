// SPDX-License-Identifier: Apache-2.0
// Outputs in the memory of inputs, and outputs for a reference to compare with.
#include "checker/probe.h"
#include "plugin/call.h"

#include <algorithm>

namespace tenon::checker {
namespace {

/// Values that a random draw does not give: ties, and nothing positive.
void levels(Values& v, int kind) {
    for (int64_t i = 0, n = volumeOf(v.dims); i < n; ++i)
        setElement(v, i, kind == 1 ? static_cast<double>(i % 3 - 1) : -1 - static_cast<double>(i % 5));
}

void tellCase(Steps& s, Profile const& profile, Point const& point, int kind) {
    s.step("", point.text(), "outputs to compare", [&] {
        Stand stand = s.stand(profile);
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point, static_cast<uint64_t>(kind));
        for (size_t i = 0; i < how.inputs.size(); ++i)
            if (kind != 0 && !s.setup.ranges[i].low && !s.setup.ranges[i].high)
                levels(how.inputs[i], kind);
        Ran ran = stand.run(runner, point, how);
        if (ran.status != 0)
            return;
        Told told;
        told.cases.push_back({point, how.inputs, std::move(ran.outputs)});
        s.tell(told);
    });
}

} // namespace

void probeAlias(Steps& s) {
    Point const& point = s.setup.profile().opt;
    auto refuse = [&](std::string const& wanted, std::string const& given) {
        s.report("alias", "getAliasedInput", wanted, given);
    };
    s.step("alias", "", "outputs that share memory with one input each", [&] {
        auto const made = s.make();
        std::vector<int32_t> const aliases = aliasesOf(*made);
        for (size_t o = 0; o < aliases.size(); ++o) {
            if (aliases[o] >= static_cast<int32_t>(s.setup.inputs))
                return refuse(fmt::format("an input below {} for output {}, or -1", s.setup.inputs, o),
                              fmt::format("{}", aliases[o]));
            if (aliases[o] >= 0 && std::count(aliases.begin(), aliases.end(), aliases[o]) > 1)
                return refuse("one output an input", fmt::format("input {} for several outputs", aliases[o]));
        }
    });
    s.step("alias", point.text(), "outputs that share memory with an input of their type and size", [&] {
        auto const aliases = aliasesOf(*s.make());
        if (std::all_of(aliases.begin(), aliases.end(), [](int32_t a) { return a < 0; }))
            return;
        Stand stand = s.stand();
        for (size_t o = 0; o < aliases.size(); ++o) {
            auto const with = static_cast<size_t>(aliases[o]);
            if (aliases[o] >= 0 &&
                (stand.outputs()[o].dtype != s.setup.combo().at(with) || stand.dimsAt(o, point) != point.inputs[with]))
                return refuse(fmt::format("output {} of the type and shape of input {}", o, with),
                              fmt::format("{} {}", nameOf(stand.outputs()[o].dtype), textOf(stand.dimsAt(o, point))));
        }
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point);
        Ran const shared = stand.run(runner, point, how);
        how.sharesMemory = false;
        Ran const apart = stand.run(runner, point, how);
        if (auto const d = difference(apart.outputs, shared.outputs))
            s.report("alias", "enqueue", "the same outputs in shared memory as in a copy of it", *d);
    });
}

void probeValues(Steps& s) {
    if (!s.setup.wantsCases)
        return;
    for (Profile const& profile : s.setup.profiles)
        for (Point const& point : pointsOf(profile))
            tellCase(s, profile, point, 0);
    for (int const kind : {1, 2})
        tellCase(s, s.setup.profile(), s.setup.profile().opt, kind);
    for (Point const& point : tallPoints(s.setup.profile(), !s.setup.inferred))
        tellCase(s, s.setup.inferred ? Profile::at(point) : s.setup.profile(), point, 0);
}

} // namespace tenon::checker
