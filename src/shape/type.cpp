// SPDX-License-Identifier: Apache-2.0
#include "shape/type.h"

#include <fmt/format.h>

namespace tenon {

std::string_view nameOf(Kind kind) noexcept {
    constexpr std::string_view kNames[] = {"tensor", "sequence", "optional", "map"};
    auto const i = static_cast<size_t>(kind);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

Type joined(Type const& a, Type const& b) {
    Type out = a;
    if (!a.isTensor()) {
        for (size_t i = 0; i < out.inner.size() && i < b.inner.size(); ++i)
            out.inner[i] = joined(a.inner[i], b.inner[i]);
        return out;
    }
    if (!a.ranked() || !b.ranked() || a.rank() != b.rank())
        out.dims.reset();
    else
        for (size_t i = 0; i < out.dims->size(); ++i)
            if (!((*a.dims)[i] == (*b.dims)[i]))
                (*out.dims)[i] = -1;
    return out;
}

std::string toString(Type const& type) {
    if (type.isTensor())
        return fmt::format("{}[{}]", nameOf(type.dtype), type.dims ? textOfDims(*type.dims) : "*");
    std::string const inner = type.inner.empty() ? "?" : toString(type.inner[0]);
    if (type.kind == Kind::kMap)
        return fmt::format("map({},{})", nameOf(type.dtype), inner);
    return fmt::format("{}({})", type.kind == Kind::kSequence ? "seq" : "optional", inner);
}

} // namespace tenon
