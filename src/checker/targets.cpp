// SPDX-License-Identifier: Apache-2.0
// The creators of a library, told by a process that loads it. When one of them ends that process, the next process
// leaves it out.
#include "base/reflect_binary.h"
#include "checker/checker.h"
#include "checker/child.h"
#include "checker/death.h"
#include "plugin/host.h"

#include <algorithm>

namespace tenon::checker {
namespace {

struct TargetRow {
    plugin::Key key; ///< all empty: the library cannot be loaded, and `problem` says why
    plugin::CreatorKind kind = plugin::CreatorKind::kV3;
    bool isHost = false;
    std::vector<DeclaredField> declared;
    std::optional<Finding> reading;
    std::string problem, wanted, given;
    std::vector<std::string> tips;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("kind", self.kind);
        visit("is_host", self.isHost);
        visit("declared", self.declared);
        visit("reading", self.reading);
        visit("problem", self.problem);
        visit("wanted", self.wanted);
        visit("given", self.given);
        visit("tips", self.tips);
    }
};

void want(char const* text) {
    copyText(mark().wanted, text);
}

/// What its creator declares; an error is a finding.
void askFields(Subject& subject, TargetRow& row) {
    subject.choose(row.key);
    try {
        row.declared = subject.declaredFields();
    } catch (Error const& e) {
        Finding f = findingOf(e, "");
        f.probe = kReading;
        f.call = mark().call;
        f.wanted = mark().wanted;
        row.reading = std::move(f);
    }
}

/// In the child, which unloads the library when all is told. Each row comes twice, before its fields are asked for and
/// after. Those that `known` has are not asked.
void tellTargets(std::string const& library, std::vector<TargetRow> const& known) {
    TargetRow failed;
    try {
        want("a creator that tells its names");
        Subject subject(library);
        want("the fields that the creator takes");
        for (plugin::Creator const& c : subject.creators()) {
            TargetRow row;
            row.key = c.key;
            row.kind = c.kind;
            row.isHost = plugin::isHost(c.key);
            auto const same = [&](TargetRow const& k) { return k.key == c.key; };
            if (auto const old = std::find_if(known.begin(), known.end(), same); old != known.end()) {
                sendValue(*old);
                continue;
            }
            sendValue(row);
            askFields(subject, row);
            sendValue(row);
        }
        copyText(mark().method, "dlclose");
        mark().call = 1;
        want("a library that is unloaded without a fault");
    } catch (Error const& e) {
        failed.problem = e.summary();
        failed.wanted = e.wantedText();
        failed.given = e.givenText();
        failed.tips = e.tips();
        sendValue(failed);
    }
}

bool isOneOf(std::string_view method, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), method) != list.end();
}

Error loadError(std::string const& library, Ended const& ended) {
    std::string const how = ended.how == End::kHang     ? "it does not end"
                            : ended.how == End::kSignal ? signalText(ended.code)
                                                        : fmt::format("exit({})", ended.code);
    return {Message::kPluginLibrary, fmt::format("the plugin library '{}' cannot be loaded: {}{}{}", library, how,
                                                 ended.mark.method[0] != 0 ? " in " : "", ended.mark.method)};
}

class Asking {
public:
    Asking(std::string const& library, double seconds) : mLibrary(library), mSeconds(seconds) {}

    std::vector<Target> run() {
        leftOut(mLibrary).clear();
        while (!isWholeRound()) {
        }
        std::vector<Target> out;
        for (TargetRow& row : mRows)
            out.push_back({mLibrary, row.key, row.kind, row.isHost, std::move(row.declared), mUnloading,
                           std::move(row.reading), true});
        out.insert(out.end(), mUnnamed.begin(), mUnnamed.end());
        return out;
    }

private:
    /// False: one more creator is known that ends the process.
    bool isWholeRound() {
        mRows.clear();
        Ended const ended = inChild(
            mSeconds, [&] { tellTargets(mLibrary, mKnown); },
            [&](std::vector<std::byte> const& bytes) {
                TargetRow row;
                BinaryReader(bytes.data(), bytes.size()).read(row);
                if (!mRows.empty() && mRows.back().key == row.key)
                    mRows.back() = std::move(row);
                else
                    mRows.push_back(std::move(row));
            });
        if (!mRows.empty() && mRows.back().key.name.empty()) {
            Error error(Message::kPluginLibrary, mRows.back().problem);
            error.wanted(mRows.back().wanted).given(mRows.back().given);
            for (std::string const& tip : mRows.back().tips)
                error.tip(tip);
            throw error;
        }
        if (auto beside = findingBeside(ended, kReading))
            mUnloading = std::move(beside);
        return ended.how == End::kDone || learn(ended);
    }

    /// True: it ended as the library was unloaded, so all is told.
    bool learn(Ended const& ended) {
        std::string_view const method = ended.mark.method;
        if (method == "dlclose") {
            mUnloading = findingOf(ended, kUnloading);
            return true;
        }
        Finding f = findingOf(ended, kReading);
        if (method == "getFieldNames" && !mRows.empty()) {
            mRows.back().reading = std::move(f);
            mKnown.push_back(mRows.back());
            return false;
        }
        bool const isName =
            isOneOf(method, {"getInterfaceInfo", "getPluginName", "getPluginVersion", "getPluginNamespace"});
        if (!isName || !leftOut(mLibrary).insert(ended.mark.step).second)
            throw loadError(mLibrary, ended);
        Target& target = mUnnamed.emplace_back();
        target.library = mLibrary;
        target.key = {fmt::format("creator {}", ended.mark.step + 1), "?", ""};
        target.isNamed = false;
        target.reading = std::move(f);
        return false;
    }

    std::string const& mLibrary;
    double mSeconds;
    std::vector<TargetRow> mRows, mKnown;
    std::vector<Target> mUnnamed;
    std::optional<Finding> mUnloading;
};

} // namespace

std::vector<Target> targetsOf(std::string const& library, double seconds) {
    return Asking(library, seconds).run();
}

} // namespace tenon::checker
