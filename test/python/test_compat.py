# SPDX-License-Identifier: Apache-2.0
"""tools/house/compat.py counts what compiles and says why the rest does not, on a small project made here."""
from pathlib import Path
import subprocess

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "include/NvInferVersion.h": "#define TRT_MAJOR_ENTERPRISE 10\n#define TRT_MINOR_ENTERPRISE 16\n",
    "samples/trtexec/trtexec.cpp": "#include <NvInfer.h>\nint main() { return nvinfer1::createInferBuilder_(); }\n",
    "plugin/a/good.cpp": '#include "NvInferRuntime.h"\n#include "shared.h"\nstatic_assert(NV_TENSORRT_MAJOR == 10, "");\nint shared() { return sizeof(nvinfer1::IPluginV3); }\n',
    "plugin/a/bad.cpp": '#include "NvInferRuntime.h"\nnvinfer1::NoSuchClass* object;\n',
    "plugin/common/shared.h": "int shared();\n",
}


def project(folder):
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def compat(*arguments):
    page = (ROOT / "docs/compat.md").read_bytes()
    done = subprocess.run([ROOT / "tools/house/compat.py", *arguments], capture_output=True, text=True)
    assert (ROOT / "docs/compat.md").read_bytes() == page, "a part of the sets does not write the page"
    return done


def test_a_folder(tmp_path):
    project(tmp_path / "TensorRT")
    done = compat(tmp_path)
    assert done.returncode == 1, done
    assert "NVIDIA/TensorRT 10.16, plugins: 1 of 2 compile, to reach 245: MISSED" in done.stdout
    assert "plugin/a/bad.cpp: fails with its own headers too: " in done.stdout and "NoSuchClass" in done.stdout
    assert "NVIDIA/TensorRT 10.16, samples and trtexec: 0 of 1 compile" in done.stdout
    assert "11.1, plugins:" not in done.stdout


def test_a_repository_of_which_the_tag_counts(tmp_path):
    folder = tmp_path / "repo"
    project(folder)
    git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"], ["tag", "v10.16"]):
        subprocess.run([*git, *command], check=True)
    (folder / "plugin/a/good.cpp").unlink()  # of the work tree, not of the tag
    done = compat(tmp_path, "--only", "10.16, plugins")
    assert "10.16, plugins: 1 of 2 compile" in done.stdout, done


def test_no_sources(tmp_path):
    done = compat(tmp_path)
    assert done.returncode == 0 and done.stdout == "skipped: no sources\n"
