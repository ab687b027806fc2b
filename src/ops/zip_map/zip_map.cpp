// SPDX-License-Identifier: Apache-2.0
// Definition of zip_map.
#include "ops/zip_map/zip_map.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace zip_map {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    static constexpr DType kTypes[] = {DType::kF32};
    c.requireType(0, kTypes);
    if (a.integers.empty() == a.texts.empty())
        c.fail(Message::kClassifier, "a ZipMap has not labels of exactly one type",
               "classlabels_int64s or classlabels_strings");
    size_t const labels = a.integers.size() + a.texts.size();
    if (c.type(0).ranked()) {
        c.requireRank(0, 1, 2);
        DimExpr const& columns = c.dims(0).back();
        if (columns.isConst() && columns.value() != static_cast<int64_t>(labels))
            c.fail(Message::kClassifier, "there is not one label for each column", toText(columns),
                   fmt::format("{}", labels));
    }
    Type map{
        Kind::kMap, a.texts.empty() ? DType::kI64 : DType::kString, std::nullopt, {Type::tensor(DType::kF32, Dims{})}};
    c.out(0).type = Type::sequence(std::move(map));
}

} // namespace
} // namespace zip_map

void zip_map_op(KernelTable& table) {
    static OpDef const kOp{.name = "zip_map", .attrs = &attrType<zip_map::Attributes>(), .infer = zip_map::infer};
    table.add(kOp);
}

} // namespace tenon::ops
