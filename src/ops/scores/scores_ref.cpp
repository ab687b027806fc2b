// SPDX-License-Identifier: Apache-2.0
// Reference scores: labels by the raw scores (the first of equal ones), then the transform, in double.
#include "ops/scores/scores.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace scores {
namespace {

size_t classOfRow(Attributes const& a, std::vector<double> const& row) {
    if (a.second != Second::kNone)
        return row[0] > (a.second == Second::kShare ? 0.5 : 0.0) ? 1 : 0;
    return static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

void transform(Attributes const& a, std::vector<double>& row) {
    if (a.second == Second::kNone)
        return transformScores(a.transform, row);
    double const s = row[0];
    row = {a.second == Second::kSign ? -s : 1 - s, s};
    if (a.second == Second::kSign && a.transform == PostTransform::kLogistic)
        transformScores(a.transform, row);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    std::vector<double> row;
    int64_t at = 0;
    for (int64_t n = 0; n < in.dims[0]; ++n) {
        row.clear();
        for (int64_t e = 0; e < in.dims[1]; ++e)
            row.push_back(numberAt(in, n * in.dims[1] + e));
        if (args.outputCount > 1) {
            size_t const best = classOfRow(a, row);
            if (a.names.empty())
                args.outputs[1].as<int64_t>()[n] = a.labels[best];
            else
                args.outputs[1].box->strings[static_cast<size_t>(n)] = a.names[best];
        }
        transform(a, row);
        for (double value : row)
            setNumber(out, at++, value);
    }
    return true;
}

} // namespace
} // namespace scores

void scores_ref(KernelTable& table) {
    table.add(referenceKernel<scores::Attributes>("scores", "scores.ref", scores::run));
}

} // namespace tenon::ops
