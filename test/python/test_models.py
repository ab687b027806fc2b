# SPDX-License-Identifier: Apache-2.0
"""Two real models through build, save, load in another process and run, at several shapes, against ONNX Runtime."""

import shutil

import numpy as np
import onnxruntime
import pytest

import minilm
import models
import ocr
import tool

ERROR_BAR = 1e-3  # of the reference output's range
REFERENCE_SHARE_BAR = 0.05
OCR_WIDTHS = (96, 224, 320, 480, 800)


class Engine:
    """An engine that one process built, run by others in a folder where nothing else lies; and its reference."""

    def __init__(self, name: str, profile: tuple, folder):
        self.home = folder / name
        self.home.mkdir()
        copy = self.home / "model.onnx"
        shutil.copyfile(models.path(name), copy)
        self.built = tool.call_json("build", copy, "-o", self.home / "model.engine", *profile)
        copy.unlink()
        self.data = folder / f"{name}.data"
        self.data.mkdir()
        self.reference = onnxruntime.InferenceSession(str(models.path(name)), providers=["CPUExecutionProvider"])

    def write(self, inputs: dict[str, np.ndarray]):
        path = self.data / "in.npz"
        np.savez(path, **inputs)
        return path

    def run(self, inputs: dict[str, np.ndarray]) -> np.ndarray:
        outputs = self.data / "out.npz"
        outputs.unlink(missing_ok=True)
        tool.call_json("run", "model.engine", "--inputs", self.write(inputs), "--outputs", outputs, cwd=self.home)
        with np.load(outputs) as archive:
            assert archive.files == [output.name for output in self.reference.get_outputs()]
            return archive[archive.files[0]]

    def expected(self, inputs: dict[str, np.ndarray]) -> np.ndarray:
        return self.reference.run(None, inputs)[0]

    def reference_share(self, inputs: dict[str, np.ndarray]) -> float:
        flags = ["--inputs", self.write(inputs), "--profile", "--warmup", 2, "--iterations", 5]
        layers = tool.call_json("bench", "model.engine", *flags, cwd=self.home)["layers"]
        total = sum(layer["us"] for layer in layers)
        assert total > 0
        return sum(layer["us"] for layer in layers if layer["kernel"].endswith(".ref")) / total


@pytest.fixture(scope="module")
def reader(folder):
    return Engine("ppocrv4_rec", ocr.PROFILE, folder)


@pytest.fixture(scope="module")
def encoder(folder):
    return Engine("minilm_l6_int8w", minilm.PROFILE, folder)


def check(ours: np.ndarray, theirs: np.ndarray) -> None:
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    assert np.isfinite(ours).all()
    span = float(theirs.max() - theirs.min())
    assert float(np.abs(ours - theirs).max()) < ERROR_BAR * span


def lines_by_width() -> dict[int, list[tuple[str, np.ndarray]]]:
    found: dict[int, list] = {}
    for line in ocr.load_lines():
        image = ocr.to_input(ocr.draw(line))
        found.setdefault(image.shape[3], []).append((line["text"], image))
    return found


LINES = lines_by_width()


@pytest.mark.parametrize("width", OCR_WIDTHS)
def test_ppocrv4_rec_reads_a_line(reader, width):
    text, image = LINES[width][0]
    ours, theirs = reader.run({"x": image}), reader.expected({"x": image})
    check(ours, theirs)
    classes = ocr.characters(models.path("ppocrv4_rec"))
    assert ocr.decode(ours[0], classes)[0] == ocr.decode(theirs[0], classes)[0] == text


def test_ppocrv4_rec_reads_two_lines_at_once(reader):
    pair = next(lines for lines in LINES.values() if len(lines) >= 2)[:2]
    images = np.concatenate([image for _, image in pair])
    ours = reader.run({"x": images})
    check(ours, reader.expected({"x": images}))
    classes = ocr.characters(models.path("ppocrv4_rec"))
    assert [ocr.decode(row, classes)[0] for row in ours] == [text for text, _ in pair]


def test_ppocrv4_rec_runs_at_every_shape_of_its_profile(reader):
    random = np.random.default_rng(20)
    shapes = [(1, 32), (1, 320), (2, 960)] + [(random.integers(1, 3), random.integers(32, 961)) for _ in range(20)]
    for batch, width in shapes:
        inputs = {"x": random.uniform(-1, 1, (batch, 3, 48, width)).astype(np.float32)}
        check(reader.run(inputs), reader.expected(inputs))


def test_ppocrv4_rec_hardly_uses_reference_kernels(reader):
    assert reader.reference_share({"x": LINES[320][0][1]}) <= REFERENCE_SHARE_BAR


@pytest.mark.parametrize("batch", range(3))
def test_minilm_agrees_on_a_padded_batch(encoder, batch):
    inputs = minilm.batches()[batch]
    check(encoder.run(inputs), encoder.expected(inputs))


@pytest.mark.parametrize("batch,row", [(0, 0), (1, 2), (2, 6)])
def test_minilm_agrees_on_one_sentence(encoder, batch, row):
    inputs = minilm.alone(minilm.batches()[batch], row)
    check(encoder.run(inputs), encoder.expected(inputs))


def test_minilm_runs_at_every_shape_of_its_profile(encoder):
    random = np.random.default_rng(21)
    shapes = [(1, 4), (8, 64), (8, 128)] + [(random.integers(1, 9), random.integers(4, 129)) for _ in range(20)]
    for batch, length in shapes:
        mask = (np.arange(length) < random.integers(1, length + 1, (batch, 1))).astype(np.int64)
        ids = random.integers(1000, 30000, (batch, length)) * mask
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        check(encoder.run(inputs), encoder.expected(inputs))


def test_minilm_finds_the_same_neighbours(encoder):
    batches = minilm.batches()
    lengths = np.concatenate([batch["attention_mask"].sum(axis=1) for batch in batches])
    assert len(lengths) == 24 and lengths.min() == 4 and lengths.max() == 128
    ours = np.concatenate([minilm.embeddings(encoder.run(batch), batch["attention_mask"]) for batch in batches])
    theirs = np.concatenate([minilm.embeddings(encoder.expected(batch), batch["attention_mask"]) for batch in batches])
    assert minilm.nearest(ours) == minilm.nearest(theirs)


def test_minilm_hardly_uses_reference_kernels(encoder):
    batch = minilm.batches()[2]
    assert encoder.reference_share(batch) <= REFERENCE_SHARE_BAR


def test_an_engine_runs_only_from_its_file(reader):
    _, image = LINES[320][0]
    done = tool.call("run", "gone.engine", "--inputs", reader.write({"x": image}), cwd=reader.home)
    assert done.returncode == 2, done.stderr
