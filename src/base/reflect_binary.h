// SPDX-License-Identifier: Apache-2.0
// The binary form of reflectable values: little-endian and without padding. The reader checks every length, so hostile
// bytes end in DecodeError and nothing else.
#pragma once

#include "base/reflect.h"

#include <cstring>

namespace tenon {

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

template <class T>
std::vector<std::byte> bytesOf(T const& value) {
    BinaryWriter writer;
    writer.write(value);
    return std::move(writer.bytes());
}

} // namespace tenon
