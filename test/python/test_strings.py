# SPDX-License-Identifier: Apache-2.0
"""Strings, sequences and optionals inside models and at their edges."""

import numpy as np
import pytest
from onnx import TensorProto, helper

from flow_models import BOOL, F, I64, STR, const, graph, info, model, refused, run, same, sequence

f32, i64 = np.float32, np.int64


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def words(*values, shape=None):
    out = np.array(values, object)
    return out if shape is None else out.reshape(shape)


def strings(name, values, shape):
    return helper.make_tensor(name, STR, shape, [v.encode() for v in values])


def test_strings_move_like_other_elements(tmp_path):
    nodes = [
        node("Reshape", ["x", "shape"], ["r"]),
        node("Transpose", ["r"], ["t"], perm=[1, 0]),
        node("Concat", ["t", "more"], ["c"], axis=1),
        node("Slice", ["c", "from", "to"], ["s"]),
        node("Gather", ["s", "last"], ["g"], axis=1),
        node("Unsqueeze", ["g", "zero"], ["u"]),
        node("Expand", ["u", "wide"], ["e"]),
        node("Equal", ["e", "a"], ["q"]),
        node("Where", ["q", "e", "other"], ["y"]),
        node("Shape", ["y"], ["n"]),
        node("Identity", ["x"], ["copy"]),
        node("Squeeze", ["u", "zero"], ["z"]),
        node("Flatten", ["z"], ["f"]),
        node("Tile", ["f", "twice"], ["tiled"]),
        node("Split", ["tiled", "halves"], ["p0", "p1"], axis=0),
    ]
    constants = [
        const("shape", [2, -1], i64),
        strings("more", ["k", "l", "m"], [3, 1]),
        const("from", [1], i64),
        const("to", [3], i64),
        const("last", [-1, 0], i64),
        const("zero", [0], i64),
        const("wide", [2, 2, 2], i64),
        strings("a", ["b"], []),
        strings("other", ["-"], [1]),
        const("twice", [2, 1], i64),
        const("halves", [2, 2], i64),
    ]
    outputs = [info("y", STR, None), info("n", I64, [3]), info("copy", STR, ["n"]), info("p0", STR, None), info("p1", STR, None)]
    made = model(nodes, [info("x", STR, ["n"])], outputs, constants, opset=13)
    x = words("a", "b", "c", "d", "e", "f")
    t = np.concatenate([x.reshape(2, 3).T, words("k", "l", "m", shape=(3, 1))], axis=1)[1:3]
    g = t[:, [-1, 0]]
    e = np.broadcast_to(g, (2, 2, 2))
    y, n, copy, p0, p1 = run(tmp_path, made, [x])
    same(y, np.where(e == "b", e, "-").astype(object))
    same(n, np.array([2, 2, 2], i64))
    same(copy, x)
    same(p0, g)
    same(p1, g)


def test_string_constants_of_every_form(tmp_path):
    nodes = [
        node("Constant", [], ["a"], value_string="one"),
        node("Constant", [], ["b"], value_strings=["two", "\u65e5\u672c"]),
        node("Constant", [], ["c"], value=strings("c", ["x", ""], [2])),
        node("StringConcat", ["b", "a"], ["d"]),
        node("StringConcat", ["d", "c"], ["y"]),
        node("Identity", ["w"], ["z"]),
    ]
    made = model(nodes, [], [info("y", STR, [2]), info("z", STR, [1]), info("w", STR, [1])], [strings("w", ["init"], [1])], opset=20)
    y, z, w = run(tmp_path, made, [])
    same(y, words("twoonex", "\u65e5\u672cone"))
    same(z, words("init"))
    same(w, words("init"))


@pytest.mark.parametrize("kind", [F, TensorProto.DOUBLE, I64, TensorProto.INT8, TensorProto.FLOAT16])
def test_casts_to_and_from_strings(tmp_path, kind):
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    made = model(
        [node("Cast", ["x"], ["s"], to=STR), node("Cast", ["s"], ["y"], to=kind), node("Cast", ["t"], ["z"], to=kind)],
        [info("x", kind, ["n"]), info("t", STR, ["m"])],
        [info("s", STR, ["n"]), info("y", kind, ["n"]), info("z", kind, ["m"])],
    )
    whole = np.issubdtype(dtype, np.integer)
    x = np.array([0, -3, 100] if whole else [0.1, -2.5, np.inf, np.nan, 1e-7], dtype)
    t = words("12", " -7") if whole else words("1.5e1", "-INF", "nan", "3")
    s, y, z = run(tmp_path, made, [x, t])
    same(y, x)
    same(z, np.array([12, -7] if whole else [15, -np.inf, np.nan, 3], dtype))
    if whole:
        same(s, words("0", "-3", "100"))
    text = refused(tmp_path, made, [x, words("12", "twelve")])
    assert "twelve" in text and "TN-200" in text


def test_strings_in_loops_and_branches(tmp_path):
    body = graph(
        [node("Identity", ["go"], ["again"]), node("StringConcat", ["v", "x"], ["w"]), node("Identity", ["w"], ["o"])],
        "body",
        [info("i", I64, []), info("go", BOOL, []), info("v", STR, [2])],
        [info("again", BOOL, []), info("w", STR, [2]), info("o", STR, [2])],
    )
    then = graph([node("Identity", ["last"], ["t"])], "then", [], [info("t", STR, [2])])
    other = graph([node("Constant", [], ["e"], value_string="none")], "else", [], [info("e", STR, [])])
    nodes = [
        node("Loop", ["m", "", "x"], ["last", "all"], body=body),
        node("If", ["c"], ["y"], then_branch=then, else_branch=other),
    ]
    made = model(nodes, [info("x", STR, [2]), info("m", I64, []), info("c", BOOL, [])], [info("y", STR), info("all", STR, None)], opset=20)
    x = words("a", "b")
    y, everything = run(tmp_path, made, [x, np.array(2, i64), np.array(True)])
    same(y, words("aaa", "bbb"))
    same(everything, words("aa", "bb", "aaa", "bbb", shape=(2, 2)))
    y, everything = run(tmp_path, made, [x, np.array(0, i64), np.array(False)])
    assert y.shape == () and y.item() == "none"
    same(everything, np.zeros((0, 2), object))


def test_a_regular_expression_that_cannot_be_read(tmp_path):
    made = model(
        [helper.make_node("RegexFullMatch", ["x"], ["y"], name="match", pattern="a(?=b)")],
        [info("x", STR, [1])],
        [info("y", BOOL, [1])],
        opset=20,
    )
    text = refused(tmp_path, made, [words("ab")])
    assert "match" in text and "TN-202" in text


# --- sequences and optionals at the edges


def test_sequences_pass_through(tmp_path):
    nodes = [node("Identity", ["s"], ["t"]), node("SequenceLength", ["s"], ["n"]), node("Identity", ["u"], ["v"])]
    made = model(
        nodes,
        [sequence("s", F, None), sequence("u", STR, None)],
        [sequence("t"), info("n", I64, []), sequence("v", STR), sequence("s")],
    )
    given = [np.array([1, 2], f32), np.zeros((0, 3), f32)]
    texts = [words("a"), words("b", "c")]
    t, n, v, s = run(tmp_path, made, [given, texts])
    same([t, s], [given, given])
    same(n, np.array(2, i64))
    same(v, texts)
    t, n, v, s = run(tmp_path, made, [[], []])
    same([t, n, v, s], [[], np.array(0, i64), [], []])


def optional(name, element):
    return helper.make_value_info(name, helper.make_optional_type_proto(element))


def test_optionals_at_the_edges(tmp_path):
    tensor = helper.make_tensor_type_proto(F, ["n"])
    get = graph([node("OptionalGetElement", ["o"], ["g"])], "get", [], [info("g", F, ["n"])])
    none = graph([node("Identity", ["x"], ["e"])], "none", [], [info("e", F, ["n"])])
    nodes = [
        node("OptionalHasElement", ["o"], ["h"]),
        node("If", ["h"], ["y"], then_branch=get, else_branch=none),
        node("Identity", ["o"], ["p"]),
        node("Optional", ["x"], ["q"]),
        node("Optional", [], ["r"], type=tensor),
    ]
    made = model(
        nodes,
        [optional("o", tensor), info("x", F, ["n"])],
        [info("h", BOOL, []), info("y", F, ["m"]), optional("p", tensor), optional("q", tensor), optional("r", tensor)],
        opset=18,
    )
    x, value = np.array([1, 2], f32), np.array([3, 4, 5], f32)
    h, y, p, q, r = run(tmp_path, made, [value, x])
    same([h, y, p, q], [np.array(True), value, value, x])
    assert r is None
    h, y, p, q, r = run(tmp_path, made, [None, x])
    same([h, y, q], [np.array(False), x, x])
    assert p is None and r is None


def test_the_value_of_an_empty_optional_is_an_error(tmp_path):
    tensor = helper.make_tensor_type_proto(F, [2])
    made = model(
        [helper.make_node("OptionalGetElement", ["o"], ["y"], name="get")], [optional("o", tensor)], [info("y", F, [2])], opset=18
    )
    same(run(tmp_path, made, [np.array([1, 2], f32)])[0], np.array([1, 2], f32))
    text = refused(tmp_path, made, [None])
    assert "get" in text and "TN-201" in text
