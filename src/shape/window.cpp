// SPDX-License-Identifier: Apache-2.0
#include "shape/window.h"

#include "base/error.h"
#include "base/reflect_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tenon {
namespace {

constexpr std::string_view kAutoPads[] = {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"};

/// The ceiling must not add a window that starts in the padding at the end. That can happen only where the windows'
/// extent is smaller than a stride and the end padding together.
bool mayStartOutside(WindowAxis const& w) {
    return w.extent() < w.stride + w.after;
}

} // namespace

std::string_view nameOf(AutoPad pad) noexcept {
    auto const i = static_cast<size_t>(pad);
    return i < std::size(kAutoPads) ? kAutoPads[i] : "unknown";
}

AutoPad autoPadFromName(std::string_view name) {
    auto const it = std::find(std::begin(kAutoPads), std::end(kAutoPads), name);
    if (it == std::end(kAutoPads))
        throw Error(Message::kAttribute, "auto_pad has an unknown value")
            .wanted("NOTSET, SAME_UPPER, SAME_LOWER or VALID")
            .given(std::string(name));
    return static_cast<AutoPad>(it - std::begin(kAutoPads));
}

void Window::check(size_t axes) const {
    auto list = [&](std::vector<int64_t> const& values, size_t wanted, char const* name, bool positive) {
        bool const good = (values.empty() || values.size() == wanted) &&
                          std::all_of(values.begin(), values.end(),
                                      [&](int64_t v) { return v >= (positive ? 1 : INT32_MIN) && v <= INT32_MAX; });
        if (!good)
            throw Error(Message::kAttribute, fmt::format("the {} of a window do not fit its operand", name))
                .wanted(fmt::format("{}{} numbers for {} spatial axes", wanted, positive ? " positive" : "", axes))
                .given(textOf(values));
    };
    list(kernel, axes, "kernel dims", true);
    list(strides, axes, "strides", true);
    list(pads, 2 * axes, "pads", false);
    list(dilations, axes, "dilations", true);
}

WindowAxis Window::resolve(size_t axis, size_t axes, int64_t kernelDim, int64_t in) const noexcept {
    WindowAxis w;
    w.in = in;
    w.kernel = kernelDim;
    w.stride = strides.empty() ? 1 : strides[axis];
    w.dilation = dilations.empty() ? 1 : dilations[axis];
    if (autoPad == AutoPad::kSameUpper || autoPad == AutoPad::kSameLower) {
        w.out = (in + w.stride - 1) / w.stride;
        int64_t const total = std::max<int64_t>((w.out - 1) * w.stride + w.extent() - in, 0);
        w.before = autoPad == AutoPad::kSameUpper ? total / 2 : total - total / 2;
        w.after = total - w.before;
        return w;
    }
    if (autoPad == AutoPad::kExplicit && !pads.empty()) {
        w.before = pads[axis];
        w.after = pads[axis + axes];
    }
    int64_t const room = in + w.before + w.after - w.extent() + (ceilMode ? w.stride - 1 : 0);
    w.out = room < 0 ? 0 : room / w.stride + 1;
    if (ceilMode && w.out > 0 && mayStartOutside(w) && (w.out - 1) * w.stride >= in + w.before)
        --w.out;
    return w;
}

DimExpr Window::outDim(size_t axis, size_t axes, int64_t kernelDim, DimExpr const& in) const {
    if (in.isConst())
        return resolve(axis, axes, kernelDim, in.value()).out;
    WindowAxis const w = resolve(axis, axes, kernelDim, 1);
    if (autoPad == AutoPad::kSameUpper || autoPad == AutoPad::kSameLower)
        return ceilDiv(in, w.stride);
    DimExpr const room = in + (w.before + w.after - w.extent());
    if (!ceilMode)
        return floorDiv(room, w.stride) + 1;
    DimExpr const out = ceilDiv(room, w.stride) + 1;
    if (!mayStartOutside(w))
        return out;
    return out - less(in + (w.before - 1), (out - 1) * w.stride);
}

} // namespace tenon
