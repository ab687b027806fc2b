// SPDX-License-Identifier: Apache-2.0
// Reference string_normalizer. Case is that of ASCII and of the Latin, Greek and Cyrillic letters of two bytes whose
// two cases lie a fixed distance apart; other characters stay as they are, whatever the locale.
#include "ops/string_normalizer/string_normalizer.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>

namespace tenon::ops {
namespace string_normalizer {
namespace {

/// Letters from `upper` on, `count` of them, whose lower case lies `distance` further.
struct Letters {
    uint32_t upper, count, distance;
};
constexpr Letters kLetters[] = {{'A', 26, 32},  {0xC0, 23, 32},  {0xD8, 7, 32},  {0x391, 17, 32},
                                {0x3A3, 9, 32}, {0x410, 32, 32}, {0x400, 16, 80}};

uint32_t changed(uint32_t c, bool upper) {
    for (Letters const& l : kLetters) {
        uint32_t const from = upper ? l.upper + l.distance : l.upper;
        if (c >= from && c < from + l.count)
            return upper ? c - l.distance : c + l.distance;
    }
    return c;
}

std::string inCase(std::string const& text, bool upper) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        auto const lead = static_cast<unsigned char>(text[i]);
        bool const two = (lead & 0xe0) == 0xc0 && i + 1 < text.size();
        if (lead >= 0x80 && !two) {
            out += text[i];
            continue;
        }
        uint32_t const c = two ? (lead & 0x1fU) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3fU) : lead;
        uint32_t const to = changed(c, upper);
        if (two) {
            out += static_cast<char>(0xc0 | to >> 6);
            out += static_cast<char>(0x80 | (to & 0x3f));
        } else {
            out += static_cast<char>(to);
        }
    }
    return out;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const key = [&](std::string const& text) { return a.caseSensitive ? text : inCase(text, false); };
    std::vector<std::string> stop;
    for (std::string const& word : a.stopwords)
        stop.push_back(key(word));
    std::sort(stop.begin(), stop.end());
    std::vector<std::string> left;
    for (std::string const& text : in.box->strings)
        if (!std::binary_search(stop.begin(), stop.end(), key(text)))
            left.push_back(a.change == "NONE" ? text : inCase(text, a.change == "UPPER"));
    if (left.empty())
        left.emplace_back();
    if (in.rank == 2 && in.dims[0] != 1)
        return args.failure->set(Message::kShape,
                                 "strings of dims [%lld, %lld] are given where the first dim must be 1",
                                 static_cast<long long>(in.dims[0]), static_cast<long long>(in.dims[1]));
    std::vector<int64_t> dims(static_cast<size_t>(in.rank), 1);
    dims.back() = static_cast<int64_t>(left.size());
    Tensor out;
    if (!resize(args.outputs[0], DType::kString, dims, args.failure, out))
        return false;
    out.box->strings = std::move(left);
    return true;
}

} // namespace
} // namespace string_normalizer

void string_normalizer_ref(KernelTable& table) {
    table.add(referenceKernel<string_normalizer::Attributes>("string_normalizer", "string_normalizer.ref",
                                                             string_normalizer::run));
}

} // namespace tenon::ops
