// SPDX-License-Identifier: Apache-2.0
// A test case of an operator: attributes, inputs, and how exact every kernel must be. An op folder's NAME_cases.cpp adds them.
// The runner computes each case with the reference kernel, with every other kernel that proposes, and through an engine that was built,
// saved and loaded again; all must agree within the tolerance (and with `expected`, where a case knows the answer by itself).
#pragma once

#include "kernel/box.h"
#include "kernel/table.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tenon::test {

struct Case {
    std::string name; ///< unique within the operator
    std::string op;
    Attrs attrs;
    std::vector<std::optional<Box>> inputs; ///< absent: an optional operand left out
    size_t results = 1;
    std::vector<size_t> constants{};        ///< inputs that are constants of the network (weights)
    double rtol = 1e-5, atol = 1e-6;        ///< 0, 0: bit for bit
    std::vector<Box> expected{};            ///< the answer, where it is known independently
};

class CaseList {
public:
    void add(Case c) { mCases.push_back(std::move(c)); }
    std::vector<Case> const& all() const noexcept { return mCases; }

private:
    std::vector<Case> mCases;
};

/// Uniform random elements in [low, high), the same on every machine for one seed. Integers are rounded down; bool is value > 0.
Box random(DType type, std::vector<int64_t> dims, uint64_t seed, double low = -1, double high = 1);
/// The given elements.
Box tensor(DType type, std::vector<int64_t> dims, std::vector<double> values);

/// The cases of every operator (generated).
void addOpCases(CaseList& list);

} // namespace tenon::test
