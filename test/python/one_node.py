# SPDX-License-Identifier: Apache-2.0
"""One node made by hand, run by the command and by ONNX Runtime on the same inputs."""

from __future__ import annotations

import pathlib
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import helper

import tool


def model(node_type: str, inputs: dict, outputs: int, attributes: dict, opset: int, domain: str = "", constants=()) -> onnx.ModelProto:
    """A model of one node. An input of None is left out; those named in `constants` are initializers."""
    names = [name if value is not None else "" for name, value in inputs.items()]
    results = [f"out{k}" for k in range(outputs)]
    node = helper.make_node(node_type, names, results, name="node", domain=domain, **attributes)
    given = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
        for name, value in inputs.items()
        if value is not None and name not in constants
    ]
    weights = [onnx.numpy_helper.from_array(inputs[name], name) for name in constants if inputs[name] is not None]
    wanted = [onnx.ValueInfoProto(name=name) for name in results]
    graph = helper.make_graph([node], "graph", given, wanted, weights)
    opsets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(domain, 1)] if domain else [])
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def theirs(made: onnx.ModelProto, inputs: dict) -> list[np.ndarray]:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(made.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, _fed(made, inputs))


def ours(made: onnx.ModelProto, inputs: dict, *flags) -> list[np.ndarray]:
    with tempfile.TemporaryDirectory(prefix="peer-") as top:
        folder = pathlib.Path(top)
        (folder / "model.onnx").write_bytes(made.SerializeToString())
        np.savez(folder / "in.npz", **_fed(made, inputs))
        tool.call_json("run", folder / "model.onnx", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz", *flags)
        with np.load(folder / "out.npz") as archive:
            return [archive[output.name] for output in made.graph.output]


def _fed(made: onnx.ModelProto, inputs: dict) -> dict:
    return {info.name: inputs[info.name] for info in made.graph.input}
