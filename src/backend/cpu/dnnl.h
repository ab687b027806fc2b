// SPDX-License-Identifier: Apache-2.0
// What every kernel that calls oneDNN shares: its memory formats as Layouts and back, a problem's epilogue as post-ops,
// and a primitive that is run on equal parts of a problem by the threads of our pool, each part on one thread.
#pragma once

#include "base/buffer.h"
#include "kernel/kernel.h"
#include "kernel/parallel.h"

#include <dnnl.hpp>

#include <array>
#include <optional>

namespace tenon::cpu {

/// While one lives, oneDNN uses the calling thread alone (it counts threads when a primitive is described, made and
/// run).
class OneThread {
public:
    OneThread() noexcept;
    ~OneThread();
    OneThread(OneThread const&) = delete;
    OneThread& operator=(OneThread const&) = delete;

private:
    int mSaved;
};

dnnl::engine const& dnnlEngine();

/// An fp32 tensor of these dims in a Layout; absent where oneDNN has no such format.
std::optional<dnnl::memory::desc> descOf(Layout const& layout, std::vector<int64_t> const& dims);
/// The Layout of a descriptor (its dims are what it was made with); absent where the format cannot be one.
std::optional<Layout> layoutOf(dnnl::memory::desc const& desc);

/// An operand of a primitive: an input of the problem, or its first result.
struct PrimitiveOperand {
    static constexpr int kResult = -1;
    int id = 0;                           ///< DNNL_ARG_...
    int source = kResult;                 ///< input of the problem
    Layout layout;                        ///< over `dims`
    std::vector<int64_t> dims;            ///< of the whole problem, as the primitive sees them
    std::array<int, 2> splitAxis{-1, -1}; ///< axis that the first and the second split cut, or -1: the parts share it
};

/// A problem cut into split[0] * split[1] equal parts.
struct Split {
    std::array<int64_t, 2> parts{1, 1};
    int64_t count() const noexcept { return parts[0] * parts[1]; }
};

/// Dims of one part; absent when a cut does not come out even.
std::optional<std::vector<int64_t>> partDims(PrimitiveOperand const& operand, Split const& split);
/// One part where it lies in the whole; absent where oneDNN has no format for that.
std::optional<dnnl::memory::desc> partDesc(PrimitiveOperand const& operand, Split const& split);

/// An epilogue as oneDNN's post-ops.
struct PostOps {
    struct Step {
        dnnl::algorithm algorithm = dnnl::algorithm::undef;
        float alpha = 0, beta = 0;
        int input = -1; ///< of a binary step: input of the problem
    };
    std::vector<Step> steps;
    std::string reason; ///< why there is no mapping
};
PostOps mapEpilogue(Problem const& problem);

/// Layout in the signature of a binary step's operand: as the result lies, unless it varies along one axis at most.
Layout stepLayout(Problem const& problem, int input, Layout const& result);
/// That operand for a result in `layout`; its dims lead with ones, so that it has the result's rank.
PrimitiveOperand stepOperand(Problem const& problem, int input, Layout const& result);

/// Adds the steps to `attr`, and their operands, which `operandOf` gives for an input of the problem, to `operands`.
/// Sets the scratchpad to be the caller's. False where an operand has no format.
bool addPostOps(PostOps const& post, Split const& split, FunctionRef<std::optional<PrimitiveOperand>(int)> operandOf,
                dnnl::primitive_attr& attr, std::vector<PrimitiveOperand>& operands);

/// True for an implementation that is written for speed.
bool isFast(dnnl::primitive_desc_base const& description);

class PartedInstance final : public Instance {
public:
    /// `operands` describe the whole problem; `primitive` computes one part. Throws Error kMemory.
    PartedInstance(dnnl::primitive const& primitive, dnnl::memory::desc const& scratchpad,
                   std::vector<PrimitiveOperand> operands, Split split);
    bool enqueue(Args const& args) noexcept override;

private:
    struct Part {
        dnnl::stream stream;
        std::vector<dnnl::memory> memory; ///< one for each operand, then the scratchpad
        std::vector<dnnl_exec_arg_t> args;
        std::vector<int64_t> offset; ///< bytes, for each operand
        dnnl_status_t status = dnnl_success;
    };
    dnnl::primitive mPrimitive;
    std::vector<PrimitiveOperand> mOperands;
    std::vector<Part> mParts;
    Buffer mScratch;
};

} // namespace tenon::cpu
