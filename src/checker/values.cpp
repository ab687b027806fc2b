// SPDX-License-Identifier: Apache-2.0
#include "checker/values.h"

#include "base/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tenon::checker {
namespace {

/// splitmix64
uint64_t next(uint64_t& state) noexcept {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

template <class T>
T at(Values const& v, int64_t i) {
    T out;
    std::memcpy(&out, v.bytes.data() + static_cast<size_t>(i) * sizeof(T), sizeof(T));
    return out;
}

template <class T>
void put(Values& v, int64_t i, T value) {
    std::memcpy(v.bytes.data() + static_cast<size_t>(i) * sizeof(T), &value, sizeof(T));
}

std::string typeAndShape(Values const& v) {
    return fmt::format("{} {}", nameOf(v.dtype), textOf(v.dims));
}

/// The first element for which `differs` holds, in the form of difference().
template <class F>
std::optional<std::string> compare(std::vector<Values> const& wanted, std::vector<Values> const& given, F&& differs) {
    if (wanted.size() != given.size())
        return fmt::format("{} outputs and not {}", given.size(), wanted.size());
    for (size_t o = 0; o < wanted.size(); ++o) {
        Values const &w = wanted[o], &g = given[o];
        if (w.dtype != g.dtype || w.dims != g.dims)
            return fmt::format("output {} is {} and not {}", o, typeAndShape(g), typeAndShape(w));
        if (w.bytes == g.bytes)
            continue;
        double most = 0;
        int64_t first = -1, count = 0;
        for (int64_t i = 0, n = volumeOf(w.dims); i < n; ++i) {
            double const a = elementOf(w, i), b = elementOf(g, i);
            if (!differs(w, g, i))
                continue;
            if (first < 0)
                first = i;
            ++count;
            most = std::max(most, std::isfinite(a - b) ? std::abs(a - b) : std::numeric_limits<double>::infinity());
        }
        if (first >= 0)
            return fmt::format("output {}, element {}: {} and not {}; {} of {} differ, max abs {}", o, first,
                               elementOf(g, first), elementOf(w, first), count, volumeOf(w.dims), most);
    }
    return std::nullopt;
}

} // namespace

int64_t volumeOf(Shape const& dims) noexcept {
    int64_t n = 1;
    for (int64_t const d : dims)
        n *= d;
    return n;
}

size_t bytesOf(DType dtype, int64_t count) noexcept {
    return static_cast<size_t>((count * bitsOf(dtype) + 7) / 8);
}

std::string textOf(Shape const& dims) {
    return dims.empty() ? "scalar" : fmt::format("{}", fmt::join(dims, "x"));
}

std::string textOf(std::vector<Shape> const& list) {
    std::string out;
    for (Shape const& s : list)
        out += (out.empty() ? "" : ",") + textOf(s);
    return out;
}

double elementOf(Values const& v, int64_t i) {
    switch (v.dtype) {
    case DType::kF32:
        return static_cast<double>(at<float>(v, i));
    case DType::kF16:
        return static_cast<double>(static_cast<float>(at<Half>(v, i)));
    case DType::kBF16:
        return static_cast<double>(static_cast<float>(at<BFloat16>(v, i)));
    case DType::kI32:
        return at<int32_t>(v, i);
    case DType::kI64:
        return static_cast<double>(at<int64_t>(v, i));
    case DType::kI8:
        return at<int8_t>(v, i);
    default:
        return bitsOf(v.dtype) == 4 ? (at<uint8_t>(v, i / 2) >> (i % 2 * 4)) & 15 : at<uint8_t>(v, i);
    }
}

void setElement(Values& v, int64_t i, double value) {
    switch (v.dtype) {
    case DType::kF32:
        return put(v, i, static_cast<float>(value));
    case DType::kF16:
        return put(v, i, Half(static_cast<float>(value)));
    case DType::kBF16:
        return put(v, i, BFloat16(static_cast<float>(value)));
    case DType::kI32:
        return put(v, i, static_cast<int32_t>(value));
    case DType::kI64:
        return put(v, i, static_cast<int64_t>(value));
    case DType::kI8:
        return put(v, i, static_cast<int8_t>(value));
    case DType::kBool:
        return put(v, i, static_cast<uint8_t>(value != 0));
    default:
        if (bitsOf(v.dtype) == 4) {
            auto const nibble = static_cast<unsigned>(static_cast<int64_t>(value)) & 15U;
            unsigned const shift = i % 2 != 0 ? 4 : 0;
            return put(v, i / 2, static_cast<uint8_t>((at<uint8_t>(v, i / 2) & ~(15U << shift)) | nibble << shift));
        }
        return put(v, i, static_cast<uint8_t>(static_cast<int64_t>(value)));
    }
}

Values randomValues(DType dtype, Shape const& dims, ValueRange const& range, uint64_t seed) {
    int64_t const count = volumeOf(dims);
    Values out{dtype, dims, std::vector<std::byte>(bytesOf(dtype, count))};
    bool const isFloat = dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16;
    bool const isSigned = dtype == DType::kI8 || dtype == DType::kI32 || dtype == DType::kI64;
    double const low = range.low.value_or(isFloat ? -100 : isSigned ? -8 : 0);
    double const high = range.high.value_or(isFloat ? 100 : dtype == DType::kBool ? 1 : isSigned ? 8 : 15);
    for (int64_t i = 0; i < count; ++i) {
        double const unit = static_cast<double>(next(seed) >> 11) * 0x1p-53;
        if (isFloat) {
            auto const value = static_cast<float>(low + (high - low) * unit);
            float const half = static_cast<float>(Half(value)); // the same number in each floating type but bf16
            setElement(out, i, std::isfinite(half) ? std::clamp(static_cast<double>(half), low, high) : value);
        } else {
            setElement(out, i, std::min(std::floor(low + (high - low + 1) * unit), high));
        }
    }
    return out;
}

std::optional<std::string> difference(std::vector<Values> const& wanted, std::vector<Values> const& given) {
    return compare(wanted, given, [](Values const& w, Values const& g, int64_t i) {
        if (bitsOf(w.dtype) < 8)
            return elementOf(w, i) != elementOf(g, i);
        auto const size = static_cast<size_t>(bitsOf(w.dtype) / 8), from = static_cast<size_t>(i) * size;
        return std::memcmp(w.bytes.data() + from, g.bytes.data() + from, size) != 0;
    });
}

std::optional<std::string> difference(std::vector<Values> const& wanted, std::vector<Values> const& given, double rtol,
                                      double atol) {
    return compare(wanted, given, [&](Values const& w, Values const& g, int64_t i) {
        double const a = elementOf(w, i), b = elementOf(g, i);
        if (std::isnan(a) || std::isnan(b))
            return std::isnan(a) != std::isnan(b);
        bool const isFloat = w.dtype == DType::kF32 || w.dtype == DType::kF16 || w.dtype == DType::kBF16;
        if (!isFloat || std::isinf(a) || std::isinf(b))
            return a != b;
        return std::abs(a - b) > atol + rtol * std::abs(a);
    });
}

} // namespace tenon::checker
