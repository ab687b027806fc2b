// SPDX-License-Identifier: Apache-2.0
// Building a Graph: values, nodes with inferred results, symbols.
#include "ir/graph.h"

#include "base/half.h"
#include "kernel/evaluate.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace tenon::ir {
namespace {

constexpr int64_t kElementSymbols = 16; ///< a target shape has no more elements than this
constexpr int64_t kSmall = 4096;        ///< constants whose bytes infer may look at

} // namespace

ValueId Graph::addConstant(ConstantPtr constant, std::string name) {
    Value v;
    v.type = constant->type();
    v.name = std::move(name);
    v.constant = std::move(constant);
    if (v.constant->elements() <= 1024 && (isInteger(v.type.dtype) || v.type.dtype == DType::kBool))
        v.content = contentOf(v.type.dtype, v.constant->bytes(*mTable).data(), v.constant->elements());
    values.push_back(std::move(v));
    return static_cast<ValueId>(values.size() - 1);
}

ValueId Graph::addLiteral(DType type, std::vector<int64_t> dims, std::vector<double> const& elements) {
    std::byte* to = nullptr;
    Buffer bytes = Buffer::allocate(static_cast<size_t>(bytesFor(type, static_cast<int64_t>(elements.size()))), &to);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        for (size_t i = 0; i < elements.size(); ++i)
            reinterpret_cast<T*>(to)[i] = static_cast<T>(elements[i]);
    });
    return addConstant(Constant::leaf("", Type::tensor(type, Dims(dims.begin(), dims.end())), bytes), "");
}

ValueId Graph::addParam(RegionId r, Type type, std::string name) {
    Value v;
    v.type = std::move(type);
    v.name = std::move(name);
    v.region = r;
    v.result = static_cast<int32_t>(region(r).params.size());
    values.push_back(std::move(v));
    auto const id = static_cast<ValueId>(values.size() - 1);
    region(r).params.push_back(id);
    return id;
}

RegionId Graph::addRegion(std::string name) {
    regions.emplace_back();
    regions.back().name = std::move(name);
    return static_cast<RegionId>(regions.size() - 1);
}

SymbolId Graph::addSymbol(Symbol symbol) {
    symbols.push_back(std::move(symbol));
    return static_cast<SymbolId>(symbols.size() - 1);
}

void Graph::bindDims(ValueId v, std::vector<std::string> const& dimNames) {
    if (!value(v).type.ranked())
        return;
    Dims dims = *value(v).type.dims;
    for (size_t i = 0; i < dims.size(); ++i) {
        if (!dims[i].isConst() || dims[i].value() >= 0)
            continue;
        std::string const& name = i < dimNames.size() ? dimNames[i] : "";
        // Dims of one name are one symbol, bound where it stands first; the run time checks the others.
        auto same = std::find_if(symbols.begin(), symbols.end(),
                                 [&](Symbol const& s) { return !name.empty() && s.name == name; });
        SymbolId const id = same != symbols.end() ? static_cast<SymbolId>(same - symbols.begin())
                                                  : addSymbol({name, v, static_cast<int32_t>(i), false, std::nullopt});
        dims[i] = DimExpr::symbol(id);
    }
    value(v).type.dims = std::move(dims);
}

Fact Graph::fact(ValueId v) const {
    Value const& from = value(v);
    Fact fact{from.type, from.content, nullptr};
    if (from.constant && from.constant->elements() <= kSmall)
        fact.bytes = from.constant->bytes(*mTable).data(); // remembered by the constant, so it stays alive
    return fact;
}

void Graph::readElements(ValueId id) {
    Value const& v = value(id);
    if (v.content || v.constant || !v.type.isStatic() || !isInteger(v.type.dtype))
        return;
    int64_t count = 1;
    for (DimExpr const& d : *v.type.dims)
        count *= d.value();
    if (count > kElementSymbols)
        return;
    Dims content;
    for (int64_t i = 0; i < count; ++i)
        content.push_back(DimExpr::symbol(
            addSymbol({fmt::format("{}[{}]", v.name, i), id, static_cast<int32_t>(i), true, std::nullopt})));
    value(id).content = std::move(content);
    value(id).pinned = true;
}

NodeId Graph::addNode(std::string_view opName, Attrs attrs, std::vector<ValueId> operands, size_t results,
                      RegionId region, std::string name, std::vector<std::string> origins) {
    OpDef const* op = mTable->op(opName);
    Where where{name.empty() && !origins.empty() ? origins[0] : name, std::string(opName), "", ""};
    if (op == nullptr)
        throw Error(Message::kNoOperator, fmt::format("there is no operator '{}'", opName), where);
    for (size_t i = 0; i < operands.size(); ++i)
        if (operands[i] != kNone && i < 32 && ((op->shapeInputs >> i) & 1u) != 0)
            readElements(operands[i]);
    std::vector<Fact> facts;
    facts.reserve(operands.size());
    std::vector<Fact const*> pointers;
    for (ValueId v : operands) {
        facts.push_back(v == kNone ? Fact{} : fact(v));
        pointers.push_back(v == kNone ? nullptr : &facts.back());
    }
    size_t const firstSymbol = symbols.size();
    InferContext context(pointers, results, [&](DimExpr const* upper) {
        return DimExpr::symbol(
            addSymbol({"", kNone, 0, false, upper == nullptr ? std::nullopt : std::optional(*upper)}));
    });
    context.setRanges([&](SymbolId s) {
        constexpr auto kMost = std::numeric_limits<int64_t>::max();
        return Interval{symbols[static_cast<size_t>(s)].element ? std::numeric_limits<int64_t>::min() : 0, kMost};
    });
    try {
        auto const count = static_cast<int>(operands.size());
        if (count < op->minInputs || (op->maxInputs >= 0 && count > op->maxInputs))
            context.fail(Message::kOperand, fmt::format("{} operands", count),
                         op->maxInputs < 0 ? fmt::format("at least {}", op->minInputs)
                                           : fmt::format("{} to {}", op->minInputs, op->maxInputs),
                         fmt::format("{}", count));
        op->infer(attrs, context);
    } catch (Error& e) {
        e.locate(where);
        throw;
    }
    std::vector<Type> types;
    for (Fact const& f : context.results())
        types.push_back(f.type);
    NodeId const n = addTypedNode(opName, std::move(attrs), std::move(operands), std::move(types), region,
                                  std::move(name), std::move(origins));
    for (size_t i = 0; i < results; ++i) {
        ValueId const v = node(n).results[i];
        value(v).content = std::move(context.results()[i].content);
        // A new symbol is read from the first result dim that is just that symbol.
        if (value(v).type.ranked())
            for (size_t axis = 0; axis < value(v).type.dims->size(); ++axis) {
                DimExpr const& d = (*value(v).type.dims)[axis];
                if (d.op() == DimOp::kSymbol && static_cast<size_t>(d.value()) >= firstSymbol) {
                    Symbol& s = symbols[static_cast<size_t>(d.value())];
                    if (s.value == kNone) {
                        s.value = v;
                        s.index = static_cast<int32_t>(axis);
                        s.name = fmt::format("{}.dim{}", value(v).name, axis);
                        value(v).pinned = true;
                    }
                }
            }
    }
    return n;
}

NodeId Graph::addTypedNode(std::string_view opName, Attrs attrs, std::vector<ValueId> operands,
                           std::vector<Type> results, RegionId region, std::string name,
                           std::vector<std::string> origins) {
    Node n;
    n.op = mTable->op(opName);
    n.attrs = std::move(attrs);
    n.operands = std::move(operands);
    n.region = region;
    n.name = std::move(name);
    std::sort(origins.begin(), origins.end());
    origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
    n.origins = std::move(origins);
    auto const id = static_cast<NodeId>(nodes.size());
    for (size_t i = 0; i < results.size(); ++i) {
        Value v;
        v.type = std::move(results[i]);
        v.producer = id;
        v.result = static_cast<int32_t>(i);
        v.region = region;
        v.name = i == 0 ? n.name : fmt::format("{}:{}", n.name, i);
        values.push_back(std::move(v));
        n.results.push_back(static_cast<ValueId>(values.size() - 1));
    }
    nodes.push_back(std::move(n));
    return id;
}

std::optional<double> scalarOf(Graph const& g, ValueId v) {
    if (v == kNone || !g.value(v).constant || g.value(v).constant->elements() != 1)
        return std::nullopt;
    Constant const& c = *g.value(v).constant;
    Buffer const bytes = c.bytes(g.table());
    double result = 0;
    if (!withType(c.type().dtype, [&](auto sample) { result = static_cast<double>(*bytes.as<decltype(sample)>()); }))
        return std::nullopt;
    return result;
}

} // namespace tenon::ir
