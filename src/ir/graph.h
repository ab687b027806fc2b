// SPDX-License-Identifier: Apache-2.0
// The IR: strongly typed SSA with regions. Nodes, values and regions live in arrays of the Graph and are named by
// index; a removed one keeps its index and is marked. Region 0 is the model. A region sees its own values and constants
// only: what it takes from outside is an operand of the node that owns it, and a parameter of the region (captures come
// last). A constant is a value without a producer, visible everywhere. Shape arithmetic is not run as nodes: a value
// whose elements are known as expressions carries them as `content`. Every node has origins (names of layers and ONNX
// nodes): messages, profiles and refit depend on them.
#pragma once

#include "kernel/constant.h"
#include "kernel/problem.h"
#include "kernel/table.h"
#include "plan/plan.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tenon::ir {

using ValueId = int32_t;
using NodeId = int32_t;
using RegionId = int32_t;
inline constexpr int32_t kNone = -1;

struct Value {
    Type type;
    std::optional<Dims> content; ///< elements of a small integer tensor, as expressions
    ConstantPtr constant;        ///< set for a constant; it then has no producer and no region
    NodeId producer = kNone;
    int32_t result = 0; ///< which result of the producer, or which parameter of the region
    RegionId region = kNone;
    std::string name;
    Layout layout;       ///< row-major until the assign pass
    bool pinned = false; ///< an output, a debug tensor, or wanted by shapes: survives fusion
    bool debug = false;  ///< shown to the debug listener under its name
};

struct Node {
    OpDef const* op = nullptr;
    Attrs attrs;
    std::optional<Epilogue> epilogue; ///< its operands follow the operator's own
    std::vector<ValueId> operands;    ///< kNone: absent
    std::vector<ValueId> results;
    std::vector<RegionId> regions;
    std::string name;
    std::vector<std::string> origins; ///< sorted, at least one
    RegionId region = kNone;
    bool alive = true;

    size_t ownOperands() const noexcept { return epilogue ? static_cast<size_t>(epilogue->first) : operands.size(); }
};

struct Region {
    std::string name;
    NodeId owner = kNone;
    std::vector<ValueId> params;
    int32_t captures = 0;
    std::vector<NodeId> nodes; ///< in an order in which they can run
    std::vector<ValueId> results;
};

/// A number that is known only at run time: a dim of an input, a dim of a data-dependent result, or an element that
/// shapes read.
struct Symbol {
    std::string name;
    ValueId value = kNone; ///< what it is read from
    int32_t index = 0;     ///< axis, or number of the element
    bool element = false;
    std::optional<DimExpr> upper;
    std::optional<DimExpr> outer; ///< of a region's parameter: the dim in the region around it; gives `upper`
};

class Graph {
public:
    explicit Graph(KernelTable const& table) : mTable(&table) { regions.emplace_back(); }

    std::vector<Value> values;
    std::vector<Node> nodes;
    std::vector<Region> regions;
    std::vector<Symbol> symbols;
    std::vector<plan::Profile> profiles;         ///< ranges of the inputs of region 0, in order
    std::vector<size_t> shapeResults;            ///< results of region 0 that the network marks for shapes
    std::vector<plan::WeightPlace> weightPlaces; ///< layers and roles of source weights
    bool debugUnfused = false;                   ///< every value that the build keeps is a debug tensor
    std::vector<std::string> notes;              ///< what the lowering has to say in the report of the build

    KernelTable const& table() const noexcept { return *mTable; }
    Value const& value(ValueId v) const { return values[static_cast<size_t>(v)]; }
    Value& value(ValueId v) { return values[static_cast<size_t>(v)]; }
    Node const& node(NodeId n) const { return nodes[static_cast<size_t>(n)]; }
    Node& node(NodeId n) { return nodes[static_cast<size_t>(n)]; }
    Region const& region(RegionId r) const { return regions[static_cast<size_t>(r)]; }
    Region& region(RegionId r) { return regions[static_cast<size_t>(r)]; }
    Node const* producer(ValueId v) const {
        return v < 0 || value(v).producer < 0 ? nullptr : &node(value(v).producer);
    }

    ValueId addConstant(ConstantPtr constant, std::string name);
    /// A small constant tensor made by a pass.
    ValueId addLiteral(DType type, std::vector<int64_t> dims, std::vector<double> const& elements);
    ValueId addParam(RegionId region, Type type, std::string name);
    RegionId addRegion(std::string name);
    SymbolId addSymbol(Symbol symbol);
    /// A symbol for each dim of `v` that is absent (a negative constant).
    void bindDims(ValueId v, std::vector<std::string> const& dimNames);

    /// Makes a node with inferred results; it is not in its region's list until place() puts it there. Errors carry the
    /// node's place.
    NodeId addNode(std::string_view op, Attrs attrs, std::vector<ValueId> operands, size_t results, RegionId region,
                   std::string name, std::vector<std::string> origins);
    /// The same with result types given by the caller (control flow, whose types come from its regions).
    NodeId addTypedNode(std::string_view op, Attrs attrs, std::vector<ValueId> operands, std::vector<Type> results,
                        RegionId region, std::string name, std::vector<std::string> origins);
    void place(NodeId n) { region(node(n).region).nodes.push_back(n); }

    /// Elements of a small integer tensor that are not known become symbols, which are read from it.
    void readElements(ValueId v);

    Fact fact(ValueId v) const;
    /// Uses of each value by alive nodes and region results, counted.
    std::vector<int32_t> useCounts() const;
    /// Nodes that read a value.
    std::vector<std::vector<NodeId>> users() const;
    /// Removes nodes without effect whose results nobody uses.
    void sweep();

    /// Least, most and usual value of an expression over a profile.
    DimRange range(DimExpr const& expr, size_t profile) const;
    OperandDesc describe(ValueId v, size_t profile) const;
    Problem problem(Node const& n, size_t profile) const;

private:
    KernelTable const* mTable;
};

/// The value of a constant with one element (of any floating or integer type), else nothing.
std::optional<double> scalarOf(Graph const& g, ValueId v);

/// Throws Error kBug-like DecodeError with the node: operands made before use and visible, types as infer says, origins
/// present, symbols defined, constants without producer, every alive node in exactly one region.
void verify(Graph const& g);

/// Text that parse() reads back: types, content, attributes, origins, regions; constants by name, type and hash of
/// their bytes.
std::string print(Graph const& g);
/// Reads print()'s text; bytes of constants are taken by name through `weights` (null: zeros). Throws DecodeError with
/// the position.
Graph parse(std::string_view text, KernelTable const& table,
            std::function<Buffer(std::string const&)> const& weights = {});

} // namespace tenon::ir
