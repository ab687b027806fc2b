// SPDX-License-Identifier: Apache-2.0
// The code behind attrType<T>(), for the file that defines the operator with these attributes.
#pragma once

#include "base/reflect_binary.h"
#include "base/reflect_text.h"
#include "kernel/attrs.h"

namespace tenon {

/// Visits a struct with a FieldSource; fields of types that no importer gives (nested structs, enums, ...) are skipped.
struct FieldLoader {
    FieldSource& source;
    template <class T>
    void operator()(char const* name, T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            int64_t number = value;
            if (source.get(name, number))
                value = number != 0;
        } else if constexpr (std::is_integral_v<T>) {
            int64_t number = 0;
            if (source.get(name, number))
                value = static_cast<T>(number);
        } else if constexpr (std::is_floating_point_v<T>) {
            double number = 0;
            if (source.get(name, number))
                value = static_cast<T>(number);
        } else if constexpr (reflection::IsOptional<T>::value) {
            typename T::value_type inner{};
            if (find(name, inner))
                value = std::move(inner);
        } else {
            find(name, value);
        }
    }

private:
    template <class T>
    bool find(char const* name, T& value) {
        if constexpr (requires { source.get(name, value); })
            return source.get(name, value);
        else
            return false;
    }
};

// Not inlined: other files call the one that this file leaves behind.
template <class T>
[[gnu::noinline]] AttrType const& attrType() {
    static constexpr AttrType kType{
        [](BinaryReader& in) -> std::shared_ptr<void const> {
            auto value = std::make_shared<T>();
            in.read(*value);
            return value;
        },
        [](TextReader& in) -> std::shared_ptr<void const> {
            auto value = std::make_shared<T>();
            in.read(*value);
            return value;
        },
        [](FieldSource& source) -> std::shared_ptr<void const> {
            auto value = std::make_shared<T>();
            FieldLoader loader{source};
            T::reflect(*value, loader);
            return value;
        },
        [](void const* value, BinaryWriter& out) { out.write(*static_cast<T const*>(value)); },
        [](void const* value, TextWriter& out) { out.write(*static_cast<T const*>(value)); }};
    return kType;
}

} // namespace tenon
