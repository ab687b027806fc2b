# SPDX-License-Identifier: Apache-2.0
"""What the command says to files, flags and shapes that it cannot take, and what it leaves as it was."""

import json
import os
import re
import subprocess

import numpy as np
import pytest
from onnx import TensorProto, helper

import tool
from small_models import add, engine, errors, fails, model, tensor  # noqa: F401 (fixtures)


def test_a_missing_file():
    assert fails(2, "run", "none.onnx") == (
        "tenon: TN-002: cannot open 'none.onnx': No such file or directory\n"
        "  try: Check the path, from the folder that the command runs in, and its permissions.\n"
    )
    (error,) = errors(2, "inspect", "none.engine")
    assert list(error) == ["id", "what", "where", "wanted", "given", "try"] and list(error["where"]) == ["node", "op", "tensor", "plugin"]
    assert error["id"] == "TN-002"


def test_a_flag_that_is_not_there_yet(add):
    assert [e["what"] for e in errors(3, "build", add, "--fp16", "--int8")] == [
        "--fp16: not there yet: kernels of that precision",
        "--int8: not there yet: kernels of that precision",
    ]


def test_a_build_without_sizes_names_the_inputs_and_an_example(folder):
    path = model(
        folder / "open.onnx",
        [helper.make_node("Add", ["x", "odd,name"], ["y"])],
        [tensor("x", ["N", 3, None]), tensor("odd,name", [-1, 3, 1])],
        [tensor("y", ["N", 3, None])],
    )
    text = fails(2, "build", path, "-o", folder / "open.engine")
    assert text.splitlines()[0] == "tenon: TN-008: sizes are missing for 2 of 2 inputs"
    assert re.search(r'^  wanted: sizes for x f32\[Nx3x\S+\], odd,name f32\[\S+x3x1\]$', text, re.M), text
    assert '  try: --shapes x:32x3x32,"odd,name":32x3x1\n' in text
    assert '  try: --min-shapes x:1x3x1,"odd,name":1x3x1 --opt-shapes x:32x3x32,"odd,name":32x3x1 --max-shapes x:64x3x64,"odd,name":64x3x1\n' in text
    assert not (folder / "open.engine").exists()
    example = re.search(r"try: --shapes (.*)", text)[1]
    assert tool.call_json("build", path, "-o", folder / "open.engine", "--shapes", example, "--static-costs")["bytes"] > 0


@pytest.mark.parametrize("text, column, what", [
    ("x:4x3,z:1", 7, "there is no input 'z'"),
    ("x:4", 3, "1 dims for 'x'"),
    ("x:4x5", 3, "dim 1 of 'x' cannot be 5"),
    ("x:-1x3", 3, "dim 0 of 'x' cannot be -1"),
    ("x:4xq", 5, "'q' is no number"),
])
def test_a_wrong_shape_is_shown_at_its_column(add, folder, text, column, what):
    error = errors(2, "build", add, "-o", folder / "no.engine", "--shapes", text)[0]
    assert (error["id"], error["what"]) == ("TN-007", f"--shapes: column {column}: {what}")
    assert error["given"].splitlines()[0] == text


def test_ranges_must_be_whole_and_in_order(add, folder):
    start = ["build", add, "-o", folder / "no.engine"]
    assert "1 --min-shapes, 0 --opt-shapes, 0 --max-shapes" in fails(2, *start, "--min-shapes", "x:1x3")
    text = fails(2, *start, "--min-shapes", "x:5x3", "--opt-shapes", "x:4x3", "--max-shapes", "x:8x3")
    assert "number 0 of input 'x' is not in order" in text and "given: 5, 4, 8" in text


def test_a_failed_build_leaves_an_older_engine_alone(add, folder):
    path = folder / "kept.engine"
    path.write_bytes(b"older")
    fails(2, "build", add, "-o", path)
    fails(2, "build", add, "-o", path, "--shapes", "x:2x3", "--disable-pass", "no_such_pass")
    assert path.read_bytes() == b"older"


def test_no_command_writes_over_what_it_reads(add, folder):
    before = add.read_bytes()
    for arguments in (["build", add, "-o", add], ["inspect", add, "--json", add], ["build", add, "-o", folder / "twice", "--json", folder / "twice", "--shapes", "x:2x3"]):
        (error,) = errors(2, *arguments)
        assert error["id"] == "TN-001" and ("would overwrite" in error["what"] or "is what -o writes, too" in error["what"])
    assert add.read_bytes() == before and not (folder / "twice").exists()
    np.savez(folder / "both.npz", x=np.zeros((2, 3), np.float32))
    (error,) = errors(2, "run", add, "--inputs", folder / "both.npz", "--outputs", folder / "both.npz")
    assert "--outputs" in error["what"] and "--inputs" in error["what"]


def test_models_and_engines_come_through_pipes(add, engine, folder):
    """What has no size in the file system: a FIFO, standard input."""
    def piped(path, *arguments):
        with open(path, "rb") as file:
            cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            done = subprocess.run([tool.executable(), *map(str, arguments), "--json", "-"], stdin=cat.stdout, capture_output=True, text=True)
            cat.stdout.close()
            cat.wait()
        assert done.returncode == 0, done
        return json.loads(done.stdout)

    assert piped(add, "inspect", "/dev/stdin")["nodes"] == {"Add": 1}
    shapes = ["--random", 1, "--shapes", "x:2x3"]
    assert piped(add, "run", "/dev/stdin", *shapes, "--check", "reference")["check"][0]["ok"]
    assert piped(engine, "run", "/dev/stdin", *shapes)["engine"]["bytes"] == engine.stat().st_size
    assert piped(engine, "bench", "/dev/stdin", *shapes, "--iterations", 1)["n"] == 1
    fifo = folder / "out.fifo"
    os.mkfifo(fifo)
    with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE) as reader:
        made = piped(add, "build", "/dev/stdin", "-o", fifo, "--shapes", "x:2x3", "--static-costs")
        assert len(reader.stdout.read()) == made["bytes"] > 0
    assert fifo.is_fifo()
    np.save(folder / "x.npy", np.ones((2, 3), np.float32))
    assert piped(folder / "x.npy", "inspect", engine)["io"]
    x = folder / "raw.bin"
    x.write_bytes(np.ones((2, 3), np.float32).tobytes())
    assert piped(x, "run", engine, "--inputs", "x=/dev/stdin", "--shapes", "x:2x3")["outputs"][0]["shape"] == [2, 3]


def test_a_model_in_a_file_called_engine(add, folder):
    path = folder / "t.engine"
    path.write_bytes(add.read_bytes())
    (error,) = errors(2, "run", path)
    assert error["try"] == [f"tenon build {path} -o {folder}/t.built.engine"]
    assert tool.call_json("build", path, "-o", folder / "t.built.engine", "--shapes", "x:2x3", "--static-costs")["bytes"] > 0


def test_explain_as_a_document():
    (told,) = tool.call_json("explain", "TN-008")["messages"]
    assert list(told) == ["id", "name", "title", "meaning", "try", "exit_status"]
    assert (told["id"], told["name"], told["exit_status"]) == ("TN-008", "kNeedsShapes", 2) and told["meaning"] in tool.call("explain", "TN-008").stdout
    assert [m["id"] for m in tool.call_json("explain", "TN-005", "TN-001")["messages"]] == ["TN-005", "TN-001"]
    every = [m["id"] for m in tool.call_json("explain", "--all")["messages"]]
    assert len(every) > 100 and every == sorted(every)
    assert errors(2, "explain", "TN-999", "--json", "-")[0]["id"] == "TN-011"


def test_all_unknown_operators_are_listed(folder):
    nodes = [helper.make_node("Foo", ["x"], ["a"], "first", domain="acme"), helper.make_node("Bar", ["a"], ["y"], "second", domain="acme")]
    path = model(folder / "unknown.onnx", nodes, [tensor("x", [2])], [tensor("y", [2])], opsets=[helper.make_opsetid("acme", 1)])
    found = errors(3, "build", path, "-o", folder / "no.engine")
    assert [e["where"]["node"] for e in found] == ["first", "second"]
    done = tool.call("inspect", path, "--support", "--json", "-")
    assert done.returncode == 3
    assert [(n["node"], n["state"]) for n in json.loads(done.stdout)["support"]] == [("first", "missing"), ("second", "missing")]


def test_errors_in_text_hold_wanted_given_and_try(engine, folder):
    np.savez(folder / "long.npz", x=np.zeros((9, 3), np.float32))
    text = fails(2, "run", engine, "--inputs", folder / "long.npz")
    assert re.match(r"tenon: TN-124: .*\n  tensor: x\n  wanted: 1 to 8 x 3\n  given: 9x3\n  try: .*\n$", text), text


@pytest.fixture(scope="module")
def reshape(folder):
    """y = x reshaped to the elements of s."""
    nodes = [helper.make_node("Reshape", ["x", "s"], ["y"])]
    return model(folder / "reshape.onnx", nodes, [tensor("x", [2, 6]), tensor("s", [2], TensorProto.INT64)], [tensor("y", [None, None])])


def test_an_input_that_shapes_read_is_given_by_its_elements(reshape, folder):
    path = folder / "reshape.engine"
    (error,) = errors(2, "build", reshape, "-o", path)
    assert error["wanted"] == "sizes for s i64[2] (its elements decide shapes)" and error["try"][0] == "--shapes s:?x?"
    assert error["try"][1:] == ["--min-shapes s:?x? --opt-shapes s:?x? --max-shapes s:?x?", "in place of each ? an element of s: shapes are computed from it, so the model's data tell which fit"]
    (error,) = errors(2, "build", reshape, "-o", path, "--shapes", "s:3")
    assert error["what"] == "--shapes: column 3: 1 elements for 's', which shapes are computed from"
    (error,) = errors(2, "run", reshape, "--random", 1)
    assert error["id"] == "TN-008" and error["try"][0] == "--shapes s:?x?" and len(error["try"]) == 2
    tool.call_json("build", reshape, "-o", path, "--min-shapes", "s:1x1", "--opt-shapes", "s:3x4", "--max-shapes", "s:12x12", "--static-costs")
    assert tool.call_json("run", path, "--random", 1)["outputs"][0]["shape"] == [3, 4]
    assert tool.call_json("run", path, "--random", 1, "--shapes", "s:4x3")["outputs"][0]["shape"] == [4, 3]
    assert tool.call_json("run", reshape, "--random", 1, "--shapes", "s:-1x2", "--check", "onnxruntime")["check"][0]["ok"]
    (error,) = errors(2, "run", path, "--random", 1, "--shapes", "s:4x13")
    assert (error["id"], error["wanted"], error["given"]) == ("TN-124", "1 to 12", "13")
    told = tool.call_json("inspect", path)
    assert [io["read_by_shapes"] for io in told["io"]] == [False, True, False]
