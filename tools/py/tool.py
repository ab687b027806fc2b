# SPDX-License-Identifier: Apache-2.0
"""Runs the command `tenon` from Python, for the demo, tests and benchmarks.

The executable is that of $TENON, else the release build of this checkout. call() never raises for an exit status;
call_json() wants status 0 and one JSON document of schema 1 on standard output, and raises ToolError otherwise.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class ToolError(RuntimeError):
    """The command is missing, or it failed where it had to succeed. status is its exit status (None: never ran)."""

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


def executable() -> str:
    path = pathlib.Path(os.environ.get("TENON") or ROOT / "build" / "release" / "tools" / "tenon").resolve()
    if not os.access(path, os.X_OK):
        raise ToolError(f"there is no executable {path}; try: ./run build release, or set TENON to the command's path")
    return str(path)


def call(*arguments, cwd=None, timeout: float | None = None) -> subprocess.CompletedProcess:
    """Runs tenon; raises subprocess.TimeoutExpired after killing it. Text that is not UTF-8 is kept as escapes."""
    command = [executable(), *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, timeout=timeout, capture_output=True, text=True, errors="backslashreplace", stdin=subprocess.DEVNULL
    )


def call_json(*arguments, cwd=None, timeout: float | None = None) -> dict:
    return parse([*arguments, "--json", "-"], call(*arguments, "--json", "-", cwd=cwd, timeout=timeout))


def parse(command: list, done: subprocess.CompletedProcess) -> dict:
    """The JSON document that a finished process left on standard output."""
    shown = " ".join(map(str, command))
    if done.returncode != 0:
        raise ToolError(f"'{shown}' ended with {done.returncode}:\n{done.stderr.strip()}", done.returncode)
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError as error:
        raise ToolError(f"'{shown}' did not print JSON: {error}", done.returncode) from error
    if document.get("schema") != 1:
        raise ToolError(f"'{shown}' printed JSON without \"schema\": 1", done.returncode)
    return document
