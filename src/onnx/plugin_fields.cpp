// SPDX-License-Identifier: Apache-2.0
#include "onnx/plugin_fields.h"

#include "base/error.h"
#include "base/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace tenon::onnx {
namespace {

using nvinfer1::PluginFieldType;
using AttributeKind = AttributeProto::Kind;

constexpr std::pair<PluginFieldType, std::string_view> kNames[] = {
    {PluginFieldType::kFLOAT16, "kFLOAT16"}, {PluginFieldType::kFLOAT32, "kFLOAT32"},
    {PluginFieldType::kFLOAT64, "kFLOAT64"}, {PluginFieldType::kINT8, "kINT8"},
    {PluginFieldType::kINT16, "kINT16"},     {PluginFieldType::kINT32, "kINT32"},
    {PluginFieldType::kCHAR, "kCHAR"},       {PluginFieldType::kDIMS, "kDIMS"},
    {PluginFieldType::kUNKNOWN, "kUNKNOWN"}, {PluginFieldType::kBF16, "kBF16"},
    {PluginFieldType::kINT64, "kINT64"},     {PluginFieldType::kFP8, "kFP8"},
    {PluginFieldType::kINT4, "kINT4"},       {PluginFieldType::kFP4, "kFP4"},
};

Error refuse(AttributeProto const& a, std::string wanted, std::string given) {
    return Error(Message::kPluginField, fmt::format("attribute '{}' cannot be a field of the plugin", a.name))
        .wanted(std::move(wanted))
        .given(std::move(given))
        .tip("give the attribute in that type in the model, or declare another one in the creator's getFieldNames()");
}
Error refuse(AttributeProto const& a, std::string wanted) {
    return refuse(a, std::move(wanted), std::string(nameOf(a.kind)));
}

template <class T, class V>
void append(plugin::Field& field, V value) {
    T const out = static_cast<T>(value);
    auto const* const bytes = reinterpret_cast<std::byte const*>(&out);
    field.data.insert(field.data.end(), bytes, bytes + sizeof(T));
    ++field.count;
}

/// False for a type that holds no numbers of this kind, or a number that does not fit.
bool appendInteger(plugin::Field& field, PluginFieldType type, int64_t value) {
    auto fits = [&](auto sample) {
        using T = decltype(sample);
        if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max())
            return false;
        append<T>(field, value);
        return true;
    };
    switch (type) {
    case PluginFieldType::kINT8:
        return fits(int8_t{});
    case PluginFieldType::kINT16:
        return fits(int16_t{});
    case PluginFieldType::kINT32:
        return fits(int32_t{});
    case PluginFieldType::kINT64:
        return fits(int64_t{});
    default:
        return false;
    }
}

/// Floats of 16 bits may round (an attribute has no form for them), but a number never becomes an infinity; where
/// `exact` is set it must come out as it is. False for a type that holds no floats, and where that is not so.
bool appendFloat(plugin::Field& field, PluginFieldType type, double value, bool exact) {
    auto fits = [&](auto sample) {
        using T = decltype(sample);
        T const stored(static_cast<float>(value));
        double const back = static_cast<double>(static_cast<float>(stored));
        if (exact ? back != value && !std::isnan(value) : std::isinf(back) && !std::isinf(value))
            return false;
        append<T>(field, stored);
        return true;
    };
    switch (type) {
    case PluginFieldType::kFLOAT16:
        return fits(Half{});
    case PluginFieldType::kBF16:
        return fits(BFloat16{});
    case PluginFieldType::kFLOAT32:
        return fits(float{});
    case PluginFieldType::kFLOAT64:
        append<double>(field, value);
        return true;
    default:
        return false;
    }
}

/// A whole number in a type of whole numbers or of floats that holds exactly it.
bool appendWhole(plugin::Field& field, PluginFieldType type, int64_t value) {
    constexpr int64_t kMostExact = int64_t{1} << 53; // of a double
    return appendInteger(field, type, value) ||
           (value >= -kMostExact && value <= kMostExact && appendFloat(field, type, static_cast<double>(value), true));
}

PluginFieldType ownType(AttributeProto const& a) {
    auto const small = [](int64_t i) {
        return i >= std::numeric_limits<int32_t>::min() && i <= std::numeric_limits<int32_t>::max();
    };
    bool const fits = small(a.i) && std::all_of(a.ints.begin(), a.ints.end(), small);
    switch (a.kind) {
    case AttributeKind::kFloat:
    case AttributeKind::kFloats:
        return PluginFieldType::kFLOAT32;
    case AttributeKind::kInt:
    case AttributeKind::kInts:
        return fits ? PluginFieldType::kINT32 : PluginFieldType::kINT64;
    case AttributeKind::kString:
        return PluginFieldType::kCHAR;
    default:
        throw refuse(a, "a number, a list of numbers, a string or a tensor");
    }
}

/// In the declared type where there is one: whole numbers and floats keep their kind, and no value changes.
plugin::Field ofTensor(AttributeProto const& a, std::optional<PluginFieldType> declared, TensorLoader& loader) {
    constexpr std::pair<DType, PluginFieldType> kTypes[] = {
        {DType::kF16, PluginFieldType::kFLOAT16}, {DType::kF32, PluginFieldType::kFLOAT32},
        {DType::kF64, PluginFieldType::kFLOAT64}, {DType::kI8, PluginFieldType::kINT8},
        {DType::kI16, PluginFieldType::kINT16},   {DType::kI32, PluginFieldType::kINT32},
        {DType::kI64, PluginFieldType::kINT64},   {DType::kBF16, PluginFieldType::kBF16},
    };
    TensorData const data = loader.load(a.tensors.front());
    DType const dtype = data.type.dtype;
    auto const* const own =
        std::find_if(std::begin(kTypes), std::end(kTypes), [&](auto const& row) { return row.first == dtype; });
    std::string const given = fmt::format("a tensor of {}", tenon::nameOf(dtype));
    if (own == std::end(kTypes))
        throw refuse(a, "a tensor of f16, bf16, f32, f64, i8, i16, i32 or i64", given);
    int64_t count = 1;
    for (DimExpr const& d : *data.type.dims)
        count *= d.value();
    auto const* const first = data.bytes.data();
    PluginFieldType const type = declared.value_or(own->second);
    if (type == own->second)
        return {std::string(a.name), static_cast<int32_t>(type), count,
                std::vector<std::byte>(first, first + bytesFor(dtype, count))};
    plugin::Field out{std::string(a.name), static_cast<int32_t>(type), 0, {}};
    auto take = [&](auto value) {
        if constexpr (std::is_integral_v<decltype(value)>)
            return appendWhole(out, type, static_cast<int64_t>(value));
        else
            return appendFloat(out, type, static_cast<double>(value), true);
    };
    withType(dtype, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < count; ++i) {
            T value;
            std::memcpy(&value, first + static_cast<size_t>(i) * sizeof(T), sizeof(T));
            if (!take(value))
                throw refuse(a, fmt::format("{}, with values that it holds exactly", nameOf(type)), given);
        }
    });
    return out;
}

} // namespace

std::string_view nameOf(PluginFieldType type) noexcept {
    for (auto const& [known, name] : kNames)
        if (known == type)
            return name;
    return "unknown";
}

plugin::Field fieldOf(AttributeProto const& a, std::optional<PluginFieldType> declared, TensorLoader& loader) {
    if (declared == PluginFieldType::kUNKNOWN)
        declared.reset();
    if (a.kind == AttributeKind::kTensor)
        return ofTensor(a, declared, loader);
    PluginFieldType const type = declared ? *declared : ownType(a);
    plugin::Field out{std::string(a.name), static_cast<int32_t>(type), 0, {}};
    auto need = [&](bool good, std::string const& value = {}) {
        if (!good)
            throw refuse(a, fmt::format("{}, with values that fit", nameOf(type)),
                         std::string(nameOf(a.kind)) + (value.empty() ? "" : " " + value));
    };
    auto integer = [&](int64_t i) { need(appendWhole(out, type, i), fmt::format("{}", i)); };
    auto real = [&](float f) { need(appendFloat(out, type, static_cast<double>(f), false), fmt::format("{}", f)); };
    switch (a.kind) {
    case AttributeKind::kInt:
        integer(a.i);
        break;
    case AttributeKind::kInts:
        need(!a.ints.empty() || type != PluginFieldType::kCHAR);
        std::for_each(a.ints.begin(), a.ints.end(), integer);
        break;
    case AttributeKind::kFloat:
        real(a.f);
        break;
    case AttributeKind::kFloats:
        std::for_each(a.floats.begin(), a.floats.end(), real);
        break;
    case AttributeKind::kString:
        need(type == PluginFieldType::kCHAR);
        out.count = static_cast<int64_t>(a.s.size());
        out.data.resize(a.s.size() + 1); // many creators read it up to a zero
        std::memcpy(out.data.data(), a.s.data(), a.s.size());
        break;
    default:
        throw refuse(a, "a number, a list of numbers, a string or a tensor");
    }
    return out;
}

} // namespace tenon::onnx
