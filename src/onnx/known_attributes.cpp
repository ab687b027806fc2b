// SPDX-License-Identifier: Apache-2.0
#include "onnx/known_attributes.h"

#include "onnx/order.h"
#include "onnx/support.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <utility>

namespace tenon::onnx {
namespace {

struct OperatorRow {
    std::string_view domain, name, attributes; ///< attributes with a space between two
};

constexpr OperatorRow kOperators[] = {
#define TENON_OPERATOR(domain, name, attributes) {domain, name, attributes},
#include "onnx/attributes.inc"
#undef TENON_OPERATOR
};

std::optional<std::vector<std::string_view>> namesOf(std::string_view domain, std::string_view op) {
    auto const row = std::find_if(std::begin(kOperators), std::end(kOperators), [&](OperatorRow const& r) {
        return r.name == op && r.domain == plainDomain(domain);
    });
    if (row == std::end(kOperators))
        return std::nullopt;
    std::vector<std::string_view> out;
    for (std::string_view rest = row->attributes; !rest.empty();) {
        size_t const end = std::min(rest.find(' '), rest.size());
        out.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return out;
}

/// Lower case, without underscores.
std::string folded(std::string_view name) {
    std::string out;
    for (char c : name)
        if (c != '_')
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

/// Characters that are put in, left out or exchanged between the two (Levenshtein).
size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t j = 0; j < b.size(); ++j) {
            size_t const changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

bool namesPlugin(std::string_view name) {
    return name == kPluginVersion || name == kPluginNamespace || name == kShapeInputs;
}

} // namespace

std::string_view nearestName(std::string_view name, std::vector<std::string_view> const& names) {
    constexpr size_t kLongest = 100; // a longer name is compared by its beginning
    std::string const wanted = folded(name.substr(0, kLongest));
    std::string_view best;
    size_t least = std::numeric_limits<size_t>::max();
    for (std::string_view n : names)
        if (size_t const d = distance(wanted, folded(n)); d < least) {
            least = d;
            best = n;
        }
    return best;
}

std::vector<Error> unknownAttributes(NodeProto const& node, bool strict) {
    std::vector<Error> out;
    if (node.attributes.empty())
        return out;
    auto const names = namesOf(node.domain, node.opType);
    for (AttributeProto const& a : node.attributes) {
        if (!names || namesPlugin(a.name) || std::find(names->begin(), names->end(), a.name) != names->end())
            continue;
        Error error(Message::kAttribute,
                    fmt::format("operator '{}' has no attribute '{}'", opName(node.domain, node.opType), a.name));
        error.wanted(names->empty() ? std::string("no attribute") : fmt::format("{}", fmt::join(*names, ", ")))
            .given(std::string(a.name))
            .tip(fmt::format(
                "{}{}", names->empty() ? "" : fmt::format("the nearest one is '{}'; ", nearestName(a.name, *names)),
                strict ? "without --strict it is passed over" : "it is passed over"));
        out.push_back(std::move(error));
    }
    return out;
}

} // namespace tenon::onnx
