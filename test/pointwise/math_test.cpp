// SPDX-License-Identifier: Apache-2.0
// The vector form of every fp32 row against the scalar form in double, over all magnitudes, on every instruction set.
#include "kernel/tile.h"
#include "ops/pointwise/pointwise.h"
#include "ops/pointwise/scalar.h"
#include "test/backend/targets.h"

#include <bit>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace tenon::ops::pointwise {
namespace {

/// Distance in units in the last place of `wanted` rounded to float; 0 when both are NaN or the same infinity.
double ulps(float got, double wanted) {
    float const rounded = static_cast<float>(wanted);
    if (std::isnan(wanted) || std::isnan(got))
        return std::isnan(wanted) == std::isnan(got) ? 0 : INFINITY;
    if (std::isinf(rounded) || std::isinf(got))
        return rounded == got || std::abs(wanted) > 0x1.fffffdp127 ? 0 : INFINITY;
    double const unit = std::max(0x1p-149, std::ldexp(1.0, std::ilogb(std::max(std::abs(rounded), 0x1p-126f)) - 23));
    return std::abs(static_cast<double>(got) - wanted) / unit;
}

#ifdef TENON_SANITIZED // slow, and the results are those of a release
constexpr int kDraws = 15000;
#else
constexpr int kDraws = 60000;
#endif

/// Arguments of every magnitude and sign, special values first.
std::vector<float> arguments() {
    std::vector<float> x{0.0f,
                         -0.0f,
                         1.0f,
                         -1.0f,
                         0.5f,
                         -0.5f,
                         2.0f,
                         3.0f,
                         INFINITY,
                         -INFINITY,
                         NAN,
                         0x1p-149f,
                         -0x1p-149f,
                         0x1p-126f,
                         0x1.fffffep127f,
                         -0x1.fffffep127f,
                         88.7228f,
                         88.7229f,
                         -87.3366f,
                         -103.9f,
                         -104.1f,
                         0.6f,
                         4.0f,
                         14.4f,
                         1e6f,
                         1.0001e6f};
    std::minstd_rand random(5);
    for (int i = 0; i < kDraws; ++i) // any bits
        x.push_back(std::bit_cast<float>(static_cast<uint32_t>(random()) << 1 ^ static_cast<uint32_t>(random())));
    for (int i = 0; i < kDraws; ++i) // where functions bend
        x.push_back((static_cast<float>(random() % 2000001) - 1e6f) * 2e-5f);
    for (int i = 0; i < kDraws / 3; ++i) // near 1
        x.push_back(1.0f + (static_cast<float>(random() % 20001) - 1e4f) * 0x1p-23f);
    return x;
}

using Scalar = double (*)(double);
struct Function {
    std::string_view row;
    Scalar exact;
    double limit;     ///< in units in the last place
    double floor = 0; ///< an absolute error that does not count
};

// Sigmoid and what is made of it are 0 where exp(-x) overflows; a product with a subnormal number has few digits.
constexpr Function kFunctions[] = {
    {"exp", scalar::exp_row::call, 2},
    {"expm1", scalar::expm1_row::call, 2},
    {"log", scalar::log_row::call, 2},
    {"log1p", scalar::log1p_row::call, 2},
    {"tanh", scalar::tanh_row::call, 2},
    {"erf", scalar::erf_row::call, 2.5},
    {"sin", scalar::sin_row::call, 1},
    {"cos", scalar::cos_row::call, 1},
    {"tan", scalar::tan_row::call, 1},
    {"asin", scalar::asin_row::call, 1},
    {"acos", scalar::acos_row::call, 1},
    {"atan", scalar::atan_row::call, 1},
    {"sinh", scalar::sinh_row::call, 1},
    {"cosh", scalar::cosh_row::call, 1},
    {"asinh", scalar::asinh_row::call, 1},
    {"acosh", scalar::acosh_row::call, 1},
    {"atanh", scalar::atanh_row::call, 1},
    {"sqrt", scalar::sqrt_row::call, 0.5},
    {"rsqrt", scalar::rsqrt_row::call, 1.5},
    {"sigmoid", scalar::sigmoid_row::call, 3, 1e-36},
    {"silu", scalar::silu_row::call, 3, 1e-36},
    {"softplus", scalar::softplus_row::call, 3},
    {"mish", scalar::mish_row::call, 4, 1e-40},
    {"gelu_erf", scalar::gelu_erf_row::call, 5, 1e-37},
    {"gelu_tanh", scalar::gelu_tanh_row::call, 16, 1e-9},
};

TEST(VectorMath, EveryMagnitude) {
    auto const x = arguments();
    test::onEveryTarget([&] {
        for (Function const& f : kFunctions) {
            auto const program = makeTile(rowOf(f.row, {DType::kF32}));
            std::vector<float> y(x.size());
            TileOperand const operand{x.data(), 1};
            program->run(&operand, y.data(), static_cast<int64_t>(x.size()));
            double worst = 0;
            float at = 0, got = 0;
            for (size_t i = 0; i < x.size(); ++i)
                if (double const exact = f.exact(static_cast<double>(x[i])), u = ulps(y[i], exact);
                    u > worst && !(std::abs(static_cast<double>(y[i]) - exact) <= f.floor)) {
                    worst = u;
                    at = x[i];
                    got = y[i];
                }
            EXPECT_LE(worst, f.limit) << f.row << "(" << at << ") is " << got << ", wanted "
                                      << f.exact(static_cast<double>(at));
        }
    });
}

TEST(VectorMath, PowerOfEveryPair) {
    auto const all = arguments();
    std::vector<float> x(all.begin(), all.begin() + 30000), y(all.rbegin(), all.rbegin() + 30000);
    std::minstd_rand random(9);
    for (int i = 0; i < 30000; ++i) {
        x.push_back(static_cast<float>(random() % 100000) * 1e-3f);
        y.push_back((static_cast<float>(random() % 40001) - 2e4f) * 1e-3f);
    }
    for (float a : {0.0f, -0.0f, 1.0f, -1.0f, -8.0f, 2.0f, INFINITY, -INFINITY, NAN})
        for (float b : {0.0f, 1.0f, -1.0f, 2.0f, 3.0f, -3.0f, 0.5f, -0.5f, 1e10f, INFINITY, -INFINITY, NAN}) {
            x.push_back(a);
            y.push_back(b);
        }
    test::onEveryTarget([&] {
        std::vector<float> z(x.size());
        TileOperand const operands[] = {{x.data(), 1}, {y.data(), 1}};
        makeTile(rowOf("pow", {DType::kF32, DType::kF32}))->run(operands, z.data(), static_cast<int64_t>(x.size()));
        for (size_t i = 0; i < x.size(); ++i) {
            double const wanted = std::pow(static_cast<double>(x[i]), static_cast<double>(y[i]));
            ASSERT_LE(ulps(z[i], wanted), 1.5) << x[i] << " to the " << y[i] << " is " << z[i] << ", wanted " << wanted;
        }
    });
}

} // namespace
} // namespace tenon::ops::pointwise
