// SPDX-License-Identifier: Apache-2.0
// Handles of layers: typed views of a record. A record that a reader wrote holds an operator; where that is one of the
// interface's layers, the view shows the layer's attributes (decode.h), and the first change turns the record into
// that layer.
#pragma once

#include "api/network.h"
#include "network/layers/layer.h"

namespace tenon::api {

/// What all layers have. A class derived from it is the handle, too: ILayer calls through mLayer.
class LayerBase : public nvinfer1::apiv::VLayer {
public:
    LayerBase(NetworkDefinition& network, size_t record) noexcept : mNetwork(network), mRecord(record) {}

    virtual nvinfer1::ILayer& handle() noexcept = 0;
    NetworkDefinition& network() const noexcept { return mNetwork; }
    size_t number() const noexcept { return mRecord; }

    nvinfer1::LayerType getType() const noexcept override;
    void setName(char const* name) noexcept override;
    char const* getName() const noexcept override;
    int32_t getNbInputs() const noexcept override;
    nvinfer1::ITensor* getInput(int32_t index) const noexcept override;
    int32_t getNbOutputs() const noexcept override;
    nvinfer1::ITensor* getOutput(int32_t index) const noexcept override;
    void setInput(int32_t index, nvinfer1::ITensor& tensor) noexcept override;
    void setPrecision(nvinfer1::DataType dataType) noexcept override;
    nvinfer1::DataType getPrecision() const noexcept override;
    bool precisionIsSet() const noexcept override;
    void resetPrecision() noexcept override;
    void setOutputType(int32_t index, nvinfer1::DataType dataType) noexcept override;
    nvinfer1::DataType getOutputType(int32_t index) const noexcept override;
    bool outputTypeIsSet(int32_t index) const noexcept override;
    void resetOutputType(int32_t index) noexcept override;
    void setMetadata(char const* docString) noexcept override;
    char const* getMetadata() const noexcept override;
    bool setNbRanks(int32_t nbRanks) noexcept override;
    int32_t getNbRanks() const noexcept override;

protected:
    Record const& record() const noexcept { return mNetwork.network().main.records[mRecord]; }
    /// The record as a layer.
    Record const& shown() const noexcept { return mDecoded ? *mDecoded : record(); }
    void show(Record decoded, bool exact) {
        mDecoded = std::move(decoded);
        mExact = exact;
    }
    friend class NetworkDefinition;
    friend std::unique_ptr<LayerBase> makeHandle(NetworkDefinition& network, size_t record);

    /// The record, to be changed: it is a layer from now on. changed() must follow. Throws Error kNotThereYet where the
    /// layer does not say all that the operator of a parsed model does.
    Record& edit();
    void changed() { mNetwork.inference().recordChanged(mRecord); }
    void setOperand(size_t index, TensorId id);

    /// Inputs that setInput() takes; by default those that are there.
    virtual size_t maxInputs() const noexcept { return shown().operands.size(); }
    /// Whether input `index` may be weights, which the interface does not show as an input.
    virtual bool mayBeWeights(size_t) const noexcept { return false; }
    /// Called after input `index` was set.
    virtual void inputSet(Record&, size_t) {}

    nvinfer1::Weights weights(size_t index) const noexcept;
    void setWeights(char const* call, size_t index, nvinfer1::Weights const& weights, bool optional);

    template <class F>
    void set(char const* call, F&& body) noexcept {
        fence(mNetwork.sink(), call, std::forward<F>(body));
    }

private:
    NetworkDefinition& mNetwork;
    size_t mRecord;
    std::optional<Record> mDecoded;
    bool mExact = true; ///< mDecoded says all
    mutable std::string mName;
    std::string mMetadata;
};

/// A layer with interface I, table V and attributes A.
template <class I, class V, class A>
class Layer : public I, public LayerBase, public V {
public:
    Layer(NetworkDefinition& network, size_t record) noexcept : LayerBase(network, record) {
        this->mLayer = this;
        this->mImpl = this;
    }
    nvinfer1::ILayer& handle() noexcept override { return *this; }

protected:
    A const& attrs() const noexcept { return shown().attrs.template as<A>(); }
    /// Changes the attributes; `body` may throw, they then stay.
    template <class F>
    void change(char const* call, F&& body) noexcept {
        set(call, [&] {
            A next = attrs();
            body(next);
            edit().attrs = std::move(next);
            changed();
        });
    }
    /// Whether operand `i` is a tensor.
    bool has(size_t i) const noexcept { return i < shown().operands.size() && shown().operands[i] != kNoTensor; }
    /// Changes attributes that take the place of a tensor.
    template <class F>
    void inPlaceOf(char const* call, size_t operand, F&& body) noexcept {
        set(call, [&] {
            A next = attrs();
            body(next);
            Record& r = edit();
            r.attrs = std::move(next);
            if (r.operands.size() > operand)
                r.operands[operand] = kNoTensor;
            changed();
        });
    }
};

/// A layer without methods of its own.
template <class I, class V, class A>
class PlainLayer final : public Layer<I, V, A> {
public:
    using Layer<I, V, A>::Layer;
};

/// The handle for whatever a record holds.
std::unique_ptr<LayerBase> makeHandle(NetworkDefinition& network, size_t record);

template <class L, class A>
L* NetworkDefinition::append(std::string_view layer, A attrs, std::vector<TensorId> operands, size_t results) {
    size_t const record = appendRecord(layer, std::move(attrs), std::move(operands), results);
    auto made = std::make_unique<L>(*this, record);
    L* const out = made.get();
    mLayers[record] = std::move(made);
    return out;
}

} // namespace tenon::api
