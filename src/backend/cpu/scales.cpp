// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/scales.h"

#include "backend/cpu/padding.h"
#include "backend/cpu/quantize.h"

#include <algorithm>

namespace tenon::cpu {
namespace {

bool isSingle(OperandDesc const& scale) {
    return std::all_of(scale.dims.begin(), scale.dims.end(),
                       [](DimRange const& d) { return d.isFixed() && d.max == 1; });
}

std::string reject(Problem const& problem, Granularity const& granularity, DType real, DType whole) {
    OperandDesc const& scale = problem.inputs[1];
    if (problem.epilogue)
        return "it takes no epilogue";
    if (real != DType::kF32 || scale.type.dtype != DType::kF32)
        return "only f32 is computed, with scales of f32";
    if (whole != DType::kI8 && whole != DType::kU8)
        return "only i8 and u8 are computed";
    if (!granularity.blocks.empty())
        return "scales for blocks are left to the reference";
    if (!problem.inputs[0].ranked || !scale.ranked || (scale.dims.size() > 1 && !isSingle(scale)))
        return "one scale or a list of them is needed, and ranks that are known";
    return {};
}

/// False with failure set where scales or zero points do not fit x, whose layout is one of the proposed ones.
bool scaledLines(Args const& args, bool hasZero, Granularity const& granularity, Layout const& layout,
                 Lines& lines) noexcept {
    Tensor const& x = args.inputs[0];
    int64_t const scales = args.inputs[1].elements();
    auto const axis = granularity.listAxis(static_cast<size_t>(x.rank));
    bool const fits = scales == 1 || (axis && x.dims[*axis] == scales);
    if (!fits || (hasZero && args.inputs[2].elements() != scales))
        return args.failure->set(Message::kShape, "%lld scales or their zero points do not fit the tensor's dims",
                                 static_cast<long long>(scales));
    lines = {1, scales, 1};
    if (scales == 1)
        lines.inner = layout.elements(x.shape());
    else if (layout.isRowMajor())
        for (size_t i = 0; i < x.shape().size(); ++i)
            (i < *axis ? lines.outer : (i == *axis ? lines.count : lines.inner)) *= i == *axis ? 1 : x.dims[i];
    else if (scales != 0)
        lines.outer = x.elements() / scales; // nhwc
    return true;
}

class ScaledInstance final : public Instance {
public:
    ScaledInstance(Problem const& problem, Signature const& signature, Granularity const& granularity)
        : mGranularity(granularity), mLayout(signature.outputs[0]),
          mHasZero(problem.inputs.size() > 2 && problem.inputs[2].present) {}

    bool enqueue(Args const& args) noexcept override {
        Lines lines;
        if (!scaledLines(args, mHasZero, mGranularity, mLayout, lines))
            return false;
        DType const x = args.inputs[0].dtype, y = args.outputs[0].dtype;
        if ((x == DType::kF32 ? y : x) == DType::kI8)
            runAs<int8_t>(args, lines);
        else
            runAs<uint8_t>(args, lines);
        clearPadding(args.outputs[0], mLayout);
        return true;
    }

private:
    template <class T>
    void runAs(Args const& args, Lines const& lines) const noexcept {
        auto const* scale = args.inputs[1].as<float const>();
        T const* zero = mHasZero ? args.inputs[2].as<T const>() : nullptr;
        if (args.inputs[0].dtype == DType::kF32)
            quantize(lines, args.inputs[0].as<float const>(), scale, zero, args.outputs[0].as<T>());
        else
            dequantize(lines, args.inputs[0].as<T const>(), scale, zero, args.outputs[0].as<float>());
    }

    Granularity mGranularity;
    Layout mLayout;
    bool mHasZero;
};

} // namespace

Kernel::Proposal proposeScaled(Problem const& problem, Granularity const& granularity, DType real, DType whole) {
    if (std::string reason = reject(problem, granularity, real, whole); !reason.empty())
        return {{}, std::move(reason)};
    Kernel::Proposal out;
    out.signatures.push_back(Signature::plain(problem));
    size_t const rank = problem.inputs[0].dims.size();
    if (rank < 3 || rank > 5)
        return out;
    auto add = [&](Layout const& layout) {
        out.signatures.push_back(Signature::plain(problem));
        out.signatures.back().inputs[0] = out.signatures.back().outputs[0] = layout;
    };
    auto const r = static_cast<int>(rank);
    bool const single = isSingle(problem.inputs[1]);
    if (single || granularity.listAxis(rank) == size_t{1})
        add(Layout::nhwc(r));
    if (single)
        for (int32_t size : {16, 8})
            add(Layout::blockedChannels(r, size));
    return out;
}

double scaledCost(Problem const& problem, Signature const& signature) noexcept {
    auto const elements = static_cast<double>(signature.outputs[0].elements(problem.outputs[0].opt()));
    return 150 + elements * 0.2 / (elements > 100000 ? threads() : 1);
}

std::unique_ptr<Instance> makeScaled(Problem const& problem, Signature const& signature,
                                     Granularity const& granularity) {
    return std::make_unique<ScaledInstance>(problem, signature, granularity);
}

} // namespace tenon::cpu
