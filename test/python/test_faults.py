# SPDX-License-Identifier: Apache-2.0
"""Faults that users of inference engines met: results of operators, fused and not, from an engine that was saved and loaded."""

import pathlib
import tempfile

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

import tool

F32, I64 = np.float32, np.int64
WAYS = ["fused", "unfused"]


def graph(nodes, inputs, outputs, constants=None, opset=18, symbolic=()):
    """A model of (op, operands, results, attributes). Inputs named in `symbolic` have open dims."""
    made = [helper.make_node(op, list(into), list(out), **attributes) for op, into, out, attributes in nodes]
    given = []
    for name, value in inputs.items():
        dims = [f"{name}{k}" for k in range(value.ndim)] if name in symbolic else value.shape
        given.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), dims))
    weights = [numpy_helper.from_array(value, name) for name, value in (constants or {}).items()]
    body = helper.make_graph(made, "graph", given, [onnx.ValueInfoProto(name=name) for name in outputs], weights)
    return helper.make_model(body, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)


def run(model, inputs, way):
    """The outputs of an engine that was built, saved and loaded; or of one built in memory, which takes values of shape inputs as they come."""
    with tempfile.TemporaryDirectory(prefix="fault-") as top:
        folder = pathlib.Path(top)
        (folder / "model.onnx").write_bytes(model.SerializeToString())
        np.savez(folder / "in.npz", **inputs)
        if way == "in memory":
            done = tool.call("run", folder / "model.onnx", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz")
            assert done.returncode == 0, done.stderr
            with np.load(folder / "out.npz") as archive:
                return [archive[output.name] for output in model.graph.output]
        flags = ["--disable-pass", "all"] if way == "unfused" else []
        shapes = ",".join(f"{name}:{'x'.join(map(str, value.shape)) or 'scalar'}" for name, value in inputs.items())
        open_dims = any(d.dim_param for i in model.graph.input for d in i.type.tensor_type.shape.dim)
        flags += ["--shapes", shapes] if open_dims else []
        done = tool.call("build", folder / "model.onnx", "-o", folder / "m.engine", *flags)
        assert done.returncode == 0, done.stderr
        given = ["--inputs", folder / "in.npz"] if inputs else []
        done = tool.call("run", folder / "m.engine", *given, "--outputs", folder / "out.npz")
        assert done.returncode == 0, done.stderr
        with np.load(folder / "out.npz") as archive:
            return [archive[output.name] for output in model.graph.output]


def check(way, nodes, inputs, wanted, **options):
    found = run(graph(nodes, inputs, list(wanted), **options), inputs, way)
    for (name, value), mine in zip(wanted.items(), found, strict=True):
        value = np.asarray(value)
        assert mine.shape == value.shape, f"{name}: {mine.shape}, wanted {value.shape}"
        assert mine.dtype == value.dtype, f"{name}: {mine.dtype}, wanted {value.dtype}"
        np.testing.assert_allclose(mine, value, rtol=1e-5, err_msg=name)


X = np.array([[1, 2, 3], [-1, 0, 4]], F32)
W = np.array([[1, 0, -1, 2], [0, 1, 1, 0], [1, 1, 0, 0.5]], F32)
B = np.array([3, 3, 3, 3], F32)
CLIPPED = np.array([[6, 6, 4, 6], [6, 6, 4, 3]], F32)
LINE = np.array([-2, 0, 3, 9], F32)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bounds", ["constant", "input"])
def test_clip_after_a_product_keeps_both_bounds(way, bounds):
    nodes = [("MatMul", "xw", "p", {}), ("Add", "pb", "s", {}), ("Clip", ["s", "low", "high"], "y", {})]
    limits = {"low": np.array(0, F32), "high": np.array(6, F32)}
    if bounds == "constant":
        check(way, nodes, {"x": X}, {"y": CLIPPED}, constants={"w": W, "b": B, **limits})
    else:
        check(way, nodes, {"x": X, **limits}, {"y": CLIPPED}, constants={"w": W, "b": B})


@pytest.mark.parametrize("way", WAYS)
def test_clip_after_a_convolution_keeps_both_bounds(way):
    """The same product as a 1x1 convolution over two pixels."""
    nodes = [("Conv", "xwb", "s", {}), ("Clip", ["s", "low", "high"], "y", {})]
    constants = {"w": W.T.reshape(4, 3, 1, 1).copy(), "b": B, "low": np.array(0, F32), "high": np.array(6, F32)}
    x = X.T.reshape(1, 3, 1, 2).copy()
    check(way, nodes, {"x": x}, {"y": CLIPPED.T.reshape(1, 4, 1, 2)}, constants=constants)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "low,high,wanted", [(0, None, [0, 0, 3, 9]), (None, 6, [-2, 0, 3, 6]), (None, None, [-2, 0, 3, 9]), (4, 1, [1, 1, 1, 1])]
)
@pytest.mark.parametrize("bounds", ["constant", "input"])
def test_clip_with_a_bound_left_out(way, low, high, wanted, bounds):
    limits = {name: np.array(value, F32) for name, value in (("low", low), ("high", high)) if value is not None}
    nodes = [("Clip", ["x", "low" if low is not None else "", "high" if high is not None else ""], "y", {})]
    constants, inputs = (limits, {}) if bounds == "constant" else ({}, limits)
    check(way, nodes, {"x": LINE, **inputs}, {"y": np.array(wanted, F32)}, constants=constants)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["input", "constant", "open"])
def test_split_into_parts_of_other_sizes(way, form):
    """Parts of ceil(7 / 4), the last one smaller; from data, folded, and with a dim that is open."""
    line = np.arange(1, 8, dtype=F32)
    nodes = [("Split", "x", "abcd", {"num_outputs": 4})]
    wanted = dict(zip("abcd", [line[0:2], line[2:4], line[4:6], line[6:7]]))
    if form == "constant":
        check(way, nodes, {}, wanted, constants={"x": line})
    else:
        check(way, nodes, {"x": line}, wanted, symbolic=["x"] if form == "open" else [])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["input", "constant", "open"])
@pytest.mark.parametrize(
    "attributes,wanted",
    [({"start": 1}, [4, 5]), ({"start": -2, "end": -1}, [4]), ({"start": 2, "end": 1}, []), ({"start": -10, "end": 10}, [3, 4, 5])],
)
def test_shape_of_some_axes(way, form, attributes, wanted):
    x = np.zeros((3, 4, 5), F32)
    nodes, answer = [("Shape", "x", "y", attributes)], {"y": np.array(wanted, I64)}
    if form == "constant":
        check(way, nodes, {}, answer, constants={"x": x}, opset=15)
    else:
        check(way, nodes, {"x": x}, answer, opset=15, symbolic=["x"] if form == "open" else [])


@pytest.mark.parametrize("way", WAYS)
def test_cast_to_integers_goes_toward_zero(way):
    x = np.array([1.9, -1.9, 2.5, -0.5, np.nan, np.inf, -np.inf, 3e9], F32)
    least, most = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    wanted = np.array([1, -1, 2, 0, 0, most, least, most], np.int32)
    check(way, [("Cast", "x", "y", {"to": onnx.TensorProto.INT32})], {"x": x}, {"y": wanted})


@pytest.mark.parametrize("way", WAYS)
def test_top_k_has_no_small_limit_and_ties_go_to_the_lower_index(way):
    nodes = [("TopK", "xk", "vi", {})]
    k = np.array([4000], I64)
    line = np.arange(4999, -1, -1, dtype=I64)[:4000]
    check(way, nodes, {"x": np.arange(5000, dtype=F32)}, {"v": line.astype(F32), "i": line}, constants={"k": k})
    check(
        way,
        nodes,
        {"x": np.array([1, 3, 3, 2, 3], F32)},
        {"v": np.array([3, 3], F32), "i": np.array([1, 2], I64)},
        constants={"k": np.array([2], I64)},
    )


BOXES = np.array(
    [[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [0, 100, 1, 101]]], F32
)
SCORES = np.array([[[0.9, 0.75, 0.6, 0.95, 0.5, 0.3]]], F32)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("most,rows", [(1, [[0, 0, 3]]), (3, [[0, 0, 3], [0, 0, 0], [0, 0, 5]]), (0, [])])
@pytest.mark.parametrize("limit", ["constant", "input"])
def test_suppression_gives_exactly_the_boxes_that_stay(way, most, rows, limit):
    nodes = [("NonMaxSuppression", ["boxes", "scores", "most", "overlap"], "y", {})]
    constants, inputs = {"overlap": np.array([0.5], F32)}, {"boxes": BOXES, "scores": SCORES}
    (constants if limit == "constant" else inputs)["most"] = np.array([most], I64)
    check(way, nodes, inputs, {"y": np.array(rows, I64).reshape(-1, 3)}, constants=constants)


@pytest.mark.parametrize("way", WAYS)
def test_einsum_of_three_and_of_a_diagonal(way):
    inputs = {"a": np.arange(6, dtype=F32).reshape(2, 3), "b": np.arange(6, dtype=F32).reshape(3, 2), "c": 2 * np.eye(2, dtype=F32)}
    check(way, [("Einsum", "abc", "y", {"equation": "ij,jk,kl->il"})], inputs, {"y": np.array([[20, 26], [56, 80]], F32)})
    square = np.arange(9, dtype=F32).reshape(3, 3)
    check(way, [("Einsum", "a", "y", {"equation": "ii->i"})], {"a": square}, {"y": np.array([0, 4, 8], F32)})


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("equation", ["bij,bjk->bik", "bhid,bhjd->bhij", "...ij,jk->...ik", "ij,ij->", "bn,bm->bmn"])
def test_einsum_is_what_numpy_computes(way, equation):
    extents = dict(b=2, h=3, i=4, j=5, k=6, d=7, n=3, m=4)
    terms = equation.split("->")[0].replace("...", "b").split(",")
    draw = np.random.default_rng(1)
    inputs = {name: draw.uniform(-1, 1, [extents[c] for c in term]).astype(F32) for name, term in zip("xy", terms)}
    wanted = np.einsum(equation, *inputs.values()).astype(F32)
    found = run(graph([("Einsum", "xy", "z", {"equation": equation})], inputs, "z"), inputs, way)[0]
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def test_einsum_whose_ellipses_do_not_fit_is_an_error():
    inputs = {"a": np.zeros((2, 3, 4), F32), "b": np.zeros((5, 4, 3), F32)}
    model = graph([("Einsum", "ab", "y", {"equation": "...ij,...jk->...ik"})], inputs, "y")
    with tempfile.TemporaryDirectory(prefix="fault-") as top:
        path = pathlib.Path(top) / "model.onnx"
        path.write_bytes(model.SerializeToString())
        done = tool.call("build", path, "-o", path.with_suffix(".engine"))
    assert done.returncode == 2 and "TN-" in done.stderr, done.stderr


@pytest.mark.parametrize("way,target", [("fused", "constant"), ("unfused", "constant"), ("in memory", "input")])
def test_reshape_of_an_empty_tensor(way, target):
    x, dims = np.zeros((0, 10), F32), np.array([0, 1, 10], I64)
    constants, inputs = ({"t": dims}, {"x": x}) if target == "constant" else ({}, {"x": x, "t": dims})
    check(way, [("Reshape", "xt", "y", {})], inputs, {"y": np.zeros((0, 1, 10), F32)}, constants=constants)


@pytest.mark.parametrize("way", WAYS)
def test_equal_takes_bool(way):
    inputs = {"a": np.array([True, False, True]), "b": np.array([True, True, False])}
    check(way, [("Equal", "ab", "y", {})], inputs, {"y": np.array([True, False, False])})


@pytest.mark.parametrize("way", WAYS)
def test_a_slice_of_a_concatenation_as_residual(way):
    """A view into a larger tensor must not be read as if it were dense."""
    draw = np.random.default_rng(2)
    a, b = (draw.integers(-3, 4, (1, 4, 3, 3)).astype(F32) for _ in range(2))
    w = draw.integers(-2, 3, (4, 8, 1, 1)).astype(F32)
    nodes = [
        ("Concat", "ab", "c", {"axis": 1}),
        ("Conv", "cw", "p", {}),
        ("Relu", "p", "r", {}),
        ("Slice", ["c", "start", "end", "axis"], "v", {}),
        ("Add", "rv", "y", {}),
    ]
    constants = {"w": w, "start": np.array([4], I64), "end": np.array([8], I64), "axis": np.array([1], I64)}
    both = np.concatenate([a, b], axis=1)
    wanted = np.maximum(np.einsum("oc,nchw->nohw", w[:, :, 0, 0], both), 0) + b
    check(way, nodes, {"a": a, "b": b}, {"y": wanted.astype(F32)}, constants=constants)


@pytest.mark.parametrize("way", ["in memory"])
@pytest.mark.parametrize("opset", [13, 18])
@pytest.mark.parametrize("keep", [0, 1])
@pytest.mark.parametrize("axes", [[1], [0, 2], [-1], [2, 0, 1]])
def test_reductions_over_axes_from_data(way, opset, keep, axes):
    x = np.arange(24, dtype=F32).reshape(2, 3, 4)
    inputs = {"x": x, "axes": np.array(axes, I64)}
    wanted = x.sum(axis=tuple(axes), keepdims=bool(keep))
    check(way, [("ReduceSum", ["x", "axes"], "y", {"keepdims": keep})], inputs, {"y": wanted}, opset=opset)


@pytest.mark.parametrize("op", ["Gather", "GatherElements", "GatherND", "ScatterElements", "ScatterND", "OneHot"])
def test_an_index_out_of_range_is_named(op):
    """Node, index and range (OneHot: nothing is set)."""
    x = np.arange(6, dtype=F32).reshape(2, 3)
    index = {"Gather": [7], "GatherElements": [[7]], "GatherND": [[7]], "ScatterElements": [[7]], "ScatterND": [[7]], "OneHot": [7]}
    inputs = {"x": x, "i": np.array(index[op], I64)}
    operands = {"ScatterElements": "xiu", "ScatterND": "xiu", "OneHot": ["i", "depth", "values"]}.get(op, "xi")
    constants = {"depth": np.array(3, I64), "values": np.array([0, 1], F32)}
    if "u" in operands:
        constants["u"] = np.zeros((1, 1) if op == "ScatterElements" else (1, 3), F32)
    constants = {name: value for name, value in constants.items() if name in operands}
    inputs = {name: value for name, value in inputs.items() if name in operands}
    model = graph([(op, operands, "y", {"name": "the_node"})], inputs, "y", constants=constants)
    with tempfile.TemporaryDirectory(prefix="fault-") as top:
        folder = pathlib.Path(top)
        (folder / "m.onnx").write_bytes(model.SerializeToString())
        np.savez(folder / "in.npz", **inputs)
        done = tool.call("run", folder / "m.onnx", "--inputs", folder / "in.npz")
    if op == "OneHot":
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 2, done.stderr
    assert "the_node" in done.stderr and "7" in done.stderr and "1" in done.stderr, done.stderr


@pytest.mark.parametrize("scale", ["none", "with"])
def test_layer_norm_of_halves_whose_squares_overflow(scale):
    """300 squared is more than a half holds: written out as single operators the norm is computed in f32 all the same."""
    x = np.tile(np.array([300, -300], np.float16), (2, 4))
    constants = {"two": np.float16(2), "eps": np.float16(1e-5)}
    nodes = [
        ("ReduceMean", ["x"], ["mean"], {"axes": [-1]}),
        ("Sub", ["x", "mean"], ["d"], {}),
        ("Pow", ["d", "two"], ["square"], {}),
        ("ReduceMean", ["square"], ["variance"], {"axes": [-1]}),
        ("Add", ["variance", "eps"], ["sum"], {}),
        ("Sqrt", ["sum"], ["deviation"], {}),
        ("Div", ["d", "deviation"], ["y"], {}),
    ]
    if scale == "with":
        constants |= {"g": np.full(8, 2, np.float16), "b": np.ones(8, np.float16)}
        nodes[-1] = ("Div", ["d", "deviation"], ["n"], {})
        nodes += [("Mul", ["n", "g"], ["scaled"], {}), ("Add", ["scaled", "b"], ["y"], {})]
    [y] = run(graph(nodes, {"x": x}, ["y"], constants=constants, opset=13), {"x": x}, "fused")
    wanted = np.sign(x) if scale == "none" else np.sign(x) * 2 + 1
    np.testing.assert_allclose(y.astype(F32), wanted.astype(F32), atol=1e-2)
