// SPDX-License-Identifier: Apache-2.0
// Pointwise operators as unary, element-wise and activation layers.
#include "network/layers/decoder.h"

#include "network/layers/pointwise.h"

namespace tenon::layers {

using nvinfer1::ActivationType;
using nvinfer1::ElementWiseOperation;
using nvinfer1::UnaryOperation;

std::optional<float> Decoder::constantArg(Expression const& e, int32_t value) {
    auto const at = static_cast<size_t>(value);
    if (value < 0 || at < e.inputs.size() || e.code[at - e.inputs.size()].row != "const")
        return std::nullopt;
    Expression::Instr const& c = e.code[at - e.inputs.size()];
    return static_cast<float>(isFloating(c.type) ? c.number : static_cast<double>(c.integer));
}

std::optional<Decoded> Decoder::activation(Expression const& e) {
    static std::map<std::string_view, ActivationType> const kRows{
        {"relu", ActivationType::kRELU},
        {"sigmoid", ActivationType::kSIGMOID},
        {"tanh", ActivationType::kTANH},
        {"leaky_relu", ActivationType::kLEAKY_RELU},
        {"elu", ActivationType::kELU},
        {"selu", ActivationType::kSELU},
        {"softsign", ActivationType::kSOFTSIGN},
        {"softplus", ActivationType::kSOFTPLUS},
        {"clip", ActivationType::kCLIP},
        {"hard_sigmoid", ActivationType::kHARD_SIGMOID},
        {"thresholded_relu", ActivationType::kTHRESHOLDED_RELU},
        {"gelu_erf", ActivationType::kGELU_ERF},
        {"gelu_tanh", ActivationType::kGELU_TANH},
    };
    Expression::Instr const& last = e.code.back();
    auto const it = kRows.find(last.row);
    if (it == kRows.end() || e.inputs.size() != 1 || last.args[0] != 0)
        return std::nullopt;
    Activation a{it->second};
    if (it->second == ActivationType::kSOFTPLUS)
        a.alpha = a.beta = 1;
    for (size_t i = 1; i < 3; ++i) {
        if (last.args[i] < 0)
            continue;
        auto const number = constantArg(e, last.args[i]);
        if (!number)
            return std::nullopt;
        (i == 1 ? a.alpha : a.beta) = *number;
    }
    for (size_t i = 0; i + 1 < e.code.size(); ++i)
        if (e.code[i].row != "const")
            return std::nullopt;
    return made("activation", a, mRecord.operands);
}

std::optional<Decoded> Decoder::pointwise() {
    static std::map<std::string_view, UnaryOperation> const kUnary{
        {"exp", UnaryOperation::kEXP},          {"log", UnaryOperation::kLOG},     {"sqrt", UnaryOperation::kSQRT},
        {"reciprocal", UnaryOperation::kRECIP}, {"abs", UnaryOperation::kABS},     {"neg", UnaryOperation::kNEG},
        {"sin", UnaryOperation::kSIN},          {"cos", UnaryOperation::kCOS},     {"tan", UnaryOperation::kTAN},
        {"sinh", UnaryOperation::kSINH},        {"cosh", UnaryOperation::kCOSH},   {"asin", UnaryOperation::kASIN},
        {"acos", UnaryOperation::kACOS},        {"atan", UnaryOperation::kATAN},   {"asinh", UnaryOperation::kASINH},
        {"acosh", UnaryOperation::kACOSH},      {"atanh", UnaryOperation::kATANH}, {"ceil", UnaryOperation::kCEIL},
        {"floor", UnaryOperation::kFLOOR},      {"erf", UnaryOperation::kERF},     {"logic_not", UnaryOperation::kNOT},
        {"sign", UnaryOperation::kSIGN},        {"round", UnaryOperation::kROUND}, {"isinf", UnaryOperation::kISINF},
        {"isnan", UnaryOperation::kISNAN},
    };
    static std::map<std::string_view, ElementWiseOperation> const kBinary{
        {"add", ElementWiseOperation::kSUM},     {"mul", ElementWiseOperation::kPROD},
        {"max", ElementWiseOperation::kMAX},     {"min", ElementWiseOperation::kMIN},
        {"sub", ElementWiseOperation::kSUB},     {"div", ElementWiseOperation::kDIV},
        {"pow", ElementWiseOperation::kPOW},     {"logic_and", ElementWiseOperation::kAND},
        {"logic_or", ElementWiseOperation::kOR}, {"logic_xor", ElementWiseOperation::kXOR},
        {"eq", ElementWiseOperation::kEQUAL},    {"gt", ElementWiseOperation::kGREATER},
        {"lt", ElementWiseOperation::kLESS},
    };
    Expression const& e = attrs<PointwiseAttributes>().expression;
    if (e.code.empty())
        return made("identity", Identity{}, mRecord.operands);
    std::string_view const row = e.code[0].row;
    bool inOrder = e.code.size() == 1;
    for (size_t i = 0; i < 3 && inOrder; ++i)
        inOrder = e.code[0].args[i] == (i < e.inputs.size() ? static_cast<int32_t>(i) : -1);
    bool oneRank = true;
    for (size_t i = 1; i < mRecord.operands.size(); ++i)
        oneRank = oneRank && rank(i) == rank(0);
    if (inOrder && row == "cast")
        return made("cast", Cast{static_cast<nvinfer1::DataType>(e.code[0].type)}, mRecord.operands);
    if (auto it = kUnary.find(row); inOrder && it != kUnary.end())
        return made("unary", Unary{it->second}, mRecord.operands);
    if (auto it = kBinary.find(row); inOrder && it != kBinary.end())
        return made("elementwise", ElementWise{it->second}, mRecord.operands, oneRank);
    if (inOrder && row == "select")
        return made("select", Select{}, mRecord.operands, oneRank);
    if (inOrder && row == "prelu")
        return made("parametric_relu", ParametricRelu{}, mRecord.operands, oneRank);
    return activation(e);
}

} // namespace tenon::layers
