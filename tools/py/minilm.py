# SPDX-License-Identifier: Apache-2.0
"""The sentences of test/data/minilm_ids.json as inputs of minilm_l6_int8w, and what is read from its output.

A sentence's embedding is the mean of its unmasked tokens' states, scaled to length one; the check that the tests make is which
other sentence is nearest to each.
"""

from __future__ import annotations

import json

import numpy as np

import tool

_NAMES = ("input_ids", "attention_mask", "token_type_ids")


def _shapes(batch: int, length: int) -> str:
    return ",".join(f"{name}:{batch}x{length}" for name in _NAMES)


# The range of batches and lengths of the tests' and the benchmarks' engines.
PROFILE = ("--min-shapes", _shapes(1, 4), "--opt-shapes", _shapes(1, 128), "--max-shapes", _shapes(8, 128))


def batches() -> list[dict[str, np.ndarray]]:
    """The model's inputs, padded: eight sentences each."""
    document = json.loads((tool.ROOT / "test" / "data" / "minilm_ids.json").read_text(encoding="utf-8"))
    made = []
    for batch in document["batches"]:
        ids = np.array(batch["input_ids"], dtype=np.int64)
        mask = np.array(batch["attention_mask"], dtype=np.int64)
        made.append({"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})
    return made


def alone(batch: dict[str, np.ndarray], row: int) -> dict[str, np.ndarray]:
    """One sentence of a batch without its padding."""
    length = int(batch["attention_mask"][row].sum())
    return {name: np.ascontiguousarray(array[row : row + 1, :length]) for name, array in batch.items()}


def embeddings(states: np.ndarray, mask: np.ndarray) -> np.ndarray:
    weights = mask[:, :, None].astype(np.float64)
    mean = (states * weights).sum(axis=1) / weights.sum(axis=1)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def nearest(vectors: np.ndarray) -> list[int]:
    """For each sentence the index of the other one with the largest cosine."""
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -np.inf)
    return cosines.argmax(axis=1).tolist()
