# SPDX-License-Identifier: Apache-2.0
"""The sample `detect`: a detector with decoding and EfficientNMS_TRT in its network, two pictures in two threads, against
ONNX Runtime's output decoded with numpy."""

import pathlib
import subprocess

import numpy as np

import models
import pictures
import tool
from model_runs import session

PROGRAM = pathlib.Path(tool.executable()).parents[1] / "samples" / "detect"


def overlap(a, b):
    common = max(min(a[2], b[2]) - max(a[0], b[0]), 0) * max(min(a[3], b[3]) - max(a[1], b[1]), 0)
    return common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common)


def boxes_of(output):
    """Corners and score of the boxes that stay, best first."""
    cells = np.concatenate([np.stack(np.meshgrid(np.arange(416 // s), np.arange(416 // s)), -1).reshape(-1, 2) for s in (8, 16, 32)])
    strides = np.concatenate([np.full(((416 // s) ** 2, 1), s) for s in (8, 16, 32)])
    centre, half = (output[0, :, :2] + cells) * strides, np.exp(output[0, :, 2:4]) * strides / 2
    corners, scores = np.concatenate([centre - half, centre + half], 1), output[0, :, 4] * output[0, :, 5]
    kept = []
    for i in np.argsort(-scores, kind="stable"):
        if scores[i] >= 0.1 and len(kept) < 100 and all(overlap(corners[i], k) < 0.45 for k, _ in kept):
            kept.append((corners[i], scores[i]))
    return np.array([[*corner, score] for corner, score in kept])


def write_ppm(path, planes):
    pixels = planes[0].transpose(1, 2, 0).round().astype(np.uint8)
    path.write_bytes(b"P6\n%d %d\n255\n" % (pixels.shape[1], pixels.shape[0]) + pixels.tobytes())
    return pixels.astype(np.float32).transpose(2, 0, 1)[None]


def test_boxes_are_those_of_the_reference(folder):
    page = pictures.INPUTS["ddddocr_det_yolox"]()[1]["images"]
    sets = [page, page[..., ::-1] * 0.8 + 20]
    planes = [write_ppm(folder / f"detect{i}.ppm", picture) for i, picture in enumerate(sets)]
    pairs = [folder / f"{name}{i}.ppm" for i in range(len(sets)) for name in ("detect", "drawn")]
    done = subprocess.run([PROGRAM, models.path("ddddocr_det_yolox"), *pairs], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    reference = session(models.path("ddddocr_det_yolox"))
    parts = done.stdout.split(str(folder))[1:]
    assert len(parts) == len(sets)
    for i, part in enumerate(parts):
        ours = np.array([[float(v) for v in line.split()] for line in part.splitlines()[1:]])
        wanted = boxes_of(reference.run(None, {"images": planes[i]})[0])
        assert len(wanted) > 0 and ours.shape == wanted.shape
        np.testing.assert_allclose(ours, wanted, rtol=1e-3, atol=0.1)
        assert (folder / f"drawn{i}.ppm").read_bytes().count(b"\xff\x00\x00") >= 20
