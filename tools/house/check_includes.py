#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the direction of #include lines: a folder of src/ includes only those below it, an op folder's files obey their suffix.

Also: include/ uses nothing of src/, and each heavy header is included by at most five files.
Prints one line per finding and exits 1 when there is any. The rules are those of CONTRIBUTING.md.
"""
from pathlib import Path, PurePosixPath
import re
import sys

ROOT = Path(__file__).resolve().parents[2]
ORDER = ["base", "shape", "kernel", "backend", "plan", "plugin", "checker", "runtime", "ir", "ops", "passes", "builder", "network", "onnx", "api"]
PUBLIC_FOR = {"api", "network", "plugin", "checker"}  # may include every public header; all others only this one:
PUBLIC_FOR_ALL = "tenon/types.h"
# What an op folder's file may include beside headers of its own folder, by the end of its name (the first that fits).
# x_cases.cpp is a test and may include everything; what lies in an op's isa/ folder is part of its x_cpu.cpp.
SUFFIXES = {
    "_onnx.cpp": {"base", "shape", "kernel", "network", "onnx"},
    "_rewrite.cpp": {"base", "shape", "kernel", "ir"},
    "_cpu.cpp": {"base", "shape", "kernel", "backend"},
    "_cuda.cpp": {"base", "shape", "kernel", "backend"},
    "_ref.cpp": {"base", "shape", "kernel"},
    ".cpp": {"base", "shape", "kernel"},
    ".h": {"base", "shape"},
    ".inc": {"base", "shape"},
}
EXPRESSION = "src/kernel/expression.h"  # attributes may hold one, so every file of an op may include it
HEAVY = {"nlohmann/json.hpp": 5, "CLI/CLI.hpp": 5, "dnnl.hpp": 5}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.M)


def includes(text):
    """(line number, path as written) of every #include."""
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[1] or match[2]


def resolve(files, path, name):
    """The repository path that an include means, or None for a library's or a generated header."""
    beside = str(PurePosixPath(path).parent / name)
    return next((c for c in (beside, "src/" + name, "include/" + name, "test/" + name, name) if c in files), None)


def folder(path):
    return path.split("/")[1]


def op_folder(path):
    """The op's folder of src/ops/NAME/file, else None."""
    parts = path.split("/")
    return "/".join(parts[:3]) if parts[:2] == ["src", "ops"] and len(parts) > 3 else None


def src_finding(path, target):
    """Why a file of src/ may not include target, or None."""
    own = folder(path)
    if own == "library":  # the shared libraries' own files: entry points and versions
        return None if target.startswith(("include/", "src/library/")) else "src/library/ includes only itself and public headers"
    if op_folder(path) and path.endswith("_cases.cpp"):
        return None
    if target.startswith("include/"):
        if own in PUBLIC_FOR or target == "include/" + PUBLIC_FOR_ALL:
            return None
        return f"src/{own} may include no public header but {PUBLIC_FOR_ALL}"
    if not target.startswith("src/"):
        return f"src/ includes nothing of {target.split('/')[0]}/"
    below = folder(target)
    if own not in ORDER or below not in ORDER:
        return f"src/{own if own not in ORDER else below} has no place in the order"
    if op_folder(path):
        return op_finding(path, target)
    if own == "backend" and below == "backend" and path.split("/")[2] != target.split("/")[2]:
        return "one backend includes another"
    if ORDER.index(below) > ORDER.index(own):
        return f"{own} lies below {below}"
    return None


def op_finding(path, target):
    if op_folder(target) == op_folder(path) or target == EXPRESSION:
        return None
    suffix, allowed = ("_cpu.cpp", SUFFIXES["_cpu.cpp"]) if "/isa/" in path else next((s, a) for s, a in SUFFIXES.items() if path.endswith(s))
    if folder(target) in allowed:
        return None
    what = "another op's folder" if op_folder(target) else folder(target)
    return f"a file x{suffix} of an op includes its own folder, {', '.join(sorted(allowed))}, and not {what}"


def check(files):
    """Findings over {repository path: text}: a list of lines."""
    findings, heavy = [], {name: [] for name in HEAVY}
    for path, text in sorted(files.items()):
        for line, name in includes(text):
            if name in heavy:
                heavy[name].append(path)
            target = resolve(files, path, name)
            why = None
            if target and path.startswith("src/"):
                why = src_finding(path, target)
            elif target and path.startswith("include/") and not target.startswith("include/"):
                why = "a public header includes nothing but public headers"
            if why:
                findings.append(f"{path}:{line}: includes {name}: {why}")
    for name, users in heavy.items():
        if len(users) > HEAVY[name]:
            findings.append(f"{name}: included by {len(users)} files, at most {HEAVY[name]}: {', '.join(users)}")
    return findings


def main():
    paths = [p for top in ("src", "include", "tools", "test", "bench", "plugins", "samples", "python")
             for p in (ROOT / top).rglob("*") if p.suffix in {".h", ".hpp", ".cpp", ".cu", ".inc"}]
    findings = check({str(p.relative_to(ROOT)): p.read_text() for p in paths})
    print("\n".join(findings + [f"includes: {len(paths)} files, {len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
