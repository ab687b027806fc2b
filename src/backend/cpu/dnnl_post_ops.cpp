// SPDX-License-Identifier: Apache-2.0
// Epilogues as post-ops: a chain of steps, each on the value before it, with numbers or operands of the problem beside.
#include "backend/cpu/dnnl.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::cpu {
namespace {

using dnnl::algorithm;

struct Unary {
    std::string_view row;
    algorithm what;
    float alpha = 0, beta = 0;
};
constexpr Unary kUnary[] = {{"relu", algorithm::eltwise_relu},
                            {"tanh", algorithm::eltwise_tanh},
                            {"sigmoid", algorithm::eltwise_logistic},
                            {"silu", algorithm::eltwise_swish, 1},
                            {"hard_swish", algorithm::eltwise_hardswish, 1.0f / 6, 0.5f},
                            {"gelu_erf", algorithm::eltwise_gelu_erf},
                            {"gelu_tanh", algorithm::eltwise_gelu_tanh},
                            {"mish", algorithm::eltwise_mish},
                            {"abs", algorithm::eltwise_abs},
                            {"square", algorithm::eltwise_square},
                            {"sqrt", algorithm::eltwise_sqrt},
                            {"exp", algorithm::eltwise_exp}};

struct Binary {
    std::string_view row;
    algorithm what;
    bool commutes;
};
constexpr Binary kBinary[] = {{"add", algorithm::binary_add, true},  {"mul", algorithm::binary_mul, true},
                              {"sub", algorithm::binary_sub, false}, {"div", algorithm::binary_div, false},
                              {"max", algorithm::binary_max, true},  {"min", algorithm::binary_min, true}};

/// Follows the expression along the value that operand 0 becomes.
class Chain {
public:
    explicit Chain(Problem const& problem) : mProblem(problem), mE(problem.epilogue->expression) {}

    PostOps run() {
        for (DType type : mE.inputs)
            if (type != DType::kF32)
                return refuse("has an operand of another type than f32");
        for (size_t i = 0; i < mE.code.size(); ++i) {
            if (mE.code[i].row == "const")
                continue;
            if (mE.code[i].type != DType::kF32 || !step(mE.code[i]))
                return refuse(fmt::format("step {} is no post-op", mE.code[i].row));
            mValue = static_cast<int32_t>(mE.inputs.size() + i);
        }
        return std::move(mOut);
    }

private:
    PostOps refuse(std::string why) const {
        PostOps out;
        out.reason = "the epilogue " + std::move(why);
        return out;
    }
    bool isNumber(int32_t value, double& number) const {
        auto const v = static_cast<size_t>(value);
        if (value < 0 || v < mE.inputs.size() || mE.code[v - mE.inputs.size()].row != "const")
            return false;
        number = mE.code[v - mE.inputs.size()].number;
        return true;
    }
    void add(algorithm what, double alpha, double beta, int input = -1) {
        mOut.steps.push_back({what, static_cast<float>(alpha), static_cast<float>(beta), input});
    }

    bool step(Expression::Instr const& in) {
        double y = 0, z = 0;
        bool const first = in.args[0] == mValue;
        if (in.args[1] < 0) {
            auto const* row =
                std::find_if(std::begin(kUnary), std::end(kUnary), [&](Unary const& u) { return u.row == in.row; });
            if (!first || row == std::end(kUnary))
                return false;
            add(row->what, row->alpha, row->beta);
            return true;
        }
        if (in.args[2] >= 0) {
            if (!first || !isNumber(in.args[1], y) || !isNumber(in.args[2], z) ||
                (in.row != "clip" && in.row != "hard_sigmoid"))
                return false;
            add(in.row == "clip" ? algorithm::eltwise_clip : algorithm::eltwise_hardsigmoid, y, z);
            return true;
        }
        return binary(in, first);
    }

    bool binary(Expression::Instr const& in, bool first) {
        int32_t const other = first ? in.args[1] : in.args[0];
        double y = 0;
        if ((!first && in.args[1] != mValue) || other == mValue)
            return false;
        if (isNumber(other, y)) {
            if (in.row == "add")
                add(algorithm::eltwise_linear, 1, y);
            else if (in.row == "mul")
                add(algorithm::eltwise_linear, y, 0);
            else if (in.row == "sub" && first)
                add(algorithm::eltwise_linear, 1, -y);
            else if (in.row == "leaky_relu" && first)
                add(algorithm::eltwise_relu, y, 0);
            else if (in.row == "elu" && first)
                add(algorithm::eltwise_elu, y, 0);
            else
                return false;
            return true;
        }
        auto const* row =
            std::find_if(std::begin(kBinary), std::end(kBinary), [&](Binary const& b) { return b.row == in.row; });
        if (row == std::end(kBinary) || (!first && !row->commutes) || other < 1 ||
            other >= static_cast<int32_t>(mE.inputs.size()))
            return false;
        add(row->what, 0, 0, static_cast<int>(mProblem.ownInputs()) + other - 1);
        return true;
    }

    Problem const& mProblem;
    Expression const& mE;
    int32_t mValue = 0;
    PostOps mOut;
};

} // namespace

PostOps mapEpilogue(Problem const& problem) {
    return problem.epilogue && !problem.epilogue->expression.code.empty() ? Chain(problem).run() : PostOps{};
}

Layout stepLayout(Problem const& problem, int input, Layout const& result) {
    auto const& dims = problem.inputs[static_cast<size_t>(input)].dims;
    auto const missing = static_cast<int32_t>(problem.outputs[0].dims.size() - dims.size());
    int64_t varying = 0;
    for (DimRange const& d : dims)
        varying += d.max > 1;
    Layout layout;
    if (varying <= 1)
        return layout;
    for (int32_t axis : result.order)
        if (axis >= missing)
            layout.order.push_back(axis - missing);
    for (Layout::Block const& b : result.blocks)
        if (b.axis >= missing && dims[static_cast<size_t>(b.axis - missing)].max > 1)
            layout.blocks.push_back({b.axis - missing, b.size});
    if (std::is_sorted(layout.order.begin(), layout.order.end()))
        layout.order.clear();
    return layout;
}

PrimitiveOperand stepOperand(Problem const& problem, int input, Layout const& result) {
    size_t const rank = problem.outputs[0].dims.size();
    PrimitiveOperand operand;
    operand.source = input;
    operand.dims = problem.inputs[static_cast<size_t>(input)].opt();
    operand.layout = stepLayout(problem, input, result);
    auto const missing = static_cast<int32_t>(rank - operand.dims.size());
    operand.dims.insert(operand.dims.begin(), static_cast<size_t>(missing), 1);
    for (int32_t& axis : operand.layout.order)
        axis += missing;
    if (!operand.layout.order.empty())
        for (int32_t axis = missing; axis-- > 0;)
            operand.layout.order.insert(operand.layout.order.begin(), axis);
    for (Layout::Block& b : operand.layout.blocks)
        b.axis += missing;
    return operand;
}

bool addPostOps(PostOps const& post, Split const& split, FunctionRef<std::optional<PrimitiveOperand>(int)> operandOf,
                dnnl::primitive_attr& attr, std::vector<PrimitiveOperand>& operands) {
    dnnl::post_ops ops;
    for (PostOps::Step const& step : post.steps) {
        if (step.input < 0) {
            ops.append_eltwise(step.algorithm, step.alpha, step.beta);
            continue;
        }
        auto operand = operandOf(step.input);
        auto const desc = operand ? partDesc(*operand, split) : std::nullopt;
        if (!desc)
            return false;
        operand->id = DNNL_ARG_ATTR_MULTIPLE_POST_OP(ops.len()) | DNNL_ARG_SRC_1;
        ops.append_binary(step.algorithm, *desc);
        operands.push_back(std::move(*operand));
    }
    attr.set_post_ops(ops);
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return true;
}

} // namespace tenon::cpu
