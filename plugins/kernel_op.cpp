// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernel_op.h"

#include "kernel/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::plugins {
namespace {

std::vector<int64_t> keyOf(std::vector<Operand> const& in, std::vector<Tensor> const& out) {
    std::vector<int64_t> key;
    auto add = [&](Tensor const& t) {
        key.push_back(t.present() ? static_cast<int64_t>(t.dtype) : -1);
        key.push_back(t.rank);
        key.insert(key.end(), t.dims, t.dims + t.rank);
    };
    for (Operand const& o : in)
        add(o.tensor);
    for (Tensor const& t : out)
        add(t);
    return key;
}

OperandDesc describe(Tensor const& t, bool constant) {
    OperandDesc out;
    out.present = t.present();
    Dims dims;
    for (int64_t d : t.shape()) {
        dims.emplace_back(d);
        out.dims.push_back({d, d, d});
    }
    out.type = Type::tensor(t.dtype, std::move(dims));
    out.constant = constant;
    out.bytes = constant ? t.as<std::byte>() : nullptr;
    return out;
}

bool isPlain(Signature const& s) {
    auto plain = [](Layout const& l) { return l.isRowMajor(); };
    return std::all_of(s.inputs.begin(), s.inputs.end(), plain) &&
           std::all_of(s.outputs.begin(), s.outputs.end(), plain);
}

} // namespace

bool KernelOp::run(std::string_view op, Attrs const& attrs, std::vector<Operand> const& in,
                   std::vector<Tensor> const& out) {
    try {
        if (auto key = keyOf(in, out); !mInstance || key != mKey) {
            make(op, attrs, in, out);
            mKey = std::move(key);
        }
        std::vector<Tensor> operands;
        for (Operand const& o : in)
            operands.push_back(o.tensor);
        auto* const workspace =
            reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(mWorkspace.data()) + 63) / 64 * 64);
        Failure failure;
        if (mInstance->enqueue({operands.data(), out.data(), workspace, &failure, operands.size(), out.size()}))
            return true;
        author::complain(failure.text);
    } catch (std::exception const& e) {
        author::complain(e.what());
    }
    return false;
}

void KernelOp::make(std::string_view op, Attrs const& attrs, std::vector<Operand> const& in,
                    std::vector<Tensor> const& out) {
    mInstance.reset();
    KernelTable const& table = builtinTable();
    Problem problem{table.op(op), attrs, {}, {}, std::nullopt};
    for (Operand const& o : in)
        problem.inputs.push_back(describe(o.tensor, o.constant));
    for (Tensor const& t : out)
        problem.outputs.push_back(describe(t, false));
    for (Kernel const* kernel : table.kernels(op)) {
        auto const proposal = kernel->propose(problem);
        auto const it = std::find_if(proposal.signatures.begin(), proposal.signatures.end(), isPlain);
        if (it == proposal.signatures.end())
            continue;
        mWorkspace.resize(static_cast<size_t>(kernel->workspace(problem, *it)) + 64);
        mInstance = kernel->make(problem, *it, 0);
        return;
    }
    throw Error(Message::kNoReference, fmt::format("no kernel of {} takes the tensors of this plugin", op));
}

DType dtypeOf(nvinfer1::DataType type) {
    switch (type) {
    case nvinfer1::DataType::kHALF:
        return DType::kF16;
    case nvinfer1::DataType::kBF16:
        return DType::kBF16;
    case nvinfer1::DataType::kINT32:
        return DType::kI32;
    case nvinfer1::DataType::kINT64:
        return DType::kI64;
    default:
        return DType::kF32;
    }
}

Tensor tensorOf(void const* data, DType type, std::span<int64_t const> dims) {
    return {const_cast<void*>(data), dims.data(), static_cast<int32_t>(dims.size()), type, nullptr};
}

std::vector<int64_t> dimsOf(nvinfer1::PluginTensorDesc const& desc) {
    return {desc.dims.d, desc.dims.d + desc.dims.nbDims};
}

} // namespace tenon::plugins
