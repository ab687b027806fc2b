// SPDX-License-Identifier: Apache-2.0
// tenon plugin diff.
#include "commands.h"
#include "output.h"

#include "base/buffer.h"
#include "base/error.h"
#include "checker/diff.h"

#include <filesystem>

namespace tenon::cli {

int run(PluginDiffArgs const& args) {
    checker::Options options;
    options.timeout = args.timeout;
    options.isHost = args.host;
    if (!args.spec.empty()) {
        Buffer const file = Buffer::mapFile(args.spec);
        options.spec = checker::readSpec({reinterpret_cast<char const*>(file.bytes().data()), file.size()}, args.spec);
    }
    checker::DiffReport const report = checker::diff(std::filesystem::absolute(args.before).string(),
                                                     std::filesystem::absolute(args.after).string(), options);
    Output const out(args.json);
    bool same = true;
    for (checker::Difference const& d : report.differences) {
        same = same && d.isHarmless;
        out.text("{}: {}: {} -> {}\n", d.creator, d.what, d.was.empty() ? "none" : d.was,
                 d.now.empty() ? "none" : d.now);
    }
    for (std::string const& n : report.notes)
        out.text("note: {}\n", n);
    out.text("{} creators in both, {} differences\n", report.compared, report.differences.size());
    out.document(report);
    if (!same)
        return static_cast<int>(Status::kNo);
    return static_cast<int>(report.compared == 0 ? Status::kUnsupported : Status::kDone);
}

} // namespace tenon::cli
