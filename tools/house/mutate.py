#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants the faults of test/mutate/faults.json in a copy of the sources, one at a time, and shows which the tests catch.

A fault is {name, file, old, new, tests}: `old` occurs once in the file; `tests` is a key of TESTS. A fault counts as caught when
its code does not compile (the compiler caught it) or a test fails, crashes or runs into its time limit. Survivors are listed;
the exit status is 1 when there is one, 2 when a fault does not fit the sources, or a test fails without any fault.
"""
import argparse
import json
import os
from pathlib import Path
import shutil
import subprocess
import sys
import time

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ROOT / "test/mutate/faults.json"
# A checkout of its own, laid out as this one is, so that ccache knows what the release build has compiled.
TREE = ROOT / "build/mutate"
BUILD = TREE / "build/release"
# What is built and run for a fault: programs, and the cases by their names in ctest.
TESTS = {
    "shape": (["test_shape", "test_ops"], "^(shape|ops)\\."),
    "passes": (["test_ir", "test_builder", "test_engines"], "^(ir|builder|engines)\\."),
    "builder": (["test_builder", "test_interface", "test_engines"], "^(builder|interface|engines)\\."),
    "plan": (["test_plan"], "^plan\\."),
    "runtime": (["test_runtime", "runtime_only"], "^runtime\\."),
    "kernels": (["test_cases", "test_backend"], "^(cases|backend)\\."),
    "kernel": (["test_kernel", "test_cases"], "^(kernel|cases)\\."),
    "onnx": (["test_onnx", "test_network"], "^(onnx|network)\\."),
    "plugin": (["test_plugin"], "^plugin\\."),
}


def faults():
    return json.loads(FAULTS.read_text())


def misfits():
    """Faults whose text is not in the sources exactly once: they grew apart."""
    return [f"{f['name']}: its text occurs {n} times in {f['file']}" for f in faults()
            if (n := (ROOT / f["file"]).read_text().count(f["old"])) != 1]


def copy_sources():
    """Files keep their times, so that a second run builds only what changed."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout
    wanted = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for name in wanted:
        source, target = ROOT / name, TREE / name
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for old in [p for p in TREE.rglob("*") if p.is_file() and BUILD not in p.parents and str(p.relative_to(TREE)) not in wanted]:
        old.unlink()


def run(*command):
    return subprocess.run([str(c) for c in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          stdin=subprocess.DEVNULL)


def outcome(key, jobs):
    """'compiler', the first failing test, or None when everything passes."""
    programs, names = TESTS[key]
    if run("ninja", "-C", BUILD, "-j", jobs, *programs).returncode != 0:
        return "compiler"
    done = run("ctest", "--test-dir", BUILD, "-j", jobs, "-R", names, "--timeout", 60, "--stop-on-failure", "--no-tests=error")
    if done.returncode == 0:
        return None
    failed = [line.split(" - ")[1].split(" (")[0] for line in done.stdout.splitlines() if " - " in line and "(Skipped)" not in line
              and line.strip()[0].isdigit()]
    return failed[0] if failed else "ctest: " + done.stdout[-400:]


def plant(fault, jobs):
    file = TREE / fault["file"]
    good = file.read_text()
    try:
        file.write_text(good.replace(fault["old"], fault["new"]))
        return outcome(fault["tests"], jobs)
    finally:
        file.write_text(good)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="faults whose name holds this text")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", default=os.environ.get("TENON_JOBS") or os.cpu_count())
    options = parser.parse_args()
    if problems := misfits():
        print("\n".join(problems))
        return 2
    chosen = [f for f in faults() if options.only in f["name"]]
    if options.list or not chosen:
        print("\n".join(f"{f['name']}: {f['file']}" for f in chosen))
        return 0 if chosen else 2
    copy_sources()
    configured = run("cmake", "--preset", "release", "-S", TREE)
    if configured.returncode != 0:
        print(configured.stdout)
        return 2
    for key in sorted({f["tests"] for f in chosen}):
        if (broken := outcome(key, options.jobs)) is not None:
            print(f"without any fault {key} fails: {broken}")
            return 2
    survivors = []
    for i, fault in enumerate(chosen):
        begin = time.monotonic()
        by = plant(fault, options.jobs)
        survivors += [] if by else [fault]
        print(f"{i + 1:3}/{len(chosen)} {fault['name']}: {'caught by ' + by if by else 'SURVIVED'} ({time.monotonic() - begin:.0f} s)", flush=True)
    print(f"{len(chosen)} faults, {len(chosen) - len(survivors)} caught, {len(survivors)} survived")
    for fault in survivors:
        print(f"survived: {fault['name']} in {fault['file']}\n    {fault['old']}\n -> {fault['new']}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
