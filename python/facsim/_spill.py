# SPDX-License-Identifier: Apache-2.0
"""Stores the rows of an iterator, which can be read only once, in a file until they are needed."""

from __future__ import annotations

import io
import os
import pickle
import tempfile
from array import array
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from ._holders import Holder, Marks, require_free

_BUFFER_BYTES = 1 << 20
# The number of rows between two remembered positions in the file.
_STRIDE = 256


class _Place(io.RawIOBase):
    """A reader with its own position in a file that others read too."""

    def __init__(self, number: int, at: int) -> None:
        self._number = number
        self._at = at

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = os.preadv(self._number, [buffer], self._at)
        self._at += count
        return count


class SpilledRows(Holder):
    """Rows in an unnamed file, which disappears with this object or with a killed process."""

    stays = "those of an iterator lie in a file of the process that read them; give a list of rows"

    def __init__(self, data: Iterable, tmp: str | None) -> None:
        super().__init__(data)
        self.source = self._noted(iter(data))
        self._file = tempfile.TemporaryFile(  # noqa: SIM115 (closed by close(), or with this)
            prefix="facsim-rows-", dir=tmp, buffering=_BUFFER_BYTES
        )
        self._count = 0
        self._places = array("Q")  # the position of each _STRIDE-th row

    def _noted(self, data: Iterator) -> Iterator:
        for row in data:
            if self._count % _STRIDE == 0:
                self._places.append(self._file.tell())
            try:
                pickle.dump(row, self._file, protocol=pickle.HIGHEST_PROTOCOL)
            except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as why:
                raise TypeError(
                    f"row {self._count} cannot be put aside ({why}); "
                    "give rows of plain values, or a list of rows, which stays in memory"
                ) from why
            self._count += 1
            yield row

    def done(self) -> None:
        self._file.flush()
        self.data = self.source = None

    def close(self) -> None:
        source, data = self.source, self.data
        if isinstance(source, Generator):
            source.close()
        if isinstance(data, Generator):
            data.close()
        self._file.close()

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()

    def without(self, removed: set[Any]) -> Iterator:
        return (row for number, row in self._numbered() if number not in removed)

    def annotated(self, marks: Marks) -> Iterator[dict]:
        for number, row in self._numbered():
            require_free(row if isinstance(row, dict) else ())
            members = dict(row) if isinstance(row, dict) else {"text": row}
            yield members | {"facsim": marks.own(number)}

    def row(self, number: int) -> Any:
        return next(row for at, row in self._numbered(number - number % _STRIDE) if at == number)

    def _numbered(self, begin: int = 0) -> Iterator[tuple[int, Any]]:
        if begin >= self._count:
            return
        place = _Place(self._file.fileno(), self._places[begin // _STRIDE])
        reader = io.BufferedReader(place, _BUFFER_BYTES)
        for number in range(begin, self._count):
            yield number, pickle.load(reader)  # noqa: S301 (our own file, without a name)
