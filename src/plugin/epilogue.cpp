// SPDX-License-Identifier: Apache-2.0
#include "plugin/epilogue.h"

#include "tenon/plugin.h"

#include <algorithm>

namespace tenon::plugin {

bool isPiecewise(Plugin const& plugin, Attributes const& a) {
    constexpr uint32_t kPromises = kELEMENTWISE | kTHREAD_PARALLEL;
    return (a.traits & kPromises) == kPromises && plugin.generation() >= Generation::kV2DynamicExt &&
           a.outputs.size() == 1 && !a.outputs[0].isSize && (a.aliases.empty() || a.aliases[0] < 0);
}

std::string rejectEpilogue(Plugin const& plugin, Problem const& problem) {
    auto const& a = problem.attrs.as<Attributes>();
    if (!isPiecewise(plugin, a))
        return "only a plugin that promises kELEMENTWISE and kTHREAD_PARALLEL computes an epilogue";
    auto const own = static_cast<size_t>(a.inputs);
    OperandDesc const& result = problem.outputs[0];
    if (problem.ownInputs() != own || own == 0 || problem.inputs.size() - own > EpilogueRun::kMostExtra)
        return "the operands of the plugin or of its epilogue are too many";
    for (size_t i = 0; i < problem.inputs.size(); ++i) {
        OperandDesc const& operand = problem.inputs[i];
        bool const isOne = i >= own && operand.isFixed() && operand.optElements() == 1;
        if (!operand.ranked || !result.ranked || bitsOf(operand.type.dtype) < 8 ||
            (!isOne && operand.dims != result.dims))
            return "an operand has other dims than the plugin's result";
    }
    Expression const& e = problem.epilogue->expression;
    if (e.resultType() != a.outputs[0].dtype || result.type.dtype != a.outputs[0].dtype)
        return "the epilogue has another type than the plugin's result";
    return rejectTile(e);
}

EpilogueRun::EpilogueRun(Problem const& problem)
    : mProgram(makeTile(problem.epilogue->expression)), mFirst(problem.ownInputs()),
      mTypes(problem.epilogue->expression.inputs) {}

bool EpilogueRun::bind(Args const& args, int64_t elements) noexcept {
    for (size_t i = 1; i < mTypes.size(); ++i) {
        Tensor const& t = args.inputs[mFirst + i - 1];
        int64_t const n = t.elements();
        if (n != elements && n != 1)
            return false;
        mOperands[i] = {t.data, n == elements ? 1 : 0};
    }
    return true;
}

void EpilogueRun::run(void* result, int64_t first, int64_t count) const noexcept {
    auto at = [&](size_t i, void const* data, int64_t elements) {
        return static_cast<std::byte const*>(data) + elements * bitsOf(mTypes[i]) / 8;
    };
    std::array<TileOperand, kMostExtra + 1> operands = mOperands;
    operands[0] = {at(0, result, first), 1};
    for (size_t i = 1; i < mTypes.size(); ++i)
        operands[i].data = at(i, operands[i].data, operands[i].step * first);
    mProgram->run(operands.data(), const_cast<void*>(operands[0].data), count);
}

} // namespace tenon::plugin
