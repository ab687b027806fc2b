# SPDX-License-Identifier: Apache-2.0
"""What the benchmark scripts share: engines as short-lived processes, paired interleaved rounds, statistics, the report.

A round runs every engine once, each in a process of its own, in an order that turns from round to round. A round in which
other processes used more than 4 % of the machine is run again, up to as many extra rounds as were asked for; what stays
unclean after that is kept and counted. Ratios are taken within a round, so a slow minute slows both sides.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

import numpy as np

import models
import ocr
import tool

FOREIGN_SHARE = 0.04
PEER = pathlib.Path(__file__).resolve().parent / "peer.py"


@dataclasses.dataclass
class Engine:
    """name, and the command of one process that prints a JSON like `tenon bench --json -`."""

    name: str
    command: list[str]

    def run(self, iterations: int, warmup: int = 2, timeout: float = 600) -> dict:
        command = [*self.command, "--warmup", str(warmup), "--iterations", str(iterations)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)
        return tool.parse(command, done)


def tenon_engine(engine_file, inputs, threads: int, *more: str, name: str = "tenon") -> Engine:
    command = [tool.executable(), "bench", str(engine_file), "--inputs", str(inputs), "--threads", str(threads)]
    return Engine(name, [*command, *more, "--json", "-"])


def peer_engine(name: str, model, inputs, threads: int) -> Engine:
    command = [sys.executable, str(PEER), name, str(model), "--inputs", str(inputs), "--threads", str(threads)]
    return Engine(name, command)


def generated():
    """bench/models.py as a module; its plain name belongs to tools/py/models.py."""
    spec = importlib.util.spec_from_file_location("bench_models", tool.ROOT / "bench" / "models.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def work_folder() -> pathlib.Path:
    """Where a benchmark keeps its engines, inputs and timing caches."""
    folder = tool.ROOT / "build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _busy_seconds() -> float:
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _, _, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def _own_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


@dataclasses.dataclass
class Rounds:
    """results[k][name] is the JSON of an engine in round k; unclean counts the rounds kept though others were busy."""

    results: list[dict]
    repeated: int
    unclean: int

    def values(self, name: str, key) -> list[float]:
        return [key(result[name]) for result in self.results]


def paired_rounds(engines: list[Engine], rounds: int, iterations: int, warmup: int = 2) -> Rounds:
    kept = Rounds([], 0, 0)
    spare = rounds
    while len(kept.results) < rounds:
        shift = (len(kept.results) + kept.repeated) % len(engines)
        start, busy, own = time.monotonic(), _busy_seconds(), _own_seconds()
        result = {engine.name: engine.run(iterations, warmup) for engine in engines[shift:] + engines[:shift]}
        foreign = (_busy_seconds() - busy) - (_own_seconds() - own)
        clean = foreign <= FOREIGN_SHARE * (time.monotonic() - start) * os.cpu_count()
        if not clean and spare > 0:
            spare -= 1
            kept.repeated += 1
            continue
        kept.unclean += not clean
        kept.results.append(result)
    return kept


def iterations_for(engines: list[Engine], seconds: float = 0.3) -> int:
    """How often to call in one process so that the slowest engine takes about that long; 3 to 100."""
    slowest = max(p50(engine.run(3, 1)) for engine in engines)
    return max(3, min(100, round(seconds * 1e6 / slowest)))


def p50(result: dict) -> float:
    return statistics.median(result["samples_us"])


def percentile(values, share: float) -> float:
    return float(np.percentile(values, share))


@dataclasses.dataclass
class Ratio:
    median: float
    low: float
    high: float


def bootstrap(values: list[float], draws: int = 4000) -> Ratio:
    """The median and its 95 % percentile bootstrap interval; the same numbers for the same values."""
    array = np.asarray(values, dtype=np.float64)
    picks = np.random.default_rng(0).integers(0, len(array), size=(draws, len(array)))
    medians = np.median(array[picks], axis=1)
    return Ratio(float(np.median(array)), float(np.percentile(medians, 2.5)), float(np.percentile(medians, 97.5)))


def ratio(rounds: Rounds, ours: str, theirs: str, key=p50) -> Ratio:
    return bootstrap([a / b for a, b in zip(rounds.values(ours, key), rounds.values(theirs, key))])


def table_rows(rounds: Rounds, model: str, batch: int, threads: int) -> list[dict]:
    """One row for each engine: medians over the rounds."""
    rows = []
    for name in sorted(rounds.results[0]):
        every = [result[name] for result in rounds.results]
        samples = [s for result in every for s in result["samples_us"]]
        row = {"model": model, "batch": batch, "engine": name, "version": every[0].get("version", ""), "threads": threads}
        row["p50_us"] = statistics.median(map(p50, every))
        row["p95_us"] = percentile(samples, 95)
        row["load_ms"] = statistics.median(r["load_us"] for r in every) / 1000
        row["first_ms"] = statistics.median(r["first_us"] for r in every) / 1000
        row["rss_peak"] = max(r["rss_peak"] for r in every)
        row["rss_base"] = max(r.get("rss_base", 0) for r in every)
        rows.append(row)
    return rows


def arguments(description: str, names: list[str]) -> argparse.Namespace:
    """The flags that every benchmark has; --list is answered here. selected holds the rows to run."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--list", action="store_true", help="print the rows' names and end")
    parser.add_argument("--only", action="append", metavar="ROW", help="run this row alone (repeatable)")
    parser.add_argument("--rounds", type=int, default=31, help="paired rounds (31)")
    parser.add_argument("--json", metavar="FILE", help="write rows and summary there; - is standard output")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of every engine (all cores)")
    parsed = parser.parse_args()
    if parsed.list:
        print("\n".join(names))
        sys.exit(0)
    unknown = set(parsed.only or []) - set(names)
    if unknown or parsed.rounds < 1 or parsed.threads < 1:
        parser.error(f"unknown row {', '.join(unknown)}; known are {', '.join(names)}" if unknown else "a count is below 1")
    parsed.selected = parsed.only or names
    return parsed


def report(parsed: argparse.Namespace, name: str, rows: list[dict], summary: list[dict]) -> int:
    """Writes the JSON, prints the summary, and returns the exit status: 1 when a bar is missed, 3 when nothing was measured."""
    document = {"schema": 1, "benchmark": name, "rounds": parsed.rounds, "rows": rows, "summary": summary}
    text = json.dumps(document, indent=1, ensure_ascii=False)
    if parsed.json == "-":
        print(text)
    elif parsed.json:
        pathlib.Path(parsed.json).write_text(text + "\n", encoding="utf-8")
    out = sys.stderr if parsed.json == "-" else sys.stdout
    for line in summary:
        print("  ".join(f"{k} {v:.4g}" if isinstance(v, float) else f"{k} {v}" for k, v in line.items()), file=out)
    if not rows and not summary:
        print("nothing was measured", file=sys.stderr)
        return 3
    return 1 if any(line.get("ok") is False for line in summary) else 0


def print_rows(rows: list[dict]) -> None:
    for row in rows:
        mib = (row["rss_peak"] - row["rss_base"]) / 2**20
        print(
            f"{row['model']:16} b{row['batch']:<3}{row['engine']:14}{row['version']:12} {row['threads']} threads"
            f"  p50 {row['p50_us'] / 1000:9.3f} ms  p95 {row['p95_us'] / 1000:9.3f} ms  load {row['load_ms']:8.1f} ms"
            f"  first {row['first_ms']:8.2f} ms  {mib:6.0f} MiB",
            file=sys.stderr,
        )


def guarded(main) -> int:
    """main's exit status; what cannot be measured is said in one line: 3 where something is not supported, else 2."""
    try:
        return main()
    except (tool.ToolError, models.FetchError, ocr.FontError) as error:
        print(f"{sys.argv[0]}: {error}", file=sys.stderr)
        return 3 if getattr(error, "status", None) == 3 else 2
