# SPDX-License-Identifier: Apache-2.0
"""Times one model in another engine, in a process of its own, with the flags and the JSON of `tenon bench`.

    peer.py onnxruntime|openvino MODEL.onnx --inputs F.npz --threads N --warmup N --iterations N

Prints {schema, engine, version, load_us, first_us, samples_us, rss_peak, rss_base}: load is the creation of the session from
the file, first the call right after it, rss_base what the interpreter and numpy held before the engine was imported (bytes).
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np


def rss_peak() -> int:
    with open("/proc/self/status", encoding="ascii") as status:
        kib = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    return kib * 1024


def open_onnxruntime(model: str, inputs: dict, threads: int):
    import onnxruntime

    def load():
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        return lambda: session.run(None, inputs)

    return onnxruntime.__version__, load


def open_openvino(model: str, inputs: dict, threads: int):
    import openvino

    settings = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_NUM_THREADS": threads,
        "INFERENCE_PRECISION_HINT": "f32",
    }

    def load():
        core = openvino.Core()
        network = core.read_model(model)
        network.reshape({name: list(array.shape) for name, array in inputs.items()})  # fixed dims are its best case
        request = core.compile_model(network, "CPU", settings).create_infer_request()
        return lambda: request.infer(inputs, share_inputs=True)

    return openvino.__version__.split("-")[0], load


ENGINES = {"onnxruntime": open_onnxruntime, "openvino": open_openvino}


def timed_us(function) -> tuple[float, object]:
    start = time.perf_counter_ns()
    result = function()
    return (time.perf_counter_ns() - start) / 1000, result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("model")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--warmup", type=int, default=50)
    parser.add_argument("--iterations", type=int, default=100)
    arguments = parser.parse_args()
    with np.load(arguments.inputs) as archive:
        inputs = {name: archive[name] for name in archive.files}
    base = rss_peak()
    try:
        version, load = ENGINES[arguments.engine](arguments.model, inputs, arguments.threads)
    except ImportError as error:
        print(f"peer.py: {arguments.engine} cannot be imported: {error}", file=sys.stderr)
        return 3
    load_us, call = timed_us(load)
    first_us, _ = timed_us(call)
    for _ in range(arguments.warmup):
        call()
    samples = [timed_us(call)[0] for _ in range(arguments.iterations)]
    result = {
        "schema": 1,
        "engine": arguments.engine,
        "version": version,
        "load_us": load_us,
        "first_us": first_us,
        "samples_us": samples,
        "rss_peak": rss_peak(),
        "rss_base": base,
    }
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
