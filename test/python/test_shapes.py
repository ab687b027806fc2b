# SPDX-License-Identifier: Apache-2.0
"""Shapes that only the data tell, and outputs that passes join, in whole models."""

import numpy as np
import onnx
import pytest

import tool
from flow_models import F, I64, const, info, model, node, refused, run, same

I32 = onnx.TensorProto.INT32
f32, i64, i32 = np.float32, np.int64, np.int32


@pytest.mark.parametrize("to", [4, 2**31 - 1])
def test_a_view_of_a_slice_waits_for_the_slice(tmp_path, to):
    nodes = [node("Slice", ["x", "b", "e", "axes", "step"], ["c"]), node("Exp", ["c"], ["d"]), node("Reshape", ["d", "s"], ["y"])]
    inputs = [info("x", F, ["A", 3]), *(info(name, I32, [1]) for name in ("b", "e", "step"))]
    made = model(nodes, inputs, [info("y", F, [3, 2])], [const("axes", [0], i32), const("s", [3, 2], i64)])
    x = np.arange(12, dtype=f32).reshape(4, 3) / 8
    data = [x, np.array([2], i32), np.array([to], i32), np.array([1], i32)]
    same(run(tmp_path, made, data)[0], np.exp(x[2:]).reshape(3, 2), 1e-5)


def test_batches_of_data_and_indices_agree(tmp_path):
    def gather(rows):
        nodes = [node("Unsqueeze", ["x", "axis"], ["u"]), node("GatherND", ["u", "i"], ["y"], batch_dims=1)]
        made = model(nodes, [info("x", F, ["A"]), info("i", I64, ["B", 1])], [info("y")], [const("axis", [1], i64)])
        return made, [np.arange(3, dtype=f32), np.zeros((rows, 1), i64)]

    same(run(tmp_path, *gather(3))[0], np.arange(3, dtype=f32))
    text = refused(tmp_path, *gather(4))
    assert "batch dim 0 of the data and of the indices differ" in text and "wanted: 3" in text and "given: 4" in text


def names_of(folder, made, **inputs):
    path = folder / "names.onnx"
    path.write_bytes(made.SerializeToString())
    np.savez(folder / "in.npz", **inputs)
    tool.call_json("run", path, "--inputs", folder / "in.npz", "--outputs", folder / "out.npz")
    with np.load(folder / "out.npz") as out:
        return {name: out[name].shape for name in out.files}


def test_outputs_that_become_one_keep_their_names(tmp_path):
    def flat(before, k, after):
        return [
            node("Shape", [before], [f"s{k}"]),
            node("Gather", [f"s{k}", "zero"], [f"g{k}"]),
            node("Concat", [f"g{k}", "rest"], [f"t{k}"], axis=0),
            node("Reshape", [before, f"t{k}"], [after]),
        ]

    nodes = [node("Exp", ["x"], ["a"]), *flat("a", 0, "y"), *flat("y", 1, "w"), node("Flatten", ["w"], ["z"], axis=1)]
    constants = [const("zero", [0], i64), const("rest", [-1], i64)]
    made = model(nodes, [info("x", F, ["N", 3, 4])], [info("z"), info("y")], constants)
    assert names_of(tmp_path, made, x=np.zeros((2, 3, 4), f32)) == {"z": (2, 12), "y": (2, 12)}


def test_an_output_that_is_an_input_is_a_copy(tmp_path):
    made = model([node("Relu", ["x"], ["y"])], [info("x", F, [3])], [info("y", F, [3]), info("x", F, [3])])
    assert names_of(tmp_path, made, x=np.zeros(3, f32)) == {"y": (3,), "x.copy": (3,)}
    for check in ("onnxruntime", "reference"):
        done = tool.call("run", tmp_path / "names.onnx", "--inputs", tmp_path / "in.npz", "--check", check)
        assert done.returncode == 0 and f"check {check} x.copy: ok" in done.stdout, done


def test_outputs_that_are_known_at_build_keep_their_names(tmp_path):
    nodes = [node("Range", ["three", "two", "down"], ["r"]), node("Reshape", ["r", "same"], ["y"]), node("Split", ["y"], ["z"], num_outputs=1)]
    constants = [const("three", 3, f32), const("two", 2, f32), const("down", -1, f32), const("same", [0], i64)]
    made = model([*nodes, node("Exp", ["x"], ["e"])], [info("x", F, [1])], [info("z"), info("y"), info("e")], constants, opset=18)
    assert names_of(tmp_path, made, x=np.zeros(1, f32)) == {"z": (1,), "y": (1,), "e": (1,)}
