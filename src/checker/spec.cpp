// SPDX-License-Identifier: Apache-2.0
#include "checker/spec.h"

#include "base/half.h"

#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::checker {

using nvinfer1::PluginFieldType;

namespace {

constexpr char const* kFieldTypes[] = {"float16", "float32", "float64",  "int8",  "int16", "int32", "char",
                                       "dims",    "unknown", "bfloat16", "int64", "fp8",   "int4",  "fp4"};

template <class T>
void append(plugin::Field& f, T value) {
    auto const* bytes = reinterpret_cast<std::byte const*>(&value);
    f.data.insert(f.data.end(), bytes, bytes + sizeof value);
    ++f.count;
}

void appendNumber(plugin::Field& f, double v) {
    switch (static_cast<PluginFieldType>(f.type)) {
    case PluginFieldType::kFLOAT16:
        return append(f, Half(static_cast<float>(v)).bits);
    case PluginFieldType::kBF16:
        return append(f, BFloat16(static_cast<float>(v)).bits);
    case PluginFieldType::kFLOAT32:
        return append(f, static_cast<float>(v));
    case PluginFieldType::kFLOAT64:
        return append(f, v);
    case PluginFieldType::kINT16:
        return append(f, static_cast<int16_t>(v));
    case PluginFieldType::kINT32:
        return append(f, static_cast<int32_t>(v));
    case PluginFieldType::kINT64:
        return append(f, static_cast<int64_t>(v));
    case PluginFieldType::kDIMS:
        return append(f, nvinfer1::Dims64{1, {static_cast<int64_t>(v)}});
    default:
        return append(f, static_cast<int8_t>(v));
    }
}

template <class T>
double first(plugin::Field const& f) {
    T out{};
    std::memcpy(&out, f.data.data(), sizeof out);
    return static_cast<double>(out);
}

} // namespace

char const* fieldTypeName(int32_t type) noexcept {
    return type >= 0 && type < static_cast<int32_t>(std::size(kFieldTypes)) ? kFieldTypes[type] : "?";
}

plugin::Field makeField(std::string const& name, int32_t type, double number, int64_t count) {
    plugin::Field out{name, type, 0, {}};
    for (int64_t i = 0; i < count; ++i)
        appendNumber(out, number);
    return out;
}

plugin::Field makeField(FieldValue const& value, std::vector<DeclaredField> const& declared) {
    auto type = static_cast<int32_t>(value.isText    ? PluginFieldType::kCHAR
                                     : value.isWhole ? PluginFieldType::kINT32
                                                     : PluginFieldType::kFLOAT32);
    for (DeclaredField const& d : declared)
        if (d.name == value.name)
            type = d.type;
    for (size_t i = 0; i < std::size(kFieldTypes); ++i)
        if (value.type == kFieldTypes[i])
            type = static_cast<int32_t>(i);
    plugin::Field out{value.name, type, 0, {}};
    if (value.isText) {
        for (char const c : value.text)
            append(out, c);
        out.data.push_back(std::byte{0}); // not counted; for those who read it as a C string
    } else {
        for (double const v : value.numbers)
            appendNumber(out, v);
    }
    return out;
}

double numberOf(plugin::Field const& f) {
    if (f.count < 1)
        return 0;
    switch (static_cast<PluginFieldType>(f.type)) {
    case PluginFieldType::kFLOAT16:
        return static_cast<double>(Half::widen(static_cast<uint16_t>(first<uint16_t>(f))));
    case PluginFieldType::kFLOAT32:
        return first<float>(f);
    case PluginFieldType::kFLOAT64:
        return first<double>(f);
    case PluginFieldType::kINT8:
        return first<int8_t>(f);
    case PluginFieldType::kINT16:
        return first<int16_t>(f);
    case PluginFieldType::kINT32:
        return first<int32_t>(f);
    case PluginFieldType::kINT64:
        return first<int64_t>(f);
    default:
        return 0;
    }
}

std::string textOf(plugin::Fields const& fields) {
    std::string out;
    for (plugin::Field const& f : fields.list)
        out += fmt::format("{}{} {}[{}]{}", out.empty() ? "" : ", ", f.name, fieldTypeName(f.type), f.count,
                           f.count > 0 && f.type != static_cast<int32_t>(PluginFieldType::kCHAR)
                               ? fmt::format(" {}", numberOf(f))
                               : "");
    return out.empty() ? "none" : out;
}

std::string Point::text() const {
    std::string out = textOf(inputs);
    for (Shape const& values : elements)
        out += fmt::format(" [{}]", fmt::join(values, ","));
    return out;
}

int64_t Point::volume() const {
    int64_t n = 0;
    for (Shape const& s : inputs)
        n += volumeOf(s);
    return n;
}

} // namespace tenon::checker
