// SPDX-License-Identifier: Apache-2.0
// What is wrong with a file, most telling answer first: no engine at all, damaged by a text-mode copy, another version,
// cut, checksum.
#include "plan/header.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/version.h"
#include "plan/codec.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::plan {
namespace {

template <size_t N>
std::string textIn(char const (&field)[N]) {
    std::string out(field, strnlen(field, N));
    for (char& c : out)
        if (c < 0x20 || c > 0x7e)
            c = '?';
    return out;
}

template <size_t N>
void setText(char (&field)[N], std::string_view text) {
    std::memcpy(field, text.data(), std::min(text.size(), N));
}

bool startsWith(std::span<std::byte const> file, std::string_view text) noexcept {
    return file.size() >= text.size() && std::memcmp(file.data(), text.data(), text.size()) == 0;
}

/// An ONNX ModelProto begins with its ir_version, a small number, and goes on with another field of the message.
bool looksLikeOnnx(std::span<std::byte const> file) noexcept {
    if (file.size() < 4 || file[0] != std::byte{0x08} || file[1] == std::byte{0} || file[1] > std::byte{30})
        return false;
    constexpr unsigned char kFields[] = {0x12, 0x1a, 0x22, 0x28, 0x32, 0x3a, 0x42, 0x72};
    return std::find(std::begin(kFields), std::end(kFields), static_cast<unsigned char>(file[2])) != std::end(kFields);
}

[[noreturn]] void refuseMagic(std::span<std::byte const> file, std::string_view name) {
    using namespace std::string_view_literals;
    bool const stopped = file.size() == 6 && startsWith(file, "\x89TNN\r\n"sv);
    if (stopped || startsWith(file, "\x89TNN\n\x1a\n"sv) || startsWith(file, "\x89TNN\r\r\n"sv) ||
        startsWith(file, "\tTNN"sv))
        throw Error(Message::kEngineTextMode,
                    fmt::format("{} looks like an engine that was read or copied as text", called(name)))
            .given(stopped ? "6 bytes: reading stopped at the first control-Z" : "its line ends were translated")
            .tip("open and copy the file in binary mode");
    if (file.size() < sizeof kMagic && std::memcmp(file.data(), kMagic, file.size()) == 0)
        throw Error(Message::kEngineCut, fmt::format("{} is cut at byte {}, inside the header of {} bytes",
                                                     called(name), file.size(), sizeof(Header)))
            .tip("copy the file again, or build the engine again");
    if (looksLikeOnnx(file)) {
        std::string const model(name.empty() ? "MODEL.onnx" : name), stem = model.substr(0, model.rfind('.'));
        throw Error(Message::kIsOnnx,
                    fmt::format("{} is an ONNX file: build it first", name.empty() ? "this" : called(name)))
            .tip(fmt::format("tenon build {} -o {}{}.engine", model, stem, stem + ".engine" == model ? ".built" : ""));
    }
    throw Error(Message::kNotAnEngine, fmt::format("{} is not an engine: it does not begin as one", called(name)))
        .given(fmt::format("{} bytes that begin with {:02x}", file.size(), static_cast<unsigned>(file[0])))
        .tip("give the file that `tenon build MODEL.onnx -o FILE.engine` wrote");
}

bool isMinorVersion(std::string const& version) {
    std::string const prefix = std::string(minorVersion()) + ".";
    return version.starts_with(prefix);
}

Error cut(std::string_view name, size_t size, uint64_t wanted) {
    return Error(Message::kEngineCut, fmt::format("{} is cut at byte {} of {}", called(name), size, wanted))
        .tip("copy the file again, or build the engine again");
}

} // namespace

std::string called(std::string_view name) {
    return name.empty() ? "the engine" : fmt::format("'{}'", name);
}

std::string versionOf(Header const& header) {
    return textIn(header.version);
}

std::string deviceOf(Header const& header) {
    return textIn(header.device);
}

Header makeHeader(std::string_view device) {
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.format = kFormat;
    header.sectionCount = kSections;
    setText(header.version, version());
    setText(header.device, device);
    return header;
}

uint64_t hashOf(Header header) noexcept {
    header.hash = 0;
    return hash64({reinterpret_cast<std::byte const*>(&header), sizeof header});
}

uint64_t alignSection(size_t number, uint64_t end) noexcept {
    uint64_t const unit = number + 1 == kSections ? kWeightAlignment : 16;
    return (end + unit - 1) / unit * unit;
}

Header readHeader(std::span<std::byte const> file, std::string_view name) {
    if (file.empty())
        throw Error(Message::kNotAnEngine, fmt::format("{} is not an engine: it is empty", called(name)))
            .tip("a build that failed, or a copy that did not start, leaves such a file: build the engine again");
    if (file.size() < sizeof kMagic || std::memcmp(file.data(), kMagic, sizeof kMagic) != 0)
        refuseMagic(file, name);
    Header header{};
    std::memcpy(&header, file.data(), std::min(file.size(), sizeof header));
    if (file.size() < offsetof(Header, hash))
        throw Error(Message::kEngineCut, fmt::format("{} is cut at byte {}, inside the header of {} bytes",
                                                     called(name), file.size(), sizeof(Header)))
            .tip("copy the file again, or build the engine again");
    if (header.format != kFormat || !isMinorVersion(versionOf(header)))
        throw Error(Message::kEngineVersion,
                    fmt::format("{} was made by Tenon {} (file format {}); this is Tenon {} (file format {})",
                                called(name), versionOf(header), header.format, version(), kFormat))
            .tip("build the engine again with this version");
    if (file.size() < sizeof header)
        throw cut(name, file.size(), header.fileBytes);
    if (header.hash != hashOf(header)) {
        std::string const device = deviceOf(header);
        if (device == "cuda") // a header edited by hand: say what its author wanted to know
            requireDevice(header, name, "cpu");
        throw Error(Message::kEngineChecksum,
                    fmt::format("{} is damaged: the checksum of its header is wrong", called(name)))
            .tip("copy the file again, or build the engine again");
    }
    if (file.size() < header.fileBytes)
        throw cut(name, file.size(), header.fileBytes);
    if (file.size() > header.fileBytes)
        throw Error(Message::kEngineTrailing,
                    fmt::format("{} has {} bytes after its end", called(name), file.size() - header.fileBytes))
            .wanted(fmt::format("{} bytes", header.fileBytes))
            .given(fmt::format("{} bytes", file.size()))
            .tip("copy the file again, or build the engine again");
    uint64_t at = sizeof header;
    bool good = header.sectionCount == kSections;
    for (size_t i = 0; i < kSections && good; ++i) {
        Section const& s = header.sections[i];
        good = s.kind == i && s.offset == alignSection(i, at) && s.offset <= file.size() &&
               s.size <= file.size() - s.offset;
        at = s.offset + s.size;
    }
    if (!good || at != file.size())
        throw Error(Message::kEngineStructure,
                    fmt::format("{} contradicts itself: its section table does not fit the file", called(name)))
            .tip("build the engine again with `tenon build`");
    return header;
}

std::optional<uint64_t> sizeFromHeader(std::span<std::byte const> begin) noexcept {
    Header header{};
    if (begin.size() < sizeof header)
        return std::nullopt;
    std::memcpy(&header, begin.data(), sizeof header);
    bool const good = std::memcmp(header.magic, kMagic, sizeof kMagic) == 0 && header.format == kFormat &&
                      header.hash == hashOf(header);
    return good ? std::optional(header.fileBytes) : std::nullopt;
}

void requireDevice(Header const& header, std::string_view name, std::string_view device) {
    std::string const made = deviceOf(header);
    if (made != device)
        throw Error(Message::kEngineDevice, fmt::format("{} was made for another device", called(name)))
            .wanted(std::string(device))
            .given(made)
            .tip(fmt::format("build it again with --device {}", device));
}

} // namespace tenon::plan
