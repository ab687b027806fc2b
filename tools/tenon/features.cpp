// SPDX-License-Identifier: Apache-2.0
// tenon features: public calls that are not implemented. While a public header does not exist, none of its calls does:
// that is seen here when this file is compiled, so the answer changes with the code.
#include "commands.h"
#include "output.h"

namespace tenon::cli {
namespace {

struct Header {
    char const* name;
    bool there;
};

#if __has_include("NvInfer.h")
#define TENON_HAS_INFER true
#else
#define TENON_HAS_INFER false
#endif
#if __has_include("NvInferPlugin.h")
#define TENON_HAS_PLUGIN true
#else
#define TENON_HAS_PLUGIN false
#endif
#if __has_include("NvOnnxParser.h")
#define TENON_HAS_PARSER true
#else
#define TENON_HAS_PARSER false
#endif

constexpr Header kHeaders[] = {
    {"NvInfer.h", TENON_HAS_INFER}, {"NvInferPlugin.h", TENON_HAS_PLUGIN}, {"NvOnnxParser.h", TENON_HAS_PARSER}};

struct Missing {
    std::string call, reason;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("call", self.call);
        visit("reason", self.reason);
    }
};

struct Report {
    std::vector<Missing> missing;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("missing", self.missing);
    }
};

} // namespace

int run(FeaturesArgs const& args) {
    Report report;
    for (Header const& header : kHeaders)
        if (!header.there)
            report.missing.push_back({std::string("all of ") + header.name, "the header does not exist yet"});
    Output const out(args.json);
    for (Missing const& m : report.missing)
        out.text("{}: {}\n", m.call, m.reason);
    out.document(report);
    return 0;
}

} // namespace tenon::cli
