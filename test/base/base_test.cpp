// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"
#include "base/error.h"
#include "base/half.h"
#include "base/reflect.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <limits>
#include <map>

namespace tenon {
namespace {

struct Inner {
    std::string name;
    std::optional<int32_t> maybe;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("maybe", self.maybe);
    }
};

struct Outer {
    int64_t number = 0;
    bool flag = false;
    float real = 0;
    DType type = DType::kF32;
    std::vector<Inner> inner;
    std::variant<std::monostate, int64_t, Inner> choice;
    std::array<int32_t, 2> pair{};
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("number", self.number);
        visit("flag", self.flag);
        visit("real", self.real);
        visit("type", self.type);
        visit("inner", self.inner);
        visit("choice", self.choice);
        visit("pair", self.pair);
    }
};

Outer sample() {
    Outer o;
    o.number = std::numeric_limits<int64_t>::min();
    o.flag = true;
    o.real = 0.1f;
    o.type = DType::kBF16;
    o.inner = {{"a \"quoted\" \\ name\n", 7}, {"", std::nullopt}};
    o.choice = Inner{"chosen", -1};
    o.pair = {3, -4};
    return o;
}

TEST(Reflect, TextComesBack) {
    std::string const text = textOf(sample());
    EXPECT_EQ(textOf(parseText<Outer>(text)), text);
    EXPECT_NE(text.find("type: bf16"), std::string::npos) << text;
}

TEST(Reflect, BytesComeBackAndEveryCutIsRefused) {
    auto const bytes = bytesOf(sample());
    Outer back;
    BinaryReader(bytes.data(), bytes.size()).read(back);
    EXPECT_EQ(bytesOf(back), bytes);
    for (size_t cut = 0; cut < bytes.size(); ++cut) {
        Outer o;
        EXPECT_THROW(BinaryReader(bytes.data(), cut).read(o), DecodeError) << cut;
    }
}

TEST(Reflect, LengthsThatLieAreRefused) {
    std::vector<std::byte> bytes(16, std::byte{0xff});
    std::vector<int64_t> list;
    std::string text;
    EXPECT_THROW(BinaryReader(bytes.data(), bytes.size()).read(list), DecodeError);
    EXPECT_THROW(BinaryReader(bytes.data(), bytes.size()).read(text), DecodeError);
}

TEST(Reflect, WrongTextNamesThePlace) {
    try {
        parseText<Outer>("{number: 1, flag: maybe}");
        FAIL();
    } catch (DecodeError const& e) {
        EXPECT_NE(std::string(e.what()).find("at character 18"), std::string::npos) << e.what();
    }
}

TEST(Half, RoundsToNearestEven) {
    std::map<float, uint16_t> const known = {
        {0.f, 0},          {1.f, 0x3c00},      {-2.f, 0xc000},     {65504.f, 0x7bff},    {65519.f, 0x7bff},
        {65520.f, 0x7c00}, {0x1p-24f, 0x0001}, {0x1p-25f, 0x0000}, {0x1.8p-24f, 0x0002}, {0x1p-14f, 0x0400}};
    for (auto const& [value, bits] : known)
        EXPECT_EQ(Half::round(value), bits) << value;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) { // every half comes back from float
        auto const h = static_cast<uint16_t>(bits);
        float const wide = Half::widen(h);
        if (!std::isnan(wide)) {
            EXPECT_EQ(Half::round(wide), h);
        } else {
            EXPECT_TRUE(std::isnan(Half::widen(Half::round(wide))));
        }
    }
    EXPECT_EQ(BFloat16(1.00390625f).bits, 0x3f80); // halfway, to even
    EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16(NAN))));
}

TEST(Error, SaysWhatWhereWantedGivenTry) {
    Error e = Error(Message::kAxis, "axis 5 lies outside the rank", {"Softmax_3", "softmax", "", ""})
                  .wanted("-2 to 1")
                  .given("5")
                  .tip("look at the export");
    e.locate({"other", "", "x", ""});
    EXPECT_STREQ(e.what(), "TN-043: axis 5 lies outside the rank\n  node: Softmax_3\n  op: softmax\n  tensor: x\n  "
                           "wanted: -2 to 1\n  given: 5\n  try: look at the export");
}

TEST(Error, EveryMessageIsComplete) {
    std::map<int, int> numbers;
    for (MessageInfo const& info : allMessages()) {
        EXPECT_FALSE(info.title.empty() || info.cause.empty() || info.remedy.empty()) << info.name;
        EXPECT_EQ(++numbers[static_cast<int>(info.id)], 1) << info.name << " shares its number";
    }
}

TEST(Buffer, AFailedWriteLeavesTheOldFile) {
    std::string const folder = (std::filesystem::temp_directory_path() / "tenon_buffer_test").string();
    std::filesystem::create_directories(folder);
    std::string const path = folder + "/f";
    auto bytes = [](std::string_view s) { return std::span(reinterpret_cast<std::byte const*>(s.data()), s.size()); };
    writeFile(path, bytes("first"));
    EXPECT_THROW(writeFile(folder + "/missing/f", bytes("x")), Error);
    Buffer const back = Buffer::mapFile(path);
    EXPECT_EQ(std::string_view(back.as<char>(), back.size()), "first");
    EXPECT_THROW(Buffer::mapFile(folder), Error);
    EXPECT_THROW(Buffer::mapFile(folder + "/none"), Error);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1); // no temporary is left
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace tenon
