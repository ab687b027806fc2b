// SPDX-License-Identifier: Apache-2.0
// How an ONNX node becomes records of the Network. An op folder's x_onnx.cpp adds rows {domain, name, since_version,
// function}; for a node the row with the greatest since_version that is not above the model's opset is used.
#pragma once

#include "kernel/box.h"
#include "kernel/table.h"
#include "network/network.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon::onnx {

/// One node while it is imported. Implemented by the reader.
class ImportContext {
public:
    virtual ~ImportContext() = default;

    virtual std::string_view opType() const = 0;
    virtual int64_t opset() const = 0; ///< version of the node's domain
    virtual size_t inputs() const = 0;
    virtual size_t outputs() const = 0;      ///< as many as the node lists; a trailing one may have an empty name
    virtual TensorId in(size_t i) const = 0; ///< kNoTensor when absent or empty
    bool has(size_t i) const { return i < inputs() && in(i) != kNoTensor; }
    bool wantsOutput(size_t i) const { return i < outputs() && wanted(i); }

    /// Attributes by name. A field whose ONNX type does not fit throws Error kAttribute.
    virtual FieldSource& fields() = 0;
    int64_t integer(std::string_view name, int64_t otherwise);
    double number(std::string_view name, double otherwise);
    std::string text(std::string_view name, std::string otherwise);
    std::vector<int64_t> integers(std::string_view name); ///< lists: empty where the attribute is absent
    std::vector<double> numbers(std::string_view name);
    std::vector<std::string> texts(std::string_view name);
    bool hasAttribute(std::string_view name) { return attribute(name); }
    /// A tensor attribute (`value` of Constant) as a constant tensor of the network. Throws Error kAttribute when
    /// absent.
    virtual TensorId tensorAttribute(std::string_view name) = 0;

    /// The elements of a tensor attribute; absent when the attribute is.
    virtual std::optional<Box> tensorValue(std::string_view name) = 0;
    /// The type in an attribute, without dims; absent when the attribute is.
    virtual std::optional<Type> typeAttribute(std::string_view name) = 0;
    /// A new constant tensor of strings.
    virtual TensorId strings(std::vector<int64_t> dims, std::vector<std::string> values) = 0;

    /// The bytes of an operand that is a constant of the network (initializer or Constant node), else null.
    virtual NetworkTensor const* constant(TensorId id) const = 0;
    /// Element type of a tensor where it is known already (constants, inputs, results whose record was inferred).
    virtual std::optional<DType> typeOf(TensorId id) const = 0;
    /// Its rank, or -1 where that is not known.
    virtual int64_t rankOf(TensorId id) const = 0;

    /// What is known of a tensor so far; null while nothing is.
    virtual Fact const* fact(TensorId id) const = 0;
    /// The type of a tensor without its dims, where it is known: what a value has at every turn of a loop.
    std::optional<Type> openType(TensorId id) const;
    /// Tells the type of a result that infer cannot tell (of control flow).
    virtual void assume(TensorId id, Type type) = 0;

    /// Adds a record with `results` new tensors; returns the first one's id (the others follow it). The op must be in
    /// the table.
    virtual TensorId emit(std::string_view op, Attrs attrs, std::vector<TensorId> operands, size_t results = 1) = 0;
    /// A new constant tensor.
    virtual TensorId constant(Type type, Buffer bytes) = 0;
    TensorId constantOf(std::vector<int64_t> values, bool scalar = false); ///< i64[n] or scalar
    /// Names `id` as output i of the node.
    virtual void setOut(size_t i, TensorId id) = 0;

    /// For importers of control flow: reads the subgraph in an attribute into a block. `params` are types that the
    /// operator knows; others are taken from the subgraph's declarations.
    using Types = std::vector<std::optional<Type>>;
    virtual NetworkBlock block(std::string_view attribute, Types const& params = {}) = 0;
    /// A block whose records `fill` emits, given its parameters; it returns the results.
    virtual NetworkBlock compose(Types const& params,
                                 std::function<std::vector<TensorId>(std::vector<TensorId> const&)> const& fill) = 0;
    /// Reads the subgraph, which has no inputs, in the node's place. Returns its results.
    virtual std::vector<TensorId> inlined(std::string_view attribute) = 0;
    virtual Record& last() = 0; ///< the record added last

    [[noreturn]] void fail(Message id, std::string what, std::string wanted = {}, std::string given = {}) const;

protected:
    virtual bool wanted(size_t output) const = 0;
    virtual bool attribute(std::string_view name) = 0;
};

using ImportFunction = void (*)(ImportContext&);

class ImporterTable {
public:
    /// `domain` "" is the default domain (also written ai.onnx). Later rows of the same name and version are an
    /// assertion.
    void add(std::string_view domain, std::string_view name, int64_t sinceVersion, ImportFunction function);
    /// Null when there is no row for the name, or none for a version so low.
    ImportFunction find(std::string_view domain, std::string_view name, int64_t version) const;
    bool knows(std::string_view domain, std::string_view name) const;
    std::vector<std::pair<std::string, int64_t>> rows() const; ///< "domain::name", since_version

private:
    std::map<std::string, std::map<int64_t, ImportFunction>, std::less<>> mRows;
};

/// All rows of src/ops (generated from src/ops/list.cmake).
ImporterTable const& builtinImporters();

/// A text as an argument of a template.
template <size_t N>
struct Name {
    char text[N];
    constexpr Name(char const (&t)[N]) {
        for (size_t i = 0; i < N; ++i)
            text[i] = t[i];
    }
};

/// The node's attributes by the names of A's fields; absent ones keep their defaults.
template <class A>
Attrs attributesOf(ImportContext& node) {
    AttrType const& type = attrType<A>();
    return {type, type.load(node.fields())};
}

/// The generic importer: attributes by name into Attrs type A, all operands in order, all outputs.
///     table.add("", "Softmax", 13, importAs<softmax::Attributes, "softmax">);
template <class A, Name kOp>
void importAs(ImportContext& node) {
    Attrs attrs = attributesOf<A>(node);
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    TensorId const first = node.emit(kOp.text, std::move(attrs), std::move(operands), node.outputs());
    for (size_t i = 0; i < node.outputs(); ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace tenon::onnx
