// SPDX-License-Identifier: Apache-2.0
#include "onnx/node_import.h"

#include "onnx/types.h"

#include <cstring>
#include <fmt/format.h>

namespace tenon::onnx {

using AttributeKind = AttributeProto::Kind;

BoundAttribute AttributeFields::find(std::string_view name) const noexcept {
    for (AttributeProto const& a : mNode.attributes)
        if (a.name == name)
            return mScope.resolve(a);
    return {};
}

BoundAttribute AttributeFields::find(std::string_view name, AttributeKind kind) const {
    BoundAttribute const bound = find(name);
    if (bound.proto != nullptr && bound.proto->kind != kind)
        throw Error(Message::kAttribute, fmt::format("attribute '{}' has another type than the operator takes", name))
            .wanted(std::string(nameOf(kind)))
            .given(std::string(nameOf(bound.proto->kind)));
    return bound;
}

bool AttributeFields::get(std::string_view name, int64_t& value) {
    AttributeProto const* a = find(name, AttributeKind::kInt).proto;
    if (a != nullptr)
        value = a->i;
    return a != nullptr;
}

bool AttributeFields::get(std::string_view name, double& value) {
    AttributeProto const* a = find(name, AttributeKind::kFloat).proto;
    if (a != nullptr)
        value = static_cast<double>(a->f);
    return a != nullptr;
}

bool AttributeFields::get(std::string_view name, std::string& value) {
    AttributeProto const* a = find(name, AttributeKind::kString).proto;
    if (a != nullptr)
        value = std::string(a->s);
    return a != nullptr;
}

bool AttributeFields::get(std::string_view name, std::vector<int64_t>& value) {
    AttributeProto const* a = find(name, AttributeKind::kInts).proto;
    if (a != nullptr)
        value = a->ints;
    return a != nullptr;
}

bool AttributeFields::get(std::string_view name, std::vector<double>& value) {
    AttributeProto const* a = find(name, AttributeKind::kFloats).proto;
    if (a != nullptr)
        value.assign(a->floats.begin(), a->floats.end());
    return a != nullptr;
}

bool AttributeFields::get(std::string_view name, std::vector<std::string>& value) {
    AttributeProto const* a = find(name, AttributeKind::kStrings).proto;
    if (a != nullptr)
        value.assign(a->strings.begin(), a->strings.end());
    return a != nullptr;
}

NodeImport::NodeImport(NodeProto const& node, std::string name, Scope& scope, NetworkWriter& writer,
                       TensorLoader& loader, BlockReader readBlock)
    : mNode(node), mName(std::move(name)), mScope(scope), mWriter(writer), mLoader(loader),
      mReadBlock(std::move(readBlock)), mFields(node, scope) {}

TensorId NodeImport::in(size_t i) const {
    if (i >= mNode.inputs.size() || mNode.inputs[i].empty())
        return kNoTensor;
    return mScope.find(mNode.inputs[i])
        .value_or(kNoTensor); // that the name is known was checked when the nodes were ordered
}

TensorId NodeImport::tensorAttribute(std::string_view name) {
    BoundAttribute const bound = mFields.find(name, AttributeKind::kTensor);
    if (bound.proto == nullptr || bound.proto->tensors.empty())
        throw Error(Message::kAttribute, fmt::format("attribute '{}' is missing", name))
            .wanted("a tensor")
            .given("nothing");
    TensorProto const& tensor = bound.proto->tensors.front();
    if (onnx::typeOf(tensor).dtype == DType::kString)
        return mWriter.strings({}, tensor.dims, stringsOf(tensor));
    TensorData data = mLoader.load(tensor);
    return mWriter.constant({}, std::move(data.type), std::move(data.bytes));
}

std::optional<Box> NodeImport::tensorValue(std::string_view name) {
    BoundAttribute const bound = mFields.find(name, AttributeKind::kTensor);
    if (bound.proto == nullptr || bound.proto->tensors.empty())
        return std::nullopt;
    TensorProto const& tensor = bound.proto->tensors.front();
    Box box;
    if (onnx::typeOf(tensor).dtype == DType::kString) {
        std::vector<std::string> values = stringsOf(tensor);
        box.setTensor(DType::kString, tensor.dims);
        box.strings = std::move(values);
        return box;
    }
    TensorData const data = mLoader.load(tensor);
    box.setTensor(data.type.dtype, tensor.dims);
    if (!data.bytes.empty())
        std::memcpy(box.data(), data.bytes.data(), data.bytes.size());
    return box;
}

std::optional<Type> NodeImport::typeAttribute(std::string_view name) {
    BoundAttribute const bound = mFields.find(name, AttributeKind::kType);
    if (bound.proto == nullptr || bound.proto->types.empty())
        return std::nullopt;
    TypeProto const& proto = bound.proto->types.front();
    if (auto type = elementTypeOf(proto))
        return type;
    throw Error(Message::kOnnxType, fmt::format("the type in attribute '{}' is one that Tenon does not read", name))
        .wanted("a tensor, sequence, optional or map with its element type")
        .given(textOf(proto));
}

std::optional<DType> NodeImport::typeOf(TensorId id) const {
    Fact const* fact = mWriter.fact(id);
    return fact != nullptr && fact->type.isTensor() ? std::optional(fact->type.dtype) : std::nullopt;
}

int64_t NodeImport::rankOf(TensorId id) const {
    Fact const* fact = mWriter.fact(id);
    return fact != nullptr ? fact->type.rank() : -1;
}

TensorId NodeImport::emit(std::string_view op, Attrs attrs, std::vector<TensorId> operands, size_t results) {
    Record record;
    record.op = mWriter.table().op(op);
    if (record.op == nullptr)
        throw Error(Message::kOnnxNode,
                    fmt::format("the node becomes operator '{}', which this build of Tenon lacks", op));
    record.attrs = std::move(attrs);
    record.operands = std::move(operands);
    record.name = ++mEmitted == 1 ? mName : fmt::format("{}#{}", mName, mEmitted);
    record.origins = {mName};
    return mWriter.emit(std::move(record), results);
}

void NodeImport::setOut(size_t i, TensorId id) {
    if (i >= mNode.outputs.size() || mNode.outputs[i].empty())
        return;
    std::string_view const name = mNode.outputs[i];
    mScope.names[name] = id;
    std::string& tensorName = mWriter.network().tensors[static_cast<size_t>(id)].name;
    if (tensorName.empty())
        tensorName = mScope.path + std::string(name);
    if (auto const declared = mScope.declared.find(name);
        mWriter.fact(id) == nullptr && declared != mScope.declared.end())
        if (std::optional<Type> type = elementTypeOf(*declared->second))
            mWriter.assume(id, std::move(*type));
}

NetworkBlock NodeImport::subgraph(std::string_view attribute, Types const& params, bool inPlace) {
    BoundAttribute const bound = mFields.find(attribute, AttributeKind::kGraph);
    if (bound.proto == nullptr || bound.proto->graphs.empty())
        throw Error(Message::kAttribute, fmt::format("attribute '{}' is missing", attribute))
            .wanted("a graph")
            .given("nothing");
    return mReadBlock(bound, fmt::format("{}/{}/", mName, attribute), params, inPlace);
}

NetworkBlock NodeImport::block(std::string_view attribute, Types const& params) {
    return subgraph(attribute, params, false);
}

std::vector<TensorId> NodeImport::inlined(std::string_view attribute) {
    return subgraph(attribute, {}, true).results;
}

NetworkBlock NodeImport::compose(Types const& params,
                                 std::function<std::vector<TensorId>(std::vector<TensorId> const&)> const& fill) {
    NetworkBlock out;
    out.name = mName;
    for (size_t i = 0; i < params.size(); ++i)
        out.params.push_back(mWriter.input(fmt::format("{}.{}", mName, i), params[i]));
    NetworkBlock* const before = mWriter.enter(&out);
    try {
        out.results = fill(out.params);
        mWriter.enter(before);
    } catch (...) {
        mWriter.enter(before);
        throw;
    }
    return out;
}

} // namespace tenon::onnx
