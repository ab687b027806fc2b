// SPDX-License-Identifier: Apache-2.0
#include "kernel/constant.h"

#include "kernel/evaluate.h"

#include <cstring>

namespace tenon {

ConstantPtr Constant::leaf(std::string source, Type type, Buffer bytes) {
    auto c = std::make_shared<Constant>();
    c->mSource = std::move(source);
    c->mType = std::move(type);
    c->mBytes = std::move(bytes);
    return c;
}

ConstantPtr Constant::apply(OpDef const& op, Attrs attrs, std::vector<ConstantPtr> args, Type type, size_t result) {
    auto c = std::make_shared<Constant>();
    c->mOp = &op;
    c->mAttrs = std::move(attrs);
    c->mArgs = std::move(args);
    c->mType = std::move(type);
    c->mResult = result;
    return c;
}

std::vector<int64_t> Constant::dims() const {
    std::vector<int64_t> out;
    for (DimExpr const& d : *mType.dims)
        out.push_back(d.value());
    return out;
}

int64_t Constant::elements() const {
    return checkedElements(mType.dtype, dims());
}

Buffer Constant::bytes(KernelTable const& table) const {
    if (isLeaf())
        return mBytes;
    std::lock_guard lock(mLock);
    if (!mMemo.empty())
        return mMemo;
    std::vector<Box> boxes(mArgs.size());
    std::vector<Box const*> inputs(mArgs.size(), nullptr);
    for (size_t i = 0; i < mArgs.size(); ++i) {
        if (mArgs[i] == nullptr)
            continue;
        Buffer const from = mArgs[i]->bytes(table);
        boxes[i].setTensor(mArgs[i]->type().dtype, mArgs[i]->dims());
        if (!from.empty())
            std::memcpy(boxes[i].data(), from.data(), from.size());
        inputs[i] = &boxes[i];
    }
    std::vector<Box> out = evaluate(table, *mOp, mAttrs, inputs, mResult + 1);
    Box const& box = out[mResult];
    mMemo = Buffer::copy({box.data(), static_cast<size_t>(box.bytes())});
    return mMemo;
}

void Constant::forget() const noexcept {
    std::lock_guard lock(mLock);
    mMemo = {};
}

} // namespace tenon
