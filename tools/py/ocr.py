# SPDX-License-Identifier: Apache-2.0
"""Text lines for the recognition model: draw one, turn it into the model's input, decode its output.

A line is an entry of test/data/lines.json: {text, font, index, size, and optionally ink and paper as RGB}. Drawing uses
only fonts that Debian and Ubuntu package; a missing one raises FontError with the name of its package.
"""

from __future__ import annotations

import json
import math
import pathlib

import numpy as np
from PIL import Image, ImageDraw, ImageFont

HEIGHT = 48  # what PP-OCR recognition was trained with
WIDTH_STEP = 32  # inputs are padded to a multiple of it, so that lines share shapes
# The range of widths of the demo's and the tests' engine.
PROFILE = ("--min-shapes", "x:1x3x48x32", "--opt-shapes", "x:1x3x48x320", "--max-shapes", "x:2x3x48x960")
LINES = pathlib.Path(__file__).resolve().parents[2] / "test" / "data" / "lines.json"

FONT_PACKAGES = {
    "truetype/dejavu": "fonts-dejavu",
    "truetype/liberation": "fonts-liberation",
    "opentype/noto": "fonts-noto-cjk",
    "truetype/wqy": "fonts-wqy-zenhei",
}


class FontError(RuntimeError):
    """A font is not installed; the message names the package."""


def load_lines() -> list[dict]:
    return json.loads(LINES.read_text(encoding="utf-8"))["lines"]


def font_file(name: str) -> pathlib.Path:
    """name is relative to /usr/share/fonts, where both distributions keep these packages' files."""
    file = pathlib.Path("/usr/share/fonts") / name
    if not file.is_file():
        package = FONT_PACKAGES.get(str(pathlib.PurePath(name).parent), "its package")
        raise FontError(f"the font {file} is not installed; try: apt-get install {package}")
    return file


def draw(line: dict) -> Image.Image:
    """The text on a paper a little larger than its box."""
    # The basic layout engine is part of Pillow: the same pixels whether or not libraqm is present.
    font = ImageFont.truetype(
        font_file(line["font"]), line["size"], index=line.get("index", 0), layout_engine=ImageFont.Layout.BASIC
    )
    left, top, right, bottom = font.getbbox(line["text"])
    margin = max(3, line["size"] // 6)
    size = (right - left + 2 * margin, bottom - top + 2 * margin)
    image = Image.new("RGB", size, tuple(line.get("paper", (255, 255, 255))))
    ink = tuple(line.get("ink", (0, 0, 0)))
    ImageDraw.Draw(image).text((margin - left, margin - top), line["text"], font=font, fill=ink)
    return image


def to_input(image: Image.Image) -> np.ndarray:
    """1 x 3 x HEIGHT x W float32, ratio kept, values in -1..1, channels in the order blue, green, red, zeros at the right."""
    width = max(1, math.ceil(HEIGHT * image.width / image.height))
    pixels = np.asarray(image.resize((width, HEIGHT), Image.Resampling.BILINEAR), dtype=np.float32)
    bgr = pixels[:, :, ::-1].transpose(2, 0, 1)
    padded = math.ceil(width / WIDTH_STEP) * WIDTH_STEP
    out = np.zeros((1, 3, HEIGHT, padded), dtype=np.float32)
    out[0, :, :, :width] = (bgr / np.float32(255) - np.float32(0.5)) / np.float32(0.5)
    return out


def characters(model_path: pathlib.Path) -> list[str]:
    """The model's classes: the blank, the list in its metadata, the space."""
    import onnx

    model = onnx.load(str(model_path), load_external_data=False)
    listed = {p.key: p.value for p in model.metadata_props}["character"]
    return ["", *listed.split("\n"), " "]


def decode(probabilities: np.ndarray, classes: list[str]) -> tuple[str, float]:
    """Greedy CTC over T x C: repeated classes merge, blanks (class 0) separate. Returns text and mean probability."""
    if probabilities.shape[1] != len(classes):
        raise ValueError(f"the output has {probabilities.shape[1]} classes, the character list {len(classes)}")
    best = probabilities.argmax(axis=1)
    kept = (best != 0) & np.concatenate(([True], best[1:] != best[:-1]))
    if not kept.any():
        return "", 0.0
    text = "".join(classes[i] for i in best[kept])
    return text, float(probabilities[kept, best[kept]].mean())
