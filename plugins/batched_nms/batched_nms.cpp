// SPDX-License-Identifier: Apache-2.0
// BatchedNMSDynamic_TRT: boxes [B, N, 1 or classes, 4], scores [B, N, classes]. Each class keeps its topK best boxes
// above scoreThreshold, drops those that overlap a better one by more than iouThreshold, and the keepTopK best of all
// classes are the results: how many, corners, scores and classes (as floats; -1 behind the last one).
#include "plugins/boxes.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

struct BatchedNMS : author::Op {
    int32_t shareLocation = 1, background = -1, classes = 0, topK = 0, keepTopK = 0;
    float scoreThreshold = 0, iouThreshold = 0;
    int32_t normalized = 1, clipBoxes = 1, scoreBits = 16, caffe = 1;

    static char const* name() { return "BatchedNMSDynamic_TRT"; }
    template <class V>
    void fields(V& visit) {
        visit("shareLocation", shareLocation);
        visit("backgroundLabelId", background);
        visit("numClasses", classes);
        visit("topK", topK);
        visit("keepTopK", keepTopK);
        visit("scoreThreshold", scoreThreshold);
        visit("iouThreshold", iouThreshold);
        visit("isNormalized", normalized);
        visit("clipBoxes", clipBoxes);
        visit("scoreBits", scoreBits); // of a sort that this one does not need
        visit("caffeSemantics", caffe);
    }
    char const* wrong() const {
        return classes > 0 && topK > 0 && keepTopK > 0 ? nullptr : "numClasses, topK or keepTopK is not positive";
    }
    int32_t outputs() const { return 4; }
    void shapes(author::Shapes& s) const {
        author::Expr const batch = s.dim(0, 0), count = s.number(keepTopK);
        s.set(0, {batch, s.number(1)});
        s.set(1, {batch, count, s.number(4)});
        s.set(2, {batch, count});
        s.set(3, {batch, count});
    }
    nvinfer1::DataType outputType(int32_t index, nvinfer1::DataType const* in, int32_t) const {
        return index == 0 ? nvinfer1::DataType::kINT32 : in[0];
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        if (nbInputs != 2 || !isLinear(t[position]))
            return false;
        return position == 2 ? t[2].type == nvinfer1::DataType::kINT32 : Op::takes(position, t, nbInputs, nbOutputs);
    }
    int32_t run(author::Call const& call) const {
        nvinfer1::Dims const &boxes = call.dims(0), &scores = call.dims(1);
        int64_t const perBox = shareLocation != 0 ? 1 : classes;
        if (boxes.nbDims != 4 || boxes.d[2] != perBox || boxes.d[3] != 4 || scores.nbDims < 3 ||
            scores.d[2] != classes || scores.d[0] != boxes.d[0] || scores.d[1] != boxes.d[1]) {
            author::complain("BatchedNMSDynamic_TRT: boxes and scores do not fit each other, or numClasses");
            return 1;
        }
        return call.floats([&](auto kind) {
            using T = decltype(kind);
            for (int64_t i = 0; i < boxes.d[0]; ++i)
                sample<T>(call, i, boxes.d[1], perBox);
        });
    }

private:
    template <class T>
    void sample(author::Call const& call, int64_t image, int64_t boxes, int64_t perBox) const {
        T const* const places = call.input<T>(0) + image * boxes * perBox * 4;
        T const* const scores = call.input<T>(1) + image * boxes * classes;
        auto boxOf = [&](Candidate const& c) {
            T const* const b = places + (c.place * perBox + (perBox > 1 ? c.kind : 0)) * 4;
            return Box{{b[0], b[1], b[2], b[3]}};
        };
        float const rim = normalized == 0 && caffe != 0 ? 1 : 0;
        std::vector<std::vector<Candidate>> lists(static_cast<size_t>(classes));
        for (int64_t i = 0; i < boxes; ++i)
            for (int32_t c = 0; c < classes; ++c)
                if (float const score = scores[i * classes + c]; score > scoreThreshold && c != background)
                    lists[static_cast<size_t>(c)].push_back({score, static_cast<int32_t>(i), c});
        std::vector<Candidate> all;
        for (auto& list : lists) {
            sortBest(list, static_cast<size_t>(topK));
            auto const kept = greedy(
                list, list.size(), [&](Candidate const& c) { return Placed(boxOf(c), rim); },
                [&](Candidate const&, Placed const& first, Candidate const&, Placed const& second) {
                    return overlap(first, second, rim) > iouThreshold;
                });
            all.insert(all.end(), kept.begin(), kept.end());
        }
        sortBest(all, static_cast<size_t>(keepTopK));
        call.output<int32_t>(0)[image] = static_cast<int32_t>(all.size());
        for (int64_t i = 0; i < keepTopK; ++i) {
            bool const there = i < static_cast<int64_t>(all.size());
            Candidate const c = there ? all[static_cast<size_t>(i)] : Candidate{0, 0, -1};
            Box const box = there ? boxOf(c) : Box{}, shown = normalized != 0 && clipBoxes != 0 ? box.clipped() : box;
            int64_t const to = image * keepTopK + i;
            for (int k = 0; k < 4; ++k)
                call.output<T>(1)[to * 4 + k] = T(shown.at[k]);
            call.output<T>(2)[to] = T(c.score);
            call.output<T>(3)[to] = T(static_cast<float>(c.kind));
        }
    }
};

} // namespace

void batched_nms(List& list) {
    addV2<BatchedNMS>(list);
}

} // namespace tenon::plugins
