// SPDX-License-Identifier: Apache-2.0
// Definition of l2norm: the result has the operand's type and shape.
#include "ops/l2norm/l2norm.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace tenon::ops {
namespace l2norm {

std::string_view nameOf(EpsilonMode mode) noexcept {
    constexpr std::string_view kNames[] = {"none", "max", "add", "inside", "bare"};
    auto const i = static_cast<size_t>(mode);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

double divisor(Attributes const& attrs, double sum) noexcept {
    if (attrs.mode == EpsilonMode::kInside)
        sum += attrs.epsilon;
    double const norm = attrs.p == 2 ? std::sqrt(sum) : sum;
    if (attrs.mode == EpsilonMode::kMax)
        return norm < attrs.epsilon ? attrs.epsilon : norm;
    if (attrs.mode == EpsilonMode::kBare && norm == 0)
        return std::numeric_limits<double>::quiet_NaN();
    return attrs.mode == EpsilonMode::kAdd ? norm + attrs.epsilon : norm;
}

namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    if (a.p != 1 && a.p != 2)
        c.fail(Message::kAttribute, "the p of a norm", "1 or 2", fmt::format("{}", a.p));
    Type const& x = c.type(0);
    if (x.ranked())
        c.axis(a.axis, x.rank());
    c.setOut(0, x.dtype, x.dims);
}

} // namespace
} // namespace l2norm

void l2norm_op(KernelTable& table) {
    static OpDef const kOp{.name = "l2norm", .attrs = &attrType<l2norm::Attributes>(), .infer = l2norm::infer};
    table.add(kOp);
}

} // namespace tenon::ops
