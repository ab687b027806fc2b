# SPDX-License-Identifier: Apache-2.0
"""Small ONNX models, run by the command in every way that must give the same: directly, without optional passes, and from
an engine that was built, saved and loaded. Values are arrays, lists of arrays (sequences), None (an empty optional) and
dicts (maps)."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import node_cases
import tool

F, I64, BOOL, STR = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL, TensorProto.STRING


def node(op: str, inputs: list[str], outputs: list[str], **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def info(name: str, kind=F, shape=None):
    """A tensor's declaration; shape None: not even the rank is known."""
    return helper.make_tensor_value_info(name, kind, shape)


def sequence(name: str, kind=F, shape=None):
    return helper.make_tensor_sequence_value_info(name, kind, shape)


def const(name: str, value, dtype=None):
    return numpy_helper.from_array(np.asarray(value, dtype=dtype), name)


def graph(nodes, name, inputs, outputs, constants=()):
    return helper.make_graph(list(nodes), name, list(inputs), list(outputs), list(constants))


def model(nodes, inputs, outputs, constants=(), opset=17, ml=None, functions=(), more=()):
    opsets = [helper.make_opsetid("", opset), *more]
    if ml:
        opsets.append(helper.make_opsetid("ai.onnx.ml", ml))
    made = graph(nodes, "main", inputs, outputs, constants)
    return helper.make_model(made, opset_imports=opsets, ir_version=10, functions=list(functions))


def _map(value: dict) -> onnx.MapProto:
    """numpy_helper.from_dict does not take strings as keys."""
    out = onnx.MapProto()
    texts = any(isinstance(key, str) for key in value)
    out.key_type = STR if texts else I64
    if texts:
        out.string_keys.extend(key.encode() for key in value)
    else:
        out.keys.extend(value)
    out.values.CopyFrom(numpy_helper.from_list([np.asarray(v) for v in value.values()]))
    return out


def _write(folder, made, inputs) -> None:
    folder.mkdir()
    (folder / "in").mkdir()
    (folder / "model.onnx").write_bytes(made.SerializeToString())
    for k, (value, declared) in enumerate(zip(inputs, made.graph.input, strict=True)):
        message = _map(value) if isinstance(value, dict) else node_cases._message(value, declared.type, declared.name)
        (folder / "in" / f"input_{k}.pb").write_bytes(message.SerializeToString())


def _read(folder, made) -> list:
    outputs = enumerate(made.graph.output)
    return [node_cases._value((folder / f"output_{k}.pb").read_bytes(), declared.type) for k, declared in outputs]


def run(folder, made, inputs) -> list:
    """The outputs; asserts that all three ways agree bit for bit, or within 1e-6 where passes change the order of sums."""
    home = folder / f"m{len(list(folder.iterdir()))}"
    _write(home, made, inputs)
    path, given, engine = home / "model.onnx", home / "in", home / "model.engine"

    def ok(*arguments):
        done = tool.call(*arguments)
        assert done.returncode == 0, done.stderr

    ok("run", path, "--inputs-pb", given, "--outputs-pb", home / "direct")
    ok("build", path, "-o", engine, "--inputs-pb", given, "--disable-pass", "all")
    ok("run", engine, "--inputs-pb", given, "--outputs-pb", home / "plain")
    ok("build", path, "-o", engine, "--inputs-pb", given)
    path.unlink()
    ok("run", engine, "--inputs-pb", given, "--outputs-pb", home / "saved")
    direct = _read(home / "direct", made)
    for way in ("plain", "saved"):
        for ours, wanted in zip(_read(home / way, made), direct, strict=True):
            assert node_cases.difference(ours, wanted, 1e-6, 1e-7) == "", way
    return direct


def refused(folder, made, inputs) -> str:
    """What the command says to a model or to data that it must not take; asserts that it is an error of status 2 or 3."""
    home = folder / f"m{len(list(folder.iterdir()))}"
    _write(home, made, inputs)
    done = tool.call("run", home / "model.onnx", "--inputs-pb", home / "in", "--outputs-pb", home / "out")
    assert done.returncode in (2, 3), f"{done.returncode}: {done.stderr}"
    return done.stderr


def same(ours, wanted, rtol=1e-6, atol=1e-7) -> None:
    assert node_cases.difference(ours, wanted, rtol, atol) == ""
