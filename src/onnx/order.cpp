// SPDX-License-Identifier: Apache-2.0
// A node waits for the producers of its inputs, and for those of the names that its subgraphs take from this graph.
#include "onnx/order.h"

#include <fmt/format.h>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace tenon::onnx {
namespace {

constexpr size_t kMaxErrors = 100;

/// Calls fn for every name that the graph uses without defining it.
void freeNames(GraphProto const& graph, std::function<void(std::string_view)> const& fn) {
    std::unordered_set<std::string_view> own;
    for (ValueInfoProto const& v : graph.inputs)
        own.insert(v.name);
    for (TensorProto const& t : graph.initializers)
        own.insert(t.name);
    for (NodeProto const& n : graph.nodes)
        own.insert(n.outputs.begin(), n.outputs.end());
    auto visit = [&](std::string_view name) {
        if (!name.empty() && !own.contains(name))
            fn(name);
    };
    for (NodeProto const& n : graph.nodes) {
        for (std::string_view name : n.inputs)
            visit(name);
        for (AttributeProto const& a : n.attributes)
            for (GraphProto const& g : a.graphs)
                freeNames(g, visit);
    }
    for (ValueInfoProto const& v : graph.outputs)
        visit(v.name);
}

/// Every name that a node reads, those of its subgraphs included.
void reads(NodeProto const& node, std::function<void(std::string_view)> const& fn) {
    for (std::string_view name : node.inputs)
        if (!name.empty())
            fn(name);
    for (AttributeProto const& a : node.attributes)
        for (GraphProto const& g : a.graphs)
            freeNames(g, fn);
}

class Sorter {
public:
    Sorter(BodyView const& body, std::function<bool(std::string_view)> const& outside)
        : mBody(body), mOutside(outside) {}

    std::vector<size_t> run() {
        define();
        connect();
        for (std::string_view name : mBody.results)
            if (!name.empty() && !known(name))
                report(Message::kOnnxMissing,
                       fmt::format("output '{}' of '{}' is produced by nothing", name, mBody.name),
                       {.tensor = std::string(name)});
        if (!mErrors.empty())
            throw ErrorList(std::move(mErrors));
        return sort();
    }

private:
    static constexpr size_t kGiven = static_cast<size_t>(-1); ///< defined before any node

    Where whereOf(size_t node, std::string_view tensor) const {
        NodeProto const& n = mBody.nodes[node];
        return {nodeName(n, node), opName(n.domain, n.opType), std::string(tensor), {}};
    }
    void report(Message id, std::string what, Where where) {
        if (mErrors.size() < kMaxErrors)
            mErrors.emplace_back(id, std::move(what), std::move(where));
    }
    bool known(std::string_view name) const { return mProducer.contains(name) || mOutside(name); }

    void define() {
        for (std::string_view name : mBody.defined)
            if (!mProducer.emplace(name, kGiven).second)
                report(Message::kOnnxDuplicate,
                       fmt::format("'{}' has two inputs or initializers named '{}'", mBody.name, name),
                       {.tensor = std::string(name)});
        for (size_t i = 0; i < mBody.nodes.size(); ++i)
            for (std::string_view name : mBody.nodes[i].outputs) {
                if (name.empty())
                    continue;
                auto const [at, added] = mProducer.emplace(name, i);
                if (!added)
                    report(Message::kOnnxDuplicate,
                           fmt::format("tensor '{}' is produced twice: by this node and by {}", name,
                                       at->second == kGiven
                                           ? "an input or initializer"
                                           : "node '" + nodeName(mBody.nodes[at->second], at->second) + "'"),
                           whereOf(i, name));
            }
    }

    void connect() {
        mUsers.resize(mBody.nodes.size());
        mWaiting.resize(mBody.nodes.size());
        for (size_t i = 0; i < mBody.nodes.size(); ++i)
            reads(mBody.nodes[i], [&](std::string_view name) {
                auto const at = mProducer.find(name);
                if (at == mProducer.end()) {
                    if (!mOutside(name))
                        report(Message::kOnnxMissing, fmt::format("tensor '{}' is produced by nothing", name),
                               whereOf(i, name));
                } else if (at->second != kGiven) {
                    mUsers[at->second].push_back(i);
                    ++mWaiting[i];
                }
            });
    }

    /// The first node, in the file's order, of those that wait for nothing.
    std::vector<size_t> sort() {
        std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
        for (size_t i = 0; i < mWaiting.size(); ++i)
            if (mWaiting[i] == 0)
                ready.push(i);
        std::vector<size_t> order;
        while (!ready.empty()) {
            size_t const i = ready.top();
            ready.pop();
            order.push_back(i);
            for (size_t user : mUsers[i])
                if (--mWaiting[user] == 0)
                    ready.push(user);
        }
        if (order.size() != mBody.nodes.size())
            throw ErrorList({cycle()});
        return order;
    }

    /// Walks back from a node that still waits: after as many steps as there are nodes, the walk is inside the cycle.
    Error cycle() const {
        std::vector<size_t> before(mWaiting.size(), kGiven);
        size_t at = kGiven;
        for (size_t i = 0; i < mUsers.size(); ++i) {
            if (mWaiting[i] == 0)
                continue;
            at = i;
            for (size_t user : mUsers[i])
                before[user] = i;
        }
        for (size_t step = 0; step < mWaiting.size(); ++step)
            at = before[at];
        std::string path = nodeName(mBody.nodes[at], at);
        size_t const start = at;
        for (int shown = 0; (at = before[at]) != start && shown < 10; ++shown)
            path = nodeName(mBody.nodes[at], at) + " -> " + path;
        return Error(Message::kOnnxCycle, fmt::format("the nodes of '{}' form a cycle", mBody.name), whereOf(start, {}))
            .given(path);
    }

    BodyView const& mBody;
    std::function<bool(std::string_view)> const& mOutside;
    std::unordered_map<std::string_view, size_t> mProducer;
    std::vector<std::vector<size_t>> mUsers; ///< once for each use
    std::vector<size_t> mWaiting;
    std::vector<Error> mErrors;
};

} // namespace

std::string opName(std::string_view domain, std::string_view op) {
    return domain.empty() || domain == "ai.onnx" ? std::string(op) : fmt::format("{}::{}", domain, op);
}

std::string nodeName(NodeProto const& node, size_t index) {
    return node.name.empty() ? fmt::format("{}_{}", node.opType, index) : std::string(node.name);
}

std::vector<size_t> orderNodes(BodyView const& body, std::function<bool(std::string_view)> const& outside) {
    return Sorter(body, outside).run();
}

} // namespace tenon::onnx
