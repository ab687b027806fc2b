# SPDX-License-Identifier: Apache-2.0
"""Sensible inputs for models of sound, and for those that read text of one line: made by arithmetic, the same everywhere.

voice() is a gliding harmonic tone in syllables over a little noise: it has the spectrum, the pauses and the range of speech.
"""

from __future__ import annotations

import numpy as np

import ocr


def voice(seconds: float, rate: int, seed: int = 0) -> np.ndarray:
    """One channel in [-1, 1], float32."""
    draw = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    pitch = 120 + 40 * np.sin(2 * np.pi * 0.7 * t + seed) + 15 * np.sin(2 * np.pi * 3.1 * t)
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    formant = 700 + 500 * np.sin(2 * np.pi * 1.3 * t)
    sound = sum(np.exp(-(((k * pitch - formant) / 900) ** 2)) * np.sin(k * phase) / k**0.5 for k in range(1, 25))
    syllables = np.clip(np.sin(2 * np.pi * 2.2 * t + 0.4 * seed) * 1.5, 0, 1)
    sound = 0.3 * sound * syllables + 0.003 * draw.standard_normal(t.shape)
    return np.clip(sound, -1, 1).astype(np.float32)


def frames(sound: np.ndarray, length: int, step: int) -> np.ndarray:
    """[frames, length], windowed."""
    count = (len(sound) - length) // step + 1
    rows = np.lib.stride_tricks.sliding_window_view(sound, length)[::step][:count]
    return rows * np.hanning(length + 1)[:-1]


def power(sound: np.ndarray, length: int, step: int, fft: int) -> np.ndarray:
    """[frames, fft / 2 + 1]: the power of each frequency."""
    return np.abs(np.fft.rfft(frames(sound, length, step), fft)) ** 2


def mel(sound: np.ndarray, rate: int, length: int, step: int, fft: int, bands: int) -> np.ndarray:
    """[frames, bands]: power in bands of equal width on the mel scale."""
    edges = np.linspace(0, 2595 * np.log10(1 + rate / 2 / 700), bands + 2)
    bins = (700 * (10 ** (edges / 2595) - 1)) * fft / rate
    k = np.arange(fft // 2 + 1)
    rise = (k - bins[:-2, None]) / (bins[1:-1] - bins[:-2])[:, None]
    fall = (bins[2:, None] - k) / (bins[2:] - bins[1:-1])[:, None]
    return power(sound, length, step, fft) @ np.clip(np.minimum(rise, fall), 0, None).T


# --- inputs by model: name -> two dicts or more


def _nsnet2(rate: int, length: int, fft: int) -> list[dict]:
    def one(seconds, seeds):
        rows = [np.log10(power(voice(seconds, rate, s), length, length // 2, fft) + 1e-12) for s in seeds]
        return {"input": np.stack(rows).astype(np.float32)}

    return [one(1.0, [1]), one(0.33, [2, 3])]


def _aecmos() -> list[dict]:
    def one(seconds, seed):
        signals = [voice(seconds, 48000, seed + k) for k in range(3)]
        rows = [np.log10(mel(s, 48000, 960, 480, 1024, 160) + 1e-6) / 6 for s in signals]
        return {"input": np.stack(rows)[None].astype(np.float32), "h0": np.zeros((4, 1, 96), np.float32)}

    return [one(1.2, 1), one(0.6, 4)]


def _letters(name: str, classes: int, mask: str | None) -> list[dict]:
    def one(lengths, seed):
        draw = np.random.default_rng(seed)
        ids = np.zeros((len(lengths), max(lengths)), np.int64)
        for row, length in enumerate(lengths):
            ids[row, :length] = draw.integers(3, classes, length)
        return {name: ids} | ({mask: ids != 0} if mask else {})

    return [one([11], 1), one([9, 14, 3], 2)]


def _windows() -> list[dict]:
    def one(seeds):
        rows = [np.log10(mel(voice(0.85, 16000, s), 16000, 400, 160, 512, 40)[:80] + 1e-6) for s in seeds]
        return {"mel_window": np.stack(rows).astype(np.float32)}

    return [one([1]), one([2, 3, 4])]


def _whisper_features() -> list[dict]:
    def one(seeds):
        rows = []
        for seed in seeds:
            features = np.log10(np.clip(mel(voice(8.1, 16000, seed), 16000, 400, 160, 400, 80)[:800], 1e-10, None))
            rows.append((np.maximum(features, features.max() - 8) + 4).T / 4)
        return {"input_features": np.stack(rows).astype(np.float32)}

    return [one([1]), one([2, 3])]


def waveforms(lengths: list[int], seed: int, rate: int = 16000) -> dict:
    """A row of sound for each length, zeros behind it."""
    sound = np.zeros((len(lengths), max(lengths)), np.float32)
    for row, length in enumerate(lengths):
        sound[row, :length] = voice(length / rate + 0.01, rate, seed + row)[:length]
    return {"waveforms": sound, "waveforms_lens": np.array(lengths, np.int64)}


def _windows_of_two_seconds() -> list[dict]:
    def one(seeds):
        return {"serving_default_input_2:0": np.stack([voice(2, 22050, s)[:43844, None] for s in seeds])}

    return [one([1]), one([2, 3])]


def _line_images() -> list[dict]:
    """Lines of letters, grey, 64 high."""

    def one(text, width):
        line = {"text": text, "font": "truetype/dejavu/DejaVuSans.ttf", "size": 40}
        image = np.asarray(ocr.draw(line).convert("L").resize((width, 64)), np.float32)
        return {"input1": ((image / 255 - 0.5) / 0.5)[None, None]}

    return [one("k7Wx3", 160), one("Tenon 42", 231)]


INPUTS = {
    "ddddocr_common": _line_images,
    "ddddocr_common_old_int8": _line_images,
    "nsnet2_16k": lambda: _nsnet2(16000, 320, 320),
    "nsnet2_48k": lambda: _nsnet2(48000, 960, 1024),
    "aecmos_48k": _aecmos,
    "romanizer_encoder": lambda: _letters("src", 40, "src_mask"),
    "tashkeel_bilstm_int8": lambda: _letters("input_ids", 36, None),
    "voicefilter_embedder_int8": _windows,
    "smart_turn_v3_2_int8": _whisper_features,
    "onnxasr_whisper80": lambda: [waveforms([16000], 1), waveforms([9000, 12345], 5)],
    "onnxasr_kaldi": lambda: [waveforms([16000], 1), waveforms([9000, 12345], 5)],
    "onnxasr_resample_44_16": lambda: [waveforms([44100], 1, 44100), waveforms([20001, 33333], 5, 44100)],
    "basic_pitch_nmp": _windows_of_two_seconds,
}
