// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <algorithm>
#include <cstring>

namespace tenon::cli {
namespace {

bool fits(std::vector<DimRange> const& ranges, std::vector<int64_t> const& dims) {
    return std::equal(ranges.begin(), ranges.end(), dims.begin(), dims.end(),
                      [](DimRange const& r, int64_t d) { return r.min <= d && d <= r.max; });
}

} // namespace

void* Session::Memory::reallocate(std::string_view, void*, int64_t bytes) noexcept {
    try {
        mBox.setTensor(DType::kU8, std::vector<int64_t>{std::max<int64_t>(bytes, 1)});
        return mBox.data();
    } catch (std::exception const&) {
        return nullptr;
    }
}

Session::Session(std::shared_ptr<runtime::Engine const> engine)
    : mEngine(std::move(engine)), mContext(mEngine), mOutputs(mEngine->io().size()) {}

size_t Session::profileFor(std::vector<Box> const& inputs) const {
    auto const& profiles = mEngine->plan().profiles;
    for (size_t p = 0; p < profiles.size(); ++p) {
        bool good = true;
        for (size_t i = 0; good && i < inputs.size(); ++i)
            good = mEngine->ioValue(i).isBox() || fits(profiles[p].inputs[i].dims, inputs[i].dims);
        if (good)
            return p;
    }
    return 0; // whose refusal then says what does not fit
}

void Session::setInputs(std::vector<Box> inputs) {
    mInputs = std::move(inputs);
    if (size_t const p = profileFor(mInputs); p != mContext.profile())
        mContext.setProfile(p);
    for (size_t i = 0; i < mInputs.size(); ++i) {
        std::string const& name = mEngine->io()[i].name;
        if (mEngine->ioValue(i).isBox()) {
            mContext.setInput(name, mInputs[i]);
            continue;
        }
        mContext.setInputShape(name, mInputs[i].dims);
        mContext.setAddress(i, mInputs[i].data());
    }
    mContext.inferShapes();
    giveOutputs();
}

void Session::giveOutputs() {
    for (size_t i = mInputs.size(); i < mOutputs.size(); ++i) {
        if (mEngine->ioValue(i).isBox())
            continue;
        std::string const& name = mEngine->io()[i].name;
        DType const type = mEngine->ioValue(i).type.dtype;
        auto const dims = mContext.shape(name);
        if (!dims) { // it follows from data
            mContext.setAllocator(name, &mOutputs[i]);
            continue;
        }
        mContext.setAllocator(name, nullptr);
        mOutputs[i].mDims = *dims;
        mContext.setAddress(i, mOutputs[i].reallocate(name, nullptr, bytesFor(type, checkedElements(type, *dims))));
    }
}

NamedBoxes Session::outputs() const {
    NamedBoxes out;
    for (size_t i = mInputs.size(); i < mOutputs.size(); ++i) {
        std::string const& name = mEngine->io()[i].name;
        if (mEngine->ioValue(i).isBox()) {
            out.emplace_back(name, mContext.output(name));
            continue;
        }
        Box box;
        box.setTensor(mEngine->ioValue(i).type.dtype, mOutputs[i].mDims);
        if (box.bytes() != 0)
            std::memcpy(box.data(), mOutputs[i].mBox.data(), static_cast<size_t>(box.bytes()));
        out.emplace_back(name, std::move(box));
    }
    return out;
}

} // namespace tenon::cli
