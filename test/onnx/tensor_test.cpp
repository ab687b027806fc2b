// SPDX-License-Identifier: Apache-2.0
// Elements of tensors: every element type in every field that may hold it, external data, and every way in which they
// do not fit.
#include "onnx/tensor.h"

#include "base/error.h"
#include "base/half.h"
#include "test/onnx/model_writer.h"

#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <optional>
#include <unistd.h>

namespace tenon {
namespace {

using namespace test;
namespace fs = std::filesystem;

struct Loaded {
    onnx::TensorData data;
    Buffer file;

    template <class T>
    std::vector<T> as() const {
        std::vector<T> out(data.bytes.size() / sizeof(T));
        if (!out.empty())
            std::memcpy(out.data(), data.bytes.data(), data.bytes.size());
        return out;
    }
    bool inFile() const { return data.bytes.data() >= file.data() && data.bytes.data() < file.data() + file.size(); }
};

Loaded load(Wire const& m, std::optional<std::string> folder = std::nullopt) {
    Buffer const file = m.buffer();
    onnx::TensorLoader loader(file, std::move(folder));
    return {loader.load(onnx::parseTensor(file.bytes())), file};
}

Error errorOf(Wire const& m, std::optional<std::string> folder = std::nullopt) {
    try {
        load(m, std::move(folder));
    } catch (Error const& e) {
        return e;
    }
    ADD_FAILURE() << "no error";
    return Error(Message::kUsage, "none");
}

template <class T>
void expectRaw(int type, DType dtype, std::vector<T> const& values) {
    auto const count = static_cast<int64_t>(values.size());
    Loaded const l = load(tensor("t", type, {count}).text(9, raw(values)));
    EXPECT_EQ(l.data.type, Type::tensor(dtype, Dims{DimExpr(count)}));
    EXPECT_EQ(l.as<T>(), values) << nameOf(dtype);
}

TEST(Tensor, RawDataOfEveryType) {
    expectRaw<float>(1, DType::kF32, {1.5F, -2, 3e30F});
    expectRaw<uint8_t>(2, DType::kU8, {0, 200, 255});
    expectRaw<int8_t>(3, DType::kI8, {0, -128, 127});
    expectRaw<uint16_t>(4, DType::kU16, {0, 65535});
    expectRaw<int16_t>(5, DType::kI16, {-32768, 1});
    expectRaw<int32_t>(6, DType::kI32, {-5, 1 << 30});
    expectRaw<int64_t>(7, DType::kI64, {-5, int64_t{1} << 60});
    expectRaw<uint8_t>(9, DType::kBool, {0, 1, 1});
    expectRaw<uint16_t>(10, DType::kF16, {0x3c00, 0xc000});
    expectRaw<double>(11, DType::kF64, {1e300, -0.5});
    expectRaw<uint32_t>(12, DType::kU32, {0xffffffffU});
    expectRaw<uint64_t>(13, DType::kU64, {~uint64_t{0}});
    expectRaw<uint16_t>(16, DType::kBF16, {0x3f80});
    expectRaw<uint8_t>(17, DType::kF8E4M3, {0x38, 0x40});
    expectRaw<uint8_t>(18, DType::kF8E4M3Fnuz, {0x38});
    expectRaw<uint8_t>(19, DType::kF8E5M2, {0x3c});
    expectRaw<uint8_t>(20, DType::kF8E5M2Fnuz, {0x3c});
    expectRaw<uint8_t>(24, DType::kE8M0, {0x7f});
    for (auto [type, dtype] : {std::pair{21, DType::kU4}, {22, DType::kI4}, {23, DType::kF4E2M1}}) {
        Loaded const l =
            load(tensor("t", type, {3}).text(9, raw<uint8_t>({0x21, 0x03}))); // two to a byte, the last one alone
        EXPECT_EQ(l.data.type.dtype, dtype);
        EXPECT_EQ(l.as<uint8_t>(), (std::vector<uint8_t>{0x21, 0x03}));
    }
}

TEST(Tensor, FourElementsOfTwoBitsShareAByte) {
    for (auto [type, dtype] : {std::pair{25, DType::kU2}, {26, DType::kI2}}) {
        Loaded const l = load(tensor("t", type, {5}).text(9, raw<uint8_t>({0xe4, 0x01})));
        EXPECT_EQ(l.data.type.dtype, dtype);
        EXPECT_EQ(l.as<uint8_t>(), (std::vector<uint8_t>{0xe4, 0x01}));
    }
}

TEST(Tensor, TypedFieldsOfEveryType) {
    EXPECT_EQ(load(tensor("t", 1, {2}).reals(4, {1, -2})).as<float>(), (std::vector<float>{1, -2}));
    EXPECT_EQ(load(tensor("t", 11, {2}).doubles(10, {1, -2})).as<double>(), (std::vector<double>{1, -2}));
    EXPECT_EQ(load(tensor("t", 7, {2}).numbers(7, {-1, int64_t{1} << 50})).as<int64_t>(),
              (std::vector<int64_t>{-1, int64_t{1} << 50}));
    EXPECT_EQ(load(tensor("t", 13, {1}).numbers(11, {-1})).as<uint64_t>(), (std::vector<uint64_t>{~uint64_t{0}}));
    EXPECT_EQ(load(tensor("t", 12, {1}).numbers(11, {0xfffffffe})).as<uint32_t>(),
              (std::vector<uint32_t>{0xfffffffeU}));
    EXPECT_EQ(load(tensor("t", 6, {2}).numbers(5, {-1, 7})).as<int32_t>(), (std::vector<int32_t>{-1, 7}));
    EXPECT_EQ(load(tensor("t", 5, {2}).numbers(5, {-2, 7})).as<int16_t>(), (std::vector<int16_t>{-2, 7}));
    EXPECT_EQ(load(tensor("t", 4, {2}).numbers(5, {65535, 7})).as<uint16_t>(), (std::vector<uint16_t>{65535, 7}));
    EXPECT_EQ(load(tensor("t", 3, {2}).numbers(5, {-2, 7})).as<int8_t>(), (std::vector<int8_t>{-2, 7}));
    EXPECT_EQ(load(tensor("t", 2, {2}).numbers(5, {255, 7})).as<uint8_t>(), (std::vector<uint8_t>{255, 7}));
    EXPECT_EQ(load(tensor("t", 9, {3}).numbers(5, {0, 1, 256})).as<uint8_t>(), (std::vector<uint8_t>{0, 1, 1}));
    EXPECT_EQ(load(tensor("t", 10, {2}).numbers(5, {0x3c00, 0xc000})).as<uint16_t>(),
              (std::vector<uint16_t>{0x3c00, 0xc000}));
    EXPECT_EQ(load(tensor("t", 16, {1}).numbers(5, {0x3f80})).as<uint16_t>(), (std::vector<uint16_t>{0x3f80}));
    for (int type : {17, 18, 19, 20, 24})
        EXPECT_EQ(load(tensor("t", type, {2}).numbers(5, {0x38, 0xff})).as<uint8_t>(),
                  (std::vector<uint8_t>{0x38, 0xff}));
    for (int type : {21, 22, 23})
        EXPECT_EQ(load(tensor("t", type, {3}).numbers(5, {0x21, 0x03})).as<uint8_t>(),
                  (std::vector<uint8_t>{0x21, 0x03}));
}

TEST(Tensor, NumbersMayComeUnpacked) {
    EXPECT_EQ(load(tensor("t", 1, {2}).real(4, 1).real(4, -2)).as<float>(), (std::vector<float>{1, -2}));
    EXPECT_EQ(load(tensor("t", 7, {3}).number(7, 1).numbers(7, {2, 3})).as<int64_t>(), (std::vector<int64_t>{1, 2, 3}));
    EXPECT_EQ(load(Wire().number(1, 2).number(1, 1).number(2, 1).reals(4, {1, 2})).data.type,
              Type::tensor(DType::kF32, Dims{2, 1}));
}

TEST(Tensor, RawDataStayInTheFileWhereAligned) {
    int inFile = 0;
    for (std::string name = "t"; name.size() < 9; name += 't') { // each name moves the data by one byte
        Loaded const l = load(tensor(name, 1, {2}).text(9, raw<float>({1, 2})));
        EXPECT_EQ(l.as<float>(), (std::vector<float>{1, 2}));
        EXPECT_EQ(reinterpret_cast<uintptr_t>(l.data.bytes.data()) % 4, 0U);
        inFile += l.inFile();
    }
    EXPECT_EQ(inFile, 2); // of 8 neighbouring places
}

TEST(Tensor, BoolsAreZeroOrOneInMemory) {
    EXPECT_EQ(load(tensor("t", 9, {3}).text(9, raw<uint8_t>({0, 2, 255}))).as<uint8_t>(),
              (std::vector<uint8_t>{0, 1, 1}));
}

TEST(Tensor, ScalarsAndEmptyTensors) {
    EXPECT_EQ(load(tensor("t", 1, {}).text(9, raw<float>({7}))).data.type, Type::tensor(DType::kF32, Dims{}));
    for (Wire const& m : {tensor("t", 7, {0}), tensor("t", 7, {0}).text(9, ""), tensor("t", 7, {4, 0})}) {
        Loaded const l = load(m);
        EXPECT_EQ(l.data.bytes.size(), 0U);
        EXPECT_NE(l.data.bytes.data(), nullptr);
    }
}

TEST(Tensor, WrongSizesNameTheTensorAndBothSizes) {
    Error const e = errorOf(tensor("weight", 1, {2, 3}).text(9, raw<float>({1, 2})));
    EXPECT_EQ(e.id(), Message::kOnnxTensor);
    EXPECT_EQ(e.where().tensor, "weight");
    EXPECT_EQ(e.wantedText(), "24 bytes");
    EXPECT_EQ(e.givenText(), "8 bytes");
    Error const typed = errorOf(tensor("weight", 1, {3}).reals(4, {1, 2}));
    EXPECT_EQ(typed.wantedText(), "3 numbers");
    EXPECT_EQ(typed.givenText(), "2 numbers");
    EXPECT_EQ(errorOf(tensor("t", 9, {3}).numbers(5, {1})).id(), Message::kOnnxTensor);
    EXPECT_EQ(errorOf(tensor("t", 7, {3}).reals(4, {1, 2, 3})).id(), Message::kOnnxTensor); // the field of another type
    EXPECT_EQ(errorOf(tensor("t", 22, {5}).numbers(5, {1, 2})).id(), Message::kOnnxTensor);
}

TEST(Tensor, DimsThatOverflowOrAreNegative) {
    for (std::vector<int64_t> const& dims :
         {std::vector<int64_t>{int64_t{1} << 62, 8}, {-1}, {int64_t{1} << 40, int64_t{1} << 40}}) {
        Error const e = errorOf(tensor("w", 1, dims).text(9, "1234"));
        EXPECT_EQ(e.id(), Message::kOnnxTensor);
        EXPECT_EQ(e.where().tensor, "w");
    }
    // A size that fits, and data that do not: nothing of that size is allocated.
    EXPECT_EQ(errorOf(tensor("w", 1, {int64_t{1} << 50}).reals(4, {1})).id(), Message::kOnnxTensor);
}

TEST(Tensor, FormsThatAreNotRead) {
    for (int type : {0, 14, 15, 27, 28, 99, -3})
        EXPECT_EQ(errorOf(tensor("w", type, {1}).text(9, "12345678")).id(), Message::kOnnxTensorType) << type;
    EXPECT_EQ(errorOf(tensor("w", 8, {1}).text(6, "text")).id(), Message::kOnnxTensorType);
}

TEST(Tensor, DamagedPackedData) {
    EXPECT_EQ(errorOf(tensor("w", 7, {1}).text(7, "\xff")).id(), Message::kOnnxFile);
    EXPECT_EQ(errorOf(tensor("w", 1, {1}).text(4, "123")).id(), Message::kOnnxFile);
}

Wire external(std::string_view name, std::vector<int64_t> const& dims, std::string_view location,
              std::string_view offset = {}, std::string_view length = {}) {
    Wire m = tensor(name, 1, dims).number(14, 1).message(13, Wire().text(1, "location").text(2, location));
    if (!offset.empty())
        m.message(13, Wire().text(1, "offset").text(2, offset));
    if (!length.empty())
        m.message(13, Wire().text(1, "length").text(2, length));
    return m;
}

class External : public testing::Test {
protected:
    External() {
        fs::create_directories(mFolder / "sub");
        std::vector<float> const values{0, 1, 2, 3, 4, 5};
        writeFile((mFolder / "w.bin").string(), std::as_bytes(std::span(values)));
        writeFile((mFolder / "sub" / "v.bin").string(), std::as_bytes(std::span(values)));
    }
    ~External() override { fs::remove_all(mFolder); }

    std::string folder() const { return mFolder.string(); }
    fs::path mFolder = fs::temp_directory_path() / ("tenon_external_" + std::to_string(::getpid()));
};

TEST_F(External, ReadsFromTheModelsFolder) {
    EXPECT_EQ(load(external("w", {6}, "w.bin"), folder()).as<float>(), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(load(external("w", {2}, "w.bin", "8"), folder()).as<float>(), (std::vector<float>{2, 3}));
    EXPECT_EQ(load(external("w", {2}, "sub/v.bin", "16", "8"), folder()).as<float>(), (std::vector<float>{4, 5}));
    EXPECT_EQ(load(external("w", {0}, "w.bin", "24"), folder()).as<float>(), (std::vector<float>{}));
    EXPECT_EQ(load(external("w", {1}, "./w.bin", "4"), folder()).as<float>(), (std::vector<float>{1}));
}

TEST_F(External, OneMappingForAllTensors) {
    Buffer const a = external("a", {2}, "w.bin", "0").buffer(), b = external("b", {2}, "w.bin", "8").buffer();
    onnx::TensorLoader loader({}, folder());
    auto const first = loader.load(onnx::parseTensor(a.bytes())), second = loader.load(onnx::parseTensor(b.bytes()));
    EXPECT_EQ(second.bytes.data() - first.bytes.data(), 8);
}

TEST_F(External, OffsetThatIsNotAlignedIsCopied) {
    std::vector<std::byte> bytes(9);
    float const value = 2.5F;
    std::memcpy(bytes.data() + 1, &value, 4);
    writeFile((mFolder / "odd.bin").string(), bytes);
    EXPECT_EQ(load(external("w", {1}, "odd.bin", "1"), folder()).as<float>(), (std::vector<float>{2.5F}));
}

TEST_F(External, MissingFileNamesThePathTried) {
    Error const e = errorOf(external("weight", {6}, "gone.bin"), folder());
    EXPECT_EQ(e.id(), Message::kOnnxExternal);
    EXPECT_EQ(e.where().tensor, "weight");
    EXPECT_NE(e.summary().find(folder() + "/gone.bin"), std::string::npos);
    EXPECT_EQ(errorOf(external("w", {6}, "sub"), folder()).id(), Message::kOnnxExternal); // a folder
}

TEST_F(External, RangesBeyondTheEnd) {
    for (auto const& [offset, length] :
         {std::pair{"4", ""}, {"24", ""}, {"25", ""}, {"18446744073709551615", ""}, {"4", "24"}}) {
        Error const e = errorOf(external("w", {6}, "w.bin", offset, length), folder());
        EXPECT_EQ(e.id(), Message::kOnnxExternal) << offset;
        EXPECT_EQ(e.givenText(), "a file of 24 bytes");
    }
    EXPECT_EQ(errorOf(external("w", {6}, "w.bin", "0", "20"), folder()).id(), Message::kOnnxTensor);
    EXPECT_EQ(errorOf(external("w", {6}, "w.bin", "-4"), folder()).id(), Message::kOnnxExternal);
    EXPECT_EQ(errorOf(external("w", {6}, "w.bin", "4x"), folder()).id(), Message::kOnnxExternal);
}

TEST_F(External, PathsThatLeaveTheFolder) {
    for (std::string const& path : {std::string("../w.bin"), std::string("sub/../../w.bin"), folder() + "/w.bin",
                                    std::string(), std::string("w.bin\0x", 7)}) {
        Error const e = errorOf(external("w", {6}, path), folder());
        EXPECT_EQ(e.id(), Message::kOnnxExternal) << path;
    }
}

TEST_F(External, FromMemoryNeedsAFolder) {
    Error const e = errorOf(external("w", {6}, "w.bin"));
    EXPECT_EQ(e.id(), Message::kOnnxExternal);
    EXPECT_EQ(e.tips().size(), 1U);
}

} // namespace
} // namespace tenon
