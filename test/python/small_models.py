# SPDX-License-Identifier: Apache-2.0
"""Small models for the tests of the command, written with onnx.helper, as fixtures; and runs that must fail."""

import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import tool


def model(path, nodes, inputs, outputs, initializers=(), **more):
    graph = helper.make_graph(nodes, "small", inputs, outputs, [numpy_helper.from_array(a, n) for n, a in dict(initializers).items()])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), *more.pop("opsets", [])], ir_version=8, **more)
    helper.set_model_props(made, {"made_by": "test_cli"})
    onnx.save(made, path)
    return path


def tensor(name, shape, dtype=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, dtype, shape)


@pytest.fixture(scope="module")
def add(folder):
    """y = x + 1 for x of N x 3."""
    nodes = [helper.make_node("Add", ["x", "one"], ["y"], "plus")]
    return model(folder / "add.onnx", nodes, [tensor("x", ["N", 3])], [tensor("y", ["N", 3])], {"one": np.ones(3, np.float32)})


@pytest.fixture(scope="module")
def fixed(folder):
    nodes = [helper.make_node("Add", ["x", "one"], ["y"], "plus")]
    return model(folder / "fixed.onnx", nodes, [tensor("x", [2, 3])], [tensor("y", [2, 3])], {"one": np.ones(3, np.float32)})


@pytest.fixture(scope="module")
def engine(add, folder):
    path = folder / "add.engine"
    tool.call_json("build", add, "-o", path, "--min-shapes", "x:1x3", "--opt-shapes", "x:4x3", "--max-shapes", "x:8x3", "--meta", "note=a=b", "--static-costs")
    return path


def fails(status, *arguments):
    done = tool.call(*arguments)
    assert done.returncode == status, done
    assert done.stdout == ""
    return done.stderr


def errors(status, *arguments):
    return [json.loads(line) for line in fails(status, *arguments, "--error-format", "json").splitlines()]
