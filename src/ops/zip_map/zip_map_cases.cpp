// SPDX-License-Identifier: Apache-2.0
// Labels of both types, a single row, no rows.
#include "cases/case.h"
#include "ops/zip_map/zip_map.h"

namespace tenon::ops {

void zip_map_cases(test::CaseList& list) {
    using test::scalar;
    auto map = [](std::vector<int64_t> integers, std::vector<std::string> texts, std::vector<double> values) {
        Box out;
        out.kind = Kind::kMap;
        out.dtype = texts.empty() ? DType::kI64 : DType::kString;
        out.integerKeys = std::move(integers);
        out.strings = std::move(texts);
        for (double v : values)
            out.items.push_back(scalar(DType::kF32, v));
        return out;
    };
    auto add = [&](std::string name, zip_map::Attributes a, Box in, std::vector<Box> maps) {
        list.addExact("zip_map", std::move(name), std::move(a), {std::move(in)},
                      test::sequenceOf(std::move(maps), DType::kI64));
    };
    Box const rows = test::tensor(DType::kF32, {2, 2}, {1, 2, 3, 4});
    add("integers", {{7, 9}, {}}, rows, {map({7, 9}, {}, {1, 2}), map({7, 9}, {}, {3, 4})});
    add("texts", {{}, {"b", "a"}}, rows, {map({}, {"a", "b"}, {2, 1}), map({}, {"a", "b"}, {4, 3})});
    add("row", {{1, 0}, {}}, test::tensor(DType::kF32, {2}, {5, 6}), {map({0, 1}, {}, {6, 5})});
    add("no_rows", {{1, 0}, {}}, test::tensor(DType::kF32, {0, 2}, {}), {});
}

} // namespace tenon::ops
