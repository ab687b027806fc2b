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

/// One axis of a region: where it begins, and the extent of a bin.
struct Span {
    double start = 0, bin = 0;
    int64_t points = 1, size = 0;
};

Span spanOf(Attributes const& a, double from, double to, int64_t bins, int64_t size) {
    double const offset = a.halfPixel ? 0.5 : 0;
    double const start = from * a.scale - offset, end = to * a.scale - offset;
    double const extent = a.halfPixel ? end - start : std::max(end - start, 1.0);
    double const bin = extent / static_cast<double>(bins);
    double const most = static_cast<double>(size) * 4 + 64; // more points than that change nothing to speak of
    auto const points = a.sampling > 0 ? a.sampling : static_cast<int64_t>(std::clamp(std::ceil(bin), 0.0, most));
    return {start, bin, points, size};
}

/// The two elements about a point and the weight of the second; absent where it lies outside.
struct Point {
    int64_t low = -1, high = -1;
    double weight = 0;
};
Point pointOf(Span const& s, int64_t bin, int64_t i) {
    double x = s.start + static_cast<double>(bin) * s.bin +
               (static_cast<double>(i) + 0.5) * s.bin / static_cast<double>(s.points);
    if (!(x >= -1 && x <= static_cast<double>(s.size)))
        return {};
    x = std::max(x, 0.0);
    auto const low = static_cast<int64_t>(x);
    if (low >= s.size - 1)
        return {s.size - 1, s.size - 1, 0};
    return {low, low + 1, x - static_cast<double>(low)};
}

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

/// Whole elements of bin `bin` along one axis of a region between two rounded coordinates.
struct Bin {
    int64_t begin, end;
};
Bin binOf(Attributes const& a, double from, double to, int64_t bin, int64_t bins, int64_t size) {
    double const start = std::round(from * a.scale), end = std::round(to * a.scale);
    double const step = std::max(end - start + 1, 1.0) / static_cast<double>(bins);
    auto bounded = [&](double v) {
        return static_cast<int64_t>(std::clamp(start + v, 0.0, static_cast<double>(size)));
    };
    auto const at = static_cast<double>(bin);
    return {bounded(std::floor(at * step)), bounded(std::ceil((at + 1) * step))};
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
