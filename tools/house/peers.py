# SPDX-License-Identifier: Apache-2.0
"""The page docs/cpu_peers.md, from bench/results/cpu_peers.json, standard_plugins.json and l2norm.json."""
import json

HEAD = """# Beside ONNX Runtime and OpenVINO on the CPU

Generated from `bench/results/cpu_peers.json` ({rounds} rounds, {threads} threads; {versions}); [performance.md](performance.md) says how it is measured
and where the time goes. Read the ratios, not the times: under 1 Tenon is faster, in brackets the interval of the median (none where a run was cut
off before its summary: there it is the ratio of the medians). Load: from the file to something
that can run. Memory: the peak, less what a Python peer's process held before. A peer that cannot run a model has a dash.

Over all rows the geometric mean of Tenon's latency to ONNX Runtime's is **{mean:.2f}** (the bar is 1.15); {bars}.

| model | batch | Tenon ms | ONNX Runtime ms | OpenVINO ms | Tenon / ONNX Runtime | Tenon / OpenVINO | load ms (same order) | memory MiB (same order) |
|---|---|---|---|---|---|---|---|---|
"""
PLUGINS = """
## Standard plugins

`bench/results/standard_plugins.json` ({rounds} rounds): ratios of latency to the operator of ONNX Runtime that does the same, the bar for a plugin is 1.2;
[standard_plugins.md](standard_plugins.md) says what is compared.

| plugin | ms, one thread: plugin / ONNX Runtime | plugin, 1 thread | 2 threads | Tenon's operator, 1 thread | 2 threads |
|---|---|---|---|---|---|
"""
NORM = """
## One L2 norm, three ways

`bench/results/l2norm.json` ({rounds} rounds): ReduceL2, Clip and Div over the channels as separate steps, joined by the builder, and as the sample plugin;
ratios to the separate steps.

| dims | separate ms | joined | plugin | ONNX Runtime |
|---|---|---|---|---|
"""
ENGINES = ("tenon", "onnxruntime", "openvino")
NAMES = {"tenon": "Tenon", "onnxruntime": "ONNX Runtime", "openvino": "OpenVINO"}


def number(value):
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def cells(rows, value):
    return [number(value(rows[e])) if e in rows else "–" for e in ENGINES]


def ratio(line):
    if not line:
        return "–"
    return f"{line['median']:.2f}" + (f" ({line['low']:.2f} to {line['high']:.2f})" if "low" in line else "")


def peers_text(root):
    data = json.loads((root / "bench/results/cpu_peers.json").read_text())
    engines, ratios = {}, {}
    for row in data["rows"]:
        engines.setdefault(row["model"], {})[row["engine"]] = row
    for line in data["summary"]:
        ratios.setdefault(line["row"], {})[line["ratio"].split("/")[1]] = line
    mean = ratios.pop("geometric mean")["onnxruntime"]["median"]
    missed = [name for name, by in ratios.items() if "onnxruntime" in by and not by["onnxruntime"]["ok"]]
    bars = "every row is under 1.6, loads at least three times faster and takes no more memory" if not missed else \
        "rows over 1.6, or that load less than three times faster, or take more memory: " + ", ".join(missed)
    first = data["rows"][0]
    versions = ", ".join(f"{NAMES[r['engine']]} {r['version']}" for r in next(iter(engines.values())).values())
    lines = [HEAD.format(rounds=data["rounds"], threads=first["threads"], versions=versions, mean=mean, bars=bars)]
    for name, rows in engines.items():
        speed = cells(rows, lambda r: r["p50_us"] / 1000)
        load = " / ".join(cells(rows, lambda r: r["load_ms"]))
        memory = " / ".join(cells(rows, lambda r: (r["rss_peak"] - r["rss_base"]) / 2**20))
        both = [ratio(ratios[name].get(peer)) for peer in ("onnxruntime", "openvino")]
        lines.append("| " + " | ".join([name, str(rows["tenon"]["batch"]), *speed, *both, load, memory]) + " |\n")
    return "".join(lines) + plugins_text(root) + norm_text(root)


def read(root, name):
    data = json.loads((root / f"bench/results/{name}.json").read_text())
    return data, [line for line in data["summary"] if "ratio" in line]


def plugins_text(root):
    data, summary = read(root, "standard_plugins")
    ms = {(r["model"], r["engine"]): r["p50_us"] / 1000 for r in data["rows"] if r["threads"] == 1}
    median = {(line["row"], line["ratio"].split("/")[0], line["threads"]): line["median"] for line in summary}
    lines = [PLUGINS.format(rounds=data["rounds"])]
    for name in dict.fromkeys(line["row"] for line in summary):
        four = [f"{median[name, engine, threads]:.2f}" for engine in ("tenon_plugin", "tenon_op") for threads in (1, 2)]
        times = f"{number(ms[name, 'tenon_plugin'])} / {number(ms[name, 'onnxruntime'])}"
        lines.append("| " + " | ".join([name, times, *four]) + " |\n")
    return "".join(lines)


def norm_text(root):
    data, summary = read(root, "l2norm")
    ms = {r["model"]: r["p50_us"] / 1000 for r in data["rows"] if r["engine"] == "separate"}
    median = {(line["row"], line["ratio"].split("/")[0]): line["median"] for line in summary}
    lines = [NORM.format(rounds=data["rounds"])]
    for name, separate in ms.items():
        lines.append("| " + " | ".join([name, number(separate), *(f"{median[name, way]:.2f}" for way in ("fused", "plugin", "onnxruntime"))]) + " |\n")
    return "".join(lines)
