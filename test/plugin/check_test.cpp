// SPDX-License-Identifier: Apache-2.0
// The checker as a program calls it: plugins that are linked into it, and a reference function in C++.
#include "scale.h"

#include <gtest/gtest.h>
#include <tenon/plugin_check.h>

namespace test {
namespace {

#if !defined(__SANITIZE_ADDRESS__) &&                                                                                  \
    !defined(__SANITIZE_THREAD__) // they replace the heap and the signals that it looks at

/// alpha * x + bias for the spec below.
void reference(void* user, TenonCheckTensor const* inputs, int32_t, TenonCheckTensor const* outputs, int32_t) {
    int64_t n = 1;
    for (int32_t i = 0; i < inputs[0].nbDims; ++i)
        n *= inputs[0].dims[i];
    for (int64_t i = 0; i < n; ++i)
        static_cast<float*>(outputs[0].data)[i] =
            *static_cast<float*>(user) * static_cast<float*>(inputs[0].data)[i] + 0.5F;
}

TEST(Check, FindsNothingInARightPluginOfThisProgram) {
    Registered<CreatorV2<ScaleDynamic>> const here("Scale", "");
    float alpha = 2;
    TenonCheckOptions options{};
    options.creator = "Scale";
    options.specJson = R"({"fields": {"alpha": 2, "bias": 0.5}, "inputs": [{"shape": [[1, 3], [2, 3], [5, 3]]}]})";
    options.skip = "field-type=it reads floats alone;field-length=likewise";
    options.reference = reference;
    options.user = &alpha;
    EXPECT_EQ(tenon_plugin_check(&options), 0);
    alpha = 3;
    EXPECT_EQ(tenon_plugin_check(&options), 1) << "the reference computes something else";
    options.skip = nullptr;
    EXPECT_GT(tenon_plugin_check(&options), 1);
}

TEST(Check, SaysWhenItCannot) {
    TenonCheckOptions options{};
    options.creator = "NoSuchPlugin";
    EXPECT_EQ(tenon_plugin_check(&options), -2);
    options.library = "no-such-library.so";
    EXPECT_EQ(tenon_plugin_check(&options), -2);
    options.specJson = "[";
    EXPECT_EQ(tenon_plugin_check(&options), -2);
}

#endif

} // namespace
} // namespace test
