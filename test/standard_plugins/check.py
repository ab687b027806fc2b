#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `tenon plugin check` on every standard plugin, with a spec of what it takes, and on the sample plugins; nothing may be found.

Arguments: the command, the library of the standard plugins, the folder of the samples' libraries.
"""
from concurrent.futures import ThreadPoolExecutor
import json
from pathlib import Path
import subprocess
import sys
import tempfile


def tensor(low, usual, high, *dtypes, values=None):
    given = {"shape": [low, usual, high]}
    if dtypes:
        given["dtypes"] = list(dtypes)
    if values:
        given["range"] = values
    return given


BOXES = {"score_threshold": 0.25, "iou_threshold": 0.5, "max_output_boxes": 8, "background_class": -1, "score_activation": 0, "class_agnostic": 0, "box_coding": 0}
BATCHED = {"shareLocation": 1, "backgroundLabelId": -1, "numClasses": 3, "topK": 16, "keepTopK": 8, "scoreThreshold": 0.25, "iouThreshold": 0.5,
           "isNormalized": 1, "clipBoxes": 1, "scoreBits": 16, "caffeSemantics": 1}
INSTANCE = {"epsilon": 1e-5, "scales": [1.0, 0.5, 2.0], "bias": [0.0, 1.0, -1.0], "relu": 1, "alpha": 0.25}
PLANES = tensor([1, 3, 2, 2], [2, 3, 4, 5], [3, 3, 9, 7])
SKIP = {"type_id": 0, "ld": 4, "beta": [0.0, 1.0, 2.0, 3.0], "gamma": [1.0, 0.5, 2.0, 1.0], "bias": [0.5, 0.0, 0.0, 1.0]}
ROWS = tensor([1, 1, 4, 1, 1], [3, 2, 4, 1, 1], [7, 3, 4, 1, 1], "float32")
ROI = {"coordinate_transformation_mode": 1, "mode": 1, "output_height": 2, "output_width": 3, "sampling_ratio": 2, "spatial_scale": 0.5}
REGIONS = [tensor([1, 2, 4, 4], [2, 2, 6, 5], [2, 2, 9, 9]), tensor([1, 4], [3, 4], [5, 4], values=[0, 8]), tensor([1], [3], [5], "int32", values=[0, 0])]
SCATTER = [tensor([3, 4], [4, 5], [5, 8], "float32"), tensor([2, 4], [2, 5], [2, 8], "int64", values=[0, 2]), tensor([2, 4], [2, 5], [2, 8], "float32")]
DEFORM = {"stride": [1, 1], "padding": [1, 1], "dilation": [1, 1], "group": 1, "deformable_group": 1}
WINDOW = [tensor([1, 2, h, w], [2, 2, h, w], [3, 2, h, w]) for h, w in [(5, 6)]] + [tensor([1, c, 5, 6], [2, c, 5, 6], [3, c, 5, 6]) for c in (18, 9)]

SPECS = {
    "EfficientNMS_TRT:1": (BOXES, [tensor([1, 1, 4], [2, 9, 4], [3, 20, 4], values=[0, 1]), tensor([1, 1, 3], [2, 9, 3], [3, 20, 3], values=[0, 1])]),
    "BatchedNMSDynamic_TRT:1": (BATCHED, [tensor([1, 1, 1, 4], [2, 9, 1, 4], [3, 20, 1, 4], values=[0, 1]), tensor([1, 1, 3], [2, 9, 3], [3, 20, 3], values=[0, 1])]),
    "InstanceNormalization_TRT:1": (INSTANCE, [PLANES]),
    "InstanceNormalization_TRT:2": (INSTANCE, [PLANES]),
    "InstanceNormalization_TRT:3": (INSTANCE, [PLANES]),
    "GroupNormalizationPlugin:1": ({"eps": 1e-5, "num_groups": 3}, [PLANES, tensor([3], [3], [3]), tensor([3], [3], [3])]),
    "CustomSkipLayerNormPluginDynamic:1": (SKIP, [ROWS, ROWS]),
    "CustomSkipLayerNormPluginDynamic:2": ({k: v for k, v in SKIP.items() if k != "ld"}, [ROWS, ROWS]),
    "CustomSkipLayerNormPluginDynamic:5": (SKIP, [ROWS, ROWS]),
    "CustomSkipLayerNormPluginDynamic:6": ({k: v for k, v in SKIP.items() if k != "ld"}, [ROWS, ROWS]),
    "CustomGeluPluginDynamic:1": ({"type_id": 0, "bias": [0.5, 0.0, 1.0]}, [tensor([1, 3], [4, 3], [9, 3], "float32")]),
    "ROIAlign_TRT:1": (ROI, REGIONS),
    "ROIAlign_TRT:2": (ROI, REGIONS),
    "ScatterElements:1": ({"reduction": "mean", "axis": 0}, SCATTER),
    "ScatterElements:2": ({"reduction": "add", "axis": 0}, SCATTER),
    "ScatterND:1": ({}, [tensor([3, 2], [4, 5], [5, 8], "float32"), tensor([2, 1], [2, 1], [2, 1], "int32", values=[0, 2]), tensor([2, 2], [2, 5], [2, 8], "float32")]),
    "ModulatedDeformConv2d:1": (DEFORM, [*WINDOW, tensor([4, 2, 3, 3], [4, 2, 3, 3], [4, 2, 3, 3])]),
    "ModulatedDeformConv2d:2": (DEFORM, [*WINDOW, tensor([4, 2, 3, 3], [4, 2, 3, 3], [4, 2, 3, 3])]),
    "LReLU_TRT:1": ({"negSlope": 0.25}, [PLANES]),
    "Clip_TRT:1": ({"clipMin": -0.5, "clipMax": 0.75}, [PLANES]),
}
# Rows of empty data are not there to be pointed at.
SKIPPED = {name: "zero-size=indices point into the empty tensor" for name in ("ROIAlign_TRT", "ScatterElements", "ScatterND")}


def findings(command, library, folder, creator=None, spec=None):
    flags = []
    if creator:
        path = Path(folder) / f"{creator.replace(':', '_')}.json"
        path.write_text(json.dumps({"fields": spec[0], "inputs": spec[1]}))
        flags = ["--creator", creator, "--spec", path]
        if reason := SKIPPED.get(creator.split(":")[0]):
            flags += ["--skip", reason]
    done = subprocess.run([command, "plugin", "check", library, *map(str, flags), "--json", "-"], capture_output=True, text=True)
    name = creator or Path(library).name
    if done.returncode not in (0, 1):
        return [f"{name}: status {done.returncode}\n{done.stderr}"]
    checked = json.loads(done.stdout)["creators"]
    return [f"{name}: {f}" for c in checked for f in c["findings"]] + ([] if checked else [f"{name}: nothing was checked"])


def main():
    command, standard, samples = sys.argv[1:]
    listing = subprocess.run([command, "plugin", "list", standard], capture_output=True, text=True).stdout
    names = {line.split()[0] for line in listing.splitlines() if line[:1].strip()}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        work = [pool.submit(findings, command, standard, folder, creator, spec) for creator, spec in SPECS.items()]
        work += [pool.submit(findings, command, str(path), folder) for path in sorted(Path(samples).glob("libsample_*.so"))]
        found = [line for job in work for line in job.result()]
    found += [f"{name} has no spec here" for name in names - {c.split(":")[0] for c in SPECS}]
    print("\n".join(found) or f"{len(work)} checked, no findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
