// SPDX-License-Identifier: Apache-2.0
// Runs passes over a small graph and compares the answers before and after.
#pragma once

#include "graph_helper.h"
#include "passes/passes.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tenon::test {

inline std::vector<std::unique_ptr<ir::Pass>> simplifyPasses() {
    std::vector<std::unique_ptr<ir::Pass>> out;
    out.push_back(passes::fold());
    out.push_back(passes::recognise());
    return out;
}

inline std::vector<std::unique_ptr<ir::Pass>> one(std::unique_ptr<ir::Pass> pass) {
    std::vector<std::unique_ptr<ir::Pass>> out;
    out.push_back(std::move(pass));
    return out;
}

inline Box filled(std::vector<int64_t> dims) {
    Box box;
    box.setTensor(DType::kF32, dims);
    auto* f = reinterpret_cast<float*>(box.data());
    for (int64_t i = 0; i < box.elements(); ++i)
        f[i] = std::sin(static_cast<float>(i) * 0.7f) * 3;
    return box;
}

inline void expectClose(std::vector<Box> const& a, std::vector<Box> const& b, float tolerance = 1e-5f) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].dims, b[i].dims);
        for (int64_t k = 0; k < a[i].elements(); ++k)
            ASSERT_NEAR(reinterpret_cast<float const*>(a[i].data())[k], reinterpret_cast<float const*>(b[i].data())[k],
                        tolerance)
                << k;
    }
}

/// Runs the passes, checks that the answer stays and that running them again changes nothing.
inline void check(Builder& b, std::vector<Box> inputs, std::vector<std::unique_ptr<ir::Pass>> passes,
                  float tolerance = 1e-5f) {
    ir::verify(b.g);
    auto const before = interpret(b.g, inputs);
    b.run(passes);
    expectClose(before, interpret(b.g, inputs), tolerance);
    std::string const once = ir::print(b.g);
    b.run(passes);
    EXPECT_EQ(ir::print(b.g), once);
}

} // namespace tenon::test
