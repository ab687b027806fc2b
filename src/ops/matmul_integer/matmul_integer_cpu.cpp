// SPDX-License-Identifier: Apache-2.0
// The CPU backend's 8-bit products, with one zero point of a and one or a list of them of b: matmul_integer.hwy on
// every processor, matmul_integer.vnni where an instruction sums four products at once. A constant matrix b is packed
// when the engine is built, any other before each product.
#include "backend/cpu/gemm_int.h"
#include "backend/cpu/gemm_vnni.h"
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

/// What the two kernels differ in: how many rows of b are side by side, and how rows of a are kept.
struct Pairs {
    using Element = int16_t;
    using Row = int32_t;
    using Gemm = cpu::IntGemmArgs;
    static constexpr std::string_view kName = "matmul_integer.hwy";
    static constexpr int32_t kRows = 2;
    static constexpr double kProductsPerNs = 40;
    static constexpr auto depth = cpu::evenDepth;
    static constexpr auto packedSize = cpu::packedIntBSize;
    static constexpr auto pack = cpu::packIntB;
    static constexpr auto prepare = cpu::widenRows;
    static constexpr auto run = cpu::intGemm;
    static void setRows(Gemm& g, Row const* rows) { g.sums = rows; }
};
struct Quads {
    using Element = uint8_t;
    using Row = cpu::QuadRow;
    using Gemm = cpu::QuadGemmArgs;
    static constexpr std::string_view kName = "matmul_integer.vnni";
    static constexpr int32_t kRows = 4;
    static constexpr double kProductsPerNs = 150;
    static constexpr auto depth = cpu::quadDepth;
    static constexpr auto packedSize = cpu::packedQuadBSize;
    static constexpr auto pack = cpu::packQuadB;
    static constexpr auto prepare = cpu::unsignedRows;
    static constexpr auto run = cpu::quadGemm;
    static void setRows(Gemm& g, Row const* rows) { g.rows = rows; }
};

/// Bytes of the parts of the workspace.
template <class P>
struct Parts {
    int64_t rows, sums, packed;
    Parts(int64_t m, int64_t n, int64_t k, bool pack)
        : rows(rounded(static_cast<int64_t>(sizeof(typename P::Element)) * m * P::depth(k))),
          sums(rounded(static_cast<int64_t>(sizeof(typename P::Row)) * m)),
          packed(pack ? rounded(P::packedSize(n, k)) : 0) {}
};

template <class P>
class IntInstance final : public Instance {
public:
    explicit IntInstance(Problem const& problem)
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
        Parts<P> const parts(p.m, p.n, p.k, !mPacked);
        auto* const workspace = static_cast<std::byte*>(args.workspace);
        auto* const rows = reinterpret_cast<typename P::Element*>(workspace);
        auto* const sums = reinterpret_cast<typename P::Row*>(workspace + parts.rows);
        cpu::Bytes a = bytesOf(args.inputs[0]), b = bytesOf(args.inputs[1]);
        a.data += p.outerOffset(outer, p.outerA) + x * p.stepA[0] + y * p.stepA[1];
        b.data += p.outerOffset(outer, p.outerB) + x * p.stepB[0] + y * p.stepB[1];
        if (!mPacked) {
            auto* const packed = reinterpret_cast<uint8_t*>(workspace + parts.rows + parts.sums);
            P::pack(p.n, p.k, b.data, p.strideK, p.strideN, packed);
            b.data = packed;
        }
        P::prepare(p.m, p.k, a, p.k, zeroOf(args, 2), rows, sums);
        typename P::Gemm g;
        g.m = p.m, g.n = p.n, g.k = p.k;
        g.a = rows, g.b = b;
        P::setRows(g, sums);
        if (args.has(3) && !(args.inputs[3].elements() == 1 && zeroOf(args, 3) == 0)) {
            g.zeros = bytesOf(args.inputs[3]);
            g.zeroOfEach = args.inputs[3].elements() != 1;
        }
        g.c = args.outputs[0].as<int32_t>() + (outer * p.batch[0] * p.batch[1] + i) * p.m * p.n;
        g.ldc = p.n;
        P::run(g);
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

template <class P>
class IntKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return P::kName; }
    std::string_view op() const noexcept override { return "matmul_integer"; }

    bool isPortable() const noexcept override { return P::kRows == 2; }
    Proposal propose(Problem const& problem) const override {
        if (P::kRows == 4 && !cpu::hasVnni())
            return {{}, "the processor lacks AVX-512 VNNI"};
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
            s.inputs[1] = Layout{{1, 0}, {{1, 16}, {0, P::kRows}}}; // [N / 16][K / rows][16][rows]
        return {{std::move(s)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const& b = problem.inputs[1].dims;
        int64_t const k = b[b.size() - (b.size() > 1 ? 2 : 1)].max, n = b.size() > 1 ? b.back().max : 1;
        int64_t const m = k == 0 ? 0 : most(problem.inputs[0]) / k;
        Parts<P> const parts(m, n, k, true);
        return parts.rows + parts.sums + parts.packed + 64;
    }
    double estimate(Problem const& problem, Signature const&) const override {
        double const work = problem.outputs[0].optElements() * static_cast<double>(problem.inputs[0].dims.back().opt);
        return 500 + work / P::kProductsPerNs;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<IntInstance<P>>(problem);
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
    table.add(std::make_unique<matmul_integer::IntKernel<matmul_integer::Quads>>());
    table.add(std::make_unique<matmul_integer::IntKernel<matmul_integer::Pairs>>());
}

} // namespace tenon::ops
