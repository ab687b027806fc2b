// SPDX-License-Identifier: Apache-2.0
// tenon features: public calls that are declared and not implemented. The list is made by the code of those calls
// (src/api/absent.h), so it changes with them.
#include "commands.h"
#include "output.h"

#include "api/absent.h"

namespace tenon::cli {
namespace {

struct Missing {
    std::string call, reason;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("call", self.call);
        visit("reason", self.reason);
    }
};

struct FeaturesReport {
    std::vector<Missing> missing;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("missing", self.missing);
    }
};

} // namespace

int run(FeaturesArgs const& args) {
    FeaturesReport report;
    for (api::AbsentCall const* absent : api::absentCalls())
        report.missing.push_back({absent->call, absent->reason});
    Output const out(args.json);
    for (Missing const& m : report.missing)
        out.text("{}: {}\n", m.call, m.reason);
    out.document(report);
    return 0;
}

} // namespace tenon::cli
