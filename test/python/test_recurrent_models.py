# SPDX-License-Identifier: Apache-2.0
"""Models with recurrent layers, transforms and quantised products, through build, save, load and run, against ONNX Runtime.

Each runs at two shapes of one profile. A float model agrees within ERROR_BAR of the output's range and in every greatest entry. A
quantised one is judged by its distance from the float form of the same graph: at most INT8_BAR times ONNX Runtime's, on each
input. Where the output is one number, the distances are added over the inputs first: of one input their ratio is chance, since a
value near the middle between two steps goes either way, and everything behind it changes. (ONNX Runtime without its
optimisations is up to eight times as far off as ONNX Runtime with them, or as near.)
"""

import numpy as np
import onnx
import pytest

import float_form
import models
import sounds
from model_runs import check, results, session

INT8_BAR = 1.1
QUANTISED = [name for name in sounds.INPUTS if name.endswith("_int8")]
FLOAT = [name for name in sounds.INPUTS if name not in QUANTISED]


def outcomes(name: str, folder) -> list[tuple[dict, list[np.ndarray]]]:
    return results(models.path(name), sounds.INPUTS[name](), folder / f"recurrent_{name}")


@pytest.mark.parametrize("name", FLOAT)
def test_a_float_model_agrees(name, folder):
    reference = session(models.path(name))
    for inputs, ours in outcomes(name, folder):
        for mine, other in zip(ours, reference.run(None, inputs), strict=True):
            check(mine, other)
            np.testing.assert_array_equal(mine.argmax(-1), other.argmax(-1))


@pytest.mark.parametrize("name", QUANTISED)
def test_a_quantised_model_is_as_near_to_its_float_form(name, folder):
    reference = session(models.path(name))
    exact = session(float_form.float_form(onnx.load(str(models.path(name)))).SerializeToString())
    single = np.zeros(2)
    for inputs, ours in outcomes(name, folder):
        for mine, other, wanted in zip(ours, reference.run(None, inputs), exact.run(None, inputs), strict=True):
            assert mine.dtype == other.dtype and mine.shape == other.shape
            errors = np.array([np.abs(mine - wanted).max(), np.abs(other - wanted).max()])
            if wanted[0].size > 1:
                assert errors[0] <= INT8_BAR * errors[1]
            else:
                single += errors
    assert single[0] <= INT8_BAR * single[1]
