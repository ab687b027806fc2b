# SPDX-License-Identifier: Apache-2.0
"""Real models with control flow, trees and maps against ONNX Runtime, from an engine that was built and saved."""


import numpy as np
import onnx
import onnxruntime
import onnxruntime.datasets
import pytest

import flow_models
import models
import node_cases
import tool

ERROR_BAR = 1e-3  # of the reference output's range


def agrees(folder, path, inputs: dict, *build_flags) -> None:
    """Every output, within ERROR_BAR; labels and keys are equal."""
    home = folder / f"m{len(list(folder.iterdir()))}"
    model = onnx.load(path)
    names = [i.name for i in model.graph.input]
    flow_models._write(home, model, [inputs[name] for name in names])
    flags = build_flags or ["--inputs-pb", home / "in"]
    tool.call_json("build", home / "model.onnx", "-o", home / "model.engine", *flags)
    (home / "model.onnx").unlink()
    done = tool.call("run", home / "model.engine", "--inputs-pb", home / "in", "--outputs-pb", home / "out")
    assert done.returncode == 0, done.stderr
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for k, (info, theirs) in enumerate(zip(session.get_outputs(), session.run(None, inputs))):
        declared = model.graph.output[k]
        ours = node_cases._value((home / "out" / f"output_{k}.pb").read_bytes(), read_as(declared, info))
        compare(ours, theirs)


def read_as(declared, info):
    """The declared type; what ONNX Runtime calls it where the model leaves the element type out."""
    if not info.type.startswith("seq(map("):
        return declared.type
    key, value = (onnx.TensorProto.INT64 if "int64" in info.type else onnx.TensorProto.STRING), onnx.TensorProto.FLOAT
    tensor = onnx.helper.make_tensor_type_proto(value, [])
    return onnx.helper.make_sequence_type_proto(onnx.helper.make_map_type_proto(key, tensor))


def compare(ours, theirs) -> None:
    if isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            compare(a, b)
    elif isinstance(theirs, dict):
        assert list(ours) == list(theirs)
        compare(np.array([float(v) for v in ours.values()]), np.array(list(theirs.values()), np.float64))
    elif theirs.dtype.kind not in "f":
        assert ours.tolist() == theirs.tolist()
    else:
        assert ours.shape == theirs.shape and np.isfinite(ours).all()
        span = max(float(theirs.max() - theirs.min()), float(np.abs(theirs).max()))
        assert float(np.abs(ours - theirs).max()) < ERROR_BAR * span


def speech(rows: int, samples: int) -> np.ndarray:
    random = np.random.default_rng(rows * samples)
    t = np.arange(samples) / 16000
    wave = np.sin(2 * np.pi * 220 * t) * 0.3 + np.sin(2 * np.pi * 1330 * t) * 0.1
    return (wave + 0.05 * random.normal(size=(rows, samples))).astype(np.float32)


def state(rows: int) -> np.ndarray:
    return (0.1 * np.random.default_rng(rows).normal(size=(2, rows, 128))).astype(np.float32)


@pytest.mark.parametrize("name", ["silero_vad", "silero_vad_op18_ifless"])
@pytest.mark.parametrize("rows,rate", [(1, 16000), (3, 16000), (1, 8000), (2, 8000)])
def test_silero_vad(tmp_path, name, rows, rate):
    samples = 576 if rate == 16000 else 288
    inputs = {"input": speech(rows, samples), "state": state(rows), "sr": np.array(rate, np.int64)}
    agrees(tmp_path, models.path(name), inputs)


@pytest.mark.parametrize("rows", [1, 1000])
def test_trees_of_1610_roots(tmp_path, rows):
    x = np.random.default_rng(rows).normal(scale=50, size=(rows, 229))
    x[0, ::7] = np.nan
    agrees(tmp_path, models.path("atspm_function229_trees"), {"X": x})


def test_a_logistic_regression_gives_maps(tmp_path):
    path = onnxruntime.datasets.get_example("logreg_iris.onnx")
    agrees(tmp_path, path, {"float_input": np.array([[5.1, 3.5], [6.2, 2.9], [7.7, 2.6]], np.float32)})
