#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build into a folder, moves the folder, and uses it as a user would. Arguments: the build folder, cmake, the C++ compiler."""
import os
from pathlib import Path
import shutil
import subprocess
import sys
import tempfile

HERE = Path(__file__).resolve().parent


def run(*command, library_path=None, **options):
    environment = {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"}
    if library_path is not None:
        environment["LD_LIBRARY_PATH"] = str(library_path)
    done = subprocess.run([str(c) for c in command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}"
    return done.stdout


def install(build, cmake, folder):
    run(cmake, "--install", build, "--prefix", folder / "before")
    (folder / "before").rename(folder / "after")
    return folder / "after"


def check_places(prefix):
    """TensorRT's names stand in the one folder that is for them, and no path of this machine is left inside."""
    for path in prefix.rglob("*"):
        named = path.name.startswith(("NvInfer", "NvOnnx", "NvUtils", "libnv"))
        assert not named or "tenon/trt" in str(path.relative_to(prefix)), path
    for library in [*prefix.glob("lib*/**/*.so*"), prefix / "bin/tenon"]:
        if not library.is_symlink() and "dnnl" not in library.name:
            paths = [line for line in run("readelf", "-d", library).splitlines() if "RUNPATH" in line or "RPATH" in line]
            assert all("$ORIGIN" in line and "[/" not in line for line in paths), (library, paths)
    for link in prefix.rglob("*.so"):
        assert link.resolve().exists(), link


def check_project(prefix, cmake, compiler, folder):
    source = folder / "user"
    source.mkdir()
    for name in ("program.cpp", "fake.c"):
        shutil.copy(HERE / name, source / name)
    shutil.copy(HERE / "project.cmake", source / "CMakeLists.txt")
    run(cmake, "-S", source, "-B", folder / "b", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
    run(cmake, "--build", folder / "b")
    fake = folder / "b/libfake.so"
    for command in ([folder / "b/program"], [folder / "b/program", fake], [folder / "b/hijacked"]):
        assert "library of Tenon" in run(*command), command


def check_samples(prefix, cmake, compiler, folder):
    """The samples by themselves, as their CMakeLists.txt says."""
    samples = HERE.parents[1] / "samples/cpp"
    run(cmake, "-S", samples, "-B", folder / "s", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
    run(cmake, "--build", folder / "s")
    assert run(folder / "s/hello_engine", samples / "data/hello.onnx") == (samples / "expected/hello_engine.txt").read_text()


def check_plugins(prefix, cmake, compiler, folder):
    """The sample plugins, each in the way that its author shows, and a program that loads them."""
    source, trt = HERE.parents[1] / "samples/plugins", next(prefix.glob("lib*/tenon/trt"))
    headers, common = prefix / "include/tenon/trt", [f"-DCMAKE_CXX_COMPILER={compiler}"]
    by_hand = folder / "libaddone.so"
    run(compiler, "-std=c++17", "-O2", "-shared", "-fPIC", source / "add_one/add_one.cpp", "-o", by_hand, "-I", headers, "-L", trt, "-lnvinfer")
    run(cmake, "-S", source / "l2norm", "-B", folder / "l2", f"-DCMAKE_PREFIX_PATH={prefix}", *common)
    run(cmake, "--build", folder / "l2")
    said = run(cmake, "-S", source / "hardmax", "-B", folder / "build", f"-DTRT_LIB={trt}", f"-DTRT_INCLUDE={headers}", "-DCMAKE_CUDA_COMPILER=", *common)
    for name, value in (("TRT_LIB", trt), ("TRT_INCLUDE", headers), ("CUDA_INC_DIR", "/usr/local/cuda/include")):
        assert f"Configurable variable {name} set to {value}" in said, said
    run(cmake, "--build", folder / "build")
    flags = ["-std=c++17", "-Wno-deprecated-declarations", "-I", headers, "-L", trt, "-lnvinfer", f"-Wl,-rpath,{trt.parent.parent}"]
    run(compiler, HERE / "plugins.cpp", *flags, "-o", folder / "plugins")
    libraries = [by_hand, folder / "l2/libl2norm.so", folder / "build/libcustomHardmaxPlugin.so"]
    found = run(folder / "plugins", *libraries).split()
    assert {"AddOne", "L2Norm", "CustomHardmax"} <= set(found), found
    # Nothing says where the libraries find libtenon.
    command, bare = prefix / "bin/tenon", folder / "bare"
    for library, name in ((by_hand, "AddOne"), (folder / "build/libcustomHardmaxPlugin.so", "CustomHardmax")):
        assert name in run(command, "plugin", "list", library)
        run(command, "inspect", HERE.parents[1] / "samples/cpp/data/hello.onnx", "--plugins", library)
    run(compiler, HERE / "plugins.cpp", *flags[:-1], "-o", bare)
    assert "AddOne" in run(bare, by_hand, library_path=trt)


def check_new_plugin(prefix, cmake, compiler, folder):
    """What `tenon plugin new` writes, as its first line says: configured, built, and its own tests pass."""
    for api in ("v3", "base"):
        run(prefix / "bin/tenon", "plugin", "new", "Mine", "--api", api, "--dir", folder / api)
        source, build = folder / api / "Mine", folder / api / "build"
        run(cmake, "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
        run(cmake, "--build", build)
        said = run(Path(cmake).with_name("ctest"), "--test-dir", build, "--output-on-failure")
        assert "100% tests passed" in said, said


def check_refusals(prefix, cmake, compiler, folder):
    """What does not build: a method that hides one of the interface, and a library that is not where it is said to be."""
    source = folder / "hiding"
    source.mkdir()
    shutil.copy(HERE / "hiding.cpp", source)
    listing = "cmake_minimum_required(VERSION 3.16)\nproject(h LANGUAGES CXX)\nfind_package(tenon REQUIRED)\ntenon_add_plugin(h SOURCES hiding.cpp)\n"
    (source / "CMakeLists.txt").write_text(listing)
    run(cmake, "-S", source, "-B", folder / "h", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
    built = subprocess.run([cmake, "--build", folder / "h"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert built.returncode != 0 and "overloaded-virtual" in built.stdout, built.stdout
    hardmax = HERE.parents[1] / "samples/plugins/hardmax"
    command = [cmake, "-S", hardmax, "-B", folder / "nowhere", "-DTRT_LIB=/nowhere", "-DTRT_INCLUDE=/nowhere", f"-DCMAKE_CXX_COMPILER={compiler}"]
    asked = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert asked.returncode != 0 and "NVINFER_LIB-NOTFOUND" in asked.stdout and "-DTRT_LIB=" in asked.stdout, asked.stdout


def check_linker_names(prefix, compiler, folder):
    """-lnvinfer and a search for libnvinfer.so by name, as in the files of other projects."""
    trt = next(prefix.glob("lib*/tenon/trt"))
    flags = [HERE / "program.cpp", "-std=c++17", "-I", prefix / "include/tenon/trt", f"-Wl,-rpath,{trt.parent.parent}", "-ldl"]
    run(compiler, *flags, "-o", folder / "by_flag", "-L", trt, "-lnvinfer", "-lnvinfer_plugin", "-lnvonnxparser")
    run(compiler, *flags, "-o", folder / "by_path", trt / "libnvinfer.so")
    for program in ("by_flag", "by_path"):
        assert "library of Tenon" in run(folder / program)


def check_binary(prefix, folder):
    """A program with the plain names, linked to the run-time names that TensorRT's libraries have."""
    trt = next(prefix.glob("lib*/tenon/trt"))
    libraries = [trt / f"lib{name}.so.10" for name in ("nvinfer", "nvinfer_plugin", "nvonnxparser")]
    run("cc", HERE / "binary.c", "-o", folder / "binary", *libraries, f"-Wl,-rpath,{trt}", f"-Wl,-rpath-link,{trt.parent.parent}:{trt.parent}")
    assert run(folder / "binary") == "101600 100 1\n"


def main():
    build, cmake, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefix = install(build, cmake, folder)
        check_places(prefix)
        check_project(prefix, cmake, compiler, folder)
        check_samples(prefix, cmake, compiler, folder)
        check_plugins(prefix, cmake, compiler, folder)
        check_new_plugin(prefix, cmake, compiler, folder)
        check_refusals(prefix, cmake, compiler, folder)
        check_linker_names(prefix, compiler, folder)
        check_binary(prefix, folder)
        assert "tenon 0." in run(prefix / "bin/tenon", "--version").lower()


if __name__ == "__main__":
    main()
