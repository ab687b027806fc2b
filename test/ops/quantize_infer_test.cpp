// SPDX-License-Identifier: Apache-2.0
// What quantize_linear and dequantize_linear take and refuse, and the scale that each element has.
#include "kernel/evaluate.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/quantize_linear/quantize_linear.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using Quantize = ops::quantize_linear::Attributes;
using Dequantize = ops::dequantize_linear::Attributes;

DimExpr const rows = DimExpr::symbol(0);

Fact tensor(DType type, std::optional<Dims> dims) {
    return {Type::tensor(type, std::move(dims)), std::nullopt, nullptr};
}
Fact f32(std::optional<Dims> dims) {
    return tensor(DType::kF32, std::move(dims));
}

Type typeOf(std::string_view name, Attrs const& attrs, std::vector<Fact> const& operands) {
    std::vector<Fact const*> pointers;
    for (Fact const& f : operands)
        pointers.push_back(&f);
    InferContext context(pointers, 1, [](DimExpr const*) { return DimExpr::symbol(9); });
    builtinTable().op(name)->infer(attrs, context);
    return context.results()[0].type;
}

/// The message that a refusal has; nothing when there is none.
std::optional<Message> refusal(std::string_view name, Attrs const& attrs, std::vector<Fact> const& operands) {
    try {
        typeOf(name, attrs, operands);
    } catch (Error const& e) {
        return e.id();
    }
    return std::nullopt;
}
std::optional<Message> refused(Quantize const& attrs, std::vector<Fact> const& operands) {
    return refusal("quantize_linear", attrs, operands);
}

TEST(QuantizeInfer, TypeOfTheResult) {
    EXPECT_EQ(toString(typeOf("quantize_linear", Quantize{}, {f32(Dims{rows, 3}), f32(Dims{})})), "u8[s0x3]");
    EXPECT_EQ(typeOf("quantize_linear", Quantize{}, {f32(Dims{3}), f32(Dims{}), tensor(DType::kI4, Dims{})}).dtype,
              DType::kI4);
    EXPECT_EQ(typeOf("quantize_linear", Quantize{.type = DType::kF8E4M3}, {f32(Dims{3}), f32(Dims{})}).dtype,
              DType::kF8E4M3);
    EXPECT_FALSE(typeOf("quantize_linear", Quantize{}, {f32(std::nullopt), f32(Dims{3})}).ranked());
    EXPECT_EQ(
        typeOf("dequantize_linear", Dequantize{}, {tensor(DType::kI8, Dims{3}), tensor(DType::kF16, Dims{})}).dtype,
        DType::kF16);
    Dequantize const wide{.granularity = {}, .type = DType::kF32};
    EXPECT_EQ(typeOf("dequantize_linear", wide, {tensor(DType::kI4, Dims{3}), tensor(DType::kE8M0, Dims{})}).dtype,
              DType::kF32);
}

TEST(QuantizeInfer, TypesThatAreRefused) {
    EXPECT_EQ(refused({}, {tensor(DType::kI64, Dims{3}), f32(Dims{})}), Message::kOperandType);
    EXPECT_EQ(refused({}, {f32(Dims{3}), tensor(DType::kF64, Dims{})}), Message::kOperandType);
    EXPECT_EQ(refused({}, {f32(Dims{3}), f32(Dims{}), f32(Dims{})}), Message::kOperandType);
    EXPECT_EQ(refused({.type = DType::kI64}, {f32(Dims{3}), f32(Dims{})}), Message::kAttribute);
    EXPECT_EQ(refused({.type = DType::kI8}, {f32(Dims{3}), f32(Dims{}), tensor(DType::kU8, Dims{})}),
              Message::kOperandType);
    EXPECT_EQ(refused({.precision = DType::kF64}, {f32(Dims{3}), f32(Dims{})}), Message::kAttribute);
    EXPECT_EQ(refused({}, {f32(Dims{3})}), Message::kOperand);
    auto const dequantize = [](Dequantize const& a, std::vector<Fact> const& operands) {
        return refusal("dequantize_linear", a, operands);
    };
    Fact const x = tensor(DType::kI8, Dims{3});
    EXPECT_EQ(dequantize({}, {f32(Dims{3}), f32(Dims{})}), Message::kOperandType);
    EXPECT_EQ(dequantize({}, {x, f32(Dims{}), tensor(DType::kU8, Dims{})}), Message::kOperandType);
    EXPECT_EQ(dequantize({}, {x, tensor(DType::kE8M0, Dims{})}), Message::kAttribute);
    EXPECT_EQ(dequantize({.granularity = {}, .type = DType::kI8}, {x, f32(Dims{})}), Message::kAttribute);
}

TEST(QuantizeInfer, ScalesThatDoNotFit) {
    Fact const x = f32(Dims{rows, 6, 4});
    auto const along = [&](int64_t axis, std::vector<int64_t> blocks, Fact scale) {
        return refused({.granularity = {axis, std::move(blocks)}}, {x, std::move(scale)});
    };
    EXPECT_EQ(along(1, {}, f32(Dims{6})), std::nullopt);
    EXPECT_EQ(along(-2, {}, f32(Dims{6})), std::nullopt);
    EXPECT_EQ(along(9, {}, f32(Dims{})), std::nullopt); // one scale: the axis says nothing
    EXPECT_EQ(along(9, {}, f32(Dims{1})), std::nullopt);
    EXPECT_EQ(along(0, {}, f32(Dims{6})), std::nullopt); // the axis may have 6 indices
    EXPECT_EQ(along(1, {}, f32(Dims{5})), Message::kShape);
    EXPECT_EQ(along(3, {}, f32(Dims{6})), Message::kAxis);
    EXPECT_EQ(along(-4, {}, f32(Dims{6})), Message::kAxis);
    EXPECT_EQ(along(1, {}, f32(Dims{6, 4})), Message::kRank);
    EXPECT_EQ(along(1, {2}, f32(Dims{3})), Message::kRank);
    EXPECT_EQ(along(3, {2}, f32(Dims{rows, 3, 4})), Message::kAxis);
    EXPECT_EQ(along(1, {2, 2}, f32(Dims{rows, 3, 4})), Message::kRank);
    EXPECT_EQ(along(1, {0}, f32(Dims{rows, 3, 4})), Message::kAttribute);
    EXPECT_EQ(along(1, {-2}, f32(Dims{rows, 3, 4})), Message::kAttribute);
    EXPECT_EQ(along(1, {2}, f32(Dims{rows, 3, 4})), std::nullopt);
    EXPECT_EQ(refused({}, {f32(Dims{6, 4}), f32(Dims{4, 4})}), Message::kShape);
    EXPECT_EQ(refused({.granularity = {1, {3}}}, {f32(Dims{6, 4}), f32(Dims{6, 1})}), Message::kShape);
    EXPECT_EQ(refused({.granularity = {0, {2}}}, {f32(Dims{4}), f32(Dims{1})}), Message::kShape);
    EXPECT_EQ(refused({.granularity = {0, {4}}}, {f32(Dims{4}), f32(Dims{1})}), std::nullopt);
    EXPECT_EQ(refused({.granularity = {0, {4}}}, {f32(Dims{4}), f32(Dims{})}), std::nullopt);
    EXPECT_EQ(refused({}, {f32(Dims{}), f32(Dims{3})}), Message::kRank);
    EXPECT_EQ(refused({}, {f32(Dims{3}), f32(Dims{3})}), std::nullopt); // a list, whatever the axis
    EXPECT_EQ(refused({}, {x, f32(Dims{6}), tensor(DType::kU8, Dims{5})}), Message::kShape);
    EXPECT_EQ(refused({}, {x, f32(Dims{6}), tensor(DType::kU8, Dims{})}), Message::kShape);
    EXPECT_EQ(refused({}, {x, f32(Dims{}), tensor(DType::kU8, Dims{1})}), std::nullopt);
}

std::vector<int64_t> scalesOf(Granularity const& g, std::vector<int64_t> dims, std::vector<int64_t> scale) {
    std::vector<int64_t> out;
    if (auto const walk = g.walk(dims, scale))
        walk->forEach([&](int64_t element, int64_t at) {
            EXPECT_EQ(element, static_cast<int64_t>(out.size()));
            out.push_back(at);
        });
    return out;
}

TEST(Granularity, WhichScaleAnElementHas) {
    using List = std::vector<int64_t>;
    EXPECT_EQ(scalesOf({}, {}, {}), List{0});
    EXPECT_EQ(scalesOf({}, {3}, {1}), (List{0, 0, 0}));
    EXPECT_EQ(scalesOf({0, {}}, {2, 2}, {2}), (List{0, 0, 1, 1}));
    EXPECT_EQ(scalesOf({1, {}}, {2, 2}, {2}), (List{0, 1, 0, 1}));
    EXPECT_EQ(scalesOf({1, {2}}, {2, 3}, {2, 2}), (List{0, 0, 1, 2, 2, 3}));
    EXPECT_EQ(scalesOf({0, {2}}, {3, 2}, {2, 2}), (List{0, 1, 0, 1, 2, 3}));
    EXPECT_EQ(scalesOf({0, {2, -1}}, {3, 2}, {2, 1}), (List{0, 0, 0, 0, 1, 1}));
    EXPECT_EQ(scalesOf({}, {2, 4}, {2, 2}), (List{0, 0, 1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(scalesOf({}, {0, 4}, {4}), List{});
    for (List const& scale : {List{3}, List{3, 2}, List{2, 3}, List{0}, List{2, 4, 1}})
        EXPECT_FALSE(Granularity{}.walk(List{2, 4}, scale)) << scale.size();
    EXPECT_FALSE(Granularity{}.walk(List{0, 4}, List{2, 4}));
    for (int64_t size : {0, -2})
        EXPECT_FALSE((Granularity{1, {size}}.walk(List{2, 4}, List{2, 2}))) << size;
}

} // namespace
} // namespace tenon
