// SPDX-License-Identifier: Apache-2.0
// Array files: what NumPy writes is read (test_cli.py has files of NumPy itself), what is written is read back, damage
// is refused.
#include "npy.h"

#include "zip.h"

#include "test/cli/expect_error.h"

#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace tenon::cli {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytesOfText(std::string_view text) {
    auto const* first = reinterpret_cast<std::byte const*>(text.data());
    return {first, first + text.size()};
}

/// An .npy file with the header as given.
Bytes npy(std::string const& header, std::string_view elements, char version = 1) {
    std::string text = "\x93NUMPY";
    text += {version, 0, static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
    if (version > 1)
        text += {0, 0};
    text += header;
    text += elements;
    return bytesOfText(text);
}

std::vector<int> shorts(Box const& box) {
    std::vector<int> out;
    for (int64_t i = 0; i < box.elements(); ++i) {
        int16_t value;
        std::memcpy(&value, box.data() + 2 * i, 2);
        out.push_back(value);
    }
    return out;
}

class Folder {
public:
    Folder() : mPath(std::filesystem::temp_directory_path() / ("tenon-npy-" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(mPath);
    }
    ~Folder() { std::filesystem::remove_all(mPath); }
    std::string file(char const* name) const { return (mPath / name).string(); }

private:
    std::filesystem::path mPath;
};

TEST(Npy, ReadsBothAxisAndByteOrders) {
    std::string_view const elements("\1\0\2\0\3\0\4\0\5\0\6\0", 12);
    Box const rows = readNpy(npy("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }", elements), "f").box;
    EXPECT_EQ(rows.dims, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(shorts(rows), (std::vector<int>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(shorts(readNpy(npy("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}", elements), "f").box),
              (std::vector<int>{1, 3, 5, 2, 4, 6}));
    EXPECT_EQ(shorts(readNpy(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (6,)}", elements, 3), "f").box),
              (std::vector<int>{256, 512, 768, 1024, 1280, 1536}));
}

TEST(Npy, ReadsScalarsStringsAndRawBytes) {
    EXPECT_TRUE(readNpy(npy("{'shape': (), 'descr': \"|b1\", 'fortran_order': False}", "\1"), "f").box.dims.empty());
    EXPECT_EQ(
        readNpy(npy("{'descr': '|S3', 'fortran_order': False, 'shape': (2,)}", std::string_view("ab\0c\0\0", 6)), "f")
            .box.strings,
        (std::vector<std::string>{"ab", "c"}));
    EXPECT_EQ(readNpy(npy("{'descr': '<U2', 'fortran_order': False, 'shape': (1,)}",
                          std::string_view("\xe4\0\0\0\x2d\x4e\0\0", 8)),
                      "f")
                  .box.strings,
              std::vector<std::string>{"\xc3\xa4\xe4\xb8\xad"});
    Array const raw = readNpy(npy("{'descr': '<V2', 'fortran_order': False, 'shape': (1,)}", "\x80\x3f"), "f");
    EXPECT_TRUE(raw.raw);
    EXPECT_EQ(raw.box.dtype, DType::kU16);
}

TEST(Npy, RefusesWhatIsNoArray) {
    std::string const head = "TN-010: 'f' is no array that can be read: ";
    EXPECT_EQ(test::errorText([] { readNpy(bytesOfText("PK"), "f"); }),
              head + "it does not begin as an .npy file does");
    EXPECT_EQ(test::errorText([] { readNpy(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "x"), "f"); }),
              head + "it holds pickled Python objects");
    EXPECT_EQ(test::errorText(
                  [] { readNpy(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "12345678"), "f"); }),
              head + "its elements are of type '<c8'");
    EXPECT_EQ(test::errorText(
                  [] { readNpy(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", "12345678"), "f"); }),
              head + "its elements take 12 bytes, and 8 are there");
    EXPECT_EQ(test::errorText([] {
                  readNpy(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", ""), "f");
              }),
              head + "its shape does not fit into 64 bits");
    EXPECT_EQ(test::errorText(
                  [] { readNpy(npy("{'descr': '|S0', 'fortran_order': False, 'shape': (99999999999,)}", ""), "f"); }),
              head + "it holds too many empty strings");
    EXPECT_NE(test::errorText([] { readNpy(npy("{'descr': '<f4', 'shape': (3,)}", ""), "f"); }).find("its header: "),
              std::string::npos);
    EXPECT_NE(test::errorText([] { readNpy(npy("{'descr': '<f4'", ""), "f"); }).find("its header: "),
              std::string::npos);
}

TEST(Npy, WritesWhatItReads) {
    Folder const folder;
    NamedBoxes boxes;
    for (DType type : {DType::kF32, DType::kF64, DType::kBool, DType::kI8, DType::kU64}) {
        Box box;
        box.setTensor(type, std::vector<int64_t>{2, 3});
        for (int64_t i = 0; i < box.bytes(); ++i)
            box.data()[i] = static_cast<std::byte>(type == DType::kBool ? i % 2 : i + 1);
        boxes.emplace_back("a/" + std::string(nameOf(type)), box);
    }
    Box text;
    text.dtype = DType::kString;
    text.dims = {2};
    text.strings = {"\xe4\xb8\xad\xf0\x9f\x98\x80", ""};
    boxes.emplace_back("text", text);
    Box empty;
    empty.setTensor(DType::kF32, std::vector<int64_t>{0, 4});
    boxes.emplace_back("empty", empty);
    writeNpz(folder.file("a.npz"), boxes);
    auto const read = readNpz(Buffer::mapFile(folder.file("a.npz")), "a.npz");
    ASSERT_EQ(read.size(), boxes.size());
    for (size_t i = 0; i < read.size(); ++i) {
        auto const& [name, box] = boxes[i];
        EXPECT_EQ(read[i].first, name);
        EXPECT_EQ(read[i].second.box.dtype, box.dtype);
        EXPECT_EQ(read[i].second.box.dims, box.dims);
        EXPECT_EQ(read[i].second.box.strings, box.strings);
        if (box.dtype != DType::kString && box.bytes() != 0) {
            EXPECT_EQ(std::memcmp(read[i].second.box.data(), box.data(), static_cast<size_t>(box.bytes())), 0);
        }
    }
}

TEST(Npy, FourBitElementsAreSpread) {
    Box box;
    box.setTensor(DType::kI4, std::vector<int64_t>{3});
    box.data()[0] = std::byte{0x7f}; // -1, 7
    box.data()[1] = std::byte{0x08}; // -8
    Box const read = readNpy(writeNpy(box), "f").box;
    ASSERT_EQ(read.dtype, DType::kI8);
    EXPECT_EQ(std::vector<int8_t>(reinterpret_cast<int8_t const*>(read.data()),
                                  reinterpret_cast<int8_t const*>(read.data()) + 3),
              (std::vector<int8_t>{-1, 7, -8}));
}

TEST(Npy, ASequenceCannotGoIntoAnArchive) {
    Box sequence;
    sequence.kind = Kind::kSequence;
    NamedBoxes const boxes{{"y", sequence}};
    EXPECT_EQ(test::errorText([&] { writeNpz("unused.npz", boxes); }),
              "TN-004: output 'y' is a sequence, which an .npz file cannot hold\n  tensor: y\n  try: --outputs-pb DIR "
              "writes every kind of value");
}

/// Every byte of a good archive changed, and every length it can be cut to: an answer or an Error, never anything else.
TEST(Zip, DamageIsRefused) {
    Folder const folder;
    writeZip(folder.file("z"), {{"a.npy", Bytes(40, std::byte{7})}, {"b", Bytes()}});
    Buffer const file = Buffer::mapFile(folder.file("z"));
    Bytes const good(file.bytes().begin(), file.bytes().end());
    ASSERT_EQ(readZip(good, "z").size(), 2U);
    int refused = 0;
    auto attempt = [&](std::span<std::byte const> bytes) {
        try {
            readZip(bytes, "z");
        } catch (Error const& e) {
            EXPECT_EQ(e.id(), Message::kArrayFile);
            ++refused;
        }
    };
    for (size_t size = 0; size < good.size(); ++size)
        attempt(std::span(good).first(size));
    EXPECT_EQ(refused, static_cast<int>(good.size()));
    for (size_t i = 0; i < good.size(); ++i)
        for (int flip : {0x01, 0x80, 0xff}) {
            Bytes bad = good;
            bad[i] ^= static_cast<std::byte>(flip);
            attempt(bad);
        }
    EXPECT_GT(refused, static_cast<int>(good.size()) + 100);
}

} // namespace
} // namespace tenon::cli
