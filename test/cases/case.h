// SPDX-License-Identifier: Apache-2.0
// A test case of an operator: attributes, inputs, and how exact every kernel must be. An op folder's NAME_cases.cpp
// adds them. The runner computes each case with the reference kernel, with every other kernel that proposes, and
// through an engine that was built, saved and loaded again; all must agree within the tolerance (and with `expected`,
// where a case knows the answer by itself).
#pragma once

#include "kernel/box.h"
#include "kernel/table.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::test {

/// A pointwise expression on the operator's first result (operand 0); its further operands broadcast to the result.
struct CaseEpilogue {
    Expression expression;
    std::vector<Box> extra;
    std::vector<size_t> constants{}; ///< which of `extra` are constants of the network
};

struct Case {
    std::string name; ///< unique within the operator
    std::string op;
    Attrs attrs;
    std::vector<std::optional<Box>> inputs; ///< absent: an optional operand left out
    size_t results = 1;
    std::vector<size_t> constants{}; ///< inputs that are constants of the network (weights)
    double rtol = 1e-5, atol = 1e-6; ///< 0, 0: bit for bit
    std::vector<Box> expected{};     ///< the answer, where it is known independently
    std::optional<CaseEpilogue> epilogue{};
    /// Other operands for the same problem: kernels are asked for the range of dims that `inputs` and these span, and
    /// run with each. Constants are those of `inputs`.
    std::vector<std::vector<std::optional<Box>>> more{};
};

class CaseList {
public:
    void add(Case c) { mCases.push_back(std::move(c)); }
    /// A case that every kernel computes bit for bit, with its answer where that is known.
    void addExact(std::string op, std::string name, Attrs attrs, std::vector<Box> inputs,
                  std::optional<Box> expected = {});
    std::vector<Case> const& all() const noexcept { return mCases; }

private:
    std::vector<Case> mCases;
};

/// Uniform random elements in [low, high), the same on every machine for one seed. Integers are rounded down; bool is
/// value > 0.
Box random(DType type, std::vector<int64_t> dims, uint64_t seed, double low = -1, double high = 1);
/// The given elements.
Box tensor(DType type, std::vector<int64_t> dims, std::vector<double> values);
/// One element, of rank 0.
Box scalar(DType type, double value);
/// A tensor of strings.
Box strings(std::vector<int64_t> dims, std::vector<std::string> values);
/// A sequence; `type` is the element type of an empty one.
Box sequenceOf(std::vector<Box> items, DType type = DType::kF32);

/// inputs[0] is the operator's result: rows of the pointwise table applied in turn, each to the value before and
/// `extra` operands in order of need ("add" takes one, "relu" none). All in one type.
Expression chain(DType type, std::vector<std::pair<std::string, int>> const& rows);

/// The cases of one op folder.
struct FolderCases {
    std::string_view folder;
    void (*add)(CaseList& list);
};
/// Every folder that has some (generated).
std::span<FolderCases const> opCases();

} // namespace tenon::test
