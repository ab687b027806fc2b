// SPDX-License-Identifier: Apache-2.0
#include "checker/diff.h"

#include "base/reflect_binary.h"
#include "checker/child.h"

#include <algorithm>
#include <chrono>

namespace tenon::checker {
namespace {

/// What one build does with a setup.
struct Behaviour {
    std::vector<std::vector<DType>> combos;
    std::vector<Case> cases;
    double microseconds = 0; ///< median of a run at the opt shape
    std::string problem;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("combos", self.combos);
        visit("cases", self.cases);
        visit("microseconds", self.microseconds);
        visit("problem", self.problem);
    }
};

double medianTime(Stand& stand, Runner& runner, Point const& point) {
    std::vector<double> all;
    for (int i = 0; i < 31; ++i) {
        auto const from = std::chrono::steady_clock::now();
        stand.results(runner, point);
        all.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from).count());
    }
    std::nth_element(all.begin(), all.begin() + 15, all.end());
    return all[15];
}

Behaviour behaviourOf(Target const& target, Setup const& setup) {
    Behaviour out;
    try {
        Subject& subject = Subject::kept(target.library);
        subject.choose(target.key);
        auto made = subject.make(setup.fields);
        if (made == nullptr) {
            out.problem = "createPlugin() gives null for the fields " + textOf(setup.fields);
            return out;
        }
        std::vector<std::string> notes;
        out.combos = combosOf(*made, setup, {}, notes);
        for (Profile const& profile : setup.profiles)
            for (Point const& point : pointsOf(profile)) {
                Stand stand(subject.make(setup.fields), setup, profile, setup.combo());
                Runner runner = stand.runner();
                out.cases.push_back({point, {}, stand.results(runner, point)});
            }
        Stand stand(subject.make(setup.fields), setup, setup.profile(), setup.combo());
        Runner runner = stand.runner();
        out.microseconds = medianTime(stand, runner, setup.profile().opt);
    } catch (std::exception const& e) {
        out.problem = e.what();
    }
    return out;
}

Behaviour inProcess(Target const& target, Setup const& setup, double seconds) {
    Behaviour out;
    Ended const ended = inChild(
        seconds,
        [&] {
            BinaryWriter writer;
            writer.write(behaviourOf(target, setup));
            send(writer.bytes());
        },
        [&](std::vector<std::byte> const& bytes) { BinaryReader(bytes.data(), bytes.size()).read(out); });
    if (ended.how != End::kDone)
        out.problem = fmt::format("the process ended in {}()", ended.mark.method);
    return out;
}

std::string combosText(std::vector<std::vector<DType>> const& combos) {
    std::string out;
    for (auto const& combo : combos) {
        std::string one;
        for (DType const t : combo)
            one += (one.empty() ? "" : ",") + std::string(nameOf(t));
        out += (out.empty() ? "" : " ") + one;
    }
    return out;
}

class Comparison {
public:
    Comparison(DiffReport& report, Options const& options) : mReport(report), mOptions(options) {}

    void fields(Target const& a, Target const& b) {
        auto find = [](std::vector<DeclaredField> const& list, std::string const& name) {
            return std::find_if(list.begin(), list.end(), [&](DeclaredField const& f) { return f.name == name; });
        };
        auto text = [](DeclaredField const& f) {
            return fmt::format("{} {}[{}]", f.name, fieldTypeName(f.type), f.length);
        };
        for (DeclaredField const& f : a.declared) {
            auto const now = find(b.declared, f.name);
            if (now == b.declared.end())
                add(a, "field", text(f), "");
            else if (now->type != f.type || now->length != f.length)
                add(a, "field", text(f), text(*now));
        }
        for (DeclaredField const& f : b.declared)
            if (find(a.declared, f.name) == a.declared.end())
                add(a, "field", "", text(f));
    }

    /// The newer one is given what the older one takes: an old model must go on working.
    void behaviour(Target const& a, Target const& b) {
        if (!mOptions.isHost && !(a.isHost && b.isHost)) {
            mReport.notes.push_back(a.key.text() + " was not run: nobody said that it runs on the CPU");
            return;
        }
        std::vector<std::string> notes;
        auto const setup = explore(a, mOptions.spec, mOptions.timeout, notes);
        if (!setup) {
            mReport.notes.insert(mReport.notes.end(), notes.begin(), notes.end());
            return;
        }
        Behaviour const was = inProcess(a, *setup, mOptions.timeout), now = inProcess(b, *setup, mOptions.timeout);
        if (!was.problem.empty() || !now.problem.empty()) {
            if (was.problem != now.problem)
                add(a, "output", was.problem.empty() ? "runs" : was.problem,
                    now.problem.empty() ? "runs" : now.problem);
            return;
        }
        if (was.combos != now.combos)
            add(a, "formats", combosText(was.combos), combosText(now.combos));
        for (size_t i = 0; i < was.cases.size() && i < now.cases.size(); ++i)
            if (auto const d = difference(was.cases[i].outputs, now.cases[i].outputs)) {
                add(a, "output", "inputs " + was.cases[i].point.text(), *d);
                break;
            }
        if (now.microseconds > 1.5 * was.microseconds || was.microseconds > 1.5 * now.microseconds) {
            add(a, "time", fmt::format("{:.1f} us", was.microseconds), fmt::format("{:.1f} us", now.microseconds));
            mReport.differences.back().isHarmless = true;
        }
    }

    void add(Target const& of, char const* what, std::string was, std::string now) {
        mReport.differences.push_back({of.key.path(), what, std::move(was), std::move(now), false});
    }

private:
    DiffReport& mReport;
    Options const& mOptions;
};

} // namespace

DiffReport diff(std::string const& before, std::string const& after, Options const& options) {
    DiffReport report;
    report.before = before;
    report.after = after;
    std::vector<Target> const old = targetsOf(before, options.timeout), now = targetsOf(after, options.timeout);
    Comparison comparison(report, options);
    auto find = [](std::vector<Target> const& list, plugin::Key const& key) {
        return std::find_if(list.begin(), list.end(), [&](Target const& t) { return t.key == key; });
    };
    for (auto const* list : {&old, &now})
        for (Target const& t : *list)
            if (t.reading)
                report.notes.push_back(
                    fmt::format("{} of {}: {} in {}()", t.key.name, t.library, t.reading->given, t.reading->method));
    for (Target const& a : old) {
        if (!a.isNamed)
            continue;
        auto const b = find(now, a.key);
        if (b == now.end()) {
            comparison.add(a, "creator", a.key.text(), "");
            continue;
        }
        ++report.compared;
        if (a.kind != b->kind)
            comparison.add(a, "creator", a.kind == plugin::CreatorKind::kV3 ? "IPluginCreatorV3One" : "IPluginCreator",
                           b->kind == plugin::CreatorKind::kV3 ? "IPluginCreatorV3One" : "IPluginCreator");
        comparison.fields(a, *b);
        comparison.behaviour(a, *b);
    }
    for (Target const& b : now)
        if (b.isNamed && find(old, b.key) == old.end())
            comparison.add(b, "creator", "", b.key.text());
    return report;
}

} // namespace tenon::checker
