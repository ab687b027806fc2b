# SPDX-License-Identifier: Apache-2.0
"""The nine light graphs of the onnx package, whose weights are left out, with seeded random ones in their place.

The package fills every weight with one number, so that any mixed-up channels go unseen. Here a filter has He's spread, so that the
values keep their size from layer to layer; scales and variances lie about one, everything else about zero.
"""

from __future__ import annotations

import pathlib

import numpy as np
import onnx
from onnx import numpy_helper

HOME = pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
NAMES = sorted(path.stem for path in HOME.glob("light_*.onnx"))


class _Noise:
    """Normally distributed numbers from one block that is read in turns, from another place each time: a hundred million come quickly."""

    def __init__(self):
        self.block = np.random.default_rng(9).standard_normal(1_000_003, dtype=np.float32)
        self.at = 0

    def __call__(self, shape: tuple, deviation: float, mean: float = 0) -> np.ndarray:
        self.at = (self.at + 7919) % len(self.block)
        turned = np.roll(self.block, -self.at) * np.float32(deviation) + np.float32(mean)
        return np.resize(turned, shape)


def _weight(noise: _Noise, use: str, shape: tuple) -> np.ndarray:
    if use == "variance":
        return np.abs(noise(shape, 0.2)) + np.float32(0.9)
    if use == "scale":
        return noise(shape, 0.1, 1)
    return noise(shape, 0.1) if len(shape) < 2 else noise(shape, (2 / np.prod(shape[1:])) ** 0.5)


def _uses(graph: onnx.GraphProto) -> dict[str, str]:
    """What the values are that are scales or variances; a scale may reach its product through Unsqueeze."""
    found = {}
    for n in reversed(graph.node):
        for k, value in enumerate(n.input):
            if n.op_type == "BatchNormalization" and k in (1, 4):
                found[value] = "scale" if k == 1 else "variance"
            elif n.op_type == "Mul" and k == 1:
                found[value] = "scale"
            elif n.op_type == "Unsqueeze":
                found[value] = found.get(n.output[0], "")
    return found


def write(name: str, path: pathlib.Path) -> dict[str, tuple]:
    """Writes the graph with weights, the operand of its last softmax as another output; returns the shapes of its inputs."""
    model = onnx.load(str(HOME / f"{name}.onnx"))
    graph, noise, uses = model.graph, _Noise(), _uses(model.graph)
    given = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    shapes = {n.output[0]: tuple(given[n.input[0]]) for n in graph.node if n.op_type == "ConstantOfShape"}
    shapes |= {key: array.shape for key, array in given.items() if array.dtype == np.float32}
    nodes = [n for n in graph.node if n.op_type != "ConstantOfShape"]
    used = {value for n in nodes for value in n.input}
    inputs = [info for info in graph.input if info.name in used and info.name not in given]
    for field in (graph.node, graph.initializer, graph.input, graph.value_info):
        del field[:]
    graph.node.extend(nodes)
    for key in sorted(used):
        if key in shapes:
            array = _weight(noise, uses.get(key, ""), shapes[key])
            graph.initializer.add(name=key, data_type=onnx.TensorProto.FLOAT, dims=array.shape, raw_data=array.tobytes())
        elif key in given:
            graph.initializer.append(numpy_helper.from_array(given[key], key))
    graph.input.extend(inputs)
    last = next(n for n in reversed(nodes) if n.op_type == "Softmax") if any(n.op_type == "Softmax" for n in nodes) else None
    if last:
        graph.output.append(onnx.ValueInfoProto(name=last.input[0], type=graph.output[0].type))
    model.ir_version = 8  # weights need not be inputs too
    path.write_bytes(model.SerializeToString())
    return {info.name: tuple(d.dim_value for d in info.type.tensor_type.shape.dim) for info in inputs}
