// SPDX-License-Identifier: Apache-2.0
// Positions in the step list of a block are the time axis of its lifetimes. An inner block's part of the arena is a
// piece of the block around it, which lives as long as its step; branches of one step share theirs. Long because its
// parts (values, steps, shapes, stages, memory) fill one block's tables in turn, and each reads what those before
// wrote.
#include "builder/block_planner.h"

#include "builder/memory.h"
#include "ops/shape_value/shape_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tenon {

using namespace ir;
using plan::Storage;

namespace {

constexpr int64_t kNoBound = int64_t{1} << 36; ///< a value that may be larger than this is owned by the run time

class BlockPlanner {
public:
    BlockPlanner(PlanState& state, RegionId region, size_t number)
        : mState(state), mGraph(state.graph), mPlan(state.plan), mRegion(state.graph.region(region)),
          mIsMain(number == 0), mNumber(number) {}

    std::vector<int64_t> run() {
        if (mIsMain)
            mPlan.blocks.emplace_back();
        mBlock.name = mRegion.name;
        mBlock.captures = mRegion.captures;
        inputs();
        for (NodeId n : mRegion.nodes)
            node(n);
        for (ValueId v : mRegion.results)
            mBlock.results.push_back(mGraph.value(v).constant ? constant(v, Layout()) : mIndex.at(v));
        shapes();
        std::vector<int64_t> arena;
        for (size_t p = 0; p < mPlan.profiles.size(); ++p)
            arena.push_back(memory(p));
        if (mIsMain)
            debugTensors();
        mPlan.blocks[mNumber] = std::move(mBlock);
        return arena;
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
        if (!mIsMain) { // their memory is given from outside
            for (ValueId v : mRegion.params)
                mBlock.params.push_back(add(v, isBox(v) ? Storage::kBox : Storage::kArena));
            return;
        }
        for (ValueId v : mRegion.params) {
            auto const number = static_cast<int32_t>(mPlan.io.size());
            int32_t const index = isBox(v) ? add(v, Storage::kBox) : add(v, Storage::kIo, number);
            mBlock.params.push_back(index);
            mPlan.io.push_back(io(v, index, true));
        }
        for (size_t i = 0; i < mRegion.results.size(); ++i)
            mOutputs[mRegion.results[i]] = static_cast<int32_t>(mPlan.io.size() + i);
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
        int32_t const weight = mState.weights.add(value.constant, layout, value.name);
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
        Signature const& s = mState.assignment.signatures.at(id);
        plan::Step step;
        step.name = n.name;
        step.op = std::string(n.op->name);
        step.epilogue = n.epilogue;
        step.origins = n.origins;
        for (size_t i = 0; i < n.operands.size(); ++i) {
            ValueId const v = n.operands[i];
            step.inputs.push_back(v == kNone ? -1
                                             : (mGraph.value(v).constant ? constant(v, s.inputs[i]) : mIndex.at(v)));
        }
        for (size_t p = 0; p < mGraph.profiles.size(); ++p)
            step.choices.push_back(n.regions.empty() ? choice(n, s, p) : plan::Choice{});
        step.attrs = n.attrs.encoded(); // after the choices: a plugin keeps what it was configured for
        for (RegionId r : n.regions)
            step.blocks.push_back(inner(r));
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

    /// The block of a region of a node.
    int32_t inner(RegionId region) {
        size_t const number = mPlan.blocks.size();
        mPlan.blocks.emplace_back();
        mInnerBytes[static_cast<int32_t>(number)] = planBlock(mState, region, number);
        return static_cast<int32_t>(number);
    }

    /// Moves all that a block and those in it have in the arena.
    void shift(int32_t number, size_t profile, int64_t by) {
        plan::Block& block = mPlan.blocks[static_cast<size_t>(number)];
        for (plan::Value& v : block.values)
            if (v.storage == Storage::kArena && !v.offsets.empty())
                v.offsets[profile] += by;
        for (plan::Step& s : block.steps) {
            if (s.choices[profile].workspaceBytes > 0)
                s.choices[profile].workspaceOffset += by;
            for (int32_t b : s.blocks)
                shift(b, profile, by);
        }
    }

    bool isAlias(Node const& n) const {
        if (!n.op->view || mOutputs.contains(n.results[0]) || mGraph.value(n.operands[0]).constant)
            return false;
        Storage const from = mBlock.values[static_cast<size_t>(mIndex.at(n.operands[0]))].storage;
        return from != Storage::kBox && !isBox(n.results[0]);
    }

    plan::Choice choice(Node const& n, Signature const& s, size_t profile) {
        Problem const problem = mGraph.problem(n, profile);
        auto const best = mState.oracle.best(problem, s);
        if (best.kernel == nullptr)
            throw Error(Message::kNoKernel,
                        fmt::format("no kernel takes {} with the types and shapes given", n.op->name),
                        {n.name, std::string(n.op->name), "", ""})
                .given(problem.text());
        plan::Choice c{std::string(best.kernel->name()), best.tactic, 0, best.kernel->workspace(problem, s), {}};
        for (auto const& other : mState.oracle.candidates(problem, s))
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
        for (auto const& candidate : mState.oracle.candidates(problem, s)) {
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
        std::vector<std::vector<Slot>> contents(mIsMain ? mRegion.results.size() : 0);
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
        for (size_t i : mIsMain ? mGraph.shapeResults : std::vector<size_t>()) {
            Dims const* const content = contentOfResult(mRegion.results[i]);
            contents[i].resize(content == nullptr ? 0 : content->size());
            for (size_t k = 0; k < contents[i].size(); ++k)
                want((*content)[k], &contents[i][k]);
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
        for (size_t i = 0; mIsMain && i < mRegion.results.size(); ++i) {
            ValueId const v = mRegion.results[i];
            mPlan.io.push_back(io(v, mIndex.at(v), false));
            auto const& marked = mGraph.shapeResults;
            mPlan.io.back().hostRead = std::find(marked.begin(), marked.end(), i) != marked.end();
            mPlan.io.back().content = std::move(contents[i]);
        }
    }

    /// Elements of a result that is a copy of a host value which shapes write; null for others.
    Dims const* contentOfResult(ValueId v) const {
        Node const* n = mGraph.producer(v);
        bool const copied = n != nullptr && n->op->name == "pointwise" && n->operands.size() == 1 &&
                            n->attrs.as<PointwiseAttributes>().expression.code.empty();
        if (!copied || !mIndex.contains(n->operands[0]))
            return nullptr;
        auto const it = mHostContent.find(mIndex.at(n->operands[0]));
        return it == mHostContent.end() ? nullptr : &it->second;
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
        int32_t const index = mIndex.at(s.value);
        int32_t const value = s.element ? root(index) : index; // a view has the same elements, and may not lie yet
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
            for (int32_t at = index;; at = mBlock.values[static_cast<size_t>(at)].ref) {
                plan::Value const& v = mBlock.values[static_cast<size_t>(at)];
                if (v.type.dims && !(result && v.isBox()))
                    for (DimExpr const& d : *v.type.dims)
                        stage = std::max(stage, stageOf(d));
                if (v.storage != Storage::kAlias) // an alias lies where what it is one of lies
                    break;
            }
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

    bool isParam(int32_t index) const {
        return std::find(mBlock.params.begin(), mBlock.params.end(), index) != mBlock.params.end();
    }

    /// Returns the bytes of the arena.
    int64_t memory(size_t profile) {
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
        for (int32_t v : mBlock.results)
            touch(v, end);
        if (profile == 0)
            shareInPlace(life);
        std::vector<Lifetime> pieces;
        struct Owner {
            size_t value = 0;
            int32_t workspace = -1; ///< a step, whose workspace it is
            int32_t blocks = -1;    ///< a step, of whose blocks one runs there
        };
        std::vector<Owner> owners;
        auto& out = mPlan.profiles[profile];
        for (size_t v = 0; v < mBlock.values.size(); ++v) {
            plan::Value& value = mBlock.values[v];
            if (!mIsMain && isParam(static_cast<int32_t>(v)))
                continue;
            value.offsets.resize(mPlan.profiles.size(), 0);
            if (value.storage == Storage::kHost) {
                value.offsets[profile] = out.hostBytes;
                out.hostBytes += (bytes(mSource[v], profile) + 63) / 64 * 64;
            }
            if (value.storage != Storage::kArena)
                continue;
            Lifetime l = life[v];
            l.bytes = bytes(mSource[v], profile);
            out.sumBytes += l.bytes;
            pieces.push_back(l);
            owners.push_back({v});
        }
        for (int32_t i = 0; i < end; ++i) {
            plan::Step const& step = mBlock.steps[static_cast<size_t>(i)];
            if (auto const& c = step.choices[profile]; c.workspaceBytes > 0) {
                pieces.push_back({c.workspaceBytes, i, i, 0});
                owners.push_back({0, i});
            }
            int64_t most = 0; // of branches only one runs
            for (int32_t b : step.blocks)
                most = std::max(most, mInnerBytes.at(b)[profile]);
            if (most > 0) {
                pieces.push_back({most, i, i, 0});
                owners.push_back({0, -1, i});
            }
        }
        int64_t const arenaBytes = placeInArena(pieces);
        for (size_t i = 0; i < pieces.size(); ++i) {
            Owner const& o = owners[i];
            if (o.workspace >= 0)
                mBlock.steps[static_cast<size_t>(o.workspace)].choices[profile].workspaceOffset = pieces[i].offset;
            else if (o.blocks >= 0)
                for (int32_t b : mBlock.steps[static_cast<size_t>(o.blocks)].blocks)
                    shift(b, profile, pieces[i].offset);
            else
                mBlock.values[o.value].offsets[profile] = pieces[i].offset;
        }
        return arenaBytes;
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
            if (mBlock.values[owner].storage != Storage::kArena || isParam(static_cast<int32_t>(owner)) ||
                life[owner].last != static_cast<int32_t>(step) || readTwice || !fits)
                continue;
            mBlock.values[static_cast<size_t>(to)].storage = Storage::kAlias;
            mBlock.values[static_cast<size_t>(to)].ref = from;
            life[owner].last = std::max(life[owner].last, life[static_cast<size_t>(to)].last);
        }
    }

    PlanState& mState;
    Graph const& mGraph;
    plan::Plan& mPlan;
    Region const& mRegion;
    bool mIsMain;
    size_t mNumber; ///< of the block
    plan::Block mBlock;
    std::map<int32_t, std::vector<int64_t>> mInnerBytes; ///< arena of each inner block, by profile
    std::vector<ValueId> mSource;                        ///< by value of the block
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

std::vector<int64_t> planBlock(PlanState& state, RegionId region, size_t number) {
    return BlockPlanner(state, region, number).run();
}

} // namespace tenon
