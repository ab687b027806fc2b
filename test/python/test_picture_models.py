# SPDX-License-Identifier: Apache-2.0
"""Models that look at pages, text boxes, bytes and scores, through build, save, load and run, against ONNX Runtime.

Each runs on two inputs, of two shapes where the model lets it. Besides the error, what a user would read from the output is the
same: the class, the mask of text, the boxes.
"""

import numpy as np
import pytest

import models
import pictures
from model_runs import build, check, check_memory, run, session


@pytest.mark.parametrize("name", pictures.INPUTS)
def test_a_model_agrees(name, folder):
    reference = session(models.path(name))
    sets, home = pictures.INPUTS[name](), folder / f"picture_{name}"
    built = build(models.path(name), sets, home, "--static-costs")
    if name == "ppocrv4_det":
        check_memory(built)
    for inputs, ours in run(sets, home):
        for mine, other in zip(ours, reference.run(None, inputs), strict=True):
            check(mine, other)
            READINGS.get(name, same_classes)(mine, other)


def same_classes(ours: np.ndarray, theirs: np.ndarray) -> None:
    np.testing.assert_array_equal(ours.argmax(-1), theirs.argmax(-1))


def same_mask(ours: np.ndarray, theirs: np.ndarray) -> None:
    """Of text, which is where the map is over 0.3."""
    assert (theirs > 0.3).any() and (theirs < 0.3).any()
    sure = np.abs(theirs - 0.3) > 1e-3
    np.testing.assert_array_equal((ours > 0.3)[sure], (theirs > 0.3)[sure])


def same_boxes(ours: np.ndarray, theirs: np.ndarray) -> None:
    """The ten surest, in order of score: centre and size in cells, and the logarithms of the sizes."""

    def boxes(output):
        scores = output[0, :, 4] * output[0, :, 5]
        best = np.argsort(-scores, kind="stable")[:10]
        return best, scores[best], output[0, best, :4]

    for mine, other in zip(boxes(ours), boxes(theirs)):
        np.testing.assert_allclose(mine, other, rtol=1e-3, atol=1e-3)


READINGS = {"ppocrv4_det": same_mask, "ddddocr_det_yolox": same_boxes}
