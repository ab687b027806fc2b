// SPDX-License-Identifier: Apache-2.0
// Engine files: what is written is read back, the same Plan gives the same bytes, and every damage is told by its own
// message.
#include "base/reflect_binary.h"
#include "plan/codec.h"

#include "base/hash.h"
#include "plan/header.h"
#include "plans/make.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tenon;
using namespace tenon::plan;
using Bytes = std::vector<std::byte>;

namespace {

Message messageOf(Bytes const& bytes) {
    try {
        readPlan(Buffer::copy(bytes), "x.engine");
    } catch (Error const& e) {
        EXPECT_FALSE(e.summary().empty());
        EXPECT_NE(e.summary().find("x.engine"), std::string::npos) << e.what();
        return e.id();
    }
    return Message{};
}

Bytes good() {
    return encodePlan(test::richPlan());
}

/// Changes the header and makes its checksum right again.
template <class F>
Bytes withHeader(Bytes bytes, F&& change) {
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    change(header);
    header.hash = hashOf(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

Bytes replaced(Bytes const& bytes, std::string_view what, std::string_view with) {
    std::string text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    auto const* p = reinterpret_cast<std::byte const*>(text.data());
    return {p, p + text.size()};
}

} // namespace

TEST(Codec, ReadsWhatItWrote) {
    Plan const plan = test::richPlan();
    Plan const back = readPlan(Buffer::copy(encodePlan(plan)));
    EXPECT_EQ(bytesOf(plan), bytesOf(back));
    EXPECT_EQ(bytesOf(plan.info), bytesOf(back.info));
    EXPECT_EQ(toString(plan), toString(back));
    EXPECT_EQ(plan.weightBytes.size(), back.weightBytes.size());
    EXPECT_EQ(0, std::memcmp(plan.weightBytes.data(), back.weightBytes.data(), back.weightBytes.size()));
}

TEST(Codec, SamePlanSameBytes) {
    EXPECT_EQ(good(), good());
    EXPECT_EQ(encodePlan(readPlan(Buffer::copy(good()))), good());
}

TEST(Codec, WeightsAreMappedInPlace) {
    std::string const path = testing::TempDir() + "codec_test.engine";
    writePlan(test::richPlan(), path);
    Buffer const file = Buffer::mapFile(path);
    EXPECT_EQ(file.size(), good().size());
    Plan const plan = readPlan(file, path);
    EXPECT_GE(plan.weightBytes.data(), file.data());
    EXPECT_EQ(static_cast<size_t>(plan.weightBytes.data() - file.data()) % kWeightAlignment, 0u);
    std::filesystem::remove(path);
}

TEST(Codec, HeaderIsReadableOnItsOwn) {
    Bytes bytes = good();
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes[header.sections[1].offset] ^= std::byte{1}; // the rest may be damaged
    Info const info = readInfo(Buffer::copy(bytes));
    EXPECT_EQ(info.user.at("team"), "x");
    EXPECT_EQ(info.device, "cpu");
    EXPECT_EQ(info.layers.at(0).refused.at(0).reason, "no reason at all");
    Bytes const other = withHeader(good(), [](Header& h) { std::memcpy(h.device, "cuda", 5); });
    EXPECT_EQ(readInfo(Buffer::copy(other)).device, "cuda");
}

TEST(Codec, FailedWriteLeavesTheOldFile) {
    EXPECT_THROW(writePlan(test::softmaxPlan(), "/nowhere/x.engine"), Error);
}

// Case A15: hostile engine files.
TEST(HostileEngine, NoEngineAtAll) {
    EXPECT_EQ(messageOf({}), Message::kNotAnEngine);
    EXPECT_EQ(messageOf({std::byte{'x'}}), Message::kNotAnEngine);
    EXPECT_EQ(messageOf(Bytes(size_t{1} << 20)), Message::kNotAnEngine);
    Bytes changed = good();
    changed[1] = std::byte{'P'};
    EXPECT_EQ(messageOf(changed), Message::kNotAnEngine);
    EXPECT_THROW(readPlan(Buffer{}), Error);
}

TEST(HostileEngine, OnnxFile) {
    unsigned char const onnx[] = {0x08, 0x08, 0x12, 0x07, 'p', 'y', 't', 'o', 'r', 'c', 'h', 0x3a, 0x00};
    auto const* p = reinterpret_cast<std::byte const*>(onnx);
    try {
        readPlan(Buffer::copy({p, sizeof onnx}), "model.onnx");
        FAIL();
    } catch (Error const& e) {
        EXPECT_EQ(e.id(), Message::kIsOnnx);
        ASSERT_EQ(e.tips().size(), 1u);
        EXPECT_EQ(e.tips()[0], "tenon build model.onnx -o model.engine");
    }
}

TEST(HostileEngine, CutAnywhere) {
    Bytes const all = good();
    EXPECT_EQ(messageOf({all.begin(), all.begin() + 1}), Message::kEngineCut);
    for (size_t n = 64; n < all.size(); n += 64)
        EXPECT_EQ(messageOf({all.begin(), all.begin() + static_cast<ptrdiff_t>(n)}), Message::kEngineCut) << n;
    try {
        readPlan(Buffer::copy({all.data(), 320}), "x.engine");
    } catch (Error const& e) {
        EXPECT_EQ(e.summary(), "'x.engine' is cut at byte 320 of " + std::to_string(all.size()));
    }
}

TEST(HostileEngine, OtherVersionOrDevice) {
    EXPECT_EQ(messageOf(withHeader(good(), [](Header& h) { ++h.format; })), Message::kEngineVersion);
    Bytes raw = good();
    raw[8] ^= std::byte{2}; // the format's number, without a new checksum
    EXPECT_EQ(messageOf(raw), Message::kEngineVersion);
    EXPECT_EQ(messageOf(withHeader(good(), [](Header& h) { std::memcpy(h.version, "0.2.0", 6); })),
              Message::kEngineVersion);
    EXPECT_EQ(messageOf(withHeader(good(), [](Header& h) { std::memcpy(h.version, "0.1.9", 6); })), Message{});
    EXPECT_EQ(messageOf(withHeader(good(), [](Header& h) { std::memcpy(h.device, "cuda", 5); })),
              Message::kEngineDevice);
    Bytes device = good();
    std::memcpy(device.data() + offsetof(Header, device), "cuda", 5);
    EXPECT_EQ(messageOf(device), Message::kEngineDevice);
    try {
        readPlan(Buffer::copy(withHeader(good(), [](Header& h) { std::memcpy(h.version, "7.3.1", 6); })), "x.engine");
    } catch (Error const& e) {
        EXPECT_NE(e.summary().find("7.3.1"), std::string::npos);
        EXPECT_NE(e.summary().find("0.1.0"), std::string::npos);
        EXPECT_EQ(e.summary().find('\n'), std::string::npos);
    }
}

TEST(HostileEngine, FlippedBytes) {
    Bytes const all = good();
    Header header;
    std::memcpy(&header, all.data(), sizeof header);
    for (size_t i = 0; i < 200; ++i) {
        size_t const at = all.size() * i / 200 + i % 7;
        if (at >= all.size())
            continue;
        Bytes changed = all;
        changed[at] ^= std::byte{static_cast<unsigned char>(1u << (i % 8))};
        Message const id = messageOf(changed);
        bool const inHeader = at < sizeof header;
        bool const inPadding =
            (at >= header.sections[0].offset + header.sections[0].size && at < header.sections[1].offset) ||
            (at >= header.sections[1].offset + header.sections[1].size && at < header.sections[2].offset);
        bool const good = inHeader ? id == Message::kEngineChecksum || id == Message::kNotAnEngine ||
                                         id == Message::kEngineVersion || id == Message::kEngineTextMode
                                   : id == (inPadding ? Message{} : Message::kEngineChecksum);
        EXPECT_TRUE(good) << "byte " << at << ": " << idText(id);
    }
}

TEST(HostileEngine, ContradictionsUnderRightChecksums) {
    Plan plan = test::richPlan();
    plan.weights[1].offset += 64;
    EXPECT_EQ(messageOf(encodePlan(plan)), Message::kEngineStructure);
}

TEST(HostileEngine, TrailingBytes) {
    Bytes more = good();
    more.resize(more.size() + 16);
    EXPECT_EQ(messageOf(more), Message::kEngineTrailing);
}

TEST(HostileEngine, TextMode) {
    Bytes const all = good();
    EXPECT_EQ(messageOf(replaced(all, "\r\n", "\n")), Message::kEngineTextMode);
    EXPECT_EQ(messageOf(replaced(all, "\n", "\r\n")), Message::kEngineTextMode);
    auto const stop = std::find(all.begin(), all.end(), std::byte{0x1a});
    EXPECT_EQ(messageOf({all.begin(), stop}), Message::kEngineTextMode);
}

TEST(HostileEngine, SectionLengthBeyondAllMemory) {
    for (size_t s = 0; s < kSections; ++s) {
        Bytes const raw = [&] {
            Bytes b = good();
            uint64_t const size = uint64_t{1} << 63;
            std::memcpy(b.data() + offsetof(Header, sections) + s * sizeof(Section) + offsetof(Section, size), &size,
                        8);
            return b;
        }();
        EXPECT_EQ(messageOf(raw), Message::kEngineChecksum);
        EXPECT_EQ(messageOf(withHeader(raw, [](Header&) {})), Message::kEngineStructure);
    }
    EXPECT_EQ(messageOf(withHeader(good(), [](Header& h) { h.sectionCount = 0xffffffff; })), Message::kEngineStructure);
    EXPECT_EQ(messageOf(withHeader(good(), [](Header& h) { h.sections[1].offset += 16; })), Message::kEngineStructure);
}

TEST(HostileEngine, TakesLittleMemory) {
#ifdef TENON_SANITIZED
    GTEST_SKIP() << "a sanitizer's own memory cannot be limited";
#endif
    pid_t const child = fork();
    if (child == 0) {
        long pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        rlimit limit{};
        limit.rlim_cur = limit.rlim_max = static_cast<rlim_t>(pages) * 4096 + (size_t{64} << 20);
        setrlimit(RLIMIT_AS, &limit);
        Bytes const all = good();
        Header header;
        std::memcpy(&header, all.data(), sizeof header);
        int bad = 0;
        for (size_t at = header.sections[1].offset; at + 8 <= header.sections[1].offset + header.sections[1].size;
             ++at) {
            Bytes changed = all; // every length in turn becomes absurd, with a right checksum
            uint64_t const lie = (uint64_t{1} << 40) + at;
            std::memcpy(changed.data() + at, &lie, 8);
            header.sections[1].hash =
                hash64(std::span(changed).subspan(header.sections[1].offset, header.sections[1].size));
            header.hash = hashOf(header);
            std::memcpy(changed.data(), &header, sizeof header);
            try {
                readPlan(Buffer::copy(changed));
            } catch (Error const& e) {
                bad += e.summary().find("more memory") != std::string::npos || e.id() != Message::kEngineStructure;
            }
        }
        _exit(bad == 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(HostileEngine, GoodFileStillLoads) {
    EXPECT_EQ(messageOf(good()), Message{});
}
