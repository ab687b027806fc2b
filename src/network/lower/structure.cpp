// SPDX-License-Identifier: Apache-2.0
// Flat loops become "loop" records. A layer belongs to the loops whose recurrences or iterators it is computed from,
// unless the value left the loop through one of its outputs; a loop lies in those loops whose values enter or leave it.
// A condition is computed before each turn: what computes it from the recurrences stands once before the loop, with
// their first values, and once at the end of the body, with their next ones.
#include "network/lower/structure.h"

#include "network/layers/flow.h"
#include "network/layers/layer.h"
#include "network/layers/pointwise.h"
#include "network/lower/lowering.h"
#include "ops/gather/gather.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

using namespace structure;
using nvinfer1::LoopOutput;
using nvinfer1::TripLimit;

namespace {

using Scopes = std::set<int32_t>;

struct Loop {
    int32_t scope = 0;
    Scopes around; ///< loops that it lies in
    std::vector<size_t> recurrences, iterators, outputs;
    TensorId count = kNoTensor, condition = kNoTensor;
    size_t first = 0; ///< its first record
};

class Structure {
public:
    Structure(Network network, KernelTable const& table)
        : mNetwork(std::move(network)), mTable(table), mRecords(mNetwork.main.records) {}

    Network run() {
        find();
        settleMembers();
        check();
        std::vector<Record> main = block(-1);
        mConditions.apply(main, mNetwork.main.results);
        mNetwork.main.records = std::move(main);
        return std::move(mNetwork);
    }

private:
    template <class A>
    static bool is(Record const& r, char const* name) {
        return r.op == &layers::layer(name).op && r.attrs.holds<A>();
    }
    std::string name(int32_t scope) const { return nameOfScope(mNetwork, scope); }
    std::string const& tensorName(TensorId id) const { return mNetwork.tensors[static_cast<size_t>(id)].name; }

    [[noreturn]] void broken(int32_t scope, Record const& r, std::string what, std::string wanted) const {
        throw Error(Message::kLoopRule, fmt::format("loop '{}', layer '{}': {}", name(scope), r.name, what),
                    {r.name, "", "", ""})
            .wanted(std::move(wanted));
    }

    Loop& loop(int32_t scope, size_t record) {
        auto const [it, isNew] = mLoops.try_emplace(scope);
        if (isNew) {
            it->second.scope = scope;
            it->second.first = record;
        }
        return it->second;
    }

    /// The boundary layers of each loop, and the conditions of conditionals.
    void find() {
        for (size_t i = 0; i < mRecords.size(); ++i) {
            Record const& r = mRecords[i];
            for (TensorId id : r.results)
                mProducer[id] = i;
            if (is<layers::Recurrence>(r, "layer.recurrence")) {
                int32_t const scope = r.attrs.as<layers::Recurrence>().scope;
                loop(scope, i).recurrences.push_back(i);
                if (r.operands.size() < 2 || r.operands[1] == kNoTensor)
                    broken(scope, r, "a recurrence has no value for the next turn", "setInput(1, ...)");
            } else if (is<layers::Iterator>(r, "layer.iterator")) {
                loop(r.attrs.as<layers::Iterator>().scope, i).iterators.push_back(i);
            } else if (is<layers::LoopOutputLayer>(r, "layer.loop_output")) {
                loop(r.attrs.as<layers::LoopOutputLayer>().scope, i).outputs.push_back(i);
            } else if (is<layers::TripLimitLayer>(r, "layer.trip_limit")) {
                auto const& a = r.attrs.as<layers::TripLimitLayer>();
                Loop& l = loop(a.scope, i);
                (a.kind == TripLimit::kCOUNT ? l.count : l.condition) = r.operands.at(0);
            } else if (is<layers::Condition>(r, "layer.condition")) {
                mConditions.of[r.attrs.as<layers::Condition>().scope] = r.operands.at(0);
            }
        }
    }

    Scopes membersOf(TensorId id) const {
        auto const it = mProducer.find(id);
        return it == mProducer.end() ? Scopes{} : mMembers[it->second];
    }

    /// Loops whose values a record is computed from, and the loops around those; until nothing changes.
    void settleMembers() {
        mMembers.resize(mRecords.size());
        for (bool again = true; again;) {
            again = false;
            for (size_t i = 0; i < mRecords.size(); ++i) {
                Record const& r = mRecords[i];
                Scopes now;
                bool const recurs = is<layers::Recurrence>(r, "layer.recurrence");
                for (size_t k = 0; k < r.operands.size() && !(recurs && k > 0); ++k)
                    now.merge(membersOf(r.operands[k]));
                if (recurs)
                    now.insert(r.attrs.as<layers::Recurrence>().scope);
                else if (is<layers::Iterator>(r, "layer.iterator"))
                    now.insert(r.attrs.as<layers::Iterator>().scope);
                else if (is<layers::LoopOutputLayer>(r, "layer.loop_output"))
                    now.erase(r.attrs.as<layers::LoopOutputLayer>().scope);
                Scopes const own = now;
                for (int32_t scope : own)
                    now.insert(mLoops.at(scope).around.begin(), mLoops.at(scope).around.end());
                if (is<layers::LoopOutputLayer>(r, "layer.loop_output")) {
                    auto const& around = mLoops.at(r.attrs.as<layers::LoopOutputLayer>().scope).around;
                    now.insert(around.begin(), around.end());
                }
                again = again || now != mMembers[i];
                mMembers[i] = std::move(now);
            }
            for (auto& [scope, l] : mLoops)
                again = widen(l) || again;
        }
    }

    bool widen(Loop& l) {
        Scopes now;
        for (size_t i : l.recurrences) {
            now.merge(membersOf(mRecords[i].operands[0]));
            now.merge(membersOf(mRecords[i].operands[1]));
        }
        for (size_t i : l.iterators)
            now.merge(membersOf(mRecords[i].operands[0]));
        for (size_t i : l.outputs)
            for (TensorId id : mRecords[i].operands)
                now.merge(membersOf(id));
        now.merge(membersOf(l.count));
        now.merge(membersOf(l.condition));
        now.erase(l.scope);
        bool const changed = now != l.around;
        l.around = std::move(now);
        return changed;
    }

    void outside(Loop const& l, Record const& r, TensorId id, char const* what) const {
        if (membersOf(id).contains(l.scope))
            broken(l.scope, r, fmt::format("{} '{}' is computed inside the loop", what, tensorName(id)),
                   "a tensor from outside the loop");
    }

    void check() const {
        for (auto const& [scope, l] : mLoops) {
            Record const& first = mRecords[l.first];
            if (l.count == kNoTensor && l.condition == kNoTensor)
                broken(scope, first, "nothing ends the loop", "ILoop::addTripLimit()");
            for (int32_t other : l.around)
                if (mLoops.at(other).around.contains(scope))
                    broken(scope, first,
                           fmt::format("values go from this loop into loop '{}' and back, so neither lies in the other",
                                       name(other)),
                           "loops that are nested");
            for (size_t i : l.recurrences)
                outside(l, mRecords[i], mRecords[i].operands[0], "the first value of a recurrence");
            for (size_t i : l.iterators)
                outside(l, mRecords[i], mRecords[i].operands[0], "the tensor of an iterator");
            if (l.count != kNoTensor)
                outside(l, first, l.count, "the number of turns");
            for (size_t i : l.outputs)
                checkOutput(l, mRecords[i]);
            for (size_t i : l.iterators)
                if (mRecords[i].attrs.as<layers::Iterator>().reverse && l.count == kNoTensor)
                    broken(scope, mRecords[i], "an iterator that runs backwards needs the number of turns",
                           "a trip limit of kind kCOUNT");
        }
        for (TensorId id : mNetwork.main.results)
            if (Scopes const in = membersOf(id); !in.empty())
                broken(*in.begin(), mRecords[mProducer.at(id)],
                       fmt::format("output '{}' of the network is computed inside the loop", tensorName(id)),
                       "ILoop::addLoopOutput()");
    }

    void checkOutput(Loop const& l, Record const& r) const {
        auto const& a = r.attrs.as<layers::LoopOutputLayer>();
        if (a.kind != LoopOutput::kLAST_VALUE) {
            if (r.operands.size() < 2 || r.operands[1] == kNoTensor)
                broken(l.scope, r, "an output that joins turns has no length", "setInput(1, ...)");
            return outside(l, r, r.operands[1], "the length of an output");
        }
        for (size_t i : l.recurrences)
            if (mRecords[i].results[0] == r.operands[0])
                return;
        broken(l.scope, r, "an output of kind kLAST_VALUE takes the result of a recurrence of its loop",
               fmt::format("the result of a recurrence, not '{}'", tensorName(r.operands[0])));
    }

    /// The loop that lies in all others of the set; -1 for none.
    int32_t innermost(Scopes const& scopes) const {
        int32_t best = -1;
        for (int32_t s : scopes)
            if (best < 0 || mLoops.at(s).around.size() > mLoops.at(best).around.size())
                best = s;
        return best;
    }

    bool isBoundary(Record const& r) const {
        return is<layers::Recurrence>(r, "layer.recurrence") || is<layers::Iterator>(r, "layer.iterator") ||
               is<layers::LoopOutputLayer>(r, "layer.loop_output") ||
               is<layers::TripLimitLayer>(r, "layer.trip_limit") || is<layers::Condition>(r, "layer.condition");
    }

    /// The records of a loop's body (-1: of the network), with inner loops in their places.
    std::vector<Record> block(int32_t scope) {
        std::vector<Record> out;
        for (size_t i = 0; i < mRecords.size(); ++i) {
            for (auto const& [inner, l] : mLoops)
                if (l.first == i && innermost(l.around) == scope)
                    makeLoop(l, out);
            if (!isBoundary(mRecords[i]) && innermost(mMembers[i]) == scope)
                out.push_back(mRecords[i]);
        }
        return out;
    }

    TensorId fresh(std::string text) { return mNetwork.addTensor(std::move(text)); }

    void makeLoop(Loop const& l, std::vector<Record>& out) {
        Record made = recordOf(*mTable.op("loop"), NoAttrs{}, {l.count, kNoTensor}, {}, mRecords[l.first]);
        made.name = name(l.scope);
        made.origins.clear();
        NetworkBlock body;
        body.name = made.name;
        TensorId const turn = fresh(made.name + ".turn"), go = fresh(made.name + ".go");
        body.params = {turn, go};
        body.results = {go};
        for (size_t i : l.recurrences) {
            Record const& r = mRecords[i];
            made.operands.push_back(r.operands[0]);
            body.params.push_back(r.results[0]);
            body.results.push_back(r.operands[1]);
            made.origins.push_back(r.name);
        }
        body.records = block(l.scope);
        iterate(l, turn, body, out);
        std::vector<Record> after;
        outputs(l, made, body, after);
        std::vector<TensorId> needed = body.results;
        if (l.condition != kNoTensor)
            needed.push_back(l.condition);
        mConditions.apply(body.records, needed);
        if (l.condition != kNoTensor)
            condition(l, made, body, out);
        if (made.origins.empty())
            made.origins.push_back(made.name);
        made.blocks.push_back(std::move(body));
        out.push_back(std::move(made));
        out.insert(out.end(), std::make_move_iterator(after.begin()), std::make_move_iterator(after.end()));
    }

    /// An iterator is a gather by the number of the turn, or by what remains of the turns.
    void iterate(Loop const& l, TensorId turn, NetworkBlock& body, std::vector<Record>& out) {
        TensorId last = kNoTensor, backwards = kNoTensor;
        std::vector<Record> first;
        for (size_t i : l.iterators) {
            Record const& r = mRecords[i];
            auto const& a = r.attrs.as<layers::Iterator>();
            if (a.reverse && backwards == kNoTensor) {
                last = fresh(r.name + ".turns");
                out.push_back(recordOf(layers::layer("layer.cast").op, layers::Cast{nvinfer1::DataType::kINT64},
                                       {l.count}, {last}, r));
                backwards = fresh(r.name + ".turn");
                ExpressionWriter w({DType::kI64, DType::kI64});
                int32_t const at = w.row("sub", {w.row("sub", {0, w.number(DType::kI64, 1)}), 1});
                first.push_back(
                    recordOf(*mTable.op("pointwise"), PointwiseAttributes{w.take(at)}, {last, turn}, {backwards}, r));
            }
            first.push_back(recordOf(*mTable.op("gather"), ops::gather::Attributes{a.axis},
                                     {r.operands[0], a.reverse ? backwards : turn}, r.results, r));
        }
        body.records.insert(body.records.begin(), std::make_move_iterator(first.begin()),
                            std::make_move_iterator(first.end()));
    }

    void outputs(Loop const& l, Record& made, NetworkBlock& body, std::vector<Record>& after) {
        for (size_t i : l.recurrences)
            made.results.push_back(fresh(tensorName(mRecords[i].results[0]) + ".last"));
        std::set<size_t> taken;
        for (size_t i : l.outputs) {
            Record const& r = mRecords[i];
            auto const& a = r.attrs.as<layers::LoopOutputLayer>();
            made.origins.push_back(r.name);
            if (a.kind != LoopOutput::kLAST_VALUE) {
                TensorId const stack = fresh(tensorName(r.results[0]) + ".turns");
                made.results.push_back(stack);
                body.results.push_back(r.operands[0]);
                std::vector<TensorId> operands{stack};
                if (l.condition != kNoTensor) // otherwise there are as many turns as the loop counts
                    operands.push_back(r.operands[1]);
                Record stacked = recordOf(layers::layer("layer.loop_stack").op,
                                          layers::LoopStack{a.axis, a.kind == LoopOutput::kREVERSE},
                                          std::move(operands), r.results, r);
                stacked.outputTypes = r.outputTypes;
                after.push_back(std::move(stacked));
                continue;
            }
            size_t k = 0;
            while (mRecords[l.recurrences[k]].results[0] != r.operands[0])
                ++k;
            Record copy =
                recordOf(layers::layer("layer.identity").op, layers::Identity{}, {made.results[k]}, r.results, r);
            copy.outputTypes = r.outputTypes;
            after.push_back(std::move(copy));
        }
    }

    void condition(Loop const& l, Record& made, NetworkBlock& body, std::vector<Record>& out) {
        std::map<TensorId, TensorId> before, next;
        for (size_t i : l.recurrences) {
            before[mRecords[i].results[0]] = mRecords[i].operands[0];
            next[mRecords[i].results[0]] = mRecords[i].operands[1];
        }
        std::vector<Record> const cone = coneOf(l, body.records);
        std::vector<Record> first = cloned(mNetwork, cone, before), last = cloned(mNetwork, cone, next);
        auto in = [&](std::map<TensorId, TensorId> const& map) {
            auto const it = map.find(l.condition);
            return it == map.end() ? l.condition : it->second; // a condition from outside stays what it is
        };
        made.operands[1] = in(before);
        body.results[0] = in(next);
        out.insert(out.end(), std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
        body.records.insert(body.records.end(), std::make_move_iterator(last.begin()),
                            std::make_move_iterator(last.end()));
    }

    /// What of the body the condition is computed by.
    std::vector<Record> coneOf(Loop const& l, std::vector<Record> const& records) const {
        std::map<TensorId, size_t> producer;
        for (size_t i = 0; i < records.size(); ++i)
            for (TensorId id : records[i].results)
                producer[id] = i;
        std::set<TensorId> iterators;
        for (size_t i : l.iterators)
            iterators.insert(mRecords[i].results[0]);
        std::set<size_t> cone;
        std::vector<TensorId> open{l.condition};
        while (!open.empty()) {
            TensorId const id = open.back();
            open.pop_back();
            if (iterators.contains(id))
                broken(l.scope, mRecords[l.first],
                       fmt::format("the condition is computed from the iterator's '{}', which has no value before the "
                                   "turn",
                                   tensorName(id)),
                       "a condition of recurrences and of tensors from outside");
            auto const it = producer.find(id);
            if (it == producer.end() || !cone.insert(it->second).second)
                continue;
            Record const& r = records[it->second];
            open.insert(open.end(), r.operands.begin(), r.operands.end());
            auto const inner = freeTensors(r.blocks);
            open.insert(open.end(), inner.begin(), inner.end());
        }
        std::vector<Record> out;
        for (size_t i : cone)
            out.push_back(records[i]);
        return out;
    }

    Network mNetwork;
    KernelTable const& mTable;
    std::vector<Record> const mRecords; ///< as they came
    std::map<TensorId, size_t> mProducer;
    std::vector<Scopes> mMembers;
    std::map<int32_t, Loop> mLoops;
    Conditions mConditions{mNetwork, mTable, {}};
};

} // namespace

bool isFlat(Network const& network) noexcept {
    return std::any_of(network.main.records.begin(), network.main.records.end(), [](Record const& r) {
        return r.op->name == "layer.recurrence" || r.op->name == "layer.trip_limit" ||
               r.op->name == "layer.loop_output" || r.op->name == "layer.iterator" ||
               r.op->name == "layer.conditional_output" || r.op->name == "layer.condition";
    });
}

Network structured(Network network, KernelTable const& table) {
    return Structure(std::move(network), table).run();
}

} // namespace tenon
