// SPDX-License-Identifier: Apache-2.0
// Plans written by hand. A Maker appends to one block; slots are made in the order of the stages.
//     Plan plan; Maker m(plan); Slot n = m.symbol("n"); int32_t x = m.input("x", DType::kF32, {n, m.number(4)}, {{1, 2,
//     8}, {4, 4, 4}}); m.bind(n, x, 0); int32_t y = m.output("y", ...); m.step("softmax", attrs, {x}, {y}); m.finish();
#pragma once

#include "kernel/attrs.h"
#include "plan/plan.h"

namespace tenon::test {

class Maker {
public:
    explicit Maker(plan::Plan& plan, std::string name = "main");

    plan::Block& block() { return mPlan.blocks[mNumber]; }
    int32_t number() const { return static_cast<int32_t>(mNumber); }

    Slot number(int64_t value);
    Slot symbol(std::string name); ///< to be bound
    Slot apply(DimOp op, Slot a, Slot b, Slot c = -1);
    void bind(Slot slot, int32_t value, int32_t index, bool element = false, int32_t stage = 0, Slot upper = -1);
    void endStage(); ///< slots made from now on belong to the next stage

    int32_t input(std::string name, DType type, std::vector<Slot> dims, std::vector<DimRange> ranges);
    /// Element ranges make it read by shapes.
    int32_t hostInput(std::string name, DType type, std::vector<Slot> dims, std::vector<DimRange> ranges,
                      std::vector<DimRange> values);
    int32_t boxInput(std::string name, Type type);
    int32_t output(std::string name, DType type, std::vector<Slot> dims);
    /// A value made elsewhere becomes an output.
    void outputOf(std::string name, int32_t value);

    int32_t weight(std::string name, std::vector<int64_t> dims, std::vector<float> elements, Layout layout = {});
    /// Arena memory of its own, of `bytes` bytes.
    int32_t arena(std::string name, DType type, std::vector<Slot> dims, int64_t bytes, Layout layout = {});
    int32_t alias(std::string name, DType type, std::vector<Slot> dims, int32_t of, int64_t byteOffset = 0);
    int32_t host(std::string name, DType type, std::vector<int64_t> dims, std::vector<Slot> content = {});
    int32_t box(std::string name, Type type, std::vector<Slot> dims = {});
    /// Parameters of an inner block: a plain tensor, or a box.
    int32_t param(std::string name, DType type, std::vector<Slot> dims, plan::Storage storage = plan::Storage::kArena);
    int32_t boxParam(std::string name, Type type);
    void results(std::vector<int32_t> values) { block().results = std::move(values); }

    plan::Step& step(std::string op, Attrs attrs, std::vector<int32_t> in, std::vector<int32_t> out,
                     std::string kernel = {}, int32_t stage = 0);
    plan::Step& control(std::string op, Attrs attrs, std::vector<int32_t> in, std::vector<int32_t> out,
                        std::vector<int32_t> blocks, int32_t stage = 0);
    void finish(); ///< closes the last stage

private:
    int32_t add(plan::Value value);
    plan::Value tensor(std::string name, DType type, std::vector<Slot> dims, plan::Storage storage);

    plan::Plan& mPlan;
    size_t mNumber;
};

/// A plan with one profile and nothing in it.
plan::Plan emptyPlan();

/// Softmax over rows: "x" f32[n, 8] -> "y", n from 1 to 16, usually 4.
plan::Plan softmaxPlan();
/// Every storage, several stages, inner blocks, weights in row-major and blocked layouts, an expression: for the codec.
/// It does not run.
plan::Plan richPlan();

// Plans that run with the operators of src/ops (blocks.cpp).

/// "c" bool, "x" f32[3] -> box "y": x + x where c, else x twice as rows of a matrix: the ranks differ.
plan::Plan ifPlan();
/// Loop over a box "start" that grows by one number at every turn; a second carried value counts the turns, and a scan
/// output keeps the count: "trips" i64, "go" bool, "limit" f32[1], "start" -> "count" f32[1], boxes "grown" and "all".
/// Ends when count reaches limit.
plan::Plan loopPlan(bool withTrips);
/// "start" f32[2], "x" f32[2, 3] -> "last" f32[2], "sums" f32[2, 3]: running sums of the columns, from the last to the
/// first.
plan::Plan scanPlan();
/// "list" sequence, "more" f32[1] -> "out": every element joined with more.
plan::Plan sequenceMapPlan();
/// All of it together: a loop inserts "x" f32[3] into a sequence at each of "trips" turns, and an if on "c" joins the
/// sequence, as one vector or as rows of a matrix, to box "y".
plan::Plan sequencePlan();
/// "x" f32[12], "shape" i64[2] -> "y": x in the shape that the second input holds.
plan::Plan reshapePlan();

} // namespace tenon::test
