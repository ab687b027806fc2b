// SPDX-License-Identifier: Apache-2.0
// CustomHardmax against a plain loop, exactly: every rank and axis, ties, NaN, halves; by hand, from ONNX, after a
// load.
#include "sample.h"

#include <cmath>
#include <tenon/plugin_call.h>

namespace test {
namespace {

using Half = tenon::author::Half;

/// The definition: the first greatest element of each slice is 1, NaN being the greatest.
template <class T>
std::vector<T> wanted(std::vector<T> const& x, Extents const& dims, size_t axis) {
    Extents const left(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(axis));
    int64_t const count = dims[axis], inner = product(dims) == 0 ? 0 : product(dims) / product(left) / count;
    std::vector<T> y(x.size(), T(0.0F));
    for (size_t first = 0; first < x.size(); ++first) {
        auto const at = static_cast<int64_t>(first);
        if (at / inner % count != 0)
            continue;
        int64_t best = at;
        for (int64_t i = at; i < at + count * inner; i += inner) {
            auto const value = static_cast<double>(static_cast<float>(x[static_cast<size_t>(i)]));
            auto const top = static_cast<double>(static_cast<float>(x[static_cast<size_t>(best)]));
            if (value > top || (std::isnan(value) && !std::isnan(top)))
                best = i;
        }
        y[static_cast<size_t>(best)] = T(1.0F);
    }
    return y;
}

std::vector<float> randoms(size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> out(count);
    for (float& v : out)
        v = static_cast<float>((static_cast<double>(random()) / 4294967296.0 - 0.5) * 200);
    return out;
}

PluginField axisField(int32_t const& axis) {
    return {"axis", &axis, PluginFieldType::kINT32, 1};
}
size_t placeOf(int32_t axis, size_t rank) {
    return static_cast<size_t>(axis < 0 ? axis + static_cast<int32_t>(rank) : axis);
}

void check(std::string const& style, size_t rank) {
    SampleLibrary const library("hardmax", style);
    auto const r = static_cast<int32_t>(rank);
    for (int32_t axis = -r; axis < r; ++axis) {
        Case const c{"CustomHardmax", Extents(rank, 1), Extents(rank, 3), DataType::kFLOAT, {axisField(axis)}};
        Logger logger;
        Loaded byHand(buildByHand(c, logger));
        Loaded fromModel(buildFromModel(c, {t::attribute("axis", int64_t{axis})}, logger));
        ASSERT_TRUE(byHand.engine && fromModel.engine) << logger.text() << byHand.logger.text();
        std::mt19937 random(static_cast<unsigned>(axis + 100));
        for (unsigned round = 0; round < 3; ++round) {
            Extents dims(rank);
            for (int64_t& d : dims)
                d = 1 + static_cast<int64_t>(random() % 3);
            auto const x = randoms(static_cast<size_t>(product(dims)), round);
            auto const y = wanted(x, dims, placeOf(axis, rank));
            EXPECT_EQ(runSaved(byHand, dims, x), y) << style << " axis " << axis << " of " << textOf(dims);
            EXPECT_EQ(runSaved(fromModel, dims, x), y) << style << " axis " << axis << " of " << textOf(dims);
        }
    }
}

class Hardmax : public ::testing::TestWithParam<size_t> {};

TEST_P(Hardmax, IsExactAlongEveryAxis) {
    for (char const* style : kStyles)
        check(style, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Ranks, Hardmax, ::testing::Range<size_t>(1, 8)); // the document's

TEST(HardmaxSizes, OneDimAtATime) {
    for (char const* style : kStyles) {
        SampleLibrary const library("hardmax", style);
        for (size_t rank = 1; rank <= 3; ++rank)
            for (size_t open = 0; open < rank; ++open)
                for (size_t axis = 0; axis < rank; ++axis) {
                    auto const number = static_cast<int32_t>(axis);
                    Case c{"CustomHardmax", {}, {}, DataType::kFLOAT, {axisField(number)}};
                    for (size_t i = 0; i < rank; ++i)
                        c.max.push_back(3 - static_cast<int64_t>(i % 2));
                    c.min = c.max;
                    c.min[open] = 0;
                    c.max[open] = 1000;
                    Logger logger;
                    Loaded loaded(buildByHand(c, logger));
                    ASSERT_TRUE(loaded.engine) << logger.text();
                    for (int64_t extent : {0, 1, 7, 64, 200, 1000}) {
                        Extents dims = c.max;
                        dims[open] = extent;
                        auto const x = randoms(static_cast<size_t>(product(dims)), 5);
                        EXPECT_EQ(runSaved(loaded, dims, x), wanted(x, dims, axis)) << textOf(dims) << "axis " << axis;
                    }
                }
    }
}

TEST(HardmaxSizes, EightDims) {
    SampleLibrary const library("hardmax", "");
    Extents const dims{2, 1, 2, 3, 1, 2, 2, 3};
    for (int32_t axis : {0, 3, 7, -8}) {
        Logger logger;
        Loaded loaded(buildByHand({"CustomHardmax", dims, dims, DataType::kFLOAT, {axisField(axis)}}, logger));
        auto const x = randoms(static_cast<size_t>(product(dims)), 9);
        EXPECT_EQ(runSaved(loaded, dims, x), wanted(x, dims, placeOf(axis, 8))) << logger.text();
    }
}

/// Slices whose answer a faulty rule gets wrong: the greatest magnitude, the last of equals, NaN passed over.
std::vector<float> difficult() {
    float const nan = std::nanf("");
    return {-5,  -1, -3,  2,     2, 1,  -7,        3,         0,         1,  nan,      9,
            nan, 1,  nan, -0.0F, 0, -1, -INFINITY, -INFINITY, -INFINITY, -1, INFINITY, INFINITY};
}

TEST(HardmaxValues, TiesAndNaNFollowTheRule) {
    for (char const* style : kStyles) {
        SampleLibrary const library("hardmax", style);
        int32_t const rows = 1, columns = 0;
        Logger logger;
        Loaded along(buildByHand({"CustomHardmax", {8, 3}, {8, 3}, DataType::kFLOAT, {axisField(rows)}}, logger));
        EXPECT_EQ(runSaved(along, {8, 3}, difficult()),
                  (Floats{0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}));
        Loaded across(buildByHand({"CustomHardmax", {3, 8}, {3, 8}, DataType::kFLOAT, {axisField(columns)}}, logger));
        EXPECT_EQ(runSaved(across, {3, 8}, difficult()), wanted(difficult(), {3, 8}, 0));
        std::vector<float> row(200, -3.0F); // longer than what is looked at in one go
        row[70] = row[130] = 2;
        Loaded longer(buildByHand({"CustomHardmax", {200}, {200}}, logger)); // the last axis by default
        EXPECT_EQ(runSaved(longer, {200}, row), wanted(row, {200}, 0));
    }
}

TEST(HardmaxValues, HalvesAreExact) {
    for (char const* style : kStyles) {
        SampleLibrary const library("hardmax", style);
        Extents const dims{5, 70, 3};
        for (int32_t axis = 0; axis < 3; ++axis) {
            Logger logger;
            Loaded loaded(buildByHand({"CustomHardmax", dims, dims, DataType::kHALF, {axisField(axis)}}, logger));
            std::vector<Half> x;
            for (float v : randoms(static_cast<size_t>(product(dims)), 3))
                x.emplace_back(std::floor(v / 20)); // with many ties
            x[4] = Half(std::nanf(""));
            auto const y = runSaved(loaded, dims, x), right = wanted(x, dims, static_cast<size_t>(axis));
            ASSERT_EQ(y.size(), right.size()) << logger.text();
            for (size_t i = 0; i < y.size(); ++i)
                EXPECT_EQ(y[i].bits, right[i].bits) << i;
        }
    }
}

TEST(HardmaxFields, AnAxisThatIsNotThereIsRefused) {
    for (char const* style : kStyles) {
        SampleLibrary const library("hardmax", style);
        for (int32_t axis : {2, -3}) {
            Logger logger;
            EXPECT_TRUE(
                buildByHand({"CustomHardmax", {2, 2}, {2, 2}, DataType::kFLOAT, {axisField(axis)}}, logger).empty());
            EXPECT_TRUE(logger.says("'CustomHardmax' version '1'")) << logger.text();
        }
        int64_t const wide = 1;
        Logger logger;
        Case const wrong{"CustomHardmax", {2}, {2}, DataType::kFLOAT, {{"axis", &wide, PluginFieldType::kINT64, 1}}};
        EXPECT_TRUE(buildByHand(wrong, logger).empty());
    }
}

} // namespace
} // namespace test
