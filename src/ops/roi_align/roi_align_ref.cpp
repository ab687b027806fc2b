// SPDX-License-Identifier: Apache-2.0
// Reference roi_align, in double.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/roi_align/roi_align.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace roi_align {
namespace {

double aligned(Attributes const& a, Tensor const& x, int64_t plane, Span const& rows, Span const& columns,
               int64_t binRow, int64_t binColumn) {
    double sum = 0, most = 0;
    bool first = true;
    for (int64_t i = 0; i < rows.points; ++i)
        for (int64_t k = 0; k < columns.points; ++k) {
            Point const r = pointOf(rows, binRow, i), c = pointOf(columns, binColumn, k);
            double terms[4] = {0, 0, 0, 0};
            if (r.low >= 0 && c.low >= 0) {
                auto at = [&](int64_t row, int64_t column) {
                    return numberAt(x, (plane * rows.size + row) * columns.size + column);
                };
                terms[0] = (1 - r.weight) * (1 - c.weight) * at(r.low, c.low);
                terms[1] = (1 - r.weight) * c.weight * at(r.low, c.high);
                terms[2] = r.weight * (1 - c.weight) * at(r.high, c.low);
                terms[3] = r.weight * c.weight * at(r.high, c.high);
            }
            for (double t : terms) {
                sum += t;
                most = first ? t : std::max(most, t);
                first = false;
            }
        }
    auto const count = static_cast<double>(std::max<int64_t>(rows.points * columns.points, 1));
    return a.kind == Kind::kMax ? most : sum / count;
}

double greatest(Tensor const& x, int64_t plane, Bin const& rows, Bin const& columns) {
    double most = 0;
    bool first = true;
    for (int64_t i = rows.begin; i < rows.end; ++i)
        for (int64_t k = columns.begin; k < columns.end; ++k) {
            double const v = numberAt(x, (plane * x.dims[2] + i) * x.dims[3] + k);
            most = first || v > most || std::isnan(v) ? v : most;
            first = false;
        }
    return most;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &regions = args.inputs[1];
    bool const whole = a.kind == Kind::kWholeMax;
    int64_t const columns = whole ? 5 : 4, count = regions.dims[0];
    if (regions.dims[1] != columns || (!whole && args.inputs[2].elements() != count))
        return args.failure->set(Message::kShape, "roi_align: the regions have another form");
    int64_t at = 0;
    for (int64_t r = 0; r < count; ++r) {
        auto field = [&](int64_t i) { return numberAt(regions, r * columns + i + (whole ? 1 : 0)); };
        auto image = whole ? static_cast<int64_t>(numberAt(regions, r * columns)) : integerAt(args.inputs[2], r);
        if (!wrapIndex(image, x.dims[0], "roi_align", args.failure))
            return false;
        Span const down = spanOf(a, field(1), field(3), a.height, x.dims[2]);
        Span const across = spanOf(a, field(0), field(2), a.width, x.dims[3]);
        for (int64_t c = 0; c < x.dims[1]; ++c)
            for (int64_t i = 0; i < a.height; ++i)
                for (int64_t k = 0; k < a.width; ++k) {
                    int64_t const plane = image * x.dims[1] + c;
                    double const v = whole ? greatest(x, plane, binOf(a, field(1), field(3), i, a.height, x.dims[2]),
                                                      binOf(a, field(0), field(2), k, a.width, x.dims[3]))
                                           : aligned(a, x, plane, down, across, i, k);
                    setNumber(args.outputs[0], at++, v);
                }
    }
    return true;
}

} // namespace
} // namespace roi_align

void roi_align_ref(KernelTable& table) {
    table.add(referenceKernel<roi_align::Attributes>("roi_align", "roi_align.ref", roi_align::run));
}

} // namespace tenon::ops
