// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"
#include "base/error.h"
#include "base/half.h"
#include "base/reflect_binary.h"
#include "base/reflect_text.h"
#include "base/small_float.h"

#include <cmath>
#include <cstdlib>
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

TEST(SmallFloat, EveryCodeComesBack) {
    for (DType type : {DType::kF8E4M3, DType::kF8E5M2, DType::kF8E4M3Fnuz, DType::kF8E5M2Fnuz, DType::kF4E2M1})
        for (int code = 0; code < (bitsOf(type) == 4 ? 16 : 256); ++code) {
            float const wide = widenSmall(type, static_cast<uint8_t>(code));
            if (std::isnan(wide)) {
                EXPECT_TRUE(std::isnan(widenSmall(type, roundSmall(type, wide)))) << nameOf(type) << ' ' << code;
            } else {
                EXPECT_EQ(roundSmall(type, wide, false), code) << nameOf(type) << ' ' << wide;
            }
        }
    EXPECT_EQ(widenSmall(DType::kE8M0, 0), 0x1p-127f);
    EXPECT_EQ(widenSmall(DType::kE8M0, 254), 0x1p127f);
    EXPECT_TRUE(std::isnan(widenSmall(DType::kE8M0, 255)));
}

TEST(SmallFloat, KnownCodes) {
    struct Row {
        DType type;
        float value;
        uint8_t saturated, unsaturated;
    };
    float const inf = INFINITY;
    Row const rows[] = {
        {DType::kF8E4M3, 1, 0x38, 0x38},          {DType::kF8E4M3, -0.f, 0x80, 0x80},
        {DType::kF8E4M3, 0x1p-9f, 0x01, 0x01},    {DType::kF8E4M3, 0x1p-10f, 0x00, 0x00}, // halfway, to even
        {DType::kF8E4M3, 0x1.8p-9f, 0x02, 0x02},  {DType::kF8E4M3, 464, 0x7e, 0x7e},
        {DType::kF8E4M3, 465, 0x7e, 0x7f},        {DType::kF8E4M3, -inf, 0xfe, 0xff},
        {DType::kF8E5M2, 1, 0x3c, 0x3c},          {DType::kF8E5M2, 61440, 0x7b, 0x7c}, // halfway, to even
        {DType::kF8E5M2, 61439, 0x7b, 0x7b},      {DType::kF8E5M2, -inf, 0xfb, 0xfc},
        {DType::kF8E4M3Fnuz, 1, 0x40, 0x40},      {DType::kF8E4M3Fnuz, -0.f, 0x00, 0x00},
        {DType::kF8E4M3Fnuz, -1e-9f, 0x00, 0x00}, {DType::kF8E4M3Fnuz, 1e9f, 0x7f, 0x80},
        {DType::kF8E5M2Fnuz, 1, 0x40, 0x40},      {DType::kF8E5M2Fnuz, -inf, 0xff, 0x80},
        {DType::kF4E2M1, 2.5, 0x4, 0x4},          {DType::kF4E2M1, 3.5, 0x6, 0x6},
        {DType::kF4E2M1, -5, 0xe, 0xe},           {DType::kF4E2M1, -inf, 0xf, 0xf},
        {DType::kF4E2M1, NAN, 0x7, 0x7},          {DType::kF4E2M1, -0.25, 0x8, 0x8}};
    for (Row const& row : rows) {
        EXPECT_EQ(roundSmall(row.type, row.value), row.saturated) << nameOf(row.type) << ' ' << row.value;
        EXPECT_EQ(roundSmall(row.type, row.value, false), row.unsaturated) << nameOf(row.type) << ' ' << row.value;
    }
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

} // namespace
} // namespace tenon
