// SPDX-License-Identifier: Apache-2.0
// Reference string_split.
#include "ops/string_split/string_split.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>

namespace tenon::ops {
namespace string_split {
namespace {

constexpr std::string_view kSpaces = " \t\n\r\f\v";

std::vector<std::string> atSpaces(std::string_view text, uint64_t most) {
    std::vector<std::string> out;
    size_t at = text.find_first_not_of(kSpaces);
    while (at != std::string_view::npos) {
        size_t end = out.size() < most ? text.find_first_of(kSpaces, at) : text.find_last_not_of(kSpaces) + 1;
        end = std::min(end, text.size());
        out.emplace_back(text.substr(at, end - at));
        at = out.size() > most ? std::string_view::npos : text.find_first_not_of(kSpaces, end);
    }
    return out;
}

std::vector<std::string> atDelimiter(std::string_view text, std::string_view delimiter, uint64_t most) {
    std::vector<std::string> out;
    while (out.size() < most) {
        size_t const end = text.find(delimiter);
        if (end == std::string_view::npos)
            break;
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(end + delimiter.size());
    }
    out.emplace_back(text);
    return out;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    uint64_t const most = a.maxsplit && *a.maxsplit >= 0 ? static_cast<uint64_t>(*a.maxsplit) : UINT64_MAX;
    std::vector<std::vector<std::string>> parts;
    size_t widest = 0;
    for (std::string const& text : in.box->strings) {
        parts.push_back(a.delimiter.empty() ? atSpaces(text, most) : atDelimiter(text, a.delimiter, most));
        widest = std::max(widest, parts.back().size());
    }
    std::vector<int64_t> dims(in.shape().begin(), in.shape().end());
    dims.push_back(static_cast<int64_t>(widest));
    Tensor out;
    if (!resize(args.outputs[0], DType::kString, dims, args.failure, out))
        return false;
    for (size_t i = 0; i < parts.size(); ++i) {
        for (size_t k = 0; k < widest; ++k)
            out.box->strings[i * widest + k] = k < parts[i].size() ? std::move(parts[i][k]) : std::string();
        if (args.outputCount > 1)
            args.outputs[1].as<int64_t>()[i] = static_cast<int64_t>(parts[i].size());
    }
    return true;
}

} // namespace
} // namespace string_split

void string_split_ref(KernelTable& table) {
    table.add(referenceKernel<string_split::Attributes>("string_split", "string_split.ref", string_split::run));
}

} // namespace tenon::ops
