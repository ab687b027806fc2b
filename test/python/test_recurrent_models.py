# SPDX-License-Identifier: Apache-2.0
"""Models with recurrent layers, transforms and quantised products, through build, save, load and run, against ONNX Runtime.

Each runs at two shapes of one profile. A float model agrees within ERROR_BAR of the output's range and in every greatest entry. A
quantised one is judged by its distance from the float form of the same graph: over all inputs at most INT8_BAR times ONNX
Runtime's. (Of one input, where the output is one number, that ratio is chance: a value near the middle between two steps goes
either way, and everything behind it changes.)
"""

import numpy as np
import onnx
import onnxruntime
import pytest

import float_form
import models
import sounds
import tool

ERROR_BAR = 1e-3
INT8_BAR = 1.1
QUANTISED = [name for name in sounds.INPUTS if name.endswith("_int8")]
FLOAT = [name for name in sounds.INPUTS if name not in QUANTISED]


def session(model) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    given = model if isinstance(model, bytes) else str(model)
    return onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])


def profile(sets: list[dict]) -> list[str]:
    """Flags for the range of shapes that the inputs span."""
    flags = []
    for flag, pick in (("--min-shapes", np.min), ("--opt-shapes", lambda dims, axis: dims[0]), ("--max-shapes", np.max)):
        shapes = {name: pick(np.array([inputs[name].shape for inputs in sets]), axis=0) for name in sets[0]}
        flags += [flag, ",".join(f"{name}:{'x'.join(map(str, dims)) or 'scalar'}" for name, dims in shapes.items())]
    return flags


def results(name: str, folder) -> list[tuple[dict, list[np.ndarray]]]:
    """Inputs and outputs of one engine, built once and run by another process for each set."""
    home = folder / f"recurrent_{name}"
    home.mkdir()
    sets = sounds.INPUTS[name]()
    tool.call_json("build", models.path(name), "-o", home / "model.engine", *profile(sets))
    found = []
    for inputs in sets:
        np.savez(home / "in.npz", **inputs)
        tool.call_json("run", home / "model.engine", "--inputs", home / "in.npz", "--outputs", home / "out.npz")
        with np.load(home / "out.npz") as archive:
            found.append((inputs, [archive[key] for key in archive.files]))
    return found


@pytest.mark.parametrize("name", FLOAT)
def test_a_float_model_agrees(name, folder):
    reference = session(models.path(name))
    for inputs, ours in results(name, folder):
        for mine, other in zip(ours, reference.run(None, inputs), strict=True):
            assert mine.dtype == other.dtype and mine.shape == other.shape
            if other.dtype.kind != "f":
                np.testing.assert_array_equal(mine, other)
                continue
            assert np.abs(mine - other).max() < ERROR_BAR * max(float(other.max() - other.min()), 1e-3)
            np.testing.assert_array_equal(mine.argmax(-1), other.argmax(-1))


@pytest.mark.parametrize("name", QUANTISED)
def test_a_quantised_model_is_as_near_to_its_float_form(name, folder):
    reference = session(models.path(name))
    exact = session(float_form.float_form(onnx.load(str(models.path(name)))).SerializeToString())
    errors = np.zeros(2)
    for inputs, ours in results(name, folder):
        for mine, other, wanted in zip(ours, reference.run(None, inputs), exact.run(None, inputs), strict=True):
            assert mine.dtype == other.dtype and mine.shape == other.shape
            errors += [np.abs(mine - wanted).max(), np.abs(other - wanted).max()]
    assert errors[0] <= INT8_BAR * errors[1]
