#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No symbol of one level is taken from another: symbols.py PROGRAM LIBRARY...

The libraries (of levels 8 and 11) neither export nor import a C++ symbol of the interface; the entry points in C are all that
they take from Tenon. The program (of level 10), linked with all its symbols exported, does have such symbols: the check sees them.
"""

import subprocess
import sys


def symbols(path: str) -> list[str]:
    lines = subprocess.run(["nm", "-D", path], check=True, capture_output=True, text=True).stdout.splitlines()
    return [line.split()[-1].split("@")[0] for line in lines]


def of_interface(path: str) -> list[str]:
    return [name for name in symbols(path) if "nvinfer1" in name or "nvonnxparser" in name]


def main() -> int:
    program, *libraries = sys.argv[1:]
    found = {path: of_interface(path) for path in libraries}
    for path, names in found.items():
        print(f"{path}: {len(symbols(path))} symbols, {len(names)} of the interface: {names[:5]}")
    if not of_interface(program):
        print(f"{program} exports no symbol of the interface: nothing could have been taken")
        return 1
    return 1 if any(found.values()) or not libraries else 0


if __name__ == "__main__":
    sys.exit(main())
