// SPDX-License-Identifier: Apache-2.0
// Attention and rotary embedding. An attention is two records: the input layer hands query, key and value on, the
// output layer computes.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

namespace tenon::layers {

/// Operands and results: query, key, value.
struct AttentionInput {
    int32_t attention = 0; ///< number of the IAttention
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("attention", self.attention);
    }
};

/// normalize(query * key^T + mask) * value. Operands: query, key, value, mask, lengths of the keys.
struct AttentionOutput {
    int32_t attention = 0;
    nvinfer1::AttentionNormalizationOp op = nvinfer1::AttentionNormalizationOp::kSOFTMAX;
    nvinfer1::CausalMaskKind causal = nvinfer1::CausalMaskKind::kNONE;
    bool decomposable = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("attention", self.attention);
        visit("op", self.op);
        visit("causal", self.causal);
        visit("decomposable", self.decomposable);
    }
};

/// Operands: x [b, heads, tokens, size], cosines, sines, positions [b, tokens].
struct RotaryEmbedding {
    bool interleaved = false;
    int64_t dim = 0; ///< leading elements that rotate; 0: all
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("interleaved", self.interleaved);
        visit("dim", self.dim);
    }
};

} // namespace tenon::layers
