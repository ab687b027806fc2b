// SPDX-License-Identifier: Apache-2.0
// The library's side of tenon/plugin_check.h.
#include "base/error.h"
#include "checker/checker.h"

#include "tenon/plugin_check.h"

#include <cstdio>

namespace tenon::api::check {
namespace {

std::string textOf(char const* text) {
    return text == nullptr ? "" : text;
}

TenonCheckTensor viewOf(checker::Values& v) {
    return {v.bytes.data(), static_cast<int32_t>(v.dtype), static_cast<int32_t>(v.dims.size()), v.dims.data()};
}

std::vector<std::vector<checker::Values>> ask(TenonCheckOptions const& o, std::vector<checker::Case> const& cases) {
    std::vector<std::vector<checker::Values>> out;
    for (checker::Case c : cases) {
        std::vector<TenonCheckTensor> inputs, outputs;
        for (checker::Values& v : c.inputs)
            inputs.push_back(viewOf(v));
        for (checker::Values& v : c.outputs)
            outputs.push_back(viewOf(v));
        o.reference(o.user, inputs.data(), static_cast<int32_t>(inputs.size()), outputs.data(),
                    static_cast<int32_t>(outputs.size()));
        out.push_back(std::move(c.outputs));
    }
    return out;
}

checker::Options optionsOf(TenonCheckOptions const& o) {
    checker::Options out;
    out.library = textOf(o.library);
    out.name = textOf(o.creator);
    if (o.specJson != nullptr)
        out.spec = checker::readSpec(o.specJson, "specJson");
    std::string skip = textOf(o.skip);
    while (!skip.empty()) {
        size_t const end = skip.find(';');
        std::string const one = skip.substr(0, end);
        size_t const at = one.find('=');
        if (at == std::string::npos || checker::findFault(one.substr(0, at)) == nullptr)
            throw Error(Message::kPluginCase, "TenonCheckOptions::skip cannot be used")
                .wanted("ID=REASON;...")
                .given(one);
        out.skip[one.substr(0, at)] = one.substr(at + 1);
        skip.erase(0, end == std::string::npos ? end : end + 1);
    }
    if (o.seconds > 0)
        out.timeout = o.seconds;
    out.isHost = true;
    if (o.reference != nullptr)
        out.reference = [&o](std::vector<checker::Case> const& cases, plugin::Fields const&) { return ask(o, cases); };
    return out;
}

void print(checker::CreatorReport const& c) {
    std::printf("%s version %s: %lld probes, %zu findings\n", c.name.c_str(), c.version.c_str(),
                static_cast<long long>(c.probes), c.findings.size());
    for (checker::Finding const& f : c.findings)
        std::printf("  %s in %s(), inputs %s: wanted %s; given %s\n", f.id.c_str(), f.method.c_str(), f.shape.c_str(),
                    f.wanted.c_str(), f.given.c_str());
    for (std::string const& n : c.notes)
        std::printf("  note: %s\n", n.c_str());
}

} // namespace
} // namespace tenon::api::check

extern "C" int32_t tenon_plugin_check(TenonCheckOptions const* options) noexcept {
    using namespace tenon;
    try {
        checker::Report const report =
            checker::check(api::check::optionsOf(options == nullptr ? TenonCheckOptions{} : *options));
        for (checker::CreatorReport const& c : report.creators)
            api::check::print(c);
        std::fflush(stdout);
        if (report.problem && report.findings() == 0)
            throw *report.problem;
        return report.probes() == 0 ? -1 : static_cast<int32_t>(report.findings());
    } catch (Error const& e) {
        std::printf("%s\n", e.what());
        return infoOf(e.id()).status == Status::kUnsupported ? -1 : -2;
    } catch (std::exception const& e) {
        std::printf("%s\n", e.what());
        return -2;
    }
}
