// SPDX-License-Identifier: Apache-2.0
// Turns a record of an operator into the layer that shows it. One member a kind of operator, in decode_*.cpp;
// decode.cpp has the table. Nothing comes out where no layer can say what the operator does.
#pragma once

#include "base/half.h"
#include "network/layers/decode.h"
#include "network/layers/quantize.h"
#include "network/layers/window.h"
#include "shape/granularity.h"
#include "shape/window.h"

#include <map>

namespace tenon::layers {

class Decoder {
public:
    Decoder(Network const& network, Record const& record, TypeOf const& typeOf)
        : mNetwork(network), mRecord(record), mTypeOf(typeOf) {}

    std::optional<Decoded> run();

private:
    template <class A>
    A const& attrs() const {
        return mRecord.attrs.as<A>();
    }
    TensorId operand(size_t i) const { return i < mRecord.operands.size() ? mRecord.operands[i] : kNoTensor; }
    Type type(size_t i) const { return mTypeOf(operand(i)); }
    int64_t rank(size_t i) const { return type(i).rank(); }

    /// The elements of an integer operand that is a constant of the network.
    std::optional<std::vector<int64_t>> numbers(size_t i) const {
        TensorId const id = operand(i);
        if (id == kNoTensor)
            return std::nullopt;
        NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(id)];
        if (!t.constant || (t.type->dtype != DType::kI64 && t.type->dtype != DType::kI32))
            return std::nullopt;
        std::vector<int64_t> out;
        withType(t.type->dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_integral_v<T>)
                out.assign(t.constant->as<T>(), t.constant->as<T>() + t.constant->size() / sizeof(T));
        });
        return out;
    }

    Decoded made(std::string_view layer, Attrs attrs, std::vector<TensorId> operands, bool exact = true) const {
        Decoded out{mRecord, exact};
        out.record.op = &layers::layer("layer." + std::string(layer)).op;
        out.record.attrs = std::move(attrs);
        while (!operands.empty() && operands.back() == kNoTensor)
            operands.pop_back();
        out.record.operands = std::move(operands);
        return out;
    }

    static std::optional<int64_t> positive(int64_t axis, int64_t rank) {
        if (rank < 0 || axis < -rank || axis >= rank)
            return std::nullopt;
        return axis < 0 ? axis + rank : axis;
    }

    /// A mask of axes; nothing when the rank is not known.
    std::optional<uint32_t> mask(std::vector<int64_t> const& axes, int64_t rank) const {
        uint32_t out = 0;
        for (int64_t axis : axes) {
            auto const at = positive(axis, rank);
            if (!at)
                return std::nullopt;
            out |= 1U << *at;
        }
        return out;
    }

    static std::optional<std::vector<int64_t>> fixed(Type const& type) {
        if (!type.isStatic())
            return std::nullopt;
        std::vector<int64_t> out;
        for (DimExpr const& d : *type.dims)
            out.push_back(d.value());
        return out;
    }

    // Windows.
    static WindowShape windowOf(Window const& w, std::vector<int64_t> size);
    std::optional<Decoded> conv();
    std::optional<Decoded> pool();

    // Element by element.
    /// The number that an instruction's argument is; nothing for an operand or a result.
    static std::optional<float> constantArg(Expression const& e, int32_t value);
    std::optional<Decoded> activation(Expression const& e);
    std::optional<Decoded> pointwise();

    // Axes.
    std::optional<Decoded> concat();
    std::optional<Decoded> softMax();
    std::optional<Decoded> reduce();
    std::optional<Decoded> topK();
    std::optional<Decoded> cumsum();
    /// Scale and bias have fewer axes than the layer's.
    std::optional<Decoded> layerNorm();
    std::optional<Decoded> reverseSequence();

    // Indices.
    std::optional<Decoded> gatherIn(nvinfer1::GatherMode mode, int64_t axis, int64_t batch);
    std::optional<Decoded> gather();
    std::optional<Decoded> gatherElements();
    std::optional<Decoded> gatherNd();
    std::optional<Decoded> scatterElements();
    std::optional<Decoded> scatterNd();
    std::optional<Decoded> oneHot();
    std::optional<Decoded> nonZero();
    std::optional<Decoded> matmul();
    std::optional<Decoded> quantize();
    std::optional<Decoded> dequantize();
    Quantize scales(Granularity const& g);

    // Moves.
    std::optional<Decoded> reshape();
    std::optional<Decoded> transpose();
    std::optional<Decoded> flatten();
    std::optional<Decoded> shape();
    std::optional<Decoded> squeeze();
    std::optional<Decoded> unsqueeze();
    /// Start and size follow from the operator's bounds where all are numbers; else only the kind is shown.
    std::optional<Decoded> slice();
    std::optional<Decoded> expand();
    std::optional<Decoded> pad();
    std::optional<Decoded> range();
    std::optional<Decoded> resize();

    Network const& mNetwork;
    Record const& mRecord;
    TypeOf const& mTypeOf;
};

} // namespace tenon::layers
