// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include "base/buffer.h"
#include "base/error.h"
#include "base/log.h"

#include <algorithm>
#include <cstdio>
#include <new>

namespace tenon::cli {
namespace {

struct Place {
    Where const& where;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("node", self.where.node);
        visit("op", self.where.op);
        visit("tensor", self.where.tensor);
        visit("plugin", self.where.plugin);
    }
};

struct ErrorReport {
    Error const& error;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("id", idText(self.error.id()));
        visit("what", self.error.summary());
        visit("where", Place{self.error.where()});
        visit("wanted", self.error.wantedText());
        visit("given", self.error.givenText());
        visit("try", self.error.tips());
    }
};

struct LogReport {
    std::string_view severity, what;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("severity", self.severity);
        visit("what", self.what);
    }
};

/// Every exception as Errors, so that there is one way to print them.
std::vector<Error> errorsOf(std::exception_ptr caught) {
    try {
        std::rethrow_exception(caught);
    } catch (Error const& e) {
        return {e};
    } catch (ErrorList const& e) {
        return e.errors();
    } catch (std::bad_alloc const&) {
        return {Error(Message::kMemory, "there is not enough memory")};
    } catch (std::exception const& e) {
        return {Error(Message::kInternal, e.what())};
    } catch (...) {
        return {Error(Message::kInternal, "something was thrown that is no exception")};
    }
}

void print(Error error, bool asJson) {
    if (error.tips().empty())
        error.tip(std::string(infoOf(error.id()).remedy));
    std::string const line = asJson ? jsonOf(ErrorReport{error}) : "tenon: " + std::string(error.what());
    std::fprintf(stderr, "%s\n", line.c_str());
}

/// What cannot be done at all counts more than what is not supported.
Status statusOf(std::vector<Error> const& errors) {
    Status status = infoOf(errors.front().id()).status;
    for (Error const& e : errors)
        if (infoOf(e.id()).status != status)
            status = Status::kBadInput;
    return status;
}

} // namespace

void Output::write(std::string const& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void Output::writeDocument(std::string const& object) const {
    bool const empty = object == "{}";
    std::string const text = indentJson("{\"schema\":1" + std::string(empty ? "" : ",") + object.substr(1)) + "\n";
    if (mTarget == "-")
        write(text);
    else
        writeFile(mTarget, std::as_bytes(std::span(text)));
}

std::string shortText(std::string const& value) {
    constexpr size_t kLongest = 100;
    return value.size() > kLongest || value.find('\n') != std::string::npos ? fmt::format("({} bytes)", value.size())
                                                                            : value;
}

int reportException(std::exception_ptr caught, bool asJson) noexcept {
    try {
        std::fflush(stdout);
        std::vector<Error> const errors = errorsOf(caught);
        for (Error const& error : errors)
            print(error, asJson);
        return errors.empty() ? static_cast<int>(Status::kBadInput) : static_cast<int>(statusOf(errors));
    } catch (...) {
        std::fputs("tenon: TN-006: there is not enough memory to print an error\n", stderr);
        return static_cast<int>(Status::kBadInput);
    }
}

void setLogForm(bool asJson) {
    if (!asJson) {
        setLogSink({});
        return;
    }
    setLogSink([](Severity severity, std::string_view text) {
        constexpr std::string_view kNames[] = {"internal error", "error", "warning", "info", "verbose"};
        if (severity <= Severity::kWarning)
            std::fprintf(stderr, "%s\n", jsonOf(LogReport{kNames[static_cast<int>(severity)], text}).c_str());
    });
}

} // namespace tenon::cli
