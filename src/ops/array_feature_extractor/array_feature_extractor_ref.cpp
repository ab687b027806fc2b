// SPDX-License-Identifier: Apache-2.0
// Reference array_feature_extractor.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace array_feature_extractor {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const& x = args.inputs[0];
    int64_t const size = x.dims[x.rank - 1];
    std::vector<int64_t> const columns = integersOf(args.inputs[1]);
    for (int64_t column : columns)
        if (column < 0 || column >= size)
            return args.failure->set(Message::kIndexRange,
                                     "array_feature_extractor: the index %lld lies outside the range [0, %lld]",
                                     static_cast<long long>(column), static_cast<long long>(size - 1));
    int64_t const rows = product(x.shape(), 0, x.shape().size() - 1);
    ElementCopy const copy(x, args.outputs[0]);
    int64_t to = 0;
    for (int64_t row = 0; row < rows; ++row)
        for (int64_t column : columns)
            copy(row * size + column, to++);
    return true;
}

} // namespace
} // namespace array_feature_extractor

void array_feature_extractor_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("array_feature_extractor", "array_feature_extractor.ref",
                                       array_feature_extractor::run));
}

} // namespace tenon::ops
