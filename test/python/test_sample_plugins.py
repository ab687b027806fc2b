# SPDX-License-Identifier: Apache-2.0
"""The sample plugins through the command: --plugins, an engine that is saved, numpy as the reference."""

import pathlib
import re
import shutil
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import tool

SOURCES = tool.ROOT / "samples" / "plugins"
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
LIBRARIES = pathlib.Path(tool.executable()).parents[1] / "sample_plugins"


def outputs(folder, name, x, **attributes):
    """Of a model of one node, run from its engine, by each of the plugin's two libraries."""
    node = helper.make_node({"hardmax": "CustomHardmax", "l2norm": "L2Norm", "add_one": "AddOne"}[name], ["x"], ["y"], domain="acme", **attributes)
    tensors = [helper.make_tensor_value_info(t, TensorProto.FLOAT, list(x.shape)) for t in ("x", "y")]
    graph = helper.make_graph([node], "one", tensors[:1], tensors[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8)
    onnx.save(model, folder / "sample.onnx")
    np.save(folder / "x.npy", x)
    for library in (f"libsample_{name}.so", f"libsample_{name}_base.so"):
        tool.call_json("build", folder / "sample.onnx", "-o", folder / "sample.engine", "--plugins", LIBRARIES / library)
        out = folder / "sample.npz"
        tool.call_json("run", folder / "sample.engine", "--inputs", folder / "x.npy", "--outputs", out, "--plugins", LIBRARIES / library)
        with np.load(out) as archive:
            yield archive["y"]


def test_a_recorded_call_of_l2norm_is_made_again(folder):
    x = np.random.default_rng(3).standard_normal((2, 3, 5)).astype(np.float32)
    calls = folder / "l2norm_calls"
    for y in outputs(folder, "l2norm", x, eps=1e-6):
        library = LIBRARIES / "libsample_l2norm_base.so"  # the last one
    tool.call_json("run", folder / "sample.engine", "--inputs", folder / "x.npy", "--plugins", library, "--record-plugin", "L2Norm", calls)
    recorded = np.fromfile(calls / "0000" / "output_0.bin", np.float32).reshape(x.shape)
    np.testing.assert_array_equal(recorded, y)
    again = tool.call("plugin", "replay", calls / "0000")
    assert again.returncode == 0 and "a call of 'L2Norm'" in again.stdout, again
    recorded[1, 2, 4] += 1
    recorded.tofile(calls / "0000" / "output_0.bin")
    other = tool.call("plugin", "replay", calls / "0000")
    assert other.returncode == 1 and "output 0, element 29" in other.stdout and "1 of 30 differ" in other.stdout, other


@pytest.mark.skipif(NVCC is None, reason="there is no nvcc")
@pytest.mark.parametrize("name", ["hardmax", "l2norm", "add_one"])
def test_the_kernels_compile(name, folder):
    command = [NVCC, "-std=c++17", "-c", "-Xcompiler", "-fPIC", "-gencode=arch=compute_75,code=sm_75", SOURCES / name / f"{name}.cu", "-o", folder / f"{name}.o"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


def test_hardmax(folder):
    x = ((np.random.default_rng(1).random((3, 4, 5)) - 0.5) * 200).astype(np.float32)
    wanted = (np.arange(4)[None, :, None] == np.argmax(x, axis=1)[:, None, :]).astype(np.float32)
    for y in outputs(folder, "hardmax", x, axis=-2):
        np.testing.assert_array_equal(y, wanted)


def test_l2norm(folder):
    x = np.random.default_rng(2).standard_normal((2, 3, 4, 4)).astype(np.float32)
    for y in outputs(folder, "l2norm", x, eps=1e-6):
        np.testing.assert_allclose(y, x / np.maximum(np.sqrt((x * x).sum(axis=1, keepdims=True)), 1e-6), rtol=0, atol=1e-5)


def test_add_one(folder):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    for y in outputs(folder, "add_one", x):
        np.testing.assert_array_equal(y, x + 1)


GENERATIONS = {"add_one": "AddOne", "l2norm": "L2Norm", "hardmax": "CustomHardmax"}  # as docs/plugins.md has its columns


def calls_of(folder, name, *command):
    """The methods that a command calls, one entry for each run of equal ones."""
    done = tool.call(*command, "--plugins", LIBRARIES / f"libsample_{name}.so", "--log-plugin-calls")
    assert done.returncode == 0, done
    head = f"plugin call: {GENERATIONS[name]}/1/ "
    methods = [line.removeprefix(head) for line in done.stderr.splitlines() if line.startswith(head) and "Capability" not in line]
    return [m for i, m in enumerate(methods) if i == 0 or m != methods[i - 1]]


@pytest.fixture(scope="module")
def life(folder):
    """Of each sample: what is called while an engine is built, and while it is run from its file."""

    def of(name):
        model, engine = folder / f"{name}.onnx", folder / f"{name}.engine"
        node = helper.make_node(GENERATIONS[name], ["x"], ["y"], domain="acme")
        tensors = [helper.make_tensor_value_info(t, TensorProto.FLOAT, [2, 3, 4]) for t in ("x", "y")]
        graph = helper.make_graph([node], "one", tensors[:1], tensors[1:])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), model)
        build = calls_of(folder, name, "build", model, "-o", engine, "--static-costs")
        return build, calls_of(folder, name, "run", engine, "--random", "1")

    return {name: of(name) for name in GENERATIONS}


PAGE = (tool.ROOT / "docs" / "plugins.md").read_text()


def test_the_page_has_the_real_log_of_a_plugins_life(life):
    logs = re.findall(r"^    \$ tenon (?:build|run).*--log-plugin-calls.*\n((?:    [^$].*\n)+)", PAGE, re.MULTILINE)
    assert len(logs) == 2
    for log, real in zip(logs, life["hardmax"], strict=True):
        assert re.findall(r"CustomHardmax/1/ (\w+)", log) == real


@pytest.mark.parametrize("column, name", list(enumerate(GENERATIONS)))
def test_the_pages_table_has_the_methods_in_the_order_in_which_they_are_called(life, column, name):
    rows = PAGE[PAGE.index("| step | V2") :].split("\n\n")[0].splitlines()[2:]
    cells = [row.strip("|").split("|") for row in rows]
    build, run = life[name]
    for real, steps in ((build, ("added", "shapes", "types", "outputs", "built", "saved")), (run, ("loaded", "for each", "when", "run", "the end"))):
        listed = [re.findall(r"`(\w+)", cell[column + 1]) for cell in cells if cell[0].strip().startswith(steps)]
        firsts = [min((real.index(m) for m in step if m in real), default=None) for step in listed]
        firsts = [at for at in firsts if at is not None]
        assert firsts == sorted(firsts) and len(firsts) >= 3, (real, listed)
        assert set(real) <= {m for step in listed for m in step} | KNOWN, set(real)


# Called in passing: by the parser, and where a number or name of an object is needed.
KNOWN = {"getFieldNames", "createPlugin", "setPluginNamespace", "getNbOutputs", "getPluginNamespace", "getFormatCombinationLimit", "destroy"}
