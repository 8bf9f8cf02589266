# SPDX-License-Identifier: Apache-2.0
"""From fingerprints or keys of pages to removals: in file order, against the pages kept before."""

from collections.abc import Iterable
from pathlib import Path

MAX_DISTANCE = 3


def by_distance(fingerprints: Iterable[int]) -> list[bool]:
    """Returns the removals: fingerprints within 3 bits of a kept one; compares with all of them."""
    import numpy

    def bit_counts(words: numpy.ndarray) -> numpy.ndarray:
        if hasattr(numpy, "bitwise_count"):  # numpy 2 or newer
            return numpy.bitwise_count(words)
        return numpy.unpackbits(words.view(numpy.uint8).reshape(-1, 8), axis=1).sum(axis=1)

    values = numpy.fromiter(fingerprints, dtype=numpy.uint64)
    kept = numpy.empty_like(values)
    count, removed = 0, []
    for value in values:
        near = bit_counts(kept[:count] ^ value) <= MAX_DISTANCE
        removed.append(bool(near.any()))
        if not removed[-1]:
            kept[count] = value
            count += 1
    return removed


def by_keys(keys_of_pages: Iterable[list]) -> list[bool]:
    """Returns the removals: pages that share a key, at the same place, with a kept one."""
    kept: set = set()
    removed = []
    for keys in keys_of_pages:
        placed = list(enumerate(keys))
        removed.append(any(key in kept for key in placed))
        if not removed[-1]:
            kept.update(placed)
    return removed


def write_rows(source: str, removed: list[bool], target: Path) -> None:
    """Writes a row with the offset of each removed line."""
    offset = 0
    with open(source, "rb") as lines, target.open("w") as out:
        for line, is_removed in zip(lines, removed, strict=True):
            if is_removed:
                out.write(f'{{"offset": {offset}}}\n')
            offset += len(line)
