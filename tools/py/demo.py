# SPDX-License-Identifier: Apache-2.0
"""The demo: an engine for text recognition, built by one process, loaded by others, reads lines of text drawn here.

For every line it prints the text drawn, the text read, its confidence, and the latency (first, median, 95th percentile) beside
ONNX Runtime's for the same input and threads. Exit status: 0 all read as drawn and as ONNX Runtime reads them; 1 one is not, or
the engine that was loaded is not the file that was written; 2 a model or font is missing; 3 there is no ONNX Runtime.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import secrets
import shutil
import sys
import tempfile
import unicodedata

import venv

if __name__ == "__main__":
    venv.use()  # ends with 3 where onnxruntime, which the answers are compared with, cannot be imported

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402

import benchlib  # noqa: E402
import models  # noqa: E402
import ocr  # noqa: E402
import tool  # noqa: E402


class WrongFile(RuntimeError):
    """The second process did not load the file that the first one wrote."""


def build(model: pathlib.Path, folder: pathlib.Path, threads: int) -> tuple[pathlib.Path, str]:
    """Process one. It sees a copy of the model that is gone before the engine is used. Returns the engine and its mark."""
    copy, engine, mark = folder / "model.onnx", folder / "ppocrv4_rec.engine", secrets.token_hex(16)
    shutil.copyfile(model, copy)
    made = tool.call_json("build", copy, "-o", engine, *ocr.PROFILE, "--threads", threads, "--meta", f"demo={mark}")
    copy.unlink()
    print(f"built {engine.name}: {made['bytes'] / 2**20:.1f} MiB in {made['seconds']:.1f} s, widths 32 to 960")
    return engine, mark


def read(engine: pathlib.Path, mark: str, inputs: pathlib.Path) -> np.ndarray:
    """Process two, in a folder that holds nothing but the engine: the output for one line."""
    outputs = inputs.with_suffix(".out.npz")
    ran = tool.call_json("run", engine.name, "--inputs", inputs, "--outputs", outputs, cwd=engine.parent)
    if ran.get("user", {}).get("demo") != mark:
        raise WrongFile(f"the engine that ran carries the mark {ran.get('user')}, the one that was written demo={mark}")
    with np.load(outputs) as archive:
        return archive[archive.files[0]]


def check_needs_the_file(engine: pathlib.Path, inputs: pathlib.Path) -> None:
    """Without the file there must be no answer: it was not kept or rebuilt anywhere."""
    hidden = engine.with_suffix(".hidden")
    engine.rename(hidden)
    done = tool.call("run", engine.name, "--inputs", inputs, "--outputs", inputs.with_suffix(".none.npz"), cwd=engine.parent)
    hidden.rename(engine)
    if done.returncode == 0:
        raise WrongFile("the engine's file was taken away and the line was read all the same")


def latency(engine, model, inputs, threads: int, rounds: int) -> dict[str, tuple[float, float, float]]:
    """First call, median and 95th percentile in ms for each engine; rounds alternate, every process is fresh."""
    ours = benchlib.tenon_engine(engine, inputs, threads)
    theirs = benchlib.peer_engine("onnxruntime", model, inputs, threads)
    measured = benchlib.paired_rounds([ours, theirs], rounds, iterations=4, warmup=1)
    rows = {row["engine"]: row for row in benchlib.table_rows(measured, "ppocrv4_rec", 1, threads)}
    return {name: (row["first_ms"], row["p50_us"] / 1000, row["p95_us"] / 1000) for name, row in rows.items()}


def pad(text: str, columns: int) -> str:
    """Chinese characters take two columns of a terminal."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return text + " " * max(0, columns - len(text) - wide)


def demo(rounds: int, threads: int) -> int:
    lines = ocr.load_lines()
    images = [ocr.to_input(ocr.draw(line)) for line in lines]
    model = models.path("ppocrv4_rec")
    classes = ocr.characters(model)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="tenon-demo-") as top:
        home, data = pathlib.Path(top, "engine"), pathlib.Path(top, "data")
        home.mkdir()
        data.mkdir()
        engine, mark = build(model, home, threads)
        digest = models.file_sha256(engine)
        print(f"milliseconds as first / median / p95, {threads} threads, ONNX Runtime {onnxruntime.__version__}\n")
        print(pad("text drawn", 52) + pad("width", 7) + pad("conf.", 8) + pad("Tenon", 26) + pad("ONNX Runtime", 26) + "read")
        for k, (line, image) in enumerate(zip(lines, images)):
            inputs = data / f"{k}.npz"
            np.savez(inputs, x=image)
            text, confidence = ocr.decode(read(engine, mark, inputs)[0], classes)
            expected, _ = ocr.decode(session.run(None, {"x": image})[0][0], classes)
            times = latency(engine, model, inputs, threads, rounds)
            ours, theirs = (" / ".join(f"{ms:.1f}" for ms in times[name]) for name in ("tenon", "onnxruntime"))
            right = text == line["text"] and text == expected
            wrong += not right
            verdict = "as drawn" if right else f"WRONG: '{text}', ONNX Runtime reads '{expected}'"
            row = pad(line["text"], 52) + pad(str(image.shape[3]), 7) + f"{confidence:.3f}   " + pad(ours, 26) + pad(theirs, 26)
            print(row + verdict, flush=True)
        check_needs_the_file(engine, data / "0.npz")
        if models.file_sha256(engine) != digest:
            raise WrongFile("the engine's file changed while it was used")
    print(f"\n{len(lines) - wrong} of {len(lines)} lines read as drawn and as ONNX Runtime reads them")
    print("each was read by a second process that held nothing but the engine's file (its mark was checked)")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds of timing for each line (3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of both engines (all cores)")
    parsed = parser.parse_args()
    try:
        return demo(parsed.rounds, parsed.threads)
    except (models.FetchError, ocr.FontError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2
    except (tool.ToolError, WrongFile) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
