// SPDX-License-Identifier: Apache-2.0
// What the builder asks kernels: an operator with its attributes, a type, Layout and range of dims for each operand,
// and an optional pointwise epilogue. Plain data; its canonical text is the key of the timing cache.
#pragma once

#include "kernel/expression.h"
#include "kernel/layout.h"
#include "kernel/op.h"

#include <optional>

namespace tenon {

/// A dim over a profile: its least, its most usual and its greatest value. Equal when the dim is fixed.
struct DimRange {
    int64_t min = 0, opt = 0, max = 0;
    bool isFixed() const noexcept { return min == max; }
    friend bool operator==(DimRange const&, DimRange const&) = default;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("min", self.min);
        visit("opt", self.opt);
        visit("max", self.max);
    }
};

struct OperandDesc {
    bool present = true; ///< false: an optional operand that the node leaves out
    Type type;           ///< kind and dtype; dims are in `dims`
    std::vector<DimRange> dims;
    bool ranked = true;
    bool constant = false;     ///< known at build time; packed into the Layout that the signature wants
    bool mayOverwrite = false; ///< the operand is not needed afterwards
    std::byte const* bytes =
        nullptr; ///< row-major elements of a constant, where a kernel may look; not part of the key

    std::vector<int64_t> opt() const {
        std::vector<int64_t> out;
        for (DimRange const& d : dims)
            out.push_back(d.opt);
        return out;
    }
    /// Elements at the opt dims: what costs go by.
    double optElements() const noexcept {
        double n = 1;
        for (DimRange const& d : dims)
            n *= static_cast<double>(d.opt);
        return n;
    }
    bool isFixed() const noexcept {
        for (DimRange const& d : dims)
            if (!d.isFixed())
                return false;
        return true;
    }
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("present", self.present);
        visit("type", self.type);
        visit("dims", self.dims);
        visit("ranked", self.ranked);
        visit("constant", self.constant);
        visit("mayOverwrite", self.mayOverwrite);
    }
};

/// Applied to the operator's first result, element by element. Operand 0 of the expression is that result; operand i >
/// 0 is operand `first + i - 1` of the problem, which broadcasts to the result's dims.
struct Epilogue {
    Expression expression;
    int32_t first = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("expression", self.expression);
        visit("first", self.first);
    }
};

struct Problem {
    OpDef const* op = nullptr;
    Attrs attrs;
    std::vector<OperandDesc> inputs; ///< the operator's operands, then the epilogue's
    std::vector<OperandDesc> outputs;
    std::optional<Epilogue> epilogue;

    /// Operands of the operator itself.
    size_t ownInputs() const noexcept { return epilogue ? static_cast<size_t>(epilogue->first) : inputs.size(); }
    bool isFixed() const noexcept;
    /// The canonical text: equal problems have equal texts, on every machine.
    std::string text() const;
};

/// How a kernel wants its operands. A layout of a constant operand is how its weights are packed.
struct Signature {
    std::vector<Layout> inputs;
    std::vector<Layout> outputs;
    int32_t inPlace = -1; ///< input whose memory output 0 may take over (same bytes, same layout), or -1

    friend bool operator==(Signature const&, Signature const&) = default;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
        visit("inPlace", self.inPlace);
    }
    /// Row-major for everything.
    static Signature plain(Problem const& problem) {
        return {std::vector<Layout>(problem.inputs.size()), std::vector<Layout>(problem.outputs.size()), -1};
    }
};

} // namespace tenon
