// SPDX-License-Identifier: Apache-2.0
#include "checker/widths.h"

#include "base/reflect_binary.h"
#include "checker/child.h"

#include <algorithm>
#include <cstring>

namespace tenon::checker {
namespace {

using nvinfer1::PluginFieldType;

constexpr int64_t kNumbers[] = {3, 21, -2, -17}; ///< what a plugin refuses, or dies of, most likely comes last
constexpr double kPatience = 2;                  ///< seconds: a count of -2 may be a loop without end

/// The state of a plugin that was made with a number in one field.
struct Sample {
    int64_t number = 0;
    plugin::Fields parts; ///< bytes without a type: all that there are of V2, fields of V3
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("number", self.number);
        visit("parts", self.parts);
    }
};

bool isText(plugin::Field const& f) {
    auto const type = static_cast<PluginFieldType>(f.type);
    return type == PluginFieldType::kCHAR || type == PluginFieldType::kUNKNOWN;
}

/// What has a type in the state is as wide as that on every machine, so it is left out.
Sample sampleOf(plugin::Plugin& made, int64_t number) {
    std::vector<std::byte> state = made.state();
    Sample out{number, {}};
    if (made.v2() != nullptr) {
        out.parts.list.push_back({"", 0, 0, std::move(state)});
        return out;
    }
    BinaryReader(state.data(), state.size()).read(out.parts);
    std::erase_if(out.parts.list, [](plugin::Field const& f) { return !isText(f); });
    return out;
}

std::vector<Sample> samplesOf(Target const& target, Setup const& setup, size_t field, double seconds) {
    std::vector<Sample> out;
    inChild(
        std::min(seconds, kPatience),
        [&] {
            Subject& subject = Subject::kept(target.library);
            subject.choose(target.key);
            for (int64_t const number : kNumbers) {
                plugin::Fields fields = setup.fields;
                plugin::Field& f = fields.list[field];
                f = makeField(f.name, f.type, static_cast<double>(number), f.count);
                if (auto const made = subject.make(fields))
                    sendValue(sampleOf(*made, number));
            }
        },
        [&](std::vector<std::byte> const& bytes) {
            BinaryReader(bytes.data(), bytes.size()).read(out.emplace_back());
        });
    return out;
}

/// Where each sample has its number in 64 bits.
std::optional<size_t> placeIn(std::vector<Sample> const& samples, size_t part) {
    std::vector<std::byte> const& first = samples.front().parts.list[part].data;
    for (size_t at = 0; at + sizeof(int64_t) <= first.size(); ++at)
        if (std::all_of(samples.begin(), samples.end(), [&](Sample const& s) {
                auto const& list = s.parts.list;
                return part < list.size() && list[part].data.size() == first.size() &&
                       std::memcmp(list[part].data.data() + at, &s.number, sizeof s.number) == 0;
            }))
            return at;
    return std::nullopt;
}

std::optional<std::string> noteFor(std::vector<Sample> const& samples, plugin::Field const& field) {
    bool const isTold = samples.size() > 1 && samples.front().number > 0 && samples.back().number < 0;
    for (size_t part = 0; isTold && part < samples.front().parts.list.size(); ++part)
        if (auto const at = placeIn(samples, part)) {
            std::string const& name = samples.front().parts.list[part].name;
            return fmt::format("the state holds the field '{}', declared {}, in 64 bits from byte {}{} on: a size_t, a "
                               "long or another "
                               "type of a pointer's size is read wrongly by a machine where it has 32; write as many "
                               "bits as the field "
                               "has, or an int64_t where 64 are meant (StateWriter of tenon/plugin.h)",
                               field.name, fieldTypeName(field.type), *at,
                               name.empty() ? "" : fmt::format(" of '{}'", name));
        }
    return std::nullopt;
}

} // namespace

std::vector<std::string> wideFields(Target const& target, Setup const& setup, double seconds) {
    std::vector<std::string> out;
    for (size_t i = 0; i < setup.fields.list.size(); ++i) {
        plugin::Field const& field = setup.fields.list[i];
        auto const type = static_cast<PluginFieldType>(field.type);
        if (type == PluginFieldType::kINT8 || type == PluginFieldType::kINT16 || type == PluginFieldType::kINT32)
            if (auto note = noteFor(samplesOf(target, setup, i, seconds), field))
                out.push_back(std::move(*note));
    }
    return out;
}

} // namespace tenon::checker
