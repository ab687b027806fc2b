# SPDX-License-Identifier: Apache-2.0
"""Lets a script be started by any python3: use() goes on in the environment of `./run` when the packages are not here.

Standard library only. Import it before anything that needs numpy.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import sys


def use() -> None:
    """Starts the script again under $TENON_CACHE/venv, once; ends with status 3 when that does not exist."""
    if all(importlib.util.find_spec(name) for name in ("numpy", "onnx", "onnxruntime")):
        return
    cache = pathlib.Path(os.environ.get("TENON_CACHE") or pathlib.Path.home() / ".cache" / "tenon")
    python = cache / "venv" / "bin" / "python"
    if pathlib.Path(sys.prefix) == python.parents[1] or not python.exists():
        print(f"{sys.argv[0]}: numpy, onnx and onnxruntime are not importable and {python} cannot help;", file=sys.stderr)
        print("  try: ./run demo, which makes it, or pip install -r tools/py/requirements.txt", file=sys.stderr)
        sys.exit(3)
    os.execv(python, [str(python), *sys.argv])
