// SPDX-License-Identifier: Apache-2.0
#include "builder/timing_cache.h"

#include "base/buffer.h"
#include "base/error.h"
#include "base/hash.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace tenon {
namespace {

using Json = nlohmann::json;

std::span<std::byte const> textBytes(std::string_view text) {
    return {reinterpret_cast<std::byte const*>(text.data()), text.size()};
}

TimingCache::Record recordFrom(Json const& json) {
    TimingCache::Record record{json.at("text"), {}, json.value("chosen", -1)};
    for (auto const& c : json.at("candidates"))
        record.candidates.push_back({c.at("kernel"), c.at("tactic"), c.at("ns")});
    if (record.chosen < -1 || record.chosen >= static_cast<int>(record.candidates.size()))
        record.chosen = -1;
    return record;
}

/// "tenon 0.1.0" of a machine's text.
std::string_view versionIn(std::string_view machine) {
    return machine.substr(0, machine.find(' ', machine.find(' ') + 1));
}

} // namespace

uint64_t TimingCache::Candidate::hash() const {
    return hash64(textBytes(fmt::format("{} {}", kernel, tactic)));
}

TimingCache TimingCache::decode(std::string_view bytes) {
    try {
        Json const json = Json::parse(bytes);
        TimingCache out(json.at("machine").get<std::string>());
        for (auto const& [key, from] : json.at("records").items()) {
            Record record = recordFrom(from);
            if (hash128Text(record.text) == key && !record.candidates.empty())
                out.mRecords[key] = std::move(record);
        }
        return out;
    } catch (std::exception const& e) {
        throw Error(Message::kTimingCacheFile, fmt::format("the bytes are no timing cache: {}", e.what()));
    }
}

std::string TimingCache::encoded() const {
    Json records = Json::object();
    for (auto const& [key, record] : mRecords) {
        Json candidates = Json::array();
        for (Candidate const& c : record.candidates)
            candidates.push_back({{"kernel", c.kernel}, {"tactic", c.tactic}, {"ns", c.ns}});
        records[key] = {{"text", record.text}, {"candidates", std::move(candidates)}};
        if (record.chosen >= 0)
            records[key]["chosen"] = record.chosen;
    }
    return Json{{"schema", 1}, {"machine", mMachine}, {"records", std::move(records)}}.dump(1);
}

std::optional<std::string> TimingCache::load(std::string const& path) {
    if (::access(path.c_str(), F_OK) != 0)
        return std::nullopt;
    try {
        Buffer const file = Buffer::mapFile(path);
        TimingCache read = decode({file.as<char>(), file.size()});
        if (read.machine() != mMachine)
            return fmt::format("timing cache '{}' was made on another machine or by another version, so it is not used "
                               "(made by {}; this is {})",
                               path, read.machine(), mMachine);
        mRecords = std::move(read.mRecords);
    } catch (Error const& e) {
        return fmt::format("timing cache '{}' cannot be read, so it is not used: {}", path, e.summary());
    }
    return std::nullopt;
}

void TimingCache::save(std::string const& path) const {
    writeFile(path, textBytes(encoded()));
}

bool TimingCache::isSameVersion(std::string_view machine) const noexcept {
    return versionIn(mMachine) == versionIn(machine);
}

TimingCache::Record const* TimingCache::find(std::string const& text) const {
    auto it = mRecords.find(hash128Text(text));
    return it == mRecords.end() || it->second.text != text ? nullptr : &it->second;
}

TimingCache::Record const& TimingCache::put(Record record) {
    std::string const key = hash128Text(record.text);
    return mRecords[key] = std::move(record);
}

TimingCache::Candidate const* TimingCache::best(Record const& record) noexcept {
    if (record.chosen >= 0)
        return &record.candidates[static_cast<size_t>(record.chosen)];
    Candidate const* best = nullptr;
    for (Candidate const& c : record.candidates)
        if (c.beats(best))
            best = &c;
    return best;
}

void TimingCache::merge(TimingCache const& other) {
    mRecords.insert(other.mRecords.begin(), other.mRecords.end());
}

} // namespace tenon
