// SPDX-License-Identifier: Apache-2.0
// The order of records, and what blocks take from around them.
#include "network/lower/lowering.h"

#include <fmt/format.h>
#include <queue>

namespace tenon {
namespace {

void collect(NetworkBlock const& block, std::set<TensorId>& made, std::vector<TensorId>& used) {
    made.insert(block.params.begin(), block.params.end());
    for (Record const& r : block.records) {
        used.insert(used.end(), r.operands.begin(), r.operands.end());
        made.insert(r.results.begin(), r.results.end());
        for (NetworkBlock const& b : r.blocks)
            collect(b, made, used);
    }
    used.insert(used.end(), block.results.begin(), block.results.end());
}

} // namespace

std::vector<TensorId> freeTensors(std::vector<NetworkBlock> const& blocks) {
    std::set<TensorId> made{kNoTensor};
    std::vector<TensorId> used, out;
    for (NetworkBlock const& b : blocks)
        collect(b, made, used);
    for (TensorId id : used)
        if (made.insert(id).second)
            out.push_back(id);
    return out;
}

std::vector<size_t> orderOf(NetworkBlock const& block) {
    std::vector<Record> const& records = block.records;
    std::map<TensorId, size_t> producer;
    for (size_t i = 0; i < records.size(); ++i)
        for (TensorId id : records[i].results)
            producer[id] = i;
    std::vector<size_t> waits(records.size(), 0);
    std::vector<std::vector<size_t>> readers(records.size());
    for (size_t i = 0; i < records.size(); ++i) {
        std::set<size_t> from;
        auto need = [&](TensorId id) {
            if (auto it = producer.find(id); it != producer.end() && from.insert(it->second).second) {
                readers[it->second].push_back(i);
                ++waits[i];
            }
        };
        for (TensorId id : records[i].operands)
            need(id);
        for (TensorId id : freeTensors(records[i].blocks))
            need(id);
    }
    std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
    for (size_t i = 0; i < records.size(); ++i)
        if (waits[i] == 0)
            ready.push(i);
    std::vector<size_t> out;
    while (!ready.empty()) {
        size_t const i = ready.top();
        ready.pop();
        out.push_back(i);
        for (size_t reader : readers[i])
            if (--waits[reader] == 0)
                ready.push(reader);
    }
    if (out.size() == records.size())
        return out;
    // A record that waits, waits for one that waits: going back often enough ends in the cycle.
    size_t at = 0;
    while (waits[at] == 0)
        ++at;
    for (size_t step = 0; step < records.size(); ++step) {
        std::vector<TensorId> reads = records[at].operands;
        std::vector<TensorId> const inner = freeTensors(records[at].blocks);
        reads.insert(reads.end(), inner.begin(), inner.end());
        for (TensorId id : reads)
            if (auto it = producer.find(id); it != producer.end() && waits[it->second] != 0) {
                at = it->second;
                break;
            }
    }
    throw Error(Message::kNetworkCycle, fmt::format("layer '{}' waits for its own result", records[at].name),
                {records[at].name, std::string(records[at].op->name), "", ""});
}

} // namespace tenon
