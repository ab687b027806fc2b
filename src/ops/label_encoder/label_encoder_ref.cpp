// SPDX-License-Identifier: Apache-2.0
// Kernels of label_encoder: the reference searches the keys in turn, label_encoder.hash keeps them in a hash table that
// is made once.
#include "ops/label_encoder/label_encoder.h"

#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace tenon::ops {
namespace label_encoder {
namespace {

void setElement(Tensor const& out, int64_t i, Entries const& from, size_t entry) {
    if (out.dtype == DType::kString) {
        out.box->strings[static_cast<size_t>(i)] = from.texts[entry];
        return;
    }
    withType(out.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            out.as<T>()[i] = static_cast<T>(from.integers[entry]);
        else if constexpr (std::is_floating_point_v<T>)
            out.as<T>()[i] = static_cast<T>(from.numbers[entry]);
    });
}

/// Entry of element i; as many as there are when it is none.
size_t searched(Attributes const& a, Tensor const& in, int64_t i) {
    auto place = [](auto const& list, auto const& same) {
        return static_cast<size_t>(std::find_if(list.begin(), list.end(), same) - list.begin());
    };
    if (a.key == DType::kString)
        return place(a.keys.texts, [&](auto const& k) { return k == in.box->strings[static_cast<size_t>(i)]; });
    if (isInteger(a.key))
        return place(a.keys.integers, [&](int64_t k) { return k == integerAt(in, i); });
    double const x = numberAt(in, i);
    return place(a.keys.numbers, [&](double k) { return k == x || (std::isnan(k) && std::isnan(x)); });
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    for (int64_t i = 0; i < in.elements(); ++i) {
        size_t const entry = searched(a, in, i);
        bool const known = entry < a.keys.size(a.key);
        setElement(out, i, known ? a.values : a.otherwise, known ? entry : 0);
    }
    return true;
}

/// Equal numbers have equal bits: one NaN, one zero.
int64_t bitsOfNumber(double x) noexcept {
    return std::isnan(x) ? INT64_MIN : std::bit_cast<int64_t>(x == 0 ? 0.0 : x);
}

class HashInstance final : public Instance {
public:
    explicit HashInstance(Attributes const& attrs) : mAttrs(attrs) {
        for (size_t i = 0; i < mAttrs.keys.texts.size(); ++i)
            mTexts.emplace(mAttrs.keys.texts[i], i);
        for (size_t i = 0; i < mAttrs.keys.integers.size(); ++i)
            mNumbers.emplace(mAttrs.keys.integers[i], i);
        for (size_t i = 0; i < mAttrs.keys.numbers.size(); ++i)
            mNumbers.emplace(bitsOfNumber(mAttrs.keys.numbers[i]), i);
    }
    bool enqueue(Args const& args) noexcept override {
        Tensor const &in = args.inputs[0], &out = args.outputs[0];
        try {
            for (int64_t i = 0; i < in.elements(); ++i) {
                size_t const entry = find(in, i);
                bool const known = entry != SIZE_MAX;
                setElement(out, i, known ? mAttrs.values : mAttrs.otherwise, known ? entry : 0);
            }
            return true;
        } catch (std::exception const& e) { // strings take memory
            return args.failure->set(Message::kMemory, "%s", e.what());
        }
    }

private:
    size_t find(Tensor const& in, int64_t i) const {
        if (mAttrs.key == DType::kString) {
            auto const found = mTexts.find(in.box->strings[static_cast<size_t>(i)]);
            return found == mTexts.end() ? SIZE_MAX : found->second;
        }
        auto const found = mNumbers.find(isInteger(mAttrs.key) ? integerAt(in, i) : bitsOfNumber(numberAt(in, i)));
        return found == mNumbers.end() ? SIZE_MAX : found->second;
    }

    Attributes mAttrs;
    std::unordered_map<std::string_view, size_t> mTexts;
    std::unordered_map<int64_t, size_t> mNumbers;
};

class HashKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "label_encoder.hash"; }
    std::string_view op() const noexcept override { return "label_encoder"; }
    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "a table of labels takes no epilogue"};
        return {{Signature::plain(problem)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override {
        double const elements = problem.inputs[0].optElements();
        return 100 + elements * 30;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<HashInstance>(problem.attrs.as<Attributes>());
    }
};

} // namespace
} // namespace label_encoder

void label_encoder_ref(KernelTable& table) {
    table.add(std::make_unique<label_encoder::HashKernel>());
    table.add(referenceKernel<label_encoder::Attributes>("label_encoder", "label_encoder.ref", label_encoder::run));
}

} // namespace tenon::ops
