# SPDX-License-Identifier: Apache-2.0
"""The committed lines hold only text that ONNX Runtime reads back exactly, in both scripts, several fonts and widths."""

import numpy as np
import onnxruntime
import pytest

import models
import ocr

LINES = ocr.load_lines()


@pytest.fixture(scope="module")
def session():
    return onnxruntime.InferenceSession(str(models.path("ppocrv4_rec")), providers=["CPUExecutionProvider"])


@pytest.fixture(scope="module")
def classes():
    return ocr.characters(models.path("ppocrv4_rec"))


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["text"])
def test_onnxruntime_reads_it_back(line, session, classes):
    output = session.run(None, {"x": ocr.to_input(ocr.draw(line))})[0]
    text, confidence = ocr.decode(output[0], classes)
    assert text == line["text"]
    assert confidence > 0.9  # a line near the edge would make the demo depend on the font's version


def test_the_list_is_varied():
    texts = [line["text"] for line in LINES]
    chinese = [text for text in texts if any("\u4e00" <= c <= "\u9fff" for c in text)]
    assert len(set(texts)) == len(texts) >= 16
    assert len(chinese) >= 6 and len(texts) - len(chinese) >= 6
    assert len({line["font"] for line in LINES}) >= 6
    assert len({ocr.to_input(ocr.draw(line)).shape[3] for line in LINES}) >= 8


def test_decode_merges_repeats_and_keeps_doubled_letters():
    classes = ["", "a", "b", " "]
    path = [1, 1, 0, 1, 2, 2, 0, 0, 3]
    probabilities = np.full((len(path), 4), 0.1, np.float32)
    probabilities[np.arange(len(path)), path] = 0.7
    text, confidence = ocr.decode(probabilities, classes)
    assert text == "aab "
    assert confidence == pytest.approx(0.7)


def test_decode_of_blanks_is_empty():
    assert ocr.decode(np.array([[0.9, 0.1]], np.float32), ["", "a"]) == ("", 0.0)


def test_a_missing_font_names_its_package():
    with pytest.raises(ocr.FontError, match="apt-get install fonts-dejavu"):
        ocr.font_file("truetype/dejavu/NoSuchFont.ttf")
