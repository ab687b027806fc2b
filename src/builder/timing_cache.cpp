// SPDX-License-Identifier: Apache-2.0
#include "builder/timing_cache.h"

#include "base/buffer.h"
#include "base/hash.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace tenon {

using Json = nlohmann::json;

std::optional<std::string> TimingCache::load(std::string const& path) {
    if (::access(path.c_str(), F_OK) != 0)
        return std::nullopt;
    try {
        Buffer const file = Buffer::mapFile(path);
        Json const json = Json::parse(file.as<char>(), file.as<char>() + file.size());
        if (json.at("machine") != mMachine)
            return fmt::format("timing cache '{}' was made on another machine or by another version, so it is not used "
                               "(made by {}; this is {})",
                               path, json.at("machine").get<std::string>(), mMachine);
        for (auto const& [key, from] : json.at("records").items()) {
            Record record{from.at("text"), {}};
            for (auto const& c : from.at("candidates"))
                record.candidates.push_back({c.at("kernel"), c.at("tactic"), c.at("ns")});
            if (hash128Text(record.text) == key && !record.candidates.empty())
                mRecords[key] = std::move(record);
        }
    } catch (std::exception const& e) {
        mRecords.clear();
        return fmt::format("timing cache '{}' cannot be read, so it is not used: {}", path, e.what());
    }
    return std::nullopt;
}

void TimingCache::save(std::string const& path) const {
    Json records = Json::object();
    for (auto const& [key, record] : mRecords) {
        Json candidates = Json::array();
        for (Candidate const& c : record.candidates)
            candidates.push_back({{"kernel", c.kernel}, {"tactic", c.tactic}, {"ns", c.ns}});
        records[key] = {{"text", record.text}, {"candidates", std::move(candidates)}};
    }
    std::string const text = Json{{"schema", 1}, {"machine", mMachine}, {"records", std::move(records)}}.dump(1);
    writeFile(path, {reinterpret_cast<std::byte const*>(text.data()), text.size()});
}

TimingCache::Record const* TimingCache::find(std::string const& text) const {
    auto it = mRecords.find(hash128Text(text));
    return it == mRecords.end() || it->second.text != text ? nullptr : &it->second;
}

TimingCache::Record const& TimingCache::put(Record record) {
    std::string const key = hash128Text(record.text);
    return mRecords[key] = std::move(record);
}

} // namespace tenon
