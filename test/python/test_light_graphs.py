# SPDX-License-Identifier: Apache-2.0
"""The nine light graphs of the onnx package with random weights, through build, save, load and run, against ONNX Runtime."""

import numpy as np
import pytest

import light_graphs
from model_runs import build, check, check_memory, run, session

LARGE = ("light_vgg19", "light_zfnet512", "light_bvlc_alexnet")  # weights of 250 to 600 MB: one input


def test_all_graphs_are_there():
    assert len(light_graphs.NAMES) == 9


@pytest.mark.parametrize("name", light_graphs.NAMES)
def test_a_light_graph_agrees(name, tmp_path):
    shapes = light_graphs.write(name, tmp_path / "model.onnx")
    draw = np.random.default_rng(9)
    sets = [{key: draw.standard_normal(shape, dtype=np.float32) for key, shape in shapes.items()} for _ in range(1 if name in LARGE else 2)]
    built = build(tmp_path / "model.onnx", sets, tmp_path / "engine", "--static-costs")
    if name == "light_resnet50":
        check_memory(built)
    found = run(sets, tmp_path / "engine")
    reference = session(tmp_path / "model.onnx")
    for inputs, ours in found:
        for mine, other in zip(ours, reference.run(None, inputs), strict=True):
            check(mine, other)
            np.testing.assert_array_equal(mine.argmax(-1), other.argmax(-1))
