// SPDX-License-Identifier: Apache-2.0
// Runs: memory that is touched and not touched, sizes, types, repetition.
#include "checker/probe.h"
#include "plugin/call.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace tenon::checker {
namespace {

constexpr std::byte kFills[] = {std::byte{0xA5}, std::byte{0x5A}};

std::string typesText(std::vector<DType> const& combo, size_t inputs) {
    std::string out;
    for (size_t i = 0; i < combo.size(); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : i == inputs ? " -> " : ", ", nameOf(combo[i]));
    return out;
}

void reportStatus(Steps& s, std::string const& id, int32_t status) {
    s.report(id, "enqueue", "status 0", fmt::format("status {}", status));
}

/// Elements that both runs left as they were filled.
std::vector<int64_t> unwritten(Values const& a, Values const& b) {
    std::vector<int64_t> out;
    auto const size = static_cast<size_t>(std::max(bitsOf(a.dtype) / 8, 1));
    int64_t const count = static_cast<int64_t>(std::min(a.bytes.size(), b.bytes.size()) / size);
    auto holds = [&](Values const& v, int64_t i, std::byte fill) {
        auto const* const at = v.bytes.data() + static_cast<size_t>(i) * size;
        return std::all_of(at, at + size, [&](std::byte x) { return x == fill; });
    };
    for (int64_t i = 0; i < count; ++i)
        if (holds(a, i, kFills[0]) && holds(b, i, kFills[1]))
            out.push_back(i);
    return out;
}

int64_t rowOf(Values const& v) {
    int64_t row = 1;
    for (size_t k = 1; k < v.dims.size(); ++k)
        row *= v.dims[k];
    return row;
}

void reportUnwritten(Steps& s, size_t output, Values const& v, std::vector<int64_t> const& left) {
    auto const n = static_cast<int64_t>(left.size());
    std::string const given = fmt::format("{} of {} elements of output {} keep what was there before, the first is {}",
                                          n, volumeOf(v.dims), output, left.front());
    s.report("unwritten-output", "enqueue", "every element of the outputs is written", given);
    if (n >= 2 && n == volumeOf(v.dims) / 2 && left.front() == volumeOf(v.dims) - n)
        s.report("dtype-mismatch", "enqueue",
                 fmt::format("output {} in {}, as it is declared", output, nameOf(v.dtype)),
                 "the second half of its bytes is not written: a type of half that size, perhaps");
    if (int64_t const rows = n / std::max<int64_t>(rowOf(v), 1); // a tail of whole rows
        left.front() == volumeOf(v.dims) - n && rows > 0 && n % rowOf(v) == 0)
        s.report("shape-mismatch", "enqueue", fmt::format("output {} of {}, as promised", output, textOf(v.dims)),
                 fmt::format("the last {} rows of {} are not written", rows, v.dims.empty() ? 1 : v.dims[0]));
}

/// What differs by the fill alone, and not from run to run. Elements that keep it are told already.
void reportDependent(Steps& s, std::vector<Values> const& first, std::vector<Values> const& other,
                     std::vector<Values> const& again) {
    auto const d = difference(first, other);
    if (d && !difference(first, again))
        s.report("unwritten-output", "enqueue", "the same outputs whatever their memory held before",
                 "it depends on what the output held before: " + *d);
}

/// One shape in plain memory: what was written, and what not.
void runRoomy(Steps& s, Stand& stand, Point const& point, std::vector<DType> const& combo) {
    Runner runner = stand.runner();
    Ran runs[3];
    Call how;
    how.inputs = stand.inputsAt(point);
    for (int i = 0; i < 3; ++i) {
        how.outputs = kFills[i % 2];
        runs[i] = stand.run(runner, point, how);
        if (runs[i].status != 0)
            return reportStatus(s, "status", runs[i].status);
    }
    reportNotes(s, runs[0]);
    std::string outputs;
    bool isWritten = true;
    for (size_t o = 0; o < runs[0].outputs.size(); ++o) {
        outputs += (o == 0 ? "" : ",") + textOf(runs[0].outputs[o].dims);
        if (auto const left = unwritten(runs[0].outputs[o], runs[1].outputs[o]); !left.empty()) {
            reportUnwritten(s, o, runs[0].outputs[o], left);
            isWritten = false;
        }
    }
    if (isWritten)
        reportDependent(s, runs[0].outputs, runs[1].outputs, runs[2].outputs);
    Told told;
    told.shapes.push_back({point.text(), outputs, typesText(combo, stand.inputs()), "ran"});
    s.tell(told);
}

void runBetweenGuards(Steps& s, Stand& stand, Point const& point, Place place) {
    Runner runner = stand.runner();
    Call how;
    how.inputs = stand.inputsAt(point);
    how.place = place;
    Ran const ran = stand.run(runner, point, how);
    if (ran.status == 0)
        reportNotes(s, ran);
}

void roomyAt(Steps& s, Profile const& profile, Point const& point, std::vector<DType> const& combo) {
    s.step("", point.text(), "writes all of the outputs and nothing else", [&] {
        Stand stand = s.stand(profile, combo);
        runRoomy(s, stand, point, combo);
    });
}

/// Given up after some that ended the process: they say the same.
void guardedAt(Steps& s, Profile const& profile, Point const& point, std::vector<DType> const& combo) {
    constexpr int kTimes = 4;
    for (Place const place : {Place::kEnd, Place::kStart})
        s.step("", point.text(), kWithinBuffers, [&] {
            if (s.deaths >= kTimes)
                return;
            Stand stand = s.stand(profile, combo);
            runBetweenGuards(s, stand, point, place);
        });
}

bool allFloat(std::vector<DType> const& combo, size_t inputs, DType type) {
    return std::all_of(combo.begin(), combo.begin() + static_cast<std::ptrdiff_t>(inputs),
                       [&](DType t) {
                           bool const isReal = t == DType::kF32 || t == DType::kF16 || t == DType::kBF16;
                           return !isReal || t == type;
                       }) &&
           std::find(combo.begin(), combo.begin() + static_cast<std::ptrdiff_t>(inputs), type) !=
               combo.begin() + static_cast<std::ptrdiff_t>(inputs);
}

Values converted(Values const& from, DType to) {
    if (from.dtype == to)
        return from;
    Values out{to, from.dims, std::vector<std::byte>(bytesOf(to, volumeOf(from.dims)))};
    for (int64_t i = 0; i < volumeOf(from.dims); ++i)
        setElement(out, i, elementOf(from, i));
    return out;
}

/// Share of elements that are far apart.
double farApart(std::vector<Values> const& a, std::vector<Values> const& b) {
    int64_t far = 0, all = 0;
    for (size_t o = 0; o < a.size() && o < b.size(); ++o)
        for (int64_t i = 0, n = std::min(volumeOf(a[o].dims), volumeOf(b[o].dims)); i < n; ++i) {
            double const x = elementOf(a[o], i), y = elementOf(b[o], i);
            if (!std::isfinite(x) || std::abs(x) > 60000)
                continue;
            ++all;
            far += !std::isfinite(y) || std::abs(x - y) > 0.1 + 0.05 * std::abs(x) ? 1 : 0;
        }
    return all == 0 ? 0 : static_cast<double>(far) / static_cast<double>(all);
}

} // namespace

void reportNotes(Steps& s, Ran const& ran) {
    for (Note const& n : ran.notes)
        s.report(n.id, "enqueue", wantedOf(n), n.given);
}

void probeFirstRun(Steps& s) {
    Point const& point = s.setup.profile().opt;
    s.step("", point.text(), "a first run that succeeds", [&] {
        Stand stand = s.stand();
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point);
        Ran const ran = stand.run(runner, point, how);
        if (ran.status != 0)
            return s.report(
                "status", "enqueue", "status 0",
                fmt::format("status {}{}{}", ran.status,
                            stand.workspace() == 0 ? "; it asked for no workspace, so the pointer was null" : "",
                            s.setup.inferred ? "; its inputs were guessed: --spec says what it takes" : ""));
        for (Note const& n : ran.notes)
            if (n.id == "size-tensor")
                s.report(n.id, "enqueue", "a size within its bounds", n.given);
    });
}

void probeMemory(Steps& s) {
    std::vector<DType> const& base = s.setup.combo();
    for (auto const at : {roomyAt, guardedAt}) {
        for (Profile const& profile : s.setup.profiles)
            for (Point const& point : pointsOf(profile))
                at(s, profile, point, base);
        for (size_t c = 1; c < s.setup.combos.size(); ++c)
            for (Point const& point : {s.setup.profile().min, s.setup.profile().opt})
                at(s, s.setup.profile(), point, s.setup.combos[c]);
    }
    for (Profile const& profile : s.setup.profiles)
        for (Point const& point : tallPoints(profile, !s.setup.inferred))
            roomyAt(s, s.setup.inferred ? Profile::at(point) : profile, point, base);
}

void probeHalf(Steps& s) {
    size_t const in = s.setup.inputs;
    std::vector<DType> const* real = nullptr;
    for (auto const& combo : s.setup.combos)
        if (real == nullptr && allFloat(combo, in, DType::kF32))
            real = &combo;
    for (auto const& combo : s.setup.combos) {
        bool const half = allFloat(combo, in, DType::kF16), brain = allFloat(combo, in, DType::kBF16);
        if (real == nullptr || (!half && !brain))
            continue;
        Point const& point = s.setup.profile().opt;
        std::string const wanted = fmt::format("outputs in {} near those in f32", half ? "f16" : "bf16");
        s.step("half-as-float", point.text(), wanted, [&] {
            Stand a = s.stand(s.setup.profile(), *real), b = s.stand(s.setup.profile(), combo);
            Call first, second;
            first.inputs = a.inputsAt(point);
            for (size_t i = 0; i < in; ++i) {
                if (combo[i] == DType::kF16 || combo[i] == DType::kBF16) // numbers that both types have
                    first.inputs[i] = converted(converted(first.inputs[i], DType::kBF16), DType::kF32);
                second.inputs.push_back(converted(first.inputs[i], combo[i]));
            }
            second.place = Place::kEnd;
            Runner ra = a.runner(), rb = b.runner();
            Ran const x = a.run(ra, point, first), y = b.run(rb, point, second);
            if (x.status != 0 || y.status != 0)
                return;
            if (double const share = farApart(x.outputs, y.outputs); share > 0.2)
                s.report("half-as-float", "enqueue", wanted,
                         fmt::format("{:.0f} % of the elements are far from them", share * 100));
        });
    }
}

void probeWorkspace(Steps& s) {
    Profile const& range = s.setup.profile();
    for (Point const& point : pointsOf(range)) {
        s.step("", point.text(), "the workspace for a range is enough for each shape in it", [&] {
            Stand const all = s.stand(), exact = s.stand(Profile::at(point));
            if (all.badWorkspace())
                return s.report("workspace-max", "getWorkspaceSize",
                                "a number of bytes from the greatest dims, where dims are not fixed",
                                fmt::format("{} bytes", *all.badWorkspace()));
            if (exact.workspace() > all.workspace())
                s.report("workspace-max", "getWorkspaceSize",
                         fmt::format("at least {} bytes for the range, as for this shape", exact.workspace()),
                         fmt::format("{} bytes", all.workspace()));
        });
        s.step("workspace-assumed-zero", point.text(), "the same outputs whatever the workspace held before", [&] {
            Stand stand = s.stand();
            if (stand.workspace() == 0 || !s.setup.canRun)
                return;
            Call how;
            how.inputs = stand.inputsAt(point);
            std::vector<Values> right;
            for (std::byte const fill : {std::byte{0}, std::byte{0xFF}, std::byte{0x3F}}) {
                Runner runner = stand.runner();
                how.workspace = fill;
                Ran const ran = stand.run(runner, point, how);
                if (fill == std::byte{0})
                    right = ran.outputs;
                else if (auto const d = ran.status != 0 ? std::optional(fmt::format("status {}", ran.status))
                                                        : difference(right, ran.outputs))
                    return s.report("workspace-assumed-zero", "enqueue",
                                    "the same outputs as with a workspace of zeros",
                                    fmt::format("filled with 0x{:02X}: {}", static_cast<unsigned>(fill), *d));
            }
        });
    }
}

void probeRepeat(Steps& s) {
    for (Profile const& profile : s.setup.profiles) {
        Point const& point = profile.opt;
        s.step("nondeterministic", point.text(), "the same outputs for the same inputs", [&] {
            Stand stand = s.stand(profile);
            Runner runner = stand.runner(), other = stand.runner();
            auto const right = stand.results(runner, point);
            auto look = [&](std::vector<Values> const& seen, char const* when) {
                if (auto const d = difference(right, seen))
                    s.report("nondeterministic", "enqueue", "the same outputs for the same inputs",
                             fmt::format("{}: {}", when, *d));
                return s.findings() == 0;
            };
            if (!look(stand.results(runner, point), "called twice"))
                return;
            stand.results(runner, point, 5);
            if (!look(stand.results(runner, point), "with other inputs in between"))
                return;
            if (!look(stand.results(other, point), "in another context"))
                return;
            Stand again = s.stand(profile);
            Runner fresh = again.runner();
            look(again.results(fresh, point), "by another plugin");
        });
    }
}

void probeZero(Steps& s) {
    for (Profile const& profile : s.setup.profiles)
        for (Point const& point : emptyPoints(profile))
            s.step("zero-size", point.text(), "a run without elements that succeeds and writes nothing outside", [&] {
                Stand stand = s.stand(profile);
                Runner runner = stand.runner();
                Call how;
                how.inputs = stand.inputsAt(point);
                Ran const ran = stand.run(runner, point, how);
                if (ran.status != 0)
                    return reportStatus(s, "zero-size", ran.status);
                for (Note const& n : ran.notes)
                    if (n.id != "input-modified")
                        s.report("zero-size", "enqueue", "nothing outside the outputs is written", n.given);
            });
}

namespace {

/// A run in a context that has seen other dims, against a plugin that only ever saw these. False: they differ.
bool sameAsFresh(Steps& s, Stand& stand, Runner& runner, Point const& point) {
    s.at(point);
    Stand exact = s.stand(Profile::at(point));
    Runner alone = exact.runner();
    Call how;
    how.inputs = exact.inputsAt(point);
    Ran const right = exact.run(alone, point, how), seen = stand.run(runner, point, how);
    if (right.status != 0)
        return true; // of another probe
    std::optional<std::string> d = difference(right.outputs, seen.outputs);
    if (seen.status != 0)
        d = fmt::format("status {}", seen.status);
    else if (right.notes.empty() && !seen.notes.empty())
        d = seen.notes.front().given;
    if (d)
        s.report("stale-dims", "enqueue", "what a plugin does that only ever saw these dims",
                 fmt::format("at {}: {}", point.text(), *d));
    return !d;
}

} // namespace

void probeDims(Steps& s) {
    for (Profile const& profile : s.setup.profiles) {
        std::vector<Point> order = pointsOf(profile);
        std::vector<Point> const up = order;
        if (up.size() < 2)
            continue;
        order.insert(order.end(), up.rbegin() + 1, up.rend()); // up, and down again
        s.step("stale-dims", up.front().text(), "the dims of each call decide, not those before or of the build", [&] {
            Stand stand = s.stand(profile);
            Runner runner = stand.runner();
            for (Point const& point : order)
                if (!sameAsFresh(s, stand, runner, point))
                    return;
        });
        s.step("stale-dims", profile.opt.text(), "each of two profiles gives what it gives alone", [&] {
            Stand both = s.stand({profile.min, profile.min, profile.opt});
            both.configure({profile.opt, profile.max, profile.max});
            Runner first = both.runner(), second = both.runner();
            if (sameAsFresh(s, both, first, profile.min))
                sameAsFresh(s, both, second, profile.max);
        });
    }
}

} // namespace tenon::checker
