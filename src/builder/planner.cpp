// SPDX-License-Identifier: Apache-2.0
// One block from region 0. Positions in the step list are the time axis of lifetimes.
#include "builder/planner.h"

#include "builder/memory.h"
#include "builder/weights.h"
#include "ops/shape_value/shape_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tenon {

using namespace ir;
using plan::Storage;

namespace {

constexpr int64_t kNoBound = int64_t{1} << 36; ///< a value that may be larger than this is owned by the run time

class Planner {
public:
    Planner(Graph const& g, passes::Assignment const& assignment, Oracle& oracle, BuildOptions const& options)
        : mGraph(g), mAssignment(assignment), mOracle(oracle),
          mWeights(g.table(), options.refittable, options.refitSources) {}

    plan::Plan run() {
        mBlock.name = mGraph.region(0).name;
        mPlan.profiles = mGraph.profiles;
        inputs();
        for (NodeId n : mGraph.region(0).nodes)
            node(n);
        for (ValueId v : mGraph.region(0).results)
            mBlock.results.push_back(mIndex.at(v));
        shapes();
        for (size_t p = 0; p < mPlan.profiles.size(); ++p)
            memory(p);
        debugTensors();
        mPlan.blocks.push_back(std::move(mBlock));
        mWeights.finish(mPlan, mGraph.weightPlaces);
        return std::move(mPlan);
    }

private:
    // Values.

    int32_t add(ValueId v, Storage storage, int32_t ref = -1) {
        Value const& from = mGraph.value(v);
        plan::Value to;
        to.name = from.name;
        to.type = from.type;
        to.layout = from.layout;
        to.storage = storage;
        to.ref = ref;
        if (Node const* n = mGraph.producer(v))
            to.origins = n->origins;
        mBlock.values.push_back(std::move(to));
        auto const index = static_cast<int32_t>(mBlock.values.size() - 1);
        mSource.push_back(v);
        mIndex.try_emplace(v, index);
        return index;
    }

    void inputs() {
        for (ValueId v : mGraph.region(0).params) {
            auto const number = static_cast<int32_t>(mPlan.io.size());
            int32_t const index = isBox(v) ? add(v, Storage::kBox) : add(v, Storage::kIo, number);
            mBlock.params.push_back(index);
            mPlan.io.push_back(io(v, index, true));
        }
        auto const& results = mGraph.region(0).results;
        for (size_t i = 0; i < results.size(); ++i)
            mOutputs[results[i]] = static_cast<int32_t>(mPlan.io.size() + i);
    }

    plan::IoTensor io(ValueId v, int32_t index, bool input) const {
        plan::IoTensor t{mGraph.value(v).name, input, index, {}, false};
        if (mGraph.value(v).type.ranked())
            for (DimExpr const& d : *mGraph.value(v).type.dims)
                t.dimNames.push_back(d.op() == DimOp::kSymbol ? mGraph.symbols[static_cast<size_t>(d.value())].name
                                                              : "");
        return t;
    }

    void debugTensors() {
        std::set<std::string> names;
        auto add = [&](std::string const& name, int32_t value, bool unfused) {
            if (!name.empty() && names.insert(name).second)
                mPlan.debugTensors.push_back({name, value, unfused});
        };
        for (size_t i = 0; i < mSource.size(); ++i)
            if (Value const& v = mGraph.value(mSource[i]); v.debug)
                add(v.name, static_cast<int32_t>(i), false);
        if (mGraph.debugUnfused)
            for (plan::Step const& s : mBlock.steps)
                for (int32_t v : s.outputs)
                    add(mBlock.values[static_cast<size_t>(v)].name, v, true);
    }

    int32_t constant(ValueId v, Layout const& layout) {
        Value const& value = mGraph.value(v);
        int32_t const weight = mWeights.add(value.constant, layout, value.name);
        auto const [it, isNew] = mWeightValues.try_emplace(weight, 0);
        if (isNew) {
            it->second = add(v, Storage::kWeight, weight);
            mBlock.values[static_cast<size_t>(it->second)].layout = layout;
        }
        return it->second;
    }

    bool isBox(ValueId v) const {
        Value const& value = mGraph.value(v);
        if (!value.type.ranked() || value.type.dtype == DType::kString)
            return true;
        for (Symbol const& s : mGraph.symbols)
            if (s.value == v && !s.element && value.producer != kNone)
                return true; // its dims are what the step finds out
        for (size_t p = 0; p < mGraph.profiles.size(); ++p)
            if (bytes(v, p) > kNoBound)
                return true;
        return false;
    }

    /// Greatest number of bytes that the value takes in its layout.
    int64_t bytes(ValueId v, size_t profile) const {
        Value const& value = mGraph.value(v);
        DimExpr total = 1;
        for (size_t axis = 0; axis < value.type.dims->size(); ++axis) {
            int64_t const block = value.layout.padded(axis, 1);
            total = total * (ceilDiv((*value.type.dims)[axis], block) * DimExpr(block));
        }
        int64_t const count = std::max<int64_t>(0, mGraph.range(total, profile).max);
        return count > kNoBound ? count : bytesFor(value.type.dtype, count);
    }

    // Steps.

    void node(NodeId id) {
        Node const& n = mGraph.node(id);
        if (n.op->name == "shape_value") {
            int32_t const index = add(n.results[0], Storage::kHost);
            mHostContent[index] = n.attrs.as<ops::shape_value::Attributes>().content;
            return;
        }
        if (isAlias(n)) {
            int32_t const view = add(n.results[0], Storage::kAlias, mIndex.at(n.operands[0]));
            mBlock.values[static_cast<size_t>(view)].whole = true;
            return;
        }
        Signature const& s = mAssignment.signatures.at(id);
        plan::Step step;
        step.name = n.name;
        step.op = std::string(n.op->name);
        step.attrs = n.attrs.encoded();
        step.epilogue = n.epilogue;
        step.origins = n.origins;
        for (size_t i = 0; i < n.operands.size(); ++i) {
            ValueId const v = n.operands[i];
            step.inputs.push_back(v == kNone ? -1
                                             : (mGraph.value(v).constant ? constant(v, s.inputs[i]) : mIndex.at(v)));
        }
        for (size_t p = 0; p < mGraph.profiles.size(); ++p)
            step.choices.push_back(choice(n, s, p));
        for (ValueId v : n.results) {
            auto const out = mOutputs.find(v);
            bool const isOutput = out != mOutputs.end();
            step.outputs.push_back(isBox(v) ? add(v, Storage::kBox)
                                            : (isOutput ? add(v, Storage::kIo, out->second) : add(v, Storage::kArena)));
        }
        if (s.inPlace >= 0)
            mInPlace[mBlock.steps.size()] = s.inPlace;
        report(n, s, step.choices[0]);
        mBlock.steps.push_back(std::move(step));
    }

    bool isAlias(Node const& n) const {
        if (!n.op->view || mOutputs.contains(n.results[0]) || mGraph.value(n.operands[0]).constant)
            return false;
        Storage const from = mBlock.values[static_cast<size_t>(mIndex.at(n.operands[0]))].storage;
        return from != Storage::kBox && !isBox(n.results[0]);
    }

    plan::Choice choice(Node const& n, Signature const& s, size_t profile) {
        Problem const problem = mGraph.problem(n, profile);
        auto const best = mOracle.best(problem, s);
        if (best.kernel == nullptr)
            throw Error(Message::kNoKernel,
                        fmt::format("no kernel takes {} with the types and shapes given", n.op->name),
                        {n.name, std::string(n.op->name), "", ""})
                .given(problem.text());
        plan::Choice c{std::string(best.kernel->name()), best.tactic, 0, best.kernel->workspace(problem, s), {}};
        for (auto const& other : mOracle.candidates(problem, s))
            if (other.kernel != c.kernel &&
                std::find(c.fallbacks.begin(), c.fallbacks.end(), other.kernel) == c.fallbacks.end())
                c.fallbacks.push_back(other.kernel);
        return c;
    }

    void report(Node const& n, Signature const& s, plan::Choice const& c) {
        Problem const problem = mGraph.problem(n, 0);
        plan::LayerReport r;
        r.name = n.name;
        r.op = n.op->name;
        if (n.op->name == "pointwise")
            r.op += ": " + toString(n.attrs.as<PointwiseAttributes>().expression);
        else if (n.epilogue)
            r.op += " + " + toString(n.epilogue->expression);
        r.kernel = c.kernel;
        r.tactic = c.tactic;
        for (auto const& candidate : mOracle.candidates(problem, s)) {
            r.candidates.push_back({candidate.kernel, candidate.ns / 1000});
            if (candidate.kernel == c.kernel && candidate.tactic == c.tactic)
                r.us = candidate.ns / 1000;
        }
        for (Kernel const* k : mGraph.table().kernels(n.op->name)) {
            auto const proposal = k->propose(problem);
            if (proposal.signatures.empty())
                r.refused.push_back({std::string(k->name()), proposal.reason});
        }
        mPlan.info.layers.push_back(std::move(r));
    }

    // Shapes.

    int32_t stageOf(DimExpr const& e) const {
        int32_t stage = 0;
        e.forEachSymbol([&](SymbolId s) { stage = std::max(stage, mStage.at(static_cast<size_t>(s))); });
        return stage;
    }

    void shapes() {
        numberStages();
        struct Use {
            DimExpr expr;
            Slot* to;
        };
        std::vector<std::vector<Use>> uses(static_cast<size_t>(mStages) + 1);
        auto want = [&](DimExpr const& e, Slot* to) { uses[static_cast<size_t>(stageOf(e))].push_back({e, to}); };
        for (size_t i = 0; i < mBlock.values.size(); ++i) {
            plan::Value& v = mBlock.values[i];
            if (v.type.ranked()) {
                v.dims.resize(v.type.dims->size());
                for (size_t axis = 0; axis < v.dims.size(); ++axis)
                    want((*v.type.dims)[axis], &v.dims[axis]);
            }
            if (auto it = mHostContent.find(static_cast<int32_t>(i)); it != mHostContent.end()) {
                v.content.resize(it->second.size());
                for (size_t k = 0; k < v.content.size(); ++k)
                    want(it->second[k], &v.content[k]);
            }
        }
        std::vector<Slot> uppers(mGraph.symbols.size(), -1);
        for (size_t s = 0; s < mGraph.symbols.size(); ++s)
            if (mGraph.symbols[s].upper && mUsed[s])
                want(*mGraph.symbols[s].upper, &uppers[s]);
        ShapeCompiler compiler;
        std::map<SymbolId, Slot> slots;
        for (auto const& stage : uses) {
            for (Use const& u : stage) {
                u.expr.forEachSymbol([&](SymbolId id) { slots[id] = compiler.compile(DimExpr::symbol(id)); });
                *u.to = compiler.compile(u.expr);
            }
            mBlock.stageEnds.push_back(static_cast<Slot>(compiler.program().code.size()));
        }
        for (auto const& [id, slot] : slots)
            bind(id, slot, uppers[static_cast<size_t>(id)]);
        mBlock.shapes = compiler.take();
        for (plan::Step& step : mBlock.steps)
            step.stage = stageFor(step);
        for (plan::Value& v : mBlock.values)
            v.type.dims = v.type.dims ? std::optional(Dims(v.type.dims->size(), DimExpr(-1))) : std::nullopt;
        auto const& results = mGraph.region(0).results;
        for (size_t i = 0; i < results.size(); ++i) {
            mPlan.io.push_back(io(results[i], mIndex.at(results[i]), false));
            auto const& marked = mGraph.shapeResults;
            mPlan.io.back().hostRead = std::find(marked.begin(), marked.end(), i) != marked.end();
        }
    }

    /// Stage k holds what can be computed once the k-th step that symbols are read from is done.
    void numberStages() {
        std::map<int32_t, int32_t> makers; // position of the step -> stage
        auto makerOf = [&](ValueId v) {
            for (size_t i = 0; i < mBlock.steps.size(); ++i)
                for (int32_t out : mBlock.steps[i].outputs)
                    if (root(out) == root(mIndex.at(v)))
                        return static_cast<int32_t>(i);
            return -1; // an input
        };
        mUsed.assign(mGraph.symbols.size(), false);
        auto mark = [&](DimExpr const& e) {
            e.forEachSymbol([&](SymbolId s) { mUsed[static_cast<size_t>(s)] = true; });
        };
        for (plan::Value const& v : mBlock.values)
            if (v.type.dims)
                std::for_each(v.type.dims->begin(), v.type.dims->end(), mark);
        for (auto const& [index, content] : mHostContent)
            std::for_each(content.begin(), content.end(), mark);
        for (bool again = true; again;) { // an upper bound may name symbols that nothing else does
            again = false;
            for (size_t s = 0; s < mUsed.size(); ++s)
                if (mUsed[s] && mGraph.symbols[s].upper)
                    mGraph.symbols[s].upper->forEachSymbol([&](SymbolId id) {
                        again |= !mUsed[static_cast<size_t>(id)];
                        mUsed[static_cast<size_t>(id)] = true;
                    });
        }
        std::vector<int32_t> maker(mGraph.symbols.size(), -1);
        for (size_t s = 0; s < maker.size(); ++s)
            if (mUsed[s] && (maker[s] = makerOf(mGraph.symbols[s].value)) >= 0)
                makers[maker[s]] = 0;
        for (auto& [position, stage] : makers)
            stage = ++mStages;
        mStage.assign(mGraph.symbols.size(), 0);
        for (size_t s = 0; s < maker.size(); ++s)
            if (maker[s] >= 0)
                mStage[s] = makers.at(maker[s]);
    }

    void bind(SymbolId id, Slot slot, Slot upper) {
        Symbol const& s = mGraph.symbols[static_cast<size_t>(id)];
        int32_t const value = mIndex.at(s.value);
        mBlock.symbols.push_back({slot, s.name, value, s.index, s.element, upper, mStage[static_cast<size_t>(id)]});
        plan::Value const& v = mBlock.values[static_cast<size_t>(value)];
        if (s.element && v.storage == Storage::kIo)
            mPlan.io[static_cast<size_t>(v.ref)].hostRead = true;
    }

    int32_t stageFor(plan::Step const& step) const {
        int32_t stage = 0;
        auto look = [&](int32_t index, bool result) {
            if (index < 0)
                return;
            plan::Value const& v = mBlock.values[static_cast<size_t>(index)];
            if (v.type.dims && !(result && v.isBox()))
                for (DimExpr const& d : *v.type.dims)
                    stage = std::max(stage, stageOf(d));
            if (auto it = mHostContent.find(root(index)); it != mHostContent.end())
                for (DimExpr const& e : it->second)
                    stage = std::max(stage, stageOf(e));
        };
        for (int32_t v : step.inputs)
            look(v, false);
        for (int32_t v : step.outputs)
            look(v, true);
        return stage;
    }

    // Memory.

    int32_t root(int32_t index) const {
        while (mBlock.values[static_cast<size_t>(index)].storage == Storage::kAlias)
            index = mBlock.values[static_cast<size_t>(index)].ref;
        return index;
    }

    void memory(size_t profile) {
        auto const end = static_cast<int32_t>(mBlock.steps.size());
        std::vector<Lifetime> life(mBlock.values.size(), {0, end, -1, 0});
        auto touch = [&](int32_t index, int32_t at) {
            Lifetime& l = life[static_cast<size_t>(root(index))];
            l.first = std::min(l.first, at);
            l.last = std::max(l.last, at);
        };
        for (int32_t i = 0; i < end; ++i) {
            for (int32_t v : mBlock.steps[static_cast<size_t>(i)].inputs)
                if (v >= 0)
                    touch(v, i);
            for (int32_t v : mBlock.steps[static_cast<size_t>(i)].outputs)
                touch(v, i);
        }
        for (plan::SymbolBinding const& s : mBlock.symbols)
            touch(s.value, end); // read when its stage begins, which is after its step
        if (profile == 0)
            shareInPlace(life);
        std::vector<Lifetime> pieces;
        std::vector<std::pair<size_t, int32_t>> owners; // value, or step for a workspace
        int64_t hostBytes = 0;
        auto& out = mPlan.profiles[profile];
        for (size_t v = 0; v < mBlock.values.size(); ++v) {
            plan::Value& value = mBlock.values[v];
            value.offsets.resize(mPlan.profiles.size(), 0);
            if (value.storage == Storage::kHost) {
                value.offsets[profile] = hostBytes;
                hostBytes += (bytes(mSource[v], profile) + 63) / 64 * 64;
            }
            if (value.storage != Storage::kArena)
                continue;
            Lifetime l = life[v];
            l.bytes = bytes(mSource[v], profile);
            out.sumBytes += l.bytes;
            pieces.push_back(l);
            owners.push_back({v, -1});
        }
        for (int32_t i = 0; i < end; ++i)
            if (auto const& c = mBlock.steps[static_cast<size_t>(i)].choices[profile]; c.workspaceBytes > 0) {
                pieces.push_back({c.workspaceBytes, i, i, 0});
                owners.push_back({0, i});
            }
        out.arenaBytes = placeInArena(pieces);
        out.hostBytes = hostBytes;
        for (size_t i = 0; i < pieces.size(); ++i) {
            if (owners[i].second < 0)
                mBlock.values[owners[i].first].offsets[profile] = pieces[i].offset;
            else
                mBlock.steps[static_cast<size_t>(owners[i].second)].choices[profile].workspaceOffset = pieces[i].offset;
        }
    }

    /// A result that may take over an operand's memory does so where the operand ends with the step.
    void shareInPlace(std::vector<Lifetime>& life) {
        for (auto const& [step, input] : mInPlace) {
            plan::Step const& s = mBlock.steps[step];
            int32_t const from = s.inputs[static_cast<size_t>(input)];
            int32_t const to = s.outputs[0];
            if (from < 0 || mBlock.values[static_cast<size_t>(to)].storage != Storage::kArena)
                continue;
            auto const owner = static_cast<size_t>(root(from));
            bool const readTwice = std::count_if(s.inputs.begin(), s.inputs.end(),
                                                 [&](int32_t v) { return v >= 0 && root(v) == root(from); }) > 1;
            bool const fits = bytes(mSource[owner], 0) >= bytes(mSource[static_cast<size_t>(to)], 0);
            if (mBlock.values[owner].storage != Storage::kArena || life[owner].last != static_cast<int32_t>(step) ||
                readTwice || !fits)
                continue;
            mBlock.values[static_cast<size_t>(to)].storage = Storage::kAlias;
            mBlock.values[static_cast<size_t>(to)].ref = from;
            life[owner].last = std::max(life[owner].last, life[static_cast<size_t>(to)].last);
        }
    }

    Graph const& mGraph;
    passes::Assignment const& mAssignment;
    Oracle& mOracle;
    WeightTable mWeights;
    plan::Plan mPlan;
    plan::Block mBlock;
    std::vector<ValueId> mSource; ///< by value of the block
    std::map<ValueId, int32_t> mIndex;
    std::map<ValueId, int32_t> mOutputs; ///< result of the graph -> io
    std::map<int32_t, int32_t> mWeightValues;
    std::map<int32_t, Dims> mHostContent;
    std::map<size_t, int32_t> mInPlace; ///< step -> operand
    std::vector<int32_t> mStage;        ///< by symbol
    std::vector<bool> mUsed;            ///< by symbol
    int32_t mStages = 0;
};

} // namespace

void separateOutputs(Graph& g) {
    std::set<ValueId> taken;
    std::set<std::string> names;
    for (ValueId v : g.regions[0].params)
        names.insert(g.value(v).name);
    for (size_t i = 0; i < g.regions[0].results.size(); ++i) {
        ValueId const v = g.regions[0].results[i];
        Node const* n = g.producer(v);
        std::string name = g.value(v).name;
        while (!names.insert(name).second) // an input, or an output before, has the name
            name += ".copy";
        if (n != nullptr && !n->op->view && n->op->name != "shape_value" && taken.insert(v).second) {
            g.value(v).name = name;
            continue;
        }
        std::vector<std::string> const origins = n == nullptr ? std::vector<std::string>{name} : n->origins;
        PointwiseAttributes identity;
        identity.expression.inputs = {g.value(v).type.dtype};
        NodeId const copy = g.addNode("pointwise", identity, {v}, 1, 0, name, origins);
        g.place(copy);
        ValueId const out = g.node(copy).results[0];
        g.value(out).pinned = true;
        g.regions[0].results[i] = out;
        taken.insert(out);
    }
}

plan::Plan makePlan(Graph const& g, passes::Assignment const& assignment, Oracle& oracle, BuildOptions const& options) {
    return Planner(g, assignment, oracle, options).run();
}

} // namespace tenon
