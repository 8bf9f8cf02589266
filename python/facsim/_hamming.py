# SPDX-License-Identifier: Apache-2.0
"""Indexes that find fingerprints within k bits of each other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from . import _core
from ._folder_index import FolderIndex
from ._named import named
from ._profile import judge_of
from ._recipe import Recipe
from ._settings import (
    bytes_of,
    limit_of,
    on_wait_of,
    path_of,
    threads_of,
    tmp_of,
    wait_ms,
    whole,
    words_of,
)


def _distance(max_distance: int) -> int:
    """Checks only the type; the core knows which distances it can serve."""
    return whole("max_distance", max_distance, -64, 64 << 8)


def _asked_distance(max_distance: int | None) -> int:
    """Returns the distance of a query; -1 means the one that the index serves."""
    return -1 if max_distance is None else whole("max_distance", max_distance, 0, 64)


def _one(fingerprint: int) -> list[int]:
    if isinstance(fingerprint, int) and not 0 <= fingerprint < 1 << 64:
        raise ValueError(f"{fingerprint} is no fingerprint of 64 bits")
    return [fingerprint]


def _bits(fingerprints: Any) -> Any:
    """Returns a contiguous NumPy array of uint64; does not copy if the input is one already."""
    import numpy

    nulls = getattr(fingerprints, "null_count", 0)
    if isinstance(nulls, int) and nulls:
        raise ValueError(
            f"{nulls:,} of the fingerprints are null (their texts are too short); leave them out"
        )
    if isinstance(fingerprints, (str, bytes, dict)):
        raise TypeError(f"fingerprints are whole numbers, not {type(fingerprints).__name__}")
    if not hasattr(fingerprints, "__array__") and not hasattr(fingerprints, "dtype"):
        # NumPy would convert integers to floats if some of them need 64 bits.
        numbers = list(fingerprints)
        for number in numbers:
            is_whole = isinstance(number, (int, numpy.integer)) and not isinstance(number, bool)
            if not is_whole or not 0 <= number < 1 << 64:
                raise TypeError(f"{number!r} is no fingerprint; they are whole numbers of 64 bits")
        return numpy.array(numbers, dtype=numpy.uint64)
    array = numpy.asarray(fingerprints)
    if array.dtype == numpy.int64:  # Spark and Java have no unsigned type
        array = array.view(numpy.uint64)
    if array.dtype != numpy.uint64:
        if array.dtype.kind not in "ui" and array.size:
            raise TypeError(f"fingerprints are uint64, not {array.dtype}")
        array = array.astype(numpy.uint64)
    if array.ndim != 1:
        raise ValueError(f"fingerprints are one column, not an array of {array.ndim} dimensions")
    return numpy.ascontiguousarray(array)


class HammingIndex:
    """An exact index in memory of fingerprints that differ from a query in at most k bits.

    ``fingerprints``: uint64, in a NumPy array or anything that can be converted to one.
    ``max_distance``: the largest k that it serves, 0 to 12 (default: 3). ``threads``: default: all.
    Needs NumPy. Immutable, and safe to share among threads. Entries are named by their numbers: 0,
    1, ... Memory: 20 to 60 bytes a fingerprint, more for larger distances. Raises TypeError and
    ValueError for values that are not fingerprints. :class:`HammingFolder` is an index in a folder,
    whose entries have ids.
    """

    def __init__(
        self, fingerprints: object, max_distance: int = 3, threads: int | None = None
    ) -> None:
        self._index = _core.MemoryHammingIndex(
            _bits(fingerprints), _distance(max_distance), threads_of(threads)
        )

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return f"<facsim.HammingIndex: {len(self):,} fingerprints, max_distance={self.max_distance}>"

    @property
    def max_distance(self) -> int:
        return self._index.max_distance

    def query(
        self, fingerprint: int, max_distance: int | None = None, limit: int = 0
    ) -> list[tuple[int, int]]:
        """Returns (number, distance) of each entry within ``max_distance`` bits, nearest first.

        ``max_distance``: by default the one that the index serves. ``limit``: the largest number of
        entries; 0 (default) means all.
        """
        found = self.query_batch(_one(fingerprint), max_distance, limit)
        return [(row["number"], row["distance"]) for row in found]

    def query_batch(
        self, fingerprints: object, max_distance: int | None = None, limit: int = 0
    ) -> _core.Table:
        """Does what :meth:`query` does for many; returns a table of query, number and distance.

        ``query`` is the place of the fingerprint in the input. Rows are in the order of the
        queries; those of one query are nearest first.
        """
        k = _asked_distance(max_distance)
        return self._index.query(_bits(fingerprints), k, limit_of(limit))


class HammingFolder(FolderIndex):
    """An exact index of fingerprints in a folder, compatible with ``facsim index``.

    :meth:`begin` creates an empty index, :meth:`open` maps one into memory; both return an object
    for a ``with`` statement. Changes are atomic, also after Ctrl-C, which ends every call within
    about a second. Answers show the state that this object saw at its last open, :meth:`refresh` or
    change. Threads may share it: queries run in parallel, a change or a join runs alone. Other
    processes may read and change the folder too: a process that finds another one at work waits for
    up to ``wait`` seconds, then raises ``facsim.errors.BusyError``. A closed index raises
    ``facsim.errors.InvalidArgumentError``. Needs NumPy.
    """

    _index: _core.HammingFolder

    @classmethod
    @named
    def begin(
        cls,
        folder: str | os.PathLike,
        *,
        recipe: str | Recipe | None = None,
        max_distance: int = 3,
        memory: str | int = "4G",
        threads: int | None = None,
        tmp: str | os.PathLike | None = None,
        wait: float | None = 10.0,
        on_wait: Callable[[str], object] | None = None,
    ) -> HammingFolder:
        """Creates a folder with an empty index, and returns the index.

        ``recipe``: the recipe of the fingerprints (a name, a ``.toml`` file, a :class:`Recipe`;
        default: balanced); only fingerprints of one recipe can be compared. ``max_distance``: the
        largest k that it serves, 0 to 12 (default: 3).
        ``memory``: a limit such as "4G" (default), at least "64M"; more data goes to files in
        ``tmp``, a folder (default: that of the system). ``threads``: of changes and joins; default:
        all. ``wait``: seconds to wait for another writer (default: 10); None waits forever.
        ``on_wait``: a function called once with a sentence that names the other writer.

        Raises ``AlreadyExistsError``, ``InvalidArgumentError``, ``BusyError`` of ``facsim.errors``.
        """
        core = _core.HammingFolder(
            path_of(folder),
            judge_of("balanced", recipe),
            True,
            _distance(max_distance),
            bytes_of(memory),
            threads_of(threads),
            tmp_of(tmp),
            wait_ms(wait),
            on_wait_of(on_wait),
        )
        return cls._made(core, folder, on_wait)

    @classmethod
    @named
    def open(
        cls,
        folder: str | os.PathLike,
        *,
        recipe: str | Recipe | None = None,
        memory: str | int = "4G",
        threads: int | None = None,
        tmp: str | os.PathLike | None = None,
        wait: float | None = 10.0,
        on_wait: Callable[[str], object] | None = None,
    ) -> HammingFolder:
        """Opens and returns the index in a folder; arguments are those of :meth:`begin`.

        It also opens an index of pages: :meth:`query` and :meth:`join` then use the fingerprints of
        its pages, and their ids; changes raise ``InvalidArgumentError``.

        Raises ``NotFoundError``, ``InvalidArgumentError`` for an index of another recipe,
        ``DamagedError``, ``UnsupportedError``, ``IoError``.
        """
        core = _core.HammingFolder(
            path_of(folder),
            judge_of("balanced", recipe),
            False,
            0,
            bytes_of(memory),
            threads_of(threads),
            tmp_of(tmp),
            wait_ms(wait),
            on_wait_of(on_wait),
        )
        return cls._made(core, folder, on_wait)

    @classmethod
    def _made(
        cls,
        core: _core.HammingFolder,
        folder: str | os.PathLike,
        on_wait: Callable[[str], object] | None,
    ) -> HammingFolder:
        made = object.__new__(cls)
        made._index = core
        made._folder = path_of(folder)
        made._on_wait = on_wait
        return made

    def add(self, fingerprints: object, ids: object = None) -> int:
        """Adds entries as one change, and returns their number.

        ``fingerprints``: as for :class:`HammingIndex`. ``ids``: a str for each (a list, an
        iterable, an Arrow column); they need not be unique. None, for all or for one of them, means
        the next free number of the index. Small segments are merged on the way; adding many entries
        at a time is much faster than one by one.

        Raises ``BusyError``, ``DamagedError``, ``NoSpaceError``, ``IoError``, and
        ``CommittedError`` if the change was committed and a later step failed.
        """
        bits = _bits(fingerprints)
        self._index.add(bits, ids, self._on_wait)
        return len(bits)

    def query(
        self, fingerprint: int, max_distance: int | None = None, limit: int = 0
    ) -> list[tuple[str, int]]:
        """Returns (id, distance) of each entry within ``max_distance`` bits, nearest first.

        Entries at one distance are in the order in which they were added. Arguments are those of
        :meth:`HammingIndex.query`.
        """
        found = self.query_batch(_one(fingerprint), max_distance, limit)
        return [(row["id"], row["distance"]) for row in found]

    def query_batch(
        self, fingerprints: object, max_distance: int | None = None, limit: int = 0
    ) -> _core.Table:
        """Does what :meth:`query` does for many; returns a table of query, id and distance.

        ``query`` is the place of the fingerprint in the input. Rows are in the order of the
        queries; those of one query are ordered as by :meth:`query`.
        """
        k = _asked_distance(max_distance)
        return self._index.query(_bits(fingerprints), k, limit_of(limit))

    def join(self, fingerprints: object, max_distance: int = 3) -> _core.Table:
        """Does what :meth:`query_batch` does, for very many fingerprints and any distance.

        ``max_distance``: 0 to 12 (default: 3), also above the one that the index serves. Reads the
        whole index once, from beginning to end; :meth:`query_batch` reads single places, and is
        faster for few fingerprints. Rows of one query are in the order in which the entries were
        added, not nearest first.
        """
        return self._index.join(_bits(fingerprints), _distance(max_distance))

    def delete(self, ids: str | Iterable[str]) -> int:
        """Deletes all entries with one of these ids; returns how many. Raises as :meth:`add`."""
        return self._index.erase(words_of("ids", ids), self._on_wait)

    def refresh(self) -> None:
        """Loads the changes that other programs committed."""
        self._index.refresh()

    @property
    def max_distance(self) -> int:
        return self._index.max_distance



@named
def close_pairs(
    fingerprints: object, max_distance: int = 3, threads: int | None = None
) -> _core.Table:
    """Returns all pairs of fingerprints that differ in at most ``max_distance`` bits.

    ``fingerprints``: as for :class:`HammingIndex`. ``max_distance``: 0 to 12 (default: 3).
    ``threads``: default: all. The result is a table of first, second (the places of the two in the
    input) and distance. Raises as :class:`HammingIndex`.
    """
    return _core.close_pairs(_bits(fingerprints), _distance(max_distance), threads_of(threads))
