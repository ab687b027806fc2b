// SPDX-License-Identifier: Apache-2.0
// The ImportContext of one node: attributes through the function call that the node stands in, operands by name,
// records into the writer.
#pragma once

#include "onnx/importer.h"
#include "onnx/scope.h"
#include "onnx/tensor.h"
#include "onnx/writer.h"

#include <functional>

namespace tenon::onnx {

/// Fields of a node as attribute structs ask for them. A value of another type than asked for throws Error kAttribute.
class AttributeFields final : public FieldSource {
public:
    AttributeFields(NodeProto const& node, Scope const& scope) : mNode(node), mScope(scope) {}

    bool get(std::string_view name, int64_t& value) override;
    bool get(std::string_view name, double& value) override;
    bool get(std::string_view name, std::string& value) override;
    bool get(std::string_view name, std::vector<int64_t>& value) override;
    bool get(std::string_view name, std::vector<double>& value) override;
    bool get(std::string_view name, std::vector<std::string>& value) override;

    BoundAttribute find(std::string_view name) const noexcept;
    /// The attribute when it is there; throws when its kind is another.
    BoundAttribute find(std::string_view name, AttributeProto::Kind kind) const;

private:
    NodeProto const& mNode;
    Scope const& mScope;
};

class NodeImport final : public ImportContext {
public:
    /// Reads the subgraph of an attribute (the reader does it): into a block of its own, or, where `inPlace`, its
    /// records into the block that is written.
    using BlockReader =
        std::function<NetworkBlock(BoundAttribute const&, std::string const& path, Types const&, bool inPlace)>;
    /// `name`: the node's, with the path of its scope.
    NodeImport(NodeProto const& node, std::string name, Scope& scope, NetworkWriter& writer, TensorLoader& loader,
               BlockReader readBlock);

    std::string_view opType() const override { return mNode.opType; }
    int64_t opset() const override { return mScope.frame->opsets.version(mNode.domain); }
    size_t inputs() const override { return mNode.inputs.size(); }
    size_t outputs() const override { return mNode.outputs.size(); }
    TensorId in(size_t i) const override;
    FieldSource& fields() override { return mFields; }
    TensorId tensorAttribute(std::string_view name) override;
    std::optional<Box> tensorValue(std::string_view name) override;
    std::optional<Type> typeAttribute(std::string_view name) override;
    TensorId strings(std::vector<int64_t> dims, std::vector<std::string> values) override {
        return mWriter.strings({}, std::move(dims), std::move(values));
    }
    NetworkTensor const* constant(TensorId id) const override { return mWriter.constantOf(id); }
    std::optional<DType> typeOf(TensorId id) const override;
    int64_t rankOf(TensorId id) const override;
    TensorId emit(std::string_view op, Attrs attrs, std::vector<TensorId> operands, size_t results) override;
    TensorId constant(Type type, Buffer bytes) override {
        return mWriter.constant({}, std::move(type), std::move(bytes));
    }
    void setOut(size_t i, TensorId id) override;
    Fact const* fact(TensorId id) const override { return mWriter.fact(id); }
    void assume(TensorId id, Type type) override { mWriter.assume(id, std::move(type)); }
    NetworkBlock block(std::string_view attribute, Types const& params) override;
    NetworkBlock compose(Types const& params,
                         std::function<std::vector<TensorId>(std::vector<TensorId> const&)> const& fill) override;
    std::vector<TensorId> inlined(std::string_view attribute) override;
    Record& last() override { return mWriter.block().records.back(); }

protected:
    bool wanted(size_t output) const override { return !mNode.outputs[output].empty(); }
    bool attribute(std::string_view name) override { return mFields.find(name).proto != nullptr; }

private:
    NetworkBlock subgraph(std::string_view attribute, Types const& params, bool inPlace);

    NodeProto const& mNode;
    std::string mName;
    Scope& mScope;
    NetworkWriter& mWriter;
    TensorLoader& mLoader;
    BlockReader mReadBlock;
    AttributeFields mFields;
    size_t mEmitted = 0;
};

} // namespace tenon::onnx
