# SPDX-License-Identifier: Apache-2.0
"""RNN, GRU and LSTM with every option against ONNX Runtime, weights constant and not."""

import numpy as np
import pytest

import one_node

# ONNX Runtime holds the arguments of f and g to the bounds of `clip`, and leaves the cell state of an LSTM as it is.
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
FUNCTIONS = {"RNN": 1, "GRU": 2, "LSTM": 3}


def operands(op, *, steps=5, batch=3, inputs=7, hidden=9, directions=1, seed=0, lengths=None, initial=True, bias=True, peepholes=False):
    draw = np.random.default_rng(seed)
    g = GATES[op]

    def random(*shape):
        return draw.uniform(-1, 1, shape).astype(np.float32)

    made = {
        "x": random(steps, batch, inputs),
        "w": random(directions, g * hidden, inputs),
        "r": random(directions, g * hidden, hidden),
        "b": random(directions, 2 * g * hidden) if bias else None,
        "lengths": None if lengths is None else np.array(lengths, np.int32),
        "h": random(directions, batch, hidden) if initial else None,
    }
    if op == "LSTM":
        made["c"] = random(directions, batch, hidden) if initial else None
        made["p"] = random(directions, 3 * hidden) if peepholes else None
    return made


def check(op, attributes, inputs, *, constants=("w", "r", "b", "p"), opset=14, hidden=9):
    outputs = 3 if op == "LSTM" else 2
    constants = [name for name in constants if inputs.get(name) is not None]
    made = one_node.model(op, inputs, outputs, {"hidden_size": hidden, **attributes}, opset, constants=constants)
    for mine, other in zip(one_node.ours(made, inputs), one_node.theirs(made, inputs), strict=True):
        assert mine.shape == other.shape
        np.testing.assert_allclose(mine, other, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("op", list(GATES))
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("constants", [("w", "r", "b", "p"), ()])
def test_directions(op, direction, constants):
    inputs = operands(op, directions=2 if direction == "bidirectional" else 1, lengths=[5, 2, 3])
    check(op, {"direction": direction}, inputs, constants=constants)


@pytest.mark.parametrize("op", list(GATES))
@pytest.mark.parametrize("hidden", [1, 8, 16, 33, 70])
def test_sizes(op, hidden):
    check(op, {}, operands(op, hidden=hidden, inputs=hidden + 3, batch=2, initial=False), hidden=hidden)


@pytest.mark.parametrize("hidden", [5, 8, 33])
@pytest.mark.parametrize("linear", [0, 1])
@pytest.mark.parametrize("bias", [True, False])
def test_gru_reset(hidden, linear, bias):
    check("GRU", {"linear_before_reset": linear}, operands("GRU", hidden=hidden, bias=bias, lengths=[1, 5, 4]), hidden=hidden)


@pytest.mark.parametrize("attributes", [{}, {"input_forget": 1}, {"clip": 0.3}, {"clip": 0.2, "input_forget": 1}])
@pytest.mark.parametrize("peepholes", [False, True])
def test_lstm_options(attributes, peepholes):
    check("LSTM", attributes, operands("LSTM", peepholes=peepholes), constants=("w", "r"))


@pytest.mark.parametrize("op,attributes", [("RNN", {}), ("GRU", {}), ("GRU", {"linear_before_reset": 1})])
def test_clip(op, attributes):
    check(op, {"clip": 0.25, **attributes}, operands(op))


@pytest.mark.parametrize(
    "names,alpha,beta",
    [
        (["Sigmoid", "Softsign", "Softplus"], [], []),
        (["HardSigmoid", "LeakyRelu", "Elu"], [0.3, 0.2, 0.7], [0.4]),
        (["Affine", "ThresholdedRelu", "ScaledTanh"], [0.5, 0.2, 0.9], [0.1, 0.8]),
        (["sigmoid", "TANH", "Tanh"], [], []),
    ],
)
def test_activations(names, alpha, beta):
    lists = {k: v for k, v in (("activation_alpha", alpha), ("activation_beta", beta)) if v}
    for op in ("GRU", "LSTM"):
        check(op, {"activations": names[: FUNCTIONS[op]], **lists}, operands(op))
