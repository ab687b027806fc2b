// SPDX-License-Identifier: Apache-2.0
// Times by problem. The key is the 128-bit hash of the canonical text; the record keeps the text and every candidate
// tried. A file whose header does not fit this machine and build is ignored with a warning, never an error.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

class TimingCache {
public:
    struct Candidate {
        std::string kernel;
        int tactic = 0;
        double ns = 0;
    };
    struct Record {
        std::string text;
        std::vector<Candidate> candidates; ///< in the order of the kernel table
    };

    /// `machine` names what times depend on: versions of Tenon and its libraries, CPU features, threads.
    explicit TimingCache(std::string machine) : mMachine(std::move(machine)) {}
    /// Reads a file if it is there; returns a warning when it was not usable.
    std::optional<std::string> load(std::string const& path);
    /// Writes all records, sorted by key. Throws Error kFileWrite.
    void save(std::string const& path) const;

    Record const* find(std::string const& text) const;
    Record const& put(Record record);
    size_t size() const noexcept { return mRecords.size(); }

private:
    std::string mMachine;
    std::map<std::string, Record> mRecords; ///< by key
};

} // namespace tenon
