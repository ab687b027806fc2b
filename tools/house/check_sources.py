#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every tracked text file: licence line, opening comment, line ends, and words that do not belong in the repository.

Prints one line per finding and exits 1 when there is any.
"""
from pathlib import Path
import re
import subprocess
import sys

ROOT = Path(__file__).resolve().parents[2]
CODE = {".h", ".hpp", ".cpp", ".cu", ".inc", ".py", ".cmake", ".sh"}
BY_NAME = {"CMakeLists.txt", "requirements.txt", "requirements-peers.txt"}
EXEMPT = {"tools/house/check_sources.py", "test/python/test_house.py", "LICENSE"}  # the first two hold bad text on purpose
EXEMPT |= {"test/models/bidaf_mini/cases.json"}  # kept byte for byte: a test checks its hash
BINARY = {".png", ".npz", ".npy", ".onnx", ".pb", ".engine", ".bin", ".gz"}
LICENCE = re.compile(r"(//|#) SPDX-License-Identifier: Apache-2\.0$")
WORDS = {
    r"\b(TODO|FIXME|XXX|HACK)\b": "work that is left goes into an issue, not into a comment",
    r"(?<![\w./~$}])/(work|home|root|Users)/\w": "a path of one machine",
    r"\.\./shared\b": "a path outside the repository",
    r"\b[Ii]ssue #?\d|\bissues show\b": "an issue's number says nothing to a reader of the code",
    r"^(<{7}|>{7}) ": "a conflict that is not resolved",
    r"pip\S* (install|download)\b.*\btensorrt": "NVIDIA's packages are never installed",
}


def check(path, text):
    """Findings of one file: a list of lines. `path` is relative to the repository."""
    if path in EXEMPT:
        return []
    findings = [f"{path}:{text.count(chr(10), 0, match.start()) + 1}: '{match[0].strip()}': {why}"
                for word, why in WORDS.items() for match in re.finditer(word, text, re.M)]
    lines = text.split("\n")
    if Path(path).suffix in CODE or Path(path).name in BY_NAME or text.startswith("#!"):
        first = 1 if lines[0].startswith("#!") else 0
        if text and not LICENCE.match(lines[first] if first < len(lines) else ""):
            findings.append(f"{path}:{first + 1}: the licence line is missing: SPDX-License-Identifier: Apache-2.0")
        elif text and not re.match(r'(//|#|""")', lines[first + 1] if first + 1 < len(lines) else ""):
            findings.append(f"{path}:{first + 2}: after the licence line, two to six lines say what the file is")
    findings += [f"{path}:{number}: white space at the end of the line"
                 for number, line in enumerate(lines, 1) if line != line.rstrip() and Path(path).suffix != ".md"]
    if text and not text.endswith("\n"):
        findings.append(f"{path}:{len(lines)}: no line end at the end of the file")
    return findings


def main():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [p for p in listed.split("\0") if p and Path(p).suffix not in BINARY and (ROOT / p).is_file()]
    findings = [finding for path in paths for finding in check(path, (ROOT / path).read_text())]
    print("\n".join(findings + [f"sources: {len(paths)} files, {len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
