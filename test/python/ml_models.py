# SPDX-License-Identifier: Apache-2.0
"""Small models of ai.onnx.ml, and what ONNX Runtime gives for them."""

import numpy as np
import onnxruntime
from onnx import helper

from flow_models import F, run, same

f32, i64 = np.float32, np.int64
ML = "ai.onnx.ml"


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, domain=ML, **attributes)


def map_sequence(name, key):
    value = helper.make_tensor_type_proto(F, [])
    return helper.make_value_info(name, helper.make_sequence_type_proto(helper.make_map_type_proto(key, value)))


def theirs(made, inputs):
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, dict(zip([i.name for i in session.get_inputs()], inputs)))


def agree(tmp_path, made, inputs, rtol=1e-5, atol=1e-6):
    for ours, wanted in zip(run(tmp_path, made, inputs), theirs(made, inputs), strict=True):
        same(ours, wanted, rtol, atol)
