# SPDX-License-Identifier: Apache-2.0
"""The attributes that the reader knows are those of the onnx package, and no operator that Tenon reads lacks a row."""
from pathlib import Path
import sys

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/house"))
import attributes  # noqa: E402
import operators  # noqa: E402

def test_the_table_is_what_the_onnx_package_says():
    assert attributes.TABLE.read_text() == attributes.text(), "tools/house/attributes.py writes it"


def test_every_operator_of_the_standard_has_a_row():
    known = set(attributes.attributes())
    standard = {(domain, name) for domain, name in operators.table(ROOT) if domain in ("", "ai.onnx.ml", "ai.onnx.preview.training")}
    assert len(standard) > 150 and standard <= known, standard - known
