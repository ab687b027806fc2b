#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the public headers with the tables of test/data/api, or compiles them in every way that they must compile.

    check.py compare PART --level L     what generate.py writes: compiled, and run where it is a program
    check.py alone --level L            each header on its own
    check.py matrix --level L           all headers as C++14, 17 and 20, with and without the CUDA toolkit

Exits 1 when something differs, 2 when nothing was compared.
"""
import argparse
from pathlib import Path
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(Path(__file__).resolve().parent))
import generate
from generate import HEADERS, LEGACY, PYTHON

ROOT = Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
PROGRAMS = {"slots", "calls", "defaults"}
# What the six of generate.HEADERS include; a program may include one alone.
OTHERS = ["NvInferLegacyDims.h", "NvInferPluginBase.h", "NvInferRuntime.h", "NvInferRuntimeBase.h", "NvInferRuntimeCommon.h",
          "NvInferRuntimePlugin.h", "NvInferVersion.h"]


def flags(options):
    include = options.include or [ROOT / "include", ROOT / "include/legacy"]
    return [f"-DTENON_API_LEVEL={options.level}", *(f"-I{folder}" for folder in include), f"-I{ROOT}/test/api"]


def compilers(options):
    """The compilers to use: those named, without what is not there."""
    return [path for path in map(shutil.which, options.compiler) if path]


def run(command):
    """What a command printed, or None when it succeeded."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return None if done.returncode == 0 else (done.stderr + done.stdout)[:20000] or f"{command[0]}: status {done.returncode}"


def compiled(folder, options, compiler, text, extra, program=None):
    """What the compiler has to say to a text, or None. The text is a file, so that the compiler can show its lines."""
    source = Path(folder, f"level{options.level}.cpp")
    source.write_text(text)
    return run([compiler, *flags(options), *extra, source, *(["-O0", "-o", program] if program else ["-fsyntax-only"])])


def compare(folder, options):
    lines, count = generate.PARTS[options.part](options.level, options.only_generation)
    source = "\n".join([*generate.preamble(options.level, options.only_generation), *lines, ""])
    failures = []
    used = compilers(options)[: 1 if options.part == "calls" else None]  # seconds for each, and no rule of the compiler's is tried
    for compiler in used:
        program = Path(folder, options.part) if options.part in PROGRAMS else None
        problem = compiled(folder, options, compiler, source, [f"-std=c++{options.std}", "-w"], program) or (program and run([program]))
        failures += [problem] if problem else []
    return count * len(used), failures


def without_cuda(compiler):
    """Flags that leave out the folders in which the compiler would find cuda_runtime_api.h without being told."""
    output = subprocess.run([compiler, "-xc++", "-E", "-v", "/dev/null"], capture_output=True, text=True).stderr
    found = re.search(r"#include <\.\.\.> search starts here:\n(.*?)End of search list", output, re.S)
    folders = [line.strip() for line in found[1].splitlines()]
    return ["-nostdinc", "-nostdinc++", *(word for f in folders if not Path(f, "cuda_runtime_api.h").exists() for word in ("-isystem", f))]


def with_cuda():
    """Flags that find the toolkit, or None where there is none."""
    folders = [Path("/usr/local/cuda/include"), *sorted(Path("/usr/local").glob("cuda-*/include"), reverse=True)]
    if shutil.which("nvcc"):
        folders.insert(0, Path(shutil.which("nvcc")).resolve().parents[1] / "include")
    return next((["-isystem", str(f)] for f in folders if (f / "cuda_runtime_api.h").exists()), None)


def all_headers(level):
    return HEADERS + OTHERS + LEGACY + ([PYTHON] if level > 8 else [])


def alone(folder, options):
    failures, count = [], 0
    for compiler in compilers(options)[:1]:
        for header in all_headers(options.level):
            problem = compiled(folder, options, compiler, f'#include "{header}"\n', ["-std=c++14", *WARNINGS])
            failures += [f"{header}: {problem}"] if problem else []
            count += 1
    return count, failures


def matrix(folder, options):
    text = "".join(f'#include "{header}"\n' for header in all_headers(options.level)) + "int main() {}\n"
    failures, count = [], 0
    for compiler in compilers(options):
        toolkits = {"without CUDA": without_cuda(compiler), "with CUDA": with_cuda()}
        for name, extra in toolkits.items():
            for std in ("14", "17", "20") if extra is not None else ():
                problem = compiled(folder, options, compiler, text, [f"-std=c++{std}", *WARNINGS, *extra])
                failures += [f"{compiler}, C++{std}, {name}: {problem}"] if problem else []
                count += 1
    return count, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["compare", "alone", "matrix"])
    parser.add_argument("part", nargs="?", choices=generate.PARTS)
    parser.add_argument("--level", type=int, choices=[8, 10, 11], required=True)
    parser.add_argument("--compiler", action="append", default=[])
    parser.add_argument("--std", default="17")
    parser.add_argument("--include", action="append", help="folders of other headers to compare, with --only-generation")
    parser.add_argument("--only-generation", action="store_true", help="ask nothing that the generation itself does not have")
    options = parser.parse_args()
    options.compiler = options.compiler or ["g++"]
    if (options.what == "compare") != bool(options.part):
        parser.error("compare needs a part, and nothing else does")
    with tempfile.TemporaryDirectory() as folder:
        count, failures = {"compare": compare, "alone": alone, "matrix": matrix}[options.what](folder, options)
    print("\n".join([*failures, f"{count} comparisons, {len(failures)} failures"]))
    return 1 if failures else 0 if count else 2


if __name__ == "__main__":
    sys.exit(main())
