// SPDX-License-Identifier: Apache-2.0
#include "runtime/refit.h"

#include "kernel/constant.h"
#include "plan/pack.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace tenon::runtime {
namespace {

class Refit {
public:
    Refit(plan::Plan const& plan, KernelTable const& table, std::map<std::string, Buffer> const& sources)
        : mPlan(plan), mTable(table), mSources(sources) {}

    Buffer run() {
        if (mPlan.expressions.empty())
            throw Error(Message::kNotRefittable, "the engine was built without what a refit needs")
                .tip("build it with --refittable");
        mark();
        checkNames();
        std::byte* to = nullptr;
        Buffer out = Buffer::allocate(mPlan.weightBytes.size(), &to);
        if (!out.empty())
            std::memcpy(to, mPlan.weightBytes.data(), out.size());
        for (plan::Weight const& w : mPlan.weights)
            if (w.expression >= 0 && mChanged[static_cast<size_t>(w.expression)])
                replace(w, to + w.offset);
        return out;
    }

private:
    /// What depends on a given source, and which other sources that needs.
    void mark() {
        size_t const count = mPlan.expressions.size();
        mChanged.assign(count, false);
        std::vector<bool> needed(count, false);
        for (size_t i = 0; i < count; ++i) {
            plan::WeightExpression const& e = mPlan.expressions[i];
            mChanged[i] = !e.source.empty() && mSources.contains(e.source);
            for (int32_t a : e.args)
                mChanged[i] = mChanged[i] || (a >= 0 && mChanged[static_cast<size_t>(a)]);
        }
        for (plan::Weight const& w : mPlan.weights)
            if (w.expression >= 0 && mChanged[static_cast<size_t>(w.expression)])
                needed[static_cast<size_t>(w.expression)] = true;
        for (size_t i = count; i-- > 0;)
            for (int32_t a : mPlan.expressions[i].args)
                if (needed[i] && a >= 0)
                    needed[static_cast<size_t>(a)] = true;
        for (size_t i = 0; i < count; ++i)
            if (needed[i] && !mPlan.expressions[i].source.empty() && !mSources.contains(mPlan.expressions[i].source))
                mMissing.insert(mPlan.expressions[i].source);
    }

    void checkNames() const {
        std::vector<std::string> const known = refitSources(mPlan);
        std::vector<std::string> unknown;
        for (auto const& [name, bytes] : mSources)
            if (!std::binary_search(known.begin(), known.end(), name))
                unknown.push_back(name);
        if (mMissing.empty() && unknown.empty())
            return;
        std::string what;
        if (!mMissing.empty())
            what = fmt::format("weights are missing: {}", fmt::join(mMissing, ", "));
        if (!unknown.empty())
            what += fmt::format("{}the engine has no weights of these names: {}", what.empty() ? "" : "; ",
                                fmt::join(unknown, ", "));
        throw Error(Message::kRefitSources, std::move(what)).wanted(fmt::format("{}", fmt::join(known, ", ")));
    }

    ConstantPtr constant(int32_t index) {
        if (index < 0)
            return nullptr;
        ConstantPtr& made = mConstants[index];
        if (made)
            return made;
        plan::WeightExpression const& e = mPlan.expressions[static_cast<size_t>(index)];
        if (e.op.empty())
            return made = leaf(e);
        OpDef const* op = mTable.op(e.op);
        if (op == nullptr)
            throw Error(Message::kKernelMissing, fmt::format("this library has no operator {}", e.op));
        BinaryReader in(e.attrs.data(), e.attrs.size());
        Attrs attrs(*op->attrs, op->attrs->decode(in));
        std::vector<ConstantPtr> args;
        for (int32_t a : e.args)
            args.push_back(constant(a));
        return made = Constant::apply(*op, std::move(attrs), std::move(args), e.type, static_cast<size_t>(e.result));
    }

    ConstantPtr leaf(plan::WeightExpression const& e) const {
        if (e.source.empty())
            return Constant::leaf({}, e.type, Buffer::borrow(e.bytes));
        Buffer const& given = mSources.at(e.source);
        ConstantPtr out = Constant::leaf(e.source, e.type, given);
        auto const wanted = static_cast<size_t>(bytesFor(e.type.dtype, out->elements()));
        if (given.size() != wanted)
            throw Error(Message::kRefitSources, fmt::format("weight '{}' has another size", e.source),
                        {{}, {}, e.source, {}})
                .wanted(fmt::format("{} bytes ({})", wanted, toString(e.type)))
                .given(fmt::format("{} bytes", given.size()));
        return out;
    }

    void replace(plan::Weight const& w, std::byte* to) {
        ConstantPtr const value = constant(w.expression);
        Buffer const bytes = value->bytes(mTable);
        if (static_cast<int64_t>(bytes.size()) != plan::packedBytes(w.dtype, w.dims, {}))
            throw Error(Message::kEngineStructure,
                        fmt::format("the expression of weight '{}' gives another size", w.name));
        plan::pack(bytes.data(), w.dtype, w.dims, w.layout, to);
    }

    plan::Plan const& mPlan;
    KernelTable const& mTable;
    std::map<std::string, Buffer> const& mSources;
    std::vector<bool> mChanged;
    std::set<std::string> mMissing;
    std::map<int32_t, ConstantPtr> mConstants;
};

} // namespace

std::vector<std::string> refitSources(plan::Plan const& plan) {
    std::set<std::string> names;
    for (plan::WeightExpression const& e : plan.expressions)
        if (!e.source.empty())
            names.insert(e.source);
    return {names.begin(), names.end()};
}

Buffer refitWeights(plan::Plan const& plan, KernelTable const& table, std::map<std::string, Buffer> const& sources) {
    try {
        return Refit(plan, table, sources).run();
    } catch (DecodeError const& e) {
        throw Error(Message::kEngineStructure, fmt::format("an expression of a weight is malformed: {}", e.what()));
    }
}

} // namespace tenon::runtime
