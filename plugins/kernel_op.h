// SPDX-License-Identifier: Apache-2.0
// Lets a plugin compute with an operator of Tenon's: the best kernel that takes row-major tensors of these types and
// dims is made once and kept until the dims are others.
#pragma once

#include "kernel/kernel.h"
#include "tenon/plugin_call.h"

#include <span>

namespace tenon::plugins {

/// A tensor whose elements are the same in every call: kernels may look at them beforehand.
struct Operand {
    Tensor tensor;
    bool constant = false;
};

/// Of a plugin; copies prepare their own kernels.
class KernelOp {
public:
    KernelOp() = default;
    KernelOp(KernelOp const&) noexcept {}
    KernelOp& operator=(KernelOp const&) noexcept { return *this; }

    /// False, and told, when no kernel takes the tensors or the data do not allow the computation.
    bool run(std::string_view op, Attrs const& attrs, std::vector<Operand> const& in, std::vector<Tensor> const& out);

private:
    void make(std::string_view op, Attrs const& attrs, std::vector<Operand> const& in, std::vector<Tensor> const& out);

    std::shared_ptr<Instance> mInstance;
    std::vector<int64_t> mKey; ///< types and dims that it was made for
    std::vector<std::byte> mWorkspace;
};

/// A tensor of a plugin call, or elements of the plugin's own, seen with these dims, which must outlive it.
DType dtypeOf(nvinfer1::DataType type);
Tensor tensorOf(void const* data, DType type, std::span<int64_t const> dims);
std::vector<int64_t> dimsOf(nvinfer1::PluginTensorDesc const& desc);

} // namespace tenon::plugins
