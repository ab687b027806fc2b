// SPDX-License-Identifier: Apache-2.0
// Reference zip_map; the keys of a map come in ascending order.
#include "ops/zip_map/zip_map.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <numeric>

namespace tenon::ops {
namespace zip_map {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    size_t const labels = a.integers.size() + a.texts.size();
    int64_t const columns = in.dims[in.rank - 1];
    if (columns != static_cast<int64_t>(labels))
        return args.failure->set(Message::kClassifier, "zip_map: %lld columns have %zu labels",
                                 static_cast<long long>(columns), labels);
    std::vector<size_t> order(labels);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](size_t x, size_t y) {
        return a.texts.empty() ? a.integers[x] < a.integers[y] : a.texts[x] < a.texts[y];
    });
    std::vector<Box> maps(static_cast<size_t>(in.rank == 1 ? 1 : in.dims[0]));
    for (size_t row = 0; row < maps.size(); ++row) {
        Box& map = maps[row];
        map.kind = Kind::kMap;
        map.dtype = a.texts.empty() ? DType::kI64 : DType::kString;
        for (size_t column : order) {
            if (a.texts.empty())
                map.integerKeys.push_back(a.integers[column]);
            else
                map.strings.push_back(a.texts[column]);
            Box& value = map.items.emplace_back();
            value.setTensor(DType::kF32, {});
            *reinterpret_cast<float*>(value.data()) = in.as<float const>()[row * labels + column];
        }
    }
    return setSequence(args.outputs[0], a.texts.empty() ? DType::kI64 : DType::kString, std::move(maps), args.failure);
}

} // namespace
} // namespace zip_map

void zip_map_ref(KernelTable& table) {
    table.add(referenceKernel<zip_map::Attributes>("zip_map", "zip_map.ref", zip_map::run));
}

} // namespace tenon::ops
