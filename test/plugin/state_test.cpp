// SPDX-License-Identifier: Apache-2.0
// The bytes of a plugin's state: the same on every machine, and nothing beyond their end is read.
#include <tenon/plugin.h>

#include <gtest/gtest.h>
#include <limits>

namespace test {
namespace {

/// One function for the size and for the bytes, as a plugin has it.
void writeAll(tenon::StateWriter& to) {
    to.put(true).put(int8_t{-2}).put(uint16_t{0x0102}).put(int32_t{-1}).put(int64_t{1} << 40).put(1.5F).put(-2.0);
    to.put(std::string("ab")).put(std::vector<std::string>{"", "c"}).put(std::vector<float>{3});
}

TEST(State, HasOneFormOfBytes) {
    tenon::StateWriter size;
    writeAll(size);
    std::vector<unsigned char> bytes(size.size() + 1, 0xAA);
    tenon::StateWriter to(bytes.data());
    writeAll(to);
    EXPECT_EQ(to.size(), size.size());
    EXPECT_EQ(bytes.back(), 0xAA);
    bytes.pop_back();
    std::vector<unsigned char> const wanted{
        1, 0xFE, 2,    1, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0,   0,   1, 0, 0, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0,    0,
        0, 0,    0xC0, 2, 0,    0,    0,    0,    0, 0, 0, 'a', 'b', 2, 0, 0, 0, 0, 0,    0,    0, 0, 0, 0,    0,
        0, 0,    0,    0, 1,    0,    0,    0,    0, 0, 0, 0,   'c', 1, 0, 0, 0, 0, 0,    0,    0, 0, 0, 0x40, 0x40};
    EXPECT_EQ(bytes, wanted);
}

TEST(State, ReadsBackWhatWasWritten) {
    tenon::StateWriter size;
    writeAll(size);
    std::vector<unsigned char> bytes(size.size());
    tenon::StateWriter to(bytes.data());
    writeAll(to);
    for (size_t have = 0; have <= bytes.size(); ++have) {
        std::vector<unsigned char> const part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(have));
        tenon::StateReader from(part.data(), part.size());
        bool b = false;
        int8_t i8 = 0;
        uint16_t u16 = 0;
        int32_t i32 = 0;
        int64_t i64 = 0;
        float f = 0;
        double d = 0;
        std::string text;
        std::vector<std::string> texts;
        std::vector<float> floats;
        from.get(b).get(i8).get(u16).get(i32).get(i64).get(f).get(d).get(text).get(texts).get(floats);
        EXPECT_EQ(from.good(), have == bytes.size());
        EXPECT_EQ(from.finished(), have == bytes.size());
        if (have < bytes.size())
            continue;
        EXPECT_TRUE(b);
        EXPECT_EQ(i8, -2);
        EXPECT_EQ(u16, 0x0102);
        EXPECT_EQ(i32, -1);
        EXPECT_EQ(i64, int64_t{1} << 40);
        EXPECT_EQ(f, 1.5F);
        EXPECT_EQ(d, -2.0);
        EXPECT_EQ(text, "ab");
        EXPECT_EQ(texts, (std::vector<std::string>{"", "c"}));
        EXPECT_EQ(floats, std::vector<float>{3});
    }
}

TEST(State, ANumberOfElementsIsNotTrusted) {
    for (uint64_t count : {uint64_t{5}, std::numeric_limits<uint64_t>::max()}) {
        unsigned char bytes[8 + 4] = {};
        tenon::StateWriter(bytes).put(count);
        std::vector<int32_t> values;
        EXPECT_FALSE(tenon::StateReader(bytes, sizeof(bytes)).get(values).good());
        EXPECT_LE(values.size(), 2U);
    }
}

} // namespace
} // namespace test
