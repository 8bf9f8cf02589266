# SPDX-License-Identifier: Apache-2.0
"""What people hold their rows in, and the same without some of them.

Each holder says what the core reads, and gives back rows of the kind that came in. No library is
imported that the caller has not imported before.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any


class Holder:
    """Rows of some kind. ``source`` is what the core reads, once."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.source = data

    def without(self, removed: set[int]) -> Any:
        raise NotImplementedError

    def annotated(self, marks: dict[int, dict]) -> Any:
        """The rows with a member ``facsim``: a dict where a row has a mark, else None."""
        raise TypeError(f"annotate() cannot add a column to {type(self.data).__name__}")


def rows_but(count: int, removed: set[int]) -> list[int]:
    return [row for row in range(count) if row not in removed]


class ListRows(Holder):
    def without(self, removed: set[int]) -> list:
        return [item for row, item in enumerate(self.data) if row not in removed]

    def annotated(self, marks: dict[int, dict]) -> list[dict]:
        rows = []
        for number, row in enumerate(self.data):
            members = dict(row) if isinstance(row, dict) else {"text": row}
            rows.append(members | {"facsim": marks.get(number)})
        return rows


class SpilledRows(Holder):
    """Of an iterator, which gives its rows once: they lie in a file until they are asked for."""

    def __init__(self, data: Iterable) -> None:
        super().__init__(data)
        self.source = self._noted(data)
        self._file = tempfile.TemporaryFile(prefix="facsim-rows-")  # noqa: SIM115

    def _noted(self, data: Iterable) -> Iterator:
        for row in data:
            pickle.dump(row, self._file, protocol=pickle.HIGHEST_PROTOCOL)
            yield row

    def without(self, removed: set[int]) -> Iterator:
        return (row for number, row in self._numbered() if number not in removed)

    def annotated(self, marks: dict[int, dict]) -> Iterator[dict]:
        for number, row in self._numbered():
            members = dict(row) if isinstance(row, dict) else {"text": row}
            yield members | {"facsim": marks.get(number)}

    def _numbered(self) -> Iterator[tuple[int, Any]]:
        # Iterators of one result may run side by side: each has its own place in the file.
        at = 0
        number = 0
        with contextlib.suppress(EOFError):
            while True:
                self._file.seek(at)
                row = pickle.load(self._file)  # noqa: S301 (our own file, without a name)
                at = self._file.tell()
                yield number, row
                number += 1


class PyArrowTable(Holder):
    def __init__(self, data: Any) -> None:
        pa = sys.modules["pyarrow"]
        if not isinstance(data, (pa.Table, pa.RecordBatch)):
            data = pa.table(data)  # a stream gives its rows once
        super().__init__(data)

    def without(self, removed: set[int]) -> Any:
        pa = sys.modules["pyarrow"]
        rows = rows_but(self.data.num_rows, removed)
        return self.data.take(pa.array(rows, pa.int64()))

    def annotated(self, marks: dict[int, dict]) -> Any:
        pa = sys.modules["pyarrow"]
        column = pa.array([marks.get(row) for row in range(self.data.num_rows)], mark_type(pa))
        return self.data.append_column("facsim", column)


class PyArrowArray(Holder):
    def without(self, removed: set[int]) -> Any:
        pa = sys.modules["pyarrow"]
        return self.data.take(pa.array(rows_but(len(self.data), removed), pa.int64()))


class PolarsFrame(Holder):
    def without(self, removed: set[int]) -> Any:
        return self.data[rows_but(len(self.data), removed)]

    def annotated(self, marks: dict[int, dict]) -> Any:
        pl = sys.modules["polars"]
        fields = {"removed": pl.Boolean, "representative_row": pl.UInt64, "representative": pl.String,
                  "kind": pl.String, "resemblance": pl.Float64, "agreement": pl.Float64}
        values = [marks.get(row) for row in range(len(self.data))]
        return self.data.with_columns(pl.Series("facsim", values, dtype=pl.Struct(fields)))


class PandasFrame(Holder):
    def __init__(self, data: Any, columns: list[str]) -> None:
        super().__init__(data)
        if "pyarrow" not in sys.modules:
            self.source = self._rows(columns)

    def _rows(self, columns: list[str]) -> Iterator[dict]:
        present = [name for name in columns if name in self.data.columns]
        isna = sys.modules["pandas"].isna
        for values in zip(*(self.data[name] for name in present)):
            yield {name: None if isna(value) else value
                   for name, value in zip(present, values, strict=True)}

    def without(self, removed: set[int]) -> Any:
        return self.data.iloc[rows_but(len(self.data), removed)]

    def annotated(self, marks: dict[int, dict]) -> Any:
        return self.data.assign(facsim=[marks.get(row) for row in range(len(self.data))])


class PandasSeries(Holder):
    def __init__(self, data: Any) -> None:
        super().__init__(data)
        isna = sys.modules["pandas"].isna
        self.source = (None if isna(value) else value for value in data)

    def without(self, removed: set[int]) -> Any:
        return self.data.iloc[rows_but(len(self.data), removed)]


def mark_type(pa: Any) -> Any:
    """Of the member that annotate() adds, for pyarrow."""
    return pa.struct(
        [("removed", pa.bool_()), ("representative_row", pa.uint64()),
         ("representative", pa.string()), ("kind", pa.string()),
         ("resemblance", pa.float64()), ("agreement", pa.float64())]
    )


def holder_of(data: Any, columns: list[str]) -> Holder:
    """``columns``: those that the core reads, where there are columns."""
    library = type(data).__module__.partition(".")[0]
    name = type(data).__name__
    if library == "polars":
        if name == "LazyFrame":
            raise TypeError("a LazyFrame has no rows yet; give its .collect()")
        return PolarsFrame(data)
    if library == "pandas":
        return PandasFrame(data, columns) if name == "DataFrame" else PandasSeries(data)
    if library == "pyarrow" and name.endswith("Array"):
        return PyArrowArray(data)
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        if "pyarrow" not in sys.modules:
            import pyarrow  # noqa: F401 (whose tables are what is given back)
        return PyArrowTable(data)
    if isinstance(data, (str, bytes)):
        raise TypeError("one text, where rows are wanted; give a list of texts")
    if isinstance(data, dict):
        raise TypeError("a dict is one row; give a list of dicts")
    if isinstance(data, (list, tuple)):
        return ListRows(data)
    return SpilledRows(data)
