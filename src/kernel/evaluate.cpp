// SPDX-License-Identifier: Apache-2.0
#include "kernel/evaluate.h"

#include "base/half.h"

#include <fmt/format.h>
#include <limits>

namespace tenon {
namespace {

constexpr int64_t kContentLimit = 1024;

Dims dimsOf(Box const& box) {
    return Dims(box.dims.begin(), box.dims.end());
}

Type typeOf(Box const& box) {
    if (box.kind == Kind::kTensor)
        return Type::tensor(box.dtype, dimsOf(box));
    Type inner = box.items.empty() ? Type::tensor(box.dtype, std::nullopt) : typeOf(box.items[0]);
    for (Box const& item : box.items)
        if (inner.isTensor() && item.dims != box.items[0].dims)
            inner.dims.reset(); // elements of different shapes have only their element type in common
    return {box.kind, box.dtype, std::nullopt, {std::move(inner)}};
}

OperandDesc describe(Fact const& fact) {
    OperandDesc out;
    out.type = fact.type;
    out.ranked = fact.type.ranked();
    if (out.ranked)
        for (DimExpr const& d : *fact.type.dims)
            out.dims.push_back({d.value(), d.value(), d.value()});
    return out;
}

/// Results of unknown size stay empty boxes: the kernel of such an operator sets them itself.
void prepare(Box& box, Type const& type) {
    if (type.isTensor() && type.isStatic()) {
        std::vector<int64_t> dims;
        for (DimExpr const& d : *type.dims)
            dims.push_back(d.value());
        box.setTensor(type.dtype, dims);
    } else {
        box.kind = type.kind;
        box.dtype = type.dtype;
    }
}

} // namespace

std::optional<Dims> contentOf(DType type, std::byte const* bytes, int64_t elements) {
    if (elements > kContentLimit || (bytes == nullptr && elements != 0) || !(isInteger(type) || type == DType::kBool) ||
        bitsOf(type) < 8)
        return std::nullopt;
    Dims out;
    bool good = true;
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        auto const* from = reinterpret_cast<T const*>(bytes);
        for (int64_t i = 0; i < elements; ++i) {
            if constexpr (std::is_same_v<T, uint64_t>)
                good = good && from[i] <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
            out.emplace_back(static_cast<int64_t>(from[i]));
        }
    });
    return good ? std::optional(std::move(out)) : std::nullopt;
}

Fact factOf(Box const& box) {
    Fact fact;
    fact.type = typeOf(box);
    if (box.kind == Kind::kTensor && box.dtype != DType::kString) {
        fact.bytes = box.data();
        fact.content = contentOf(box.dtype, box.data(), box.elements());
    }
    return fact;
}

Tensor tensorOf(Box& box) noexcept {
    Tensor t;
    t.data = box.kind == Kind::kTensor && box.dtype != DType::kString ? box.data() : nullptr;
    t.dims = box.dims.data();
    t.rank = static_cast<int32_t>(box.dims.size());
    t.dtype = box.dtype;
    t.box = &box;
    return t;
}

std::vector<Box> evaluate(KernelTable const& table, OpDef const& op, Attrs const& attrs,
                          std::span<Box const* const> inputs, size_t results) {
    std::vector<Fact> facts(inputs.size());
    std::vector<Fact const*> operands;
    Problem problem{&op, attrs, {}, {}, std::nullopt};
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i] != nullptr)
            facts[i] = factOf(*inputs[i]);
        operands.push_back(inputs[i] == nullptr ? nullptr : &facts[i]);
        problem.inputs.push_back(describe(facts[i]));
        problem.inputs.back().present = inputs[i] != nullptr;
    }
    SymbolId next = 0;
    InferContext context(operands, results, [&](DimExpr const*) { return DimExpr::symbol(next++); });
    op.infer(attrs, context);

    std::vector<Box> out(results);
    std::vector<Tensor> in(inputs.size());
    std::vector<Tensor> to;
    for (size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i] != nullptr)
            in[i] = tensorOf(*const_cast<Box*>(inputs[i])); // kernels do not write to inputs
    for (size_t i = 0; i < results; ++i) {
        prepare(out[i], context.out(i).type);
        problem.outputs.push_back(describe(context.out(i)));
        to.push_back(tensorOf(out[i]));
    }
    Kernel const* kernel = table.reference(op.name);
    if (kernel == nullptr)
        throw Error(Message::kNoReference, fmt::format("operator {} has no reference kernel", op.name));
    Failure failure;
    auto instance = kernel->make(problem, Signature::plain(problem), 0);
    if (!instance->enqueue({in.data(), to.data(), nullptr, &failure}))
        throw Error(failure.id, failure.text);
    return out;
}

} // namespace tenon
