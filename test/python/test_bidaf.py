# SPDX-License-Identifier: Apache-2.0
"""bidaf_mini (see test/models/bidaf_mini/README.md), strings and all: every case, from engines that were built and saved."""

import hashlib
import json
import re

import numpy as np
import onnx
import pytest

import flow_models
import node_cases
import tool

HOME = tool.ROOT / "test" / "models" / "bidaf_mini"
HASHES = {
    "bidaf_mini.onnx": "e1d2d5a1d2ff82a36d5ec9e99990ca5e1944bc4e31ae3c2527ac619ad5303c44",
    "bidaf_mini_op12.onnx": "a881efdcabb80299994308391f6c4b4422ad901c635ec424e3869ad15f955463",
    "cases.json": "57d95981fc8c0ba02abeaa643cb0e2217fe9af9731733548b98be7d557904510",
}
CASES = json.loads((HOME / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", HASHES)
def test_the_files_are_the_ones_that_were_trained(name):
    assert hashlib.sha256((HOME / name).read_bytes()).hexdigest() == HASHES[name]


def tokens(text: str) -> list[str]:
    return re.findall(r"\d+(?:[:.,]\d+)+|\w+(?:-\w+)*|[^\w\s]", text)


def words(of: list[str]) -> np.ndarray:
    return np.array([t.lower() for t in of], object).reshape(-1, 1)


def characters(of: list[str]) -> np.ndarray:
    rows = [[*t[:16], *[""] * (16 - len(t))] for t in of]
    return np.array(rows, object).reshape(-1, 1, 1, 16)


def inputs_of(case: dict, model) -> list[np.ndarray]:
    context, query = tokens(case["context"]), tokens(case["query"])
    assert [t.lower() for t in context] == case["context_tokens"]
    made = {
        "context_word": words(context),
        "context_char": characters(context),
        "query_word": words(query),
        "query_char": characters(query),
    }
    return [made[i.name] for i in model.graph.input]


@pytest.fixture(scope="module", params=["bidaf_mini.onnx", "bidaf_mini_op12.onnx"])
def built(request, tmp_path_factory):
    """An engine for 1 to 64 tokens, alone in its folder."""
    folder = tmp_path_factory.mktemp("bidaf")
    model = onnx.load(HOME / request.param)

    def shapes(c, q):
        sizes = {"context_word": (c, 1), "context_char": (c, 1, 1, 16), "query_word": (q, 1), "query_char": (q, 1, 1, 16)}
        return ",".join(f"{name}:{'x'.join(map(str, dims))}" for name, dims in sizes.items())

    flags = ["--min-shapes", shapes(1, 1), "--opt-shapes", shapes(16, 8), "--max-shapes", shapes(64, 64)]
    tool.call_json("build", HOME / request.param, "-o", folder / "model.engine", *flags)
    return folder, model


def test_every_case(built):
    folder, model = built
    wrong = []
    for k, case in enumerate(CASES):
        home = folder / f"case{k}"
        flow_models._write(home, model, inputs_of(case, model))
        (home / "model.onnx").unlink()
        done = tool.call("run", folder / "model.engine", "--inputs-pb", home / "in", "--outputs-pb", home / "out")
        assert done.returncode == 0, done.stderr
        outputs = {o.name: node_cases._value((home / "out" / f"output_{i}.pb").read_bytes(), o.type) for i, o in enumerate(model.graph.output)}
        given = (int(outputs["start_pos"][0]), int(outputs["end_pos"][0]))
        if given != (case["start"], case["end"]):
            wrong.append((case["query"], given, (case["start"], case["end"])))
    assert len(CASES) == 30 and not wrong
