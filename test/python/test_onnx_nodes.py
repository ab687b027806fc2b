# SPDX-License-Identifier: Apache-2.0
"""The onnx package's node tests, and those that lie in files: what is not refused must be right, and at least so many must pass.

The outcome of every node test is left in build/node_tests.json.
"""

import fnmatch

import numpy as np
import pytest

import node_cases
import tool

PASSES_AT_LEAST = 1850  # raise it as ops arrive
CASES_IN_ONNX_1_23_2 = 1884
FILES = {"pytorch-converted": (82, 82), "pytorch-operator": (35, 35), "simple": (23, 21)}  # kind: cases, and how many pass


@pytest.fixture(scope="module")
def cases():
    return node_cases.load_cases()


@pytest.fixture(scope="module")
def outcomes(cases):
    found = node_cases.run_cases(cases)
    node_cases.write_summary(found, tool.ROOT / "build" / "node_tests.json")
    ignored = node_cases.ignored_patterns()
    return [outcome for outcome in found if not any(fnmatch.fnmatch(outcome.name, pattern) for pattern in ignored)]


def test_all_cases_are_there(cases):
    assert len(cases) == CASES_IN_ONNX_1_23_2


def test_every_ignored_pattern_has_a_reason_and_a_case(cases):
    for pattern, reason in node_cases.ignored_patterns().items():
        assert len(reason) > 10, f"{pattern} has no reason"
        assert any(fnmatch.fnmatch(case.name, pattern) for case in cases), f"{pattern} matches no case"


def test_what_is_not_refused_is_right(outcomes):
    bad = [outcome for outcome in outcomes if outcome.result not in ("pass", "refused")]
    shown = "\n".join(f"{o.result} {o.name} ({o.step}): {o.detail}" for o in bad[:60])
    assert not bad, f"{len(bad)} cases\n{shown}"


def test_enough_cases_pass(outcomes):
    assert node_cases.counts(outcomes)["pass"] >= PASSES_AT_LEAST


@pytest.mark.parametrize("kind", FILES)
def test_cases_in_files(kind):
    count, passes = FILES[kind]
    outcomes = node_cases.run_cases(node_cases.load_cases(kind=kind))
    assert len(outcomes) == count
    bad = [outcome for outcome in outcomes if outcome.result not in ("pass", "refused")]
    assert not bad, "\n".join(f"{o.result} {o.name} ({o.step}): {o.detail}" for o in bad)
    assert node_cases.counts(outcomes)["pass"] >= passes


# The comparison decides everything above, so it is tested itself.


@pytest.mark.parametrize(
    "ours",
    [
        np.array([1.0, 2.0], np.float64),  # type
        np.array([[1.0, 2.0]], np.float32),  # shape
        np.array([1.0, 2.01], np.float32),  # value
        np.array([1.0, np.nan], np.float32),
        [np.array([1.0, 2.0], np.float32)],
        None,
    ],
)
def test_a_difference_is_seen(ours):
    assert node_cases.difference(ours, np.array([1.0, 2.0], np.float32), 1e-3, 1e-7)


@pytest.mark.parametrize(
    "ours,wanted",
    [
        (np.array([1.0, np.nan], np.float32), np.array([1.0005, np.nan], np.float32)),
        (np.array(["a", "ä"], object), np.array(["a", "ä"], object)),
        ([np.ones(2, np.int8)], [np.ones(2, np.int8)]),
        (None, None),
    ],
)
def test_equal_values_are_equal(ours, wanted):
    assert node_cases.difference(ours, wanted, 1e-3, 1e-7) == ""


def test_integers_one_apart_differ():
    assert node_cases.difference(np.array([7], np.int64), np.array([8], np.int64), 1e-3, 1e-7)
    assert node_cases.difference([np.zeros(1)], [np.zeros(1), np.zeros(1)], 1e-3, 1e-7)
