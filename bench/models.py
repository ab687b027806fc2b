#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ResNet-50, MobileNetV2, BERT-base and ViT-B/16 as ONNX files: the published structures, seeded random weights, opset 20, no framework.

resnet50 and mobilenetv2 keep BatchNormalization as nodes, resnet50 strides in the 3x3 convolutions; bert_base has 128 tokens, the
mask, the pooler and GELU spelt with Erf; vit_b16 norms before each part and takes queries, keys and values out of one product.
path(name) writes the file into $TENON_CACHE/models once and returns it; MAKERS has the names. As a command: bench/models.py NAME...
prints the paths; --verify also runs ONNX Runtime on them.
"""

from __future__ import annotations

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools" / "py"))
import venv  # noqa: E402

if __name__ == "__main__":
    venv.use()

import numpy as np  # noqa: E402
import onnx  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

OPSET, IR_VERSION = 20, 9
REVISION = 1  # part of the file names: raise it when the graphs change


class Writer:
    """Collects nodes and initializers; every add returns the name of the result."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)
        self.nodes: list = []
        self.weights: list = []

    def weight(self, name: str, array: np.ndarray) -> str:
        self.weights.append(numpy_helper.from_array(np.asarray(array, order="C"), name))
        return name

    def normal(self, name: str, shape: tuple, std: float, mean: float = 0.0) -> str:
        values = self.random.standard_normal(shape, dtype=np.float32) * np.float32(std) + np.float32(mean)
        return self.weight(name, values)

    def add(self, op: str, inputs: list[str], name: str, **attributes) -> str:
        self.nodes.append(helper.make_node(op, inputs, [name], name=name, **attributes))
        return name

    def model(self, name: str, inputs: list, outputs: list) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.weights)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="tenon bench")
        made.ir_version = IR_VERSION
        onnx.checker.check_model(made, full_check=True)
        return made


# --- ResNet-50: He, Zhang, Ren, Sun 2015, with the stride in the 3x3 convolution as in later releases


def _convolution(w: Writer, x: str, name: str, channels: tuple[int, int], kernel: int, stride: int = 1) -> str:
    cin, cout = channels
    weight = w.normal(f"{name}.weight", (cout, cin, kernel, kernel), (2 / (cin * kernel * kernel)) ** 0.5)
    pad = kernel // 2
    attributes = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [pad] * 4, "dilations": [1, 1], "group": 1}
    return w.add("Conv", [x, weight], name, **attributes)


def _batch_norm(w: Writer, x: str, name: str, channels: int, gamma: float) -> str:
    scale = w.normal(f"{name}.scale", (channels,), 0.1 * gamma, gamma)
    bias = w.normal(f"{name}.bias", (channels,), 0.1)
    mean = w.normal(f"{name}.mean", (channels,), 0.1)
    spread = np.abs(w.random.standard_normal(channels, dtype=np.float32)) * np.float32(0.2) + np.float32(0.9)
    return w.add("BatchNormalization", [x, scale, bias, mean, w.weight(f"{name}.var", spread)], name, epsilon=1e-5)


def _bottleneck(w: Writer, x: str, name: str, cin: int, width: int, stride: int) -> str:
    cout = 4 * width
    y = x
    plan = [("1", (cin, width), 1, 1), ("2", (width, width), 3, stride)]
    for part, channels, kernel, step in plan:
        y = _convolution(w, y, f"{name}.conv{part}", channels, kernel, step)
        y = w.add("Relu", [_batch_norm(w, y, f"{name}.bn{part}", width, 1.0)], f"{name}.relu{part}")
    y = _convolution(w, y, f"{name}.conv3", (width, cout), 1)
    y = _batch_norm(w, y, f"{name}.bn3", cout, 0.3)  # small, so that sixteen residual sums stay in range
    if stride != 1 or cin != cout:
        x = _batch_norm(w, _convolution(w, x, f"{name}.down", (cin, cout), 1, stride), f"{name}.down_bn", cout, 1.0)
    return w.add("Relu", [w.add("Add", [y, x], f"{name}.add")], f"{name}.out")


def resnet50(batch: int) -> onnx.ModelProto:
    w = Writer(seed=50)
    x = w.add("Relu", [_batch_norm(w, _convolution(w, "input", "stem", (3, 64), 7, 2), "stem_bn", 64, 1.0)], "stem_relu")
    x = w.add("MaxPool", [x], "stem_pool", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    channels = 64
    for stage, (width, count) in enumerate([(64, 3), (128, 4), (256, 6), (512, 3)], 1):
        for block in range(count):
            stride = 2 if stage > 1 and block == 0 else 1
            x = _bottleneck(w, x, f"layer{stage}.{block}", channels, width, stride)
            channels = 4 * width
    x = w.add("Flatten", [w.add("GlobalAveragePool", [x], "pool")], "flatten", axis=1)
    fc = [w.normal("fc.weight", (1000, 2048), 2048**-0.5), w.normal("fc.bias", (1000,), 0.01)]
    w.add("Gemm", [x, *fc], "logits", transB=1)
    image = helper.make_tensor_value_info("input", TensorProto.FLOAT, [batch, 3, 224, 224])
    return w.model("resnet50", [image], [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [batch, 1000])])


# --- MobileNetV2: Sandler, Howard, Zhu, Zhmoginov, Chen 2018


def _clipped(w: Writer, x: str, name: str, channels: tuple[int, int], kernel: int, stride: int, group: int) -> str:
    """Convolution, batch norm, and Clip to 0..6."""
    cin, cout = channels
    weight = w.normal(f"{name}.weight", (cout, cin // group, kernel, kernel), (2 / (cin // group * kernel * kernel)) ** 0.5)
    attributes = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [kernel // 2] * 4, "dilations": [1, 1], "group": group}
    x = _batch_norm(w, w.add("Conv", [x, weight], name, **attributes), f"{name}.bn", cout, 1.0)
    return w.add("Clip", [x, "zero", "six"], f"{name}.clip")


def mobilenetv2(batch: int) -> onnx.ModelProto:
    w = Writer(seed=2)
    w.weight("zero", np.float32(0))
    w.weight("six", np.float32(6))
    x, channels = _clipped(w, "input", "stem", (3, 32), 3, 2, 1), 32
    number = 0
    for expand, cout, count, first in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
        for k in range(count):
            name, stride, inner, y = f"block{number}", first if k == 0 else 1, channels * expand, x
            if expand != 1:
                y = _clipped(w, y, f"{name}.expand", (channels, inner), 1, 1, 1)
            y = _clipped(w, y, f"{name}.depth", (inner, inner), 3, stride, inner)
            y = _batch_norm(w, _convolution(w, y, f"{name}.project", (inner, cout), 1), f"{name}.project_bn", cout, 0.5)
            x = w.add("Add", [x, y], f"{name}.add") if stride == 1 and channels == cout else y
            channels, number = cout, number + 1
    x = w.add("Flatten", [w.add("GlobalAveragePool", [_clipped(w, x, "head", (channels, 1280), 1, 1, 1)], "pool")], "flatten", axis=1)
    fc = [w.normal("fc.weight", (1000, 1280), 1280**-0.5), w.normal("fc.bias", (1000,), 0.01)]
    w.add("Gemm", [x, *fc], "logits", transB=1)
    image = helper.make_tensor_value_info("input", TensorProto.FLOAT, [batch, 3, 224, 224])
    return w.model("mobilenetv2", [image], [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [batch, 1000])])


# --- BERT-base: Devlin, Chang, Lee, Toutanova 2018

HIDDEN, HEADS, INNER, LAYERS, VOCABULARY, POSITIONS = 768, 12, 3072, 12, 30522, 512
HEAD = HIDDEN // HEADS


def _dense(w: Writer, x: str, name: str, cin: int, cout: int) -> str:
    weight, bias = w.normal(f"{name}.weight", (cin, cout), 0.02), w.normal(f"{name}.bias", (cout,), 0.02)
    return w.add("Add", [w.add("MatMul", [x, weight], f"{name}.matmul"), bias], name)


def _layer_norm(w: Writer, x: str, name: str) -> str:
    scale, bias = w.normal(f"{name}.scale", (HIDDEN,), 0.02, 1.0), w.normal(f"{name}.bias", (HIDDEN,), 0.02)
    return w.add("LayerNormalization", [x, scale, bias], name, axis=-1, epsilon=1e-12)


def _attention(w: Writer, x: str, name: str) -> str:
    heads = {}
    for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        split = w.add("Reshape", [_dense(w, x, f"{name}.{part}", HIDDEN, HIDDEN), "split_shape"], f"{name}.{part}_split")
        heads[part] = w.add("Transpose", [split], f"{name}.{part}_heads", perm=order)
    scores = w.add("Div", [w.add("MatMul", [heads["q"], heads["k"]], f"{name}.qk"), "root"], f"{name}.scores")
    weights = w.add("Softmax", [w.add("Add", [scores, "mask"], f"{name}.masked")], f"{name}.softmax", axis=-1)
    mixed = w.add("Transpose", [w.add("MatMul", [weights, heads["v"]], f"{name}.mix")], f"{name}.back", perm=[0, 2, 1, 3])
    return _dense(w, w.add("Reshape", [mixed, "merge_shape"], f"{name}.merged"), f"{name}.out", HIDDEN, HIDDEN)


def _gelu(w: Writer, x: str, name: str) -> str:
    erf = w.add("Erf", [w.add("Div", [x, "sqrt2"], f"{name}.div")], f"{name}.erf")
    return w.add("Mul", [w.add("Mul", [x, w.add("Add", [erf, "one"], f"{name}.add")], f"{name}.mul"), "half"], name)


def bert_base(batch: int, tokens: int = 128) -> onnx.ModelProto:
    w = Writer(seed=12)
    for name, value in (("sqrt2", 2**0.5), ("one", 1.0), ("half", 0.5), ("root", HEAD**0.5), ("lowest", -3.4028235e38)):
        w.weight(name, np.float32(value))
    w.weight("split_shape", np.array([0, 0, HEADS, HEAD], np.int64))
    w.weight("merge_shape", np.array([0, 0, HIDDEN], np.int64))
    w.weight("mask_axes", np.array([1, 2], np.int64))
    w.weight("first", np.int64(0))
    parts = []
    for name, rows, ids in (("word", VOCABULARY, "input_ids"), ("type", 2, "token_type_ids"), ("position", POSITIONS, "positions")):
        parts.append(w.add("Gather", [w.normal(f"{name}.weight", (rows, HIDDEN), 0.02), ids], f"{name}_embedding", axis=0))
    w.weight("positions", np.arange(tokens, dtype=np.int64)[None])
    x = w.add("Add", [w.add("Add", parts[:2], "embedding_sum"), parts[2]], "embedding")
    x = _layer_norm(w, x, "embedding_norm")
    mask = w.add("Cast", [w.add("Unsqueeze", ["attention_mask", "mask_axes"], "mask_4d")], "mask_float", to=TensorProto.FLOAT)
    w.add("Mul", [w.add("Sub", ["one", mask], "mask_off"), "lowest"], "mask")
    for k in range(LAYERS):
        name = f"layer{k}"
        x = _layer_norm(w, w.add("Add", [_attention(w, x, f"{name}.attention"), x], f"{name}.add1"), f"{name}.norm1")
        y = _gelu(w, _dense(w, x, f"{name}.inner", HIDDEN, INNER), f"{name}.gelu")
        x = w.add("Add", [_dense(w, y, f"{name}.outer", INNER, HIDDEN), x], f"{name}.add2")
        x = _layer_norm(w, x, f"{name}.norm2" if k + 1 < LAYERS else "last_hidden_state")
    first = w.add("Gather", [x, "first"], "first_token", axis=1)
    pooler = [w.normal("pooler.weight", (HIDDEN, HIDDEN), 0.02), w.normal("pooler.bias", (HIDDEN,), 0.02)]
    w.add("Tanh", [w.add("Gemm", [first, *pooler], "pooler", transB=1)], "pooler_output")
    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [batch, tokens]) for name in names]
    outputs = [("last_hidden_state", [batch, tokens, HIDDEN]), ("pooler_output", [batch, HIDDEN])]
    return w.model("bert_base", inputs, [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in outputs])


# --- ViT-B/16: Dosovitskiy et al. 2020; the sizes are those of BERT-base


def _self_attention(w: Writer, x: str, name: str) -> str:
    """Rank 3 to 3: one product, cut in three parts of [batch, heads, tokens, size]."""
    packed = w.add("Reshape", [_dense(w, x, f"{name}.qkv", HIDDEN, 3 * HIDDEN), "qkv_shape"], f"{name}.qkv_split")
    parts = w.add("Transpose", [packed], f"{name}.qkv_parts", perm=[2, 0, 3, 1, 4])
    q, k, v = (w.add("Gather", [parts, f"part{i}"], f"{name}.{part}", axis=0) for i, part in enumerate("qkv"))
    scaled = w.add("Mul", [q, "root"], f"{name}.scaled")
    scores = w.add("MatMul", [scaled, w.add("Transpose", [k], f"{name}.kt", perm=[0, 1, 3, 2])], f"{name}.qk")
    mixed = w.add("MatMul", [w.add("Softmax", [scores], f"{name}.softmax", axis=-1), v], f"{name}.mix")
    merged = w.add("Reshape", [w.add("Transpose", [mixed], f"{name}.back", perm=[0, 2, 1, 3]), "merge_shape"], f"{name}.merged")
    return _dense(w, merged, f"{name}.out", HIDDEN, HIDDEN)


def vit_b16(batch: int) -> onnx.ModelProto:
    w, tokens = Writer(seed=16), 197
    for name, value in (("sqrt2", 2**0.5), ("one", 1.0), ("half", 0.5), ("root", HEAD**-0.5)):
        w.weight(name, np.float32(value))
    for name, values in (("qkv_shape", [0, 0, 3, HEADS, HEAD]), ("merge_shape", [0, 0, HIDDEN]), ("flat_shape", [0, HIDDEN, -1])):
        w.weight(name, np.array(values, np.int64))
    for i in range(3):
        w.weight(f"part{i}", np.int64(i))
    patches = [w.normal("patches.weight", (HIDDEN, 3, 16, 16), 0.02), w.normal("patches.bias", (HIDDEN,), 0.02)]
    x = w.add("Conv", ["input", *patches], "patches", kernel_shape=[16, 16], strides=[16, 16])
    x = w.add("Transpose", [w.add("Reshape", [x, "flat_shape"], "patches_flat")], "patch_tokens", perm=[0, 2, 1])
    first = w.normal("first_token", (1, 1, HIDDEN), 0.02)
    if batch > 1:
        w.weight("first_shape", np.array([batch, 1, HIDDEN], np.int64))
        first = w.add("Expand", [first, "first_shape"], "first_tokens")
    x = w.add("Concat", [first, x], "tokens", axis=1)
    x = w.add("Add", [x, w.normal("positions", (1, tokens, HIDDEN), 0.02)], "embedding")
    for k in range(LAYERS):
        name = f"layer{k}"
        x = w.add("Add", [_self_attention(w, _layer_norm(w, x, f"{name}.norm1"), f"{name}.attention"), x], f"{name}.add1")
        y = _gelu(w, _dense(w, _layer_norm(w, x, f"{name}.norm2"), f"{name}.inner", HIDDEN, INNER), f"{name}.gelu")
        x = w.add("Add", [_dense(w, y, f"{name}.outer", INNER, HIDDEN), x], f"{name}.add2")
    x = w.add("Gather", [_layer_norm(w, x, "norm"), "part0"], "class_token", axis=1)
    w.add("Gemm", [x, w.normal("head.weight", (1000, HIDDEN), 0.05), w.normal("head.bias", (1000,), 0.01)], "logits", transB=1)
    image = helper.make_tensor_value_info("input", TensorProto.FLOAT, [batch, 3, 224, 224])
    return w.model("vit_b16", [image], [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [batch, 1000])])


# --- files

MAKERS = {
    "resnet50_b1": lambda: resnet50(1),
    "resnet50_b8": lambda: resnet50(8),
    "mobilenetv2_b1": lambda: mobilenetv2(1),
    "bert_base_s128": lambda: bert_base(1),
    "bert_base_s128_b8": lambda: bert_base(8),
    "vit_b16_b1": lambda: vit_b16(1),
    "vit_b16_b8": lambda: vit_b16(8),
}


def path(name: str) -> pathlib.Path:
    import models as fetched  # tools/py/models.py: this file is loaded under another name

    target = fetched.cache_folder() / "models" / f"{name}.r{REVISION}.onnx"
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(f".{os.getpid()}.part")
        onnx.save(MAKERS[name](), str(part))
        os.replace(part, target)
    return target


def sample_inputs(name: str) -> dict[str, np.ndarray]:
    """Inputs for a model of MAKERS: seeded noise as an image, seeded ids with the last eighth padded as a text."""
    random = np.random.default_rng(1)
    end = name.rpartition("_b")[2]
    batch = int(end) if end.isdigit() else 1
    if not name.startswith("bert"):
        return {"input": random.standard_normal((batch, 3, 224, 224), dtype=np.float32)}
    ids, mask = random.integers(1000, VOCABULARY, (batch, 128)), np.ones((batch, 128), np.int64)
    ids[:, 112:], mask[:, 112:] = 0, 0
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros((batch, 128), np.int64)}


def verify(name: str) -> None:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path(name)), providers=["CPUExecutionProvider"])
    for info, array in zip(session.get_outputs(), session.run(None, sample_inputs(name))):
        if not np.isfinite(array).all() or array.std() < 1e-3 or np.abs(array).max() > 1e4:
            sys.exit(f"{name}: output {info.name} is not of a sensible size")
        print(f"{name}: {info.name} {list(array.shape)} mean {array.mean():.4f} std {array.std():.4f}", file=sys.stderr)


def main() -> int:
    wanted = [name for name in sys.argv[1:] if name != "--verify"]
    if not wanted or not set(wanted) <= set(MAKERS):
        print(f"usage: bench/models.py [--verify] NAME...; names: {', '.join(MAKERS)}", file=sys.stderr)
        return 2
    for name in wanted:
        print(path(name))
        if "--verify" in sys.argv:
            verify(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
