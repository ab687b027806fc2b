// SPDX-License-Identifier: Apache-2.0
#include "plugin/fields.h"

#include "base/error.h"

#include <cstring>
#include <optional>

namespace tenon::plugin {
namespace {

using nvinfer1::PluginFieldType;

/// Bits of an element; absent for a type that is not known. Shapes are those of version 3: 64 bits an extent.
std::optional<int64_t> bitsOf(PluginFieldType type) {
    switch (type) {
    case PluginFieldType::kINT4:
    case PluginFieldType::kFP4:
        return 4;
    case PluginFieldType::kINT8:
    case PluginFieldType::kCHAR:
    case PluginFieldType::kUNKNOWN:
    case PluginFieldType::kFP8:
        return 8;
    case PluginFieldType::kFLOAT16:
    case PluginFieldType::kBF16:
    case PluginFieldType::kINT16:
        return 16;
    case PluginFieldType::kFLOAT32:
    case PluginFieldType::kINT32:
        return 32;
    case PluginFieldType::kFLOAT64:
    case PluginFieldType::kINT64:
        return 64;
    case PluginFieldType::kDIMS:
        return static_cast<int64_t>(sizeof(nvinfer1::Dims64) * 8);
    }
    return std::nullopt;
}

} // namespace

Fields Fields::copy(nvinfer1::PluginFieldCollection const& from, Key const& key) {
    Fields out;
    if (from.nbFields < 0 || (from.nbFields > 0 && from.fields == nullptr))
        throw Error(Message::kPluginField, fmt::format("the fields of the plugin {} cannot be kept", key.text()),
                    {{}, {}, {}, key.path()})
            .wanted("as many fields as nbFields says")
            .given(fmt::format("nbFields {}, {}", from.nbFields, from.fields == nullptr ? "null" : "a list"));
    for (int32_t i = 0; i < from.nbFields; ++i) {
        nvinfer1::PluginField const& f = from.fields[i];
        auto refuse = [&](std::string given) {
            std::string const name = f.name == nullptr ? fmt::format("number {}", i) : fmt::format("'{}'", f.name);
            return Error(Message::kPluginField,
                         fmt::format("field {} of the plugin {} cannot be kept", name, key.text()),
                         {{}, {}, {}, key.path()})
                .given(std::move(given));
        };
        std::optional<int64_t> const bits = bitsOf(f.type);
        if (f.name == nullptr)
            throw refuse("no name");
        if (!bits)
            throw refuse(fmt::format("type {}", static_cast<int32_t>(f.type)));
        if (f.length < 0)
            throw refuse(fmt::format("length {}", f.length));
        if (f.data == nullptr && f.length != 0)
            throw refuse("a null pointer");
        std::vector<std::byte> data(static_cast<size_t>((f.length * *bits + 7) / 8));
        if (!data.empty())
            std::memcpy(data.data(), f.data, data.size());
        out.list.push_back({f.name, static_cast<int32_t>(f.type), f.length, std::move(data)});
    }
    return out;
}

FieldView::FieldView(Fields const& fields) {
    for (Field const& f : fields.list)
        mFields.emplace_back(f.name.c_str(), f.data.data(), static_cast<PluginFieldType>(f.type),
                             static_cast<int32_t>(f.count));
    mCollection = {static_cast<int32_t>(mFields.size()), mFields.data()};
}

} // namespace tenon::plugin
