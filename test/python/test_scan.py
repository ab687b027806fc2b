# SPDX-License-Identifier: Apache-2.0
"""Scan and SequenceMap in whole models."""

import numpy as np
import pytest

from flow_models import F, I64, const, graph, info, model, node, run, same, sequence

f32, i64 = np.float32, np.int64


# --- Scan


@pytest.mark.parametrize("axis,backwards", [(0, 0), (1, 0), (1, 1), (-1, 1)])
def test_scan_along_axes_and_directions(tmp_path, axis, backwards):
    body = graph(
        [node("Add", ["s", "x_i"], ["t"]), node("Mul", ["t", "w"], ["o"])],
        "body",
        [info("s", F, None), info("x_i", F, None)],
        [info("t", F, None), info("o", F, None)],
    )
    length = [2, 3][axis]
    made = model(
        [
            node(
                "Scan",
                ["zero", "x"],
                ["last", "all"],
                body=body,
                num_scan_inputs=1,
                scan_input_axes=[axis],
                scan_input_directions=[backwards],
                scan_output_axes=[axis],
                scan_output_directions=[backwards],
            )
        ],
        [info("x", F, [2, 3]), info("w", F, [])],
        [info("last", F, None), info("all", F, None)],
        [const("zero", np.zeros(6 // length), f32)],
    )
    x = np.arange(6, dtype=f32).reshape(2, 3)
    turned = np.flip(x, axis) if backwards else x
    sums = np.cumsum(turned, axis=axis)
    last, everything = run(tmp_path, made, [x, np.array(2, f32)])
    same(last, np.take(sums, -1, axis=axis))
    same(everything, 2 * (np.flip(sums, axis) if backwards else sums))


def test_scan_of_two_tensors_with_dynamic_length(tmp_path):
    body = graph([node("MatMul", ["a", "b"], ["o"])], "body", [info("a", F, [2]), info("b", F, [2])], [info("o", F, [])])
    made = model(
        [node("Scan", ["p", "q"], ["y"], body=body, num_scan_inputs=2)],
        [info("p", F, ["n", 2]), info("q", F, ["n", 2])],
        [info("y", F, ["n"])],
    )
    for n in (1, 5):
        p = np.arange(2 * n, dtype=f32).reshape(n, 2)
        same(run(tmp_path, made, [p, p + 1])[0], (p * (p + 1)).sum(axis=1))


def test_scan_of_operator_set_8_has_a_batch(tmp_path):
    body = graph(
        [node("Add", ["s", "x_i"], ["t"]), node("Identity", ["t"], ["o"])],
        "body",
        [info("s", F, [2]), info("x_i", F, [2])],
        [info("t", F, [2]), info("o", F, [2])],
    )
    made = model(
        [node("Scan", ["", "s0", "x"], ["y", "z"], body=body, num_scan_inputs=1, directions=[1])],
        [info("s0", F, ["b", 2]), info("x", F, ["b", 3, 2])],
        [info("y", F, ["b", 2]), info("z", F, ["b", 3, 2])],
        opset=8,
    )
    x = np.arange(12, dtype=f32).reshape(2, 3, 2)
    s0 = np.array([[1, 2], [3, 4]], f32)
    y, z = run(tmp_path, made, [s0, x])
    want = s0[:, None] + np.cumsum(np.flip(x, 1), axis=1)
    same(z, want)
    same(y, want[:, -1])


# --- SequenceMap


def test_sequence_map_with_a_second_sequence_a_tensor_and_a_capture(tmp_path):
    body = graph(
        [node("Add", ["a", "b"], ["c"]), node("Mul", ["c", "t"], ["d"]), node("Sub", ["d", "k"], ["e"]), node("Shape", ["a"], ["f"])],
        "body",
        [info("a", F, ["n"]), info("b", F, ["n"]), info("t", F, [1])],
        [info("e", F, ["n"]), info("f", I64, [1])],
    )
    made = model(
        [node("SequenceMap", ["p", "q", "t0"], ["y", "z"], body=body)],
        [sequence("p", F, ["n"]), sequence("q", F, ["n"]), info("t0", F, [1]), info("k", F, [1])],
        [sequence("y"), sequence("z", I64)],
    )
    p = [np.array([1, 2], f32), np.array([], f32), np.array([3], f32)]
    q = [np.array([4, 5], f32), np.array([], f32), np.array([6], f32)]
    t, k = np.array([10], f32), np.array([0.5], f32)
    y, z = run(tmp_path, made, [p, q, t, k])
    same(y, [(a + b) * t - k for a, b in zip(p, q)])
    same(z, [np.array([len(a)], i64) for a in p])
    y, z = run(tmp_path, made, [[], [], t, k])
    same([y, z], [[], []])
