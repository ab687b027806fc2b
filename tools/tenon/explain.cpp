// SPDX-License-Identifier: Apache-2.0
// tenon explain: rows of the table of messages. And what prints a text that is ready.
#include "commands.h"
#include "output.h"
#include "texts.h"

#include "base/error.h"

#include <algorithm>

namespace tenon::cli {
namespace {

struct MessageReport {
    MessageInfo const* info;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("id", idText(self.info->id));
        visit("name", self.info->name);
        visit("title", self.info->title);
        visit("meaning", self.info->cause);
        visit("try", self.info->remedy);
        visit("exit_status", static_cast<int32_t>(self.info->status));
    }
};

struct ExplainReport {
    std::vector<MessageReport> messages;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("messages", self.messages);
    }
};

} // namespace

int run(PrintArgs const& args) {
    Output("").text("{}", args.text);
    return 0;
}

int run(ExplainArgs const& args) {
    if (!args.all && args.ids.empty())
        throw Error(Message::kUsage, "tenon explain: the id of a message is missing")
            .wanted("TN-nnn, or --all")
            .tip("tenon explain TN-001");
    ExplainReport report;
    for (MessageInfo const& info : allMessages())
        if (args.all)
            report.messages.push_back({&info});
    std::sort(report.messages.begin(), report.messages.end(),
              [](MessageReport const& a, MessageReport const& b) { return a.info->id < b.info->id; });
    for (std::string const& id : args.ids)
        report.messages.push_back({&messageBy(id)});
    Output const out(args.json);
    if (args.all)
        out.text("{}", messagesPage());
    for (size_t i = report.messages.size() - args.ids.size(); i < report.messages.size(); ++i)
        out.text("{}{}", i == 0 ? "" : "\n", messageText(*report.messages[i].info));
    out.document(report);
    return 0;
}

} // namespace tenon::cli
