// SPDX-License-Identifier: Apache-2.0
// The text form of reflectable values, and its parser:
//     {name: value, list: [1, 2], text: "..."}; an absent optional is `none`, a variant is `index:value`.
#pragma once

#include "base/reflect.h"

namespace tenon {

namespace text {
void appendQuoted(std::string& out, std::string_view value);
void appendNumber(std::string& out, double value);
void appendNumber(std::string& out, float value);
void appendNumber(std::string& out, int64_t value);
void appendNumber(std::string& out, uint64_t value);
} // namespace text

class TextWriter {
public:
    template <class T>
    void operator()(char const* name, T const& value) {
        if (!mFirst)
            mText += ", ";
        mFirst = false;
        mText += name;
        mText += ": ";
        write(value);
    }

    template <class T>
    void write(T const& value) {
        using namespace reflection;
        if constexpr (Textual<T>) {
            text::appendQuoted(mText, toText(value));
        } else if constexpr (std::is_same_v<T, bool>) {
            mText += value ? "true" : "false";
        } else if constexpr (NamedEnum<T>) {
            mText += nameOf(value);
        } else if constexpr (std::is_enum_v<T>) {
            text::appendNumber(mText, static_cast<int64_t>(value));
        } else if constexpr (std::is_floating_point_v<T>) {
            text::appendNumber(mText, value);
        } else if constexpr (std::is_unsigned_v<T>) {
            text::appendNumber(mText, uint64_t{value});
        } else if constexpr (std::is_integral_v<T>) {
            text::appendNumber(mText, int64_t{value});
        } else if constexpr (std::is_same_v<T, std::string>) {
            text::appendQuoted(mText, value);
        } else if constexpr (IsVector<T>::value || IsArray<T>::value) {
            mText += '[';
            for (size_t i = 0; i < value.size(); ++i) {
                if (i != 0)
                    mText += ", ";
                write(static_cast<typename T::value_type const&>(value[i]));
            }
            mText += ']';
        } else if constexpr (IsOptional<T>::value) {
            if (value)
                write(*value);
            else
                mText += "none";
        } else if constexpr (IsVariant<T>::value) {
            text::appendNumber(mText, uint64_t{value.index()});
            mText += ':';
            std::visit([this](auto const& held) { write(held); }, value);
        } else if constexpr (Struct<T const>) {
            bool const outer = std::exchange(mFirst, true);
            mText += '{';
            T::reflect(value, *this);
            mText += '}';
            mFirst = outer;
        } else if constexpr (std::is_same_v<T, std::monostate>) {
            mText += "none";
        } else {
            static_assert(kUnsupported<T>, "no text form for this type");
        }
    }

    std::string& text() noexcept { return mText; }

private:
    std::string mText;
    bool mFirst = true;
};

/// Reads what TextWriter wrote. Fields must come in the same order. Throws DecodeError with the position.
class TextReader {
public:
    explicit TextReader(std::string_view text) : mText(text) {}

    template <class T>
    void operator()(char const* name, T& value) {
        if (!mFirst)
            expect(",");
        mFirst = false;
        expect(name);
        expect(":");
        read(value);
    }

    template <class T>
    void read(T& value) {
        using namespace reflection;
        if constexpr (Textual<T>) {
            value = fromText(quoted(), static_cast<T*>(nullptr));
        } else if constexpr (std::is_same_v<T, bool>) {
            value = accept("true");
            if (!value)
                expect("false");
        } else if constexpr (NamedEnum<T>) {
            value = named<T>(word());
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(integer());
        } else if constexpr (std::is_floating_point_v<T>) {
            value = static_cast<T>(number());
        } else if constexpr (std::is_integral_v<T>) {
            value = static_cast<T>(integer());
        } else if constexpr (std::is_same_v<T, std::string>) {
            value = quoted();
        } else if constexpr (IsVector<T>::value) {
            value.clear();
            expect("[");
            while (!accept("]")) {
                if (!value.empty())
                    expect(",");
                typename T::value_type item{};
                read(item);
                value.push_back(std::move(item));
            }
        } else if constexpr (IsArray<T>::value) {
            expect("[");
            for (size_t i = 0; i < value.size(); ++i) {
                if (i != 0)
                    expect(",");
                read(value[i]);
            }
            expect("]");
        } else if constexpr (IsOptional<T>::value) {
            value.reset();
            if (!accept("none"))
                read(value.emplace());
        } else if constexpr (IsVariant<T>::value) {
            if (!emplaceAlternative(value, static_cast<uint64_t>(integer())))
                fail("a known alternative");
            expect(":");
            std::visit([this](auto& held) { read(held); }, value);
        } else if constexpr (Struct<T>) {
            bool const outer = std::exchange(mFirst, true);
            expect("{");
            T::reflect(value, *this);
            expect("}");
            mFirst = outer;
        } else if constexpr (std::is_same_v<T, std::monostate>) {
            expect("none");
        } else {
            static_assert(kUnsupported<T>, "no text form for this type");
        }
    }

    bool accept(std::string_view token);
    void expect(std::string_view token);
    std::string quoted();
    std::string_view word();
    int64_t integer();
    double number();
    bool atEnd();
    size_t position() const noexcept { return mAt; }
    std::string_view rest() const noexcept { return mText.substr(mAt); }
    void skip(size_t count) noexcept { mAt += count; }
    [[noreturn]] void fail(std::string_view wanted) const;

private:
    void space();

    template <class T>
    T named(std::string_view name) const {
        for (int i = 0; i < 256; ++i)
            if (nameOf(static_cast<T>(i)) == name)
                return static_cast<T>(i);
        fail("a known name");
    }

    std::string_view mText;
    size_t mAt = 0;
    bool mFirst = true;
};

template <class T>
std::string textOf(T const& value) {
    TextWriter writer;
    writer.write(value);
    return std::move(writer.text());
}

template <class T>
T parseText(std::string_view text) {
    T value{};
    TextReader reader(text);
    reader.read(value);
    if (!reader.atEnd())
        reader.fail("the end");
    return value;
}

} // namespace tenon
