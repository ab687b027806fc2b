// SPDX-License-Identifier: Apache-2.0
// The operator "plugin" with attributes as a damaged file could hold them: refused before a plugin is asked for.
#include "plugin/op.h"

#include <gtest/gtest.h>

namespace tenon::plugin {
namespace {

/// What infer says about one input f32[2, 3] and `results` outputs; absent when it has nothing to say.
std::optional<Message> refusal(Attributes attributes, size_t results = 1) {
    Fact const input{Type::tensor(DType::kF32, Dims{2, 3}), std::nullopt, nullptr};
    Fact const* const operands[] = {&input};
    SymbolId next = 0;
    InferContext context(operands, results, [&](DimExpr const*) { return DimExpr::symbol(next++); });
    try {
        builtinTable().op("plugin")->infer(Attrs(std::move(attributes)), context);
        return std::nullopt;
    } catch (Error const& e) {
        return e.id();
    }
}

Attributes good() {
    Attributes out;
    out.key = {"P", "1", ""};
    out.inputs = 1;
    out.outputs = {{DType::kF32, Dims{DimExpr::symbol(dimSymbol(0, 1)), 4}, false, 0}};
    return out;
}

TEST(PluginOp, TakesWhatFits) {
    EXPECT_EQ(refusal(good()), std::nullopt);
}

TEST(PluginOp, RefusesCountsThatDoNotFit) {
    for (int64_t inputs : {int64_t{-1}, int64_t{2}, int64_t{1} << 40}) {
        Attributes bad = good();
        bad.inputs = inputs;
        EXPECT_EQ(refusal(std::move(bad)), Message::kPluginOutputs) << inputs;
    }
    EXPECT_EQ(refusal(good(), 2), Message::kPluginOutputs);
}

TEST(PluginOp, RefusesFormulasOverWhatIsNotThere) {
    auto with = [](DimExpr const& dim) {
        Attributes bad = good();
        bad.outputs[0].dims = {dim};
        return refusal(std::move(bad));
    };
    EXPECT_EQ(with(DimExpr::symbol(dimSymbol(0, 2))), Message::kRank);
    EXPECT_EQ(with(DimExpr::symbol(dimSymbol(5, 0))), Message::kOperand);
    EXPECT_EQ(with(DimExpr::symbol(elementSymbol(0, 0))), Message::kPluginOutputs);
    EXPECT_EQ(with(DimExpr::symbol(sizeSymbol(0))), Message::kPluginOutputs) << "no size tensor";
    EXPECT_EQ(with(DimExpr::symbol(sizeSymbol(9))), Message::kPluginOutputs);
    Attributes bad = good();
    bad.outputs[0].isSize = true;
    bad.outputs[0].upper = DimExpr::symbol(dimSymbol(0, 7));
    EXPECT_EQ(refusal(std::move(bad)), Message::kRank);
}

TEST(PluginOp, RefusesMoreDimsThanTheInterfaceHas) {
    Attributes bad = good();
    bad.outputs[0].dims = Dims(9, DimExpr(1));
    EXPECT_EQ(refusal(std::move(bad)), Message::kRank);
}

} // namespace
} // namespace tenon::plugin
