// SPDX-License-Identifier: Apache-2.0
// Plans with inner blocks, boxes and shapes from data, made of real operators.
#include "ops/concat/concat.h"
#include "ops/concat_from_sequence/concat_from_sequence.h"
#include "ops/reshape/reshape.h"
#include "plans/make.h"
#include "shape/scan.h"

namespace tenon::test {
namespace {

Attrs row(std::string_view name, std::vector<DType> types) {
    return PointwiseAttributes{rowOf(name, std::move(types))};
}

Attrs concatAxis0() {
    return ops::concat::Attributes{0};
}

Type anyTensor(DType type = DType::kF32) {
    return Type::tensor(type, std::nullopt);
}

} // namespace

plan::Plan ifPlan() {
    plan::Plan plan = emptyPlan();
    Maker m(plan);
    Slot const three = m.number(3);
    int32_t const c = m.input("c", DType::kBool, {}, {});
    int32_t const x = m.input("x", DType::kF32, {three}, {{3, 3, 3}});
    int32_t const y = m.box("y", anyTensor());
    m.control("if", NoAttrs{}, {c, x}, {y}, {1, 2});
    m.outputOf("y", y);
    m.finish();
    {
        Maker then(plan, "then");
        Slot const n = then.number(3);
        int32_t const p = then.param("x", DType::kF32, {n});
        then.block().captures = 1;
        int32_t const sum = then.arena("sum", DType::kF32, {n}, 12);
        then.step("pointwise", row("add", {DType::kF32, DType::kF32}), {p, p}, {sum});
        then.results({sum});
        then.finish();
    }
    Maker other(plan, "else");
    Slot const n = other.number(3);
    int32_t const p = other.param("x", DType::kF32, {n});
    other.block().captures = 1;
    Slot const one = other.number(1);
    int32_t const flat = other.alias("row", DType::kF32, {one, n}, p);
    int32_t const two = other.arena("two", DType::kF32, {other.number(2), n}, 24);
    other.step("concat", concatAxis0(), {flat, flat}, {two});
    other.results({two});
    other.finish();
    return plan;
}

plan::Plan loopPlan(bool withTrips) {
    plan::Plan plan = emptyPlan();
    Maker m(plan);
    Slot const one = m.number(1);
    int32_t const trips = m.input("trips", DType::kI64, {}, {});
    int32_t const go = m.input("go", DType::kBool, {}, {});
    int32_t const limit = m.input("limit", DType::kF32, {one}, {{1, 1, 1}});
    int32_t const start = m.boxInput("start", anyTensor());
    int32_t const zero = m.weight("zero", {1}, {0});
    int32_t const grown = m.box("grown", anyTensor());
    int32_t const count = m.output("count", DType::kF32, {one});
    int32_t const all = m.box("all", anyTensor());
    m.control("loop", NoAttrs{}, {withTrips ? trips : -1, go, start, zero, limit}, {grown, count, all}, {1});
    m.block().results.clear(); // in the order of the outputs below
    plan.io.pop_back();
    plan.blocks[0].values[static_cast<size_t>(count)].ref = static_cast<int32_t>(plan.io.size());
    m.outputOf("count", count);
    m.outputOf("grown", grown);
    m.outputOf("all", all);
    m.finish();
    Maker body(plan, "body");
    Slot const unit = body.number(1);
    body.param("turn", DType::kI64, {});
    body.param("condition", DType::kBool, {});
    int32_t const held = body.boxParam("held", anyTensor());
    int32_t const counted = body.param("counted", DType::kF32, {unit});
    int32_t const bound = body.param("limit", DType::kF32, {unit});
    body.block().captures = 1;
    int32_t const tick = body.weight("tick", {1}, {1});
    int32_t const next = body.arena("next", DType::kF32, {unit}, 4);
    int32_t const longer = body.box("longer", anyTensor());
    int32_t const again = body.arena("again", DType::kBool, {unit}, 1);
    body.step("pointwise", row("add", {DType::kF32, DType::kF32}), {counted, tick}, {next});
    body.step("concat", concatAxis0(), {held, next}, {longer});
    body.step("pointwise", row("lt", {DType::kF32, DType::kF32}), {next, bound}, {again});
    body.results({again, longer, next, next});
    body.finish();
    return plan;
}

plan::Plan scanPlan() {
    plan::Plan plan = emptyPlan();
    Maker m(plan);
    Slot const two = m.number(2), three = m.number(3);
    int32_t const start = m.input("start", DType::kF32, {two}, {{2, 2, 2}});
    int32_t const x = m.input("x", DType::kF32, {two, three}, {{2, 2, 2}, {3, 3, 3}});
    int32_t const last = m.output("last", DType::kF32, {two});
    int32_t const sums = m.output("sums", DType::kF32, {two, three});
    ScanAxes const axes{1, {1}, {1}, {-1}, {1}};
    m.control("scan", axes, {start, x}, {last, sums}, {1});
    m.finish();
    Maker body(plan, "body");
    Slot const n = body.number(2);
    int32_t const held = body.param("held", DType::kF32, {n});
    int32_t const slice = body.param("slice", DType::kF32, {n});
    int32_t const sum = body.arena("sum", DType::kF32, {n}, 8);
    body.step("pointwise", row("add", {DType::kF32, DType::kF32}), {held, slice}, {sum});
    body.results({sum, sum});
    body.finish();
    return plan;
}

plan::Plan sequenceMapPlan() {
    plan::Plan plan = emptyPlan();
    Maker m(plan);
    int32_t const list = m.boxInput("list", Type::sequence(anyTensor()));
    int32_t const more = m.input("more", DType::kF32, {m.number(1)}, {{1, 1, 1}});
    int32_t const out = m.box("out", Type::sequence(anyTensor()));
    m.control("sequence_map", NoAttrs{}, {list, more}, {out}, {1});
    m.outputOf("out", out);
    m.finish();
    Maker body(plan, "body");
    int32_t const item = body.boxParam("item", anyTensor());
    int32_t const tail = body.param("tail", DType::kF32, {body.number(1)});
    int32_t const joined = body.box("joined", anyTensor());
    body.step("concat", concatAxis0(), {item, tail}, {joined});
    body.results({joined});
    body.finish();
    return plan;
}

plan::Plan sequencePlan() {
    Type const list = Type::sequence(anyTensor());
    plan::Plan plan = emptyPlan();
    Maker m(plan);
    Slot const three = m.number(3);
    int32_t const trips = m.input("trips", DType::kI64, {}, {});
    int32_t const c = m.input("c", DType::kBool, {}, {});
    int32_t const x = m.input("x", DType::kF32, {three}, {{3, 3, 3}});
    int32_t const first = m.box("first", list);
    int32_t const all = m.box("all", list);
    int32_t const y = m.box("y", anyTensor());
    m.step("sequence_construct", NoAttrs{}, {x}, {first});
    m.control("loop", NoAttrs{}, {trips, -1, first, x}, {all}, {1});
    m.control("if", NoAttrs{}, {c, all}, {y}, {2, 3});
    m.outputOf("y", y);
    m.finish();
    Maker body(plan, "body");
    Slot const n = body.number(3);
    body.param("turn", DType::kI64, {});
    int32_t const condition = body.param("condition", DType::kBool, {});
    int32_t const held = body.boxParam("held", list);
    int32_t const item = body.param("item", DType::kF32, {n});
    body.block().captures = 1;
    int32_t const doubled = body.arena("doubled", DType::kF32, {n}, 12);
    int32_t const longer = body.box("longer", list);
    body.step("pointwise", row("add", {DType::kF32, DType::kF32}), {item, item}, {doubled});
    body.step("sequence_insert", NoAttrs{}, {held, doubled, -1}, {longer});
    body.results({condition, longer});
    body.finish();
    for (bool rows : {false, true}) {
        Maker branch(plan, rows ? "rows" : "vector");
        int32_t const p = branch.boxParam("list", list);
        branch.block().captures = 1;
        int32_t const joined = branch.box("joined", anyTensor());
        branch.step("concat_from_sequence", ops::concat_from_sequence::Attributes{0, rows}, {p}, {joined});
        branch.results({joined});
        branch.finish();
    }
    return plan;
}

plan::Plan reshapePlan() {
    plan::Plan plan = emptyPlan();
    Maker m(plan);
    Slot const twelve = m.number(12), two = m.number(2), a = m.symbol("a"), b = m.symbol("b");
    int32_t const x = m.input("x", DType::kF32, {twelve}, {{12, 12, 12}});
    int32_t const shape = m.hostInput("shape", DType::kI64, {two}, {{2, 2, 2}}, {{1, 3, 12}, {1, 4, 12}});
    m.bind(a, shape, 0, true);
    m.bind(b, shape, 1, true);
    int32_t const y = m.output("y", DType::kF32, {a, b});
    m.step("reshape", ops::reshape::Attributes{}, {x, shape}, {y});
    m.finish();
    return plan;
}

} // namespace tenon::test
