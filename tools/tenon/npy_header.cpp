// SPDX-License-Identifier: Apache-2.0
#include "npy_header.h"

#include "base/error.h"
#include "base/reflect_text.h"

#include <fmt/format.h>

namespace tenon::cli {
namespace {

std::string pythonString(TextReader& reader) {
    char const quote = reader.accept("'") ? '\'' : '"';
    if (quote == '"')
        reader.expect("\"");
    std::string_view const rest = reader.rest();
    size_t const end = rest.find(quote);
    if (end == std::string_view::npos)
        reader.fail("the end of a string");
    reader.skip(end + 1);
    return std::string(rest.substr(0, end));
}

std::vector<int64_t> tuple(TextReader& reader) {
    std::vector<int64_t> out;
    reader.expect("(");
    while (!reader.accept(")")) {
        if (out.size() == 64)
            reader.fail("at most 64 dims");
        out.push_back(reader.integer());
        reader.accept("L"); // written by Python 2
        if (!reader.accept(",")) {
            reader.expect(")");
            break;
        }
    }
    return out;
}

NpyHeader parse(std::string_view text) {
    TextReader reader(text);
    NpyHeader header;
    int found = 0;
    reader.expect("{");
    while (!reader.accept("}")) {
        std::string const key = pythonString(reader);
        reader.expect(":");
        if (key == "descr") {
            if (reader.accept("["))
                reader.fail("elements of one type, not a record");
            header.descr = pythonString(reader);
            found |= 1;
        } else if (key == "fortran_order") {
            header.fortranOrder = reader.accept("True");
            if (!header.fortranOrder)
                reader.expect("False");
            found |= 2;
        } else if (key == "shape") {
            header.shape = tuple(reader);
            found |= 4;
        } else {
            reader.fail("descr, fortran_order or shape");
        }
        if (!reader.accept(",")) {
            reader.expect("}");
            break;
        }
    }
    if (found != 7)
        reader.fail("descr, fortran_order and shape");
    return header;
}

} // namespace

NpyHeader parseNpyHeader(std::string_view text, std::string const& what) {
    try {
        return parse(text);
    } catch (DecodeError const& e) {
        throw Error(Message::kArrayFile,
                    fmt::format("'{}' is no array that can be read: its header: {}", what, e.what()));
    }
}

} // namespace tenon::cli
