// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/epilogue.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::cpu {
namespace {

constexpr int64_t kLanes = 16;
constexpr int64_t kPixels = kTileElements / kLanes;

size_t rankOf(Problem const& problem) {
    return problem.outputs[0].dims.size();
}

/// The layout of one operand: the result's form where it varies along the innermost axis and another one.
Layout layoutOf(OperandDesc const& operand, size_t rank, ResultForm form) {
    size_t const own = operand.dims.size(), missing = rank - own;
    if (form.axis < missing || operand.dims[form.axis - missing].max <= 1)
        return Layout::rowMajor();
    auto const axis = static_cast<int32_t>(form.axis - missing);
    bool spatial = false;
    for (size_t i = static_cast<size_t>(axis) + 1; i < own; ++i)
        spatial = spatial || operand.dims[i].max > 1;
    if (!spatial)
        return Layout::rowMajor();
    Layout layout;
    if (form.blocked) {
        layout.blocks.push_back({axis, static_cast<int32_t>(kLanes)});
        return layout;
    }
    for (int32_t i = 0; i < static_cast<int32_t>(own); ++i)
        if (i != axis)
            layout.order.push_back(i);
    layout.order.push_back(axis);
    return layout;
}

/// True when operand `which` is a vector along `axis` and nothing else.
bool isVector(OperandDesc const& operand, OperandDesc const& result, size_t axis) {
    size_t const rank = result.dims.size(), missing = rank - operand.dims.size();
    if (operand.type.dtype != DType::kF32 || axis < missing || !result.dims[axis].isFixed())
        return false;
    for (size_t i = missing; i < rank; ++i) {
        DimRange const& d = operand.dims[i - missing];
        if (!d.isFixed() || d.max != (i == axis ? result.dims[axis].max : 1))
            return false;
    }
    return true;
}

} // namespace

std::string EpilogueRunner::reject(Problem const& problem, ResultForm form) {
    if (!problem.epilogue)
        return {};
    Expression const& e = problem.epilogue->expression;
    if (e.inputs.size() > kMaxExtra + 1)
        return fmt::format("the epilogue has {} operands, at most {} are taken", e.inputs.size() - 1, kMaxExtra);
    if (rankOf(problem) > kMaxRank || form.axis >= rankOf(problem))
        return fmt::format("a result of rank {} takes no epilogue", rankOf(problem));
    if (e.resultType() != DType::kF32 ||
        std::any_of(e.inputs.begin(), e.inputs.end(), [](DType t) { return t != DType::kF32; }))
        return "the epilogue has operands or a result of another type than f32";
    for (size_t i = problem.ownInputs(); i < problem.inputs.size(); ++i)
        if (!problem.inputs[i].ranked || problem.inputs[i].dims.size() > rankOf(problem))
            return "an operand of the epilogue has a greater rank than the result";
    return e.code.empty() ? std::string() : rejectTile(e);
}

void EpilogueRunner::addLayouts(Problem const& problem, ResultForm form, std::vector<Layout>& inputs) {
    for (size_t i = problem.ownInputs(); i < problem.inputs.size(); ++i)
        inputs.push_back(layoutOf(problem.inputs[i], rankOf(problem), form));
}

EpilogueRunner::EpilogueRunner(Problem const& problem, ResultForm form)
    : mForm(form), mFirst(problem.ownInputs()), mRank(rankOf(problem)) {
    if (!problem.epilogue || problem.epilogue->expression.code.empty())
        return;
    mProgram = makeTile(problem.epilogue->expression);
    addLayouts(problem, form, mLayouts);
    mExtra.resize(mLayouts.size());
}

void EpilogueRunner::bind(Args const& args) noexcept {
    if (empty())
        return;
    std::copy_n(args.outputs[0].dims, mRank, mDims.begin());
    for (size_t k = 0; k < mExtra.size(); ++k) {
        Tensor const& t = args.inputs[mFirst + k];
        auto const own = static_cast<size_t>(t.rank), missing = mRank - own;
        std::array<int64_t, kMaxRank> strides{};
        mLayouts[k].outerStrides(t.shape(), std::span(strides).first(own));
        Operand& operand = mExtra[k];
        operand = {t.as<float const>(), {}, !mLayouts[k].blocks.empty(), false, true};
        for (size_t i = missing; i < mRank; ++i)
            if (t.dims[i - missing] != 1)
                operand.step[i] = strides[i - missing];
        if (operand.blocked && operand.step[1] == 0 && mDims[1] != 1)
            operand.blocked = false; // the first lane serves all channels
        // What the steps are when the operand lies as the result does.
        int64_t dense = mForm.blocked ? (operand.blocked ? kLanes : 1) : mDims[mForm.axis];
        for (size_t i = mRank; i-- > 0;) {
            if (i == mForm.axis || (mForm.blocked && i == 0))
                continue;
            operand.varies = operand.varies || operand.step[i] != 0;
            operand.dense = operand.dense && (mDims[i] == 1 || operand.step[i] == dense);
            dense *= mDims[i];
        }
    }
}

/// Offset of entry `index` over the axes that are not innermost (blocks: nor the batch).
int64_t EpilogueRunner::outerOffset(Operand const& operand, int64_t index) const noexcept {
    int64_t at = 0;
    for (size_t i = mRank; i-- > (mForm.blocked ? 1u : 0u);) {
        if (i == mForm.axis)
            continue;
        at += index % mDims[i] * operand.step[i];
        index /= mDims[i];
    }
    return at;
}

void EpilogueRunner::row(int64_t row, int64_t column, int64_t count, float* data) const noexcept {
    std::array<TileOperand, kMaxExtra + 1> operands;
    operands[0] = {data, 1};
    for (size_t k = 0; k < mExtra.size(); ++k) {
        Operand const& o = mExtra[k];
        int64_t const step = o.step[mForm.axis];
        int64_t const outer = !o.varies ? 0 : (o.dense && step != 0 ? row * mDims[mForm.axis] : outerOffset(o, row));
        operands[k + 1] = {o.data + outer + column * step, step};
    }
    mProgram->run(operands.data(), data, count);
}

/// The operand's values for a run of pixels, 16 lanes each.
void EpilogueRunner::gather(Operand const& o, int64_t n, int64_t block, int64_t pixel, int64_t pixels,
                            float* to) const noexcept {
    int64_t const lanes = std::min(kLanes, mDims[1] - block * kLanes);
    float const* const base = o.data + n * o.step[0] + block * o.step[1] * (o.blocked ? 1 : kLanes);
    for (int64_t p = 0; p < pixels; ++p) {
        float const* const from = base + (o.varies ? outerOffset(o, pixel + p) : 0);
        float* const lane = to + p * kLanes;
        if (o.step[1] == 0 && !o.blocked)
            std::fill_n(lane, kLanes, *from);
        else if (o.blocked)
            std::memcpy(lane, from, kLanes * sizeof(float));
        else {
            std::fill_n(lane, kLanes, 0.0f);
            std::memcpy(lane, from, static_cast<size_t>(lanes) * sizeof(float));
        }
    }
}

void EpilogueRunner::block(int64_t n, int64_t block, int64_t pixel, int64_t pixels, float* data) const noexcept {
    alignas(64) float gathered[kMaxExtra][kTileElements];
    std::array<TileOperand, kMaxExtra + 1> operands;
    for (int64_t done = 0; done < pixels; done += kPixels) {
        int64_t const count = std::min(kPixels, pixels - done), at = pixel + done;
        float* const here = data + done * kLanes;
        operands[0] = {here, 1};
        for (size_t k = 0; k < mExtra.size(); ++k) {
            Operand const& o = mExtra[k];
            if (!o.varies && !o.blocked && o.step[1] == 0) {
                operands[k + 1] = {o.data + n * o.step[0], 0};
            } else if (o.blocked && o.varies && o.dense) {
                operands[k + 1] = {o.data + n * o.step[0] + block * o.step[1] + at * kLanes, 1};
            } else {
                if (o.varies || done == 0) // else what the first pixels got serves all
                    gather(o, n, block, at, count, gathered[k]);
                operands[k + 1] = {gathered[k], 1};
            }
        }
        mProgram->run(operands.data(), here, count * kLanes);
    }
    int64_t const lanes = mDims[1] - block * kLanes;
    for (int64_t p = 0; lanes < kLanes && p < pixels; ++p)
        std::fill(data + p * kLanes + lanes, data + (p + 1) * kLanes, 0.0f);
}

std::optional<BiasSplit> splitBias(Problem const& problem, size_t axis) {
    if (!problem.epilogue || problem.epilogue->expression.code.empty())
        return std::nullopt;
    Expression const& e = problem.epilogue->expression;
    auto const inputs = static_cast<int32_t>(e.inputs.size());
    auto const& args = e.code[0].args;
    int32_t const operand = args[0] == 0 ? args[1] : args[0];
    bool good = e.code[0].row == "add" && (args[0] == 0 || args[1] == 0) && operand > 0 && operand < inputs;
    for (size_t i = 1; i < e.code.size(); ++i)
        for (int32_t a : e.code[i].args)
            good = good && a != 0 && a != operand;
    size_t const input = problem.ownInputs() + static_cast<size_t>(operand) - 1;
    if (!good || !isVector(problem.inputs[input], problem.outputs[0], axis))
        return std::nullopt;
    BiasSplit split{input, problem};
    Expression& rest = split.rest.epilogue->expression;
    rest.code.erase(rest.code.begin());
    for (Expression::Instr& instr : rest.code)
        for (int32_t& a : instr.args)
            a = a == inputs ? 0 : (a > inputs ? a - 1 : a);
    return split;
}

} // namespace tenon::cpu
