# SPDX-License-Identifier: Apache-2.0
"""Trees of ai.onnx.ml, made up from a seed, against ONNX Runtime."""

import numpy as np
import pytest
from onnx import helper

from flow_models import F, I64, STR, info, model, refused
from ml_models import ML, agree, f32, node


def old_nodes(trees, depth, features, random, mode="BRANCH_LEQ"):
    lists = {f"nodes_{n}": [] for n in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids")}
    leaves = []
    inner = 2**depth - 1
    for tree in range(trees):
        for n in range(2 * inner + 1):
            leaf = n >= inner
            row = (tree, n, int(random.integers(features)), float(f32(random.normal())), "LEAF" if leaf else mode)
            row += (0, 0) if leaf else (2 * n + 1, 2 * n + 2)
            for name, value in zip(lists, row):
                lists[name].append(value)
            if leaf:
                leaves.append((tree, n))
    return lists, leaves


def leaf_lists(kind, leaves, targets, random, low=-1.0):
    tree, node_ids = zip(*leaves)
    return {
        f"{kind}_treeids": list(tree),
        f"{kind}_nodeids": list(node_ids),
        f"{kind}_ids": [int(random.integers(targets)) for _ in leaves],
        f"{kind}_weights": [float(f32(random.uniform(low, 1))) for _ in leaves],
    }


@pytest.mark.parametrize("aggregate", ["SUM", "AVERAGE", "MIN", "MAX"])
@pytest.mark.parametrize("rows", [1, 50])
def test_tree_regressor(tmp_path, aggregate, rows):
    random = np.random.default_rng(2)
    nodes, leaves = old_nodes(12, 4, 5, random)
    made = model(
        [
            node(
                "TreeEnsembleRegressor",
                ["x"],
                ["y"],
                n_targets=2,
                aggregate_function=aggregate,
                base_values=[0.5, -1.0],
                **nodes,
                **leaf_lists("target", leaves, 2, random),
            )
        ],
        [info("x", F, ["n", 5])],
        [info("y", F, ["n", 2])],
        ml=3,
    )
    agree(tmp_path, made, [random.normal(size=(rows, 5)).astype(f32)])


@pytest.mark.parametrize("mode", ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"])
def test_tree_modes_and_missing_values(tmp_path, mode):
    random = np.random.default_rng(3)
    nodes, leaves = old_nodes(5, 3, 3, random, mode)
    nodes["nodes_missing_value_tracks_true"] = [int(random.integers(2)) for _ in nodes["nodes_modes"]]
    made = model(
        [node("TreeEnsembleRegressor", ["x"], ["y"], n_targets=1, **nodes, **leaf_lists("target", leaves, 1, random))],
        [info("x", F, ["n", 3])],
        [info("y", F, ["n", 1])],
        ml=3,
    )
    x = random.normal(size=(20, 3)).astype(f32)
    x[::3, 1] = np.nan
    x[:4, 0] = nodes["nodes_values"][0]
    agree(tmp_path, made, [x])


@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
def test_tree_classifier_of_several_classes(tmp_path, transform):
    random = np.random.default_rng(4)
    nodes, leaves = old_nodes(9, 3, 4, random)
    made = model(
        [
            node(
                "TreeEnsembleClassifier",
                ["x"],
                ["l", "s"],
                classlabels_strings=["a", "b", "c"],
                post_transform=transform,
                **nodes,
                **leaf_lists("class", leaves, 3, random),
            )
        ],
        [info("x", F, ["n", 4])],
        [info("l", STR, ["n"]), info("s", F, ["n", 3])],
        ml=3,
    )
    agree(tmp_path, made, [random.normal(size=(33, 4)).astype(f32)])


@pytest.mark.parametrize("low,transform", [(0, "NONE"), (-1, "NONE"), (-1, "LOGISTIC")])
def test_tree_classifier_of_two_classes(tmp_path, low, transform):
    random = np.random.default_rng(5)
    nodes, leaves = old_nodes(3, 2, 2, random)
    weights = leaf_lists("class", leaves, 1, random, low)
    weights["class_weights"] = [float(f32(w / 3)) for w in weights["class_weights"]]
    made = model(
        [
            node(
                "TreeEnsembleClassifier",
                ["x"],
                ["l", "s"],
                classlabels_int64s=[0, 1],
                post_transform=transform,
                **nodes,
                **weights,
            )
        ],
        [info("x", F, ["n", 2])],
        [info("l", I64, ["n"]), info("s", F, ["n", 2])],
        ml=3,
    )
    agree(tmp_path, made, [random.normal(size=(33, 2)).astype(f32)])


def test_bad_trees_name_the_node(tmp_path):
    random = np.random.default_rng(6)
    nodes, leaves = old_nodes(1, 2, 2, random)
    for name, at, value in [("nodes_truenodeids", 1, 0), ("nodes_falsenodeids", 0, 99), ("nodes_featureids", 0, 7)]:
        bad = {k: list(v) for k, v in nodes.items()}
        bad[name][at] = value
        made = model(
            [
                helper.make_node(
                    "TreeEnsembleRegressor",
                    ["x"],
                    ["y"],
                    name="forest",
                    domain=ML,
                    n_targets=1,
                    **bad,
                    **leaf_lists("target", leaves, 1, random),
                )
            ],
            [info("x", F, [3, 2])],
            [info("y", F, [3, 1])],
            ml=3,
        )
        text = refused(tmp_path, made, [np.zeros((3, 2), f32)])
        assert "forest" in text and "TN-203" in text
