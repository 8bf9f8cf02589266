# SPDX-License-Identifier: Apache-2.0
"""Fingerprints within k bits of one another."""

from __future__ import annotations

from . import _core


def _bits(fingerprints: object) -> object:
    """As a contiguous NumPy array of uint64, without a copy where it is one."""
    import numpy

    if not hasattr(fingerprints, "__array__") and not hasattr(fingerprints, "dtype"):
        # NumPy would make fractions of whole numbers some of which need 64 bits.
        numbers = list(fingerprints)
        for number in numbers:
            if not isinstance(number, (int, numpy.integer)) or not 0 <= number < 1 << 64:
                raise TypeError(f"{number!r} is no fingerprint; they are whole numbers of 64 bits")
        return numpy.array(numbers, dtype=numpy.uint64)
    array = numpy.asarray(fingerprints)
    if array.dtype == numpy.int64:  # as Spark and Java have them
        array = array.view(numpy.uint64)
    if array.dtype != numpy.uint64:
        if array.dtype.kind not in "ui" and array.size:
            raise TypeError(f"fingerprints are uint64, not {array.dtype}")
        array = array.astype(numpy.uint64)
    if array.ndim != 1:
        raise ValueError(f"fingerprints are one column, not an array of {array.ndim} dimensions")
    return numpy.ascontiguousarray(array)


class HammingIndex:
    """An index in memory: which fingerprints differ from this one in at most k bits? Exact.

    ``fingerprints``: uint64, in a NumPy array or anything that becomes one. ``max_distance``: the
    largest k that it serves, 0 to 12. Needs NumPy. Immutable; safe to share among threads.
    """

    def __init__(self, fingerprints: object, max_distance: int = 3, threads: int = 1) -> None:
        self._index = _core.MemoryHammingIndex(_bits(fingerprints), max_distance, threads)

    def __len__(self) -> int:
        return len(self._index)

    @property
    def max_distance(self) -> int:
        return self._index.max_distance

    def query(
        self, fingerprint: int, max_distance: int | None = None, limit: int = 0
    ) -> list[tuple[int, int]]:
        """(number, distance) of each entry that is near, nearest first."""
        if not 0 <= fingerprint < 1 << 64:
            raise ValueError(f"{fingerprint} is no fingerprint of 64 bits")
        found = self.query_batch([fingerprint], max_distance, limit)
        return [(row["number"], row["distance"]) for row in found]

    def query_batch(
        self, fingerprints: object, max_distance: int | None = None, limit: int = 0
    ) -> _core.Table:
        """The same for each of many: a table of query, number and distance, in that order."""
        k = -1 if max_distance is None else max_distance
        if max_distance is not None and max_distance < 0:
            raise ValueError(f"max_distance={max_distance} is below 0")
        return self._index.query(_bits(fingerprints), k, limit)


def close_pairs(fingerprints: object, max_distance: int = 3, threads: int = 1) -> _core.Table:
    """All pairs that differ in at most ``max_distance`` bits (0 to 12): first, second, distance."""
    return _core.close_pairs(_bits(fingerprints), max_distance, threads)
