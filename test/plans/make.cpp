// SPDX-License-Identifier: Apache-2.0
#include "plans/make.h"

#include "kernel/attr_type.h"
#include "ops/softmax/softmax.h"
#include "plan/pack.h"

#include <cstring>

namespace tenon::test {

using plan::Storage;

Maker::Maker(plan::Plan& plan, std::string name) : mPlan(plan), mNumber(plan.blocks.size()) {
    plan.blocks.emplace_back();
    block().name = std::move(name);
}

Slot Maker::number(int64_t value) {
    block().shapes.code.push_back({DimOp::kConst, value, -1, -1, -1});
    return static_cast<Slot>(block().shapes.code.size()) - 1;
}

Slot Maker::symbol(std::string name) {
    block().shapes.code.push_back({DimOp::kSymbol, static_cast<int64_t>(block().symbols.size()), -1, -1, -1});
    auto const slot = static_cast<Slot>(block().shapes.code.size()) - 1;
    block().symbols.push_back({slot, std::move(name), -1, 0, false, -1, 0});
    return slot;
}

Slot Maker::apply(DimOp op, Slot a, Slot b, Slot c) {
    block().shapes.code.push_back({op, 0, a, b, c});
    return static_cast<Slot>(block().shapes.code.size()) - 1;
}

void Maker::bind(Slot slot, int32_t value, int32_t index, bool element, int32_t stage, Slot upper) {
    for (plan::SymbolBinding& s : block().symbols)
        if (s.slot == slot)
            s = {slot, s.name, value, index, element, upper, stage};
}

void Maker::endStage() {
    block().stageEnds.push_back(static_cast<Slot>(block().shapes.code.size()));
}

void Maker::finish() {
    endStage();
}

int32_t Maker::add(plan::Value value) {
    block().values.push_back(std::move(value));
    return static_cast<int32_t>(block().values.size()) - 1;
}

plan::Value Maker::tensor(std::string name, DType type, std::vector<Slot> dims, Storage storage) {
    plan::Value v;
    v.origins = {name};
    v.name = std::move(name);
    v.type = Type::tensor(type, Dims(dims.size()));
    v.dims = std::move(dims);
    v.storage = storage;
    return v;
}

int32_t Maker::input(std::string name, DType type, std::vector<Slot> dims, std::vector<DimRange> ranges) {
    plan::Value v = tensor(name, type, std::move(dims), Storage::kIo);
    v.ref = static_cast<int32_t>(mPlan.io.size());
    int32_t const value = add(std::move(v));
    mPlan.io.push_back({std::move(name), true, value, {}, false});
    block().params.push_back(value);
    for (plan::Profile& p : mPlan.profiles)
        p.inputs.push_back({ranges, {}});
    return value;
}

int32_t Maker::hostInput(std::string name, DType type, std::vector<Slot> dims, std::vector<DimRange> ranges,
                         std::vector<DimRange> values) {
    int32_t const value = input(std::move(name), type, std::move(dims), std::move(ranges));
    mPlan.io.back().hostRead = true;
    for (plan::Profile& p : mPlan.profiles)
        p.inputs.back().values = values;
    return value;
}

int32_t Maker::boxInput(std::string name, Type type) {
    int32_t const value = box(name, std::move(type));
    mPlan.io.push_back({std::move(name), true, value, {}, false});
    block().params.push_back(value);
    for (plan::Profile& p : mPlan.profiles)
        p.inputs.emplace_back();
    return value;
}

int32_t Maker::output(std::string name, DType type, std::vector<Slot> dims) {
    plan::Value v = tensor(name, type, std::move(dims), Storage::kIo);
    v.ref = static_cast<int32_t>(mPlan.io.size());
    int32_t const value = add(std::move(v));
    outputOf(std::move(name), value);
    return value;
}

void Maker::outputOf(std::string name, int32_t value) {
    mPlan.io.push_back({std::move(name), false, value, {}, false});
    block().results.push_back(value);
}

int32_t Maker::weight(std::string name, std::vector<int64_t> dims, std::vector<float> elements, Layout layout) {
    plan::Weight w{name, DType::kF32, dims, layout, 0, plan::packedBytes(DType::kF32, dims, layout), -1};
    std::vector<std::byte> all(mPlan.weightBytes.bytes().begin(), mPlan.weightBytes.bytes().end());
    all.resize((all.size() + 63) / 64 * 64);
    w.offset = static_cast<int64_t>(all.size());
    all.resize(all.size() + static_cast<size_t>(w.bytes));
    plan::pack(reinterpret_cast<std::byte const*>(elements.data()), DType::kF32, dims, layout, all.data() + w.offset);
    mPlan.weightBytes = Buffer::copy(all);
    std::vector<Slot> slots;
    for (int64_t d : dims)
        slots.push_back(number(d));
    plan::Value v = tensor(std::move(name), DType::kF32, std::move(slots), Storage::kWeight);
    v.layout = std::move(layout);
    v.ref = static_cast<int32_t>(mPlan.weights.size());
    mPlan.weights.push_back(std::move(w));
    return add(std::move(v));
}

int32_t Maker::arena(std::string name, DType type, std::vector<Slot> dims, int64_t bytes, Layout layout) {
    plan::Value v = tensor(std::move(name), type, std::move(dims), Storage::kArena);
    v.layout = std::move(layout);
    for (plan::Profile& p : mPlan.profiles) {
        v.offsets.push_back(p.arenaBytes);
        p.arenaBytes += (bytes + 63) / 64 * 64;
        p.sumBytes += bytes;
    }
    return add(std::move(v));
}

int32_t Maker::alias(std::string name, DType type, std::vector<Slot> dims, int32_t of, int64_t byteOffset) {
    plan::Value v = tensor(std::move(name), type, std::move(dims), Storage::kAlias);
    v.ref = of;
    v.byteOffset = byteOffset;
    return add(std::move(v));
}

int32_t Maker::host(std::string name, DType type, std::vector<int64_t> dims, std::vector<Slot> content) {
    std::vector<Slot> slots;
    int64_t count = 1;
    for (int64_t d : dims) {
        slots.push_back(number(d));
        count *= d;
    }
    plan::Value v = tensor(std::move(name), type, std::move(slots), Storage::kHost);
    v.content = std::move(content);
    for (plan::Profile& p : mPlan.profiles) {
        v.offsets.push_back(p.hostBytes);
        p.hostBytes += (bytesFor(type, count) + 63) / 64 * 64;
    }
    return add(std::move(v));
}

int32_t Maker::box(std::string name, Type type, std::vector<Slot> dims) {
    plan::Value v;
    v.origins = {name};
    v.name = std::move(name);
    v.type = std::move(type);
    v.dims = std::move(dims);
    v.storage = Storage::kBox;
    return add(std::move(v));
}

int32_t Maker::param(std::string name, DType type, std::vector<Slot> dims, Storage storage) {
    int32_t const value = add(tensor(std::move(name), type, std::move(dims), storage));
    block().params.push_back(value);
    return value;
}

int32_t Maker::boxParam(std::string name, Type type) {
    int32_t const value = box(std::move(name), std::move(type));
    block().params.push_back(value);
    return value;
}

plan::Step& Maker::step(std::string op, Attrs attrs, std::vector<int32_t> in, std::vector<int32_t> out,
                        std::string kernel, int32_t stage) {
    plan::Step s;
    s.name = op + "_" + std::to_string(block().steps.size());
    s.origins = {s.name};
    s.attrs = attrs.encoded();
    s.inputs = std::move(in);
    s.outputs = std::move(out);
    s.stage = stage;
    for (size_t p = 0; p < mPlan.profiles.size(); ++p)
        s.choices.push_back({kernel.empty() ? op + ".ref" : kernel, 0, 0, 0, {}});
    s.op = std::move(op);
    block().steps.push_back(std::move(s));
    return block().steps.back();
}

plan::Step& Maker::control(std::string op, Attrs attrs, std::vector<int32_t> in, std::vector<int32_t> out,
                           std::vector<int32_t> blocks, int32_t stage) {
    plan::Step& s = step(std::move(op), std::move(attrs), std::move(in), std::move(out), {}, stage);
    for (plan::Choice& c : s.choices)
        c.kernel.clear();
    s.blocks = std::move(blocks);
    return s;
}

plan::Plan emptyPlan() {
    plan::Plan plan;
    plan.info.version = "0.1.0";
    plan.profiles.emplace_back();
    return plan;
}

plan::Plan softmaxPlan() {
    plan::Plan plan = emptyPlan();
    plan.info.user["team"] = "x";
    Maker m(plan);
    Slot const n = m.symbol("n");
    Slot const eight = m.number(8);
    int32_t const x = m.input("x", DType::kF32, {n, eight}, {{1, 4, 16}, {8, 8, 8}});
    m.bind(n, x, 0);
    int32_t const y = m.output("y", DType::kF32, {n, eight});
    m.step("softmax", ops::softmax::Attributes{}, {x}, {y});
    m.finish();
    return plan;
}

plan::Plan richPlan() {
    plan::Plan plan = emptyPlan();
    plan.profiles.emplace_back();
    plan.info.user["team"] = "x";
    plan.info.warnings = {"a warning with \"quotes\" and a line\nend"};
    plan.info.layers.push_back(
        {"layer", "softmax", "softmax.ref", 0, 1.5, {{"softmax.ref", 1.5}}, {{"softmax.fast", "no reason at all"}}});
    Maker m(plan);
    Slot const n = m.symbol("n");
    Slot const eight = m.number(8);
    Slot const twice = m.apply(DimOp::kMul, n, eight);
    Slot const one = m.number(1);
    int32_t const x = m.input("x", DType::kF32, {n, eight}, {{1, 4, 16}, {8, 8, 8}});
    int32_t const shape = m.hostInput("shape", DType::kI64, {one}, {{1, 1, 1}}, {{1, 8, 64}});
    int32_t const list = m.boxInput("list", Type::sequence(Type::tensor(DType::kF32, std::nullopt)));
    m.bind(n, x, 0);
    Slot const k = m.symbol("k");
    m.bind(k, shape, 0, true);
    int32_t const hosted = m.host("hosted", DType::kI64, {2}, {twice, k});
    int32_t const w = m.weight("w", {3, 5}, std::vector<float>(15, 2.0f));
    int32_t const blocked =
        m.weight("blocked", {2, 5, 3, 3}, std::vector<float>(90, 3.0f), Layout::blockedChannels(4, 8));
    plan.expressions.push_back({"w.source", Type::tensor(DType::kF32, Dims{3, 5}), {}, {}, {}, {}, 0});
    plan.weights[0].expression = 0;
    int32_t const a = m.arena("a", DType::kF32, {n, eight}, 16 * 8 * 4);
    int32_t const flat = m.alias("flat", DType::kF32, {twice}, a);
    int32_t const text = m.box("text", Type::tensor(DType::kString, std::nullopt));
    int32_t const any = m.box("any", Type::tensor(DType::kF32, std::nullopt));
    m.endStage();
    Slot const late = m.symbol("late");
    m.bind(late, any, 0, false, 1, twice);
    int32_t const cut = m.arena("cut", DType::kF32, {late}, 16 * 8 * 4);
    m.finish();
    plan::Step& first = m.step("softmax", ops::softmax::Attributes{}, {x}, {a});
    first.epilogue = Epilogue{{{DType::kF32}, {{"sigmoid", DType::kF32, {0, -1, -1}, 0, 0}}}, 1};
    m.step("make_text", NoAttrs{}, {flat, hosted}, {text, any});
    m.control("if", NoAttrs{}, {x, list, w, blocked, -1}, {cut}, {1, 2}, 1);
    m.outputOf("cut", cut);
    m.outputOf("text", text);
    for (char const* name : {"then", "else"}) {
        Maker inner(plan, name);
        int32_t const c = inner.boxParam("c", Type::optional(Type::tensor(DType::kI64, std::nullopt)));
        inner.block().captures = 1;
        inner.results({c});
        inner.finish();
    }
    return plan;
}

} // namespace tenon::test
