// SPDX-License-Identifier: Apache-2.0
#include "api/profile.h"

#include "api/dims.h"
#include "api/fence.h"
#include "api/object.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::api {
namespace {

using namespace nvinfer1;

constexpr char const* kSelectors[] = {"kMIN", "kOPT", "kMAX"};

Error wrong(std::string const& input, std::string what) {
    return Error(Message::kProfile, std::move(what), {"", "", input, ""});
}

/// Three texts of numbers, for messages.
std::string textOf(ProfileState::Range const& range) {
    return fmt::format("[{}] <= [{}] <= [{}]", fmt::join(*range[0], ", "), fmt::join(*range[1], ", "),
                       fmt::join(*range[2], ", "));
}

void checkRange(std::string const& input, ProfileState::Range const& range, char const* what, char const* call) {
    if (std::none_of(range.begin(), range.end(), [](auto const& r) { return r.has_value(); }))
        return;
    for (size_t s = 0; s < 3; ++s)
        if (!range[s])
            throw wrong(input, fmt::format("the profile lacks the {} of {} for input '{}'", what, kSelectors[s], input))
                .wanted(fmt::format("{}() for kMIN, kOPT and kMAX", call));
    if (range[0]->size() != range[1]->size() || range[1]->size() != range[2]->size())
        throw wrong(input, fmt::format("the {} of kMIN, kOPT and kMAX are not equally many", what))
            .given(textOf(range));
    for (size_t i = 0; i < range[0]->size(); ++i)
        if ((*range[0])[i] > (*range[1])[i] || (*range[1])[i] > (*range[2])[i])
            throw wrong(input, fmt::format("number {} of the {} is not in order", i, what))
                .wanted("kMIN <= kOPT <= kMAX")
                .given(textOf(range));
}

std::vector<DimRange> rangesOf(ProfileState::Range const& range) {
    std::vector<DimRange> out;
    if (range[0])
        for (size_t i = 0; i < range[0]->size(); ++i)
            out.push_back({(*range[0])[i], (*range[1])[i], (*range[2])[i]});
    return out;
}

class Profile final : public Object<IOptimizationProfile, apiv::VOptimizationProfile>, public ProfileHandle {
public:
    explicit Profile(std::shared_ptr<Sink> sink) : mSink(std::move(sink)) {}

    IOptimizationProfile* get() noexcept override { return this; }
    std::shared_ptr<ProfileState const> state() const noexcept { return mState; }

    bool setDimensions(char const* name, OptProfileSelector select, Dims64 const& dims) noexcept override {
        return fence(*mSink, "IOptimizationProfile::setDimensions", false, [&] {
            std::vector<int64_t> numbers = toVector(dims, "the dims of a profile", false);
            needEnum(select, "the selector", 3);
            mState->inputs[needName(name, "the input's name")].dims[index(select)] = std::move(numbers);
            return true;
        });
    }
    Dims64 getDimensions(char const* name, OptProfileSelector select) const noexcept override {
        auto const* input = find(name, select);
        if (input == nullptr || !input->dims[index(select)])
            return kNoDims;
        return toDims(*input->dims[index(select)]);
    }

    bool setShapeValues(char const* name, OptProfileSelector select, int32_t const* values,
                        int32_t count) noexcept override {
        return set("IOptimizationProfile::setShapeValues", name, select, values, count);
    }
    bool setShapeValuesV2(char const* name, OptProfileSelector select, int64_t const* values,
                          int32_t count) noexcept override {
        return set("IOptimizationProfile::setShapeValuesV2", name, select, values, count);
    }
    int32_t getNbShapeValues(char const* name) const noexcept override {
        if (auto const* input = find(name, OptProfileSelector::kMIN))
            for (auto const& values : input->values)
                if (values)
                    return static_cast<int32_t>(values->size());
        return -1;
    }
    int32_t const* getShapeValues(char const* name, OptProfileSelector select) const noexcept override {
        auto const* input = find(name, select);
        return input != nullptr && input->values[index(select)] ? input->narrowValues[index(select)].data() : nullptr;
    }
    int64_t const* getShapeValuesV2(char const* name, OptProfileSelector select) const noexcept override {
        auto const* input = find(name, select);
        return input != nullptr && input->values[index(select)] ? input->values[index(select)]->data() : nullptr;
    }

    bool setExtraMemoryTarget(float target) noexcept override {
        return fence(*mSink, "IOptimizationProfile::setExtraMemoryTarget", false, [&] {
            if (!(target >= 0 && target <= 1))
                throw Error(Message::kArgument, "the target is out of range")
                    .wanted("0 to 1")
                    .given(fmt::format("{}", target));
            mState->extraMemory = target;
            return true;
        });
    }
    float getExtraMemoryTarget() const noexcept override { return mState->extraMemory; }

    bool isValid() const noexcept override {
        try {
            mState->check();
            return true;
        } catch (...) { // addOptimizationProfile() says why
            return false;
        }
    }

private:
    static size_t index(OptProfileSelector select) { return static_cast<size_t>(select); }

    ProfileState::Input const* find(char const* name, OptProfileSelector select) const noexcept {
        if (name == nullptr || index(select) > 2)
            return nullptr;
        auto const found = std::find_if(mState->inputs.begin(), mState->inputs.end(),
                                        [&](auto const& entry) { return entry.first == name; });
        return found == mState->inputs.end() ? nullptr : &found->second;
    }

    template <class T>
    bool set(char const* call, char const* name, OptProfileSelector select, T const* values, int32_t count) noexcept {
        return fence(*mSink, call, false, [&] {
            needEnum(select, "the selector", 3);
            if (count < 0)
                throw Error(Message::kArgument, "the number of values is negative").given(fmt::format("{}", count));
            if (count != 0)
                need(values, "the array of values");
            ProfileState::Input& input = mState->inputs[needName(name, "the input's name")];
            input.values[index(select)] = std::vector<int64_t>(values, values + count);
            input.narrowValues[index(select)].clear();
            for (int32_t i = 0; i < count; ++i)
                input.narrowValues[index(select)].push_back(impl::saturate(values[i]));
            return true;
        });
    }

    std::shared_ptr<Sink> mSink;
    std::shared_ptr<ProfileState> mState = std::make_shared<ProfileState>();
};

} // namespace

void ProfileState::check() const {
    for (auto const& [name, input] : inputs) {
        checkRange(name, input.dims, "dims", "setDimensions");
        checkRange(name, input.values, "values", "setShapeValuesV2");
    }
}

ProfileSpec ProfileState::spec() const {
    ProfileSpec out;
    for (auto const& [name, input] : inputs)
        out.inputs[name] = {rangesOf(input.dims), rangesOf(input.values)};
    return out;
}

std::unique_ptr<ProfileHandle> makeProfile(std::shared_ptr<Sink> sink) {
    return std::make_unique<Profile>(std::move(sink));
}

std::shared_ptr<ProfileState const> stateOf(IOptimizationProfile const& profile) {
    return static_cast<Profile const&>(profile).state();
}

} // namespace tenon::api
