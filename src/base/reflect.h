// SPDX-License-Identifier: Apache-2.0
// One function per struct, and everything that walks over fields follows from it: text form and its parser
// (reflect_text.h), binary form and its reader (reflect_binary.h), equality, hash. A reflectable struct has
//     template <class Self, class V> static void reflect(Self& self, V& visit) { visit("axis", self.axis);
//     visit("pads", self.pads); }
// Fields may be numbers, bool, enums, strings, vectors, arrays, optionals, variants, other reflectable structs, and
// types that give `std::string toText(T const&)` and `T fromText(std::string_view, T*)` of their own.
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

} // namespace tenon
