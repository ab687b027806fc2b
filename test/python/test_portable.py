# SPDX-License-Identifier: Apache-2.0
"""An engine on a lesser processor than it was built on: refused by name of what is missing, unless it was built to be portable.

TENON_CPU_FEATURES_MASK hides instruction sets, so that the lesser processor is this one.
"""

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

import tool

BEYOND_V2 = "avx,avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512_vnni,avx512_bf16"


@pytest.fixture(scope="module")
def home(folder):
    """A product of integers, for which there is a kernel for VNNI alone, and the same in floats."""
    home = folder / "portable"
    home.mkdir()
    draw = np.random.default_rng(3)
    weights = [numpy_helper.from_array(draw.integers(-128, 127, (64, 48)).astype(np.int8), "w"), numpy_helper.from_array(draw.normal(size=(64, 48)).astype(np.float32), "f")]
    nodes = [helper.make_node("MatMulInteger", ["a", "w"], ["y"]), helper.make_node("MatMul", ["x", "f"], ["z"])]
    given = [helper.make_tensor_value_info("a", TensorProto.UINT8, [5, 64]), helper.make_tensor_value_info("x", TensorProto.FLOAT, [5, 64])]
    wanted = [helper.make_tensor_value_info("y", TensorProto.INT32, [5, 48]), helper.make_tensor_value_info("z", TensorProto.FLOAT, [5, 48])]
    made = helper.make_model(helper.make_graph(nodes, "graph", given, wanted, weights), opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    (home / "model.onnx").write_bytes(made.SerializeToString())
    np.savez(home / "in.npz", a=draw.integers(0, 255, (5, 64)).astype(np.uint8), x=draw.normal(size=(5, 64)).astype(np.float32))
    return home


def masked(monkeypatch, names: str) -> None:
    monkeypatch.setenv("TENON_CPU_FEATURES_MASK", names)


def run(home, engine: str):
    return tool.call("run", home / engine, "--inputs", home / "in.npz", "--outputs", home / "out.npz")


def outputs(home) -> list[np.ndarray]:
    with np.load(home / "out.npz") as archive:
        return [archive[name] for name in archive.files]


def test_an_engine_is_refused_by_the_name_of_what_is_missing(home, monkeypatch):
    tool.call_json("build", home / "model.onnx", "-o", home / "own.engine")
    assert run(home, "own.engine").returncode == 0
    masked(monkeypatch, "avx2")
    refused = run(home, "own.engine")
    assert refused.returncode == 3
    assert "without avx2" in refused.stderr and "sse4_1, sse4_2" in refused.stderr


def test_a_portable_engine_runs(home, monkeypatch):
    tool.call_json("build", home / "model.onnx", "-o", home / "portable.engine", "--portable")
    assert run(home, "portable.engine").returncode == 0
    whole, real = outputs(home)
    masked(monkeypatch, BEYOND_V2)
    assert run(home, "portable.engine").returncode == 0
    np.testing.assert_array_equal(outputs(home)[0], whole)
    np.testing.assert_allclose(outputs(home)[1], real, rtol=1e-5, atol=1e-5)


def test_an_engine_of_a_lesser_processor_runs_there(home, monkeypatch):
    masked(monkeypatch, BEYOND_V2)
    tool.call_json("build", home / "model.onnx", "-o", home / "lesser.engine", "--static-costs")
    assert ".vnni" not in tool.call("inspect", home / "lesser.engine", "--layers").stdout
    assert run(home, "lesser.engine").returncode == 0
    with np.load(home / "in.npz") as given:
        weights = np.random.default_rng(3).integers(-128, 127, (64, 48))
        np.testing.assert_array_equal(outputs(home)[0], given["a"].astype(np.int64) @ weights)
