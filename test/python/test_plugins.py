# SPDX-License-Identifier: Apache-2.0
"""A node of an ONNX model that a plugin library computes, through the command: built, saved, run from the file."""

import json
import pathlib
import shutil
import signal

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import tool
from plugin_graph import PluginGraph

# What test/plugin builds beside the command.
LIBRARIES = pathlib.Path(tool.executable()).parents[1] / "test" / "plugin"
DOUBLER = LIBRARIES / "libtest_plugins_newer.so"  # says that it runs on the CPU
SILENT = LIBRARIES / "libtest_plugins_older.so"  # does not say it, and scales by its field alpha


@pytest.fixture(scope="module")
def model(folder):
    node = helper.make_node("FromLibrary", ["x"], ["y"], "custom", domain="acme", alpha=3.0)
    vector = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N"]) for name in ("x", "y")]
    graph = helper.make_graph([node], "small", vector[:1], vector[1:])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8)
    path = folder / "custom.onnx"
    onnx.save(made, path)
    np.save(folder / "x.npy", np.array([1, 2, 3], np.float32))
    return path


def outputs_of(file, folder, *flags):
    out = folder / "custom.npz"
    tool.call_json("run", file, "--inputs", folder / "x.npy", "--outputs", out, *flags)
    with np.load(out) as archive:
        return archive["y"].tolist()


def test_a_library_gives_the_operator(model, folder):
    engine = folder / "custom.engine"
    tool.call_json("build", model, "-o", engine, "--min-shapes", "x:1", "--opt-shapes", "x:3", "--max-shapes", "x:8", "--plugins", DOUBLER)
    assert outputs_of(engine, folder, "--plugins", DOUBLER) == [2, 4, 6]
    assert outputs_of(model, folder, "--plugins", DOUBLER) == [2, 4, 6]


def test_a_plugin_runs_inside_control_flow(folder):
    scalar = lambda name, type: helper.make_tensor_value_info(name, type, [])
    vector = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [3])
    double = lambda a, b: helper.make_node("FromLibrary", [a], [b], "custom", domain="acme")
    keep = helper.make_node("Identity", ["go"], ["go_on"])
    body = helper.make_graph([double("v", "w"), keep], "body", [scalar("i", TensorProto.INT64), scalar("go", TensorProto.BOOL), vector("v")], [scalar("go_on", TensorProto.BOOL), vector("w")])
    loop = helper.make_node("Loop", ["turns", "", "x"], ["y"], body=body)
    choice = helper.make_node("If", ["c"], ["z"], then_branch=helper.make_graph([double("x", "a")], "then", [], [vector("a")]), else_branch=helper.make_graph([helper.make_node("Neg", ["x"], ["b"])], "else", [], [vector("b")]))
    graph = helper.make_graph([loop, choice], "flow", [vector("x"), scalar("turns", TensorProto.INT64), scalar("c", TensorProto.BOOL)], [vector("y"), vector("z")])
    path = folder / "flow.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), path)
    for turns, yes in ((3, True), (0, False)):
        np.savez(folder / "flow.npz", x=np.array([1, 2, 3], np.float32), turns=np.int64(turns), c=np.bool_(yes))
        tool.call_json("run", path, "--inputs", folder / "flow.npz", "--outputs", folder / "out.npz", "--plugins", DOUBLER)
        with np.load(folder / "out.npz") as out:
            assert out["y"].tolist() == [2.0**turns * v for v in (1, 2, 3)]
            assert out["z"].tolist() == ([2, 4, 6] if yes else [-1, -2, -3])


def test_a_plugin_that_crashes_is_named(folder):
    node = helper.make_node("crash", ["x"], ["y"], "the node", domain="acme")
    vector = [helper.make_tensor_value_info(t, TensorProto.FLOAT, [3]) for t in ("x", "y")]
    path = folder / "crash.onnx"
    onnx.save(helper.make_model(helper.make_graph([node], "small", vector[:1], vector[1:]), opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), path)
    done = tool.call("run", path, "--random", "1", "--plugins", LIBRARIES.parent / "checker" / "libtest_twins.so", "--host-plugin", "crash")
    assert done.returncode == -signal.SIGSEGV
    assert "TN-244: enqueue() of the plugin 'crash' version '1' in namespace '' of the layer 'the node' ends the process: SIGSEGV" in done.stderr, done.stderr


def test_an_engine_without_its_library_says_what_it_needs(model, folder):
    engine = folder / "alone.engine"
    tool.call_json("build", model, "-o", engine, "--shapes", "x:3", "--plugins", DOUBLER)
    done = tool.call("run", engine, "--inputs", folder / "x.npy", "--error-format", "json")
    error = json.loads(done.stderr.splitlines()[-1])
    assert done.returncode == 2 and error["id"] == "TN-240"
    assert error["where"]["plugin"] == "FromLibrary/1/" and any("--plugins" in tip for tip in error["try"])


@pytest.mark.parametrize("name, differs", [("fromlibrary", "the case of the name"), ("P::FromLibrary", "the prefix of the name")])
def test_a_custom_operator_in_the_domain_of_onnx_is_looked_for_as_a_plugin(name, differs, folder):
    node = helper.make_node(name, ["x"], ["y"], "custom", alpha=3.0)
    vector = [helper.make_tensor_value_info(t, TensorProto.FLOAT, [3]) for t in ("x", "y")]
    path = folder / "default_domain.onnx"
    onnx.save(helper.make_model(helper.make_graph([node], "small", vector[:1], vector[1:]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    done = tool.call("run", path, "--random", "1", "--plugins", DOUBLER)
    assert done.returncode == 3 and "TN-023" in done.stderr
    for part in (f"as a plugin: '{name}' version '1' in namespace ''", "0 match", f"differs in {differs}", "libtest_plugins_newer.so"):
        assert part in done.stderr, done.stderr
    assert f"differs in {differs}" in tool.call("inspect", path, "--support", "--plugins", DOUBLER).stdout


def test_the_user_may_say_that_a_plugin_runs_on_the_cpu(model, folder):
    done = tool.call("run", model, "--inputs", folder / "x.npy", "--plugins", SILENT)
    assert done.returncode == 3 and "TN-246" in done.stderr and "--host-plugin" in done.stderr
    assert outputs_of(model, folder, "--plugins", SILENT, "--host-plugin", "FromLibrary") == [3, 6, 9]
    assert outputs_of(model, folder, "--plugins", SILENT, "--host-plugin", "FromLibrary:1") == [3, 6, 9]


def test_what_is_no_plugin_library_is_refused(model, folder):
    done = tool.call("run", model, "--inputs", folder / "x.npy", "--plugins", LIBRARIES / "libtest_plugins_none.so")
    assert done.returncode == 2 and "TN-241" in done.stderr and "is not a plugin library" in done.stderr


def test_undeclared_attributes_are_refused_where_the_user_is_strict(folder):
    node = helper.make_node("FromLibrary", ["x"], ["y"], "custom", domain="acme", type_id=7)
    vector = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3]) for name in ("x", "y")]
    graph = helper.make_graph([node], "small", vector[:1], vector[1:])
    path = folder / "undeclared.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)], ir_version=8), path)
    told = tool.call("run", path, "--inputs", folder / "x.npy", "--plugins", DOUBLER)
    assert told.returncode == 0
    for part in ("'type_id'", "custom", "'FromLibrary' version '1'"):
        assert part in told.stderr, told.stderr
    strict = tool.call("run", path, "--inputs", folder / "x.npy", "--plugins", DOUBLER, "--strict")
    assert strict.returncode == 2 and "TN-250" in strict.stderr and "'type_id'" in strict.stderr


def test_the_reference_of_a_model_runs_its_plugins(model, folder):
    done = tool.call_json("run", model, "--inputs", folder / "x.npy", "--plugins", DOUBLER, "--check", "reference")
    assert done["check"] == [{"name": "y", "max_abs": 0.0, "max_rel": 0.0, "ok": True, "why": ""}]


def test_an_engine_tells_its_plugins_without_their_library(model, folder):
    engine = folder / "told.engine"
    tool.call_json("build", model, "-o", engine, "--shapes", "x:3", "--plugins", DOUBLER, "--meta", "team=x")
    told = tool.call_json("inspect", engine)
    (plugin,) = told["plugins"]
    assert (plugin["name"], plugin["version"], plugin["namespace"], plugin["capturable"]) == ("FromLibrary", "1", "", False)
    assert len(plugin["library_hash"]) == 16 and told["user"]["team"] == "x" and told["libraries"] == []


def test_plugins_run_between_guards(model, folder):
    engine = folder / "guarded.engine"
    tool.call_json("build", model, "-o", engine, "--shapes", "x:3", "--plugins", DOUBLER, "--debug-plugins")
    assert outputs_of(engine, folder, "--plugins", DOUBLER, "--debug-plugins") == [2, 4, 6]
    assert outputs_of(model, folder, "--plugins", DOUBLER, "--debug-plugins") == [2, 4, 6]


def test_calls_of_a_plugin_are_recorded(model, folder):
    calls = folder / "calls"
    assert outputs_of(model, folder, "--plugins", DOUBLER, "--record-plugin", "FromLibrary", calls) == [2, 4, 6]
    assert [path.name for path in sorted(calls.iterdir())] == ["0000"]
    call = calls / "0000"
    assert np.fromfile(call / "input_0.bin", np.float32).tolist() == [1, 2, 3]
    assert np.fromfile(call / "output_0.bin", np.float32).tolist() == [2, 4, 6]
    assert (call / "state.bin").stat().st_size > 0
    text = (call / "case.txt").read_text()
    for part in ('name: "FromLibrary"', 'layer: "custom"', "is_v3: true", "dtype: f32, dims: [3], written: [3]"):
        assert part in text, text
    none = tool.call("run", model, "--inputs", folder / "x.npy", "--plugins", DOUBLER, "--record-plugin", "Other", calls)
    assert none.returncode == 2 and "TN-256" in none.stderr and "wanted: FromLibrary" in none.stderr


def test_a_recorded_call_is_made_again(model, folder):
    calls = folder / "again"
    outputs_of(model, folder, "--plugins", DOUBLER, "--record-plugin", "FromLibrary", calls)
    same = tool.call("plugin", "replay", calls / "0000")
    assert same.returncode == 0 and "the outputs are those that were recorded" in same.stdout, same
    wrong = np.array([2, 4.5, 6], np.float32)
    wrong.tofile(calls / "0000" / "output_0.bin")
    other = tool.call("plugin", "replay", calls / "0000")
    assert other.returncode == 1 and "wrong-value in enqueue(): output 0, element 1: 4 and not 4.5" in other.stdout, other
    wrong[:2].tofile(calls / "0000" / "output_0.bin")
    assert tool.call("plugin", "replay", calls / "0000").returncode == 2
    (calls / "0000" / "input_0.bin").unlink()
    assert tool.call("plugin", "replay", calls / "0000").returncode == 2


def test_calls_of_plugins_that_come_with_tenon_are_made_again(folder):
    graph = PluginGraph(folder, "recorded")
    graph.node("LReLU_TRT", np.array([[-1, 2], [3, -4]], np.float32), negSlope=0.5)
    graph.node("LReLU_TRT", np.array([[-2, 8]], np.float32), negSlope=0.25)
    graph.run()
    calls = folder / "standard_calls"
    tool.call_json("run", folder / "recorded.engine", "--inputs", folder / "recorded_in.npz", "--record-plugin", "LReLU_TRT", calls)
    assert [path.name for path in sorted(calls.iterdir())] == ["0000", "0001"]
    for call in calls.iterdir():
        assert tool.call("plugin", "replay", call).returncode == 0


def test_a_library_travels_in_the_engine(model, folder):
    library = folder / "libtravels.so"
    shutil.copy(DOUBLER, library)
    engine = folder / "travels.engine"
    tool.call_json("build", model, "-o", engine, "--shapes", "x:3", "--plugins", library, "--embed-plugins")
    library.unlink()
    assert [entry["name"] for entry in tool.call_json("inspect", engine)["libraries"]] == ["libtravels.so"]
    for command in ("run", "bench"):
        refused = tool.call(command, engine, "--inputs", folder / "x.npy")
        assert refused.returncode == 2, refused
        for part in ("TN-254", "--allow-engine-code", "libtravels.so", "'FromLibrary' version '1'"):
            assert part in refused.stderr, refused.stderr
    assert outputs_of(engine, folder, "--plugins", DOUBLER) == [2, 4, 6]  # by the user's own hand nothing of it runs
    assert outputs_of(engine, folder, "--allow-engine-code") == [2, 4, 6]
    assert tool.call("bench", engine, "--inputs", folder / "x.npy", "--iterations", "1", "--warmup", "0", "--allow-engine-code").returncode == 0
    calls = folder / "travelled"
    outputs_of(engine, folder, "--allow-engine-code", "--record-plugin", "FromLibrary", calls)
    assert (calls / "libtravels.so").exists()  # the case has all that it needs
    assert tool.call("plugin", "replay", calls / "0000").returncode == 0


def test_an_engine_brings_a_library_that_names_the_stubs(model, folder):
    engine = folder / "stub.engine"
    tool.call_json("build", model, "-o", engine, "--shapes", "x:3", "--plugins", LIBRARIES / "libtest_plugins_stub.so", "--embed-plugins")
    assert outputs_of(engine, folder, "--allow-engine-code") == [2, 4, 6]


FUNCTION, OPERATOR, PLUGIN = "local function", "operator", "plugin"
STATES = {FUNCTION: "composed", OPERATOR: "built in", PLUGIN: "plugin ScatterElements/1/"}
OPS = {FUNCTION: "pointwise", OPERATOR: "scatter", PLUGIN: "plugin"}  # of the step that each leads to
BY_RULE = "the rule: a local function before an operator of Tenon, and that before a plugin"


@pytest.mark.parametrize(
    "candidates, priority, why",
    [
        ([FUNCTION, OPERATOR, PLUGIN], None, BY_RULE),
        ([FUNCTION, OPERATOR, PLUGIN], "function", BY_RULE),
        ([OPERATOR, FUNCTION, PLUGIN], "builtin", "--plugin-priority builtin"),
        ([PLUGIN, FUNCTION, OPERATOR], "plugin", "--plugin-priority plugin"),
        ([FUNCTION, PLUGIN], None, BY_RULE),
        ([FUNCTION, PLUGIN], "builtin", BY_RULE),
        ([PLUGIN, FUNCTION], "plugin", "--plugin-priority plugin"),
        ([OPERATOR, PLUGIN], None, BY_RULE),
        ([OPERATOR, PLUGIN], "builtin", BY_RULE),
        ([PLUGIN, OPERATOR], "plugin", "--plugin-priority plugin"),
        ([FUNCTION, OPERATOR], None, BY_RULE),
        ([OPERATOR, FUNCTION], "builtin", "--plugin-priority builtin"),
        ([OPERATOR], "plugin", ""),
        ([FUNCTION], "plugin", ""),
        ([PLUGIN], None, ""),
    ],
)
def test_who_computes_a_node_is_reported(candidates, priority, why, folder):
    """The first of the candidates wins. A plugin of that version comes with Tenon, and one of version 9 does not."""
    domain = "" if OPERATOR in candidates else "acme"
    extra = {"plugin_version": "1" if PLUGIN in candidates else "9"}
    node = helper.make_node("ScatterElements", ["x", "i", "u"], ["y"], "the node", domain=domain, axis=0, **extra)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("acme", 1)]
    body = helper.make_function(domain, "ScatterElements", ["a", "b", "c"], ["d"], [helper.make_node("Neg", ["a"], ["d"])], opsets)
    types = {"x": TensorProto.FLOAT, "i": TensorProto.INT64, "u": TensorProto.FLOAT, "y": TensorProto.FLOAT}
    *inputs, output = (helper.make_tensor_value_info(name, dtype, [2, 3]) for name, dtype in types.items())
    graph = helper.make_graph([node], "contested", inputs, [output])
    model, engine = folder / "contested.onnx", folder / "contested.engine"
    onnx.save(helper.make_model(graph, opset_imports=opsets, functions=[body] if FUNCTION in candidates else [], ir_version=8), model)
    flags = ["--plugin-priority", priority] if priority else []
    (told, *_) = tool.call_json("inspect", model, "--support", *flags)["support"]
    assert told["node"] == "the node" and told["state"] == STATES[candidates[0]]
    assert len(told["rivals"]) == len(candidates) - 1 and why in told["why"] and bool(why) == bool(told["why"])
    for rival, text in zip(candidates[1:], told["rivals"]):
        assert text.startswith(f"the {rival} 'ScatterElements'" if domain == "" or rival == PLUGIN else f"the {rival} 'acme::ScatterElements'"), told
    text = tool.call("inspect", model, "--support", *flags).stdout
    assert all(part in text for part in told["rivals"]) and why in text
    tool.call_json("build", model, "-o", engine, "--static-costs", *flags)
    (layer,) = tool.call_json("inspect", engine, "--layers")["layers"]
    assert OPS[candidates[0]] in layer["op"], "what is reported is what is built"
