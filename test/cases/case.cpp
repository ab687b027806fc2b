// SPDX-License-Identifier: Apache-2.0
#include "cases/case.h"

#include "base/half.h"
#include "base/small_float.h"

#include <cmath>

namespace tenon::test {
namespace {

/// splitmix64: the same numbers on every machine.
uint64_t next(uint64_t& state) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

template <class T>
T fromDouble(double value) {
    if constexpr (std::is_same_v<T, bool>)
        return value > 0;
    else if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<int64_t>(std::floor(value)));
    else if constexpr (std::is_same_v<T, double>)
        return value;
    else
        return T(static_cast<float>(value));
}

/// The code of a number in a type without a C++ type of its own.
uint8_t codeOf(DType type, double value) {
    if (type == DType::kE8M0) // powers of two only
        return static_cast<uint8_t>(std::ilogb(value) + 127);
    if (isSmallFloat(type))
        return roundSmall(type, static_cast<float>(value), !std::isinf(value));
    return static_cast<uint8_t>(static_cast<int64_t>(std::floor(value)) & ((1 << bitsOf(type)) - 1));
}

template <class F>
Box fill(DType type, std::vector<int64_t> const& dims, F&& value) {
    Box box;
    box.setTensor(type, dims);
    if (withType(type, [&](auto sample) {
            using T = decltype(sample);
            auto* to = reinterpret_cast<T*>(box.data());
            for (int64_t i = 0; i < box.elements(); ++i)
                to[i] = fromDouble<T>(value(i));
        }))
        return box;
    for (int64_t i = 0; i < box.elements(); ++i) {
        uint8_t const code = codeOf(type, value(i));
        auto* to = reinterpret_cast<uint8_t*>(box.data()) + i * bitsOf(type) / 8;
        auto const shift = i * bitsOf(type) % 8; // the low bits first
        *to = static_cast<uint8_t>(shift != 0 ? *to | code << shift : code);
    }
    return box;
}

} // namespace

Box random(DType type, std::vector<int64_t> dims, uint64_t seed, double low, double high) {
    uint64_t state = seed * 0xd1342543de82ef95u + 1;
    return fill(type, dims,
                [&](int64_t) { return low + (high - low) * static_cast<double>(next(state) >> 11) * 0x1p-53; });
}

Box scalar(DType type, double value) {
    return tensor(type, {}, {value});
}

void CaseList::addExact(std::string op, std::string name, Attrs attrs, std::vector<Box> inputs,
                        std::optional<Box> expected) {
    Case c{.name = std::move(name), .op = std::move(op), .attrs = std::move(attrs), .rtol = 0, .atol = 0};
    for (Box& box : inputs)
        c.inputs.emplace_back(std::move(box));
    if (expected)
        c.expected.push_back(std::move(*expected));
    add(std::move(c));
}

Box strings(std::vector<int64_t> dims, std::vector<std::string> values) {
    Box box;
    box.setTensor(DType::kString, dims);
    box.strings = std::move(values);
    return box;
}

Box sequenceOf(std::vector<Box> items, DType type) {
    Box box;
    box.kind = Kind::kSequence;
    box.dtype = items.empty() ? type : items[0].dtype;
    box.items = std::move(items);
    return box;
}

Box tensor(DType type, std::vector<int64_t> dims, std::vector<double> values) {
    return fill(type, dims, [&](int64_t i) { return values.at(static_cast<size_t>(i)); });
}

Expression chain(DType type, std::vector<std::pair<std::string, int>> const& rows) {
    Expression e;
    int32_t inputs = 1;
    for (auto const& row : rows)
        inputs += row.second;
    e.inputs.assign(static_cast<size_t>(inputs), type);
    int32_t value = 0, extra = 1;
    for (auto const& [row, operands] : rows) {
        Expression::Instr instr{.row = row, .type = type, .args = {value, -1, -1}};
        for (int32_t i = 0; i < operands; ++i)
            instr.args[static_cast<size_t>(i + 1)] = extra++;
        value = inputs + static_cast<int32_t>(e.code.size());
        e.code.push_back(std::move(instr));
    }
    return e;
}

} // namespace tenon::test
