// SPDX-License-Identifier: Apache-2.0
// The text form, one line a thing:
//   symbol s0 "batch" of %0 dim 0
//   const %3 "w" "source name" f32["8", "3"] "hash of the bytes"
//   region 0 "main" captures 0 ( %0 "x" f32[s0, 3] row )
//     %5 = softmax {axis: -1, ...} (%0, _) : %5 "y" f32[s0, 3] row ; name "Softmax_0" origins ["Softmax_0"] regions []
//     epilogue none
//   results (%5)
#include "base/hash.h"
#include "base/reflect_text.h"
#include "ir/graph.h"

#include <fmt/format.h>
#include <map>

namespace tenon::ir {
namespace {

std::string quoted(std::string_view s) {
    std::string out;
    text::appendQuoted(out, s);
    return out;
}

std::string typeText(Type const& t) {
    if (!t.isTensor())
        return fmt::format("{}<{}, {}>", nameOf(t.kind), nameOf(t.dtype),
                           t.inner.empty() ? "none" : typeText(t.inner[0]));
    if (!t.dims)
        return fmt::format("{}[*]", nameOf(t.dtype));
    std::string dims;
    for (size_t i = 0; i < t.dims->size(); ++i)
        dims += fmt::format("{}{}", i == 0 ? "" : ", ", quoted(toText((*t.dims)[i])));
    return fmt::format("{}[{}]", nameOf(t.dtype), dims);
}

std::string valueText(Graph const& g, ValueId v) {
    Value const& value = g.value(v);
    std::string out = fmt::format("%{} {} {} {}", v, quoted(value.name), typeText(value.type), textOf(value.layout));
    if (value.content)
        out += " content " + textOf(*value.content);
    if (value.pinned)
        out += " pinned";
    if (value.debug)
        out += " debug";
    return out;
}

std::string list(std::vector<ValueId> const& values) {
    std::string out = "(";
    for (size_t i = 0; i < values.size(); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : ", ", values[i] == kNone ? "_" : fmt::format("%{}", values[i]));
    return out + ")";
}

void printRegion(Graph const& g, RegionId id, std::string& out, std::string const& indent) {
    Region const& r = g.region(id);
    out += fmt::format("{}region {} {} captures {} owner {} (", indent, id, quoted(r.name), r.captures, r.owner);
    for (ValueId v : r.params)
        out += fmt::format("\n{}  {}", indent, valueText(g, v));
    out += " )\n";
    for (NodeId n : r.nodes) {
        Node const& node = g.node(n);
        out +=
            fmt::format("{}  node {} = {} {} {} :", indent, n, node.op->name, node.attrs.text(), list(node.operands));
        for (ValueId v : node.results)
            out += fmt::format(" {}", valueText(g, v));
        out += fmt::format(" ; name {} origins {} regions {} epilogue {}\n", quoted(node.name), textOf(node.origins),
                           textOf(node.regions), textOf(node.epilogue));
        for (RegionId inner : node.regions)
            printRegion(g, inner, out, indent + "    ");
    }
    out += fmt::format("{}results {}\n", indent, list(r.results));
}

class Parser {
public:
    Parser(std::string_view text, Graph& g, std::function<Buffer(std::string const&)> const& weights)
        : mIn(text), mGraph(g), mWeights(weights) {}

    void run() {
        while (mIn.accept("symbol"))
            symbol();
        while (mIn.accept("const"))
            constant();
        region();
        if (!mIn.atEnd())
            mIn.fail("the end");
        for (Symbol& s : mGraph.symbols)
            s.value = s.value == kNone ? kNone : mapped(s.value);
        for (Region& r : mGraph.regions)
            if (r.owner != kNone)
                r.owner = mNodes.at(r.owner);
    }

private:
    ValueId mapped(int32_t printed) {
        auto it = mValues.find(printed);
        if (it == mValues.end())
            mIn.fail(fmt::format("a value defined before (%{} is not)", printed));
        return it->second;
    }

    void symbol() {
        mIn.expect("s");
        if (mIn.integer() != static_cast<int64_t>(mGraph.symbols.size()))
            mIn.fail("symbols in order");
        Symbol s;
        s.name = mIn.quoted();
        mIn.expect("of %");
        s.value = static_cast<ValueId>(mIn.integer());
        s.element = mIn.accept("element");
        if (!s.element)
            mIn.expect("dim");
        s.index = static_cast<int32_t>(mIn.integer());
        if (mIn.accept("upper"))
            s.upper = fromText(mIn.quoted(), static_cast<DimExpr*>(nullptr));
        mGraph.symbols.push_back(std::move(s));
    }

    Type type() {
        std::string_view const word = mIn.word();
        if (auto dtype = dtypeFromName(word)) {
            mIn.expect("[");
            if (mIn.accept("*")) {
                mIn.expect("]");
                return Type::tensor(*dtype, std::nullopt);
            }
            Dims dims;
            while (!mIn.accept("]")) {
                if (!dims.empty())
                    mIn.expect(",");
                dims.push_back(fromText(mIn.quoted(), static_cast<DimExpr*>(nullptr)));
            }
            return Type::tensor(*dtype, std::move(dims));
        }
        Type t;
        for (Kind k : {Kind::kSequence, Kind::kOptional, Kind::kMap})
            if (nameOf(k) == word)
                t.kind = k;
        if (t.isTensor())
            mIn.fail("a type");
        mIn.expect("<");
        t.dtype = dtypeFromName(mIn.word()).value_or(DType::kF32);
        mIn.expect(",");
        if (!mIn.accept("none"))
            t.inner.push_back(type());
        mIn.expect(">");
        return t;
    }

    int32_t number() {
        mIn.expect("%");
        return static_cast<int32_t>(mIn.integer());
    }

    ValueId defineValue(RegionId region, NodeId producer, int32_t result) {
        int32_t const printed = number();
        Value v;
        v.name = mIn.quoted();
        v.type = type();
        mIn.read(v.layout);
        if (mIn.accept("content"))
            mIn.read(v.content.emplace());
        v.pinned = mIn.accept("pinned");
        v.debug = mIn.accept("debug");
        v.region = region;
        v.producer = producer;
        v.result = result;
        mGraph.values.push_back(std::move(v));
        auto const id = static_cast<ValueId>(mGraph.values.size() - 1);
        mValues[printed] = id;
        return id;
    }

    void constant() {
        int32_t const printed = number();
        std::string const name = mIn.quoted();
        std::string const source = mIn.quoted();
        Type t = type();
        mIn.quoted(); // the hash: what it stands for comes through mWeights
        if (!t.isStatic())
            mIn.fail("a constant with dims that are numbers");
        int64_t count = 1;
        for (DimExpr const& d : *t.dims)
            count *= d.value();
        Buffer bytes = mWeights ? mWeights(name)
                                : Buffer::own(std::vector<std::byte>(static_cast<size_t>(bytesFor(t.dtype, count))));
        mValues[printed] = mGraph.addConstant(Constant::leaf(source, t, bytes), name);
    }

    std::vector<ValueId> operands() {
        std::vector<ValueId> out;
        mIn.expect("(");
        while (!mIn.accept(")")) {
            if (!out.empty())
                mIn.expect(",");
            out.push_back(mIn.accept("_") ? kNone : mapped(number()));
        }
        return out;
    }

    void region() {
        mIn.expect("region");
        auto const id = static_cast<RegionId>(mIn.integer());
        if (id != 0 && static_cast<size_t>(id) >= mGraph.regions.size())
            mGraph.regions.resize(static_cast<size_t>(std::min<int64_t>(id, 100000)) + 1);
        mGraph.regions.at(static_cast<size_t>(id)).name = mIn.quoted();
        mIn.expect("captures");
        mGraph.region(id).captures = static_cast<int32_t>(mIn.integer());
        mIn.expect("owner");
        mGraph.region(id).owner = static_cast<NodeId>(mIn.integer());
        mIn.expect("(");
        while (!mIn.accept(")")) {
            ValueId const v = defineValue(id, kNone, static_cast<int32_t>(mGraph.region(id).params.size()));
            mGraph.region(id).params.push_back(v);
        }
        while (mIn.accept("node"))
            node(id);
        mIn.expect("results");
        mGraph.region(id).results = operands();
    }

    void node(RegionId region) {
        auto const printed = static_cast<NodeId>(mIn.integer());
        mIn.expect("=");
        Node n;
        n.op = mGraph.table().op(mIn.word());
        if (n.op == nullptr)
            mIn.fail("an operator of the table");
        n.attrs = Attrs(*n.op->attrs, n.op->attrs->parse(mIn));
        n.operands = operands();
        n.region = region;
        mIn.expect(":");
        auto const id = static_cast<NodeId>(mGraph.nodes.size());
        mNodes[printed] = id;
        while (!mIn.accept(";"))
            n.results.push_back(defineValue(region, id, static_cast<int32_t>(n.results.size())));
        mIn.expect("name");
        n.name = mIn.quoted();
        mIn.expect("origins");
        mIn.read(n.origins);
        mIn.expect("regions");
        mIn.read(n.regions);
        mIn.expect("epilogue");
        mIn.read(n.epilogue);
        size_t const inner = n.regions.size();
        mGraph.nodes.push_back(std::move(n));
        mGraph.region(region).nodes.push_back(id);
        for (size_t i = 0; i < inner; ++i)
            this->region();
    }

    TextReader mIn;
    Graph& mGraph;
    std::function<Buffer(std::string const&)> const& mWeights;
    std::map<int32_t, ValueId> mValues;
    std::map<int32_t, NodeId> mNodes;
};

} // namespace

std::string print(Graph const& g) {
    std::string out;
    for (size_t i = 0; i < g.symbols.size(); ++i) {
        Symbol const& s = g.symbols[i];
        out += fmt::format("symbol s{} {} of %{} {} {}", i, quoted(s.name), s.value, s.element ? "element" : "dim",
                           s.index);
        out += s.upper ? fmt::format(" upper {}\n", quoted(toText(*s.upper))) : "\n";
    }
    std::vector<int32_t> const uses = g.useCounts();
    for (size_t i = 0; i < g.values.size(); ++i) {
        Value const& v = g.values[i];
        if (v.constant && uses[i] > 0) {
            Buffer const bytes = v.constant->bytes(g.table());
            out += fmt::format("const %{} {} {} {} \"{:016x}\"\n", i, quoted(v.name),
                               quoted(v.constant->isLeaf() ? v.constant->source() : ""), typeText(v.type),
                               hash64(bytes.bytes()));
        }
    }
    printRegion(g, 0, out, "");
    return out;
}

Graph parse(std::string_view text, KernelTable const& table, std::function<Buffer(std::string const&)> const& weights) {
    Graph g(table);
    Parser(text, g, weights).run();
    return g;
}

} // namespace tenon::ir
