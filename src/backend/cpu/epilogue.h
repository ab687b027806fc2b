// SPDX-License-Identifier: Apache-2.0
// Runs a problem's epilogue expression on finished pieces of an fp32 result while they are in the cache. A result lies
// in one of two forms: rows (one axis innermost, the others in order: row-major, nhwc) or blocks (nChw16c). The
// expression's other operands may broadcast in any way; those that vary along the innermost axis and another one must
// have the result's form, the rest are row-major.
#pragma once

#include "kernel/kernel.h"
#include "kernel/tile.h"

#include <array>
#include <memory>

namespace tenon::cpu {

/// How a result lies: `axis` is the innermost one, in blocks of 16 where `blocked`.
struct ResultForm {
    size_t axis = 0;
    bool blocked = false;
};

class EpilogueRunner {
public:
    static constexpr size_t kMaxExtra = 8; ///< operands of the expression besides the result
    static constexpr size_t kMaxRank = 8;

    /// Why the problem's epilogue cannot be run; empty when it can, or there is none.
    static std::string reject(Problem const& problem, ResultForm form);
    /// Appends the layouts that the epilogue's operands must have.
    static void addLayouts(Problem const& problem, ResultForm form, std::vector<Layout>& inputs);

    /// No work (empty() is true) where the problem has no epilogue.
    EpilogueRunner(Problem const& problem, ResultForm form);
    bool empty() const noexcept { return mProgram == nullptr; }

    /// Takes the addresses and dims of one run. Neither throws nor allocates; nor do the calls below, which several
    /// threads may make.
    void bind(Args const& args) noexcept;
    /// `count` columns from `column` on of row `row` of a result in rows.
    void row(int64_t row, int64_t column, int64_t count, float* data) const noexcept;
    /// `pixels` pixels from `pixel` on of image n and channel block `block` of a result in blocks. Lanes of padding
    /// become zero.
    void block(int64_t n, int64_t block, int64_t pixel, int64_t pixels, float* data) const noexcept;

private:
    struct Operand {
        float const* data = nullptr;
        std::array<int64_t, kMaxRank> step{}; ///< per axis of the result; of a blocked axis: per block
        bool blocked = false;
        bool varies = false; ///< along any axis but the innermost
        bool dense = false;  ///< along all of those as the result does
    };
    int64_t outerOffset(Operand const& operand, int64_t index) const noexcept;
    void gather(Operand const& operand, int64_t n, int64_t block, int64_t pixel, int64_t pixels,
                float* to) const noexcept;

    ResultForm mForm;
    size_t mFirst = 0; ///< the problem's input that is operand 1 of the expression
    std::vector<Layout> mLayouts;
    std::unique_ptr<TileProgram> mProgram;
    std::vector<Operand> mExtra;
    std::array<int64_t, kMaxRank> mDims{}; ///< of the result
    size_t mRank = 0;
};

/// An epilogue whose first step adds a vector along the innermost axis: that operand can be a kernel's own bias.
struct BiasSplit {
    size_t operand = 0; ///< input of the problem that is the bias
    Problem rest;       ///< the problem with that step taken out of the expression (the operand stays in the list)
};
/// Absent where the epilogue has no such step. The bias is f32, with one element for each of the `axis` dim's.
std::optional<BiasSplit> splitBias(Problem const& problem, size_t axis);

} // namespace tenon::cpu
