// SPDX-License-Identifier: Apache-2.0
// fp32 matrix products with the CPU backend's gemm: matmul.packed for a constant second operand, packed into panels of
// 16 columns when the engine is built, and matmul.gemm for any other, which packs what it needs at run time. Both serve
// all dims.
#include "backend/cpu/epilogue.h"
#include "backend/cpu/gemm.h"
#include "kernel/table.h"
#include "ops/matmul/isa/matmul_dnnl.h"
#include "ops/matmul/matmul.h"
#include "shape/matrix_product.h"

#include <algorithm>

namespace tenon::ops {
namespace matmul {
namespace {

using cpu::EpilogueRunner;
using cpu::ResultForm;

ResultForm formOf(Problem const& problem) {
    return {problem.outputs[0].dims.empty() ? 0 : problem.outputs[0].dims.size() - 1, false};
}

/// Panels [N / 16][K][16] of B as a Layout.
Layout panels(bool transB) {
    return transB ? Layout{{}, {{0, 16}}} : Layout{{1, 0}, {{1, 16}}};
}

std::string rejectType(Problem const& problem) {
    for (size_t i = 0; i < 2; ++i)
        if (problem.inputs[i].type.dtype != DType::kF32)
            return "only f32 is computed";
        else if (!problem.inputs[i].ranked || problem.inputs[i].dims.size() > kMaxProductRank)
            return "the ranks are not known or above 8";
    if (problem.epilogue && problem.inputs[1].dims.size() == 1)
        return "a product with a column takes no epilogue";
    return EpilogueRunner::reject(problem, formOf(problem));
}

/// Nanoseconds of 2 * M * N * K operations and one pass over the operands.
double roughTime(Problem const& problem, double flopsPerNs) {
    auto const& a = problem.inputs[0].dims;
    double work = 2 * problem.outputs[0].optElements(), bytes = 0;
    work *= static_cast<double>(a[a.size() - (problem.attrs.as<Attributes>().transA && a.size() > 1 ? 2 : 1)].opt);
    for (auto const* list : {&problem.inputs, &problem.outputs})
        for (OperandDesc const& o : *list)
            bytes += 4 * o.optElements();
    return 300 + std::max(work / flopsPerNs, bytes / 16);
}

/// A with one row for every element of all axes but the last, times a packed B.
class PackedInstance final : public Instance {
public:
    explicit PackedInstance(Problem const& problem)
        : mBias(cpu::splitBias(problem, formOf(problem).axis)),
          mEpilogue(mBias ? mBias->rest : problem, formOf(problem)) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const &a = args.inputs[0], &c = args.outputs[0];
        mEpilogue.bind(args);
        auto run = [this](int64_t row, int64_t column, int64_t count, float* data) {
            mEpilogue.row(row, column, count, data);
        };
        cpu::RowEpilogue const epilogue(run);
        cpu::GemmArgs gemm;
        gemm.k = a.dims[a.rank - 1];
        gemm.n = c.dims[c.rank - 1];
        gemm.m = 1;
        for (int32_t i = 0; i + 1 < a.rank; ++i)
            gemm.m *= a.dims[i];
        gemm.a = a.as<float const>();
        gemm.lda = gemm.k;
        gemm.packedB = args.inputs[1].as<float const>();
        gemm.c = c.as<float>();
        gemm.ldc = gemm.n;
        gemm.bias = mBias ? args.inputs[mBias->operand].as<float const>() : nullptr;
        gemm.epilogue = mEpilogue.empty() ? nullptr : &epilogue;
        cpu::gemm(gemm);
        return true;
    }

private:
    std::optional<cpu::BiasSplit> mBias;
    EpilogueRunner mEpilogue;
};

class PackedKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "matmul.packed"; }
    std::string_view op() const noexcept override { return "matmul"; }

    Proposal propose(Problem const& problem) const override {
        if (std::string reason = rejectType(problem); !reason.empty())
            return {{}, reason};
        auto const& attrs = problem.attrs.as<Attributes>();
        OperandDesc const& b = problem.inputs[1];
        if (!b.constant || b.dims.size() != 2)
            return {{}, "the second operand is no constant matrix"};
        if (attrs.transA && problem.inputs[0].dims.size() > 1)
            return {{}, "the first operand is transposed"};
        Signature s = Signature::plain(problem);
        s.inputs.resize(problem.ownInputs());
        s.inputs[1] = panels(attrs.transB);
        EpilogueRunner::addLayouts(problem, formOf(problem), s.inputs);
        return {{std::move(s)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override { return roughTime(problem, 60); }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<PackedInstance>(problem);
    }
};

/// Batches of any rank with either operand transposed.
class GemmInstance final : public Instance {
public:
    explicit GemmInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mBias(cpu::splitBias(problem, formOf(problem).axis)),
          mEpilogue(mBias ? mBias->rest : problem, formOf(problem)) {}

    bool enqueue(Args const& args) noexcept override {
        MatrixProduct const p(mAttrs.transA, mAttrs.transB, args.inputs[0], args.inputs[1], args.outputs[0]);
        if (p.columnsA != p.k)
            return args.failure->set(Message::kRunFailed, "a matrix product of %lld columns and %lld rows",
                                     static_cast<long long>(p.columnsA), static_cast<long long>(p.k));
        mEpilogue.bind(args);
        auto* workspace = static_cast<float*>(args.workspace);
        auto const* a = args.inputs[0].as<float const>();
        if (p.transA) {
            transposeAll(a, p, workspace);
            a = workspace;
            workspace += (p.elementsA + 15) / 16 * 16;
        }
        float const* const bias = mBias ? args.inputs[mBias->operand].as<float const>() : nullptr;
        for (int64_t outer = 0; outer < p.outerCount(); ++outer)
            runOuter(p, outer, a, args.inputs[1].as<float const>(), args.outputs[0].as<float>(), bias, workspace);
        return true;
    }

    /// The matrices of A, each transposed, so that K is innermost.
    static void transposeAll(float const* from, MatrixProduct const& p, float* to) noexcept {
        int64_t const each = p.m * p.k;
        parallelFor(each == 0 ? 0 : p.elementsA / each, 1, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                for (int64_t r = 0; r < p.m; ++r)
                    for (int64_t k = 0; k < p.k; ++k)
                        to[i * each + r * p.k + k] = from[i * each + k * p.m + r];
        });
    }

private:
    void runOuter(MatrixProduct const& p, int64_t outer, float const* a, float const* b, float* c, float const* bias,
                  float* workspace) const noexcept {
        int64_t const firstRow = outer * p.batch[0] * p.batch[1] * p.m;
        auto run = [&](int64_t row, int64_t column, int64_t count, float* data) {
            mEpilogue.row(firstRow + row, column, count, data);
        };
        cpu::RowEpilogue const epilogue(run);
        cpu::BatchGemmArgs args;
        args.m = p.m;
        args.n = p.n;
        args.k = p.k;
        args.lda = p.k;
        args.ldc = p.n;
        args.strideK = p.strideK;
        args.strideN = p.strideN;
        for (size_t i = 0; i < 2; ++i) {
            args.batch[i] = p.batch[i];
            args.batchStrideA[i] = p.stepA[i];
            args.batchStrideB[i] = p.stepB[i];
            args.batchStrideC[i] = (i == 0 ? p.batch[1] : 1) * p.m * p.n;
        }
        args.a = a + p.outerOffset(outer, p.outerA);
        args.b = b + p.outerOffset(outer, p.outerB);
        args.c = c + firstRow * p.n;
        args.bias = bias;
        args.epilogue = mEpilogue.empty() ? nullptr : &epilogue;
        args.workspace = workspace;
        cpu::batchGemm(args);
    }

    Attributes mAttrs;
    std::optional<cpu::BiasSplit> mBias;
    EpilogueRunner mEpilogue;
};

class GemmKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "matmul.gemm"; }
    std::string_view op() const noexcept override { return "matmul"; }

    Proposal propose(Problem const& problem) const override {
        if (std::string reason = rejectType(problem); !reason.empty())
            return {{}, reason};
        auto const& attrs = problem.attrs.as<Attributes>();
        if (problem.inputs[1].constant && problem.inputs[1].dims.size() == 2 &&
            !(attrs.transA && problem.inputs[0].dims.size() > 1))
            return {{}, "the second operand is constant: matmul.packed packs it once"};
        Signature s = Signature::plain(problem);
        s.inputs.resize(problem.ownInputs());
        EpilogueRunner::addLayouts(problem, formOf(problem), s.inputs);
        return {{std::move(s)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const& attrs = problem.attrs.as<Attributes>();
        auto greatest = [](OperandDesc const& o) {
            std::vector<int64_t> dims;
            for (DimRange const& d : o.dims)
                dims.push_back(d.max);
            return dims;
        };
        std::vector<int64_t> const a = greatest(problem.inputs[0]), b = greatest(problem.inputs[1]);
        int64_t floats = 0, matrices = 1;
        if (attrs.transA && a.size() > 1)
            floats += (Layout::rowMajor().elements(a) + 15) / 16 * 16;
        for (size_t i = 0; i + 2 < b.size(); ++i)
            matrices *= b[i];
        bool const column = b.size() == 1;
        int64_t const n = column ? 1 : b[b.size() - (attrs.transB ? 2 : 1)],
                      k = column ? b[0] : b[b.size() - (attrs.transB ? 1 : 2)];
        return 4 * (floats + matrices * cpu::packedBSize(n, k));
    }
    double estimate(Problem const& problem, Signature const&) const override { return roughTime(problem, 45); }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<GemmInstance>(problem);
    }
};

} // namespace
} // namespace matmul

void matmul_cpu(KernelTable& table) {
    table.add(std::make_unique<matmul::PackedKernel>());
    table.add(std::make_unique<matmul::GemmKernel>());
    matmul::addDnnl(table);
}

} // namespace tenon::ops
