# SPDX-License-Identifier: Apache-2.0
"""The checker of plugins through the command: exit statuses, reports, folders of findings, and plugins that it writes itself."""

import json
import os
import pathlib
import shutil
import subprocess
import xml.etree.ElementTree

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import tool

BUILD = pathlib.Path(tool.executable()).parents[1]
TWINS = BUILD / "test" / "checker" / "libtest_twins.so"  # a plugin for each fault
CREATORS = BUILD / "test" / "checker" / "libtest_twin_creators.so"  # some do not tell their names
SILENT = BUILD / "test" / "plugin" / "libtest_plugins_older.so"  # does not say that it runs on the CPU
IDS = """field-missing field-type field-length field-order state-lost state-size state-pointer state-padding clone-shares clone-namespace
attach-returns-this format-order format-unstable dtype-mismatch half-as-float shape-mismatch stale-dims out-of-bounds-write out-of-bounds-read
unwritten-output input-modified workspace-overrun workspace-assumed-zero workspace-max nondeterministic zero-size thread-race context-race
trait-false init-terminate status exception crash hang leak size-tensor alias wrong-value""".split()


def check(status, *arguments):
    done = tool.call("plugin", "check", *arguments, "--json", "-")
    assert done.returncode == status, done
    return json.loads(done.stdout)["creators"][0]


def test_faults_are_those_of_the_table():
    assert [f["id"] for f in tool.call_json("plugin", "faults")["faults"]] == IDS
    page = (tool.ROOT / "docs/plugin_check.md").read_text()
    assert all(i in page for i in IDS)


def test_a_right_plugin_has_no_finding(folder):
    report = check(0, TWINS, "--creator", "correct.v2ioext:1")
    assert report["findings"] == [] and report["probes"] > 15 and report["generation"] == "IPluginV2IOExt"
    shapes = tool.call("plugin", "check", TWINS, "--creator", "correct.v3", "--only", "unwritten-output", "--shapes-table").stdout
    assert "2x3" in shapes and "f32 -> f32" in shapes


def test_a_finding_leaves_a_folder_that_makes_it_again(folder):
    repro = folder / "repro"
    report = check(1, TWINS, "--creator", "out-of-bounds-write", "--only", "out-of-bounds-write", "--repro", repro)
    (finding,) = report["findings"]
    assert (finding["id"], finding["method"], finding["shape"]) == ("out-of-bounds-write", "enqueue", "1x1")
    made = pathlib.Path(finding["repro"])
    assert {"case.txt", "main.cpp", "input_0.bin", "field_alpha.bin", "state.bin"} <= {p.name for p in made.iterdir()}
    program = made / "main.cpp"
    assert len(program.read_text().splitlines()) <= 30
    flags = ["-std=c++17", f"-I{tool.ROOT / 'include'}", f"-L{BUILD / 'lib'}", "-ltenon", f"-Wl,-rpath,{BUILD / 'lib'}"]
    subprocess.run(["g++", program, "-Wno-deprecated-declarations", "-o", made / "repro", *flags], check=True)
    assert subprocess.run([made / "repro"], cwd=made, stdout=subprocess.PIPE, text=True, check=True).stdout == "enqueueV3: 1\n"
    again = tool.call("plugin", "replay", made)
    assert again.returncode == 1 and again.stdout.count("out-of-bounds-write") >= 2, again


def test_what_is_skipped_stands_in_the_report(folder):
    junit = folder / "plugin.xml"
    report = check(0, TWINS, "--creator", "input-modified", "--skip", "input-modified=known & wanted", "--junit", junit)
    assert {"id": "input-modified", "reason": "known & wanted"} in report["skipped"]
    suite = xml.etree.ElementTree.parse(junit).getroot()[0]
    assert [case.get("name") for case in suite] == IDS and suite.get("failures") == "0"
    assert [case.get("name") for case in suite if case.find("skipped") is not None] == ["input-modified"]
    nothing = check(3, TWINS, "--creator", "leak", "--only", "leak", "--skip", "leak=known")
    assert nothing["probes"] == 0 and {"id": "leak", "reason": "known"} in nothing["skipped"]


def test_bad_usage(folder):
    for arguments in (["--skip", "input-modified"], ["--only", "no-such-fault"], ["--creator", "no-such-creator"], ["--spec", "no-such-file"]):
        assert tool.call("plugin", "check", TWINS, *arguments).returncode == 2, arguments
    assert tool.call("plugin", "check", folder / "none.so").returncode == 2
    wrong = tool.call("plugin", "check", TWINS, "--creator", "no-such-creator").stderr
    assert "tenon plugin list" in wrong and "loadLibrary" not in wrong, wrong
    none = tool.call("plugin", "list", BUILD / "lib" / "libtenon.so").stderr
    assert "wanted" in none and "getCreators" in none, none
    assert tool.call("plugin", "check", TWINS, "--device", "cuda").returncode == 3
    spec = folder / "bad.json"
    spec.write_text('{"inputs": [{"shape": [[1], [2]]}]}')
    done = tool.call("plugin", "check", TWINS, "--spec", spec)
    assert done.returncode == 2 and "inputs[0].shape" in done.stderr and "TN-260" in done.stderr


def test_a_library_that_does_not_find_libtenon_says_what_to_do(folder):
    for source, flags in (("int lacking;", ["-Wl,-soname,libtenon.so.99"]), ("extern int lacking; int* at = &lacking;", [folder / "needed.so"])):
        (folder / "needs.c").write_text(source)
        subprocess.run(["gcc", "-shared", "-fPIC", folder / "needs.c", *flags, "-o", folder / ("needs.so" if "extern" in source else "needed.so")], check=True)
    done = tool.call("plugin", "list", folder / "needs.so")
    assert done.returncode == 2 and "libtenon.so.99" in done.stderr and "-Wl,-rpath" in done.stderr, done


def test_nothing_is_checked_where_nobody_said_that_it_runs_here():
    assert tool.call("plugin", "check", SILENT).returncode == 3
    assert tool.call("plugin", "check", SILENT, "--host", "--only", "status").returncode == 0
    assert "does not say that it runs on the CPU" in tool.call("plugin", "list", SILENT).stdout


def test_creators_that_do_not_tell_their_names_are_listed():
    told = tool.call_json("plugin", "list", CREATORS)["creators"]
    assert [(c["name"], c["problem"][:30]) for c in told if not c["fields"]] == [
        ("aborts", "crash in getFieldNames(): SIGA"),
        ("null", "status in getFieldNames(): get"),
        ("creator 3", "crash in getPluginName(): SIGA"),
        ("creator 5", "exception in getPluginVersion("),
    ]
    assert "creator 3: crash in getPluginName()" in tool.call("plugin", "list", CREATORS).stdout


def test_a_reference_in_python(folder):
    (folder / "reference.py").write_text("def right(inputs, fields):\n    return [fields['alpha'] * inputs[0] + fields['bias']]\n")
    spec = folder / "spec.json"
    spec.write_text(json.dumps({"fields": {"alpha": 2, "bias": 0.5}, "inputs": [{"shape": [[1, 3], [2, 3], [4, 3]]}], "reference": "reference.py:right"}))
    assert check(0, TWINS, "--creator", "correct.v2dynamic", "--only", "wrong-value", "--spec", spec)["findings"] == []
    (finding,) = check(1, TWINS, "--creator", "wrong-value", "--spec", spec)["findings"]
    assert finding["id"] == "wrong-value" and finding["shape"] == "1x3"
    spec.write_text(spec.read_text().replace("right", "missing"))
    assert "missing" in tool.call("plugin", "check", TWINS, "--creator", "wrong-value", "--spec", spec).stderr


@pytest.mark.parametrize("body, told", [("raise SystemExit(0)", "SystemExit"), ("os._exit(0)", "it ended the process"), ("os.kill(os.getpid(), 9)", "signal 9")])
def test_a_reference_that_fails_is_told_beside_the_findings(body, told, folder):
    (folder / "failing.py").write_text(f"import os\ndef failing(inputs, fields):\n    {body}\n")
    spec = folder / "failing.json"
    spec.write_text(json.dumps({"fields": {"alpha": 2, "bias": 0.5}, "inputs": [{"shape": [[1, 3], [2, 3], [4, 3]]}], "reference": "failing.py:failing"}))
    report = check(1, TWINS, "--creator", "input-modified", "--only", "input-modified", "--only", "wrong-value", "--spec", spec)
    assert [f["id"] for f in report["findings"]] == ["input-modified"]
    assert any("failing.py:failing" in n and told in n for n in report["notes"]), report["notes"]
    assert "wrong-value" in [s["id"] for s in report["skipped"]]
    right = tool.call("plugin", "check", TWINS, "--creator", "correct.v3", "--only", "wrong-value", "--spec", spec)
    assert right.returncode == 2 and "TN-260" in right.stderr and told in right.stderr and "0 findings" in right.stdout, right


def test_a_crash_is_made_again(folder):
    (finding,) = check(1, TWINS, "--creator", "crash:1", "--only", "crash", "--repro", folder / "crashes")["findings"]
    again = tool.call("plugin", "replay", finding["repro"])
    assert again.returncode == 1 and "crash in enqueue(): SIGSEGV" in again.stdout, again
    assert tool.call("plugin", "replay", finding["repro"], "--here").returncode == -11


def compiled(source):
    library = source.with_suffix(".so")
    flags = ["-std=c++17", "-O1", f"-I{tool.ROOT / 'include'}", f"-L{BUILD / 'lib'}", "-ltenon", f"-Wl,-rpath,{BUILD / 'lib'}"]
    subprocess.run(["g++", "-shared", "-fPIC", source, "-o", library, *flags], check=True, env={**os.environ, "LC_ALL": "C"})
    return library, flags


@pytest.mark.parametrize("api", ["v3", "v2dynamic", "base"])
def test_a_new_plugin_passes_as_it_is(api, folder):
    made = folder / "new" / api
    assert tool.call("plugin", "new", "Mine", "--api", api, "--dir", made).returncode == 0
    library, flags = compiled(made / "Mine" / "Mine.cpp")
    report = check(0, library, "--spec", made / "Mine" / "spec.json")
    assert report["findings"] == [] and report["probes"] > 15
    if api != "v3":
        return
    program = made / "test"
    subprocess.run(["g++", made / "Mine" / "Mine_test.cpp", "-o", program, *flags], check=True)
    assert subprocess.run([program, library], stdout=subprocess.PIPE, text=True, check=True).stdout == "the outputs are right\n"
    assert tool.call("plugin", "new", "Mine", "--api", api, "--dir", made).returncode == 2


def test_a_recorded_call_has_as_many_rows_as_the_data_gave(folder):
    node = helper.make_node("correct.sizes", ["x"], ["y", "n"], domain="acme", alpha=2.0)
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n"]), helper.make_tensor_value_info("n", TensorProto.INT64, [])]
    graph = helper.make_graph([node], "sizes", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])], outputs)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), folder / "sizes.onnx")
    np.save(folder / "sizes.npy", np.array([[-1, 2, 0], [3, -4, 5]], np.float32))
    calls = folder / "sizes"
    tool.call_json("run", folder / "sizes.onnx", "--inputs", folder / "sizes.npy", "--plugins", TWINS, "--record-plugin", "correct.sizes", calls)
    assert np.fromfile(calls / "0000" / "output_0.bin", np.float32).tolist() == [4, 6, 10]
    assert np.fromfile(calls / "0000" / "output_1.bin", np.int64).tolist() == [3]
    again = tool.call("plugin", "replay", calls / "0000")
    assert again.returncode == 0, again


def test_a_recorded_call_of_a_plugin_with_a_shape_input(folder):
    node = helper.make_node("correct.repeated_rows", ["x", "n"], ["y"], domain="acme", alpha=2.0, tensorrt_plugin_shape_input_indices=[1])
    x, n = (helper.make_tensor_value_info(*tensor) for tensor in (("x", TensorProto.FLOAT, [2, 3]), ("n", TensorProto.INT64, [1])))
    graph = helper.make_graph([node], "rows", [x, n], [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", 3])])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), folder / "rows.onnx")
    np.savez(folder / "rows.npz", x=np.arange(6, dtype=np.float32).reshape(2, 3), n=np.array([3], np.int64))
    calls = folder / "rows"
    tool.call_json("run", folder / "rows.onnx", "--inputs", folder / "rows.npz", "--plugins", TWINS, "--record-plugin", "correct.repeated_rows", calls)
    made = calls / "0000"
    assert np.fromfile(made / "output_0.bin", np.float32).tolist() == [0, 2, 4, 6, 8, 10, 0, 2, 4]
    assert not (made / "input_1.bin").exists()  # the plugin sees its numbers in getOutputShapes() alone
    again = tool.call("plugin", "replay", made)
    assert again.returncode == 0 and "the outputs are those that were recorded" in again.stdout, again
    np.zeros(9, np.float32).tofile(made / "output_0.bin")
    assert "wrong-value in enqueue()" in tool.call("plugin", "replay", made).stdout


def test_a_program_of_a_finding_has_the_shape_inputs(folder):
    spec = folder / "rows.json"
    spec.write_text(json.dumps({"inputs": [{"shape": [[1, 3], [2, 3], [4, 3]]}], "shape_inputs": [[[1], [2], [8]]]}))
    arguments = [TWINS, "--creator", "shape-mismatch.repeated_rows", "--only", "shape-mismatch", "--spec", spec, "--repro", folder / "rows_repro"]
    (finding,) = check(1, *arguments)["findings"]
    assert finding["shape"] == "1x3 [1]"
    program = pathlib.Path(finding["repro"]) / "main.cpp"
    text = program.read_text()
    assert len(text.splitlines()) <= 31 and "int64_t const n0[]{1};" in text
    flags = ["-std=c++17", f"-I{tool.ROOT / 'include'}", f"-L{BUILD / 'lib'}", "-ltenon", f"-Wl,-rpath,{BUILD / 'lib'}"]
    subprocess.run(["g++", program, "-Wno-deprecated-declarations", "-o", program.with_suffix(""), *flags], check=True)
    assert subprocess.run([program.with_suffix("")], cwd=program.parent, stdout=subprocess.PIPE, text=True, check=True).stdout == "enqueueV3: 1\n"


@pytest.mark.parametrize("flag, before", [("--gdb", ["-q", "-ex", "run", "--args"]), ("--valgrind", ["-q"])])
def test_replay_starts_a_debugger(flag, before, folder, monkeypatch):
    tool.call("plugin", "check", TWINS, "--creator", "crash", "--only", "crash", "--repro", folder / "debugged")
    repro = folder / "debugged" / "crash-crash-enqueue"
    program = folder / "bin" / flag.strip("-")
    program.parent.mkdir(exist_ok=True)
    monkeypatch.setenv("PATH", str(program.parent))
    missing = tool.call("plugin", "replay", repro, flag)
    assert missing.returncode == 3 and f"TN-005: '{program.name}' cannot be started: No such file or directory" in missing.stderr, missing
    program.write_text("#!/bin/sh\nfor argument; do echo \"$argument\"; done\nexit 7\n")
    program.chmod(0o755)
    done = tool.call("plugin", "replay", repro, flag)
    command = [str(pathlib.Path(tool.executable()).resolve()), "plugin", "replay", "--here", str(repro)]
    assert done.returncode == 7 and done.stdout.splitlines() == before + command, done


def recorded_call(folder, library):
    """The folder of a call of Mine in a model."""
    node = helper.make_node("Mine", ["x"], ["y"], domain="acme", alpha=2.0, bias=0.5)
    vector = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3]) for name in ("x", "y")]
    graph = helper.make_graph([node], "small", vector[:1], vector[1:])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), folder / "mine.onnx")
    tool.call_json("run", folder / "mine.onnx", "--random", "1", "--plugins", library, "--record-plugin", "Mine", folder / "calls")
    return folder / "calls" / "0000"


def test_diff_tells_what_a_newer_build_does_otherwise(folder):
    made = folder / "diff"
    tool.call("plugin", "new", "Mine", "--api", "v3", "--dir", made)
    source = made / "Mine" / "Mine.cpp"
    old, _ = compiled(source)
    newer = source.with_name("Newer.cpp")
    newer.write_text(source.read_text().replace("mAlpha * x[i] + mBias", "mAlpha * x[i] - mBias").replace('"bias"', '"offset"'))
    new, _ = compiled(newer)
    assert tool.call("plugin", "diff", old, old).returncode == 0
    done = tool.call("plugin", "diff", old, new, "--json", "-")
    assert done.returncode == 1
    whats = {d["what"] for d in json.loads(done.stdout)["differences"]}
    assert {"field", "output"} <= whats
    recorded = recorded_call(made, old)
    assert tool.call("plugin", "replay", recorded).returncode == 0
    shutil.copy(new, old)  # a build that broke it, at the same path
    broken = tool.call("plugin", "replay", recorded)
    assert broken.returncode == 1 and "wrong-value in enqueue(): output 0, element 0" in broken.stdout, broken


def test_migrate_check(folder):
    for api, status in (("v2dynamic", 1), ("v3", 0)):
        made = folder / "migrate" / api
        tool.call("plugin", "new", "Mine", "--api", api, "--dir", made)
        done = tool.call("plugin", "migrate-check", made / "Mine" / "Mine.cpp", "--json", "-")
        assert done.returncode == status, done.stdout
        names = {item["name"] for item in json.loads(done.stdout)["items"]}
        assert ("deserializePlugin" in names) == (api == "v2dynamic")
    assert tool.call("plugin", "migrate-check", SILENT).returncode == 1
    (folder / "story.txt").write_text("nothing about inference")
    nothing = tool.call("plugin", "migrate-check", folder / "story.txt")
    assert nothing.returncode == 3 and "does not use the interface of plugins" in nothing.stderr, nothing


@pytest.mark.parametrize("name", ["hardmax", "hardmax_base", "l2norm", "l2norm_base", "add_one", "add_one_base"])
def test_the_samples_have_no_finding(name):
    done = tool.call("plugin", "check", BUILD / "sample_plugins" / f"libsample_{name}.so")
    assert done.returncode == 0, done.stdout
