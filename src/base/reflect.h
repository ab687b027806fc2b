// SPDX-License-Identifier: Apache-2.0
// One function per struct, and everything that walks over fields follows from it: text form and its parser, binary form
// and its reader, equality, hash. A reflectable struct has
//     template <class Self, class V> static void reflect(Self& self, V& visit) { visit("axis", self.axis);
//     visit("pads", self.pads); }
// Fields may be numbers, bool, enums, strings, vectors, arrays, optionals, variants, other reflectable structs, and
// types that give `std::string toText(T const&)` and `T fromText(std::string_view, T*)` of their own. Binary is
// little-endian and without padding; a reader checks every length, so hostile bytes end in DecodeError and nothing
// else.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tenon {

/// Text or bytes that do not have the form of the type read.
class DecodeError : public std::exception {
public:
    explicit DecodeError(std::string text) : mText(std::move(text)) {}
    char const* what() const noexcept override { return mText.c_str(); }

private:
    std::string mText;
};

namespace reflection {

struct AnyVisitor {
    template <class T>
    void operator()(char const*, T&) {}
};

template <class T>
concept Struct = requires(T& value, AnyVisitor& visit) {
    std::remove_const_t<T>::reflect(value, visit);
};
template <class T>
concept Textual = requires(T const& value, T* tag) {
    { toText(value) } -> std::convertible_to<std::string>;
    { fromText(std::string_view{}, tag) } -> std::convertible_to<T>;
};
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
    { nameOf(value) } -> std::convertible_to<std::string_view>;
};

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVariant : std::false_type {};
template <class... T>
struct IsVariant<std::variant<T...>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T, size_t N>
struct IsArray<std::array<T, N>> : std::true_type {};
template <class T>
inline constexpr bool kUnsupported = false;
/// Values whose binary form is their memory, so that lists of them go in one piece.
template <class T>
inline constexpr bool kPlain =
    !Textual<T> && !std::is_same_v<T, bool> && (std::is_arithmetic_v<T> || std::is_enum_v<T>);

/// Sets a variant to its alternative number `index` (default constructed); false when there is none.
template <class V, size_t I = 0>
bool emplaceAlternative(V& value, uint64_t index) {
    if constexpr (I < std::variant_size_v<V>) {
        if (index == I) {
            value.template emplace<I>();
            return true;
        }
        return emplaceAlternative<V, I + 1>(value, index);
    }
    return false;
}

} // namespace reflection

class BinaryWriter {
public:
    template <class T>
    void operator()(char const*, T const& value) {
        write(value);
    }

    template <class T>
    void write(T const& value) {
        using namespace reflection;
        if constexpr (Textual<T>) {
            write(std::string(toText(value)));
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            raw(&value, sizeof value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            write(uint64_t{value.size()});
            raw(value.data(), value.size());
        } else if constexpr (IsVector<T>::value) {
            using Item = typename T::value_type;
            write(uint64_t{value.size()});
            if constexpr (kPlain<Item>)
                raw(value.data(), value.size() * sizeof(Item)); // x86-64 and AArch64 are little-endian
            else
                for (auto const& item : value)
                    write(static_cast<Item const&>(item));
        } else if constexpr (IsArray<T>::value) {
            for (auto const& item : value)
                write(item);
        } else if constexpr (IsOptional<T>::value) {
            write(uint8_t{value.has_value()});
            if (value)
                write(*value);
        } else if constexpr (IsVariant<T>::value) {
            write(static_cast<uint8_t>(value.index()));
            std::visit([this](auto const& held) { write(held); }, value);
        } else if constexpr (Struct<T const>) {
            T::reflect(value, *this);
        } else if constexpr (!std::is_same_v<T, std::monostate>) {
            static_assert(kUnsupported<T>, "no binary form for this type");
        }
    }

    std::vector<std::byte>& bytes() noexcept { return mBytes; }

private:
    void raw(void const* data, size_t size) {
        auto const* from = static_cast<std::byte const*>(data);
        mBytes.insert(mBytes.end(), from, from + size);
    }
    std::vector<std::byte> mBytes;
};

class BinaryReader {
public:
    BinaryReader(std::byte const* data, size_t size) : mAt(data), mLeft(size) {}

    template <class T>
    void operator()(char const*, T& value) {
        read(value);
    }

    template <class T>
    void read(T& value) {
        using namespace reflection;
        if constexpr (Textual<T>) {
            std::string text;
            read(text);
            value = fromText(text, static_cast<T*>(nullptr));
        } else if constexpr (std::is_same_v<T, bool>) {
            uint8_t byte = 0;
            raw(&byte, 1);
            if (byte > 1)
                throw DecodeError("a truth value that is neither 0 nor 1");
            value = byte != 0;
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            raw(&value, sizeof value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            value.resize(length(1));
            raw(value.data(), value.size());
        } else if constexpr (IsVector<T>::value) {
            readVector(value);
        } else if constexpr (IsArray<T>::value) {
            for (auto& item : value)
                read(item);
        } else if constexpr (IsOptional<T>::value) {
            bool present = false;
            read(present);
            value.reset();
            if (present) {
                typename T::value_type held{};
                read(held);
                value = std::move(held);
            }
        } else if constexpr (IsVariant<T>::value) {
            uint8_t index = 0;
            read(index);
            if (!emplaceAlternative(value, index))
                throw DecodeError("an unknown alternative");
            std::visit([this](auto& held) { read(held); }, value);
        } else if constexpr (Struct<T>) {
            if (++mDepth > kMaxDepth)
                throw DecodeError("nested too deeply");
            T::reflect(value, *this);
            --mDepth;
        } else if constexpr (!std::is_same_v<T, std::monostate>) {
            static_assert(kUnsupported<T>, "no binary form for this type");
        }
    }

    bool atEnd() const noexcept { return mLeft == 0; }

private:
    static constexpr int kMaxDepth = 200;

    /// A count of items of at least `itemBytes` each; refuses one that the rest of the bytes cannot hold.
    size_t length(size_t itemBytes) {
        uint64_t count = 0;
        raw(&count, sizeof count);
        if (count > mLeft / itemBytes)
            throw DecodeError("a length beyond the end");
        return static_cast<size_t>(count);
    }

    template <class T>
    void readVector(std::vector<T>& value) {
        // A count that lies costs no more memory than the bytes behind it justify: plain items are all there, others
        // are appended as they are read.
        if constexpr (reflection::kPlain<T>) {
            value.resize(length(sizeof(T)));
            raw(value.data(), value.size() * sizeof(T));
        } else {
            size_t const count = length(1);
            value.clear();
            for (size_t i = 0; i < count; ++i) {
                T item{};
                read(item);
                value.push_back(std::move(item));
            }
        }
    }

    void raw(void* to, size_t size) {
        if (size > mLeft)
            throw DecodeError("cut off");
        if (size != 0)
            std::memcpy(to, mAt, size);
        mAt += size;
        mLeft -= size;
    }

    std::byte const* mAt;
    size_t mLeft;
    int mDepth = 0;
};

namespace text {
void appendQuoted(std::string& out, std::string_view value);
void appendNumber(std::string& out, double value);
void appendNumber(std::string& out, float value);
void appendNumber(std::string& out, int64_t value);
void appendNumber(std::string& out, uint64_t value);
} // namespace text

/// {name: value, list: [1, 2], text: "..."}; an absent optional is `none`, a variant is `index:value`.
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

template <class T>
std::vector<std::byte> bytesOf(T const& value) {
    BinaryWriter writer;
    writer.write(value);
    return std::move(writer.bytes());
}

} // namespace tenon
