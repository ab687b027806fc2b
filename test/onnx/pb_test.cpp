// SPDX-License-Identifier: Apache-2.0
// Values written to a file and read again by the declared type; files that hold something else.
#include "onnx/pb.h"

#include "base/error.h"
#include "test/onnx/model_writer.h"

#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace tenon {
namespace {

using namespace test;

Box floatBox(std::vector<int64_t> const& dims, std::vector<float> const& values) {
    Box box;
    box.setTensor(DType::kF32, dims);
    if (!values.empty())
        std::memcpy(box.data(), values.data(), values.size() * sizeof(float));
    return box;
}
Box stringBox(std::vector<std::string> values) {
    Box box;
    box.setTensor(DType::kString, std::vector<int64_t>{static_cast<int64_t>(values.size())});
    box.strings = std::move(values);
    return box;
}
Box listOf(Kind kind, std::vector<Box> items) {
    Box box;
    box.kind = kind;
    box.items = std::move(items);
    return box;
}

void expectEqual(Box const& a, Box const& b) {
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.dtype, b.dtype);
    EXPECT_EQ(a.dims, b.dims);
    EXPECT_EQ(a.strings, b.strings);
    EXPECT_EQ(a.integerKeys, b.integerKeys);
    if (a.kind == Kind::kTensor && a.dtype != DType::kString && a.bytes() != 0) {
        EXPECT_EQ(std::memcmp(a.data(), b.data(), static_cast<size_t>(a.bytes())), 0);
    }
    ASSERT_EQ(a.items.size(), b.items.size());
    for (size_t i = 0; i < a.items.size(); ++i)
        expectEqual(a.items[i], b.items[i]);
}

Box again(Box const& box, Type const& declared) {
    std::string const bytes = onnx::valueMessage(box, "v");
    return onnx::readValue(Buffer::copy(std::as_bytes(std::span(bytes.data(), bytes.size()))), declared);
}

Type const kFloats = Type::tensor(DType::kF32, std::nullopt);
Type const kStrings = Type::tensor(DType::kString, std::nullopt);

TEST(ValueFile, TensorsComeBack) {
    for (Box const& box : {floatBox({2, 2}, {1, 2, 3, 4}), floatBox({}, {5}), floatBox({0, 3}, {})})
        expectEqual(again(box, kFloats), box);
    Box const strings = stringBox({"grün", "", std::string("a\0b", 3)});
    expectEqual(again(strings, kStrings), strings);
}

TEST(ValueFile, SequencesOptionalsAndMapsComeBack) {
    Box const list = listOf(Kind::kSequence, {floatBox({1}, {1}), floatBox({2}, {2, 3})});
    expectEqual(again(list, Type::sequence(kFloats)), list);
    Box const nothing = listOf(Kind::kSequence, {});
    expectEqual(again(nothing, Type::sequence(kFloats)), nothing);
    Box const some = listOf(Kind::kOptional, {floatBox({1}, {1})}), none = listOf(Kind::kOptional, {});
    expectEqual(again(some, Type::optional(kFloats)), some);
    expectEqual(again(none, Type::optional(kFloats)), none);
    Box const nested = listOf(Kind::kOptional, {list});
    expectEqual(again(nested, Type::optional(Type::sequence(kFloats))), nested);

    Box byNumber = listOf(Kind::kMap, {floatBox({}, {1}), floatBox({}, {2})});
    byNumber.dtype = DType::kI64;
    byNumber.integerKeys = {-3, 7};
    Type const numbers{Kind::kMap, DType::kI64, std::nullopt, {kFloats}};
    expectEqual(again(byNumber, numbers), byNumber);
    Box byText = listOf(Kind::kMap, {floatBox({}, {1})});
    byText.dtype = DType::kString;
    byText.strings = {"ключ"};
    Type const texts{Kind::kMap, DType::kString, std::nullopt, {kFloats}};
    expectEqual(again(byText, texts), byText);
    Box maps = listOf(Kind::kSequence, {byText, byText});
    maps.dtype = DType::kString; // the type of the elements, which an empty sequence could not tell
    expectEqual(again(maps, Type::sequence(texts)), maps);
}

Message idOf(Box const& box, Type const& declared) {
    try {
        again(box, declared);
    } catch (Error const& e) {
        return e.id();
    }
    return Message::kUsage;
}

TEST(ValueFile, AnotherTypeThanDeclared) {
    EXPECT_EQ(idOf(floatBox({1}, {1}), kStrings), Message::kOnnxValueFile);
    EXPECT_EQ(idOf(listOf(Kind::kSequence, {stringBox({"a"})}), Type::sequence(kFloats)), Message::kOnnxValueFile);
    EXPECT_EQ(idOf(listOf(Kind::kSequence, {listOf(Kind::kSequence, {})}), Type::sequence(kFloats)),
              Message::kOnnxValueFile);
    Box map = listOf(Kind::kMap, {floatBox({}, {1})});
    map.dtype = DType::kI64; // one value and no key
    EXPECT_EQ(idOf(map, {Kind::kMap, DType::kI64, std::nullopt, {kFloats}}), Message::kOnnxValueFile);
    EXPECT_EQ(idOf(map, {Kind::kMap, DType::kString, std::nullopt, {kFloats}}), Message::kOnnxValueFile);
}

TEST(ValueFile, DimsThatLieTakeNoMemory) {
    for (int type : {1, 8}) {
        Wire const lie = tensor("x", type, {int64_t{1} << 50}).text(9, "1234").text(6, "text");
        EXPECT_THROW(onnx::readValue(lie.buffer(), type == 1 ? kFloats : kStrings), Error);
    }
}

TEST(ValueFile, FilesOnDisk) {
    auto const path =
        (std::filesystem::temp_directory_path() / ("tenon_value_" + std::to_string(::getpid()) + ".pb")).string();
    Box const box = floatBox({2}, {1, 2});
    onnx::writeValueFile(path, box, "x");
    expectEqual(onnx::readValueFile(path, kFloats), box);
    writeFile(path, std::as_bytes(std::span("\x0a\xff\xff", 3)));
    try {
        onnx::readValueFile(path, kFloats);
        ADD_FAILURE() << "no error";
    } catch (Error const& e) {
        EXPECT_EQ(e.id(), Message::kOnnxFile);
        EXPECT_NE(e.summary().find(path), std::string::npos);
    }
    std::filesystem::remove(path);
    EXPECT_THROW(onnx::readValueFile(path, kFloats), Error);
}

} // namespace
} // namespace tenon
