# SPDX-License-Identifier: Apache-2.0
"""Integer products and convolutions, and operators of ONNX Runtime's domain, against ONNX Runtime.

Integer results are equal. A quantised result may be one step away where a value lies between two steps: the order of fp32
operations is not fixed there.
"""

import numpy as np
import pytest

import one_node

TYPES = [np.uint8, np.int8]


def draw(seed):
    return np.random.default_rng(seed)


def whole(type_, shape, seed=0):
    info = np.iinfo(type_)
    return draw(seed).integers(info.min, info.max, shape, endpoint=True).astype(type_)


def real(*shape, seed=0, low=-1, high=1):
    return draw(seed).uniform(low, high, shape).astype(np.float32)


def scale(value):
    return np.array(value, np.float32)


def check(op, inputs, attributes=None, *, outputs=1, opset=17, domain="com.microsoft", constants=(), rtol=1e-5, atol=1e-5):
    made = one_node.model(op, inputs, outputs, attributes or {}, opset, domain, constants=constants)
    for mine, other in zip(one_node.ours(made, inputs), one_node.theirs(made, inputs), strict=True):
        assert mine.dtype == other.dtype and mine.shape == other.shape
        if mine.dtype == np.int32:
            np.testing.assert_array_equal(mine, other)
        elif mine.dtype.kind in "iu":
            steps = np.abs(mine.astype(int) - other.astype(int))
            assert steps.max(initial=0) <= 1 and (steps != 0).mean() < 0.02
        else:
            np.testing.assert_allclose(mine, other, rtol=rtol, atol=atol)


@pytest.mark.parametrize("constants", [("b", "bz"), ()])
@pytest.mark.parametrize("b_type", TYPES)
@pytest.mark.parametrize("a_type", TYPES)
def test_matmul_integer(a_type, b_type, constants):
    if a_type == np.int8 and b_type == np.uint8:
        pytest.skip("ONNX Runtime does not compute i8 by u8")
    inputs = {"a": whole(a_type, (2, 37, 65)), "b": whole(b_type, (65, 50), 1), "az": whole(a_type, (), 2), "bz": whole(b_type, (50,), 3)}
    check("MatMulInteger", inputs, domain="", constants=constants)


@pytest.mark.parametrize("group", [1, 4])
@pytest.mark.parametrize("w_type", TYPES)
def test_conv_integer(w_type, group):
    inputs = {"x": whole(np.uint8, (2, 8, 13, 21)), "w": whole(w_type, (12, 8 // group, 3, 3), 1), "xz": whole(np.uint8, (), 2), "wz": whole(w_type, (), 3)}
    check("ConvInteger", inputs, {"pads": [1, 1, 1, 1], "strides": [1, 2], "group": group}, domain="", constants=("w", "wz"))


def test_dynamic_quantize_linear():
    check("DynamicQuantizeLinear", {"x": real(7, 123, low=-3)}, outputs=3, domain="")


@pytest.mark.parametrize("per_column", [False, True])
def test_qlinear_matmul(per_column):
    n = 30
    b_scale = real(n, low=0.01, high=0.1) if per_column else scale(0.02)
    b_zero = whole(np.int8, (n,), 4) if per_column else np.array(3, np.int8)
    inputs = {
        "a": whole(np.uint8, (5, 40)), "as": scale(0.03), "az": np.array(120, np.uint8),
        "b": whole(np.int8, (40, n), 1), "bs": b_scale, "bz": b_zero, "ys": scale(0.9), "yz": np.array(128, np.uint8),
    }  # fmt: skip
    check("QLinearMatMul", inputs, domain="", constants=("as", "az", "b", "bs", "bz", "ys", "yz"))


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("per_channel", [False, True])
def test_qlinear_conv(per_channel, bias):
    inputs = {
        "x": whole(np.uint8, (2, 6, 9, 11)), "xs": scale(0.02), "xz": np.array(113, np.uint8),
        "w": whole(np.int8, (10, 6, 3, 3), 1), "ws": real(10, low=0.01, high=0.02) if per_channel else scale(0.013),
        "wz": np.zeros(10 if per_channel else (), np.int8), "ys": scale(0.5), "yz": np.array(100, np.uint8),
        "b": draw(2).integers(-9000, 9000, 10).astype(np.int32) if bias else None,
    }  # fmt: skip
    weights = tuple(k for k in inputs if k != "x")
    for constants in (weights, weights[:-3]) if bias else (weights, ()):
        check("QLinearConv", inputs, {"pads": [1, 1, 1, 1]}, domain="", constants=constants)


@pytest.mark.parametrize("bias", [False, True])
def test_products_that_end_in_floats(bias):
    common = {"b": whole(np.int8, (40, 24), 1), "bs": real(24, low=0.01, high=0.02), "bz": np.zeros(24, np.int8)}
    extra = real(24, seed=5) if bias else None
    dynamic = {"a": real(6, 40), **common, "bias": extra}
    check("DynamicQuantizeMatMul", dynamic, constants=("b", "bs", "bz"), rtol=1e-4, atol=1e-4)
    inputs = {"a": whole(np.uint8, (6, 40)), "b": common["b"], "as": scale(0.1), "bs": common["bs"], "az": np.array(7, np.uint8), "bz": common["bz"], "bias": extra}
    check("MatMulIntegerToFloat", inputs, constants=("b", "bs", "bz"), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("ends", ["float", "quantised"])
def test_qgemm(ends):
    inputs = {
        "a": whole(np.uint8, (6, 20)), "as": scale(0.02), "az": np.array(100, np.uint8),
        "b": whole(np.int8, (24, 20), 1), "bs": scale(0.03), "bz": np.array(0, np.int8),
        "c": draw(3).integers(-500, 500, 24).astype(np.int32),
    }  # fmt: skip
    if ends == "quantised":
        inputs |= {"ys": scale(0.4), "yz": np.array(90, np.uint8)}
    check("QGemm", inputs, {"transB": 1, "alpha": 1.0}, constants=("b", "bs", "bz", "c"))


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("op", ["QLinearAdd", "QLinearMul"])
def test_binary(op, type_):
    inputs = {
        "a": whole(type_, (3, 5, 7)), "as": scale(0.03), "az": np.array(5, type_),
        "b": whole(type_, (5, 7), 1), "bs": scale(0.05), "bz": np.array(100, type_), "cs": scale(0.07), "cz": np.array(20, type_),
    }  # fmt: skip
    check(op, inputs)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    "op,attributes,y",
    [
        ("QLinearSigmoid", {}, 1 / 256),
        ("QLinearLeakyRelu", {"alpha": 0.2}, 0.03),
        ("QLinearGlobalAveragePool", {}, 0.01),
        ("QLinearAveragePool", {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}, 0.0217),
        ("QLinearSoftmax", {"opset": 13, "axis": 1}, 1 / 256),
    ],
)
def test_unary(op, attributes, y, type_):
    zero = np.array(-128 if type_ == np.int8 else 0, type_) if "Soft" in op or "Sig" in op else np.array(7, type_)
    inputs = {"x": whole(type_, (2, 6, 5, 7)), "xs": scale(0.03), "xz": np.array(10, type_), "ys": scale(y), "yz": zero}
    check(op, inputs, attributes, constants=("xs", "xz", "ys", "yz"))


def test_concat():
    inputs = {"ys": scale(0.04), "yz": np.array(10, np.uint8)}
    for k, s in enumerate((0.03, 0.05)):
        inputs |= {f"x{k}": whole(np.uint8, (2, 3 + k, 4), k), f"s{k}": scale(s), f"z{k}": np.array(9 * k, np.uint8)}
    check("QLinearConcat", inputs, {"axis": 1})


@pytest.mark.parametrize(
    "activation,parameters", [("Relu", []), ("LeakyRelu", [0.1]), ("Clip", [-0.2, 0.5]), ("HardSigmoid", [0.3, 0.4]), ("Tanh", [])]
)
@pytest.mark.parametrize("residual", [False, True])
def test_fused_conv(activation, parameters, residual):
    inputs = {"x": real(1, 4, 8, 9), "w": real(6, 4, 3, 3, seed=1), "b": real(6, seed=2), "z": real(1, 6, 8, 9, seed=3) if residual else None}
    attributes = {"pads": [1, 1, 1, 1], "activation": activation}
    check("FusedConv", inputs, attributes | ({"activation_params": parameters} if parameters else {}), constants=("w", "b"))


def test_fused_products():
    inputs = {"a": real(2, 5, 7), "b": real(2, 6, 7, seed=1)}
    check("FusedMatMul", inputs, {"transB": 1, "alpha": 0.5})
    inputs = {"a": real(5, 7), "b": real(7, 6, seed=1), "c": real(6, seed=2)}
    check("FusedGemm", inputs, {"alpha": 0.5, "beta": 2.0, "activation": "LeakyRelu", "activation_alpha": 0.2})


@pytest.mark.parametrize("op", ["Gelu", "FastGelu", "BiasGelu", "QuickGelu"])
def test_gelu(op):
    inputs = {"x": real(5, 33, low=-4, high=4)}
    if op in ("FastGelu", "BiasGelu"):
        inputs["bias"] = real(33, seed=1)
    check(op, inputs)


@pytest.mark.parametrize("bias", [False, True])
def test_skip_layer_normalization(bias):
    inputs = {"x": real(2, 5, 32), "skip": real(2, 5, 32, seed=1), "gamma": real(32, seed=2), "beta": real(32, seed=3), "bias": real(32, seed=4) if bias else None}
    check("SkipLayerNormalization", inputs, {"epsilon": 1e-5}, constants=("gamma", "beta"))
