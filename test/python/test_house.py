# SPDX-License-Identifier: Apache-2.0
"""The repository's own checks find what they are there to find: each is fed small bad texts."""
import hashlib
from pathlib import Path
import subprocess
import sys
import zipfile

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/house"))
import check_includes  # noqa: E402
import check_sources  # noqa: E402
import deps  # noqa: E402
import docs  # noqa: E402
import mutate  # noqa: E402

# One header per folder, so that an include of it resolves.
HEADERS = [f"src/{name}/x.h" for name in check_includes.ORDER if name not in ("backend", "ops")]
HEADERS += ["src/backend/cpu/x.h", "src/backend/cuda/x.h", "src/ops/conv/conv.h", "src/ops/pool/pool.h", "include/NvInfer.h", "include/tenon/types.h", "test/base/x.h"]


def findings(path, *names):
    files = {header: "" for header in HEADERS}
    files[path] = "".join(f'#include "{name}"\n' for name in names)
    return check_includes.check(files)


@pytest.mark.parametrize("path, name", [
    ("src/base/a.cpp", "shape/x.h"),
    ("src/runtime/a.cpp", "ir/x.h"),
    ("src/runtime/a.cpp", "passes/x.h"),
    ("src/plan/a.cpp", "plugin/x.h"),
    ("src/kernel/a.cpp", "backend/cpu/x.h"),
    ("src/passes/a.cpp", "builder/x.h"),
    ("src/backend/cpu/a.cpp", "backend/cuda/x.h"),
    ("src/ir/a.cpp", "NvInfer.h"),
    ("src/ir/a.cpp", "test/base/x.h"),
    ("include/NvInfer.h", "base/x.h"),
    ("src/ops/conv/conv.h", "kernel/x.h"),
    ("src/ops/conv/conv.cpp", "ir/x.h"),
    ("src/ops/conv/conv_ref.cpp", "backend/cpu/x.h"),
    ("src/ops/conv/conv_cpu.cpp", "plan/x.h"),
    ("src/ops/conv/conv_rewrite.cpp", "passes/x.h"),
    ("src/ops/conv/conv_onnx.cpp", "runtime/x.h"),
    ("src/ops/conv/conv_ref.cpp", "ops/pool/pool.h"),
    ("src/unknown/a.cpp", "base/x.h"),
])
def test_an_include_against_the_order_is_found(path, name):
    found = findings(path, "base/x.h" if path != "src/unknown/a.cpp" else name, name)
    assert any(line.startswith(f"{path}:2: includes {name}: ") for line in found), found


@pytest.mark.parametrize("path, names", [
    ("src/api/a.cpp", ["onnx/x.h", "NvInfer.h"]),
    ("src/network/a.cpp", ["passes/x.h", "NvInfer.h"]),
    ("src/runtime/a.cpp", ["plan/x.h", "plugin/x.h", "tenon/types.h"]),
    ("src/passes/a.cpp", ["ops/conv/conv.h", "ir/x.h"]),
    ("src/ops/conv/conv.cpp", ["conv.h", "kernel/x.h", "shape/x.h"]),
    ("src/ops/conv/conv_cpu.cpp", ["ops/conv/conv.h", "backend/cpu/x.h"]),
    ("src/ops/conv/isa/avx2.cpp", ["ops/conv/conv.h", "backend/cpu/x.h"]),
    ("src/ops/conv/conv_onnx.cpp", ["onnx/x.h", "network/x.h"]),
    ("src/ops/conv/conv_cases.cpp", ["runtime/x.h", "test/base/x.h"]),
    ("test/ir/a.cpp", ["api/x.h"]),
])
def test_an_include_along_the_order_is_accepted(path, names):
    assert findings(path, *names) == []


def test_a_heavy_header_has_at_most_five_users():
    files = {f"src/base/a{i}.cpp": "#include <dnnl.hpp>\n" for i in range(5)}
    assert check_includes.check(files) == []
    files["tools/b.cpp"] = '  #  include "dnnl.hpp"\n'
    assert len(check_includes.check(files)) == 1


GOOD = "// SPDX-License-Identifier: Apache-2.0\n// What it is.\n"


@pytest.mark.parametrize("text, word", [
    ("// What it is.\n", "licence line"),
    ("// SPDX-License-Identifier: Apache-2.0\nint x;\n", "what the file is"),
    (GOOD + "// TODO later\n", "issue"),
    (GOOD + 'auto f = "/home/me/model.onnx";\n', "path of one machine"),
    (GOOD + "// see ../shared/x.md\n", "outside the repository"),
    (GOOD + "// as issue 12 says\n", "number"),
    (GOOD + "int x; \n", "white space"),
    (GOOD + "int x;", "no line end"),
    (GOOD + "<<<<<<< mine\n", "conflict"),
])
def test_a_bad_source_is_found(text, word):
    found = check_sources.check("src/base/a.cpp", text)
    assert len(found) == 1 and word in found[0], found


def test_a_good_source_is_accepted():
    assert check_sources.check("src/base/a.cpp", GOOD + "int x; // by the issue at hand\n") == []
    assert check_sources.check("tools/house/a.py", '#!/usr/bin/env python3\n# SPDX-License-Identifier: Apache-2.0\n"""What it is."""\n') == []


MESSAGE = 'TENON_MESSAGE(7, kFile, kBadInput, "A \\"file\\"",\n    "One "\n    "cause.", "Try.")\n'


def test_the_page_of_messages_follows_the_table():
    assert docs.rows(MESSAGE) == [(7, "File", 2, 'A "file"', "One cause.", "Try.")]
    assert '## TN-007: A "file"\n\nOne cause.\n\nWhat to try: Try.\n' in docs.errors_text(MESSAGE)
    with pytest.raises(ValueError, match="twice"):
        docs.rows(MESSAGE * 2)
    with pytest.raises(ValueError, match="not TENON_MESSAGE"):
        docs.rows(MESSAGE + "TENON_MESSAGE(8, kShort)\n")


def test_every_dependency_says_what_it_is():
    for item in deps.load()["items"]:
        assert set(item) <= {"name", "why", "version", "licence", "role", "need", "apt", "pypi", "sha256", "take"}, item
        assert item["need"] in [*deps.NEEDS, "optional"] and item["role"] in ("linked", "tool", "test"), item
        assert ("apt" in item) != ("pypi" in item) and ("sha256" in item) == ("take" in item), item


def test_an_earlier_need_is_part_of_a_later_one():
    assert "libfmt-dev" in deps.packages("build") and "clang" not in deps.packages("demo")
    assert set(deps.packages("build")) < set(deps.packages("demo")) < set(deps.packages("test"))
    assert "ccache" not in deps.packages("test")


@pytest.fixture
def no_root(monkeypatch):
    """As a user without root on a machine where two packages are missing; whatever would change the machine fails the test."""
    monkeypatch.setattr(deps.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(deps.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(deps, "installed", lambda names: set(names) - {"cmake", "libfmt-dev"})
    monkeypatch.setattr(deps.subprocess, "run", lambda *a, **k: pytest.fail(f"ran {a}"))


def test_without_root_the_missing_packages_are_named_and_nothing_is_done(no_root, capsys):
    assert deps.install("build") == 1
    printed = capsys.readouterr().err
    assert "2 packages are missing: cmake libfmt-dev" in printed
    assert "sudo apt-get install -y --no-install-recommends cmake libfmt-dev" in printed


def test_a_wheel_with_another_hash_is_refused(monkeypatch, tmp_path):
    def pip(*arguments):
        folder = Path(arguments[arguments.index("-d") + 1])
        folder.mkdir()
        (folder / "a.whl").write_bytes(b"other bytes")

    monkeypatch.setattr(deps, "pip", pip)
    item = {"pypi": "a==1", "sha256": hashlib.sha256(b"the bytes").hexdigest()}
    with pytest.raises(SystemExit, match="nothing was installed"):
        deps.wheel(item, tmp_path)
    item["sha256"] = hashlib.sha256(b"other bytes").hexdigest()
    (tmp_path / "again").mkdir()
    assert deps.wheel(item, tmp_path / "again").read_bytes() == b"other bytes"


def test_only_the_members_asked_for_are_taken_from_a_wheel(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
        for name in ("a-1.data/data/lib/x.so.3", "a-1.data/data/lib/x.so", "a-1.data/data/include/i/x.h", "a-1.dist-info/METADATA"):
            archive.writestr(name, name)
    deps.take(tmp_path / "a.whl", ["lib/x.so.3", "include/*"], tmp_path / "out")
    assert sorted(str(p.relative_to(tmp_path / "out")) for p in (tmp_path / "out").rglob("*") if p.is_file()) == ["include/i/x.h", "lib/x.so.3"]



@pytest.mark.parametrize("command, code, words", [
    (["compat"], 2, "usage"),
    (["nonsense"], 2, "unknown command 'nonsense'"),
    (["test", "--only", "nonsense"], 2, "usage"),
])
def test_run_refuses_what_it_cannot_do(command, code, words):
    done = subprocess.run([ROOT / "run", *command], capture_output=True, text=True)
    assert done.returncode == code and words in done.stderr, done


def test_each_planted_fault_fits_the_sources():
    assert mutate.misfits() == []
    assert len(mutate.faults()) >= 40
    assert {f["tests"] for f in mutate.faults()} == set(mutate.TESTS)
