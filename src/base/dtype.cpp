// SPDX-License-Identifier: Apache-2.0
// The one table of element types.
#include "base/dtype.h"

namespace tenon {
namespace {

enum class Class : uint8_t { kFloat, kInteger, kOther };

struct Row {
    DType type;
    int bits;
    Class kind;
    std::string_view name;
};

constexpr Row kRows[] = {
    {DType::kF32, 32, Class::kFloat, "f32"},
    {DType::kF16, 16, Class::kFloat, "f16"},
    {DType::kI8, 8, Class::kInteger, "i8"},
    {DType::kI32, 32, Class::kInteger, "i32"},
    {DType::kBool, 8, Class::kOther, "bool"},
    {DType::kU8, 8, Class::kInteger, "u8"},
    {DType::kF8E4M3, 8, Class::kFloat, "f8e4m3"},
    {DType::kBF16, 16, Class::kFloat, "bf16"},
    {DType::kI64, 64, Class::kInteger, "i64"},
    {DType::kI4, 4, Class::kInteger, "i4"},
    {DType::kF4E2M1, 4, Class::kFloat, "f4e2m1"},
    {DType::kE8M0, 8, Class::kFloat, "e8m0"},
    {DType::kF64, 64, Class::kFloat, "f64"},
    {DType::kI16, 16, Class::kInteger, "i16"},
    {DType::kU16, 16, Class::kInteger, "u16"},
    {DType::kU32, 32, Class::kInteger, "u32"},
    {DType::kU64, 64, Class::kInteger, "u64"},
    {DType::kU4, 4, Class::kInteger, "u4"},
    {DType::kF8E5M2, 8, Class::kFloat, "f8e5m2"},
    {DType::kF8E4M3Fnuz, 8, Class::kFloat, "f8e4m3fnuz"},
    {DType::kF8E5M2Fnuz, 8, Class::kFloat, "f8e5m2fnuz"},
    {DType::kI2, 2, Class::kInteger, "i2"},
    {DType::kU2, 2, Class::kInteger, "u2"},
    {DType::kString, 0, Class::kOther, "string"},
};

Row const* find(DType type) noexcept {
    for (Row const& row : kRows)
        if (row.type == type)
            return &row;
    return nullptr;
}

} // namespace

int bitsOf(DType type) noexcept {
    Row const* row = find(type);
    return row == nullptr ? 0 : row->bits;
}

std::string_view nameOf(DType type) noexcept {
    Row const* row = find(type);
    return row == nullptr ? "unknown" : row->name;
}

std::optional<DType> dtypeFromName(std::string_view name) noexcept {
    for (Row const& row : kRows)
        if (row.name == name)
            return row.type;
    return std::nullopt;
}

bool isKnown(DType type) noexcept {
    return find(type) != nullptr;
}

bool isFloating(DType type) noexcept {
    Row const* row = find(type);
    return row != nullptr && row->kind == Class::kFloat;
}

bool isInteger(DType type) noexcept {
    Row const* row = find(type);
    return row != nullptr && row->kind == Class::kInteger;
}

} // namespace tenon
