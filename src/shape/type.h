// SPDX-License-Identifier: Apache-2.0
// The type of a value: a tensor of known or unknown rank, or a sequence, optional or map.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"
#include "shape/dim_expr.h"

#include <optional>
#include <string>
#include <vector>

namespace tenon {

enum class Kind : uint8_t { kTensor, kSequence, kOptional, kMap };
std::string_view nameOf(Kind kind) noexcept;

struct Type {
    Kind kind = Kind::kTensor;
    DType dtype = DType::kF32; ///< of the tensor's elements; of a map's keys
    std::optional<Dims> dims;  ///< of a tensor; absent: unknown rank
    std::vector<Type> inner;   ///< one: the element of a sequence or optional, the values of a map

    static Type tensor(DType dtype, std::optional<Dims> dims) { return {Kind::kTensor, dtype, std::move(dims), {}}; }
    static Type sequence(Type element) { return {Kind::kSequence, DType::kF32, std::nullopt, {std::move(element)}}; }
    static Type optional(Type element) { return {Kind::kOptional, DType::kF32, std::nullopt, {std::move(element)}}; }

    bool isTensor() const noexcept { return kind == Kind::kTensor; }
    bool ranked() const noexcept { return isTensor() && dims.has_value(); }
    int64_t rank() const noexcept { return ranked() ? static_cast<int64_t>(dims->size()) : -1; }
    /// True when all dims are known numbers.
    bool isStatic() const noexcept { return ranked() && allConst(*dims); }

    friend bool operator==(Type const&, Type const&) = default;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kind", self.kind);
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("inner", self.inner);
    }
};

/// What is of either type, which have the same kind and elements: dims that differ are open, ranks that differ unknown.
Type joined(Type const& a, Type const& b);

/// f32[1x3xs0], f32[*] (unknown rank), seq(f32[*]), optional(...), map(i64,f32[*])
std::string toString(Type const& type);

} // namespace tenon
