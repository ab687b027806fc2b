// SPDX-License-Identifier: Apache-2.0
// Sections and their order are fixed, so a section's place follows from the sizes of those before it: a table that says
// otherwise is refused, and no two sections can overlap.
#include "plan/codec.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/reflect_binary.h"
#include "base/version.h"
#include "plan/header.h"

#include <fmt/format.h>

namespace tenon::plan {
namespace {

std::span<std::byte const> bytesOfHeader(Header const& header) noexcept {
    return {reinterpret_cast<std::byte const*>(&header), sizeof header};
}

/// Calls fn with the spans of the file in order.
template <class F>
void withPieces(Plan const& plan, F&& fn) {
    std::vector<std::byte> const info = bytesOf(plan.info);
    std::vector<std::byte> const structure = bytesOf(plan);
    std::span<std::byte const> const parts[kSections] = {info, structure, plan.weightBytes.bytes()};
    Header header = makeHeader(plan.info.device);
    uint64_t at = sizeof header;
    static constexpr std::byte kZeros[kWeightAlignment] = {};
    std::vector<std::span<std::byte const>> pieces{bytesOfHeader(header)};
    for (size_t i = 0; i < kSections; ++i) {
        uint64_t const offset = alignSection(i, at);
        pieces.emplace_back(kZeros, offset - at);
        pieces.push_back(parts[i]);
        at = offset + parts[i].size();
        header.sections[i] = {static_cast<uint64_t>(i), offset, parts[i].size(), hash64(parts[i])};
    }
    header.fileBytes = at;
    header.hash = hashOf(header);
    fn(std::span<std::span<std::byte const> const>(pieces));
}

/// A section after its checksum was compared.
std::span<std::byte const> section(Header const& header, Buffer const& file, size_t number, std::string_view name) {
    Section const& s = header.sections[number];
    auto const bytes = file.bytes().subspan(s.offset, s.size);
    if (hash64(bytes) != s.hash)
        throw Error(Message::kEngineChecksum, fmt::format("{} is damaged: the checksum of its section '{}' is wrong",
                                                          called(name), kSectionNames[number]))
            .wanted(fmt::format("{:016x} over bytes {} to {}", s.hash, s.offset, s.offset + s.size))
            .given(fmt::format("{:016x}", hash64(bytes)))
            .tip("copy the file again, or build the engine again");
    return bytes;
}

template <class T>
void decode(std::span<std::byte const> bytes, T& value) {
    BinaryReader in(bytes.data(), bytes.size());
    in.read(value);
    if (!in.atEnd())
        throw DecodeError("bytes after the end of a section");
}

Error malformed(std::string_view name, char const* what) {
    return Error(Message::kEngineStructure, fmt::format("{} contradicts itself: {}", called(name), what))
        .tip("build the engine again with `tenon build`");
}

Info decodeInfo(Header const& header, Buffer const& file, std::string_view name) {
    Info info;
    decode(section(header, file, 0, name), info);
    info.version = versionOf(header);
    info.device = deviceOf(header);
    return info;
}

} // namespace

std::vector<std::byte> encodePlan(Plan const& plan) {
    std::vector<std::byte> out;
    withPieces(plan, [&](auto pieces) {
        for (auto const& piece : pieces)
            out.insert(out.end(), piece.begin(), piece.end());
    });
    return out;
}

int64_t writePlan(Plan const& plan, std::string const& path) {
    size_t bytes = 0;
    withPieces(plan, [&](auto pieces) {
        writeFile(path, pieces);
        for (auto const& piece : pieces)
            bytes += piece.size();
    });
    return static_cast<int64_t>(bytes);
}

Info readInfo(Buffer const& file, std::string_view name) {
    Header const header = readHeader(file.bytes(), name);
    try {
        return decodeInfo(header, file, name);
    } catch (DecodeError const& e) {
        throw malformed(name, e.what());
    }
}

Plan readPlan(Buffer file, std::string_view name) {
    Header const header = readHeader(file.bytes(), name);
    requireDevice(header, name, "cpu");
    try {
        Plan plan;
        plan.info = decodeInfo(header, file, name);
        decode(section(header, file, 1, name), plan);
        section(header, file, 2, name);
        plan.weightBytes = file.slice(header.sections[2].offset, header.sections[2].size);
        verify(plan);
        return plan;
    } catch (DecodeError const& e) {
        throw malformed(name, e.what());
    } catch (std::bad_alloc const&) {
        throw malformed(name, "it asks for more memory than there is");
    }
}

} // namespace tenon::plan
