// SPDX-License-Identifier: Apache-2.0
// Promises of the author (TENON_PLUGIN_TRAITS), each taken at its word.
#include "checker/probe.h"
#include "checker/threads.h"
#include "plugin/host.h"

#include <tenon/plugin.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>

namespace tenon::checker {
namespace {

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

/// Elements or rows [from, to) of a tensor; absent where it has others.
using Cut = std::optional<Values> (*)(Values const& v, int64_t all, int64_t from, int64_t to);

/// One object on two parts of `all`, each in a thread of its own: they give that part of the whole. `pointOf(n)` is the
/// point of a part of n.
template <class F>
void inTwo(Steps& s, Stand& stand, int64_t all, Cut cut, char const* what, char const* wanted, F const& pointOf) {
    Point const& point = s.setup.profile().max;
    Runner runner = stand.runner();
    Call how;
    how.inputs = stand.inputsAt(point);
    Ran const right = stand.run(runner, point, how);
    auto const wrong = inThreads(2, [&](size_t part) -> std::optional<std::string> {
        int64_t const from = part == 0 ? 0 : all / 2, to = part == 0 ? all / 2 : all;
        Call call;
        for (Values const& v : how.inputs)
            call.inputs.push_back(cut(v, all, from, to).value());
        std::vector<Values> results;
        for (Values const& v : right.outputs) {
            auto result = cut(v, all, from, to);
            if (!result)
                return "an output has another first dim than the inputs";
            results.push_back(std::move(*result));
        }
        for (Turns turns(20); turns.next();)
            if (auto d = difference(results, stand.enqueue(*runner.plugin, pointOf(to - from), call).outputs))
                return fmt::format("{} {} to {}: {}", what, from, to, *d);
        return std::nullopt;
    });
    if (wrong)
        s.report("trait-false", "enqueue", wanted, *wrong);
}

std::optional<Values> rows(Values const& v, int64_t all, int64_t from, int64_t to) {
    if (v.dims.empty() || v.dims[0] != all)
        return std::nullopt;
    size_t const row = v.bytes.size() / static_cast<size_t>(all);
    Values out = v;
    out.dims[0] = to - from;
    out.bytes.assign(v.bytes.begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(from)),
                     v.bytes.begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(to)));
    return out;
}

/// Parts along the first dim.
void inParts(Steps& s) {
    Point const& point = s.setup.profile().max;
    char const* const kWanted = "kTHREAD_PARALLEL: parts along the first dim, in threads, give the rows of the whole";
    s.step("trait-false", point.text(), kWanted, [&] {
        Stand stand = s.stand();
        int64_t const all = point.inputs[0].empty() ? 0 : point.inputs[0][0];
        for (Shape const& shape : point.inputs)
            if (shape.empty() || shape[0] != all || all < 2)
                return;
        inTwo(s, stand, all, rows, "rows", kWanted, [&](int64_t count) {
            Point out = point;
            for (Shape& shape : out.inputs)
                shape[0] = count;
            return out;
        });
    });
}

/// As a tensor of the same rank: 1 x ... x n.
std::optional<Values> elements(Values const& v, int64_t, int64_t from, int64_t to) {
    auto const size = static_cast<std::ptrdiff_t>(bitsOf(v.dtype) / 8);
    Values out{v.dtype, Shape(v.dims.size(), 1), {}};
    out.dims.back() = to - from;
    out.bytes.assign(v.bytes.begin() + size * from, v.bytes.begin() + size * to);
    return out;
}

/// Pieces of any elements: what an engine does where both traits are promised.
void inPieces(Steps& s) {
    Point const& point = s.setup.profile().max;
    char const* const kWanted = "kELEMENTWISE and kTHREAD_PARALLEL: pieces of 1 x ... x n elements, in threads, give "
                                "those elements of the whole";
    s.step("trait-false", point.text(), kWanted, [&] {
        Stand stand = s.stand();
        int64_t const all = point.inputs[0].empty() ? 0 : volumeOf(point.inputs[0]);
        if (all < 2 || !allOneShape(stand, point))
            return;
        auto pieceOf = [&](int64_t count) {
            Point out = point;
            for (Shape& shape : out.inputs) {
                std::fill(shape.begin(), shape.end(), 1);
                shape.back() = count;
            }
            return out;
        };
        if (!allOneShape(stand, pieceOf(all))) // dims that are fixed: the outputs' formulas know no others
            return;
        inTwo(s, stand, all, elements, "elements", kWanted, pieceOf);
    });
}

} // namespace

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
    if ((traits & kELEMENTWISE) != 0 && (traits & kTHREAD_PARALLEL) != 0)
        inPieces(s);
    if ((traits & kCAPTURE_SAFE) != 0)
        s.note("kCAPTURE_SAFE is about CUDA streams: it was not tried on the CPU");
}

} // namespace tenon::checker
