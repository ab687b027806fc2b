// SPDX-License-Identifier: Apache-2.0
// Reference unique: slices in a stable ascending order (NaN last, each NaN different from all), runs of equal ones.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/unique/unique.h"

#include <algorithm>
#include <numeric>

namespace tenon::ops {
namespace unique {
namespace {

/// -1, 0 or 1; NaN comes after all numbers.
template <class T>
int compare(T const& a, T const& b) {
    if (a < b)
        return -1;
    if (b < a)
        return 1;
    if constexpr (std::is_same_v<T, std::string> || std::is_integral_v<T>)
        return 0;
    else
        return a == b ? 0 : (a == a ? -1 : (b == b ? 1 : 0));
}

/// Where slice i lies: `outer` pieces of `inner` elements, each `step` apart.
struct Slices {
    int64_t count = 1, outer = 1, inner = 1;
    int64_t at(int64_t slice, int64_t piece, int64_t i) const { return (piece * count + slice) * inner + i; }
};

template <class T>
int compareSlices(T const* data, Slices const& s, int64_t a, int64_t b) {
    for (int64_t p = 0; p < s.outer; ++p)
        for (int64_t i = 0; i < s.inner; ++i)
            if (int const c = compare(data[s.at(a, p, i)], data[s.at(b, p, i)]); c != 0)
                return c;
    return 0;
}

template <class T>
bool isSame(T const* data, Slices const& s, int64_t a, int64_t b) {
    for (int64_t p = 0; p < s.outer; ++p)
        for (int64_t i = 0; i < s.inner; ++i)
            if (!(data[s.at(a, p, i)] == data[s.at(b, p, i)]))
                return false;
    return true;
}

struct Groups {
    std::vector<int64_t> first, inverse, counts;
};

template <class T>
Groups groupsOf(T const* data, Slices const& s, bool sorted) {
    std::vector<int64_t> order(static_cast<size_t>(s.count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t a, int64_t b) { return compareSlices(data, s, a, b) < 0; });
    Groups g;
    g.inverse.resize(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || !isSame(data, s, order[i - 1], order[i])) {
            g.first.push_back(order[i]);
            g.counts.push_back(0);
        }
        ++g.counts.back();
        g.inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(g.first.size()) - 1;
    }
    if (sorted)
        return g;
    std::vector<int64_t> byFirst(g.first.size()), place(g.first.size());
    std::iota(byFirst.begin(), byFirst.end(), 0);
    auto firstOf = [&](int64_t i) { return g.first[static_cast<size_t>(i)]; };
    std::sort(byFirst.begin(), byFirst.end(), [&](int64_t a, int64_t b) { return firstOf(a) < firstOf(b); });
    Groups out = g;
    for (size_t i = 0; i < byFirst.size(); ++i) {
        auto const from = static_cast<size_t>(byFirst[i]);
        out.first[i] = g.first[from];
        out.counts[i] = g.counts[from];
        place[from] = static_cast<int64_t>(i);
    }
    for (int64_t& i : out.inverse)
        i = place[static_cast<size_t>(i)];
    return out;
}

bool store(std::vector<int64_t> const& values, Args const& args, size_t i) {
    if (i >= args.outputCount || !args.outputs[i].present())
        return true;
    int64_t const dims[] = {static_cast<int64_t>(values.size())};
    Tensor out;
    if (!resize(args.outputs[i], DType::kI64, dims, args.failure, out))
        return false;
    std::copy(values.begin(), values.end(), out.as<int64_t>());
    return true;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    Slices s{x.elements(), 1, 1};
    std::vector<int64_t> dims;
    size_t axis = 0;
    if (a.axis) {
        axis = axisOf(*a.axis, x.rank);
        s = {x.dims[axis], product(x.shape(), 0, axis), product(x.shape(), axis + 1, x.shape().size())};
        dims.assign(x.shape().begin(), x.shape().end());
    } else {
        dims.assign(1, 0);
    }
    Groups groups;
    if (x.dtype == DType::kString)
        groups = groupsOf(x.box->strings.data(), s, a.sorted);
    else
        withType(x.dtype, [&](auto sample) { groups = groupsOf(x.as<decltype(sample) const>(), s, a.sorted); });
    Slices to = s;
    dims[axis] = to.count = static_cast<int64_t>(groups.first.size());
    Tensor out;
    if (!resize(args.outputs[0], x.dtype, dims, args.failure, out))
        return false;
    ElementCopy const copy(x, out);
    for (int64_t k = 0; k < to.count; ++k)
        for (int64_t p = 0; p < s.outer; ++p)
            for (int64_t i = 0; i < s.inner; ++i)
                copy(s.at(groups.first[static_cast<size_t>(k)], p, i), to.at(k, p, i));
    return store(groups.first, args, 1) && store(groups.inverse, args, 2) && store(groups.counts, args, 3);
}

} // namespace
} // namespace unique

void unique_ref(KernelTable& table) {
    table.add(referenceKernel<unique::Attributes>("unique", "unique.ref", unique::run));
}

} // namespace tenon::ops
