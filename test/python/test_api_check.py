# SPDX-License-Identifier: Apache-2.0
"""test/api/check.py finds what is wrong with headers: each case spoils a copy of them in one way."""
from pathlib import Path
import re
import shutil
import subprocess
import sys

import pytest

ROOT = Path(__file__).resolve().parents[2]

CASES = {
    # name: (part, level, file below include/, what is replaced, by what, what is reported)
    "a method that is gone": ("signatures", 10, "tenon/nv/tensor.h", r"setName\(", "setNames(", "setName"),
    "another type of an argument": ("signatures", 10, "tenon/nv/layers_shape.h", r"setZeroIsPlaceholder\(bool", "setZeroIsPlaceholder(int64_t", "setZeroIsPlaceholder"),
    "a method of another generation that is gone": ("signatures", 11, "tenon/nv/engine.h", r"getBindingIndex\(", "getBindingIndices(", "getBindingIndex"),
    "another value": ("enumerators", 10, "tenon/nv/dims.h|NvInferRuntimeBase.h", r"kUINT8 = 5", "kUINT8 = 55", "DataType::kUINT8 is 5"),
    "a slot that moved": ("slots", 10, "NvOnnxParser.h", r"(virtual char const\* desc\(\) const = 0;)", r"\1 virtual void more() = 0;", "IParserError::file"),
    "another default": ("defaults", 10, "NvOnnxParser.h", r'modelPath = nullptr', 'modelPath = "x"', "modelPath"),
    "a class that grew": ("layout", 10, "NvOnnxParser.h", r"(class IParserError \{)", r"\1 int more;", "sizeof nvonnxparser::IParserError is 8"),
    "a method that calls another slot": ("calls", 8, "tenon/nv/tensor.h", r"mImpl->getName\(\)", 'mImpl->getDynamicRangeMin(), ""', "ITensor::getName"),
}


def check(*arguments, include=None):
    folders = [word for folder in include or [] for word in ("--include", str(folder))]
    return subprocess.run([sys.executable, ROOT / "test/api/check.py", *arguments, *folders], capture_output=True, text=True)


@pytest.mark.parametrize("case", CASES)
def test_spoiled_headers(tmp_path, case):
    part, level, names, pattern, replacement, report = CASES[case]
    shutil.copytree(ROOT / "include", tmp_path / "include")
    changed = 0
    for name in names.split("|"):
        file = tmp_path / "include" / name
        text, number = re.subn(pattern, replacement, file.read_text())
        file.write_text(text)
        changed += number
    assert changed, f"{names} has no {pattern}"
    done = check("compare", part, "--level", str(level), include=[tmp_path / "include", tmp_path / "include/legacy"])
    assert done.returncode == 1, done.stdout
    assert report in done.stdout


def test_nothing_compared():
    assert check("alone", "--level", "10", "--compiler", "no-such-compiler").returncode == 2
