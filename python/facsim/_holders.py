# SPDX-License-Identifier: Apache-2.0
"""The base class of holders of rows, and the holders of Python lists and of files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from . import _core
from .errors import UnsupportedError


class Marks:
    """The annotation of each row; most rows share the plain one, which only says kept."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.said: dict[Any, dict[str, Any]] = {}
        self._plain = plain

    def at(self, place: Any) -> dict[str, Any]:
        """Returns the annotation of a row. Rows may share it: do not change it or give it out."""
        return self.said.get(place, self._plain)

    def own(self, place: Any) -> dict[str, Any]:
        return dict(self.at(place))


class Holder:
    """Rows of some type. ``source`` is what the core reads, once."""

    # True if pages are named by file and offset, not by their row.
    of_files = False
    # The reason why the rows cannot be pickled with a result; empty if they can.
    stays: str = ""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.source = data

    def __getstate__(self) -> dict:
        return self.__dict__ | {"source": None}  # the source is read only once

    def done(self) -> None:
        """Called when the core has read all of the source."""

    def close(self) -> None:
        """Called when the run failed."""

    def without(self, removed: set[Any]) -> Any:
        raise NotImplementedError

    def annotated(self, marks: Marks) -> Any:
        """Returns the rows with an added member ``facsim``, their annotation."""
        raise TypeError(f"annotate() cannot add a column to {type(self.data).__name__}")

    def row(self, number: Any) -> Any:
        """Returns one row, as a text or as a dict."""
        return self.data[number]


class AbsentRows(Holder):
    """A placeholder for rows that were not pickled with their result; every use raises."""

    def __init__(self, stayed: str, of_files: bool) -> None:
        super().__init__(None)
        self._stayed = stayed
        self.of_files = of_files

    def _raise(self) -> Any:
        raise UnsupportedError(f"this result was pickled, and its rows stayed behind: {self._stayed}")

    def without(self, removed: set[Any]) -> Any:
        return self._raise()

    def annotated(self, marks: Marks) -> Any:
        return self._raise()

    def row(self, number: Any) -> Any:
        return self._raise()


def names_along(name: str) -> Iterator[tuple[str, str | None]]:
    """Yields the ways to split a name at a dot: (first part, rest), the longest first part first.

    The whole name, with None as the rest, comes first.
    """
    yield name, None
    dot = name.rfind(".")
    while dot > 0:
        yield name[:dot], name[dot + 1 :]
        dot = name.rfind(".", 0, dot)


def rows_but(count: int, removed: set[int]) -> list[int]:
    return [row for row in range(count) if row not in removed]


def require_free(names: Iterable[str]) -> None:
    """Raises ValueError if annotate() would replace a member or a column."""
    if "facsim" in names:
        raise ValueError("there is a 'facsim' already, which annotate() would add; rename it")


class ListRows(Holder):
    """A copy of a list of rows; later changes of the list have no effect."""

    def __init__(self, data: list | tuple) -> None:
        super().__init__(list(data))

    def require_members(self, names: Iterable[str]) -> None:
        """Raises KeyError if no row has one of these members; single rows may lack it."""
        for sentence in _core.missing_members(self.data, list(names)):
            raise KeyError(sentence)

    def without(self, removed: set[int]) -> list:
        return [item for row, item in enumerate(self.data) if row not in removed]

    def annotated(self, marks: Marks) -> list[dict]:
        rows = []
        for number, row in enumerate(self.data):
            require_free(row if isinstance(row, dict) else ())
            members = dict(row) if isinstance(row, dict) else {"text": row}
            rows.append(members | {"facsim": marks.own(number)})
        return rows


class FilePages(Holder):
    """Files and folders, read by the core as by ``facsim dedup``."""

    of_files = True

    def __init__(self, paths: list[Any], fields: _core.RowFields) -> None:
        super().__init__(paths)
        # A file named "-" is given as "./-", since "-" means standard input.
        names = [os.fsdecode(path) for path in paths]
        self._names = [f"./{name}" if name == "-" else name for name in names]
        self.source = self._names
        self._fields = fields

    def _pages(self) -> Iterator[tuple[tuple[str, int], dict]]:
        for page in _core.InputPages(self._names, self._fields):
            yield (page["file"], page["offset"]), page

    def without(self, removed: set[tuple[str, int]]) -> Iterator[dict]:
        return (page for place, page in self._pages() if place not in removed)

    def annotated(self, marks: Marks) -> Iterator[dict]:
        return (page | {"facsim": marks.own(place)} for place, page in self._pages())

    def row(self, number: tuple[str, int]) -> dict:
        for place, page in self._pages():
            if place == number:
                return page
        raise KeyError(f"{number[0]}:{number[1]} is not in the files any more")


def paths_of(data: Any) -> list[Any] | None:
    """Returns the paths in a path or a list of paths; None for any other data."""
    if isinstance(data, os.PathLike):
        return [data]
    if isinstance(data, (list, tuple)) and data and all(isinstance(p, os.PathLike) for p in data):
        return list(data)
    return None
