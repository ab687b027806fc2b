// SPDX-License-Identifier: Apache-2.0
#include "onnx/element_type.h"

#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace tenon::onnx {
namespace {

struct Row {
    std::string_view name;
    std::optional<DType> type;
};

constexpr Row kRows[] = {
    // the index is ONNX's number
    {"UNDEFINED", {}},
    {"FLOAT", DType::kF32},
    {"UINT8", DType::kU8},
    {"INT8", DType::kI8},
    {"UINT16", DType::kU16},
    {"INT16", DType::kI16},
    {"INT32", DType::kI32},
    {"INT64", DType::kI64},
    {"STRING", DType::kString},
    {"BOOL", DType::kBool},
    {"FLOAT16", DType::kF16},
    {"DOUBLE", DType::kF64},
    {"UINT32", DType::kU32},
    {"UINT64", DType::kU64},
    {"COMPLEX64", {}},
    {"COMPLEX128", {}},
    {"BFLOAT16", DType::kBF16},
    {"FLOAT8E4M3FN", DType::kF8E4M3},
    {"FLOAT8E4M3FNUZ", DType::kF8E4M3Fnuz},
    {"FLOAT8E5M2", DType::kF8E5M2},
    {"FLOAT8E5M2FNUZ", DType::kF8E5M2Fnuz},
    {"UINT4", DType::kU4},
    {"INT4", DType::kI4},
    {"FLOAT4E2M1", DType::kF4E2M1},
    {"FLOAT8E8M0", DType::kE8M0},
    {"UINT2", DType::kU2},
    {"INT2", DType::kI2},
    {"FLOAT6E2M3", {}},
    {"FLOAT6E3M2", {}},
};

} // namespace

std::optional<DType> dtypeOf(int32_t onnxType) noexcept {
    auto const i = static_cast<size_t>(onnxType);
    return onnxType >= 0 && i < std::size(kRows) ? kRows[i].type : std::nullopt;
}

int32_t onnxTypeOf(DType type) noexcept {
    for (size_t i = 0; i < std::size(kRows); ++i)
        if (kRows[i].type == type)
            return static_cast<int32_t>(i);
    return 0;
}

std::string onnxTypeName(int32_t onnxType) {
    auto const i = static_cast<size_t>(onnxType);
    return onnxType >= 0 && i < std::size(kRows) ? std::string(kRows[i].name) : fmt::format("{} (unknown)", onnxType);
}

std::string readableTypes() {
    std::string out;
    for (Row const& row : kRows)
        if (row.type)
            out += fmt::format("{}{}", out.empty() ? "" : ", ", row.name);
    return out;
}

} // namespace tenon::onnx
