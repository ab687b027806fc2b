// SPDX-License-Identifier: Apache-2.0
// dynamic_quantize_linear.hwy: the range in parts, then the backend's quantisation with one scale.
#include "backend/cpu/quantize.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/dynamic_quantize_linear/dynamic_quantize_linear.h"

namespace tenon::ops {
namespace dynamic_quantize_linear {
namespace {

constexpr int64_t kParts = 32; // of the range, where it is worth while

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem) : mResults(problem.outputs.size()) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        auto const* from = x.as<float const>();
        Spread const spread = spreadOf(from, x.elements());
        cpu::quantize({1, 1, x.elements()}, from, &spread.scale, &spread.zero, args.outputs[0].as<uint8_t>());
        if (mResults > 1)
            *args.outputs[1].as<float>() = spread.scale;
        if (mResults > 2)
            *args.outputs[2].as<uint8_t>() = spread.zero;
        return true;
    }

private:
    static Spread spreadOf(float const* x, int64_t n) noexcept {
        float least[kParts + 1] = {}, greatest[kParts + 1] = {};
        int64_t const parts = n >= 4096 * kParts ? kParts : 1, each = n / parts;
        if (n == 0)
            return {0, 0};
        auto reduce = [&](cpu::Reduction which, float* to) {
            cpu::reduce(which, cpu::Finish::kNONE, {parts, each, 1}, x, to);
            if (parts * each < n)
                cpu::reduce(which, cpu::Finish::kNONE, {1, n - parts * each, 1}, x + parts * each, to + parts);
        };
        reduce(cpu::Reduction::kMIN, least);
        reduce(cpu::Reduction::kMAX, greatest);
        float low = 0, high = 0;
        bool allNumbers = true;
        for (int64_t i = 0; i <= parts; ++i) {
            allNumbers = allNumbers && least[i] == least[i];
            low = std::min(low, least[i]);
            high = std::max(high, greatest[i]);
        }
        for (int64_t i = 0; !allNumbers && i < n; ++i) { // what is no number hides what its part holds
            low = std::min(low, x[i]);
            high = std::max(high, x[i]);
        }
        return {low, high};
    }

    size_t mResults;
};

std::string refusal(Problem const&) {
    return {};
}

} // namespace
} // namespace dynamic_quantize_linear

void dynamic_quantize_linear_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "dynamic_quantize_linear",
                              .name = "dynamic_quantize_linear.hwy",
                              .refusal = dynamic_quantize_linear::refusal,
                              .make = instanceOf<dynamic_quantize_linear::HwyInstance>,
                              .elementNs = 0.4}));
}

} // namespace tenon::ops
