// SPDX-License-Identifier: Apache-2.0
// One layer of a recurrent network: RNN, GRU or LSTM over the time steps of x, forwards, backwards or both.
// Operands: x [T, B, I], w [D, G * H, I], r [D, G * H, H], bias [D, 2 * G * H], lengths [B] (i32), initial h [D, B, H],
// and of an LSTM initial c [D, B, H] and peepholes [D, 3 * H]; those from bias on are optional. Results: y [T, D, B,
// H], the last h [D, B, H] and, of an LSTM, the last c. G gates are in the order of ONNX: h; z r h; i o f c.
// w and r may be 8-bit integers: then four more operands, scale and zero point of w and of r, [D] or [D, G * H], tell
// what they stand for.
#pragma once

#include "base/reflect.h"

#include <cstdint>
#include <string_view>

namespace tenon::ops::rnn {

enum class Cell : uint8_t { kRNN, kGRU, kLSTM };
enum class Direction : uint8_t { kForward, kReverse, kBidirectional };
/// The order is that of the CPU backend's list.
enum class Function : uint8_t {
    kSigmoid,
    kTanh,
    kRelu,
    kAffine,
    kLeakyRelu,
    kThresholdedRelu,
    kScaledTanh,
    kHardSigmoid,
    kElu,
    kSoftsign,
    kSoftplus
};
std::string_view nameOf(Cell cell) noexcept;
std::string_view nameOf(Direction direction) noexcept;
std::string_view nameOf(Function function) noexcept;

struct Activation {
    Function function = Function::kTanh;
    double alpha = 0, beta = 0; ///< where the function has them

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("function", self.function);
        visit("alpha", self.alpha);
        visit("beta", self.beta);
    }
};

constexpr int64_t gatesOf(Cell cell) {
    return cell == Cell::kLSTM ? 4 : cell == Cell::kGRU ? 3 : 1;
}
/// Activations of one direction: f; f g; f g h.
constexpr size_t functionsOf(Cell cell) {
    return cell == Cell::kLSTM ? 3 : cell == Cell::kGRU ? 2 : 1;
}

struct Attributes {
    Cell cell = Cell::kLSTM;
    Direction direction = Direction::kForward;
    std::vector<Activation>
        activations;                   ///< of each direction in turn; empty: sigmoid for f (of an RNN tanh), else tanh
    std::optional<double> clip;        ///< arguments of f and g are held to [-clip, clip]
    bool linearBeforeReset = false;    ///< GRU: the reset gate meets h after its product with r
    bool inputForget = false;          ///< LSTM: the forget gate is 1 - the input gate
    std::optional<int64_t> hiddenSize; ///< H, which the operands tell as well

    int64_t directions() const noexcept { return direction == Direction::kBidirectional ? 2 : 1; }
    /// Direction d goes from the last step to the first.
    bool backwards(int64_t d) const noexcept { return direction == Direction::kReverse || d == 1; }
    Activation activation(int64_t d, size_t which) const noexcept {
        if (!activations.empty())
            return activations[static_cast<size_t>(d) * functionsOf(cell) + which];
        return {which == 0 && cell != Cell::kRNN ? Function::kSigmoid : Function::kTanh};
    }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("cell", self.cell);
        visit("direction", self.direction);
        visit("activations", self.activations);
        visit("clip", self.clip);
        visit("linearBeforeReset", self.linearBeforeReset);
        visit("inputForget", self.inputForget);
        visit("hiddenSize", self.hiddenSize);
    }
};

/// The places of the operands.
enum Operand : size_t {
    kX,
    kW,
    kR,
    kBias,
    kLengths,
    kInitialH,
    kInitialC,
    kPeepholes,
    kScaleW,
    kZeroW,
    kScaleR,
    kZeroR
};
/// The scale of operand w or r; its zero point follows.
constexpr size_t scaleOf(size_t weights) {
    return weights == kW ? kScaleW : kScaleR;
}

/// The sizes, from the dims of x and r.
struct Sizes {
    int64_t steps = 0, batch = 0, inputs = 0, hidden = 0, directions = 0, gates = 0;

    template <class T> // Tensor: kernels include this header, which may not include theirs
    Sizes(Attributes const& a, T const* in) noexcept
        : steps(in[kX].dims[0]), batch(in[kX].dims[1]), inputs(in[kX].dims[2]), hidden(in[kR].dims[2]),
          directions(a.directions()), gates(gatesOf(a.cell)) {}
};

} // namespace tenon::ops::rnn
