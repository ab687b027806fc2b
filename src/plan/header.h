// SPDX-License-Identifier: Apache-2.0
// The first bytes of an engine file, as they lie there (little-endian). Internal to the codec.
// The magic holds CR LF, the end-of-file character of old systems and LF, so that a file that went through a text-mode
// copy is told from one that is no engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tenon::plan {

inline constexpr unsigned char kMagic[8] = {0x89, 'T', 'N', 'N', '\r', '\n', 0x1a, '\n'};
inline constexpr size_t kSections = 3;
inline constexpr std::string_view kSectionNames[kSections] = {"info", "structure", "weights"};
inline constexpr size_t kWeightAlignment = 4096;

struct Section {
    uint64_t kind;
    uint64_t offset;
    uint64_t size;
    uint64_t hash;
};

struct Header {
    unsigned char magic[8];
    uint32_t format;
    uint32_t sectionCount;
    char version[16]; ///< of the Tenon that wrote the file, filled up with zeros
    char device[16];
    uint64_t fileBytes;
    uint64_t hash; ///< of the header with this field 0
    Section sections[kSections];
};
static_assert(sizeof(Header) == 160);

Header makeHeader(std::string_view device);
uint64_t hashOf(Header header) noexcept;
/// Where section `number` begins when those before it end at `end`.
uint64_t alignSection(size_t number, uint64_t end) noexcept;
std::string versionOf(Header const& header);
std::string deviceOf(Header const& header);
/// "'x.engine'", or "the engine" for one without a name.
std::string called(std::string_view name);

/// The header after all checks that need no section and no device. Throws Error.
Header readHeader(std::span<std::byte const> file, std::string_view name);
/// The size of the whole file by a header that is there, intact and of this version; nothing otherwise.
std::optional<uint64_t> sizeFromHeader(std::span<std::byte const> begin) noexcept;
void requireDevice(Header const& header, std::string_view name, std::string_view device);

} // namespace tenon::plan
