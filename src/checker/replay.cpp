// SPDX-License-Identifier: Apache-2.0
#include "checker/replay.h"

#include "base/reflect_binary.h"
#include "checker/child.h"
#include "checker/death.h"

namespace tenon::checker {
namespace {

/// What the process came to: findings, or an error.
struct Answer {
    std::vector<Finding> findings;
    std::optional<int32_t> error; ///< a Message
    std::string summary, plugin, wanted, given;
    std::vector<std::string> tips;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("findings", self.findings);
        visit("error", self.error);
        visit("summary", self.summary);
        visit("plugin", self.plugin);
        visit("wanted", self.wanted);
        visit("given", self.given);
        visit("tips", self.tips);
    }
};

Answer answerOf(Error const& e) {
    return {{}, static_cast<int32_t>(e.id()), e.summary(), e.where().plugin, e.wantedText(), e.givenText(), e.tips()};
}

Error errorOf(Answer const& a) {
    Error out(static_cast<Message>(*a.error), a.summary, {{}, {}, {}, a.plugin});
    out.wanted(a.wanted).given(a.given);
    for (std::string const& tip : a.tips)
        out.tip(tip);
    return out;
}

} // namespace

std::vector<Finding> replayApart(Repro const& repro, std::string const& folder, double seconds) {
    Answer answer;
    if (!repro.library.empty())
        targetsOf(repro.library, seconds); // which of its creators can be asked
    Ended const ended = inChild(
        seconds,
        [&] {
            Answer found;
            try {
                found.findings = repro.call ? replayCall(repro, folder) : replay(repro);
            } catch (Error const& e) {
                found = answerOf(e);
            }
            needWholeHeap();
            sendValue(found);
        },
        [&](std::vector<std::byte> const& bytes) { BinaryReader(bytes.data(), bytes.size()).read(answer); });
    if (answer.error)
        throw errorOf(answer);
    if (ended.how == End::kExit && ended.code == kThrown)
        throw Error(Message::kPluginCase, "the step cannot be made again").given(ended.text);
    if (auto beside = findingBeside(ended, repro.finding.probe))
        answer.findings.push_back(std::move(*beside));
    if (ended.how != End::kDone)
        answer.findings.push_back(findingOf(ended, repro.finding.probe));
    return std::move(answer.findings);
}

} // namespace tenon::checker
