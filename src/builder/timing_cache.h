// SPDX-License-Identifier: Apache-2.0
// Times by problem. The key is the 128-bit hash of the canonical text; the record keeps the text and every candidate
// tried. A file whose header does not fit this machine and build is ignored with a warning, never an error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

class TimingCache {
public:
    struct Candidate {
        std::string kernel;
        int tactic = 0;
        double ns = 0;
        uint64_t hash() const; ///< of kernel and tactic: the same in every cache
        /// Whether it takes the place of an earlier one (null: there is none): it must need less than 0.95 of its time.
        bool beats(Candidate const* earlier) const noexcept { return earlier == nullptr || ns < earlier->ns * 0.95; }
    };
    struct Record {
        std::string text;
        std::vector<Candidate> candidates; ///< in the order of the kernel table
        int chosen = -1;                   ///< the candidate that the user wants, whatever its time; -1: by time
    };
    using Records = std::map<std::string, Record>;

    /// `machine` names what times depend on: versions of Tenon and its libraries, CPU features, threads.
    explicit TimingCache(std::string machine) : mMachine(std::move(machine)) {}

    /// A cache of any machine from the bytes of encoded(). Throws Error kTimingCacheFile.
    static TimingCache decode(std::string_view bytes);
    std::string encoded() const; ///< records sorted by key

    /// Reads a file if it is there; returns a warning when it was not usable.
    std::optional<std::string> load(std::string const& path);
    /// Throws Error kFileWrite.
    void save(std::string const& path) const;

    std::string const& machine() const noexcept { return mMachine; }
    /// Made by the same version of Tenon, on whatever machine: the texts mean the same.
    bool isSameVersion(std::string_view machine) const noexcept;

    Record const* find(std::string const& text) const;
    Record const& put(Record record);
    /// The candidate that is used where dims are fixed; null when there is none.
    static Candidate const* best(Record const& record) noexcept;
    /// Adds the records of another cache; those that are there stay.
    void merge(TimingCache const& other);

    Records const& records() const noexcept { return mRecords; } ///< by key: 32 hexadecimal digits
    Records& records() noexcept { return mRecords; }
    size_t size() const noexcept { return mRecords.size(); }

private:
    std::string mMachine;
    Records mRecords;
};

} // namespace tenon
