// SPDX-License-Identifier: Apache-2.0
// JSON of a struct with `reflect` (base/reflect.h): one field for each visit, in that order, an absent optional left
// out, a number that is not finite as null. Text that is not UTF-8 keeps its readable parts.
#pragma once

#include "base/reflect_text.h"

#include <cmath>
#include <map>

namespace tenon::cli {

std::string quoteJson(std::string_view text);
/// The same document with line breaks and indentation.
std::string indentJson(std::string const& text);

class JsonWriter {
public:
    template <class T>
    void operator()(char const* name, T const& value) {
        if constexpr (reflection::IsOptional<T>::value) {
            if (value)
                (*this)(name, *value);
        } else {
            key(name);
            write(value);
        }
    }

    template <class T>
    void write(T const& value) {
        using namespace reflection;
        if constexpr (Textual<T>)
            mText += quoteJson(toText(value));
        else if constexpr (std::is_same_v<T, bool>)
            mText += value ? "true" : "false";
        else if constexpr (std::is_enum_v<T>)
            mText += quoteJson(nameOf(value));
        else if constexpr (std::is_floating_point_v<T>)
            std::isfinite(value) ? text::appendNumber(mText, value) : void(mText += "null");
        else if constexpr (std::is_unsigned_v<T>)
            text::appendNumber(mText, uint64_t{value});
        else if constexpr (std::is_integral_v<T>)
            text::appendNumber(mText, int64_t{value});
        else if constexpr (std::is_convertible_v<T, std::string_view>)
            mText += quoteJson(value);
        else if constexpr (IsVector<T>::value)
            list(value);
        else
            object(value);
    }

    std::string& text() noexcept { return mText; }

private:
    void key(std::string_view name) {
        if (mText.back() != '{')
            mText += ',';
        mText += quoteJson(name);
        mText += ':';
    }

    template <class T>
    void list(std::vector<T> const& values) {
        mText += '[';
        for (T const& value : values) {
            if (mText.back() != '[')
                mText += ',';
            write(value);
        }
        mText += ']';
    }

    template <class T>
    void object(T const& value) {
        mText += '{';
        T::reflect(value, *this);
        mText += '}';
    }
    template <class T>
    void object(std::map<std::string, T> const& values) {
        mText += '{';
        for (auto const& [name, value] : values)
            (*this)(name.c_str(), value);
        mText += '}';
    }

    std::string mText;
};

template <class T>
std::string jsonOf(T const& value) {
    JsonWriter writer;
    writer.write(value);
    return std::move(writer.text());
}

} // namespace tenon::cli
