// SPDX-License-Identifier: Apache-2.0
#include "network/inference.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

using ir::ValueId;

void Inference::index() {
    auto const& records = mNetwork.main.records;
    for (; mIndexed < records.size(); ++mIndexed) {
        Record const& r = records[mIndexed];
        for (TensorId id : r.results)
            mProducer[id] = mIndexed;
        for (TensorId id : r.operands)
            mReaders[id].push_back(mIndexed);
        for (TensorId id : freeTensors(r.blocks))
            mReaders[id].push_back(mIndexed);
    }
}

bool Inference::isRecurrence(size_t record) const {
    return mNetwork.main.records[record].op->name == "layer.recurrence";
}

void Inference::forget(TensorId id) {
    std::vector<TensorId> open{id};
    while (!open.empty()) {
        TensorId const t = open.back();
        open.pop_back();
        mLowering.forget(t);
        auto const it = mReaders.find(t);
        if (it == mReaders.end())
            continue;
        for (size_t r : it->second)
            if (mDone.erase(r) != 0)
                open.insert(open.end(), mNetwork.main.records[r].results.begin(),
                            mNetwork.main.records[r].results.end());
    }
    mAnalysed = false;
}

void Inference::tensorChanged(TensorId id) {
    index();
    forget(id);
}

void Inference::recordChanged(size_t record) {
    index();
    Record const& r = mNetwork.main.records[record];
    for (TensorId id : r.operands) { // an operand may be another one now
        auto& readers = mReaders[id];
        if (std::find(readers.begin(), readers.end(), record) == readers.end())
            readers.push_back(record);
    }
    mDone.erase(record);
    for (TensorId id : r.results)
        forget(id);
    mAnalysed = false;
}

void Inference::lower(size_t record) {
    mDone.insert(record);
    mLowering.record(mLowering.main(), mNetwork.main.records[record]);
}

/// Widens the type of a recurrence until its next value has it too.
void Inference::settle(size_t record) {
    Record const& r = mNetwork.main.records[record];
    if (r.operands.size() < 2 || r.operands[1] == kNoTensor)
        return;
    TensorId const id = r.results[0];
    for (int round = 0; round < 10; ++round) {
        Type const now = mLowering.graph().value(value(id)).type;
        Type next;
        try {
            next = mLowering.graph().value(value(r.operands[1])).type;
        } catch (Error const&) {
            return; // what is wrong with the body is said to those who ask for it
        }
        if (!now.ranked() || next.dtype != now.dtype)
            return;
        Type wider = now;
        if (!next.ranked() || next.rank() != now.rank())
            wider.dims.reset();
        else
            for (size_t i = 0; i < wider.dims->size(); ++i)
                if (!((*now.dims)[i] == (*next.dims)[i]))
                    (*wider.dims)[i] = -1;
        if (wider == now)
            return;
        forget(id);
        mDone.insert(record);
        mLowering.unknown(id, wider);
    }
}

ValueId Inference::value(TensorId id) {
    index();
    std::vector<size_t> open;
    std::set<size_t> waiting;
    auto known = [&](TensorId t) { return mLowering.main().values.contains(t); };
    auto want = [&](TensorId t) {
        if (t == kNoTensor || known(t))
            return false;
        auto const it = mProducer.find(t);
        if (it == mProducer.end()) {
            if (std::find(mNetwork.main.params.begin(), mNetwork.main.params.end(), t) != mNetwork.main.params.end())
                mLowering.input(t);
            return false;
        }
        if (mDone.contains(it->second))
            return false;
        if (!waiting.insert(it->second).second)
            throw Error(Message::kNetworkCycle,
                        fmt::format("layer '{}' waits for its own result", mNetwork.main.records[it->second].name),
                        {mNetwork.main.records[it->second].name, "", "", ""});
        open.push_back(it->second);
        return true;
    };
    want(id);
    while (!open.empty()) {
        size_t const at = open.back();
        Record const& r = mNetwork.main.records[at];
        bool waits = false;
        for (size_t i = 0; i < r.operands.size() && !waits && !(isRecurrence(at) && i > 0); ++i)
            waits = want(r.operands[i]);
        for (TensorId t : waits ? std::vector<TensorId>{} : freeTensors(r.blocks))
            waits = waits || want(t);
        if (waits)
            continue;
        open.pop_back();
        waiting.erase(at);
        if (mDone.contains(at))
            continue;
        lower(at);
        if (isRecurrence(at))
            settle(at);
    }
    return mLowering.value(mLowering.main(), id, "a question about its type");
}

Type Inference::type(TensorId id) {
    NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(id)];
    if (t.constant)
        return *t.type;
    return mLowering.graph().value(value(id)).type;
}

std::optional<Dims> Inference::content(TensorId id) {
    return mLowering.graph().value(value(id)).content;
}

/// Shape tensors are what infer functions read elements of, and what those are computed from. All else is data.
void Inference::analyse() {
    if (mAnalysed)
        return;
    mShapeValues.clear();
    mDataValues.clear();
    for (size_t i = 0; i < mNetwork.main.records.size(); ++i)
        for (TensorId id : mNetwork.main.records[i].results)
            try {
                value(id);
            } catch (Error const&) { // a question about another tensor must not fail for it
            }
    ir::Graph const& g = mLowering.graph();
    for (TensorId id : mNetwork.main.results)
        if (auto it = mLowering.main().values.find(id); it != mLowering.main().values.end())
            mDataValues.insert(it->second);
    for (TensorId id : mNetwork.shapeOutputs)
        if (auto it = mLowering.main().values.find(id); it != mLowering.main().values.end())
            mShapeValues.insert(it->second);
    for (ir::Symbol const& s : g.symbols)
        if (s.element && s.value != ir::kNone)
            mShapeValues.insert(s.value);
    for (size_t i = g.nodes.size(); i-- > 0;) { // operands are made before their readers
        ir::Node const& n = g.nodes[i];
        bool shape = false;
        for (ValueId v : n.results)
            shape = shape || mShapeValues.contains(v);
        bool const asksDims = n.op->name == "shape" || n.op->name == "size";
        for (size_t k = 0; k < n.operands.size(); ++k) {
            ValueId const v = n.operands[k];
            if (v == ir::kNone)
                continue;
            bool const read = k < 32 && (n.op->shapeInputs >> k & 1U) != 0;
            if (read || (shape && !asksDims))
                mShapeValues.insert(v);
            if (!read && !asksDims && !shape)
                mDataValues.insert(v);
        }
    }
    mAnalysed = true;
}

bool Inference::isShapeTensor(TensorId id) {
    analyse();
    return mShapeValues.contains(value(id));
}

bool Inference::isExecutionTensor(TensorId id) {
    analyse();
    ValueId const v = value(id);
    return mDataValues.contains(v) || !mShapeValues.contains(v);
}

} // namespace tenon
