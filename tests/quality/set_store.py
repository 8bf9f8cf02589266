# SPDX-License-Identifier: Apache-2.0
"""Keeps shingle sets in one file: one set of manuals is judged with many programs and flags."""

import itertools
import multiprocessing.pool
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy

VERSION = "3"  # part of each key: another way of cutting is another set
PROCESSES = 2
AT_ONCE = 64  # pages that a process is given


def batches(items: Iterable, size: int) -> Iterable[list]:
    iterator = iter(items)
    while batch := list(itertools.islice(iterator, size)):
        yield batch


class SetStore:
    """Sets by key. Several runs may share a file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.rows = sqlite3.connect(path, timeout=300)
        self.rows.execute("CREATE TABLE IF NOT EXISTS sets (key TEXT PRIMARY KEY, value BLOB)")

    def __enter__(self) -> "SetStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.rows.close()

    def _value(self, key: str, column: str) -> Any:
        query = f"SELECT {column} FROM sets WHERE key = ?"
        found = self.rows.execute(query, (f"{VERSION} {key}",)).fetchone()
        return found[0] if found else None

    def has(self, key: str) -> bool:
        return self._value(key, "1") is not None

    def get(self, key: str) -> numpy.ndarray:
        """Raises KeyError."""
        value = self._value(key, "value")
        if value is None:
            raise KeyError(key)
        return numpy.frombuffer(value, numpy.uint32)

    def fill(self, pages: Iterable[tuple[str, Any]], cut: Callable) -> None:
        """Adds what is missing of (key, page); `cut` makes the sets of a list of pages."""
        work = batches((page for page in pages if not self.has(page[0])), AT_ONCE)
        first = next(iter(work), None)
        if first is None:
            return
        with multiprocessing.Pool(PROCESSES) as pool:
            waiting: list = []
            for batch in itertools.chain([first], work):
                given = pool.apply_async(cut, ([page for _, page in batch],))
                waiting.append(([key for key, _ in batch], given))
                if len(waiting) > 2 * PROCESSES:  # what is read ahead stays small
                    self._add(*waiting.pop(0))
            for keys, given in waiting:
                self._add(keys, given)

    def _add(self, keys: list[str], given: multiprocessing.pool.AsyncResult) -> None:
        rows = zip((f"{VERSION} {key}" for key in keys), given.get(), strict=True)
        with self.rows:
            self.rows.executemany("INSERT OR REPLACE INTO sets VALUES (?, ?)", rows)
