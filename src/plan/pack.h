// SPDX-License-Identifier: Apache-2.0
// From row-major elements to a Layout. The builder packs weights with it, and refit packs them again.
#pragma once

#include "base/dtype.h"
#include "kernel/layout.h"

#include <cstddef>
#include <span>

namespace tenon::plan {

/// Bytes of a tensor of these dims in the layout, padding included. Throws Error kShapeOverflow.
int64_t packedBytes(DType type, std::span<int64_t const> dims, Layout const& layout);
/// Writes packedBytes() bytes to `to`; padding becomes zeros. Types below a byte only go from row-major to row-major.
void pack(std::byte const* from, DType type, std::span<int64_t const> dims, Layout const& layout, std::byte* to);
/// The reverse: row-major elements out of a layout.
void unpack(std::byte const* from, DType type, std::span<int64_t const> dims, Layout const& layout, std::byte* to);

} // namespace tenon::plan
