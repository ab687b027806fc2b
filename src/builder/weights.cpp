// SPDX-License-Identifier: Apache-2.0
#include "builder/weights.h"

#include "base/reflect_text.h"
#include "plan/pack.h"

namespace tenon {

int32_t WeightTable::add(ConstantPtr constant, Layout const& layout, std::string const& name) {
    auto const [it, isNew] =
        mKnown.try_emplace({constant.get(), textOf(layout)}, static_cast<int32_t>(mEntries.size()));
    if (isNew) {
        plan::Weight w;
        w.name = name;
        w.dtype = constant->type().dtype;
        w.dims = constant->dims();
        w.layout = layout;
        w.bytes = plan::packedBytes(w.dtype, w.dims, layout);
        mEntries.push_back({std::move(constant), std::move(w)});
    }
    return it->second;
}

bool WeightTable::isSource(Constant const& c) const {
    return c.isLeaf() && !c.source().empty() && (!mSources || mSources->contains(c.source()));
}

bool WeightTable::hasSource(Constant const& c) {
    if (auto it = mHasSource.find(&c); it != mHasSource.end())
        return it->second;
    bool has = isSource(c);
    for (ConstantPtr const& arg : c.args())
        has = has || (arg != nullptr && hasSource(*arg));
    return mHasSource[&c] = has;
}

int32_t WeightTable::expression(ConstantPtr const& c, std::vector<plan::WeightExpression>& out) {
    if (auto it = mExpressions.find(c.get()); it != mExpressions.end())
        return it->second;
    plan::WeightExpression e;
    e.type = c->type();
    if (!hasSource(*c)) {
        Buffer const bytes = c->bytes(mTable);
        e.bytes.assign(bytes.data(), bytes.data() + bytes.size());
    } else if (!c->isLeaf()) {
        e.op = std::string(c->op().name);
        e.attrs = c->attrs().encoded();
        e.result = static_cast<int32_t>(c->result());
        for (ConstantPtr const& arg : c->args())
            e.args.push_back(arg == nullptr ? -1 : expression(arg, out));
    } else {
        e.source = c->source();
    }
    out.push_back(std::move(e));
    return mExpressions[c.get()] = static_cast<int32_t>(out.size() - 1);
}

void WeightTable::finish(plan::Plan& plan, std::vector<plan::WeightPlace> const& places) {
    int64_t total = 0;
    for (Entry& e : mEntries) {
        e.weight.offset = total;
        total += (e.weight.bytes + 63) / 64 * 64;
        if (mRefittable && hasSource(*e.constant))
            e.weight.expression = expression(e.constant, plan.expressions);
    }
    std::set<std::string> sources;
    for (plan::WeightExpression const& e : plan.expressions)
        sources.insert(e.source);
    for (plan::WeightPlace const& p : places)
        if (sources.contains(p.source))
            plan.weightPlaces.push_back(p);
    std::byte* to = nullptr;
    plan.weightBytes = Buffer::allocate(static_cast<size_t>(total), &to);
    for (Entry& e : mEntries) {
        Buffer const from = e.constant->bytes(mTable);
        std::byte* const at = to + e.weight.offset;
        plan::pack(from.data(), e.weight.dtype, e.weight.dims, e.weight.layout, at);
        std::fill(at + e.weight.bytes, at + (e.weight.bytes + 63) / 64 * 64, std::byte{0});
        e.constant->forget();
        plan.weights.push_back(e.weight);
    }
}

} // namespace tenon
