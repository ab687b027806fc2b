// SPDX-License-Identifier: Apache-2.0
// Reference deform_conv, in double. What a tap reads outside x is zero.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/deform_conv/deform_conv.h"

#include <cmath>

namespace tenon::ops {
namespace deform_conv {
namespace {

/// x at a place between elements; `at` is the offset of what the axes before `axis` chose.
double sample(Tensor const& x, std::vector<double> const& place, size_t axis, int64_t at) {
    if (axis == place.size())
        return numberAt(x, at);
    double const low = std::floor(place[axis]);
    double total = 0;
    for (int k = 0; k < 2; ++k) {
        double const index = low + k, weight = 1 - std::fabs(place[axis] - index);
        if (weight > 0 && index >= 0 && index < static_cast<double>(x.dims[axis + 2]))
            total += weight * sample(x, place, axis + 1, at * x.dims[axis + 2] + static_cast<int64_t>(index));
    }
    return total;
}

struct Sizes {
    std::vector<WindowAxis> window;
    int64_t positions = 1, taps = 1;
};

bool check(Attributes const& a, Args const& args, Sizes const& s) {
    Tensor const &x = args.inputs[0], &w = args.inputs[1];
    auto const axes = static_cast<int64_t>(s.window.size());
    int64_t const n = x.dims[0], groups = a.offsetGroup;
    bool const good = x.dims[1] == w.dims[1] * a.group && w.dims[0] % a.group == 0 && x.dims[1] % groups == 0 &&
                      args.inputs[2].elements() == n * groups * s.taps * axes * s.positions &&
                      (!args.has(3) || args.inputs[3].elements() == w.dims[0]) &&
                      (!args.has(4) || args.inputs[4].elements() == n * groups * s.taps * s.positions);
    return good || args.failure->set(Message::kShape, "deform_conv: an operand does not fit the others");
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &w = args.inputs[1];
    auto const axes = static_cast<size_t>(x.rank) - 2;
    Sizes s;
    for (size_t i = 0; i < axes; ++i) {
        s.window.push_back(a.window.resolve(i, axes, w.dims[i + 2], x.dims[i + 2]));
        s.positions *= s.window[i].out;
        s.taps *= s.window[i].kernel;
    }
    if (!check(a, args, s))
        return false;
    int64_t const channels = x.dims[1], perGroup = w.dims[1], out = w.dims[0], outGroup = out / a.group;
    int64_t const perOffset = channels / a.offsetGroup;
    std::vector<double> place(axes), read(static_cast<size_t>(channels * s.taps));
    for (int64_t at = 0; at < x.dims[0] * s.positions; ++at) {
        int64_t const n = at / s.positions, p = at % s.positions;
        for (int64_t c = 0; c < channels; ++c)
            for (int64_t t = 0; t < s.taps; ++t) {
                int64_t const tap = (n * a.offsetGroup + c / perOffset) * s.taps + t;
                int64_t restP = p, restT = t;
                for (size_t i = axes; i-- > 0; restP /= s.window[i].out, restT /= s.window[i].kernel) {
                    int64_t const field =
                        (tap * static_cast<int64_t>(axes) + static_cast<int64_t>(i)) * s.positions + p;
                    place[i] =
                        static_cast<double>(s.window[i].at(restP % s.window[i].out, restT % s.window[i].kernel)) +
                        numberAt(args.inputs[2], field);
                }
                double const scale = args.has(4) ? numberAt(args.inputs[4], tap * s.positions + p) : 1;
                read[static_cast<size_t>(c * s.taps + t)] = scale * sample(x, place, 0, n * channels + c);
            }
        for (int64_t o = 0; o < out; ++o) {
            double sum = args.has(3) ? numberAt(args.inputs[3], o) : 0;
            for (int64_t i = 0; i < perGroup * s.taps; ++i)
                sum += read[static_cast<size_t>(o / outGroup * perGroup * s.taps + i)] *
                       numberAt(w, o * perGroup * s.taps + i);
            setNumber(args.outputs[0], (n * out + o) * s.positions + p, sum);
        }
    }
    return true;
}

} // namespace
} // namespace deform_conv

void deform_conv_ref(KernelTable& table) {
    table.add(referenceKernel<deform_conv::Attributes>("deform_conv", "deform_conv.ref", deform_conv::run));
}

} // namespace tenon::ops
