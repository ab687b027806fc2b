// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "base/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {
namespace {

std::string textOf(Box const& box) {
    if (box.kind != Kind::kTensor)
        return fmt::format("a {} of {}", nameOf(box.kind), box.items.size());
    return fmt::format("{}[{}]", nameOf(box.dtype), fmt::join(box.dims, "x"));
}

class Comparer {
public:
    Comparer(Comparison& result, Tolerance tolerance) : mResult(result), mTolerance(tolerance) {}

    void run(Box const& ours, Box const& theirs) {
        bool const same = ours.kind == theirs.kind && ours.items.size() == theirs.items.size() &&
                          ours.integerKeys == theirs.integerKeys &&
                          (ours.kind == Kind::kTensor || ours.strings == theirs.strings) &&
                          (ours.kind != Kind::kTensor || (ours.dtype == theirs.dtype && ours.dims == theirs.dims));
        if (!same)
            return differ(fmt::format("{}, wanted {}", textOf(ours), textOf(theirs)));
        for (size_t i = 0; i < ours.items.size(); ++i)
            run(ours.items[i], theirs.items[i]);
        if (ours.kind != Kind::kTensor)
            return;
        if (ours.dtype == DType::kString)
            strings(ours, theirs);
        else if (!withType(ours.dtype, [&](auto sample) { elements<decltype(sample)>(ours, theirs); }))
            bytes(ours, theirs);
    }

private:
    void differ(std::string why) {
        if (mResult.ok)
            mResult.why = std::move(why);
        mResult.ok = false;
        mResult.maxAbs = std::max(mResult.maxAbs, 1.0);
        mResult.maxRel = std::max(mResult.maxRel, 1.0);
    }

    template <class T>
    void elements(Box const& ours, Box const& theirs) {
        auto const* const a = reinterpret_cast<T const*>(ours.data());
        auto const* const b = reinterpret_cast<T const*>(theirs.data());
        for (int64_t i = 0; i < ours.elements(); ++i) {
            if constexpr (std::is_integral_v<T>) {
                if (a[i] != b[i])
                    number(i, static_cast<double>(a[i]), static_cast<double>(b[i]), true);
            } else {
                number(i, static_cast<double>(a[i]), static_cast<double>(b[i]), false);
            }
        }
    }

    void number(int64_t i, double ours, double theirs, bool exact) {
        if (ours == theirs || (std::isnan(ours) && std::isnan(theirs)))
            return;
        double const difference = std::abs(ours - theirs);
        bool const finite = std::isfinite(difference);
        mResult.maxAbs = finite ? std::max(mResult.maxAbs, difference) : std::numeric_limits<double>::infinity();
        if (theirs != 0)
            mResult.maxRel = finite ? std::max(mResult.maxRel, difference / std::abs(theirs))
                                    : std::numeric_limits<double>::infinity();
        if (!exact && finite && difference <= mTolerance.atol + mTolerance.rtol * std::abs(theirs))
            return;
        if (mResult.ok)
            mResult.why = fmt::format("element {}: {}, wanted {}", i, ours, theirs);
        mResult.ok = false;
    }

    void strings(Box const& ours, Box const& theirs) {
        for (size_t i = 0; i < ours.strings.size(); ++i)
            if (ours.strings[i] != theirs.strings[i])
                return differ(fmt::format("element {}: '{}', wanted '{}'", i, ours.strings[i], theirs.strings[i]));
    }

    void bytes(Box const& ours, Box const& theirs) {
        if (ours.bytes() != 0 && std::memcmp(ours.data(), theirs.data(), static_cast<size_t>(ours.bytes())) != 0)
            differ("the bits differ");
    }

    Comparison& mResult;
    Tolerance mTolerance;
};

} // namespace

Comparison compare(std::string const& name, Box const& ours, Box const& theirs, Tolerance tolerance) {
    Comparison result;
    result.name = name;
    Comparer(result, tolerance).run(ours, theirs);
    return result;
}

} // namespace tenon::cli
