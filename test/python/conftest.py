# SPDX-License-Identifier: Apache-2.0
"""What the Python tests share. They drive the command of $TENON (default: the release build) and keep models in $TENON_CACHE."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "py"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> pathlib.Path:
    """One folder for engines and arrays that several tests use."""
    return tmp_path_factory.mktemp("tenon")
