# SPDX-License-Identifier: Apache-2.0
"""Fingerprints within k bits of one another."""

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
    """Which of them can be served, the core knows."""
    return whole("max_distance", max_distance, -64, 64 << 8)


def _asked_distance(max_distance: int | None) -> int:
    """-1: what the index serves."""
    return -1 if max_distance is None else whole("max_distance", max_distance, 0, 64)


def _one(fingerprint: int) -> list[int]:
    if isinstance(fingerprint, int) and not 0 <= fingerprint < 1 << 64:
        raise ValueError(f"{fingerprint} is no fingerprint of 64 bits")
    return [fingerprint]


def _bits(fingerprints: Any) -> Any:
    """As a contiguous NumPy array of uint64, without a copy where it is one."""
    import numpy

    nulls = getattr(fingerprints, "null_count", 0)
    if isinstance(nulls, int) and nulls:
        raise ValueError(
            f"{nulls:,} of the fingerprints are null (their texts are too short); leave them out"
        )
    if isinstance(fingerprints, (str, bytes, dict)):
        raise TypeError(f"fingerprints are whole numbers, not {type(fingerprints).__name__}")
    if not hasattr(fingerprints, "__array__") and not hasattr(fingerprints, "dtype"):
        # NumPy would make fractions of whole numbers some of which need 64 bits.
        numbers = list(fingerprints)
        for number in numbers:
            is_whole = isinstance(number, (int, numpy.integer)) and not isinstance(number, bool)
            if not is_whole or not 0 <= number < 1 << 64:
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
    largest k that it serves, 0 to 12. ``threads``: by default all. Needs NumPy. Immutable; safe to
    share among threads. Entries are named by their number: 0, 1, ... Memory: 20 to 60 bytes a
    fingerprint, more for larger distances. :class:`HammingFolder` is one in a folder, whose entries
    have ids.
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
        """(number, distance) of each entry that is near, nearest first."""
        found = self.query_batch(_one(fingerprint), max_distance, limit)
        return [(row["number"], row["distance"]) for row in found]

    def query_batch(
        self, fingerprints: object, max_distance: int | None = None, limit: int = 0
    ) -> _core.Table:
        """The same for each of many: a table of query, number and distance, in that order."""
        k = _asked_distance(max_distance)
        return self._index.query(_bits(fingerprints), k, limit_of(limit))


class HammingFolder(FolderIndex):
    """An index of fingerprints in a folder: what ``facsim index`` adds it finds, and the reverse.

    :meth:`begin` makes an empty one, :meth:`open` maps one into memory; both give what ``with``
    closes. Exact. A change is there whole or not at all, also after Ctrl-C, which ends every call
    within a second or so. Answers are of the state that the last open, :meth:`refresh` or change by
    this object saw. Threads may share it: answers run side by side, a change or a join has it for
    itself. Other processes may read and change the folder too: whoever finds another one at work
    waits, up to ``wait`` seconds, and then gets ``facsim.errors.BusyError``. A closed index raises
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
        """Begins an empty index, and the folder with it.

        ``recipe``: what made the fingerprints (a name, a ``.toml`` file, a :class:`Recipe`), by
        default balanced; only those of one recipe say anything of each other. ``max_distance``: the
        largest k that it serves, 0 to 12.
        ``memory``: a limit such as "4G", at least "64M"; more goes to files in ``tmp``, a folder,
        by default the system's. ``threads``: of changes and joins, by default all.
        ``wait``: seconds for another writer; None for ever. ``on_wait`` is told once for whom.

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
        """Opens the index in a folder; settings as :meth:`begin` has them.

        An index of pages too: it answers :meth:`query` and :meth:`join` by the fingerprints of its
        pages, with their ids; to change it raises ``InvalidArgumentError``.

        Raises ``NotFoundError``, ``InvalidArgumentError`` for an index of another recipe, ``DamagedError``, ``UnsupportedError``, ``IoError``.
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
        """Adds entries as one change, and says how many.

        ``ids``: a str for each (a list, an iterable, an Arrow column), which need not be unique;
        None, also for one of them: the next number that the index has to give. Small segments are
        merged on the way; many entries at a time are much faster than one by one.

        Raises ``BusyError``, ``DamagedError``, ``NoSpaceError``, ``IoError``, and
        ``CommittedError`` where the change is made and something failed behind it.
        """
        bits = _bits(fingerprints)
        self._index.add(bits, ids, self._on_wait)
        return len(bits)

    def query(
        self, fingerprint: int, max_distance: int | None = None, limit: int = 0
    ) -> list[tuple[str, int]]:
        """(id, distance) of each entry that is near, nearest first, then in the order of adding."""
        found = self.query_batch(_one(fingerprint), max_distance, limit)
        return [(row["id"], row["distance"]) for row in found]

    def query_batch(
        self, fingerprints: object, max_distance: int | None = None, limit: int = 0
    ) -> _core.Table:
        """The same for each of many: a table of query, id and distance, in that order."""
        k = _asked_distance(max_distance)
        return self._index.query(_bits(fingerprints), k, limit_of(limit))

    def join(self, fingerprints: object, max_distance: int = 3) -> _core.Table:
        """The same for very many, for any distance from 0 to 12 whatever the index serves.

        Reads the index once from its beginning to its end; :meth:`query_batch` looks here and
        there, and is faster for few. Rows of one query come in the order of adding, not nearest
        first.
        """
        return self._index.join(_bits(fingerprints), _distance(max_distance))

    def delete(self, ids: str | Iterable[str]) -> int:
        """Deletes every entry with one of these ids; says how many. Raises as :meth:`add`."""
        return self._index.erase(words_of("ids", ids), self._on_wait)

    def refresh(self) -> None:
        """Takes over what other programs have changed."""
        self._index.refresh()

    @property
    def max_distance(self) -> int:
        return self._index.max_distance



@named
def close_pairs(
    fingerprints: object, max_distance: int = 3, threads: int | None = None
) -> _core.Table:
    """All pairs that differ in at most ``max_distance`` bits (0 to 12): first, second, distance.

    ``fingerprints``: as :class:`HammingIndex` takes them; the pairs name them by their numbers.
    ``threads``: by default all.
    """
    return _core.close_pairs(_bits(fingerprints), _distance(max_distance), threads_of(threads))
