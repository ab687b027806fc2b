// SPDX-License-Identifier: Apache-2.0
// A row-major result whose element at an index is the source's element at offset + sum(index * stride): what
// transposes, slices, broadcasts and concatenations are. Infer functions walk over content with it, reference kernels
// over elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tenon {

/// Stride of each axis of a row-major tensor, in elements.
inline std::vector<int64_t> rowMajorStrides(std::span<int64_t const> dims) {
    std::vector<int64_t> out(dims.size());
    int64_t stride = 1;
    for (size_t i = dims.size(); i-- > 0; stride *= dims[i])
        out[i] = stride;
    return out;
}

struct Strided {
    std::vector<int64_t> dims;
    std::vector<int64_t> strides;
    int64_t offset = 0;

    int64_t elements() const noexcept {
        int64_t n = 1;
        for (int64_t d : dims)
            n *= d;
        return n;
    }

    /// fn(position in the source) for every element of the result, in row-major order.
    template <class F>
    void forEach(F&& fn) const {
        std::vector<int64_t> index(dims.size(), 0);
        int64_t at = offset;
        for (int64_t left = elements(); left > 0; --left) {
            fn(at);
            for (size_t a = dims.size(); a-- > 0;) {
                at += strides[a];
                if (++index[a] < dims[a])
                    break;
                at -= strides[a] * dims[a];
                index[a] = 0;
            }
        }
    }

    /// The elements of `source` (row-major) that the result has.
    template <class T>
    std::vector<T> pick(std::vector<T> const& source) const {
        std::vector<T> out;
        forEach([&](int64_t at) { out.push_back(source[static_cast<size_t>(at)]); });
        return out;
    }
};

/// The broadcast of a tensor to dims of at least its rank: an axis of 1 that grows has stride 0.
inline Strided expanded(std::vector<int64_t> const& from, std::vector<int64_t> const& to) {
    Strided view{to, std::vector<int64_t>(to.size(), 0)};
    std::vector<int64_t> const strides = rowMajorStrides(from);
    for (size_t i = 0; i < from.size(); ++i)
        view.strides[to.size() - from.size() + i] = from[i] == 1 ? 0 : strides[i];
    return view;
}

/// A tensor repeated to multiples of its dims: two axes for each, the repetition and the tensor's own.
inline Strided tiled(std::vector<int64_t> const& from, std::vector<int64_t> const& to) {
    Strided view;
    std::vector<int64_t> const strides = rowMajorStrides(from);
    for (size_t i = 0; i < from.size(); ++i) {
        view.dims.insert(view.dims.end(), {from[i] == 0 ? 0 : to[i] / from[i], from[i]});
        view.strides.insert(view.strides.end(), {0, strides[i]});
    }
    return view;
}

} // namespace tenon
