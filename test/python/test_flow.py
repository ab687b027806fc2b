# SPDX-License-Identifier: Apache-2.0
"""Control flow in whole models: If, Loop, nested, with captured values, in local functions."""

import numpy as np
import pytest
from onnx import helper

from flow_models import BOOL, F, I64, const, graph, info, model, node, refused, run, same, sequence

f32, i64 = np.float32, np.int64


# --- If


def shape_branches(condition_nodes, inputs, constants=()):
    """then: x without axis 1; else: x."""
    then = graph([node("Squeeze", ["x", "one"], ["t"])], "then", [], [info("t")], [const("one", [1], i64)])
    other = graph([node("Identity", ["x"], ["e"])], "else", [], [info("e")])
    nodes = [*condition_nodes, node("If", ["c"], ["y"], then_branch=then, else_branch=other)]
    return model(nodes, inputs, [info("y")], constants)


@pytest.mark.parametrize("taken,wanted", [(True, [1, 2]), (False, [[1], [2]])])
def test_branches_of_different_rank(tmp_path, taken, wanted):
    made = shape_branches([], [info("x", F, [2, 1]), info("c", BOOL, [])])
    same(run(tmp_path, made, [np.array([[1], [2]], f32), np.array(taken)])[0], np.array(wanted, f32))


@pytest.mark.parametrize("taken,wanted", [(True, [1, 2]), (False, [[1], [2]])])
def test_a_constant_condition_takes_the_branch(tmp_path, taken, wanted):
    made = shape_branches([], [info("x", F, [2, 1])], [const("c", taken, bool)])
    same(run(tmp_path, made, [np.array([[1], [2]], f32)])[0], np.array(wanted, f32))


@pytest.mark.parametrize("columns", [1, 3])
def test_a_condition_on_static_dims_takes_the_branch(tmp_path, columns):
    # the other branch would not fit: a Squeeze of an axis of 3
    nodes = [
        node("Shape", ["x"], ["s"]),
        node("Gather", ["s", "one"], ["n"]),
        node("Equal", ["n", "one"], ["c"]),
    ]
    made = shape_branches(nodes, [info("x", F, [2, columns])], [const("one", 1, i64)])
    x = np.arange(2 * columns, dtype=f32).reshape(2, columns)
    same(run(tmp_path, made, [x])[0], x[:, 0] if columns == 1 else x)


@pytest.mark.parametrize("rows", [1, 4])
def test_a_condition_on_dynamic_dims(tmp_path, rows):
    nodes = [
        node("Shape", ["x"], ["s"]),
        node("Gather", ["s", "zero"], ["n"]),
        node("Greater", ["n", "two"], ["c"]),
        node(
            "If",
            ["c"],
            ["y"],
            then_branch=graph([node("ReduceSum", ["x"], ["t"], keepdims=0)], "a", [], [info("t")]),
            else_branch=graph([node("Mul", ["x", "x"], ["e"])], "b", [], [info("e")]),
        ),
        node("Neg", ["y"], ["z"]),
    ]
    made = model(nodes, [info("x", F, ["n", 2])], [info("z")], [const("zero", 0, i64), const("two", 2, i64)])
    x = np.arange(rows * 2, dtype=f32).reshape(rows, 2)
    same(run(tmp_path, made, [x])[0], -x.sum() if rows > 2 else -(x * x))


def test_nested_branches_with_captures_of_every_level(tmp_path):
    def leaf(name, op, other):
        return graph([node(op, [other, "x"], [name])], name, [], [info(name)])

    inner = node("If", ["d"], ["i"], then_branch=leaf("p", "Add", "m"), else_branch=leaf("q", "Sub", "m"))
    then = graph([node("Mul", ["x", "two"], ["m"]), inner], "then", [], [info("i")], [const("two", 2, f32)])
    made = model(
        [node("If", ["c"], ["y"], then_branch=then, else_branch=leaf("e", "Mul", "x"))],
        [info("x", F, [2]), info("c", BOOL, []), info("d", BOOL, [])],
        [info("y", F, [2])],
    )
    x = np.array([3, -1], f32)
    for c, d, wanted in [(True, True, 3 * x), (True, False, x), (False, True, x * x)]:
        same(run(tmp_path, made, [x, np.array(c), np.array(d)])[0], wanted)


def test_a_branch_may_give_an_outer_value_a_constant_or_a_sequence(tmp_path):
    then = graph([node("SequenceConstruct", ["x", "k"], ["s"])], "then", [], [info("x"), info("k"), sequence("s")])
    other = graph([node("SequenceEmpty", [], ["t"])], "else", [], [info("k"), info("x"), sequence("t")])
    nodes = [node("If", ["c"], ["a", "b", "s0"], then_branch=then, else_branch=other)]
    made = model(
        nodes,
        [info("x", F, [2]), info("c", BOOL, [1])],
        [info("a", F, None), info("b", F, None), sequence("s0")],
        [const("k", [7], f32)],
    )
    x = np.array([1, 2], f32)
    k = np.array([7], f32)
    for c, wanted in [(True, [x, k, [x, k]]), (False, [k, x, []])]:
        same(run(tmp_path, made, [x, np.array([c])]), wanted)


# --- Loop


def counting(operands, inputs, constants=(), outputs=None):
    """while sum(x) < 10: x += 1, n += 1."""
    body = graph(
        [
            node("Add", ["x_in", "one"], ["x_out"]),
            node("Add", ["n_in", "step"], ["n_out"]),
            node("ReduceSum", ["x_out"], ["sum"], keepdims=0),
            node("Less", ["sum", "ten"], ["again"]),
        ],
        "body",
        [info("i", I64, []), info("go", BOOL, []), info("x_in", F, [2]), info("n_in", I64, [])],
        [info("again", BOOL, []), info("x_out", F, [2]), info("n_out", I64, [])],
        [const("one", 1, f32), const("step", 1, i64), const("ten", 10, f32)],
    )
    nodes = [
        node("ReduceSum", ["x"], ["s"], keepdims=0),
        node("Less", ["s", "limit"], ["c"]),
        node("Loop", [*operands, "x", "zero"], ["y", "n"], body=body),
    ]
    return model(
        nodes,
        [info("x", F, [2]), *inputs],
        [info("y", F, [2]), info("n", I64, [])],
        [const("limit", 10, f32), const("zero", 0, i64), *constants],
    )


@pytest.mark.parametrize(
    "x,trips,wanted,turns",
    [
        ([2.2, 3.3], None, [5.2, 6.3], 3),
        ([6, 5], None, [6, 5], 0),
        ([2.2, 3.3], 2, [4.2, 5.3], 2),
        ([2.2, 3.3], 0, [2.2, 3.3], 0),
        ([2.2, 3.3], 2**63 - 1, [5.2, 6.3], 3),
    ],
)
def test_a_condition_is_tested_before_each_turn(tmp_path, x, trips, wanted, turns):
    inputs = [] if trips is None else [info("m", I64, [])]
    made = counting(["" if trips is None else "m", "c"], inputs)
    given = [np.array(x, f32)] + ([] if trips is None else [np.array(trips, i64)])
    y, n = run(tmp_path, made, given)
    same(y, np.array(wanted, f32), rtol=1e-5)
    same(n, np.array(turns, i64))


@pytest.mark.parametrize("trips", [3, 0])
@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("with_condition", [True, False])
def test_a_loop_without_carried_values_stacks_its_counter(tmp_path, trips, constant, with_condition):
    body = graph(
        [node("Identity", ["go"], ["again"]), node("Identity", ["i"], ["out"])],
        "body",
        [info("i", I64, []), info("go", BOOL, [])],
        [info("again", BOOL, []), info("out", I64, [])],
    )
    constants = [const("yes", True, bool)] + ([const("m", trips, i64)] if constant else [])
    made = model(
        [node("Loop", ["m", "yes" if with_condition else ""], ["y"], body=body)],
        [] if constant else [info("m", I64, [])],
        [info("y", I64, None)],
        constants,
    )
    same(run(tmp_path, made, [] if constant else [np.array(trips, i64)])[0], np.arange(trips, dtype=i64))


@pytest.mark.parametrize("trips", [0, 1, 4])
def test_a_carried_value_may_grow(tmp_path, trips):
    body = graph(
        [
            node("Identity", ["go"], ["again"]),
            node("Concat", ["v", "x"], ["w"], axis=0),
            node("ReduceSum", ["w"], ["sum"], keepdims=0),
        ],
        "body",
        [info("i", I64, []), info("go", BOOL, []), info("v", F, ["k"])],
        [info("again", BOOL, []), info("w", F, ["l"]), info("sum", F, [])],
    )
    made = model(
        [node("Loop", ["m", "", "x"], ["y", "sums"], body=body), node("Mul", ["y", "y"], ["z"])],
        [info("x", F, [2]), info("m", I64, [])],
        [info("z", F, ["n"]), info("sums", F, ["m"])],
    )
    x = np.array([1, 2], f32)
    z, sums = run(tmp_path, made, [x, np.array(trips, i64)])
    same(z, np.tile(x, trips + 1) ** 2)
    same(sums, np.array([3.0 * (i + 2) for i in range(trips)], f32))


def test_a_carried_rank_may_change(tmp_path):
    body = graph(
        [node("Identity", ["go"], ["again"]), node("Unsqueeze", ["v", "axis"], ["w"])],
        "body",
        [info("i", I64, []), info("go", BOOL, []), info("v")],
        [info("again", BOOL, []), info("w")],
        [const("axis", [0], i64)],
    )
    made = model([node("Loop", ["m", "", "x"], ["y"], body=body)], [info("x", F, [3]), info("m", I64, [])], [info("y")])
    x = np.array([1, 2, 3], f32)
    for trips in (0, 1, 3):
        same(run(tmp_path, made, [x, np.array(trips, i64)])[0], x.reshape((1,) * trips + (3,)))


def test_scan_outputs_with_another_shape_are_an_error(tmp_path):
    body = graph(
        [
            node("Identity", ["go"], ["again"]),
            node("Unsqueeze", ["i", "axis"], ["n"]),
            node("ConstantOfShape", ["n"], ["out"]),
        ],
        "body",
        [info("i", I64, []), info("go", BOOL, [])],
        [info("again", BOOL, []), info("out", F, None)],
        [const("axis", [0], i64)],
    )
    made = model([node("Loop", ["m", ""], ["y"], body=body)], [info("m", I64, [])], [info("y", F, None)])
    assert "TN-" in refused(tmp_path, made, [np.array(3, i64)])
    same(run(tmp_path, made, [np.array(1, i64)])[0], np.zeros((1, 0), f32))


def test_a_loop_in_a_loop_sees_all_values_around(tmp_path):
    inner = graph(
        [
            node("Identity", ["ig"], ["ic"]),
            node("Mul", ["j", "i"], ["p"]),
            node("Cast", ["p"], ["f"], to=F),
            node("Add", ["a", "f"], ["t"]),
            node("Add", ["t", "x"], ["b"]),
        ],
        "inner",
        [info("j", I64, []), info("ig", BOOL, []), info("a", F, [])],
        [info("ic", BOOL, []), info("b", F, [])],
    )
    outer = graph(
        [node("Identity", ["og"], ["oc"]), node("Loop", ["n", "", "s"], ["r"], body=inner)],
        "outer",
        [info("i", I64, []), info("og", BOOL, []), info("s", F, [])],
        [info("oc", BOOL, []), info("r", F, [])],
    )
    made = model(
        [node("Loop", ["m", "", "x"], ["y"], body=outer)],
        [info("x", F, []), info("m", I64, []), info("n", I64, [])],
        [info("y", F, [])],
    )
    m, n, x = 3, 4, 0.5
    want = x + sum(i * j + x for i in range(m) for j in range(n))
    same(run(tmp_path, made, [np.array(x, f32), np.array(m, i64), np.array(n, i64)])[0], np.array(want, f32))


def test_a_sequence_is_carried(tmp_path):
    body = graph(
        [
            node("Identity", ["go"], ["again"]),
            node("Slice", ["x", "from", "end"], ["part"]),
            node("SequenceInsert", ["s", "part"], ["t"]),
            node("Add", ["i", "k"], ["next"]),
            node("Unsqueeze", ["next", "from"], ["end"]),
        ],
        "body",
        [info("i", I64, []), info("go", BOOL, []), sequence("s")],
        [info("again", BOOL, []), sequence("t")],
        [const("from", [0], i64), const("k", 1, i64)],
    )
    made = model(
        [node("SequenceEmpty", [], ["none"]), node("Loop", ["m", "", "none"], ["y"], body=body)],
        [info("x", F, [5]), info("m", I64, [])],
        [sequence("y")],
    )
    x = np.arange(5, dtype=f32)
    for trips in (0, 3):
        same(run(tmp_path, made, [x, np.array(trips, i64)])[0], [x[: i + 1] for i in range(trips)])


# --- functions


def test_local_functions_with_attributes_opsets_and_control_flow(tmp_path):
    # leak(x; alpha): where(x > 0, x, alpha * x) by an If over the whole tensor's sum, in an older operator set
    constant = node("Constant", [], ["a"])
    reference = constant.attribute.add()
    reference.name, reference.ref_attr_name, reference.type = "value_float", "alpha", 1
    then = graph([node("Identity", ["v"], ["t"])], "then", [], [info("t")])
    other = graph([node("Mul", ["v", "a"], ["e"])], "else", [], [info("e")])
    leak = helper.make_function(
        "own",
        "Leak",
        ["v"],
        ["w"],
        [
            constant,
            node("ReduceSum", ["v"], ["s"], keepdims=0),
            node("Constant", [], ["z"], value_float=0.0),
            node("Greater", ["s", "z"], ["c"]),
            node("If", ["c"], ["w"], then_branch=then, else_branch=other),
        ],
        [helper.make_opsetid("", 12)],
        ["alpha"],
    )
    call = helper.make_node("Leak", ["u"], ["r"], domain="own")
    given = call.attribute.add()
    given.name, given.ref_attr_name, given.type = "alpha", "slope", 1
    twice = helper.make_function(
        "own",
        "Twice",
        ["u"],
        ["q"],
        [call, helper.make_node("Leak", ["r"], ["q"], domain="own", alpha=10.0)],
        [helper.make_opsetid("own", 1)],
        ["slope"],
    )
    made = model(
        [helper.make_node("Twice", ["x"], ["y"], domain="own", slope=0.5)],
        [info("x", F, [3])],
        [info("y", F, [3])],
        functions=[leak, twice],
        more=[helper.make_opsetid("own", 1)],
    )
    for x in (np.array([1, -2, 4], f32), np.array([1, -2, -4], f32)):
        want = x if x.sum() > 0 else 5 * x
        same(run(tmp_path, made, [x])[0], want)


# --- what is wrong with a model


def test_bad_models_name_the_node(tmp_path):
    wrong = graph([node("Identity", ["x"], ["t"])], "then", [], [info("t")])
    ints = graph([node("Shape", ["x"], ["e"])], "else", [], [info("e", I64)])
    made = model(
        [helper.make_node("If", ["c"], ["y"], name="fork", then_branch=wrong, else_branch=ints)],
        [info("x", F, [2]), info("c", BOOL, [])],
        [info("y")],
    )
    assert "fork" in refused(tmp_path, made, [np.zeros(2, f32), np.array(True)])
    body = graph([node("Identity", ["go"], ["again"])], "b", [info("i", I64, []), info("go", BOOL, [])], [info("again", BOOL, [])])
    made = model(
        [helper.make_node("Loop", ["", "", "x"], ["y"], name="round", body=body)], [info("x", F, [2])], [info("y", F, [2])]
    )
    assert "round" in refused(tmp_path, made, [np.zeros(2, f32)])
    made = model([helper.make_node("If", ["x"], ["y"], name="fork", then_branch=wrong, else_branch=wrong)], [info("x", F, [1])], [info("y")])
    assert "fork" in refused(tmp_path, made, [np.zeros(1, f32)])
