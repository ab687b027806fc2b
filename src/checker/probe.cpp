// SPDX-License-Identifier: Apache-2.0
#include "checker/probe.h"

#include "base/reflect_binary.h"
#include "checker/child.h"
#include "plugin/call.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tenon::checker {
namespace {

/// As std::clamp(); where `low` is above `high`, that one holds.
int64_t within(int64_t value, int64_t low, int64_t high) {
    return std::min(std::max(value, low), high);
}

/// The kind of fault that an adaptor's error is.
std::string kindOf(Error const& e) {
    switch (e.id()) {
    case Message::kPluginState:
        return e.summary().find("announced") != std::string::npos ? "state-size" : "state-lost";
    case Message::kPluginOutputs:
        if (e.summary().rfind("getNbOutputs()", 0) == 0)
            return "status";
        return e.summary().find("size tensor") != std::string::npos ? "size-tensor" : "shape-mismatch";
    case Message::kPluginFormats:
        return "dtype-mismatch";
    default:
        return e.givenText().rfind("an exception", 0) == 0 ? "exception" : "status";
    }
}

/// Moves all dims with the same limits together, so that inputs that share a size keep sharing it. Elements of shape
/// inputs come behind all dims, and stay within their limits: outside them they may mean nothing.
template <class F>
Point pointWith(Profile const& p, F&& value) {
    std::vector<std::array<int64_t, 3>> kinds;
    auto move = [&](int64_t& to, int64_t min, int64_t opt, int64_t max) {
        if (min == max)
            return;
        std::array<int64_t, 3> const limits{min, opt, max};
        auto const at = std::find(kinds.begin(), kinds.end(), limits);
        size_t const kind = static_cast<size_t>(at - kinds.begin());
        if (at == kinds.end())
            kinds.push_back(limits);
        to = value(kind, min, opt, max);
    };
    Point out = p.opt;
    for (size_t i = 0; i < out.inputs.size(); ++i)
        for (size_t k = 0; k < out.inputs[i].size(); ++k)
            move(out.inputs[i][k], p.min.inputs[i][k], p.opt.inputs[i][k], p.max.inputs[i][k]);
    for (size_t i = 0; i < out.elements.size(); ++i)
        for (size_t k = 0; k < out.elements[i].size(); ++k) {
            int64_t const min = p.min.elements[i][k], max = p.max.elements[i][k];
            move(out.elements[i][k], min, p.opt.elements[i][k], max);
            out.elements[i][k] = within(out.elements[i][k], min, max);
        }
    return out;
}

size_t kindsIn(Profile const& p) {
    size_t count = 0;
    pointWith(p, [&](size_t kind, int64_t, int64_t opt, int64_t) {
        count = std::max(count, kind + 1);
        return opt;
    });
    return count;
}

void addOnce(std::vector<Point>& to, Point point) {
    if (std::find(to.begin(), to.end(), point) == to.end())
        to.push_back(std::move(point));
}

} // namespace

void Steps::tell(Told const& told) {
    if (mListener)
        return mListener(told);
    sendValue(told);
}

void Steps::step(std::string const& suspect, std::string const& shape, std::string const& wanted,
                 std::function<void()> const& body) {
    int64_t const number = mNext++;
    if (number < mFirst || (mOnly && number > mFirst))
        return;
    Mark& m = mark();
    m.step = number;
    copyText(m.suspect, suspect);
    copyText(m.shape, shape);
    copyText(m.wanted, wanted);
    try {
        body();
    } catch (std::exception const& e) {
        Finding f = findingOf(e, suspect);
        if (f.id.empty())
            return note(f.given);
        report(f.id, f.method, f.wanted.empty() ? wanted : f.wanted, f.given);
    } catch (...) {
        report("exception", "", wanted, "an exception of another type than std::exception");
    }
    needWholeHeap();
}

void Steps::at(Point const& point) {
    copyText(mark().shape, point.text());
}

bool isOfSequence(std::string_view suspect) noexcept {
    for (char const* id :
         {"stale-dims", "clone-shares", "context-race", "thread-race", "nondeterministic", "trait-false", "alias"})
        if (suspect == id)
            return true;
    return false;
}

bool isOfThreads(std::string_view suspect) noexcept {
    return suspect == "thread-race" || suspect == "context-race";
}

namespace {

/// Errors begin with the method: "serialize() of the plugin ...".
std::string methodIn(std::string const& summary) {
    size_t const end = summary.find("() of the plugin");
    bool const isName = end != std::string::npos &&
                        std::all_of(summary.begin(), summary.begin() + static_cast<std::ptrdiff_t>(end),
                                    [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
    return isName ? summary.substr(0, end) : "";
}

} // namespace

Finding findingOf(std::exception const& error, std::string const& suspect) {
    Finding out;
    out.id = suspect;
    out.method = mark().method;
    if (auto const* const e = dynamic_cast<Error const*>(&error)) {
        if (e->id() == Message::kNotThereYet || e->id() == Message::kNothingChecked || e->id() == Message::kRank ||
            e->id() == Message::kPluginUse)
            out.id = "";
        else if (suspect.empty() || e->id() == Message::kPluginState || isOfSequence(suspect))
            out.id = kindOf(*e);
        if (std::string const named = methodIn(e->summary()); !named.empty())
            out.method = named; // others were called since, to end the objects
        out.wanted = e->wantedText();
        out.given = e->brief();
    } else { // of the standard library: a size that cannot be had
        out.id = suspect.empty() ? "status" : suspect;
        out.given = error.what();
    }
    return out;
}

void Steps::report(std::string const& id, std::string const& method, std::string const& wanted,
                   std::string const& given) {
    needWholeHeap(); // else everything may look wrong
    Mark const& m = mark();
    Finding f;
    f.id = id;
    f.probe = mProbe;
    f.method = method.empty() ? m.method : method;
    for (int32_t i = 0; i < m.methods; ++i)
        if (f.method == m.counts[i].method)
            f.call = m.counts[i].calls;
    f.shape = m.shape;
    f.wanted = wanted;
    f.given = given;
    ++mFindings;
    Told told;
    f.step = m.step;
    told.findings.push_back(std::move(f));
    tell(told);
}

void Steps::note(std::string const& text) {
    Told told;
    told.notes.push_back(text);
    tell(told);
}

std::unique_ptr<plugin::Plugin> Steps::make(plugin::Fields const& fields) const {
    auto out = subject.make(fields);
    if (out == nullptr)
        throw plugin::failedCall(subject.creator().key, "createPlugin", "null for the fields " + textOf(fields));
    return out;
}

std::vector<Probe> const& allProbes() {
    static std::vector<Probe> const list{
        {"first run", {"status", "exception", "crash", "hang", "size-tensor"}, false, probeFirstRun},
        {"fields", {"field-missing", "field-type", "field-length", "field-order"}, false, probeFields},
        {"formats", {"format-order", "format-unstable", "dtype-mismatch"}, false, probeFormats},
        {"shapes", {"shape-mismatch", "size-tensor"}, false, probeShapes},
        {"clone", {"clone-namespace", "clone-shares", "attach-returns-this"}, false, probeClone},
        {"state", {"state-lost", "state-size"}, false, probeState},
        {"state in another process", {"state-lost"}, true, probeOtherProcess},
        {"state bytes", {"state-pointer", "state-padding", "field-missing"}, false, probeStateBytes},
        {"life", {"init-terminate"}, false, probeLife},
        {"leak", {"leak"}, false, probeLeak},
        {"memory",
         {"out-of-bounds-write", "out-of-bounds-read", "unwritten-output", "input-modified", "workspace-overrun",
          "shape-mismatch", "size-tensor", "dtype-mismatch"},
         true,
         probeMemory},
        {"half precision", {"half-as-float"}, true, probeHalf},
        {"workspace", {"workspace-assumed-zero", "workspace-max"}, false, probeWorkspace},
        {"repeat", {"nondeterministic"}, true, probeRepeat},
        {"empty tensors", {"zero-size"}, true, probeZero},
        {"dims", {"stale-dims"}, true, probeDims},
        {"contexts", {"context-race", "clone-shares"}, true, probeContexts},
        {"threads", {"thread-race"}, true, probeThreads},
        {"traits", {"trait-false"}, true, probeTraits},
        {"aliases", {"alias"}, true, probeAlias},
        {"values", {"wrong-value"}, true, probeValues},
        {"formats and tactics", {"wrong-value"}, true, probeVariants},
    };
    return list;
}

std::vector<Point> pointsOf(Profile const& p) {
    std::vector<Point> out;
    addOnce(out, pointWith(p, [](size_t, int64_t min, int64_t, int64_t) { return std::max<int64_t>(min, 1); }));
    addOnce(out, p.opt);
    addOnce(out, pointWith(p, [](size_t kind, int64_t min, int64_t, int64_t max) {
                return within(3 + 2 * static_cast<int64_t>(kind), std::max<int64_t>(min, 1), max);
            }));
    for (size_t k = 0, n = kindsIn(p); k < n; ++k) // the greatest of one dim among small ones
        addOnce(out, pointWith(p, [&](size_t kind, int64_t min, int64_t, int64_t max) {
                    return kind == k ? max : within(2, std::max<int64_t>(min, 1), max);
                }));
    addOnce(out, p.max);
    std::stable_sort(out.begin(), out.end(), [](Point const& a, Point const& b) { return a.volume() < b.volume(); });
    return out;
}

Point evenPoint(Profile const& p, bool limited) {
    using Limits = std::array<int64_t, 3>;
    std::vector<Limits> channels;
    for (size_t i = 0; i < p.opt.inputs.size(); ++i)
        if (size_t const rank = p.opt.inputs[i].size(); rank == 4 || rank == 5)
            channels.push_back({p.min.inputs[i][1], p.opt.inputs[i][1], p.max.inputs[i][1]});
    return pointWith(p, [&](size_t, int64_t min, int64_t opt, int64_t max) {
        if (std::find(channels.begin(), channels.end(), Limits{min, opt, max}) == channels.end())
            return opt;
        for (int64_t const even : {32, 16, 8, 4, 2})
            if (!limited || (min <= even && even <= max))
                return even;
        return opt;
    });
}

std::vector<Point> tallPoints(Profile const& p, bool limited) {
    std::vector<Point> out;
    for (size_t k = 0, n = kindsIn(p); k < n; ++k)
        for (int64_t const extent : {7, 1000})
            addOnce(out, pointWith(p, [&](size_t kind, int64_t min, int64_t, int64_t max) {
                        int64_t const wanted = kind == k ? extent : 3;
                        return within(wanted, std::max<int64_t>(min, 1), limited ? max : extent + 3);
                    }));
    return out;
}

std::vector<Point> emptyPoints(Profile const& p) {
    std::vector<Point> out;
    size_t const n = kindsIn(p);
    for (size_t k = 0; k < n; ++k)
        addOnce(out, pointWith(p, [&](size_t kind, int64_t, int64_t opt, int64_t) { return kind == k ? 0 : opt; }));
    return out;
}

} // namespace tenon::checker
