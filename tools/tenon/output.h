// SPDX-License-Identifier: Apache-2.0
// What a command prints: text for people on standard output, or a JSON document (first key "schema") in a file or on
// standard output, where then nothing else goes. Errors and log lines go to standard error, as text or as one JSON
// object a line.
#pragma once

#include "json.h"

#include <exception>
#include <fmt/format.h>
#include <string>

namespace tenon::cli {

class Output {
public:
    /// `target`: "" for no document, "-" for standard output, else a file.
    explicit Output(std::string target) : mTarget(std::move(target)) {}

    bool wantsText() const noexcept { return mTarget != "-"; }
    template <class... A>
    void text(fmt::format_string<A...> format, A&&... args) const {
        if (wantsText())
            write(fmt::format(format, std::forward<A>(args)...));
    }
    /// Writes the document where it was asked for. Throws Error kFileWrite.
    template <class Report>
    void document(Report const& report) const {
        if (!mTarget.empty())
            writeDocument(jsonOf(report));
    }

private:
    static void write(std::string const& text);
    void writeDocument(std::string const& object) const;

    std::string mTarget;
};

/// A user's value on one line: a long one, or one of several lines, by its size alone.
std::string shortText(std::string const& value);

/// Prints an exception on standard error and returns the exit status that belongs to it.
int reportException(std::exception_ptr caught, bool asJson) noexcept;

/// Log lines take the form of the errors from now on.
void setLogForm(bool asJson);

} // namespace tenon::cli
