# SPDX-License-Identifier: Apache-2.0
"""Operators of ai.onnx.ml against ONNX Runtime: linear models, vectors, categories, maps."""

import numpy as np
import pytest
from onnx import TensorProto, helper

from flow_models import F, I64, STR, info, model, refused, run, same
from ml_models import ML, agree, f32, i64, map_sequence, node, theirs


# --- linear models


@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"])
@pytest.mark.parametrize("strings", [False, True])
def test_linear_classifier(tmp_path, transform, strings):
    random = np.random.default_rng(1)
    labels = {"classlabels_strings": ["x", "y", "z"]} if strings else {"classlabels_ints": [4, 2, 9]}
    made = model(
        [
            node(
                "LinearClassifier",
                ["x"],
                ["l", "s"],
                coefficients=random.normal(size=12).tolist(),
                intercepts=random.normal(size=3).tolist(),
                post_transform=transform,
                multi_class=1,
                **labels,
            )
        ],
        [info("x", F, ["n", 4])],
        [info("l", STR if strings else I64, ["n"]), info("s", F, ["n", 3])],
        ml=1,
    )
    agree(tmp_path, made, [random.normal(size=(7, 4)).astype(f32)])


def test_linear_classifier_with_one_score(tmp_path):
    made = model(
        [node("LinearClassifier", ["x"], ["l", "s"], coefficients=[1.0, -2.0], intercepts=[0.25], classlabels_ints=[3, 8])],
        [info("x", F, [4, 2])],
        [info("l", I64, [4]), info("s", F, [4, 2])],
        ml=1,
    )
    agree(tmp_path, made, [np.array([[0, 0], [1, 1], [-1, 0], [0.1, 0.01]], f32)])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.int32])
def test_linear_regressor(tmp_path, dtype):
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    made = model(
        [node("LinearRegressor", ["x"], ["y"], coefficients=[1.0, 2.0, -1.0, 0.5], intercepts=[0.5, -3.0], targets=2)],
        [info("x", kind, ["n", 2])],
        [info("y", F, ["n", 2])],
        ml=1,
    )
    x = np.array([[1, 2], [3, -4], [5, 6]], dtype)
    want = x.astype(f32) @ np.array([[1, -1], [2, 0.5]], f32) + np.array([0.5, -3], f32)
    same(run(tmp_path, made, [x])[0], want, 1e-6)


# --- support vector machines

KERNELS = {"LINEAR": [0.0, 0.0, 0.0], "POLY": [0.3, 0.5, 2.0], "RBF": [0.4, 0.0, 0.0], "SIGMOID": [0.2, -0.1, 0.0]}


def classifier(random, per_class, features, kernel, strings=False, transform="NONE", probable=False, rows="n"):
    """A classifier with random support vectors, and the type and shape of its results."""
    classes, vectors = len(per_class), sum(per_class)
    pairs = classes * (classes - 1) // 2
    attributes = {"kernel_type": kernel, "kernel_params": KERNELS[kernel], "vectors_per_class": per_class, "post_transform": transform}
    attributes["support_vectors"] = random.normal(size=vectors * features).tolist()
    signs = np.where(np.arange(classes - 1)[:, None] >= np.repeat(np.arange(classes), per_class), 1, -1)  # each class for itself
    attributes["coefficients"] = (random.random((classes - 1, vectors)) * signs).ravel().tolist()
    attributes["rho"] = (random.normal(size=pairs) * 0.2).tolist()
    if probable:
        attributes |= {"prob_a": (-1.5 - random.random(pairs)).tolist(), "prob_b": (random.normal(size=pairs) * 0.1).tolist()}
    names = {"classlabels_strings": [f"c{i}" for i in range(classes)]} if strings else {"classlabels_ints": list(range(10, 10 + classes))}
    columns = classes if probable else max(2, pairs)
    made = model(
        [node("SVMClassifier", ["x"], ["l", "s"], **attributes, **names)],
        [info("x", F, [rows, features])],
        [info("l", STR if strings else I64, [rows]), info("s", F, [rows, columns])],
        ml=1,
    )
    return made, random.normal(size=(40, features)).astype(f32)


@pytest.mark.parametrize("probable", [False, True])
@pytest.mark.parametrize("per_class", [[3, 4], [2, 5, 3], [1, 2, 3, 4]], ids=len)
@pytest.mark.parametrize("kernel", KERNELS)
def test_svm_classifier(tmp_path, kernel, per_class, probable):
    made, x = classifier(np.random.default_rng(5), per_class, 6, kernel, strings=kernel == "RBF", probable=probable)
    assert len(set(theirs(made, [x])[0].tolist())) > 1  # the labels differ
    agree(tmp_path, made, [x], 1e-3, 1e-5)


TRANSFORMS = [(t, p) for t in ("SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO") for p in (False, True)] + [("PROBIT", True)]  # others have no probit


@pytest.mark.parametrize("transform, probable", TRANSFORMS)
@pytest.mark.parametrize("per_class", [[3, 4], [2, 5, 3]], ids=len)
def test_svm_transforms(tmp_path, per_class, transform, probable):
    made, x = classifier(np.random.default_rng(6), per_class, 4, "RBF", transform=transform, probable=probable)
    agree(tmp_path, made, [x], 1e-3, 1e-3 if transform == "PROBIT" else 1e-5)  # the slope of a probit is great


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("positive", [False, True])
@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"])
def test_svm_classifier_without_vectors(tmp_path, classes, positive, transform):
    random = np.random.default_rng(7)
    weights = random.normal(size=classes * 4)
    common = {"kernel_type": "LINEAR", "kernel_params": KERNELS["LINEAR"], "post_transform": transform}
    made = model(
        [node("SVMClassifier", ["x"], ["l", "s"], coefficients=(abs(weights) if positive else weights).tolist(), rho=[0.1], classlabels_ints=[5, 7, 9][:classes], **common)],
        [info("x", F, ["n", 4])],
        [info("l", I64, ["n"]), info("s", F, ["n", classes])],
        ml=1,
    )
    agree(tmp_path, made, [random.normal(size=(30, 4)).astype(f32)])


@pytest.mark.parametrize("one_class", [0, 1])
@pytest.mark.parametrize("vectors", [0, 6])
@pytest.mark.parametrize("kernel", KERNELS)
def test_svm_regressor(tmp_path, kernel, vectors, one_class):
    random = np.random.default_rng(8)
    common = {"kernel_type": kernel, "kernel_params": KERNELS[kernel], "rho": [0.05], "one_class": one_class}
    if vectors:
        common |= {"n_supports": vectors, "support_vectors": random.normal(size=vectors * 3).tolist()}
    made = model(
        [node("SVMRegressor", ["x"], ["y"], coefficients=random.normal(size=vectors or 3).tolist(), **common)],
        [info("x", F, ["n", 3])],
        [info("y", F, ["n", 1])],
        ml=1,
    )
    agree(tmp_path, made, [random.normal(size=(25, 3)).astype(f32)], 1e-4, 1e-5)


def test_svm_refusals(tmp_path):
    def says(op, **attributes):
        outputs = ["l", "s"] if op == "SVMClassifier" else ["y"]
        types = [info("l", I64, None), info("s", F, None)] if op == "SVMClassifier" else [info("y", F, None)]
        made = model([node(op, ["x"], outputs, **attributes)], [info("x", F, [2, 3])], types, ml=1)
        return refused(tmp_path, made, [np.zeros((2, 3), f32)])

    assert "kernel_type" in says("SVMRegressor", coefficients=[1.0], n_supports=1, support_vectors=[1.0, 2, 3], kernel_type="ROUND")
    assert "kernel_params" in says("SVMRegressor", coefficients=[1.0], n_supports=1, support_vectors=[1.0, 2, 3], kernel_type="RBF")
    assert "common length" in says("SVMRegressor", coefficients=[1.0, 2], n_supports=2, support_vectors=[1.0, 2, 3])
    assert "features" in says("SVMRegressor", coefficients=[1.0], n_supports=1, support_vectors=[1.0, 2])
    assert "labels" in says("SVMClassifier", coefficients=[1.0, 2, 3])
    votes = {"classlabels_ints": [1, 2], "support_vectors": [1.0, 2, 3, 4, 5, 6], "rho": [0.0]}
    assert "coefficients: 3 numbers and not 2" in says("SVMClassifier", vectors_per_class=[1, 1], coefficients=[1.0, 2, 3], **votes)
    assert "vectors" in says("SVMClassifier", vectors_per_class=[1, 1, 0], coefficients=[1.0, 2], **votes)
    assert "prob_a or prob_b" in says("SVMClassifier", vectors_per_class=[1, 1], coefficients=[1.0, 2], prob_a=[1.0], **votes)


# --- categories and preparation


def test_categories(tmp_path):
    words = np.array([["cat", "dog"], ["cow", ""]], object)
    made = model(
        [
            node("CategoryMapper", ["x"], ["c"], cats_strings=["cat", "cow"], cats_int64s=[7, 9], default_int64=-5),
            node("CategoryMapper", ["c"], ["d"], cats_strings=["CAT", "COW"], cats_int64s=[7, 9]),
            node("OneHotEncoder", ["x"], ["o"], cats_strings=["dog", "cat"]),
        ],
        [info("x", STR, ["n", 2])],
        [info("c", I64, ["n", 2]), info("d", STR, ["n", 2]), info("o", F, ["n", 2, 2])],
        ml=1,
    )
    agree(tmp_path, made, [words])
    made = model([node("LabelEncoder", ["x"], ["y"], classes_strings=["cow", "dog"])], [info("x", STR, ["n"])], [info("y", I64, ["n"])], ml=1)
    same(run(tmp_path, made, [np.array(["dog", "?", "cow"], object)])[0], np.array([1, -1, 0], i64))
    made = model(
        [node("LabelEncoder", ["x"], ["y"], keys_floats=[1.5, float("nan")], values_strings=["a", "b"], default_string="c")],
        [info("x", F, ["n"])],
        [info("y", STR, ["n"])],
        ml=2,
    )
    # ONNX Runtime finds no NaN before version 4 of the operator; the reference evaluator does
    same(run(tmp_path, made, [np.array([1.5, np.nan, 2], f32)])[0], np.array(["a", "b", "c"], object))


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int32, np.float64])
def test_preparation(tmp_path, dtype):
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    whole = np.issubdtype(dtype, np.integer)
    imputed = {"imputed_value_int64s": [8, 9], "replaced_value_int64": 3} if whole else {"imputed_value_floats": [8.0, 9.0], "replaced_value_float": float("nan")}
    nodes = [
        node("Scaler", ["x"], ["s"], offset=[1.0, 2.0], scale=[0.5, 4.0]),
        node("Normalizer", ["s"], ["n"], norm="L2"),
        node("Imputer", ["x"], ["i"], **imputed),
    ]
    made = model(nodes, [info("x", kind, ["n", 2])], [info("s", F, ["n", 2]), info("n", F, ["n", 2]), info("i", kind, ["n", 2])], ml=1)
    x = np.array([[1, 3], [3, -2], [0, 1]], dtype)
    if not whole:
        x[1, 0] = np.nan
    s = ((x - np.array([1, 2], f32)) * np.array([0.5, 4], f32)).astype(f32)
    ours = run(tmp_path, made, [x])
    same(ours[0], s)
    same(ours[1], (s / np.sqrt((s.astype(np.float64) ** 2).sum(axis=1, keepdims=True))).astype(f32))
    replaced = (x == 3) if whole else np.isnan(x)
    same(ours[2], np.where(replaced, np.array([8, 9], dtype), x))


def test_array_feature_extractor_takes_no_index_outside(tmp_path):
    made = model(
        [helper.make_node("ArrayFeatureExtractor", ["x", "k"], ["y"], name="columns", domain=ML)],
        [info("x", F, ["n", 3]), info("k", I64, [1, "m"])],
        [info("y", F, ["n", "m"])],
        ml=1,
    )
    x = np.arange(6, dtype=f32).reshape(2, 3)
    agree(tmp_path, made, [x, np.array([[2, 0]], i64)])
    text = refused(tmp_path, made, [x, np.array([[3]], i64)])
    assert "columns" in text and "3" in text and "[0, 2]" in text


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.int32])
def test_feature_vectorizer(tmp_path, dtype):
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    made = model(
        [node("FeatureVectorizer", ["a", "b"], ["y"], name="features", inputdimensions=[2, 3])],
        [info("a", kind, ["n", "c"]), info("b", kind, ["m", "d"])],
        [info("y", F, ["n", 5])],
        ml=1,
    )
    a, b = np.array([[1, -2], [3, 70000]], dtype), np.array([[5, 6, 7], [8, 9, 10]], dtype)
    agree(tmp_path, made, [a, b], 0, 0)
    for other in (b[:, :2], b[:1]):
        text = refused(tmp_path, made, [a, other])
        assert "features" in text and "operand 1" in text


@pytest.mark.parametrize("shape, sizes", [((2, 3), [2]), ((2, 2), [2, 1]), ((2, 2), [-2]), ((2, 2), None), ((1, 2, 2), [2]), ((), [1])])
def test_feature_vectorizer_takes_no_other_sizes(tmp_path, shape, sizes):
    attributes = {} if sizes is None else {"inputdimensions": sizes}
    made = model([node("FeatureVectorizer", ["x"], ["y"], **attributes)], [info("x", F, shape)], [info("y", F, ["n", "c"])], ml=1)
    refused(tmp_path, made, [np.zeros(shape, f32)])


# --- maps


@pytest.mark.parametrize("strings", [False, True])
def test_zip_map(tmp_path, strings):
    labels = {"classlabels_strings": ["b", "a"]} if strings else {"classlabels_int64s": [5, 1]}
    made = model(
        [node("ZipMap", ["x"], ["z"], **labels)],
        [info("x", F, ["n", 2])],
        [map_sequence("z", TensorProto.STRING if strings else I64)],
        ml=1,
    )
    ours = run(tmp_path, made, [np.array([[1, 2], [3, 4]], f32)])[0]
    keys = [b"a", b"b"] if strings else [1, 5]  # the onnx package does not decode keys
    assert [list(row) for row in ours] == [keys, keys]
    assert [[float(v) for v in row.values()] for row in ours] == [[2, 1], [4, 3]]


def test_dict_vectorizer(tmp_path):
    kind = helper.make_map_type_proto(TensorProto.STRING, helper.make_tensor_type_proto(F, []))
    made = model(
        [node("DictVectorizer", ["d"], ["y"], string_vocabulary=["a", "c", "b", "z"])],
        [helper.make_value_info("d", kind)],
        [info("y", F, [1, 4])],
        ml=1,
    )
    given = {"a": np.array(4, f32), "c": np.array(8, f32)}
    same(run(tmp_path, made, [given])[0], np.array([[4, 8, 0, 0]], f32))
    assert "vocabulary" in refused(tmp_path, made, [{"q": np.array(1, f32)}])
