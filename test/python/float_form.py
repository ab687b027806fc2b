# SPDX-License-Identifier: Apache-2.0
"""The float form of a quantised model: the same graph with integer operators replaced by float ones on dequantised weights.

What a quantised engine is judged by: its error against this form may be little more than another engine's. Activations are not
quantised at all here, so the form's error is that of fp32 (or of whatever runs it).
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import helper, numpy_helper


_MOVES = ("Reshape", "Transpose", "Slice", "Squeeze", "Unsqueeze", "Identity", "MaxPool")


class _Rewriter:
    def __init__(self, model: onnx.ModelProto):
        self.model = onnx.ModelProto()
        self.model.CopyFrom(model)
        self.constants = {t.name: numpy_helper.to_array(t) for t in self.model.graph.initializer}
        self.constants |= {
            n.output[0]: numpy_helper.to_array(a.t) for n in self.model.graph.node if n.op_type == "Constant" for a in n.attribute if a.name == "value"
        }
        self.made: list[onnx.NodeProto] = []
        self.activations: set[str] = set()  # what is quantised in the model, and moved about since
        for n in model.graph.node:
            if n.op_type in ("QuantizeLinear", "DynamicQuantizeLinear") or (n.op_type in _MOVES and n.input[0] in self.activations):
                self.activations.add(n.output[0])

    def constant(self, name: str, value: np.ndarray) -> str:
        self.model.graph.initializer.append(numpy_helper.from_array(value, name))
        self.constants[name] = value
        return name

    def weights(self, node: onnx.NodeProto, operand: int, zero: int) -> str:
        """A quantised constant less its zero points, as floats."""
        value = self.constants[node.input[operand]].astype(np.float32)
        if len(node.input) > zero and node.input[zero]:
            points = self.constants[node.input[zero]].astype(np.float32)
            value = value - (points.reshape([-1] + [1] * (value.ndim - 1)) if points.ndim and node.op_type == "ConvInteger" else points)
        return self.constant(f"{node.output[0]}_weights", value)

    def add(self, op: str, node: onnx.NodeProto, inputs: list[str], outputs: list[str] | None = None, names=()) -> None:
        kept = {a.name: helper.get_attribute_value(a) for a in node.attribute if a.name in names}
        self.made.append(helper.make_node(op, inputs, outputs or list(node.output), name=node.name, **kept))

    # --- one method for each operator that is replaced

    def DynamicQuantizeLinear(self, node):  # noqa: N802
        self.add("Identity", node, [node.input[0]], [node.output[0]])
        self.constant(node.output[1], np.array(1, np.float32))
        self.constant(node.output[2], np.array(0, np.float32))

    def MatMulInteger(self, node):  # noqa: N802
        self.add("MatMul", node, [node.input[0], self.weights(node, 1, 3)])

    def ConvInteger(self, node):  # noqa: N802
        names = ("group", "pads", "strides", "dilations", "kernel_shape", "auto_pad")
        self.add("Conv", node, [node.input[0], self.weights(node, 1, 3)], names=names)

    def QuantizeLinear(self, node):  # noqa: N802
        self.add("Identity", node, [node.input[0]])

    def DequantizeLinear(self, node):  # noqa: N802
        if node.input[0] not in self.constants:
            return self.add("Identity", node, [node.input[0]]) if node.input[0] in self.activations else self.made.append(node)
        x, scale = (self.constants[name].astype(np.float32) for name in node.input[:2])
        zero = self.constants[node.input[2]].astype(np.float32) if len(node.input) > 2 and node.input[2] else np.float32(0)
        if scale.ndim == 1 and scale.size > 1:
            axis = next((a.i for a in node.attribute if a.name == "axis"), 1)
            dims = [-1 if k == axis % x.ndim else 1 for k in range(x.ndim)]
            scale, zero = scale.reshape(dims), zero.reshape(dims) if zero.size > 1 else zero
        self.constant(node.output[0], ((x - zero) * scale).astype(np.float32))

    def DynamicQuantizeLSTM(self, node):  # noqa: N802
        def dequantised(operand, scale):
            value = self.constants[node.input[operand]].astype(np.float32)
            of = [self.constants[node.input[k]].astype(np.float32) for k in (scale, scale + 1)]
            of = [v.reshape(v.shape[0], 1, -1) for v in of]
            real = ((value - of[1]) * of[0]).transpose(0, 2, 1)
            return self.constant(f"{node.output[0] or node.name}_{operand}", np.ascontiguousarray(real))

        names = ("hidden_size", "direction", "activations", "activation_alpha", "activation_beta", "clip", "input_forget")
        self.add("LSTM", node, [node.input[0], dequantised(1, 8), dequantised(2, 10), *node.input[3:8]], names=names)

    def _products(self) -> tuple[set[str], set[str]]:
        """Values that are floats here and were integers, and those among them that a quantised bias was rounded to."""
        maker = {output: node for node in self.model.graph.node for output in node.output}
        products = {n.output[0] for n in self.model.graph.node if n.op_type in ("ConvInteger", "MatMulInteger")}
        rounded: set[str] = set()
        for node in self.model.graph.node:
            if node.op_type != "Add" or not products.intersection(node.input):
                continue
            products.add(node.output[0])
            for name in node.input:
                while name in maker and name not in products and maker[name].op_type in ("Reshape", "Cast", "Floor"):
                    rounded.add(name)
                    name = maker[name].input[0]
        return products, rounded

    def run(self) -> onnx.ModelProto:
        products, rounded = self._products()
        for node in list(self.model.graph.node):
            method = getattr(self, node.op_type, None) if node.op_type[0].isupper() else None
            was_rounded = node.op_type in ("Cast", "Floor") and node.output[0] in rounded
            if method is not None:
                method(node)
            elif was_rounded or (node.op_type == "Cast" and node.input[0] in products):
                self.add("Identity", node, [node.input[0]])
            else:
                self.made.append(node)
        made = [onnx.NodeProto.FromString(node.SerializeToString()) for node in self.made]
        del self.model.graph.node[:]
        self.model.graph.node.extend(made)
        del self.model.graph.value_info[:]
        return self.model


def float_form(model: onnx.ModelProto) -> onnx.ModelProto:
    return _Rewriter(model).run()
