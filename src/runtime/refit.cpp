// SPDX-License-Identifier: Apache-2.0
#include "runtime/refit.h"

#include "base/reflect_binary.h"
#include "kernel/constant.h"
#include "plan/pack.h"
#include "plan/strip.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::runtime {
namespace {

/// The weights that a refit with `given` computes anew.
std::vector<bool> touched(plan::Plan const& plan, std::set<std::string> const& given) {
    std::vector<bool> changed(plan.expressions.size(), false);
    for (size_t i = 0; i < changed.size(); ++i) {
        plan::WeightExpression const& e = plan.expressions[i];
        changed[i] = !e.source.empty() && given.contains(e.source);
        for (int32_t a : e.args)
            changed[i] = changed[i] || (a >= 0 && changed[static_cast<size_t>(a)]);
    }
    std::vector<bool> out;
    for (plan::Weight const& w : plan.weights)
        out.push_back(w.isStripped() || (w.expression >= 0 && changed[static_cast<size_t>(w.expression)]));
    return out;
}

class Refit {
public:
    Refit(plan::Plan const& plan, KernelTable const& table, std::map<std::string, Buffer> const& sources)
        : mPlan(plan), mTable(table), mSources(sources) {}

    RefitWeights run() {
        if (mPlan.expressions.empty())
            throw Error(Message::kNotRefittable, "the engine was built without what a refit needs")
                .tip("build it with --refittable");
        std::set<std::string> given;
        for (auto const& [name, bytes] : mSources)
            given.insert(name);
        mTouched = touched(mPlan, given);
        mMissing = missingSources(mPlan, given);
        checkNames();
        RefitWeights out;
        int64_t total = 0;
        out.offsets = plan::fullOffsets(mPlan, total);
        std::byte* to = nullptr;
        out.bytes = Buffer::allocate(static_cast<size_t>(total), &to);
        if (total != 0)
            std::memset(to, 0, static_cast<size_t>(total));
        for (size_t i = 0; i < mPlan.weights.size(); ++i) {
            plan::Weight const& w = mPlan.weights[i];
            if (mTouched[i])
                replace(w, to + out.offsets[i]);
            else if (w.bytes != 0)
                std::memcpy(to + out.offsets[i], mPlan.weightBytes.data() + w.offset, static_cast<size_t>(w.bytes));
        }
        return out;
    }

private:
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
    std::vector<bool> mTouched; ///< by weight
    std::vector<std::string> mMissing;
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

std::vector<std::string> missingSources(plan::Plan const& plan, std::set<std::string> const& given) {
    std::vector<bool> const weights = touched(plan, given);
    std::vector<bool> needed(plan.expressions.size(), false);
    for (size_t i = 0; i < weights.size(); ++i)
        if (weights[i])
            needed[static_cast<size_t>(plan.weights[i].expression)] = true;
    std::set<std::string> out;
    for (size_t i = needed.size(); i-- > 0;) {
        plan::WeightExpression const& e = plan.expressions[i];
        if (!needed[i])
            continue;
        for (int32_t a : e.args)
            if (a >= 0)
                needed[static_cast<size_t>(a)] = true;
        if (!e.source.empty() && !given.contains(e.source))
            out.insert(e.source);
    }
    return {out.begin(), out.end()};
}

RefitWeights refitWeights(plan::Plan const& plan, KernelTable const& table,
                          std::map<std::string, Buffer> const& sources) {
    try {
        return Refit(plan, table, sources).run();
    } catch (DecodeError const& e) {
        throw Error(Message::kEngineStructure, fmt::format("an expression of a weight is malformed: {}", e.what()));
    }
}

} // namespace tenon::runtime
