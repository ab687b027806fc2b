# SPDX-License-Identifier: Apache-2.0
"""What the tests of whole models share: an engine built once for the shapes of all inputs and run by other processes, and its peer."""

import numpy as np
import onnxruntime

import tool

ERROR_BAR = 1e-3  # of the reference output's range
MEMORY_BAR = 0.4


def session(model) -> onnxruntime.InferenceSession:
    """ONNX Runtime's, of a file or of a model's bytes."""
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


def build(model, sets: list[dict], home, *flags) -> dict:
    """Makes home and an engine in it for the shapes of the inputs; returns the report."""
    home.mkdir()
    return tool.call_json("build", model, "-o", home / "model.engine", *profile(sets), *flags)


def run(sets: list[dict], home) -> list[tuple[dict, list[np.ndarray]]]:
    """Inputs and outputs of the engine, by a process for each set; the engine is then removed."""
    found = []
    for inputs in sets:
        np.savez(home / "in.npz", **inputs)
        tool.call_json("run", home / "model.engine", "--inputs", home / "in.npz", "--outputs", home / "out.npz")
        with np.load(home / "out.npz") as archive:
            found.append((inputs, [archive[key] for key in archive.files]))
    (home / "model.engine").unlink()
    return found


def results(model, sets: list[dict], home, *flags) -> list[tuple[dict, list[np.ndarray]]]:
    build(model, sets, home, *flags)
    return run(sets, home)


def check_memory(built: dict) -> None:
    """Values that are not alive at the same time share memory: the peak is far below the sum of all."""
    assert 0 < built["peak"] <= MEMORY_BAR * built["sum"]


def check(ours: np.ndarray, theirs: np.ndarray) -> None:
    """Equal where the values are no floats; else within ERROR_BAR of the range."""
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    if theirs.dtype.kind != "f":
        np.testing.assert_array_equal(ours, theirs)
        return
    assert np.isfinite(ours).all()
    assert float(np.abs(ours - theirs).max()) < ERROR_BAR * max(float(theirs.max() - theirs.min()), 1e-3)
