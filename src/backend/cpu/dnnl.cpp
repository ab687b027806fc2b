// SPDX-License-Identifier: Apache-2.0
// Formats and parted primitives.
#include "backend/cpu/dnnl.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>

// Of the OpenMP runtime that oneDNN is linked with; <omp.h> is not there for every compiler.
extern "C" int omp_get_max_threads(void);
extern "C" void omp_set_num_threads(int);

namespace tenon::cpu {
namespace {

using Desc = dnnl::memory::desc;
constexpr auto kF32 = dnnl::memory::data_type::f32;

struct Format {
    dnnl::memory::format_tag tag;
    Layout layout;
};

/// The Layout that a format means, read from a descriptor whose dims leave no doubt.
std::optional<Layout> readLayout(Desc const& desc) {
    auto const rank = static_cast<size_t>(desc.get_ndims());
    auto const strides = desc.get_strides();
    Layout layout;
    for (size_t i = 0; i < rank; ++i)
        layout.order.push_back(static_cast<int32_t>(i));
    std::stable_sort(layout.order.begin(), layout.order.end(), [&](int32_t a, int32_t b) {
        return strides[static_cast<size_t>(a)] > strides[static_cast<size_t>(b)];
    });
    if (std::is_sorted(layout.order.begin(), layout.order.end()))
        layout.order.clear();
    auto const blocks = desc.get_inner_blks(), axes = desc.get_inner_idxs();
    for (size_t i = 0; i < blocks.size(); ++i)
        layout.blocks.push_back({static_cast<int32_t>(axes[i]), static_cast<int32_t>(blocks[i])});
    std::vector<int64_t> own(rank);
    auto const dims = desc.get_dims();
    layout.outerStrides(dims, own);
    if (own != strides)
        return std::nullopt;
    return layout;
}

/// All formats of a rank, the usual ones first.
std::vector<Format> const& formats(size_t rank) {
    static std::mutex lock;
    static std::map<size_t, std::vector<Format>> known;
    std::lock_guard const guard(lock);
    auto [it, fresh] = known.try_emplace(rank);
    if (!fresh)
        return it->second;
    // Axes of distinct sizes that every block divides.
    std::vector<int64_t> dims;
    for (size_t i = 0; i < rank; ++i)
        dims.push_back(64 * static_cast<int64_t>(i + 2));
    for (int tag = 1; tag < dnnl_format_tag_last; ++tag) {
        auto const value = static_cast<dnnl::memory::format_tag>(tag);
        Desc const desc(dims, kF32, value, true);
        if (desc.get(true) == nullptr || desc.get_format_kind() != dnnl::memory::format_kind::blocked)
            continue;
        if (auto layout = readLayout(desc))
            it->second.push_back({value, std::move(*layout)});
    }
    std::stable_sort(it->second.begin(), it->second.end(), [](Format const& a, Format const& b) {
        auto cost = [](Format const& f) { return f.layout.blocks.size() * 2 + !f.layout.order.empty(); };
        return cost(a) < cost(b);
    });
    return it->second;
}

} // namespace

OneThread::OneThread() noexcept : mSaved(omp_get_max_threads()) {
    omp_set_num_threads(1);
}

OneThread::~OneThread() {
    omp_set_num_threads(mSaved);
}

dnnl::engine const& dnnlEngine() {
    static dnnl::engine const engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

std::optional<Desc> descOf(Layout const& layout, std::vector<int64_t> const& dims) {
    if (layout.blocks.empty()) {
        std::vector<int64_t> strides(dims.size());
        layout.outerStrides(dims, strides);
        return Desc(dims, kF32, strides);
    }
    for (Format const& f : formats(dims.size()))
        if (f.layout == layout)
            return Desc(dims, kF32, f.tag);
    return std::nullopt;
}

std::optional<Layout> layoutOf(Desc const& desc) {
    // Where dims are 1 several formats describe the same bytes: the first one is as good as the others.
    for (Format const& f : formats(static_cast<size_t>(desc.get_ndims())))
        if (Desc const own(desc.get_dims(), kF32, f.tag, true); own.get(true) != nullptr && own == desc)
            return f.layout;
    return std::nullopt;
}

std::optional<std::vector<int64_t>> partDims(PrimitiveOperand const& operand, Split const& split) {
    std::vector<int64_t> dims = operand.dims;
    for (size_t i = 0; i < 2; ++i) {
        if (operand.splitAxis[i] < 0 || split.parts[i] == 1)
            continue;
        int64_t& dim = dims[static_cast<size_t>(operand.splitAxis[i])];
        if (dim == 1)
            continue; // broadcast
        if (dim % split.parts[i] != 0)
            return std::nullopt;
        dim /= split.parts[i];
        if (operand.layout.padded(static_cast<size_t>(operand.splitAxis[i]), dim) != dim)
            return std::nullopt;
    }
    return dims;
}

std::optional<Desc> partDesc(PrimitiveOperand const& operand, Split const& split) {
    auto const dims = partDims(operand, split);
    if (!dims)
        return std::nullopt;
    std::vector<int64_t> whole(dims->size()), part(dims->size());
    operand.layout.outerStrides(operand.dims, whole);
    if (operand.layout.blocks.empty())
        return Desc(*dims, kF32, whole);
    operand.layout.outerStrides(*dims, part);
    for (size_t i = 0; i < dims->size(); ++i)
        if ((*dims)[i] != 1 && whole[i] != part[i])
            return std::nullopt;
    return descOf(operand.layout, *dims);
}

bool isFast(dnnl::primitive_desc_base const& description) {
    return std::string_view(description.impl_info_str()).find("ref") == std::string_view::npos;
}

PartedInstance::PartedInstance(dnnl::primitive const& primitive, Desc const& scratchpad,
                               std::vector<PrimitiveOperand> operands, Split split)
    : mPrimitive(primitive), mOperands(std::move(operands)), mParts(static_cast<size_t>(split.count())) {
    size_t const scratch = (scratchpad.get_size() + 63) / 64 * 64;
    std::byte* base = nullptr;
    mScratch = Buffer::allocate(scratch * mParts.size(), &base);
    for (size_t p = 0; p < mParts.size(); ++p) {
        Part& part = mParts[p];
        std::array<int64_t, 2> const at{static_cast<int64_t>(p) / split.parts[1],
                                        static_cast<int64_t>(p) % split.parts[1]};
        part.stream = dnnl::stream(dnnlEngine());
        for (PrimitiveOperand const& o : mOperands) {
            std::vector<int64_t> const dims = *partDims(o, split);
            std::vector<int64_t> index(dims.size(), 0);
            for (size_t i = 0; i < 2; ++i)
                if (o.splitAxis[i] >= 0 && o.dims[static_cast<size_t>(o.splitAxis[i])] != 1)
                    index[static_cast<size_t>(o.splitAxis[i])] = at[i] * dims[static_cast<size_t>(o.splitAxis[i])];
            part.offset.push_back(4 * o.layout.offset(o.dims, index));
            part.memory.emplace_back(*partDesc(o, split), dnnlEngine(), nullptr);
            part.args.push_back({o.id, part.memory.back().get()});
        }
        part.memory.emplace_back(scratchpad, dnnlEngine(), base + p * scratch);
        part.args.push_back({DNNL_ARG_SCRATCHPAD, part.memory.back().get()});
    }
}

bool PartedInstance::enqueue(Args const& args) noexcept {
    parallelFor(static_cast<int64_t>(mParts.size()), 1, [&](int64_t begin, int64_t end) {
        OneThread const one;
        for (int64_t p = begin; p < end; ++p) {
            Part& part = mParts[static_cast<size_t>(p)];
            for (size_t i = 0; i < mOperands.size(); ++i) {
                Tensor const& t = mOperands[i].source < 0 ? args.outputs[0] : args.inputs[mOperands[i].source];
                dnnl_memory_set_data_handle(part.args[i].memory, t.as<std::byte>() + part.offset[i]);
            }
            part.status = dnnl_primitive_execute(mPrimitive.get(), part.stream.get(),
                                                 static_cast<int>(part.args.size()), part.args.data());
        }
    });
    for (Part const& part : mParts)
        if (part.status != dnnl_success)
            return args.failure->set(Message::kRunFailed, "oneDNN refused to run a primitive (status %d)",
                                     static_cast<int>(part.status));
    return true;
}

} // namespace tenon::cpu
