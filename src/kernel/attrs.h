// SPDX-License-Identifier: Apache-2.0
// An operator's attributes, held without their C++ type: immutable, shared, with everything that `reflect` gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tenon {

class BinaryReader;
class BinaryWriter;
class TextReader;
class TextWriter;

/// A named field seen from outside: the ONNX importer fills attribute structs through it.
class FieldSource {
public:
    virtual ~FieldSource() = default;
    /// Each returns false when the source has no such field; throws Error kAttribute when it has another type.
    virtual bool get(std::string_view name, int64_t& value) = 0;
    virtual bool get(std::string_view name, double& value) = 0;
    virtual bool get(std::string_view name, std::string& value) = 0;
    virtual bool get(std::string_view name, std::vector<int64_t>& value) = 0;
    virtual bool get(std::string_view name, std::vector<double>& value) = 0;
    virtual bool get(std::string_view name, std::vector<std::string>& value) = 0;
};

/// The operations on one attribute struct.
struct AttrType {
    std::shared_ptr<void const> (*decode)(BinaryReader&); ///< throws DecodeError
    std::shared_ptr<void const> (*parse)(TextReader&);    ///< throws DecodeError
    std::shared_ptr<void const> (*load)(FieldSource&);    ///< fields by name; absent ones keep their defaults
    void (*encode)(void const*, BinaryWriter&);
    void (*print)(void const*, TextWriter&);
};

struct NoAttrs {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// The operations on T. Code for them is made where "kernel/attr_type.h" is included, which is where the operator that
/// has these attributes is defined, and nowhere else: it is long, and its users are many.
template <class T>
AttrType const& attrType();

class Attrs {
public:
    Attrs() : Attrs(NoAttrs{}) {}
    template <class T>
    requires(!std::is_same_v<std::decay_t<T>, Attrs>) Attrs(T value)
        : mType(&attrType<T>()), mValue(std::make_shared<T const>(std::move(value))) {}
    Attrs(AttrType const& type, std::shared_ptr<void const> value) : mType(&type), mValue(std::move(value)) {}

    /// The struct; T must be the type it was made with (an assertion).
    template <class T>
    T const& as() const noexcept {
        return *static_cast<T const*>(mValue.get());
    }
    template <class T>
    bool holds() const noexcept {
        return mType == &attrType<T>();
    }

    std::string text() const;
    std::vector<std::byte> encoded() const;
    friend bool operator==(Attrs const& a, Attrs const& b) {
        return a.mType == b.mType && (a.mValue == b.mValue || a.encoded() == b.encoded());
    }

private:
    AttrType const* mType;
    std::shared_ptr<void const> mValue;
};

} // namespace tenon
