# SPDX-License-Identifier: Apache-2.0
"""The command as a user meets it: exit statuses, JSON, messages, files."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import tool
from small_models import add, engine, errors, fails, fixed, model, tensor  # noqa: F401 (fixtures)

SRC = tool.ROOT / "src"


# --- texts


def test_version_says_what_is_there():
    text = tool.call("--version").stdout
    assert re.match(r"tenon \d+\.\d+\.\d+\ncommit    \S+\nAPI level .*\nbackends  cpu\n$", text), text


def test_every_message_can_be_explained():
    for number, status in re.findall(r"^TENON_MESSAGE\((\d+),\s*k\w+,\s*k(\w+)", (SRC / "base/messages.inc").read_text(), re.M):
        done = tool.call("explain", f"TN-{int(number):03}")
        assert done.returncode == 0 and done.stdout.startswith(f"TN-{int(number):03}: "), done
        code = {"No": 1, "BadInput": 2, "Unsupported": 3}[status]
        assert re.search(rf"\n\nWhat to try: .{{10,}}\n\nExit status {code}\n$", done.stdout), done.stdout


def test_the_page_of_messages_is_what_explain_prints():
    assert tool.call("explain", "--all").stdout == (tool.ROOT / "docs/errors.md").read_text()


def test_settings_lists_every_variable_that_is_read():
    listed = set(re.findall(r"^(TENON\w*) ", tool.call("help", "settings").stdout, re.M))
    used = set()
    for top in ("src", "tools", "test/python", "bench"):
        for path in (tool.ROOT / top).rglob("*"):
            if path.suffix in (".cpp", ".h", ".py"):
                used |= set(re.findall(r"(?:getenv\(|setting\(|environ\.get\(|environ\[)\"(TENON\w*)\"", path.read_text()))
    used |= set(re.findall(r"\$\{?(TENON\w*)", (tool.ROOT / "run").read_text()))
    assert used == listed


def test_help_names_every_flag_of_docs():
    page = (tool.ROOT / "docs/cli.md").read_text()
    for command in ("build", "run", "bench", "inspect", "doctor", "explain", "features"):
        for flag in re.findall(r"(--[a-z][a-z-]+)", tool.call(command, "--help").stdout):
            assert flag in page or flag == "--help", (command, flag)


# --- build, run, inspect, bench


def test_build_reports_what_it_made(add, folder):
    path = folder / "report.engine"
    made = tool.call_json("build", add, "-o", path, "--shapes", "x:2x3")
    assert list(made)[0] == "schema"
    assert made["engine"] == str(path) and made["bytes"] == path.stat().st_size and made["seconds"] > 0
    assert made["sum"] >= made["peak"] >= 0
    (layer,) = made["layers"]
    assert layer["name"] == "plus" and layer["kernel"] and layer["candidates"] and isinstance(layer["refused"], list)
    told = tool.call("build", add, "-o", path, "--shapes", "x:2x3", "--why")
    assert told.returncode == 0 and f"plus (" in told.stdout and "tried " in told.stdout


def test_json_may_go_to_a_file(add, folder):
    done = tool.call("build", add, "-o", folder / "f.engine", "--shapes", "x:2x3", "--static-costs", "--json", folder / "f.json")
    assert done.returncode == 0 and "f.engine" in done.stdout
    assert json.loads((folder / "f.json").read_text())["schema"] == 1


def test_stop_after_prints_the_graph(add, folder):
    done = tool.call("build", add, "--shapes", "x:2x3", "--stop-after", "fold")
    assert done.returncode == 0 and "plus" in done.stdout
    assert "missing" in fails(2, "build", add, "--shapes", "x:2x3")


@pytest.mark.parametrize("dtype", ["float32", "int64"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_run_reads_what_numpy_writes(folder, dtype, order):
    kind = {"float32": TensorProto.FLOAT, "int64": TensorProto.INT64}[dtype]
    path = model(folder / f"id_{dtype}.onnx", [helper.make_node("Identity", ["x"], ["y"])], [tensor("x", [3, 4], kind)], [tensor("y", [3, 4], kind)])
    x = np.asarray(np.arange(12).reshape(3, 4), dtype, order=order)
    np.savez(folder / "a.npz", x=x)
    np.savez_compressed(folder / "b.npz", x=x)
    np.save(folder / "c.npy", x.astype(x.dtype.newbyteorder(">")))
    x.tofile(folder / "d.bin")
    for file in ("a.npz", "b.npz", "c.npy", "d.bin"):
        tool.call_json("run", path, "--inputs", folder / file, "--outputs", folder / "out.npz")
        with np.load(folder / "out.npz") as archive:
            assert archive.files == ["y"] and archive["y"].dtype == x.dtype
            np.testing.assert_array_equal(archive["y"], x)


def test_inputs_that_do_not_fit(fixed, folder):
    np.savez(folder / "wide.npz", x=np.zeros((2, 3)))
    np.savez(folder / "other.npz", z=np.zeros((2, 3), np.float32))
    np.savez(folder / "tall.npz", x=np.zeros((3, 3), np.float32))
    (folder / "short.bin").write_bytes(b"1234")
    np.save(folder / "pickle.npy", np.array([{}], object), allow_pickle=True)
    assert errors(2, "run", fixed)[0]["what"] == "1 of 1 inputs have no value"
    wide = errors(2, "run", fixed, "--inputs", folder / "wide.npz")[0]
    assert wide["wanted"] == "x f32[2x3]" and wide["given"] == "f64[2x3]" and wide["where"]["tensor"] == "x"
    assert errors(2, "run", fixed, "--inputs", folder / "other.npz")[0]["what"].endswith("other.npz' holds a value for 'z': there is no input 'z'")
    assert errors(2, "run", fixed, "--inputs", folder / "tall.npz")[0]["given"] == "f32[3x3]"
    assert errors(2, "run", fixed, "--inputs", folder / "short.bin")[0]["given"] == "4 bytes"
    assert "pickled" in errors(2, "run", fixed, "--inputs", folder / "pickle.npy")[0]["what"]


def test_an_input_with_an_initializer_is_a_constant_and_messages_say_so(folder):
    nodes = [helper.make_node("Add", ["x", "one"], ["y"])]
    path = model(folder / "default.onnx", nodes, [tensor("x", [2, 3]), tensor("one", [3])], [tensor("y", [2, 3])], {"one": np.ones(3, np.float32)})
    np.save(folder / "one.npy", np.zeros(3, np.float32))
    np.savez(folder / "one.npz", one=np.zeros(3, np.float32))
    why = "'one' has a constant value in the model and is no input; to feed it, declare it as an input without an initializer"
    for given in (folder / "one.npz", f"one={folder / 'one.npy'}", f"one={folder / 'one.bin'}"):
        error = errors(2, "run", path, "--inputs", given)[0]
        assert error["id"] == "TN-009" and error["what"].endswith(f"holds a value for 'one': {why}"), error
        assert error["wanted"] == "x f32[2x3]"
    for command in (["run", path], ["build", path, "-o", folder / "default.engine"]):
        error = errors(2, *command, "--shapes", "x:2x3,one:3")[0]
        assert (error["id"], error["what"]) == ("TN-007", f"--shapes: column 7: {why}")
    assert tool.call_json("run", path, "--random", 1)["outputs"][0]["shape"] == [2, 3]


def test_attributes_that_an_operator_lacks_and_outputs_declared_otherwise_are_told(folder):
    nodes = [helper.make_node("Gemm", ["x", "x"], ["y"], "product", trans_b=1)]
    path = model(folder / "misspelt.onnx", nodes, [tensor("x", [3, 3])], [tensor("y", [3, 4])])
    done = tool.call("run", path, "--random", 1, "--error-format", "json")
    assert done.returncode == 0, done
    first, second = [json.loads(line) for line in done.stderr.splitlines()]
    assert first["severity"] == "warning" and re.search(r"no attribute 'trans_b'\n  node: product\n.*the nearest one is 'transB'", first["what"], re.S), first
    assert second == {"severity": "warning", "what": "output 'y' is declared as FLOAT[3, 4], but FLOAT[3, 3] is computed; the declaration is passed over"}
    assert errors(2, "run", path, "--random", 1, "--strict")[0]["what"] == "operator 'Gemm' has no attribute 'trans_b'"


def test_run_tells_which_engine_it_loaded(engine, folder):
    ran = tool.call_json("run", engine, "--random", 3, "--outputs", folder / "o.npz")
    assert ran["user"] == {"made_by": "test_cli", "note": "a=b"}
    assert ran["engine"]["path"] == str(engine) and ran["engine"]["bytes"] == engine.stat().st_size and len(ran["engine"]["hash"]) == 16
    assert ran["outputs"] == [{"name": "y", "dtype": "f32", "shape": [4, 3]}]  # the opt of its profile
    with np.load(folder / "o.npz") as archive:
        y = archive["y"]
    assert y.min() >= 0 and y.max() <= 2 and len(np.unique(y)) == 12
    tool.call_json("run", engine, "--random", 3, "--outputs", folder / "o2.npz")
    with np.load(folder / "o2.npz") as archive:
        np.testing.assert_array_equal(archive["y"], y)


def test_checks(add, engine):
    shapes = ["--random", 1, "--shapes", "x:5x3"]
    for check in ("onnxruntime", "reference"):
        ran = tool.call_json("run", add, *shapes, "--check", check)
        assert [(c["name"], c["ok"], c["max_abs"]) for c in ran["check"]] == [("y", True, 0)]
        ran = tool.call_json("run", engine, *shapes, "--check", check, "--onnx", add)
        assert ran["check"][0]["ok"]
        assert errors(3, "run", engine, *shapes, "--check", check)[0]["id"] == "TN-005"


def test_a_difference_is_status_1(engine, folder):
    other = model(folder / "other.onnx", [helper.make_node("Add", ["x", "c"], ["y"])], [tensor("x", ["N", 3])], [tensor("y", ["N", 3])],
                  {"c": np.array([1, 1.5, 1], np.float32)})
    for check in ("onnxruntime", "reference"):
        done = tool.call("run", engine, "--random", 1, "--check", check, "--onnx", other, "--json", "-")
        assert done.returncode == 1
        (found,) = json.loads(done.stdout)["check"]
        assert not found["ok"] and abs(found["max_abs"] - 0.5) < 1e-6 and found["why"].startswith("element 1: ")
        assert tool.call("run", engine, "--random", 1, "--check", check, "--onnx", other, "--atol", "0.6").returncode == 0


def test_without_onnxruntime_nothing_is_checked(add, folder, monkeypatch):
    fake = folder / "python"
    fake.write_text(f"#!/bin/sh\nexec {sys.executable} -S \"$@\"\n")
    fake.chmod(0o755)
    monkeypatch.setenv("TENON_PYTHON", str(fake))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    (error,) = errors(3, "run", add, "--random", 1, "--shapes", "x:1x3", "--check", "onnxruntime")
    assert error["id"] == "TN-005" and error["try"] == [f"{fake} -m pip install onnxruntime numpy"]
    monkeypatch.setenv("TENON_PYTHON", str(folder / "nowhere"))
    assert "cannot be run" in errors(3, "run", add, "--random", 1, "--shapes", "x:1x3", "--check", "onnxruntime")[0]["what"]
    assert tool.call("doctor").returncode == 1
    monkeypatch.setenv("TENON_PYTHON", "/bin/false")
    assert errors(3, "run", add, "--random", 1, "--shapes", "x:1x3", "--check", "onnxruntime")[0]["what"] == "--check onnxruntime: '/bin/false' ended with status 1, saying nothing"


def test_protobuf_in_and_out(fixed, folder):
    given, made = folder / "pb_in", folder / "pb_out" / "deep"
    given.mkdir()
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    (given / "input_0.pb").write_bytes(numpy_helper.from_array(x, "x").SerializeToString())
    tool.call_json("run", fixed, "--inputs-pb", given, "--outputs-pb", made)
    tool.call_json("build", fixed, "-o", folder / "pb.engine", "--inputs-pb", given, "--static-costs")
    tool.call_json("run", folder / "pb.engine", "--inputs-pb", given, "--outputs-pb", made)
    answer = onnx.TensorProto.FromString((made / "output_0.pb").read_bytes())
    np.testing.assert_array_equal(numpy_helper.to_array(answer), x + 1)


def test_inspect_reads_both_kinds_of_file(add, engine):
    told = tool.call_json("inspect", engine, "--layers")
    assert {"format", "version", "device", "profiles", "io", "plugins", "warnings", "user"} <= set(told)
    assert [(io["name"], io["mode"], io["dtype"], io["dims"]) for io in told["io"]] == [("x", "input", "f32", ["N", "3"]), ("y", "output", "f32", ["N", "3"])]
    assert told["profiles"][0]["inputs"][0]["dims"][0] == {"min": 1, "opt": 4, "max": 8}
    assert told["layers"][0]["origins"] == ["plus"] and told["user"]["note"] == "a=b"
    assert "layers" not in tool.call_json("inspect", engine)
    told = tool.call_json("inspect", add, "--support")
    assert {"format", "version", "device", "profiles", "io", "plugins", "warnings", "user"} <= set(told)
    assert told["support"] == [{"node": "plus", "op": "Add", "version": 17, "state": "built in", "remedy": "", "rivals": [], "why": ""}]
    assert "plus" in tool.call("inspect", add, "--support").stdout
    assert "profile 0" in tool.call("inspect", engine).stdout
    assert "is an engine" in fails(2, "inspect", engine, "--support") and "is none" in fails(2, "inspect", add, "--layers")


def test_bench_counts_exactly(engine):
    timed = tool.call_json("bench", engine, "--warmup", 2, "--iterations", 7, "--threads", 1, "--profile")
    assert timed["n"] == len(timed["samples_us"]) == 7 and timed["threads"] == 1
    assert timed["min_us"] == min(timed["samples_us"]) and abs(timed["p50_us"] - np.median(timed["samples_us"])) < 1e-9
    assert abs(timed["p95_us"] - np.percentile(timed["samples_us"], 95)) < 1e-9
    assert timed["load_us"] > 0 and timed["first_us"] > 0 and timed["rss_peak"] > 1 << 20
    assert (timed["allocs_ours"], timed["allocs_libs"]) == (0, 0)
    assert [layer["name"] for layer in timed["layers"]] == ["plus"] and timed["layers"][0]["us"] > 0
    assert tool.call_json("bench", engine)["n"] >= 100


def test_bench_meets_new_shapes(engine, add):
    timed = tool.call_json("bench", engine, "--shapes", "x:8x3", "--after-shapes", "x:2x3", "--warmup", 3, "--iterations", 3)
    assert timed["n"] == 3 and timed["first_us"] > 0
    assert "needs an engine" in fails(2, "bench", add, "--shapes", "x:8x3", "--after-shapes", "x:2x3")


def test_doctor_and_features():
    report = tool.call_json("doctor")
    assert report["ok"] and {"Tenon", "CPU", "oneDNN", "CUDA driver", "cuDNN", "cuBLASLt", "NVRTC", "Python"} <= {item["name"] for item in report["items"]}
    assert next(item for item in report["items"] if item["name"] == "oneDNN")["where"].endswith(".so.3")
    missing = {(m["call"], m["reason"]) for m in tool.call_json("features")["missing"]}
    rows = r'TENON_ABSENT(?:_ERROR|_TEXT)?\((?:[^",()]|\([^)]*\))*,?\s*"([^"]+)",\s*((?:"[^"]*"\s*)+)\)'
    written = {(call, "".join(re.findall(r'"([^"]*)"', reason)))
               for path in (tool.ROOT / "src/api").glob("*.cpp") for call, reason in re.findall(rows, path.read_text())}
    assert missing == written and missing


def test_standard_output_that_is_full_is_an_error():
    with open("/dev/full", "w") as full:
        done = subprocess.run([tool.executable(), "explain", "--all"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "TN-003" in done.stderr


def test_threads_that_are_started(engine):
    """At most --threads - 1 beside the caller's, seen from outside while it runs."""
    command = [tool.executable(), "bench", str(engine), "--threads", "2", "--iterations", "200000"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        seen = 0
        while running.poll() is None:
            try:
                seen = max(seen, len(os.listdir(f"/proc/{running.pid}/task")))
            except FileNotFoundError:
                break
    assert 1 <= seen <= 2
