// SPDX-License-Identifier: Apache-2.0
// tenon explain: rows of the table of messages. And what prints a text that is ready.
#include "commands.h"
#include "output.h"
#include "texts.h"

#include "base/error.h"

namespace tenon::cli {

int run(PrintArgs const& args) {
    Output("").text("{}", args.text);
    return 0;
}

int run(ExplainArgs const& args) {
    if (!args.all && args.ids.empty())
        throw Error(Message::kUsage, "tenon explain: the id of a message is missing")
            .wanted("TN-nnn, or --all")
            .tip("tenon explain TN-001");
    Output const out("");
    if (args.all)
        out.text("{}", messagesPage());
    bool first = !args.all;
    for (std::string const& id : args.ids) {
        out.text("{}{}", first ? "" : "\n", messageText(id));
        first = false;
    }
    return 0;
}

} // namespace tenon::cli
