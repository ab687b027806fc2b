// SPDX-License-Identifier: Apache-2.0
// The creators of a library, told by a process that loads it.
#include "base/reflect_binary.h"
#include "checker/checker.h"
#include "checker/child.h"
#include "checker/death.h"
#include "plugin/host.h"

#include <cstring>

namespace tenon::checker {
namespace {

struct TargetRow {
    plugin::Key key;
    plugin::CreatorKind kind = plugin::CreatorKind::kV3;
    bool isHost = false;
    std::vector<DeclaredField> declared;
    std::string generation;
    std::string problem;
    std::vector<std::string> tips;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("kind", self.kind);
        visit("is_host", self.isHost);
        visit("declared", self.declared);
        visit("generation", self.generation);
        visit("problem", self.problem);
        visit("tips", self.tips);
    }
};

/// In the child, which unloads the library when all is told.
void tellTargets(std::string const& library) {
    std::vector<TargetRow> rows;
    TargetRow failed;
    try {
        Subject subject(library);
        for (plugin::Creator const& c : subject.creators()) {
            TargetRow& row = rows.emplace_back();
            row.key = c.key;
            row.kind = c.kind;
            row.isHost = plugin::isHost(c.key);
            subject.choose(c.key);
            try {
                row.declared = subject.declaredFields();
            } catch (Error const& e) {
                row.problem = e.summary();
            }
        }
        sendValue(rows);
        std::strcpy(mark().method, "dlclose");
        mark().call = 1;
        std::strcpy(mark().wanted, "a library that is unloaded without a fault");
    } catch (Error const& e) {
        rows.assign(1, failed);
        rows[0].problem = e.brief();
        rows[0].tips = e.tips();
        sendValue(rows);
    }
}

} // namespace

std::vector<Target> targetsOf(std::string const& library, double seconds) {
    std::vector<TargetRow> rows;
    Ended const ended = inChild(
        seconds, [&] { tellTargets(library); },
        [&](std::vector<std::byte> const& bytes) { BinaryReader(bytes.data(), bytes.size()).read(rows); });
    if (ended.how != End::kDone && rows.empty()) {
        std::string const how = ended.how == End::kHang     ? "it does not end"
                                : ended.how == End::kSignal ? signalText(ended.code)
                                                            : fmt::format("exit({})", ended.code);
        throw Error(Message::kPluginLibrary,
                    fmt::format("the plugin library '{}' cannot be loaded: {}{}{}", library, how,
                                ended.mark.method[0] != 0 ? " in " : "", ended.mark.method));
    }
    std::vector<Target> out;
    for (TargetRow& row : rows) {
        if (row.key.name.empty()) {
            Error error(Message::kPluginLibrary, row.problem);
            for (std::string const& tip : row.tips)
                error.tip(tip);
            throw error;
        }
        out.push_back({library, row.key, row.kind, row.isHost, row.declared, {}});
        if (ended.how != End::kDone)
            out.back().unloading = findingOf(ended, kUnloading);
    }
    return out;
}

} // namespace tenon::checker
