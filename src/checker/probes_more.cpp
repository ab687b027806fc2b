// SPDX-License-Identifier: Apache-2.0
// Several contexts and threads, promises of the author, memory shared on purpose, and values.
#include "checker/heap.h"
#include "checker/probe.h"
#include "plugin/call.h"
#include "plugin/host.h"

#include <tenon/plugin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <numeric>
#include <thread>

namespace tenon::checker {
namespace {

/// Runs `body(i)` in threads that start together; gives the first text that one returns or throws.
template <class F>
std::optional<std::string> inThreads(size_t count, F&& body) {
    std::mutex mutex;
    std::optional<std::string> first;
    std::atomic<size_t> ready{0};
    std::vector<std::thread> threads;
    for (size_t i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            ++ready;
            while (ready < count)
                std::this_thread::yield();
            std::optional<std::string> text;
            try {
                text = body(i);
            } catch (std::exception const& e) {
                text = e.what();
            }
            std::lock_guard const lock(mutex);
            if (text && !first)
                first = std::move(text);
        });
    for (std::thread& t : threads)
        t.join();
    return first;
}

/// Turns of a thread: as many as fit into a short time, since races show only now and then.
class Turns {
public:
    explicit Turns(int64_t least) : mLeft(least) {}
    bool next() { return mLeft-- > 0 || std::chrono::steady_clock::now() < mUntil; }

private:
    int64_t mLeft;
    std::chrono::steady_clock::time_point mUntil = std::chrono::steady_clock::now() + std::chrono::milliseconds(60);
};

/// The shape with the most work.
Point largest(Setup const& setup) {
    Point out = setup.profile().max;
    if (setup.inferred)
        for (Point const& p : tallPoints(setup.profile(), false))
            if (p.volume() > out.volume())
                out = p;
    return out;
}

/// Calls one after the other, with nothing in between that would give other threads their turn.
std::optional<std::string> tightly(Stand const& stand, Runner& runner, Point const& point, uint64_t seed,
                                   std::vector<Values> const& right) {
    Call how;
    how.inputs = stand.inputsAt(point, seed);
    how.repeatWhile = &right;
    return difference(right, stand.run(runner, point, how).outputs);
}

/// `order[i]` is where element i comes from.
Values permuted(Values const& v, std::vector<int64_t> const& order) {
    Values out = v;
    auto const size = static_cast<size_t>(std::max(bitsOf(v.dtype) / 8, 1));
    for (size_t i = 0; i < order.size(); ++i)
        std::memcpy(out.bytes.data() + i * size, v.bytes.data() + static_cast<size_t>(order[i]) * size, size);
    return out;
}

bool allOneShape(Stand const& stand, Point const& point) {
    for (Shape const& shape : point.inputs)
        if (shape != point.inputs[0])
            return false;
    for (size_t o = 0; o < stand.outputs().size(); ++o)
        if (stand.dimsAt(o, point) != point.inputs[0])
            return false;
    return true;
}

/// What every order of the elements must give, where a trait says so.
void anyOrder(Steps& s, char const* trait) {
    Point const& point = s.setup.profile().opt;
    std::string const wanted = fmt::format("{}: with its elements in another order, the outputs in that order", trait);
    s.step("trait-false", point.text(), wanted, [&] {
        Stand stand = s.stand();
        if (!allOneShape(stand, point))
            return s.report("trait-false", "", fmt::format("{}: inputs and outputs of one shape", trait),
                            "they differ");
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point);
        Ran const right = stand.run(runner, point, how);
        std::vector<int64_t> order(static_cast<size_t>(volumeOf(point.inputs[0])));
        std::iota(order.rbegin(), order.rend(), 0);
        std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(order.size() / 3), order.end());
        for (Values& v : how.inputs)
            v = permuted(v, order);
        Ran const seen = stand.run(runner, point, how);
        std::vector<Values> moved;
        for (Values const& v : right.outputs)
            moved.push_back(permuted(v, order));
        if (auto const d = difference(moved, seen.outputs))
            s.report("trait-false", "enqueue", wanted, *d);
    });
}

/// A changed element of the inputs changes that element of the outputs and no other.
void oneByOne(Steps& s) {
    Point const& point = s.setup.profile().opt;
    char const* const kWanted = "kELEMENTWISE: an element of the outputs depends on those at its place only";
    s.step("trait-false", point.text(), kWanted, [&] {
        Stand stand = s.stand();
        if (!allOneShape(stand, point))
            return;
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point);
        Ran const right = stand.run(runner, point, how);
        int64_t const n = volumeOf(point.inputs[0]);
        for (int64_t const at : {int64_t{0}, n / 2, n - 1}) {
            Call changed = how;
            for (Values& v : changed.inputs)
                setElement(v, at, elementOf(v, at) == 1 ? 0 : 1);
            Ran seen = stand.run(runner, point, changed);
            for (size_t o = 0; o < seen.outputs.size(); ++o) {
                setElement(seen.outputs[o], at, 0);
                Values whole = right.outputs[o];
                setElement(whole, at, 0);
                if (auto const d = difference({whole}, {seen.outputs[o]}))
                    return s.report("trait-false", "enqueue", kWanted,
                                    fmt::format("element {} changed, and {}", at, *d));
            }
        }
    });
}

void inPlace(Steps& s) {
    Point const& point = s.setup.profile().opt;
    char const* const kWanted = "kIN_PLACE: the same outputs in the memory of the inputs";
    s.step("trait-false", point.text(), kWanted, [&] {
        Stand stand = s.stand();
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point);
        Ran const right = stand.run(runner, point, how);
        how.inPlace = true;
        Ran const seen = stand.run(runner, point, how);
        if (auto const d = difference(right.outputs, seen.outputs))
            s.report("trait-false", "enqueue", kWanted, *d);
    });
}

Values rows(Values const& v, int64_t from, int64_t to) {
    size_t const row = v.bytes.size() / static_cast<size_t>(v.dims.at(0));
    Values out = v;
    out.dims[0] = to - from;
    out.bytes.assign(v.bytes.begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(from)),
                     v.bytes.begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(to)));
    return out;
}

/// One object on parts along the first dim, in two threads.
void inParts(Steps& s) {
    Point const& point = s.setup.profile().max;
    char const* const kWanted = "kTHREAD_PARALLEL: parts along the first dim, in threads, give the rows of the whole";
    s.step("trait-false", point.text(), kWanted, [&] {
        Stand stand = s.stand();
        int64_t const all = point.inputs[0].empty() ? 0 : point.inputs[0][0];
        for (Shape const& shape : point.inputs)
            if (shape.empty() || shape[0] != all || all < 2)
                return;
        Runner runner = stand.runner();
        Call how;
        how.inputs = stand.inputsAt(point);
        Ran const right = stand.run(runner, point, how);
        auto const wrong = inThreads(2, [&](size_t part) -> std::optional<std::string> {
            int64_t const from = part == 0 ? 0 : all / 2, to = part == 0 ? all / 2 : all;
            Point piece = point;
            Call call;
            for (size_t i = 0; i < how.inputs.size(); ++i) {
                piece.inputs[i][0] = to - from;
                call.inputs.push_back(rows(how.inputs[i], from, to));
            }
            std::vector<Values> wanted;
            for (Values const& v : right.outputs) {
                if (v.dims.empty() || v.dims[0] != all)
                    return "an output has another first dim than the inputs";
                wanted.push_back(rows(v, from, to));
            }
            for (Turns turns(20); turns.next();)
                if (auto d = difference(wanted, stand.enqueue(*runner.plugin, piece, call).outputs))
                    return fmt::format("rows {} to {}: {}", from, to, *d);
            return std::nullopt;
        });
        if (wrong)
            s.report("trait-false", "enqueue", kWanted, *wrong);
    });
}

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

void probeContexts(Steps& s) {
    Profile const& profile = s.setup.profile();
    std::vector<Point> const points = pointsOf(profile);
    Point const &a = points.front(), &b = points.back();
    Point const large = largest(s.setup);
    Profile const fixed = s.setup.inferred ? Profile::at(large) : profile;
    s.step("context-race", a.text(), "two contexts that are called in turn give what each gives alone", [&] {
        Stand stand = s.stand(), other = s.stand();
        Runner alone = other.runner(), again = other.runner();
        auto const ra = other.results(alone, a, 1), rb = other.results(again, b, 2);
        Runner first = stand.runner(), second = stand.runner();
        for (int i = 0; i < 2; ++i) {
            auto da = difference(ra, stand.results(first, a, 1));
            auto const db = difference(rb, stand.results(second, b, 2));
            if (da || db)
                return s.report("context-race", "enqueue", "what each context gives alone", da ? *da : *db);
        }
    });
    s.step("context-race", large.text(), "two contexts in two threads give what each gives alone", [&] {
        Stand stand = s.stand(fixed), other = s.stand(fixed);
        Runner alone[2] = {other.runner(), other.runner()}, both[2] = {stand.runner(), stand.runner()};
        std::vector<Values> right[2];
        for (size_t i = 0; i < 2; ++i)
            right[i] = other.results(alone[i], large, i);
        auto const wrong = inThreads(2, [&](size_t i) -> std::optional<std::string> {
            for (Turns turns(3); turns.next();)
                if (auto d = tightly(stand, both[i], large, i, right[i]))
                    return d;
            return std::nullopt;
        });
        if (wrong)
            s.report("context-race", "enqueue", "what each context gives alone", *wrong);
    });
    s.step("clone-shares", b.text(), "a context works when another one has ended", [&] {
        Stand stand = s.stand();
        Runner first = stand.runner();
        auto const right = stand.results(first, b);
        {
            Runner second = stand.runner();
            stand.results(second, b);
        }
        poisonHeap(std::byte{0x3F});
        if (auto const d = difference(right, stand.results(first, b)))
            s.report("clone-shares", "", "the same outputs when another context has ended", *d);
    });
}

void probeThreads(Steps& s) {
    Point const point = largest(s.setup);
    Profile const profile = s.setup.inferred ? Profile::at(point) : s.setup.profile();
    s.step("thread-race", point.text(), "four threads with plugins of their own give what each gives alone", [&] {
        constexpr size_t kThreads = 4;
        std::vector<Values> right[kThreads];
        for (size_t i = 0; i < kThreads; ++i) {
            Stand stand = s.stand(profile);
            Runner runner = stand.runner();
            right[i] = stand.results(runner, point, i);
        }
        auto const wrong = inThreads(kThreads, [&](size_t i) -> std::optional<std::string> {
            for (Turns turns(3); turns.next();) { // makes, clones and ends them too
                Stand stand = s.stand(profile);
                Runner runner = stand.runner();
                if (auto d = tightly(stand, runner, point, i, right[i]))
                    return d;
            }
            return std::nullopt;
        });
        if (wrong)
            s.report("thread-race", "", "what each thread gives alone", *wrong);
    });
}

void probeTraits(Steps& s) {
    uint32_t const traits = plugin::traitsOf(s.subject.creator().key);
    if ((traits & kELEMENTWISE) != 0) {
        anyOrder(s, "kELEMENTWISE");
        oneByOne(s);
    }
    if ((traits & kLAYOUT_AGNOSTIC) != 0)
        anyOrder(s, "kLAYOUT_AGNOSTIC");
    if ((traits & kIN_PLACE) != 0)
        inPlace(s);
    if ((traits & kTHREAD_PARALLEL) != 0)
        inParts(s);
    if ((traits & kCAPTURE_SAFE) != 0)
        s.note("kCAPTURE_SAFE is about CUDA streams: it was not tried on the CPU");
}

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
