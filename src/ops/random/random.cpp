// SPDX-License-Identifier: Apache-2.0
// Definition of random.
#include "ops/random/random.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace draws {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kFloats[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    bool const numbers = a.kind == Kind::kUniform || a.kind == Kind::kNormal;
    if (numbers && std::find(std::begin(kFloats), std::end(kFloats), a.dtype) == std::end(kFloats))
        c.fail(Message::kAttribute, "random numbers of a type that they cannot have", "f16, bf16, f32 or f64",
               std::string(nameOf(a.dtype)));
    if (bitsOf(a.dtype) < 8)
        c.fail(Message::kTypeUnsupported, "draws of this type", "a type of at least eight bits",
               std::string(nameOf(a.dtype)));
    if (!c.has(0)) {
        Dims dims;
        for (int64_t d : a.shape) {
            if (d < 0)
                c.fail(Message::kShape, "a dim of random numbers is negative", "0 or more", fmt::format("{}", d));
            dims.emplace_back(d);
        }
        c.setOut(0, a.dtype, std::move(dims));
        return;
    }
    Type const& in = tensorType(c, 0);
    if (!numbers)
        c.requireType(0, kFloats);
    if (a.kind != Kind::kMultinomial || !in.ranked()) {
        c.setOut(0, a.dtype, in.dims);
        return;
    }
    c.requireRank(0, 2, 2);
    if (a.samples < 1)
        c.fail(Message::kAttribute, "the number of draws", "1 or more", fmt::format("{}", a.samples));
    c.setOut(0, a.dtype, Dims{(*in.dims)[0], a.samples});
}

} // namespace
} // namespace draws

void random_op(KernelTable& table) {
    static OpDef const kOp{.name = "random",
                           .attrs = &attrType<draws::Attributes>(),
                           .infer = draws::infer,
                           .effect = Effect::kRandom,
                           .minInputs = 0,
                           .maxInputs = 1};
    table.add(kOp);
}

} // namespace tenon::ops
