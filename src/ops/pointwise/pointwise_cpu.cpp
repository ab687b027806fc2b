// SPDX-License-Identifier: Apache-2.0
// pointwise.tile: whole tensors by a tile program. The result's elements are seen in the order of its memory; axes over
// which all operands move alike are merged, and the program runs over the innermost one. Where that is short, operands
// are first copied to a tile in the result's order. In a blocked layout the channels that pad a block are set to zero
// again (kernel/layout.h).
#include "backend/cpu/padding.h"
#include "kernel/kernel.h"
#include "kernel/parallel.h"
#include "kernel/table.h"
#include "kernel/tile.h"
#include "ops/pointwise/isa/walk.h"
#include "ops/pointwise/pointwise.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::ops {
namespace pointwise {
namespace {

constexpr int64_t kShortRun =
    64; ///< elements: below this, copying operands to a tile is faster than a call for each run
constexpr int64_t kGatherBytes = 16 * 1024; ///< of the copies in one tile

/// Nanoseconds for one element, by a rough model: a call reads and writes the first-level cache; the operands and the
/// result come from memory.
double costOf(Expression const& e) {
    struct Function {
        std::string_view name;
        double single, wide; ///< in fp32 vectors, in scalar fp64 (or 64-bit integers)
    };
    constexpr Function kFunctions[] = {{"exp", 0.4, 8},  {"log", 0.4, 8},      {"tan", 0.6, 15}, {"sin", 0.6, 10},
                                       {"cos", 0.6, 10}, {"erf", 0.6, 15},     {"cdf", 0.6, 15}, {"pow", 2, 30},
                                       {"fmod", 10, 10}, {"floor_mod", 10, 10}};
    double ns = 0.05 * static_cast<double>(bytesFor(e.resultType(), 1));
    for (DType type : e.inputs)
        ns += 0.05 * static_cast<double>(bytesFor(type, 1));
    for (Expression::Instr const& instr : e.code) {
        Row const* row = findRow(instr.row);
        bool const wide = bitsOf(instr.type) == 64;
        ns += wide ? 0.5 : 0.08;
        for (Function const& f : kFunctions)
            if (row != nullptr && row->text.find(f.name) != std::string_view::npos)
                ns += wide ? f.wide : f.single;
    }
    return ns;
}

class TileInstance final : public Instance {
public:
    TileInstance(Expression const& e, Signature signature)
        : mProgram(makeTile(e)), mSignature(std::move(signature)),
          mGrain(std::max<int64_t>(1024, static_cast<int64_t>(kSerialNanoseconds / costOf(e)) / 1024 * 1024)) {}

    bool enqueue(Args const& args) noexcept override {
        Walk walk;
        if (!walk.plan({args.inputs, mSignature.inputs.size()}, mSignature.inputs, args.outputs[0],
                       mSignature.outputs[0]))
            return args.failure->set(
                Message::kRank, "a result of rank %d has more axes than the %d that a pointwise step can walk over",
                args.outputs[0].rank, Walk::kMaxAxes);
        int64_t const total = walk.elements();
        void* const out = args.outputs[0].data;
        parallelFor(total, mGrain, [&](int64_t begin, int64_t end) {
            if (walk.runLength() >= kShortRun || walk.runLength() == total)
                byRuns(walk, out, begin, end);
            else
                byTiles(walk, out, begin, end);
        });
        cpu::clearPadding(args.outputs[0], mSignature.outputs[0]);
        return true;
    }

private:
    void byRuns(Walk const& walk, void* out, int64_t begin, int64_t end) const noexcept {
        TileOperand operands[Walk::kMaxOperands];
        Walk::Cursor at(walk, begin);
        while (begin < end) {
            int64_t const count = std::min(end - begin, at.rest());
            for (int i = 0; i < walk.operands(); ++i)
                operands[i] = {at.data(i), walk.step(i)};
            mProgram->run(operands, static_cast<std::byte*>(out) + begin * walk.resultSize(), count);
            begin += count;
            at.advance(count);
        }
    }

    void byTiles(Walk const& walk, void* out, int64_t begin, int64_t end) const noexcept {
        alignas(64) std::byte scratch[kGatherBytes];
        TileOperand operands[Walk::kMaxOperands];
        int64_t const tile =
            std::min(kTileElements, kGatherBytes / std::max<int64_t>(1, walk.gatheredBytes()) / 16 * 16);
        for (; begin < end; begin += tile) {
            int64_t const count = std::min(tile, end - begin);
            std::byte* to = scratch;
            for (int i = 0; i < walk.operands(); ++i) {
                if (walk.isDense(i)) {
                    operands[i] = {walk.data(i) + begin * walk.size(i), 1};
                    continue;
                }
                walk.gather(i, begin, count, to);
                operands[i] = {to, 1};
                to += tile * walk.size(i);
            }
            mProgram->run(operands, static_cast<std::byte*>(out) + begin * walk.resultSize(), count);
        }
    }

    std::unique_ptr<TileProgram> mProgram;
    Signature mSignature;
    int64_t mGrain;
};

/// The axis of an operand that meets the result's axis 1, from the last axis on; absent when its rank is too low.
DimRange const* channelsOf(OperandDesc const& operand, size_t rank) {
    size_t const fromEnd = rank - 1;
    return operand.dims.size() < fromEnd ? nullptr : &operand.dims[operand.dims.size() - fromEnd];
}

/// The signature in which the result has this layout, and with it every operand of its rank. Operands of a lower rank
/// stay row-major; blocks of channels must then not reach over their end.
std::optional<Signature> signatureIn(Problem const& problem, Layout const& layout) {
    size_t const rank = problem.outputs[0].dims.size();
    Signature s;
    for (OperandDesc const& operand : problem.inputs) {
        if (!operand.ranked)
            return std::nullopt;
        bool const same = operand.dims.size() == rank;
        if (DimRange const* c = channelsOf(operand, rank); !same && c != nullptr && !layout.blocks.empty())
            if (!c->isFixed() || (c->max != 1 && c->max % layout.blocks[0].size != 0))
                return std::nullopt;
        s.inputs.push_back(same ? layout : Layout::rowMajor());
    }
    s.outputs.push_back(layout);
    return s;
}

/// An operand whose memory the result may take over: as many bytes, for all that the ranges of dims can say.
int32_t inPlaceOf(Problem const& problem) {
    OperandDesc const& out = problem.outputs[0];
    for (size_t i = 0; i < problem.inputs.size(); ++i) {
        OperandDesc const& in = problem.inputs[i];
        if (in.mayOverwrite && !in.constant && in.ranked && in.dims == out.dims &&
            bitsOf(in.type.dtype) == bitsOf(out.type.dtype))
            return static_cast<int32_t>(i);
    }
    return -1;
}

class TileKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "pointwise.tile"; }
    std::string_view op() const noexcept override { return "pointwise"; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "a pointwise step takes no epilogue: compose the expressions"};
        Expression const& e = problem.attrs.as<Attributes>().expression;
        if (std::string reason = rejectTile(e); !reason.empty())
            return {{}, std::move(reason)};
        Proposal out;
        out.signatures.push_back(Signature::plain(problem));
        size_t const rank = problem.outputs[0].dims.size();
        if (problem.outputs[0].ranked && rank >= 3 && rank <= 5) {
            auto const r = static_cast<int>(rank);
            for (Layout const& layout :
                 {Layout::nhwc(r), Layout::blockedChannels(r, 16), Layout::blockedChannels(r, 8)})
                if (auto signature = signatureIn(problem, layout))
                    out.signatures.push_back(std::move(*signature));
        }
        for (Signature& s : out.signatures)
            s.inPlace = inPlaceOf(problem);
        return out;
    }

    double estimate(Problem const& problem, Signature const& signature) const override {
        auto const elements = static_cast<double>(signature.outputs[0].elements(problem.outputs[0].opt()));
        return 100 + elements * costOf(problem.attrs.as<Attributes>().expression) / (elements > 20000 ? threads() : 1);
    }

    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        return std::make_unique<TileInstance>(problem.attrs.as<Attributes>().expression, signature);
    }
};

} // namespace
} // namespace pointwise

void pointwise_cpu(KernelTable& table) {
    table.add(std::make_unique<pointwise::TileKernel>());
}

} // namespace tenon::ops
