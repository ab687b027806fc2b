// SPDX-License-Identifier: Apache-2.0
// EfficientNMS_TRT: boxes [B, N, 4], [B, N, 1, 4] or [B, N, classes, 4], scores [B, N, classes], and optionally anchors
// [1 or B, N, 4] that the boxes are relative to. Results: how many boxes stay, and their corners, scores and classes,
// zero behind the last one. Of a sample the best 5,000 candidates are looked at; one is dropped when it overlaps a
// better one of its class, or of any where class_agnostic is set, by iou_threshold or more.
#include "plugins/boxes.h"
#include "plugins/standard.h"

#include <cmath>

namespace tenon::plugins {
namespace {

struct EfficientNMS : author::Op {
    float scoreThreshold = 0.5F, iouThreshold = 0.5F;
    int32_t most = 100, background = -1, sigmoid = 0, agnostic = 0, coding = 0;

    static char const* name() { return "EfficientNMS_TRT"; }
    template <class V>
    void fields(V& visit) {
        visit("score_threshold", scoreThreshold);
        visit("iou_threshold", iouThreshold);
        visit("max_output_boxes", most);
        visit("background_class", background);
        visit("score_activation", sigmoid);
        visit("class_agnostic", agnostic);
        visit("box_coding", coding);
    }
    char const* wrong() const {
        auto flag = [](int32_t v) { return v == 0 || v == 1; };
        if (!(scoreThreshold >= 0) || !(iouThreshold > 0))
            return "score_threshold is negative or iou_threshold is not positive";
        if (most <= 0)
            return "max_output_boxes is not positive";
        return flag(sigmoid) && flag(agnostic) && flag(coding)
                   ? nullptr
                   : "score_activation, class_agnostic or box_coding is neither 0 nor 1";
    }
    int32_t outputs() const { return 4; }
    void shapes(author::Shapes& s) const {
        author::Expr const batch = s.dim(0, 0), count = s.number(most);
        s.set(0, {batch, s.number(1)});
        s.set(1, {batch, count, s.number(4)});
        s.set(2, {batch, count});
        s.set(3, {batch, count});
    }
    nvinfer1::DataType outputType(int32_t index, nvinfer1::DataType const* in, int32_t) const {
        return index == 0 || index == 3 ? nvinfer1::DataType::kINT32 : in[0];
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        if ((nbInputs != 2 && nbInputs != 3) || !isLinear(t[position]))
            return false;
        int32_t const output = position - nbInputs;
        return output == 0 || output == 3 ? t[position].type == nvinfer1::DataType::kINT32
                                          : Op::takes(position, t, nbInputs, nbOutputs);
    }
    int32_t run(author::Call const& call) const {
        nvinfer1::Dims const &boxes = call.dims(0), &scores = call.dims(1);
        bool const fits = (boxes.nbDims == 3 || boxes.nbDims == 4) && boxes.d[boxes.nbDims - 1] == 4 &&
                          (scores.nbDims == 3 || (scores.nbDims == 4 && scores.d[3] == 1)) &&
                          boxes.d[0] == scores.d[0] && boxes.d[1] == scores.d[1] &&
                          (boxes.nbDims == 3 || boxes.d[2] == 1 || boxes.d[2] == scores.d[2]) &&
                          (call.nbInputs == 2 || isAnchors(call.dims(2), boxes));
        if (!fits) {
            author::complain("EfficientNMS_TRT: boxes, scores and anchors do not fit each other");
            return 1;
        }
        return call.floats([&](auto kind) {
            using T = decltype(kind);
            for (int64_t i = 0; i < boxes.d[0]; ++i)
                sample<T>(call, i);
        });
    }

private:
    static bool isAnchors(nvinfer1::Dims const& a, nvinfer1::Dims const& boxes) {
        return a.nbDims == 3 && (a.d[0] == 1 || a.d[0] == boxes.d[0]) && a.d[1] == boxes.d[1] && a.d[2] == 4;
    }
    /// The least score as the input has it.
    float threshold() const {
        if (sigmoid == 0)
            return scoreThreshold;
        return scoreThreshold <= 0 ? -32768.0F : std::log(scoreThreshold / (1 - scoreThreshold));
    }
    template <class T>
    std::vector<Candidate> candidates(T const* scores, int64_t boxes, int64_t classes) const {
        constexpr size_t kLooked = 5000;
        std::vector<Candidate> list;
        float const least = threshold();
        for (int64_t i = 0; i < boxes; ++i)
            for (int64_t c = 0; c < classes; ++c)
                if (float const score = scores[i * classes + c]; score >= least && c != background)
                    list.push_back({score, static_cast<int32_t>(i), static_cast<int32_t>(c)});
        sortBest(list, kLooked);
        return list;
    }
    /// The corners of a box {y, x, y, x}, or of one by its centre {y, x, height, width}, relative to an anchor if any.
    template <class T>
    Box corners(T const* b, T const* anchor) const {
        float v[4] = {b[0], b[1], b[2], b[3]};
        if (coding == 0) {
            Box out{{v[0], v[1], v[2], v[3]}};
            if (anchor == nullptr)
                return out;
            Box const base = Box{{anchor[0], anchor[1], anchor[2], anchor[3]}}.ordered();
            out = out.ordered();
            for (int i = 0; i < 4; ++i)
                out.at[i] += base.at[i];
            return out;
        }
        for (int i : {0, 1})
            if (anchor != nullptr) {
                v[i] = v[i] * anchor[i + 2] + anchor[i];
                v[i + 2] = anchor[i + 2] * std::exp(v[i + 2]);
            }
        return {{v[0] - v[2] / 2, v[1] - v[3] / 2, v[0] + v[2] / 2, v[1] + v[3] / 2}};
    }
    template <class T>
    void sample(author::Call const& call, int64_t image) const {
        nvinfer1::Dims const& dims = call.dims(0);
        int64_t const boxes = dims.d[1], classes = call.dims(1).d[2], perBox = dims.nbDims == 4 ? dims.d[2] : 1;
        bool const shared = call.nbInputs == 3 && call.dims(2).d[0] == 1;
        T const* const places = call.input<T>(0) + image * boxes * perBox * 4;
        T const* const anchors =
            call.nbInputs == 3 ? call.input<T>(2) + (shared ? 0 : image * boxes * 4) : static_cast<T const*>(nullptr);
        auto boxOf = [&](Candidate const& c) {
            T const* const from = places + (c.place * perBox + (perBox > 1 ? c.kind : 0)) * 4;
            return corners(from, anchors == nullptr ? nullptr : anchors + int64_t{c.place} * 4);
        };
        auto const sorted = candidates(call.input<T>(1) + image * boxes * classes, boxes, classes);
        auto const kept = greedy(
            sorted, static_cast<size_t>(most), [&](Candidate const& c) { return Placed(boxOf(c)); },
            [&](Candidate const& a, Placed const& first, Candidate const& c, Placed const& second) {
                return (agnostic != 0 || a.kind == c.kind) && overlap(first, second) >= iouThreshold;
            });
        call.output<int32_t>(0)[image] = static_cast<int32_t>(kept.size());
        for (int64_t i = 0; i < most; ++i) {
            bool const there = i < static_cast<int64_t>(kept.size());
            Candidate const c = there ? kept[static_cast<size_t>(i)] : Candidate{};
            Box const box = there ? boxOf(c) : Box{};
            int64_t const to = image * most + i;
            for (int k = 0; k < 4; ++k)
                call.output<T>(1)[to * 4 + k] = T(box.at[k]);
            call.output<T>(2)[to] = T(there && sigmoid != 0 ? 1 / (1 + std::exp(-c.score)) : c.score);
            call.output<int32_t>(3)[to] = c.kind;
        }
    }
};

} // namespace

void efficient_nms(List& list) {
    addV2<EfficientNMS>(list);
}

} // namespace tenon::plugins
