// SPDX-License-Identifier: Apache-2.0
// Conditionals of one block. A record belongs to a branch when all that reads it belongs to the branch; what both
// branches read, or something else does, is computed before. The branches are then looked at in the same way, so
// conditionals nest.
#include "network/layers/flow.h"
#include "network/layers/layer.h"
#include "network/lower/lowering.h"
#include "network/lower/structure.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::structure {
namespace {

enum class Place : uint8_t { kOutside, kThen, kElse };

bool isOutput(Record const& r) {
    return r.op == &layers::layer("layer.conditional_output").op;
}
bool isInput(Record const& r) {
    return r.op == &layers::layer("layer.conditional_input").op;
}
int32_t scopeOf(Record const& r) {
    return isInput(r) ? r.attrs.as<layers::ConditionalInput>().scope : r.attrs.as<layers::ConditionalOutput>().scope;
}

/// One conditional of a block.
class Split {
public:
    Split(Network const& network, std::vector<Record>& records, std::vector<TensorId> const& results, int32_t scope)
        : mNetwork(network), mRecords(records), mScope(scope), mPlaces(records.size(), Place::kOutside) {
        for (size_t i = 0; i < records.size(); ++i) {
            for (TensorId id : records[i].operands)
                mReaders[id].push_back(i);
            for (TensorId id : freeTensors(records[i].blocks))
                mReaders[id].push_back(i);
        }
        mResults.insert(results.begin(), results.end());
    }

    void run() {
        NetworkBlock all;
        all.records = mRecords;
        auto const order = orderOf(all);
        for (size_t k = order.size(); k-- > 0;)
            if (!own(order[k]))
                mPlaces[order[k]] = placeOf(mRecords[order[k]]);
        for (size_t i = 0; i < mRecords.size(); ++i) // an assertion stands where its condition is computed
            if (mRecords[i].results.empty())
                for (size_t k = 0; k < mRecords.size(); ++k)
                    for (TensorId id : mRecords[k].results)
                        if (std::count(mRecords[i].operands.begin(), mRecords[i].operands.end(), id) != 0 && !own(k))
                            mPlaces[i] = mPlaces[k];
        checkInputs(order);
    }

    Place place(size_t i) const { return mPlaces[i]; }
    bool own(size_t i) const { return isOutput(mRecords[i]) && scopeOf(mRecords[i]) == mScope; }

private:
    Place placeOf(Record const& r) const {
        bool then = false, other = false;
        for (TensorId id : r.results) {
            if (mResults.contains(id))
                return Place::kOutside;
            auto const it = mReaders.find(id);
            if (it == mReaders.end())
                continue;
            for (size_t reader : it->second) {
                Record const& by = mRecords[reader];
                if (by.results.empty())
                    continue;
                if (own(reader)) {
                    then = then || by.operands[0] == id;
                    other = other || by.operands[1] == id;
                } else if (mPlaces[reader] == Place::kOutside) {
                    return Place::kOutside;
                } else {
                    (mPlaces[reader] == Place::kThen ? then : other) = true;
                }
            }
        }
        return then == other ? Place::kOutside : (then ? Place::kThen : Place::kElse);
    }

    /// What is made of an input of the conditional leaves through its outputs only.
    void checkInputs(std::vector<size_t> const& order) const {
        std::set<TensorId> inside;
        for (size_t i : order) {
            Record const& r = mRecords[i];
            if (own(i))
                continue;
            auto reads = r.operands;
            auto const inner = freeTensors(r.blocks);
            reads.insert(reads.end(), inner.begin(), inner.end());
            bool const entered =
                (isInput(r) && scopeOf(r) == mScope) ||
                std::any_of(reads.begin(), reads.end(), [&](TensorId id) { return inside.contains(id); });
            if (!entered)
                continue;
            inside.insert(r.results.begin(), r.results.end());
            for (TensorId id : r.results)
                if (mResults.contains(id))
                    throw Error(Message::kConditionalRule,
                                fmt::format("what layer '{}' gives is computed from an input of conditional '{}' and "
                                            "leaves it, but not through an output layer",
                                            r.name, nameOfScope(mNetwork, mScope)),
                                {r.name, "", mNetwork.tensors[static_cast<size_t>(id)].name, ""})
                        .wanted("IIfConditional::addOutput()");
        }
    }

    Network const& mNetwork;
    std::vector<Record>& mRecords;
    int32_t mScope;
    std::vector<Place> mPlaces;
    std::map<TensorId, std::vector<size_t>> mReaders;
    std::set<TensorId> mResults;
};

} // namespace

void Conditions::apply(std::vector<Record>& records, std::vector<TensorId> const& blockResults) const {
    for (;;) {
        auto const first = std::find_if(records.begin(), records.end(), isOutput);
        if (first == records.end())
            return;
        int32_t const scope = scopeOf(*first);
        auto const condition = of.find(scope);
        if (condition == of.end())
            throw Error(Message::kConditionalRule,
                        fmt::format("conditional '{}' has no condition", nameOfScope(network, scope)),
                        {first->name, "", "", ""})
                .wanted("IIfConditional::setCondition()");
        Split split(network, records, blockResults, scope);
        split.run();
        Record made = recordOf(*table.op("if"), NoAttrs{}, {condition->second}, {}, *first);
        made.name = nameOfScope(network, scope);
        made.origins.clear();
        made.blocks.resize(2);
        made.blocks[0].name = made.name + ".then";
        made.blocks[1].name = made.name + ".else";
        std::vector<Record> rest;
        size_t at = 0;
        for (size_t i = 0; i < records.size(); ++i) {
            Record& r = records[i];
            if (split.own(i)) {
                at = rest.size();
                made.blocks[0].results.push_back(r.operands[0]);
                made.blocks[1].results.push_back(r.operands[1]);
                made.results.push_back(r.results[0]);
                made.outputTypes.push_back(r.outputTypes.empty() ? std::nullopt : r.outputTypes[0]);
                made.origins.push_back(r.name);
            } else if (split.place(i) == Place::kOutside) {
                rest.push_back(std::move(r));
            } else {
                made.blocks[split.place(i) == Place::kThen ? 0 : 1].records.push_back(std::move(r));
            }
        }
        for (NetworkBlock& b : made.blocks)
            apply(b.records, b.results);
        rest.insert(rest.begin() + static_cast<ptrdiff_t>(at), std::move(made));
        records = std::move(rest);
    }
}

} // namespace tenon::structure
