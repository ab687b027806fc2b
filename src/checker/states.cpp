// SPDX-License-Identifier: Apache-2.0
#include "checker/states.h"

#include <fmt/format.h>

namespace tenon::checker {
namespace {

using Bytes = std::vector<std::byte>;

/// A state, and where in it addresses begin.
struct Written {
    Bytes const &bytes, &addresses;
};

/// Whether a byte is part of what is an address in both.
bool isAddress(Written const& a, Written const& b, size_t at) {
    for (size_t k = at < 7 ? 0 : at - 7; k <= at; ++k)
        if (a.addresses[k] != std::byte{0} && b.addresses[k] != std::byte{0})
            return true;
    return false;
}

void compareTwo(Written const& a, Written const& b, bool moved, std::vector<Finding>& to) {
    auto tell = [&](char const* id, std::string given) {
        Finding& f = to.emplace_back();
        f.id = id;
        f.wanted = "the same bytes from the same fields in each process";
        f.given = std::move(given);
    };
    size_t const size = a.bytes.size();
    if (size != b.bytes.size())
        return tell("state-padding", fmt::format("{} bytes in one process, {} in another", size, b.bytes.size()));
    for (size_t i = 0; i < size; ++i)
        if (bool const address = isAddress(a, b, i); a.bytes[i] != b.bytes[i] || (!moved && address))
            tell(address ? "state-pointer" : "state-padding",
                 fmt::format("byte {} of {} differs{}", i, size, address ? ": it is part of an address" : ""));
}

} // namespace

std::vector<Finding> stateFindings(std::vector<std::vector<std::byte>> const& blobs, bool moved) {
    std::vector<Finding> out;
    size_t const each = blobs.size() / 2;
    for (size_t i = 0; i + 1 < each; i += 2)
        compareTwo({blobs[i], blobs[i + 1]}, {blobs[each + i], blobs[each + i + 1]}, moved, out);
    return out;
}

} // namespace tenon::checker
