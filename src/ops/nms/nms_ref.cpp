// SPDX-License-Identifier: Apache-2.0
// Reference nms: boxes by falling score (the lower index first where scores are equal), each kept unless one that was
// kept overlaps it by more than the threshold. Boxes whose score is no number never stay.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/nms/nms.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace nms {
namespace {

struct Rectangle {
    float x0, y0, x1, y1, area;
};

std::vector<Rectangle> rectangles(float const* boxes, int64_t count, bool centre) {
    std::vector<Rectangle> out;
    for (int64_t i = 0; i < count; ++i) {
        float const* b = boxes + 4 * i;
        Rectangle r{};
        if (centre)
            r = {b[0] - b[2] / 2, b[1] - b[3] / 2, b[0] + b[2] / 2, b[1] + b[3] / 2, 0};
        else
            r = {std::min(b[1], b[3]), std::min(b[0], b[2]), std::max(b[1], b[3]), std::max(b[0], b[2]), 0};
        r.area = (r.x1 - r.x0) * (r.y1 - r.y0);
        out.push_back(r);
    }
    return out;
}

bool overlaps(Rectangle const& a, Rectangle const& b, float threshold) {
    float const width = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
    float const height = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
    if (!(width > 0) || !(height > 0) || a.area <= 0 || b.area <= 0)
        return false;
    float const common = width * height;
    return common / (a.area + b.area - common) > threshold;
}

struct Limits {
    int64_t most;
    float overlap, score;
    bool hasScore;
};

/// Which of a sample's scores, [classes][boxes], are among its `limit` best; all where there is no limit.
std::vector<bool> best(float const* scores, int64_t count, int64_t limit) {
    std::vector<bool> out(static_cast<size_t>(count), limit <= 0 || limit >= count);
    if (limit <= 0 || limit >= count)
        return out;
    std::vector<int64_t> order;
    for (int64_t i = 0; i < count; ++i)
        if (!std::isnan(scores[i]))
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return scores[a] > scores[b]; });
    for (size_t i = 0; i < order.size() && i < static_cast<size_t>(limit); ++i)
        out[static_cast<size_t>(order[i])] = true;
    return out;
}

/// Indices of the boxes of one class that stay; `shown` tells for each box from `first` on whether it is looked at.
std::vector<int64_t> keep(std::vector<Rectangle> const& boxes, float const* scores, Limits const& limits,
                          std::vector<bool> const& shown, size_t first) {
    std::vector<int64_t> order, kept;
    for (size_t i = 0; i < boxes.size(); ++i)
        if (shown[first + i] && (limits.hasScore ? scores[i] > limits.score : !std::isnan(scores[i])))
            order.push_back(static_cast<int64_t>(i));
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return scores[a] > scores[b]; });
    for (int64_t i : order) {
        if (static_cast<int64_t>(kept.size()) >= limits.most)
            break;
        auto const& box = boxes[static_cast<size_t>(i)];
        if (std::none_of(kept.begin(), kept.end(),
                         [&](int64_t k) { return overlaps(box, boxes[static_cast<size_t>(k)], limits.overlap); }))
            kept.push_back(i);
    }
    return kept;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &boxes = args.inputs[0], &scores = args.inputs[1];
    auto scalar = [&](size_t i) {
        return args.has(i) && args.inputs[i].elements() > 0 ? numberAt(args.inputs[i], 0) : 0;
    };
    for (size_t i = 2; i < 5; ++i)
        if (args.has(i) && args.inputs[i].elements() != 1)
            return args.failure->set(Message::kShape, "nms: operand %zu has %lld numbers and not one", i,
                                     static_cast<long long>(args.inputs[i].elements()));
    if (boxes.dims[2] != 4 || boxes.dims[0] != scores.dims[0] || boxes.dims[1] != scores.dims[2])
        return args.failure->set(Message::kShape, "nms: boxes and scores do not fit together");
    Limits const limits{static_cast<int64_t>(scalar(2)), static_cast<float>(scalar(3)), static_cast<float>(scalar(4)),
                        args.has(4)};
    int64_t const count = boxes.dims[1], classes = scores.dims[1];
    std::vector<int64_t> rows;
    for (int64_t n = 0; limits.most > 0 && n < boxes.dims[0]; ++n) {
        auto const all = rectangles(boxes.as<float const>() + n * count * 4, count, a.centre);
        auto const shown = best(scores.as<float const>() + n * classes * count, classes * count, a.limit);
        for (int64_t k = 0; k < classes; ++k)
            for (int64_t box : keep(all, scores.as<float const>() + (n * classes + k) * count, limits, shown,
                                    static_cast<size_t>(k * count)))
                rows.insert(rows.end(), {n, k, box});
    }
    int64_t const dims[] = {static_cast<int64_t>(rows.size()) / 3, 3};
    Tensor out;
    if (!resize(args.outputs[0], DType::kI64, dims, args.failure, out))
        return false;
    std::copy(rows.begin(), rows.end(), out.as<int64_t>());
    return true;
}

} // namespace
} // namespace nms

void nms_ref(KernelTable& table) {
    table.add(referenceKernel<nms::Attributes>("nms", "nms.ref", nms::run));
}

} // namespace tenon::ops
