# SPDX-License-Identifier: Apache-2.0
"""A model whose nodes are plugins, run by the command: for the tests of the standard plugins."""

import numpy as np
import onnx
from onnx import helper, numpy_helper

import tool


class PluginGraph:
    """Nodes are added one by one; run() gives the outputs of all of them."""

    def __init__(self, folder, name, plugins=()):
        self.folder, self.name, self.flags = folder, name, [f for library in plugins for f in ("--plugins", library)]
        self.arrays, self.nodes, self.outputs, self.constants, self.quantising = {}, [], [], {}, []

    def node(self, plugin, *arrays, outputs=(np.float32,), version="1", int8_scales=None, **attributes):
        """Inputs are arrays; outputs are the types of the results. Returns the names of the results.

        With int8_scales, one for each input and output, the plugin's tensors are INT8 between QuantizeLinear and DequantizeLinear.
        """
        number = len(self.nodes)
        inputs = []
        for i, array in enumerate(arrays):
            inputs.append(f"in{number}_{i}")
            self.arrays[inputs[-1]] = array
        results = [f"out{number}_{i}" for i in range(len(outputs))]
        self.outputs += zip(results, outputs)
        tensors = inputs + results
        if int8_scales:
            tensors = [self._int8(name, scale, i < len(inputs)) for i, (name, scale) in enumerate(zip(tensors, int8_scales))]
        taken, given = tensors[: len(inputs)], tensors[len(inputs) :]
        self.nodes.append(helper.make_node(plugin, taken, given, name=f"{plugin} {number}", domain="acme", plugin_version=version, **attributes))
        return results

    def _int8(self, name, scale, before):
        """The name of the INT8 tensor that stands for a real one, before the plugin or behind it."""
        whole = f"{name}_int8"
        self.constants |= {f"{name}_scale": np.array(scale, np.float32), "zero": np.array(0, np.int8)}
        op, ends = ("QuantizeLinear", (name, whole)) if before else ("DequantizeLinear", (whole, name))
        self.quantising.append(helper.make_node(op, [ends[0], f"{name}_scale", "zero"], [ends[1]]))
        return whole

    def run(self):
        def info(name, dtype, shape):
            return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(dtype)), shape)

        inputs = [info(name, array.dtype, array.shape) for name, array in self.arrays.items()]
        ordered = [n for n in self.quantising if n.op_type == "QuantizeLinear"] + self.nodes
        ordered += [n for n in self.quantising if n.op_type == "DequantizeLinear"]
        constants = [numpy_helper.from_array(array, name) for name, array in self.constants.items()]
        graph = helper.make_graph(ordered, "plugins", inputs, [info(name, dtype, None) for name, dtype in self.outputs], constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8)
        path = self.folder / f"{self.name}.onnx"
        onnx.save(model, path)
        np.savez(self.folder / f"{self.name}_in.npz", **self.arrays)
        engine, out = self.folder / f"{self.name}.engine", self.folder / f"{self.name}_out.npz"
        tool.call_json("build", path, "-o", engine, *self.flags)
        tool.call_json("run", engine, "--inputs", self.folder / f"{self.name}_in.npz", "--outputs", out, *self.flags)
        with np.load(out) as archive:
            return {name: archive[name] for name in archive.files}
