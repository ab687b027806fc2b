# SPDX-License-Identifier: Apache-2.0
"""The tables of test/data/api, and how their types are spelled at a level.

They hold facts of the public headers of TensorRT 8.6.1, 10.16 and 11.1: names, types, values, slots and sizes. A level is
8, 10 or 11; COLUMN names its column.
"""
import csv
from pathlib import Path
import re

DATA = Path(__file__).resolve().parents[1] / "data/api"
COLUMN = {8: "8.6", 10: "10.16", 11: "11.1"}

# Interfaces that a program derives from. They are declared without noexcept, so that any override compiles.
USER = {f"nvinfer1::{name}" for name in """
    IAlgorithmSelector IDebugListener IErrorRecorder IGpuAllocator IGpuAsyncAllocator IInt8Calibrator IInt8EntropyCalibrator
    IInt8EntropyCalibrator2 IInt8LegacyCalibrator IInt8MinMaxCalibrator IKernelLaunchParamsImpl ILogger ILoggerFinder
    IOutputAllocator IPluginCapability IPluginCreator IPluginCreatorInterface IPluginCreatorV3One IPluginCreatorV3Quick
    IPluginResource IPluginV2 IPluginV2DynamicExt IPluginV2Ext IPluginV2IOExt IPluginV3 IPluginV3OneBuild IPluginV3OneBuildV2
    IPluginV3OneCore IPluginV3OneRuntime IPluginV3QuickAOTBuild IPluginV3QuickBuild IPluginV3QuickCore IPluginV3QuickRuntime
    IProfiler IProgressMonitor IStreamReader IStreamReaderV2 IStreamWriter ISymExpr ISymExprsImpl IVersionedInterface
    consistency::IPluginChecker""".split()} | {"nvonnxparser::IOnnxConfig", "nvcaffeparser1::IPluginFactoryV2"}
# Not declared at level 8: they came with 64-bit Dims.
NOT_AT_8 = {"nvinfer1::IPluginV3OneBuild", "nvinfer1::IPluginV3OneBuildV2", "nvinfer1::IPluginV3OneRuntime",
            "nvinfer1::IPluginV3QuickAOTBuild", "nvinfer1::IPluginV3QuickBuild", "nvinfer1::IPluginV3QuickRuntime"}
# At level 8 these have bases beside the one with the slots, for the methods with 32-bit Dims: more pointers to tables.
SIZES_AT_8 = {"nvinfer1::IPluginV2": "16", "nvinfer1::IPluginV2Ext": "24", "nvinfer1::IPluginV2IOExt": "24",
              "nvinfer1::IPluginV2DynamicExt": "32",
              "nvinfer1::DynamicPluginTensorDesc": "156"}  # has the member that 8.6 lacks
# Returned type by class and method where one form serves all levels.
RETURNS = {("nvinfer1::IBuilderConfig", "setMaxAuxStreams"): "bool"}  # void before 11; it asks for the number afterwards
# Types that the tables name without the class that they belong to.
NESTED = {"Severity": "ILogger::Severity", "ErrorDesc": "IErrorRecorder::ErrorDesc", "RefCount": "IErrorRecorder::RefCount",
          "Verbosity": "IOnnxConfig::Verbosity", "PluginLibraryHandle": "IPluginRegistry::PluginLibraryHandle"}


def rows(name):
    """The rows of a table as dictionaries; a cell that is not there is empty."""
    with open(DATA / f"{name}.tsv", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, restval="")
        return list(reader)


def is_python(row):
    """True for a row of impl/NvInferPythonPlugin.h, which exists from 10.16 on."""
    return bool(re.search(r"::I(Sym|KernelLaunch|\w*Quick)|::(PluginArg|QuickPlugin)", row.get("class") or row.get("enum") or ""))


def respelled(row):
    """What is left of a method when by value, by reference, 32 and 64 bits are the same: a call looks the same."""
    types = re.sub(r"\bconst\b|&|std::|\s", "", row["argument types"]).replace("64", "32")
    return row["class"], row["method"], types, row["const"]


def spelled(type_name):
    """A type of a table with the class of its nested names."""
    return re.sub(r"(?<![\w:])(\w+)", lambda match: NESTED.get(match[1], match[1]), type_name)


def arguments(row):
    """The argument types of a row."""
    return [spelled(type_name) for type_name in row["argument types"].split(", ")] if row["argument types"] else []


def result(row, level):
    """The return type of a row of signatures at a level."""
    differs = re.search(rf"return differs:.*?\b{re.escape({8: '8.6', 10: '10.16', 11: '11'}[level])}:([^;]+)", row["note"])
    return spelled(differs[1] if differs else row["return (latest)"])


def scope(class_name):
    """(namespaces that a check of the class opens, the class as it is called there)."""
    parts = class_name.split("::")
    inner = 1
    while inner < len(parts) and parts[inner] in ("safe", "consistency", "plugin", "apiv", "utils"):
        inner += 1
    return parts[:inner], "::".join(parts[inner:])


def in_scope(spaces, lines):
    """The lines inside their namespaces, where the names of nvinfer1 are known too."""
    using = "" if spaces[:1] == ["nvinfer1"] else " using namespace nvinfer1;"
    return ["".join(f"namespace {space} {{ " for space in spaces) + using, *lines, "}" * len(spaces)]
