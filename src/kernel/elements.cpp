// SPDX-License-Identifier: Apache-2.0
#include "kernel/elements.h"

#include "base/half.h"
#include "base/small_float.h"
#include "kernel/evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tenon {

ElementCopy::ElementCopy(Tensor const& from, Tensor const& to) : mFrom(from), mTo(to), mBits(bitsOf(to.dtype)) {}

void ElementCopy::operator()(int64_t from, int64_t to) const {
    if (mTo.dtype == DType::kString)
        mTo.box->strings[static_cast<size_t>(to)] = mFrom.box->strings[static_cast<size_t>(from)];
    else if (mBits < 8)
        setNibble(mTo, to, nibbleAt(mFrom, from));
    else
        std::memcpy(mTo.as<std::byte>() + to * mBits / 8, mFrom.as<std::byte>() + from * mBits / 8,
                    static_cast<size_t>(mBits) / 8);
}

void meetAt(Reduction reduction, Tensor const& updates, int64_t from, Tensor const& out, int64_t to) noexcept {
    withType(out.dtype, [&](auto sample) {
        using T = decltype(sample);
        T& old = out.as<T>()[to];
        T const update = updates.as<T const>()[from];
        if constexpr (std::is_same_v<T, bool>)
            old = reduction == Reduction::kAdd || reduction == Reduction::kMax ? old || update : old && update;
        else if constexpr (std::is_arithmetic_v<T>)
            old = meet(reduction, old, update);
        else
            old = T(meet(reduction, static_cast<float>(old), static_cast<float>(update)));
    });
}

bool copyAll(Tensor const& from, Tensor const& to, Failure* failure) {
    if (from.elements() != to.elements())
        return failure->set(Message::kRunFailed, "%lld elements do not fit a shape of %lld",
                            static_cast<long long>(from.elements()), static_cast<long long>(to.elements()));
    if (to.dtype == DType::kString)
        to.box->strings = from.box->strings;
    else if (int64_t const bytes = bytesFor(to.dtype, to.elements()); bytes != 0 && to.data != from.data)
        std::memcpy(to.data, from.data, static_cast<size_t>(bytes));
    return true;
}

void copyView(Tensor const& from, Tensor const& to, Strided const& view) {
    ElementCopy const copy(from, to);
    int64_t at = 0;
    view.forEach([&](int64_t source) { copy(source, at++); });
}

std::vector<int64_t> broadcastPositions(Tensor const& from, std::span<int64_t const> dims) {
    std::vector<int64_t> out;
    expanded({from.shape().begin(), from.shape().end()}, {dims.begin(), dims.end()}).forEach([&](int64_t at) {
        out.push_back(at);
    });
    return out;
}

Box boxOf(Tensor const& tensor) {
    if (tensor.box != nullptr)
        return *tensor.box;
    Box box;
    box.setTensor(tensor.dtype, tensor.shape());
    if (box.bytes() != 0)
        std::memcpy(box.data(), tensor.data, static_cast<size_t>(box.bytes()));
    return box;
}

bool setSequence(Tensor const& out, DType type, std::vector<Box> items, Failure* failure) {
    if (out.box == nullptr)
        return failure->set(Message::kRunFailed, "a sequence needs a result that the run time owns");
    Box box;
    box.kind = Kind::kSequence;
    box.dtype = type;
    box.items = std::move(items);
    *out.box = std::move(box);
    return true;
}

uint8_t nibbleAt(Tensor const& tensor, int64_t i) noexcept {
    int const width = bitsOf(tensor.dtype), inByte = 8 / width;
    return static_cast<uint8_t>((tensor.as<uint8_t const>()[i / inByte] >> (i % inByte * width)) & ((1 << width) - 1));
}

void setNibble(Tensor const& tensor, int64_t i, uint8_t bits) noexcept {
    int const width = bitsOf(tensor.dtype), inByte = 8 / width;
    int const shift = static_cast<int>(i % inByte) * width, mask = ((1 << width) - 1) << shift;
    uint8_t& byte = tensor.as<uint8_t>()[i / inByte];
    byte = static_cast<uint8_t>((byte & ~mask) | (bits << shift & mask));
}

double numberAt(Tensor const& tensor, int64_t i) noexcept {
    double value = 0;
    if (withType(tensor.dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_same_v<T, bool>)
                value = tensor.as<uint8_t const>()[i] != 0;
            else
                value = static_cast<double>(tensor.as<T const>()[i]);
        }))
        return value;
    uint8_t const bits = bitsOf(tensor.dtype) < 8 ? nibbleAt(tensor, i) : tensor.as<uint8_t const>()[i];
    if (tensor.dtype == DType::kU4 || tensor.dtype == DType::kU2)
        return bits;
    if (tensor.dtype == DType::kI4)
        return bits < 8 ? bits : bits - 16;
    if (tensor.dtype == DType::kI2)
        return bits < 2 ? bits : bits - 4;
    return widenSmall(tensor.dtype, bits);
}

void setNumber(Tensor const& tensor, int64_t i, double value) noexcept {
    withType(tensor.dtype, [&](auto sample) {
        using T = decltype(sample);
        T& to = tensor.as<T>()[i];
        if constexpr (std::is_same_v<T, bool>) {
            to = value != 0;
        } else if constexpr (std::is_integral_v<T>) {
            using Limits = std::numeric_limits<T>;
            double const whole = std::isnan(value) ? 0 : std::nearbyint(value);
            to = whole >= static_cast<double>(Limits::max())   ? Limits::max()
                 : whole <= static_cast<double>(Limits::min()) ? Limits::min()
                                                               : static_cast<T>(whole);
        } else if constexpr (std::is_same_v<T, double>) {
            to = value;
        } else {
            to = T(static_cast<float>(value));
        }
    });
}

std::vector<double> numbersOf(Tensor const& tensor) {
    std::vector<double> out;
    for (int64_t i = 0; i < tensor.elements(); ++i)
        out.push_back(numberAt(tensor, i));
    return out;
}

int64_t integerAt(Tensor const& tensor, int64_t i) noexcept {
    int64_t value = 0;
    withType(tensor.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            value = static_cast<int64_t>(tensor.as<T const>()[i]);
    });
    return value;
}

std::vector<int64_t> integersOf(Tensor const& tensor) {
    std::vector<int64_t> out;
    for (int64_t i = 0; i < tensor.elements(); ++i)
        out.push_back(integerAt(tensor, i));
    return out;
}

bool wrapIndex(int64_t& index, int64_t size, char const* op, Failure* failure) noexcept {
    if (index < -size || index >= size)
        return failure->set(Message::kIndexRange, "%s: the index %lld lies outside the range [%lld, %lld]", op,
                            static_cast<long long>(index), static_cast<long long>(-size),
                            static_cast<long long>(size - 1));
    index += index < 0 ? size : 0;
    return true;
}

bool axisAt(Args const& args, size_t axes, int64_t i, int64_t rank, size_t& axis) noexcept {
    int64_t at = args.has(axes) && i < args.inputs[axes].elements() ? integerAt(args.inputs[axes], i) : i;
    if (at < -rank || at >= rank)
        return args.failure->set(Message::kAxis, "the axis %lld lies outside the rank of %lld",
                                 static_cast<long long>(at), static_cast<long long>(rank));
    axis = axisOf(at, rank);
    return true;
}

int64_t product(std::span<int64_t const> dims, size_t begin, size_t end) noexcept {
    int64_t n = 1;
    for (size_t i = begin; i < end; ++i)
        n *= dims[i];
    return n;
}

bool resize(Tensor const& out, DType type, std::span<int64_t const> dims, Failure* failure, Tensor& resized) {
    if (out.box != nullptr) {
        out.box->setTensor(type, dims);
        resized = tensorOf(*out.box);
        return true;
    }
    resized = out;
    if (std::equal(dims.begin(), dims.end(), out.shape().begin(), out.shape().end()))
        return true;
    return failure->set(Message::kRunFailed, "the result has other dims than its memory was planned for");
}

} // namespace tenon
