#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles public programs and plugins, unchanged, against the public headers, and writes docs/compat.md.

    compat.py DIR [--only TEXT] [--older-cuda FOLDER]

DIR holds checkouts (git repositories, bare or not, or plain folders) of NVIDIA/TensorRT, open-mmlab/mmdeploy and onnx/onnx-tensorrt, or is
one. Host code only, g++ -fsyntax-only. Exits 1 when a set does not reach its number; without sources it says so and exits 0.
"""
import argparse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
import fnmatch
import glob
import os
from pathlib import Path
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/compat.md"
TENSORRT = "NVIDIA/TensorRT"
# What the project's own build defines: at least one of its architectures must be chosen.
ARCHITECTURES = [f"-DENABLE_SM{sm}" for sm in (75, 80, 86, 89, 90)]
# Samples of the safety runtime (not declared here), for Python, and for cuDLA (its header exists for another processor only).
NOT_SAMPLES = ["*Safe*", "*/python/*", "*/sampleCudla/*", "*.test.cpp"]
OLDER = "compiles with the older CUDA headers"
NEEDS_OLDER = "needs older CUDA headers"
UNIT = ["bfloat16", "getOptions", "sampleOptions", "sampleUtils", "bigInt", "common", "logger"]


@dataclass
class Set:
    """Files of one version of one project, and how they are compiled."""
    name: str
    project: str
    version: str
    refs: list  # the first of these that a git repository has
    marker: str  # a path that only this project has
    level: int
    files: list  # patterns
    reach: int
    leave_out: list = field(default_factory=list)
    folders: list = field(default_factory=list)  # include folders; patterns
    flags: list = field(default_factory=list)
    own: str = "include"  # the project's own public headers, "" for none


def tensorrt_sets(version, refs, level, std, plugins, samples):
    common = dict(project=TENSORRT, version=version, refs=refs, marker="samples/trtexec/trtexec.cpp", level=level)
    folders = [".", "samples", "samples/common", "shared", "common", "parsers/common", "third_party"]
    return [Set("plugins", files=["plugin/*.cpp"], reach=plugins, folders=[*folders, "plugin", "plugin/**/"], flags=["-std=c++17", *ARCHITECTURES], **common),
            Set("samples and trtexec", files=["samples/*.cpp"], reach=samples, folders=folders, leave_out=NOT_SAMPLES, flags=[std], **common),
            hardmax(**common)]


def hardmax(**common):
    return Set("the sample customHardmaxPlugin", files=["samples/python/onnx_custom_plugin/plugin/*.cpp"], reach=1, folders=["samples", "samples/common", "shared", "."],
               flags=["-std=c++17"], **common)


def older_plugins(version, ref, reach):
    return Set("plugins", TENSORRT, version, [ref], "plugin/InferPlugin.cpp", 8, ["plugin/*.cpp"], reach, folders=[".", "samples/opensource/common", "samples/common", "plugin", "plugin/**/"],
               flags=["-std=c++14", "-DTENON_TENSORRT_7"])


SETS = [
    older_plugins("5.1.5", "v5.1.5", 15),
    older_plugins("7.0.0", "v7.0.0", 22),
    *tensorrt_sets("8.6.1", ["v8.6.1", "release/8.6"], 8, "-std=c++17", 165, 16),
    *tensorrt_sets("10.16", ["v10.16", "release/10.16"], 10, "-std=c++17", 245, 22),
    *tensorrt_sets("11.1", ["v11.1", "release/11.1"], 11, "-std=c++20", 234, 23),
    hardmax(project=TENSORRT, version="main", refs=["main"], marker="samples/trtexec/trtexec.cpp", level=11),
    Set("TensorRT ops", "open-mmlab/mmdeploy", "1.3.1", ["v1.3.1"], "csrc/mmdeploy/backend_ops/tensorrt/common/trt_plugin_base.hpp", 8,
        ["csrc/mmdeploy/backend_ops/tensorrt/*.cpp"], 16, flags=["-std=c++17"], own="",
        folders=["csrc/mmdeploy/backend_ops/tensorrt/common", "csrc/mmdeploy/backend_ops/tensorrt/**/", "csrc/mmdeploy/backend_ops/common"]),
    Set("parser", "onnx/onnx-tensorrt", "10.1", ["release/10.1-GA", "10.1-GA"], "ModelImporter.cpp", 10, ["*.cpp"], 19, folders=["."],
        leave_out=["onnx_trt_backend.cpp", "getSupportedAPITest.cpp"], flags=["-std=c++17", "-DSOURCE_LENGTH=1", "-DONNX_ML=1", "-DONNX_NAMESPACE=onnx"], own=""),
]


def git(folder, *arguments):
    """What git prints, or None."""
    done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def version_of(tree):
    """MAJOR.MINOR of a plain folder of NVIDIA/TensorRT."""
    header = tree / "include/NvInferVersion.h"
    text = header.read_text() if header.is_file() else ""
    numbers = [re.search(rf"#define (?:NV_TENSORRT|TRT)_{part}(?:_ENTERPRISE)? (\d+)\b", text) for part in ("MAJOR", "MINOR")]
    return ".".join(number[1] for number in numbers if number)


def find(one, folders, work):
    """(folder with the files of a set, commit) or None."""
    for folder in folders:
        if git(folder, "rev-parse", "--git-dir") in (".", ".git"):
            for ref in one.refs:
                commit = git(folder, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
                if commit and git(folder, "cat-file", "-e", f"{commit}:{one.marker}") is not None:
                    tree = work / f"{one.project.replace('/', '+')}-{one.version}"
                    if not tree.exists():
                        tree.mkdir()
                        archive = subprocess.Popen(["git", "-C", folder, "archive", commit], stdout=subprocess.PIPE)
                        subprocess.run(["tar", "-x", "-C", tree, "--exclude=demo", "--exclude=*.onnx"], stdin=archive.stdout, check=True)
                        archive.wait()
                    return tree, commit[:12]
        elif (folder / one.marker).is_file() and (one.project != TENSORRT or version_of(folder) == ".".join(one.version.split(".")[:2])):
            return folder, "a folder"
    return None


def cuda_folders():
    """Include folders of the toolkit of nvcc, else of the newest one."""
    roots = [Path(shutil.which("nvcc")).resolve().parents[1]] if shutil.which("nvcc") else sorted(Path("/usr/local").glob("cuda*"), reverse=True)
    found = next((root / "include" for root in roots if (root / "include/cuda_runtime_api.h").is_file()), None)
    return [found, *filter(Path.is_dir, [found / "cccl"])] if found else []


def cuda_version(folders):
    text = (folders[0] / "cuda_runtime_api.h").read_text(errors="replace") if folders else ""
    number = re.search(r"#define CUDART_VERSION\s+(\d+)", text)
    return f"{int(number[1]) // 1000}.{int(number[1]) % 1000 // 10}" if number else "none"


def protobuf_folders(work):
    """(include folders with onnx_pb.h and what protoc makes of the onnx package, "") or ([], what is missing)."""
    protoc = shutil.which("protoc")
    if not protoc:
        return [], "protoc is not here (Debian: protobuf-compiler and libprotobuf-dev)"
    cache = os.environ.get("TENON_CACHE", os.path.expanduser("~/.cache/tenon"))
    package = next(iter(glob.glob(f"{cache}/venv/lib/python3*/site-packages/onnx/onnx-ml.proto")), None)
    if not package:
        return [], "the Python package onnx is not here (./run test --only venv)"
    made = work / "proto/onnx"
    made.mkdir(parents=True, exist_ok=True)
    for name in ("onnx-ml.proto", "onnx-data.proto", "onnx_pb.h"):
        source = Path(package).parent / name
        if source.is_file():
            text = re.sub(r'^import "(?=onnx-)', 'import "onnx/', source.read_text(), flags=re.M)
            (made / name).write_text(re.sub(r"^option optimize_for = LITE_RUNTIME;", "", text, flags=re.M))  # the parser prints messages
    done = subprocess.run([protoc, "-I.", "--cpp_out=.", "onnx/onnx-ml.proto"], cwd=made.parent, capture_output=True, text=True)
    if done.returncode:
        return [], done.stderr.strip()
    headers = Path(protoc).resolve().parents[1] / "include"
    # As a folder of its own, the compiler's last one would come before those that include from it.
    return [made.parent, *([] if headers == Path("/usr/include") else [headers])], ""


def ours(level):
    return [f"-DTENON_API_LEVEL={level}", f"-I{ROOT}/include", f"-I{ROOT}/include/legacy"]


def include_flags(tree, one, extra):
    folders = [path for pattern in one.folders for path in (sorted(tree.glob(pattern)) if "*" in pattern else [tree / pattern])]
    return [f"-I{path}" for path in folders if path.is_dir()] + [word for path in extra for word in ("-isystem", str(path))]


def compile_one(path, flags):
    """The errors of one file, in order."""
    done = subprocess.run(["nice", "g++", "-fsyntax-only", "-w", *flags, path], capture_output=True, text=True)
    return [] if done.returncode == 0 else re.findall(r"error: (.*)", done.stderr) or [f"status {done.returncode}"]


def measure(one, tree, cuda, older, extra, jobs):
    """(number of files, {file: reason} of those that fail, number that compile with the older CUDA headers only)"""
    files = [p for p in sorted(tree.rglob("*.cpp")) if any(fnmatch.fnmatch(str(p.relative_to(tree)), f) for f in one.files)
             and not any(fnmatch.fnmatch("/" + str(p.relative_to(tree)), f) or p.name == f for f in one.leave_out)
             and not ("/" not in one.files[0] and p.parent != tree)]

    def check(path):
        flags = [*one.flags, *ours(one.level), *include_flags(tree, one, extra)]
        problems = compile_one(path, [*flags, *(w for c in cuda for w in ("-isystem", str(c)))])
        if not problems:
            return path, None
        if older and not compile_one(path, [*flags, *(w for c in older for w in ("-isystem", str(c)))]):
            return path, OLDER
        own = [f"-I{tree / one.own}"] if one.own else None
        reason = problems[0]
        if all("cudaDeviceProp" in problem for problem in problems):
            reason = f"{NEEDS_OLDER}: {reason}"
        elif own and compile_one(path, [*one.flags, *own, *include_flags(tree, one, extra), *(w for c in cuda for w in ("-isystem", str(c)))]):
            reason = "fails with its own headers too: " + reason
        return path, reason

    with ThreadPoolExecutor(jobs) as pool:
        failed = {str(path.relative_to(tree)): reason for path, reason in pool.map(check, files) if reason}
    with_older = [path for path, reason in failed.items() if reason == OLDER]
    return len(files), {path: reason for path, reason in failed.items() if reason != OLDER}, len(with_older)


def unit_tests(tree, work, cuda):
    """One line on the unit tests of samples/common, which are built with our headers and run without our library."""
    folder, build = tree / "samples/common", work / "unit"
    tests = sorted(folder.glob("*.test.cpp"))
    static = next((cuda[0].parent / lib / "libcudart_static.a" for lib in ("lib64", "lib") if cuda and (cuda[0].parent / lib / "libcudart_static.a").is_file()), None)
    if not tests or not static or not Path("/usr/include/gtest/gtest.h").is_file():
        return None, "not built: " + ("no tests in this version" if not tests else "GoogleTest or libcudart_static.a is not here")
    build.mkdir()
    flags = ["-std=c++20", "-w", "-O0", *ours(11), *(f"-I{tree / f}" for f in (".", "samples", "samples/common", "shared")), "-isystem", cuda[0]]
    objects = []
    for source in [*tests, *(folder / f"{name}.cpp" for name in UNIT)]:
        objects.append(build / f"{source.stem}.o")
        done = subprocess.run(["nice", "g++", *flags, "-c", source, "-o", objects[-1]], capture_output=True, text=True)
        if done.returncode:
            return False, f"{source.name}: {(re.findall(r'error: (.*)', done.stderr) or ['does not compile'])[0]}"
    link = subprocess.run(["g++", *objects, "-lgtest_main", "-lgtest", static, "-lpthread", "-ldl", "-lrt", "-o", build / "tests"], capture_output=True, text=True)
    if link.returncode:
        return False, (re.findall(r"undefined reference to .*", link.stderr) or ["does not link"])[0]
    done = subprocess.run([build / "tests"], capture_output=True, text=True)
    passed = re.search(r"\[  PASSED  \] (\d+) tests?", done.stdout)
    return done.returncode == 0 and bool(passed), f"{passed[1] if passed else 0} tests passed"


def page(rows, unit, compiler, cuda, older_cuda):
    lines = ["<!-- Generated by `./run compat DIR`. Do not edit. -->", "# Public code against the public headers", "",
             "Unchanged sources, host code only, `g++ -fsyntax-only` with the headers of `include/` at the level that fits. Nothing of them is in this repository.", "",
             f"{compiler}, CUDA {cuda} headers" + (f"; CUDA {older_cuda} where those have lost a member that the sources use." if older_cuda else "."), "",
             "| project | version | commit | level | files | compile | to reach |", "|---|---|---|---|---|---|---|"]
    for one, commit, count, failed, older in rows:
        compiled = f"{count - len(failed)}{f', {older} with CUDA {older_cuda}' if older else ''}"
        lines.append(f"| {one.project}, {one.name} | {one.version} | {commit} | {one.level} | {count} | {compiled} | {one.reach} |")
    if unit:
        lines += ["", f"Unit tests of samples/common of 11.1, built with these headers and run: {unit}."]
    lines += ["", "## What does not compile", ""]
    lines += [f"* {s.version}, `{file}`: {reason}" for s, _, _, failed, _ in rows for file, reason in sorted(failed.items())] or ["Everything does."]
    lines += ["", "Samples for the safety runtime, for cuDLA and for Python are left out."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path)
    parser.add_argument("--only", default="", help="sets whose project, version or name has this text")
    parser.add_argument("--older-cuda", type=Path, action="append", default=[], help="include folders of CUDA 12, tried where the toolkit's fail")
    options = parser.parse_args()
    jobs = int(os.environ.get("TENON_JOBS", os.cpu_count()))
    folders = [options.dir, *sorted(p for p in [*options.dir.glob("*"), *options.dir.glob("*/*")] if p.is_dir())] if options.dir.is_dir() else []
    cuda, rows, missing, missed, unit = cuda_folders(), [], [], 0, None
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for one in SETS:
            title = f"{one.project} {one.version}, {one.name}"
            found = find(one, folders, work) if options.only in title else None
            if not found:
                missing.append(title)
                continue
            extra, problem = protobuf_folders(work) if one.project == "onnx/onnx-tensorrt" else ([], "")
            if problem:
                print(f"{title}: skipped: {problem}")
                missing.append(title)
                continue
            count, failed, older = measure(one, found[0], cuda, options.older_cuda, extra, jobs)
            rows.append((one, found[1], count, failed, older))
            excused = sum(reason.startswith(NEEDS_OLDER) for reason in failed.values())
            word = "" if count - len(failed) + excused >= one.reach else f", to reach {one.reach}: MISSED"
            missed += bool(word)
            print(f"{title}: {count - len(failed)} of {count} compile{f' ({older} with older CUDA headers)' if older else ''}{word}", *(f"\n  {f}: {r}" for f, r in sorted(failed.items())), sep="", flush=True)
            if one.version == "11.1" and one.name == "samples and trtexec":
                good, unit = unit_tests(found[0], work, cuda)
                missed += good is False
                print(f"{one.project} {one.version}, unit tests of samples/common: {unit}", flush=True)
    if not rows:
        print("skipped: no sources")
        return 0
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
    if missing:
        print(f"docs/compat.md stays as it is; not measured: {'; '.join(missing)}")
    else:
        PAGE.write_text(page(rows, unit, "g++ " + compiler.split()[-1], cuda_version(cuda), options.older_cuda and cuda_version(options.older_cuda)))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
