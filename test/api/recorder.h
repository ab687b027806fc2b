// SPDX-License-Identifier: Apache-2.0
// An object whose virtual functions only write down that they were called: which slot, and with what. A generated
// program puts it behind the inline methods of the public headers and compares. It relies on the Itanium C++ ABI, as
// the headers do.
#pragma once

#include "NvInfer.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

namespace recorder {

constexpr int kSLOTS = 256; // more than any table has

inline std::string& called() {
    static std::string text;
    return text;
}

// --- a value as text, the same at every level

template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
std::string show(T value) {
    return std::to_string(static_cast<long long>(value));
}
template <class T, typename std::enable_if<std::is_enum<T>::value, int>::type = 0>
std::string show(T value) {
    return std::to_string(static_cast<long long>(value));
}
template <class T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0>
std::string show(T value) {
    return std::to_string(static_cast<double>(value));
}
inline std::string& lastText() {
    static std::string text;
    return text;
}
template <class T, typename std::enable_if<std::is_pointer<T>::value, int>::type = 0>
std::string show(T value) {
    return "@" + std::to_string(reinterpret_cast<std::uintptr_t>(value));
}
template <class T>
std::string showDims(T const& dims) {
    std::string text = "[";
    for (int i = 0; i < dims.nbDims; ++i) {
        text += std::to_string(static_cast<long long>(dims.d[i])) + " ";
    }
    return text + "]";
}
// Addresses that the tests make up are small, those of texts are not.
inline std::string show(char const* value) {
    auto const address = reinterpret_cast<std::uintptr_t>(value);
    lastText() = address > 0xFFFF ? value : "none";
    return "@" + std::to_string(address);
}
inline std::string show(nvinfer1::Dims const& dims) {
    return showDims(dims);
}
#if TENON_API_LEVEL == 8
inline std::string show(nvinfer1::Dims64 const& dims) {
    return showDims(dims);
}
#endif
inline std::string show(nvinfer1::Weights const& weights) {
    return "w" + show(weights.type) + show(weights.values) + "," + show(weights.count);
}
inline std::string show(nvinfer1::Permutation const& permutation) {
    return "p" + show(permutation.order[0]) + show(permutation.order[1]);
}

// By value: references to numbers and to these structs. By address: references to objects.
template <class T>
std::string argument(T const& value, std::true_type) {
    return show(value);
}
template <class T>
std::string argument(T const& value, std::false_type) {
    return "@" + std::to_string(reinterpret_cast<std::uintptr_t>(&value));
}
template <class T>
struct IsShown
    : std::integral_constant<
          bool, std::is_arithmetic<T>::value || std::is_enum<T>::value || std::is_pointer<T>::value ||
                    std::is_base_of<nvinfer1::Dims, T>::value || std::is_base_of<nvinfer1::Dims64, T>::value ||
                    std::is_same<T, nvinfer1::Weights>::value || std::is_same<T, nvinfer1::Permutation>::value> {};
template <class T>
std::string argument(T const& value) {
    return argument(value, IsShown<T>{});
}

// --- what a slot returns: 7 or the number that was set, a pointer, a shape of two sizes, weights

inline int64_t& number() {
    static int64_t value = 7;
    return value;
}
template <class T, class = void>
struct Answer;
template <>
struct Answer<void> {
    static void value() {}
};
template <class T>
struct Answer<T, typename std::enable_if<std::is_arithmetic<T>::value || std::is_enum<T>::value>::type> {
    static T value() { return static_cast<T>(number()); }
};
template <class T>
struct Answer<T*> {
    static T* value() { return reinterpret_cast<T*>(std::uintptr_t{0x7000}); }
};
template <class T>
struct Answer<T&> {
    static T& value() { return *reinterpret_cast<T*>(std::uintptr_t{0x7000}); }
};
template <>
struct Answer<nvinfer1::Permutation const&> {
    static nvinfer1::Permutation const& value() {
        static nvinfer1::Permutation const permutation{{3, 4}};
        return permutation;
    }
};
template <>
struct Answer<nvinfer1::Dims64> {
    static nvinfer1::Dims64 value() { return nvinfer1::Dims64{2, {4, 5}}; }
};
template <>
struct Answer<nvinfer1::Weights> {
    static nvinfer1::Weights value() {
        return nvinfer1::Weights{nvinfer1::DataType::kHALF, reinterpret_cast<void*>(std::uintptr_t{0x7000}), 7};
    }
};
template <>
struct Answer<nvinfer1::Permutation> {
    static nvinfer1::Permutation value() { return nvinfer1::Permutation{{3, 4}}; }
};

// --- the object

inline std::string join() {
    return "";
}
template <class First, class... Rest>
std::string join(First const& first, Rest const&... rest) {
    std::string const text = argument(first) + ";"; // in order: the last text is that of the last argument
    return text + join(rest...);
}

template <int slot, class Result, class... Arguments>
Result handler(void*, Arguments... arguments) {
    called() = std::to_string(slot) + ":" +
               join(static_cast<typename std::remove_reference<Arguments>::type const&>(arguments)...);
    return Answer<Result>::value();
}

// The argument at a position of the last call.
inline std::string element(int position) {
    std::string rest = called().substr(called().find(':') + 1);
    for (int i = 0; i < position; ++i) {
        rest = rest.substr(rest.find(';') + 1);
    }
    return rest.substr(0, rest.find(';'));
}

inline char const*& current() {
    static char const* what = "";
    return what;
}
template <std::size_t slot>
void unexpected() {
    std::printf("%s calls slot %d\n", current(), static_cast<int>(slot));
    std::fflush(stdout);
    std::_Exit(1); // no value that it could return is right
}

// What a pointer to an object with virtual functions points to: first the pointer to its table.
class Object {
public:
    Object() : mTable(mSlots) { fill(std::make_index_sequence<kSLOTS>{}); }
    template <int slot, class Result, class... Arguments>
    void put() {
        mSlots[slot] = reinterpret_cast<void*>(&handler<slot, Result, Arguments...>);
    }

private:
    template <std::size_t... slots>
    void fill(std::index_sequence<slots...>) {
        void* const all[] = {reinterpret_cast<void*>(&unexpected<slots>)...};
        for (int i = 0; i < kSLOTS; ++i) {
            mSlots[i] = all[i];
        }
    }
    void** mTable;
    void* mSlots[kSLOTS];
};

inline int& differences() {
    static int value = 0;
    return value;
}
inline void compare(char const* what, std::string const& found, std::string const& wanted) {
    if (found != wanted) {
        std::printf("%s: '%s', wanted '%s'\n", what, found.c_str(), wanted.c_str());
        ++differences();
    }
}

} // namespace recorder
