// SPDX-License-Identifier: Apache-2.0
// The attributes of a plugin that is written with tenon/plugin_base.h: what one list of names and members becomes, as
// fields of a creator, as fields of an engine and as bytes. Included by plugin_base.h; works at every level.
#ifndef TENON_PLUGIN_FIELDS_H
#define TENON_PLUGIN_FIELDS_H

#include "tenon/plugin.h"

#include <array>
#include <cstdio>

// What is compiled for one level may not meet that of another in one process.
#define TENON_AUTHOR_LEVEL_(N) level##N
#define TENON_AUTHOR_LEVEL(N) TENON_AUTHOR_LEVEL_(N)
#define TENON_AUTHOR_BEGIN                                                                                             \
    TENON_NV_BEGIN                                                                                                     \
    namespace tenon {                                                                                                  \
    namespace author {                                                                                                 \
    inline namespace TENON_AUTHOR_LEVEL(TENON_API_LEVEL) {
#define TENON_AUTHOR_END                                                                                               \
    }                                                                                                                  \
    }                                                                                                                  \
    }                                                                                                                  \
    TENON_NV_END

TENON_AUTHOR_BEGIN

//! Tells the process's logger, or standard error before there is one.
inline void complain(std::string const& text) {
    if (nvinfer1::ILogger* const logger = getLogger())
        logger->log(nvinfer1::ILogger::Severity::kERROR, text.c_str());
    else
        std::fprintf(stderr, "%s\n", text.c_str());
}

//! The field that an attribute of type T is: its element type, its elements, and how many are wanted (-1: any number).
template <class T>
struct FieldOf;

#define TENON_AUTHOR_FIELD(T, KIND)                                                                                    \
    template <>                                                                                                        \
    struct FieldOf<T> {                                                                                                \
        using Element = T;                                                                                             \
        static constexpr nvinfer1::PluginFieldType type() { return nvinfer1::PluginFieldType::KIND; }                  \
        static constexpr int32_t wanted() { return 1; }                                                                \
        static void const* data(T const& value) { return &value; }                                                     \
        static int32_t length(T const&) { return 1; }                                                                  \
        static void read(T& value, T const* from, int32_t) { value = *from; }                                          \
    }
TENON_AUTHOR_FIELD(float, kFLOAT32);
TENON_AUTHOR_FIELD(double, kFLOAT64);
TENON_AUTHOR_FIELD(int8_t, kINT8);
TENON_AUTHOR_FIELD(int16_t, kINT16);
TENON_AUTHOR_FIELD(int32_t, kINT32);
TENON_AUTHOR_FIELD(int64_t, kINT64);
#undef TENON_AUTHOR_FIELD

template <>
struct FieldOf<std::string> {
    using Element = char;
    static constexpr nvinfer1::PluginFieldType type() { return nvinfer1::PluginFieldType::kCHAR; }
    static constexpr int32_t wanted() { return -1; }
    static void const* data(std::string const& value) { return value.data(); }
    static int32_t length(std::string const& value) { return static_cast<int32_t>(value.size()); }
    static void read(std::string& value, char const* from, int32_t length) {
        value.assign(from, static_cast<size_t>(length));
        value.resize(std::strlen(value.c_str())); // some write the zero at the end, too
    }
};

template <class T>
struct FieldOf<std::vector<T>> {
    using Element = T;
    static constexpr nvinfer1::PluginFieldType type() { return FieldOf<T>::type(); }
    static constexpr int32_t wanted() { return -1; }
    static void const* data(std::vector<T> const& value) { return value.data(); }
    static int32_t length(std::vector<T> const& value) { return static_cast<int32_t>(value.size()); }
    static void read(std::vector<T>& value, T const* from, int32_t length) { value.assign(from, from + length); }
};

template <class T, size_t N>
struct FieldOf<std::array<T, N>> {
    using Element = T;
    static constexpr nvinfer1::PluginFieldType type() { return FieldOf<T>::type(); }
    static constexpr int32_t wanted() { return static_cast<int32_t>(N); }
    static void const* data(std::array<T, N> const& value) { return value.data(); }
    static int32_t length(std::array<T, N> const&) { return static_cast<int32_t>(N); }
    static void read(std::array<T, N>& value, T const* from, int32_t) { std::copy(from, from + N, value.begin()); }
};

//! Visits a list of attributes and makes the fields: with their elements, which stay the attributes', or only their
//! names and types.
class FieldLister {
public:
    FieldLister(std::vector<nvinfer1::PluginField>& to, bool withElements) : mTo(to), mElements(withElements) {}
    template <class T>
    void operator()(char const* name, T& value) {
        using F = FieldOf<T>;
        if (mElements)
            mTo.emplace_back(name, F::data(value), F::type(), F::length(value));
        else
            mTo.emplace_back(name, nullptr, F::type(), F::wanted() < 0 ? 0 : F::wanted()); // 0: any length
    }

private:
    std::vector<nvinfer1::PluginField>& mTo;
    bool mElements;
};

//! Visits a list of attributes and sets those that are among the fields. What does not fit is told in `wrong`.
class FieldTaker {
public:
    FieldTaker(nvinfer1::PluginFieldCollection const* from, std::string& wrong) : mFrom(from), mWrong(wrong) {}
    template <class T>
    void operator()(char const* name, T& value) {
        using F = FieldOf<T>;
        for (int32_t i = 0; mFrom != nullptr && mFrom->fields != nullptr && i < mFrom->nbFields; ++i) {
            nvinfer1::PluginField const& f = mFrom->fields[i];
            if (f.name == nullptr || std::strcmp(f.name, name) != 0)
                continue;
            bool const fits = F::wanted() < 0 ? f.length >= 0 : f.length == F::wanted();
            if (f.type != F::type())
                tell(name, "type", static_cast<int32_t>(F::type()), static_cast<int32_t>(f.type));
            else if (!fits)
                tell(name, "length", F::wanted(), f.length);
            else if (f.data == nullptr && f.length > 0)
                mWrong += "the field '" + std::string(name) + "' has no elements; ";
            else if (f.length > 0 || F::wanted() < 0)
                F::read(value, static_cast<typename F::Element const*>(f.data), f.data == nullptr ? 0 : f.length);
        }
    }

private:
    void tell(char const* name, char const* what, int32_t wanted, int32_t given) {
        char numbers[64]; // not by std::to_string: a library that holds its table is never unloaded
        std::snprintf(numbers, sizeof(numbers), " %d, wanted %d; ", static_cast<int>(given), static_cast<int>(wanted));
        mWrong += "the field '" + std::string(name) + "' has the " + what + numbers;
    }
    nvinfer1::PluginFieldCollection const* mFrom;
    std::string& mWrong;
};

//! Visits a list of attributes and writes them.
class FieldWriter {
public:
    explicit FieldWriter(StateWriter& to) : mTo(to) {}
    template <class T>
    void operator()(char const*, T& value) {
        mTo.put(value);
    }
    template <class T, size_t N>
    void operator()(char const*, std::array<T, N>& value) {
        for (T const& element : value)
            mTo.put(element);
    }

private:
    StateWriter& mTo;
};

//! Visits a list of attributes and reads what FieldWriter wrote.
class FieldReader {
public:
    explicit FieldReader(StateReader& from) : mFrom(from) {}
    template <class T>
    void operator()(char const*, T& value) {
        mFrom.get(value);
    }
    template <class T, size_t N>
    void operator()(char const*, std::array<T, N>& value) {
        for (T& element : value)
            mFrom.get(element);
    }

private:
    StateReader& mFrom;
};

TENON_AUTHOR_END

#endif // TENON_PLUGIN_FIELDS_H
