// SPDX-License-Identifier: Apache-2.0
// matmul_integer.hwy: the CPU backend's 8-bit product, with one zero point of a and one or a list of them of b. A
// constant matrix b is packed when the engine is built, any other before each product.
#include "backend/cpu/gemm_int.h"
#include "kernel/table.h"
#include "ops/matmul_integer/matmul_integer.h"
#include "shape/matrix_product.h"

#include <algorithm>

namespace tenon::ops {
namespace matmul_integer {
namespace {

cpu::Bytes bytesOf(Tensor const& t) {
    return {t.as<uint8_t const>(), t.dtype == DType::kI8};
}

int64_t rounded(int64_t bytes) {
    return (bytes + 63) / 64 * 64;
}

/// Bytes of the parts of the workspace.
struct Parts {
    int64_t wide, sums, packed;
    Parts(int64_t m, int64_t n, int64_t k, bool pack)
        : wide(rounded(2 * m * cpu::evenDepth(k))), sums(rounded(4 * m)),
          packed(pack ? rounded(cpu::packedIntBSize(n, k)) : 0) {}
};

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem)
        : mInputs(problem.inputs.size()), mPacked(problem.inputs[1].constant && problem.inputs[1].dims.size() == 2) {}

    bool enqueue(Args const& given) noexcept override {
        Args const args{given.inputs, given.outputs, given.workspace, given.failure, mInputs, 1};
        MatrixProduct const p(false, false, args.inputs[0], args.inputs[1], args.outputs[0]);
        if (p.columnsA != p.k)
            return args.failure->set(Message::kRunFailed, "a matrix product of %lld columns and %lld rows",
                                     static_cast<long long>(p.columnsA), static_cast<long long>(p.k));
        for (int64_t outer = 0; outer < p.outerCount(); ++outer)
            for (int64_t i = 0; i < p.batch[0] * p.batch[1]; ++i)
                one(args, p, outer, i);
        return true;
    }

private:
    void one(Args const& args, MatrixProduct const& p, int64_t outer, int64_t i) const {
        int64_t const x = i / p.batch[1], y = i % p.batch[1];
        Parts const parts(p.m, p.n, p.k, !mPacked);
        auto* const workspace = static_cast<std::byte*>(args.workspace);
        auto* const wide = reinterpret_cast<int16_t*>(workspace);
        auto* const sums = reinterpret_cast<int32_t*>(workspace + parts.wide);
        cpu::Bytes a = bytesOf(args.inputs[0]), b = bytesOf(args.inputs[1]);
        a.data += p.outerOffset(outer, p.outerA) + x * p.stepA[0] + y * p.stepA[1];
        b.data += p.outerOffset(outer, p.outerB) + x * p.stepB[0] + y * p.stepB[1];
        if (!mPacked) {
            auto* const packed = reinterpret_cast<uint8_t*>(workspace + parts.wide + parts.sums);
            cpu::packIntB(p.n, p.k, b.data, p.strideK, p.strideN, packed);
            b.data = packed;
        }
        cpu::widenRows(p.m, p.k, a, p.k, zeroOf(args, 2), wide, sums);
        cpu::IntGemmArgs g;
        g.m = p.m, g.n = p.n, g.k = p.k;
        g.a = wide, g.sums = sums, g.b = b;
        if (args.has(3) && !(args.inputs[3].elements() == 1 && zeroOf(args, 3) == 0)) {
            g.zeros = bytesOf(args.inputs[3]);
            g.zeroOfEach = args.inputs[3].elements() != 1;
        }
        g.c = args.outputs[0].as<int32_t>() + (outer * p.batch[0] * p.batch[1] + i) * p.m * p.n;
        g.ldc = p.n;
        cpu::intGemm(g);
    }
    static int32_t zeroOf(Args const& args, size_t operand) {
        if (!args.has(operand))
            return 0;
        cpu::Bytes const z = bytesOf(args.inputs[operand]);
        return z.isSigned ? static_cast<int8_t>(z.data[0]) : z.data[0];
    }

    size_t mInputs;
    bool mPacked;
};

/// Elements of the operand at the greatest dims.
int64_t most(OperandDesc const& o) {
    int64_t n = 1;
    for (DimRange const& d : o.dims)
        n *= d.max;
    return n;
}

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "matmul_integer.hwy"; }
    std::string_view op() const noexcept override { return "matmul_integer"; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "the result is i32: no epilogue"};
        for (size_t i = 0; i < 2; ++i)
            if (!problem.inputs[i].ranked || problem.inputs[i].dims.size() > kMaxProductRank)
                return {{}, "the ranks are not known or above 8"};
        OperandDesc const& b = problem.inputs[1];
        if (!single(problem, 2))
            return {{}, "rows have zero points of their own"};
        if (!single(problem, 3) && (problem.inputs[3].dims.size() != 1 || b.dims.size() < 2))
            return {{}, "matrices have zero points of their own"};
        Signature s = Signature::plain(problem);
        if (b.constant && b.dims.size() == 2)
            s.inputs[1] = Layout{{1, 0}, {{1, 16}, {0, 2}}}; // [N / 16][K / 2][16][2]
        return {{std::move(s)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const& b = problem.inputs[1].dims;
        int64_t const k = b[b.size() - (b.size() > 1 ? 2 : 1)].max, n = b.size() > 1 ? b.back().max : 1;
        int64_t const m = k == 0 ? 0 : most(problem.inputs[0]) / k;
        Parts const parts(m, n, k, true);
        return parts.wide + parts.sums + parts.packed + 64;
    }
    double estimate(Problem const& problem, Signature const&) const override {
        double work = static_cast<double>(problem.inputs[0].dims.back().opt);
        for (DimRange const& d : problem.outputs[0].dims)
            work *= static_cast<double>(d.opt);
        return 500 + work / 40;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<HwyInstance>(problem);
    }

private:
    static bool single(Problem const& problem, size_t i) {
        if (i >= problem.inputs.size() || !problem.inputs[i].present)
            return true;
        OperandDesc const& o = problem.inputs[i];
        return o.ranked && std::all_of(o.dims.begin(), o.dims.end(), [](DimRange const& d) { return d.max == 1; });
    }
};

} // namespace
} // namespace matmul_integer

void matmul_integer_cpu(KernelTable& table) {
    table.add(std::make_unique<matmul_integer::HwyKernel>());
}

} // namespace tenon::ops
