// SPDX-License-Identifier: Apache-2.0
// Two contexts of one plugin, and plugins of their own in several threads.
#include "checker/heap.h"
#include "checker/probe.h"
#include "checker/threads.h"

namespace tenon::checker {
namespace {

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

} // namespace tenon::checker
