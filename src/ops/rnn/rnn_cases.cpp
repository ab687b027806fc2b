// SPDX-License-Identifier: Apache-2.0
// Every cell with every option; sizes on both sides of a vector and of a panel of 16 columns; weights constant and not.
#include "cases/case.h"
#include "ops/rnn/rnn.h"

#include <limits>

namespace tenon::ops {
namespace rnn {
namespace {

using test::Case;
using test::random;
using test::tensor;

struct Dims {
    int64_t steps = 4, batch = 3, inputs = 5, hidden = 7;
};

/// Operands that are left out, or constants of the network.
struct Form {
    bool bias = true, initial = true, peepholes = false, constant = true;
    std::vector<double> lengths{};
    DType type = DType::kF32;
};

struct Adder {
    test::CaseList& list;
    uint64_t seed = 1;

    Case make(std::string name, Attributes a, Dims const& s, Form const& f) {
        int64_t const d = a.directions(), g = gatesOf(a.cell);
        auto some = [&](std::vector<int64_t> dims) { return random(f.type, std::move(dims), seed++); };
        Case c{.name = std::string(nameOf(a.cell)) + "_" + std::move(name), .op = "rnn", .attrs = a};
        bool const lstm = a.cell == Cell::kLSTM;
        c.results = lstm ? 3 : 2;
        c.inputs.resize(lstm ? 8 : 6);
        c.inputs[kX] = some({s.steps, s.batch, s.inputs});
        c.inputs[kW] = some({d, g * s.hidden, s.inputs});
        c.inputs[kR] = some({d, g * s.hidden, s.hidden});
        if (f.bias)
            c.inputs[kBias] = some({d, 2 * g * s.hidden});
        if (!f.lengths.empty())
            c.inputs[kLengths] = tensor(DType::kI32, {s.batch}, f.lengths);
        if (f.initial)
            c.inputs[kInitialH] = some({d, s.batch, s.hidden});
        if (f.initial && lstm)
            c.inputs[kInitialC] = some({d, s.batch, s.hidden});
        if (f.peepholes)
            c.inputs[kPeepholes] = some({d, 3 * s.hidden});
        if (f.constant)
            c.constants = {kW, kR};
        if (f.type == DType::kF16 || f.type == DType::kBF16)
            c.rtol = c.atol = 1e-2;
        return c;
    }
    void operator()(std::string name, Attributes a, Dims const& s = {}, Form const& f = {}) {
        list.add(make(std::move(name), std::move(a), s, f));
    }
};

/// Numbers without a pattern, the same as those that the answers were computed from.
Box numbers(std::vector<int64_t> dims, int64_t n) {
    int64_t count = 1;
    for (int64_t d : dims)
        count *= d;
    std::vector<double> values;
    for (int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<double>((i * 7 + n * 3) % 11 - 5) / 8);
    return tensor(DType::kF32, std::move(dims), std::move(values));
}

/// Two steps of two units; the answers are those of the onnx package's evaluator.
void addKnown(Adder& add, std::string name, Attributes a, bool peepholes, std::vector<double> y,
              std::vector<double> lastC) {
    int64_t const g = gatesOf(a.cell);
    Case c = add.make(std::move(name), a, {2, 1, 2, 2}, {.constant = false});
    c.inputs[kX] = numbers({2, 1, 2}, 0);
    c.inputs[kW] = numbers({1, g * 2, 2}, 1);
    c.inputs[kR] = numbers({1, g * 2, 2}, 2);
    c.inputs[kBias] = numbers({1, g * 4}, 3);
    c.inputs[kInitialH] = numbers({1, 1, 2}, 4);
    std::vector<double> const lastH{y[2], y[3]};
    c.expected = {tensor(DType::kF32, {2, 1, 1, 2}, std::move(y)), tensor(DType::kF32, {1, 1, 2}, lastH)};
    if (a.cell == Cell::kLSTM) {
        c.inputs[kInitialC] = numbers({1, 1, 2}, 5);
        if (peepholes)
            c.inputs[kPeepholes] = numbers({1, 6}, 6);
        c.expected.push_back(tensor(DType::kF32, {1, 1, 2}, std::move(lastC)));
    }
    add.list.add(std::move(c));
}

void addAllKnown(Adder& add) {
    addKnown(add, "known", {.cell = Cell::kRNN}, false, {0.108940929, -0.0468406975, 0.449687004, 0.162394881}, {});
    addKnown(add, "known", {.cell = Cell::kGRU}, false, {-0.532979727, -0.170789659, -0.575533986, -0.39334035}, {});
    addKnown(add, "known_linear", {.cell = Cell::kGRU, .linearBeforeReset = true}, false,
             {-0.495662272, -0.267063767, -0.522342265, -0.508402526}, {});
    addKnown(add, "known", {}, false, {0.114946134, -0.140895143, 0.113747649, 0.00600467669},
             {0.496050417, 0.00762814283});
    addKnown(add, "known_peepholes", {}, true, {0.133337051, -0.128076538, 0.138791174, 0.00905960705},
             {0.486041069, 0.0115311332});
}

/// Weights of 8 bits, with scales and zero points of the directions or of all columns.
void addBytes(Adder& add, Cell cell, DType type, bool ofEach) {
    for (int64_t batch : {1, 3, 15}) {
        Attributes const a{.cell = cell, .direction = Direction::kBidirectional};
        int64_t const columns = gatesOf(cell) * 19;
        Case c = add.make("bytes_" + std::string(nameOf(type)) + (ofEach ? "_of_each_" : "_") + std::to_string(batch),
                          a, {3, batch, 21, 19}, {});
        c.inputs.resize(12);
        double const low = type == DType::kI8 ? -128 : 0;
        for (size_t i : {kW, kR}) {
            std::vector<int64_t> const lists = ofEach ? std::vector<int64_t>{2, columns} : std::vector<int64_t>{2};
            c.inputs[i] = random(type, c.inputs[i]->dims, add.seed++, low, low + 256);
            c.inputs[scaleOf(i)] = random(DType::kF32, lists, add.seed++, 0.002, 0.01);
            c.inputs[scaleOf(i) + 1] = random(type, lists, add.seed++, low + 100, low + 150);
        }
        if (type == DType::kI8)
            c.rtol = c.atol = 2e-4; // rnn.vnni rounds what meets the weights to 16 bits of the greatest
        else
            c.atol = 1e-5;
        add.list.add(std::move(c));
    }
}

/// Sizes of more than one tile of every kind, and values that have no digits.
void addDigits(Adder& add) {
    for (bool finite : {true, false}) {
        Case c = add.make(finite ? "bytes_many" : "bytes_not_finite", {}, {13, 1, 130, 70}, {});
        c.inputs.resize(12);
        for (size_t i : {kW, kR}) {
            c.inputs[i] = random(DType::kI8, c.inputs[i]->dims, add.seed++, -128, 128);
            c.inputs[scaleOf(i)] = random(DType::kF32, {1}, add.seed++, 0.001, 0.003);
            c.inputs[scaleOf(i) + 1] = tensor(DType::kI8, {1}, {0});
        }
        if (!finite) // of a step in the middle: what comes before it is not touched
            reinterpret_cast<float*>(c.inputs[kX]->data())[7 * 130 + 5] = std::numeric_limits<float>::quiet_NaN();
        c.rtol = c.atol = 1e-3;
        add.list.add(std::move(c));
    }
}

void addOptions(Adder& add, Cell cell) {
    auto with = [&](Direction direction) { return Attributes{.cell = cell, .direction = direction}; };
    add("reverse", with(Direction::kReverse));
    add("both", with(Direction::kBidirectional));
    add("both_lengths", with(Direction::kBidirectional), {}, {.lengths = {2, 4, 0}});
    add("lengths", with(Direction::kForward), {}, {.lengths = {1, 0, 4}});
    add("weights_at_run_time", with(Direction::kBidirectional), {3, 2, 5, 11}, {.constant = false});
    add("bare", with(Direction::kForward), {}, {.bias = false, .initial = false});
    add("clip", {.cell = cell, .clip = 0.25});
    add("no_steps", with(Direction::kForward), {0, 2, 3, 4});
    add("no_batch", with(Direction::kForward), {2, 0, 3, 4});
    for (int64_t hidden : {1, 8, 16, 33, 40})
        add("hidden_" + std::to_string(hidden), with(Direction::kForward), {3, 2, hidden + 1, hidden});
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        add("type_" + std::string(nameOf(type)), with(Direction::kForward), {}, {.type = type});
    Case sizes = add.make("sizes", with(Direction::kBidirectional), {}, {});
    for (auto [steps, batch] : {std::pair<int64_t, int64_t>{1, 1}, {9, 5}}) {
        auto& more = sizes.more.emplace_back(sizes.inputs);
        more[kX] = random(DType::kF32, {steps, batch, 5}, add.seed++);
        more[kInitialH] = random(DType::kF32, {2, batch, 7}, add.seed++);
        if (cell == Cell::kLSTM)
            more[kInitialC] = random(DType::kF32, {2, batch, 7}, add.seed++);
    }
    add.list.add(std::move(sizes));
    Attributes functions{.cell = cell, .clip = 0.5}; // without a bound some of these functions grow without end
    for (auto f :
         {Function::kHardSigmoid, Function::kElu, Function::kScaledTanh, Function::kSoftplus, Function::kSoftsign,
          Function::kAffine, Function::kLeakyRelu, Function::kThresholdedRelu, Function::kRelu}) {
        functions.activations.assign(functionsOf(cell), {f, 0.4, 0.3});
        add("all_" + std::string(nameOf(f)), functions);
    }
}

} // namespace
} // namespace rnn

void rnn_cases(test::CaseList& list) {
    rnn::Adder add{list};
    rnn::addAllKnown(add);
    for (auto cell : {rnn::Cell::kRNN, rnn::Cell::kGRU, rnn::Cell::kLSTM})
        rnn::addOptions(add, cell);
    rnn::addDigits(add);
    for (DType type : {DType::kI8, DType::kU8})
        for (bool ofEach : {false, true}) {
            rnn::addBytes(add, rnn::Cell::kLSTM, type, ofEach);
            rnn::addBytes(add, rnn::Cell::kGRU, type, ofEach);
        }
    add("linear_before_reset", {.cell = rnn::Cell::kGRU, .linearBeforeReset = true}, {}, {.lengths = {4, 1, 2}});
    add("input_forget", {.inputForget = true});
    add("peepholes", {.direction = rnn::Direction::kBidirectional}, {}, {.peepholes = true});
    add("peepholes_clip", {.clip = 0.3, .inputForget = true}, {4, 2, 3, 19}, {.peepholes = true});
}

} // namespace tenon::ops
