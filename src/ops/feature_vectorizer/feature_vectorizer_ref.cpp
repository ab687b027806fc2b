// SPDX-License-Identifier: Apache-2.0
// Reference feature_vectorizer: operand after operand into its columns of the result.
#include "ops/feature_vectorizer/feature_vectorizer.h"

#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace feature_vectorizer {
namespace {

/// Row-major `from`, of `columns` columns, to `to`, whose rows are `stride` apart.
template <class T>
void copy(T const* from, int64_t rows, int64_t columns, float* to, int64_t stride) {
    for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column)
            to[row * stride + column] = static_cast<float>(from[row * columns + column]);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& out = args.outputs[0];
    float* to = out.as<float>();
    for (size_t i = 0; i < args.inputCount; ++i) {
        int64_t const columns = a.inputdimensions[i];
        withType(args.inputs[i].dtype, [&](auto sample) {
            copy(args.inputs[i].as<decltype(sample) const>(), out.dims[0], columns, to, out.dims[1]);
        });
        to += columns;
    }
    return true;
}

} // namespace
} // namespace feature_vectorizer

void feature_vectorizer_ref(KernelTable& table) {
    table.add(referenceKernel<feature_vectorizer::Attributes>("feature_vectorizer", "feature_vectorizer.ref",
                                                              feature_vectorizer::run));
}

} // namespace tenon::ops
