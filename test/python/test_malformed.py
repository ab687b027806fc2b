# SPDX-License-Identifier: Apache-2.0
"""Models that are wrong: each is refused in a moment, by an error that names the node, without a crash or a large allocation."""

import pathlib
import resource
import subprocess
import tempfile

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import tool

F32, I64 = np.float32, np.int64
MEMORY = 3 << 30  # address space; the command itself takes a small part of it
SECONDS = 20


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def call(*arguments):
    return subprocess.run(
        [tool.executable(), *map(str, arguments)], capture_output=True, text=True, timeout=SECONDS, preexec_fn=limit_memory, check=False
    )


def model(nodes, inputs=(("x", TensorProto.FLOAT, [2, 3]),), outputs=("y",), constants=None, opset=18):
    made = [helper.make_node(op, into, out, name=name, **attributes) for name, op, into, out, attributes in nodes]
    given = [helper.make_tensor_value_info(*each) for each in inputs]
    weights = [numpy_helper.from_array(value, name) for name, value in (constants or {}).items()]
    graph = helper.make_graph(made, "graph", given, [onnx.ValueInfoProto(name=name) for name in outputs], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)


def refused(made, *words, run=False):
    """The model is refused when it is built, or when it runs."""
    with tempfile.TemporaryDirectory(prefix="malformed-") as top:
        path = pathlib.Path(top) / "model.onnx"
        path.write_bytes(made.SerializeToString())
        done = call("run", path, "--random", 1) if run else call("build", path, "-o", path.with_suffix(".engine"))
        assert not path.with_suffix(".engine").exists()
    assert done.returncode in (2, 3), f"status {done.returncode}: {done.stderr}"
    assert "TN-" in done.stderr, done.stderr
    for word in words:
        assert word in done.stderr, f"'{word}' is not in: {done.stderr}"


def node(op, into=("x",), out=("y",), **attributes):
    return ("bad_node", op, list(into), list(out), attributes)


TWO = (("x", TensorProto.FLOAT, [2, 3]), ("i", TensorProto.INT64, [2, 3]))


@pytest.mark.parametrize("op", ["Add", "MatMul", "Mul", "Max", "Where", "Gather", "TopK", "Conv", "Concat", "Attention", "GridSample"])
def test_operands_of_types_that_do_not_fit(op):
    into = {"Where": "xxi", "Gather": "xx", "Conv": "ix", "Attention": "xix", "GridSample": "xi", "TopK": "xx"}.get(op, "xi")
    opset = 24 if op == "Attention" else 18
    attributes = {"axis": 0} if op == "Concat" else {}
    refused(model([node(op, into, **attributes)], TWO, opset=opset), "bad_node")


@pytest.mark.parametrize(
    "op,into", [("Add", "x"), ("MatMul", "x"), ("Gather", "x"), ("Conv", "x"), ("Resize", "x"), ("ScatterElements", "xx"), ("LSTM", "x"),
                ("GridSample", "x"), ("NonMaxSuppression", "x"), ("RoiAlign", "xx"), ("Where", "xx"), ("Clip", ""), ("Softmax", "")]
)
def test_missing_operands(op, into):
    refused(model([node(op, into)]), "bad_node")


@pytest.mark.parametrize("op", ["Add", "Gather", "Conv", "MatMul"])
def test_operands_left_out_where_they_must_be(op):
    refused(model([node(op, ["x", ""])]), "bad_node")
    refused(model([node(op, ["", "x"])]), "bad_node")


def test_a_tensor_that_nothing_makes():
    refused(model([node("Relu", ["nowhere"])]), "bad_node", "nowhere")


def test_an_output_that_nothing_makes():
    refused(model([node("Relu")], outputs=("z",)), "z")


def test_cycles():
    refused(model([("one", "Add", ["x", "b"], ["a"], {}), ("two", "Relu", ["a"], ["b"], {})], outputs=("b",)), "one")
    refused(model([node("Add", ["x", "y"])]), "bad_node")


def test_names_that_are_defined_twice():
    refused(model([("one", "Relu", ["x"], ["y"], {}), ("two", "Neg", ["x"], ["y"], {})]), "y")
    refused(model([node("Relu", out=["x"])], outputs=("x",)), "x")


@pytest.mark.parametrize(
    "op,into,attributes",
    [
        ("Softmax", "x", {"axis": 7}),
        ("Softmax", "x", {"axis": "one"}),
        ("Concat", "xx", {"axis": -9}),
        ("Transpose", "x", {"perm": [0, 0]}),
        ("Transpose", "x", {"perm": [0, 1, 2]}),
        ("Flatten", "x", {"axis": 99}),
        ("Gather", "xi", {"axis": 5}),
        ("BitShift", "ii", {"direction": "UP"}),
        ("Cast", "x", {"to": 99}),
        ("Cast", "x", {}),
        ("DepthToSpace", "x", {"blocksize": 0}),
        ("LRN", "x", {"size": 0}),
        ("Einsum", "xx", {"equation": "ij,jk->il"}),
        ("Einsum", "x", {"equation": "i->i"}),
        ("Einsum", "x", {"equation": "i%->i"}),
        ("GroupNormalization", "xxx", {"num_groups": 0}),
        ("TopK", "xi", {"axis": 4}),
        ("Gelu", "x", {"approximate": "cubic"}),
        ("NegativeLogLikelihoodLoss", "xi", {"reduction": "median"}),
        ("Split", "x", {"axis": 3, "num_outputs": 1}),
        ("ReduceSum", "x", {"keepdims": "yes"}),
    ],
)
def test_attributes_with_values_that_are_not_allowed(op, into, attributes):
    refused(model([node(op, list(into), **attributes)], TWO, opset=20), "bad_node")


IMAGE = (("x", TensorProto.FLOAT, [1, 2, 5, 5]),)


@pytest.mark.parametrize(
    "op,attributes",
    [
        ("MaxPool", {"kernel_shape": [0, 0]}),
        ("MaxPool", {"kernel_shape": [2]}),
        ("MaxPool", {"kernel_shape": [2, 2], "strides": [0, 1]}),
        ("MaxPool", {"kernel_shape": [2, 2], "pads": [1 << 40, 0, 0, 0]}),
        ("AveragePool", {"kernel_shape": [2, 2], "auto_pad": "SOMETIMES"}),
        ("LpPool", {"kernel_shape": [-1, 2]}),
    ],
)
def test_windows_that_make_no_sense(op, attributes):
    refused(model([node(op, **attributes)], IMAGE), "bad_node")


@pytest.mark.parametrize("op", ["Conv", "ConvTranspose"])
@pytest.mark.parametrize(
    "attributes", [{"group": 0}, {"group": 3}, {"strides": [0, 0]}, {"dilations": [-1, 1]}, {"kernel_shape": [9, 9]}, {"pads": [1]}]
)
def test_convolutions_that_make_no_sense(op, attributes):
    weights = {"w": np.zeros((2, 2, 3, 3), F32)}
    refused(model([node(op, "xw", **attributes)], IMAGE, constants=weights), "bad_node")


HUGE = np.array([1 << 31, 1 << 31, 1 << 31], I64)
LARGE = np.array([1 << 20, 1 << 20], I64)


@pytest.mark.parametrize("dims", [HUGE, LARGE, np.array([-5], I64)])
@pytest.mark.parametrize("op", ["ConstantOfShape", "Expand", "Reshape"])
def test_dims_that_overflow_or_are_a_bomb(op, dims):
    into = {"ConstantOfShape": ["d"]}.get(op, ["x", "d"])
    one = (("x", TensorProto.FLOAT, [1]),)
    refused(model([node(op, into), ("later", "Relu", ["y"], ["z"], {})], one, outputs=("z",), constants={"d": dims}), run=True)


@pytest.mark.parametrize(
    "op,into,constants,attributes",
    [
        ("Tile", "xr", {"r": np.array([1 << 40, 1 << 40], I64)}, {}),
        ("Tile", "xr", {"r": np.array([1 << 18, 1 << 18], I64)}, {}),
        ("Pad", "xr", {"r": np.array([1 << 40, 0, 0, 1 << 40], I64)}, {}),
        ("Pad", "xr", {"r": np.array([0, 0, 0, (1 << 63) - 1], I64)}, {}),
        ("Range", "rrs", {"r": np.array(0, I64), "s": np.array(0, I64)}, {}),
        ("Range", "rst", {"r": np.array(0, I64), "s": np.array(1 << 62, I64), "t": np.array(1, I64)}, {}),
        ("OneHot", "idv", {"i": np.array([0], I64), "d": np.array(1 << 50, I64), "v": np.array([0, 1], F32)}, {}),
        ("RandomUniform", "", {}, {"shape": [1 << 40, 1 << 40]}),
        ("RandomNormal", "", {}, {"shape": [1 << 20, 1 << 20]}),
        ("Upsample", "xs", {"s": np.array([1e30, 1e30], F32)}, {}),
        ("CenterCropPad", "xs", {"s": np.array([1 << 40, 1 << 40], I64)}, {}),
        ("EyeLike", "x", {}, {"k": 0, "dtype": 99}),
    ],
)
def test_results_of_impossible_size(op, into, constants, attributes):
    opset = 9 if op == "Upsample" else 18
    made = model([node(op, list(into), **attributes), ("later", "Identity", ["y"], ["z"], {})], outputs=("z",), constants=constants, opset=opset)
    refused(made, run=True)


def test_an_input_of_impossible_size():
    refused(model([node("Relu")], (("x", TensorProto.FLOAT, [1 << 40, 1 << 40]),)), run=True)
    refused(model([node("Relu")], (("x", TensorProto.FLOAT, [1 << 20, 1 << 20]),)), run=True)


def test_a_tower_of_doublings_ends():
    """Forty nodes that each double a constant: folding must not fill the memory."""
    nodes = [(f"n{k}", "Concat", [f"t{k}", f"t{k}"], [f"t{k + 1}"], {"axis": 0}) for k in range(40)]
    refused(model(nodes, (), outputs=("t40",), constants={"t0": np.zeros(1024, F32)}), run=True)


def test_external_data_that_lie_about_their_size():
    weight = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[1 << 33], data_location=TensorProto.EXTERNAL)
    weight.external_data.add(key="location", value="none.bin")
    made = model([node("Add", ["x", "w"])])
    made.graph.initializer.append(weight)
    refused(made, "w")


@pytest.mark.parametrize("shapes", [([2, 3, 4], [2, 3, 4], [1, 3, 4]), ([2, 3, 4], [2, 3, 4], [2, 5, 4]), ([2, 3, 4], [2, 3, 6], [2, 3, 4])])
@pytest.mark.parametrize("known", [True, False])
def test_attention_over_operands_that_do_not_fit(shapes, known):
    """Where the dims are open, the run finds it."""
    inputs = [(name, TensorProto.FLOAT, dims if known else [f"{name}{k}" for k in range(3)]) for name, dims in zip("qkv", shapes)]
    made = model([node("Attention", "qkv", q_num_heads=2, kv_num_heads=2)], inputs, opset=23)
    with tempfile.TemporaryDirectory(prefix="malformed-") as top:
        folder = pathlib.Path(top)
        (folder / "m.onnx").write_bytes(made.SerializeToString())
        np.savez(folder / "in.npz", **{name: np.zeros(dims, F32) for name, dims in zip("qkv", shapes)})
        done = call("run", folder / "m.onnx", "--inputs", folder / "in.npz")
    assert done.returncode == 2 and "TN-" in done.stderr, f"status {done.returncode}: {done.stderr}"


def test_operators_of_two_results_fold_with_one():
    """Constants all round, and only the first result is wanted."""
    constants = {"x": np.ones((1, 2, 3), F32), "w": np.ones((2, 1, 2), F32)}
    made = model([node("CausalConvWithState", "xw")], (), constants=constants, opset=27)
    with tempfile.TemporaryDirectory(prefix="malformed-") as top:
        folder = pathlib.Path(top)
        (folder / "m.onnx").write_bytes(made.SerializeToString())
        done = call("run", folder / "m.onnx", "--outputs", folder / "out.npz")
        assert done.returncode == 0, done.stderr
        assert np.array_equal(np.load(folder / "out.npz")["y"], [[[1, 2, 2], [1, 2, 2]]])
