# SPDX-License-Identifier: Apache-2.0
"""Sensible inputs for models that look at pages, boxes of text, bytes of files and scores: made by arithmetic and drawn letters.

page() is white paper with lines of text in places of its own; what finds or turns text has something to find there.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

import ocr

IMAGENET_MEAN, IMAGENET_DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def page(width: int, height: int, lines: int, seed: int = 0) -> Image.Image:
    """Lines of the demo's kind one below the other, each as large as its place allows."""
    draw = np.random.default_rng(seed)
    image = Image.new("RGB", (width, height), (250, 248, 240))
    texts = [line for line in ocr.load_lines() if line["text"].isascii()]
    step = height // lines
    for k in range(lines):
        drawn = ocr.draw(texts[int(draw.integers(len(texts)))])
        scale = min(0.9 * width / drawn.width, 0.7 * step / drawn.height)
        drawn = drawn.resize((max(1, int(drawn.width * scale)), max(1, int(drawn.height * scale))), Image.Resampling.BILINEAR)
        left = int(draw.integers(0, max(1, width - drawn.width)))
        image.paste(drawn, (left, k * step + (step - drawn.height) // 2))
    return image


def _planes(image: Image.Image) -> np.ndarray:
    """3 x H x W float32, channels in the order blue, green, red, 0 to 255."""
    return np.asarray(image, np.float32)[:, :, ::-1].transpose(2, 0, 1)


def _pages() -> list[dict]:
    """For text detection: sides are multiples of 32."""

    def one(width, height, lines, seed):
        planes = _planes(page(width, height, lines, seed)) / 255
        mean, deviation = (np.array(v, np.float32)[:, None, None] for v in (IMAGENET_MEAN, IMAGENET_DEVIATION))
        return {"x": ((planes - mean) / deviation)[None].astype(np.float32)}

    return [one(640, 480, 6, 1), one(352, 224, 3, 2)]


def _crops() -> list[dict]:
    """Boxes of text, the right way up or not: 48 high, 192 wide, grey at the right."""

    def one(picks):
        rows = []
        for pick, turned in picks:
            image = ocr.draw(ocr.load_lines()[pick])
            image = image.rotate(180) if turned else image
            width = min(192, -(-48 * image.width // image.height))
            rows.append(np.zeros((3, 48, 192), np.float32))
            rows[-1][:, :, :width] = _planes(image.resize((width, 48), Image.Resampling.BILINEAR)) / 127.5 - 1
        return {"x": np.stack(rows)}

    return [one([(1, False)]), one([(3, True), (4, False), (6, True)])]


def _captchas() -> list[dict]:
    """For the detector of characters: the picture at the top left of 416 x 416, grey elsewhere."""

    def one(width, height, lines, seed):
        scale = min(416 / width, 416 / height)
        size = (int(width * scale), int(height * scale))
        planes = np.full((1, 3, 416, 416), 114, np.float32)
        planes[0, :, : size[1], : size[0]] = _planes(page(width, height, lines, seed).resize(size, Image.Resampling.BILINEAR))
        return {"images": planes}

    return [one(300, 150, 1, 3), one(416, 416, 3, 4)]


# --- bytes and scores

_SOURCES = (
    'import os\n\n\ndef main(path: str) -> int:\n    for name in os.listdir(path):\n        print(f"{name}")\n    return 0\n',
    "#include <stdio.h>\n\nint main(void) {\n    for (int i = 0; i < 10; ++i)\n        printf(\"%d\\n\", i);\n    return 0;\n}\n",
    '{"name": "tenon", "version": [1, 2, 3], "nested": {"a": null, "b": true}}\n',
)


def _files() -> list[dict]:
    """The first and the last 1,024 bytes of a file; 256 where it has none."""

    def row(text, times):
        data = list((text * times).encode())
        first, last = data[:1024], data[-1024:]
        return first + [256] * (1024 - len(first)) + [256] * (1024 - len(last)) + last

    return [{"bytes": np.array([row(text, times) for text, times in rows], np.int32)} for rows in (((_SOURCES[0], 1),), tuple((s, 40) for s in _SOURCES))]


def _detectors() -> list[dict]:
    """D detectors by K phases: scores, features, and which detectors are active."""

    def one(rows, phases, seed):
        draw = np.random.default_rng(seed)
        return {
            "logit": draw.normal(size=(rows, phases)).astype(np.float32),
            "Z": np.maximum(draw.normal(size=(rows, phases, 128)), 0).astype(np.float32),
            "act": (draw.uniform(size=rows) < 0.8).astype(np.float32),
        }

    return [one(24, 8, 1), one(40, 6, 2)]


INPUTS = {
    "ppocrv4_det": _pages,
    "ppocr_mobile_cls": _crops,
    "ddddocr_det_yolox": _captchas,
    "magika_v3_3": _files,
    "atspm_funcnet_head": _detectors,
}
