#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the onnx package through the command: from the model, and from an engine built, saved and loaded.

    node_cases.py [--json F] [--kind KIND] [PATTERN...]      one line per case that is not a pass, then the counts

KIND is node (cases made in Python) or one of those that lie in files: pytorch-converted, pytorch-operator, simple. The latter run
only from the saved engine.

An outcome is pass, refused (exit status 3: said to be unsupported), wrong, crash or timeout. Inputs and outputs travel as
protobuf files by the model's declared types. Comparison: exact element type and shape, the case's rtol and atol.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "py"))

import numpy as np  # noqa: E402
import onnx  # noqa: E402
from onnx import numpy_helper  # noqa: E402
from onnx.backend.test.loader import load_model_tests  # noqa: E402

import tool  # noqa: E402

TIMEOUT_S = 60
FILE_KINDS = ("pytorch-converted", "pytorch-operator", "simple")
IGNORE_FILE = pathlib.Path(__file__).with_name("node_ignore.txt")


@dataclasses.dataclass
class Outcome:
    name: str
    result: str  # pass, refused, wrong, crash, timeout
    step: str = ""  # run, build, or run-engine: where it was decided
    detail: str = ""


def load_cases(patterns: list[str] = (), kind: str = "node") -> list:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package computes infinities on purpose
        cases = load_model_tests(kind=kind)
    if kind != "node":
        cases = [_from_files(case) for case in cases]
    return [case for case in cases if not patterns or any(fnmatch.fnmatch(case.name, p) for p in patterns)]


def _from_files(case):
    """The case with its model and data."""
    home = pathlib.Path(case.model_dir)
    model = onnx.load(str(home / "model.onnx"))

    def values(folder: pathlib.Path, name: str, infos) -> list:
        return [_value((folder / f"{name}_{k}.pb").read_bytes(), info.type) for k, info in enumerate(infos)]

    sets = [(values(f, "input", _fed(model)), values(f, "output", model.graph.output)) for f in sorted(home.glob("test_data_set_*"))]
    return dataclasses.replace(case, model=model, data_sets=sets)


def _fed(model: onnx.ModelProto) -> list:
    """The inputs that are no weights: before IR version 4 those are listed too."""
    weights = {tensor.name for tensor in model.graph.initializer}
    return [info for info in model.graph.input if info.name not in weights]


def ignored_patterns() -> dict[str, str]:
    """Pattern: reason. Blank lines and lines that start with # are comments."""
    found = {}
    for line in IGNORE_FILE.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            pattern, _, reason = line.partition(" ")
            found[pattern] = reason.strip()
    return found


# --- protobuf files


def _message(value, declared: onnx.TypeProto, name: str):
    if isinstance(value, onnx.TensorProto):
        return value
    kind = declared.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.from_list(value, name)
    if kind == "optional_type":
        return numpy_helper.from_optional(value, name)
    if kind == "map_type":
        return numpy_helper.from_dict(value, name)
    return numpy_helper.from_array(np.asarray(value), name)


def _value(data: bytes, declared: onnx.TypeProto):
    kind = declared.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if kind == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
    if kind == "map_type":
        return numpy_helper.to_dict(onnx.MapProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def write_case(case, inputs: list, folder: pathlib.Path) -> None:
    (folder / "in").mkdir()
    (folder / "model.onnx").write_bytes(case.model.SerializeToString())
    for k, (value, info) in enumerate(zip(inputs, _fed(case.model), strict=True)):
        (folder / "in" / f"input_{k}.pb").write_bytes(_message(value, info.type, info.name).SerializeToString())


# --- comparison: "" or what differs


def difference(ours, wanted, rtol: float, atol: float) -> str:
    if isinstance(wanted, onnx.TensorProto):
        wanted = numpy_helper.to_array(wanted)
    if wanted is None or ours is None:
        return "" if ours is wanted else f"got {type(ours).__name__}, wanted {type(wanted).__name__}"
    if isinstance(wanted, dict):
        if not isinstance(ours, dict) or list(ours) != list(wanted):
            return "the keys differ"
        return difference(list(ours.values()), list(wanted.values()), rtol, atol)
    if isinstance(wanted, (list, tuple)):
        if not isinstance(ours, (list, tuple)) or len(ours) != len(wanted):
            return f"got {len(ours) if isinstance(ours, (list, tuple)) else 'no sequence'}, wanted {len(wanted)} elements"
        texts = (difference(a, b, rtol, atol) for a, b in zip(ours, wanted))
        return next((f"[{k}] {text}" for k, text in enumerate(texts) if text), "")
    return _array_difference(np.asarray(ours), np.asarray(wanted), rtol, atol)


def _array_difference(ours: np.ndarray, wanted: np.ndarray, rtol: float, atol: float) -> str:
    textual = wanted.dtype.kind in "OUST"
    if textual != (ours.dtype.kind in "OUST") or (not textual and ours.dtype != wanted.dtype):
        return f"element type {ours.dtype}, wanted {wanted.dtype}"
    if ours.shape != wanted.shape:
        return f"shape {ours.shape}, wanted {wanted.shape}"
    if textual:
        return "" if ours.astype(object).tolist() == wanted.astype(object).tolist() else f"{ours.tolist()}, wanted {wanted.tolist()}"
    if wanted.dtype.name == "bfloat16":
        rtol = max(rtol, 2**-6)  # two units in the last place
    if wanted.dtype.kind in "biu":
        bad = ours != wanted
        if not np.issubdtype(wanted.dtype, np.bool_) and (rtol or atol):
            bad &= np.abs(ours.astype(np.float64) - wanted.astype(np.float64)) > atol + rtol * np.abs(wanted.astype(np.float64))
    else:
        wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
        bad = ~np.isclose(ours.astype(wide), wanted.astype(wide), rtol=rtol, atol=atol, equal_nan=True)
    if not bad.any():
        return ""
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    return f"{int(bad.sum())} of {bad.size} values differ, first at {list(at)}: {ours[at]}, wanted {wanted[at]}"


# --- one case


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "no message")[:300]


def _step(name: str, step: str, arguments: list) -> Outcome | None:
    """None when the command ended well."""
    try:
        done = tool.call(*arguments, "--threads", 1, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return Outcome(name, "timeout", step, f"over {TIMEOUT_S} s")
    if done.returncode == 0:
        return None
    if done.returncode < 0 or done.returncode >= 126:
        return Outcome(name, "crash", step, f"status {done.returncode}: {_first_line(done.stderr)}")
    result = "refused" if done.returncode == 3 else "wrong"
    return Outcome(name, result, step, f"status {done.returncode}: {_first_line(done.stderr)}")


def _compare(case, wanted: list, folder: pathlib.Path, step: str) -> Outcome | None:
    ours = []
    try:
        for k, info in enumerate(case.model.graph.output):
            ours.append(_value((folder / f"output_{k}.pb").read_bytes(), info.type))
    except Exception as error:  # whatever cannot be read back is the command's fault
        return Outcome(case.name, "wrong", step, f"output {len(ours)} cannot be read: {_first_line(str(error))}")
    text = difference(ours, list(wanted), case.rtol, case.atol)
    return Outcome(case.name, "wrong", step, text) if text else None


def run_case(case) -> Outcome:
    for inputs, wanted in case.data_sets:
        with tempfile.TemporaryDirectory(prefix="node-") as top:
            folder = pathlib.Path(top)
            write_case(case, list(inputs), folder)
            model, engine, given = folder / "model.onnx", folder / "model.engine", folder / "in"
            bad = case.kind == "node" and (
                _step(case.name, "run", ["run", model, "--inputs-pb", given, "--outputs-pb", folder / "direct"])
                or _compare(case, wanted, folder / "direct", "run")
            )
            bad = (
                bad
                or _step(case.name, "build", ["build", model, "-o", engine, "--inputs-pb", given])
                or _step(case.name, "run-engine", ["run", engine, "--inputs-pb", given, "--outputs-pb", folder / "saved"])
                or _compare(case, wanted, folder / "saved", "run-engine")
            )
            if bad:
                return bad
    return Outcome(case.name, "pass")


def run_cases(cases: list) -> list[Outcome]:
    tool.executable()  # missing: say so once, not once for each case
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:  # the threads wait for processes
        return list(pool.map(run_case, cases))


def counts(outcomes: list[Outcome]) -> dict[str, int]:
    names = ("pass", "refused", "wrong", "crash", "timeout")
    return {name: sum(outcome.result == name for outcome in outcomes) for name in names}


def write_summary(outcomes: list[Outcome], path: pathlib.Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    listed = {outcome.name: {k: v for k, v in dataclasses.asdict(outcome).items() if v and k != "name"} for outcome in outcomes}
    document = {"schema": 1, "onnx": onnx.__version__, "counts": counts(outcomes), "cases": listed}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="names of cases, with * and ?")
    parser.add_argument("--json", type=pathlib.Path, metavar="F", help="write the outcome of each case there")
    parser.add_argument("--kind", default="node", choices=["node", *FILE_KINDS], help="which of the package's cases (node)")
    parser.add_argument("--refused", action="store_true", help="also print the cases that were refused")
    parsed = parser.parse_args()
    outcomes = run_cases(load_cases(parsed.patterns, parsed.kind))
    for outcome in outcomes:
        if outcome.result not in ("pass", "refused") or (parsed.refused and outcome.result == "refused"):
            print(f"{outcome.result:8} {outcome.name} ({outcome.step}): {outcome.detail}")
    print("  ".join(f"{name} {count}" for name, count in counts(outcomes).items()))
    if parsed.json:
        write_summary(outcomes, parsed.json)
    if not outcomes:
        return 3
    return 1 if any(outcome.result not in ("pass", "refused") for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
