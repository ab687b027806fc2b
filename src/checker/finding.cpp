// SPDX-License-Identifier: Apache-2.0
#include "checker/finding.h"

#include <algorithm>

namespace tenon::checker {
namespace {

constexpr Fault kFaults[] = {
    {"field-missing", "a field that is left out breaks createPlugin(), or leaves a value that memory happened to hold"},
    {"field-type", "a field of another type than declared is read as if it had the declared one"},
    {"field-length", "elements beyond the length of a field are read"},
    {"field-order", "the result depends on the order of the fields, or on a field that is not the plugin's"},
    {"state-lost", "after serialize and load, or clone, the plugin computes something else"},
    {"state-size", "serialize() writes another number of bytes than it announced, or loading reads beyond them"},
    {"state-pointer", "the state holds an address, which means nothing in another process"},
    {"state-padding", "the state holds bytes that nobody set: it differs from process to process"},
    {"clone-shares", "a copy uses memory of its original: it breaks when that one changes or ends"},
    {"clone-namespace", "clone() loses the namespace"},
    {"attach-returns-this", "attachToContext() gives the plugin itself and not a clone"},
    {"format-order", "the answer for a position depends on positions behind it, which are not settled yet"},
    {"format-unstable", "the same question about formats gets different answers"},
    {"dtype-mismatch", "the type that is declared for an output is not one that the plugin accepts there"},
    {"half-as-float", "half precision is accepted and then read or written as float"},
    {"shape-mismatch", "the shape that is promised is not what enqueue() writes, or not the same with known dims"},
    {"stale-dims", "enqueue() uses dims of an earlier call, or of the build, and not those that it is given"},
    {"out-of-bounds-write", "enqueue() writes outside its outputs"},
    {"out-of-bounds-read", "enqueue() reads outside its inputs"},
    {"unwritten-output", "elements of an output keep what memory held before"},
    {"input-modified", "enqueue() changes an input"},
    {"workspace-overrun", "enqueue() uses more workspace than it asked for"},
    {"workspace-assumed-zero", "the result depends on what the workspace held before"},
    {"workspace-max", "the workspace that is asked for a range of shapes is too small for one of them"},
    {"nondeterministic", "the same inputs give different outputs"},
    {"zero-size", "a tensor without elements breaks it"},
    {"thread-race", "plugins that have nothing to do with each other disturb each other in several threads"},
    {"context-race", "two contexts of one plugin disturb each other"},
    {"trait-false", "a trait that is promised does not hold"},
    {"init-terminate", "initialize() and terminate() do not work in the order that an engine calls them"},
    {"status", "a method returned a status that is not zero, null, or a number that cannot be"},
    {"exception", "an exception left a method"},
    {"crash", "the process ended inside the plugin: a signal, abort(), exit(), a damaged heap"},
    {"hang", "a call did not end within the time limit"},
    {"leak", "memory grows with each plugin that is made and ended"},
    {"size-tensor", "a size tensor is declared or filled wrongly"},
    {"alias", "an output that shares memory with an input is declared or computed wrongly"},
    {"wrong-value", "the outputs are not those of the reference function"},
};

} // namespace

std::span<Fault const> allFaults() noexcept {
    return kFaults;
}

Fault const* findFault(std::string_view id) noexcept {
    auto const* const found =
        std::find_if(std::begin(kFaults), std::end(kFaults), [&](Fault const& f) { return f.id == id; });
    return found == std::end(kFaults) ? nullptr : found;
}

int64_t Report::findings() const noexcept {
    int64_t n = 0;
    for (CreatorReport const& c : creators)
        n += static_cast<int64_t>(c.findings.size());
    return n;
}

int64_t Report::probes() const noexcept {
    int64_t n = 0;
    for (CreatorReport const& c : creators)
        n += c.probes;
    return n;
}

} // namespace tenon::checker
