// SPDX-License-Identifier: Apache-2.0
// The command `tenon`. The one place where exceptions end: printed with their id, with the exit status of docs/cli.md.
#include "commands.h"
#include "files.h"
#include "output.h"
#include "plugins.h"

#include "base/error.h"
#include "kernel/parallel.h"

#include <cstdio>

namespace {

/// Output that could not be written is no success.
int flushed(int status) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return status;
    throw tenon::Error(tenon::Message::kFileWrite, "cannot write to standard output");
}

} // namespace

int main(int argc, char** argv) {
    bool const asJson = tenon::cli::wantsJsonErrors(argc, argv);
    try {
        tenon::cli::setLogForm(asJson);
        auto const invocation = tenon::cli::parseArguments(argc, argv);
        return flushed(std::visit(
            [](auto const& args) {
                tenon::cli::checkFiles(tenon::cli::filesOf(args));
                if constexpr (std::is_base_of_v<tenon::cli::CommonArgs, std::decay_t<decltype(args)>>)
                    tenon::cli::usePlugins(args.plugins);
                return tenon::cli::run(args);
            },
            invocation.command));
    } catch (...) {
        return tenon::cli::reportException(std::current_exception(), asJson);
    }
}
