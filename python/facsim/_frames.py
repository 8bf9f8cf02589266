# SPDX-License-Identifier: Apache-2.0
"""Holders of rows of each supported library: what the core reads, and the rows without some.

Each holder gives back rows of the type that came in. As a rule, no library is imported that the
caller has not imported.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from . import _core
from ._holders import (
    FilePages,
    Holder,
    ListRows,
    Marks,
    names_along,
    paths_of,
    require_free,
    rows_but,
)
from ._spill import SpilledRows

# The types of the members that annotate() adds, by their names in pyarrow and in polars.
_KINDS = {"text": ("string", "String"), "whole": ("uint32", "UInt32"), "real": ("float64", "Float64"),
          "flag": ("bool_", "Boolean")}  # fmt: skip
_PLACE = ("uint64", "UInt64")
# The members that the command adds, and the kinds of their values; kinds of lists end in an s.
ANNOTATION: dict[str, str] = dict(_core.annotation_members())


def _marks(library: Any, which: int) -> dict[str, Any]:
    """Returns the name and type of each member, with the representative_row of rows in memory."""
    types = {}
    for name, kind in ANNOTATION.items():
        words = _PLACE if name.endswith("_offset") else _KINDS[kind.removesuffix("s")]
        plain = getattr(library, words[which])()
        many = library.list_ if which == 0 else library.List
        types[name] = many(plain) if kind.endswith("s") else plain
    return types | {"representative_row": getattr(library, _PLACE[which])()}


def _mark_type(pa: Any) -> Any:
    return pa.struct(list(_marks(pa, 0).items()))


def _present(wanted: list[str], there: Any) -> list[str] | None:
    """Returns the columns to read, whole structs included; None (read all) if a column is missing.

    The core then reports which columns exist.
    """
    known = set(there)
    columns: list[str] = []
    for name in wanted:
        found = [first for first, _ in names_along(name) if first in known]
        if not found:
            return None
        columns += found
    return list(dict.fromkeys(columns))


def _rows_of_columns(names: list[str], columns: list[Any]) -> Iterator[dict]:
    for row in zip(*columns, strict=True):
        yield dict(zip(names, row, strict=True))


def _mask(pa: Any, count: int, removed: set[int]) -> Any:
    stays = [True] * count
    for row in removed:
        stays[row] = False
    return pa.array(stays, pa.bool_())


def _arrow_rows(data: Any, removed: set[int]) -> Any:
    """Returns a table, batch or array without the removed rows."""
    pa = sys.modules["pyarrow"]
    try:
        return data.filter(_mask(pa, len(data), removed))
    except pa.ArrowNotImplementedError:  # some types, such as string_view, have no filter
        pass
    bounds = [-1, *sorted(removed), len(data)]
    pieces = [data.slice(a + 1, b - a - 1) for a, b in zip(bounds, bounds[1:]) if b - a > 1]
    if not pieces:
        return data.slice(0, 0)
    if isinstance(data, pa.Table):
        return pa.concat_tables(pieces)
    if isinstance(data, pa.RecordBatch):
        return pa.concat_batches(pieces)
    if isinstance(data, pa.ChunkedArray):
        return pa.chunked_array([chunk for piece in pieces for chunk in piece.chunks], data.type)
    return pa.concat_arrays(pieces)


class PyArrowTable(Holder):
    def __init__(self, data: Any) -> None:
        pa = sys.modules["pyarrow"]
        if not isinstance(data, (pa.Table, pa.RecordBatch)):
            data = pa.table(data)  # a stream can be read only once
        super().__init__(data)

    def without(self, removed: set[int]) -> Any:
        return _arrow_rows(self.data, removed)

    def annotated(self, marks: Marks) -> Any:
        require_free(self.data.schema.names)
        pa = sys.modules["pyarrow"]
        values = [marks.at(row) for row in range(self.data.num_rows)]
        return self.data.append_column("facsim", pa.array(values, _mark_type(pa)))

    def row(self, number: int) -> dict:
        return self.data.slice(number, 1).to_pylist()[0]


class PyArrowArray(Holder):
    def without(self, removed: set[int]) -> Any:
        return _arrow_rows(self.data, removed)

    def row(self, number: int) -> Any:
        return self.data[number].as_py()


# Types that DuckDB converts to Arrow with other bits or not at all, but can cast to text.
_DUCK_ALONE = ("UHUGEINT", "BIGNUM", "VARINT", "BIT")


class DuckRelation(PyArrowTable):
    """Read once into an Arrow table: a second query may give its rows in another order."""

    stays = "a relation of DuckDB belongs to its connection; give its .to_arrow_table()"

    def __init__(self, data: Any, columns: list[str], numbers: list[str]) -> None:
        if "pyarrow" not in sys.modules:
            import pyarrow  # noqa: F401 (DuckDB needs it to make the table)
        texts = {}
        for number, (name, kind) in enumerate(zip(data.columns, data.types, strict=True)):
            if name in columns and str(kind) in _DUCK_ALONE:
                quoted = name.replace('"', '""')
                as_what = "DOUBLE" if name in numbers else "VARCHAR"
                texts[f"facsim_text_{number}"] = (name, f'CAST("{quoted}" AS {as_what})')
        made = "".join(f", {cast} AS {also}" for also, (_, cast) in texts.items())
        table = (data.project("*" + made) if made else data).to_arrow_table()
        super().__init__(table.drop_columns(list(texts)) if made else table)
        for also, (name, _) in texts.items():
            at = self.source.schema.get_field_index(name)
            self.source = self.source.set_column(at, name, table.column(also))
        self._relation = data

    def _of_its_connection(self, facsim_rows: Any) -> Any:
        # DuckDB finds the local variable facsim_rows by its name.
        return self._relation.query("facsim_source", "SELECT * FROM facsim_rows")

    def without(self, removed: set[int]) -> Any:
        return self._of_its_connection(super().without(removed))

    def annotated(self, marks: Marks) -> Any:
        return self._of_its_connection(super().annotated(marks))


class HubDataset(Holder):
    """A datasets.Dataset, read in batches, with any format and any indices."""

    def __init__(self, data: Any, columns: list[str]) -> None:
        super().__init__(data)
        pa = sys.modules["pyarrow"]  # imported by datasets
        names = _present(columns, data.column_names)
        view = data.with_format("arrow")
        view = view if names is None else view.select_columns(names)

        def batches() -> Iterator[Any]:
            for table in view.iter(batch_size=1000):
                yield from table.to_batches()

        self.source = pa.RecordBatchReader.from_batches(view.features.arrow_schema, batches())

    def without(self, removed: set[int]) -> Any:
        return self.data.select(rows_but(len(self.data), removed))

    def annotated(self, marks: Marks) -> Any:
        require_free(self.data.column_names)
        pa = sys.modules["pyarrow"]
        values = pa.array([marks.at(row) for row in range(len(self.data))], _mark_type(pa))
        return self.data.add_column("facsim", values)

    def row(self, number: int) -> dict:
        return self.data.with_format(None)[number]


class PolarsFrame(Holder):
    def __init__(self, data: Any, columns: list[str]) -> None:
        super().__init__(data)
        # Only the wanted columns: some types of other columns cannot be converted to Arrow.
        names = _present(columns, data.columns)
        if names is None:
            return
        self.source = data.select(names)
        objects = sys.modules["polars"].Object
        if any(kind == objects for kind in self.source.dtypes):  # Arrow would give addresses
            self.source = _rows_of_columns(names, [data[name].to_list() for name in names])

    def without(self, removed: set[int]) -> Any:
        return self.data[rows_but(len(self.data), removed)]

    def annotated(self, marks: Marks) -> Any:
        require_free(self.data.columns)
        pl = sys.modules["polars"]
        values = [marks.at(row) for row in range(len(self.data))]
        kind = pl.Struct(_marks(pl, 1))
        return self.data.with_columns(pl.Series("facsim", values, dtype=kind))

    def row(self, number: int) -> dict:
        return self.data.row(number, named=True)


class PolarsSeries(Holder):
    def without(self, removed: set[int]) -> Any:
        return self.data[rows_but(len(self.data), removed)]


def texts_of_pandas(series: Any) -> Iterator[Any]:
    """Yields the values of a series, None for missing ones."""
    pd = sys.modules["pandas"]
    for value in series:
        is_missing = value is pd.NA or value is pd.NaT
        yield None if is_missing or (isinstance(value, float) and value != value) else value


def column_of(frame: Any, name: str) -> Any:
    """Returns a column; the last of several with one name. Names in pandas count as printed."""
    if type(frame).__module__.partition(".")[0] != "pandas":
        return frame[name]
    names = [str(each) for each in frame.columns]
    return frame.iloc[:, len(names) - 1 - names[::-1].index(name)]


class PandasFrame(Holder):
    def __init__(self, data: Any, columns: list[str]) -> None:
        super().__init__(data)
        known = [str(name) for name in data.columns]
        by_name = [_present([name], known) for name in columns]
        self._others: list[str] = []
        if None in by_name:  # the core reports which columns exist
            self._others = known
        found = list(dict.fromkeys(name for names in by_name for name in names or ()))
        # Only the wanted columns: the others may contain any objects.
        table = self._table(found)
        self.source = self._rows(found) if table is None else table

    def _table(self, names: list[str]) -> Any:
        """Returns an Arrow table; None without pyarrow, or if it does not accept a value."""
        pa = sys.modules.get("pyarrow")
        if pa is None:
            return None
        arrays = {}
        for name in self._others:
            arrays[name] = pa.nulls(len(self.data))
        for name in names:
            column = column_of(self.data, name)
            if str(column.dtype).startswith("period"):
                return None  # Arrow has the numbers of periods, a row has their names
            try:
                array = pa.array(column, from_pandas=True)
                # pandas gives a column without any value the type of NaN.
                is_empty = array.null_count == len(array)
                arrays[name] = pa.nulls(len(array)) if is_empty else array
            except (pa.ArrowException, OverflowError, TypeError, ValueError):
                return None  # the core, which reads values one by one, reports the wrong one
        return pa.table(list(arrays.values()), names=list(arrays))

    def _rows(self, names: list[str]) -> Iterator[dict]:
        columns = []
        for name in names:
            column = column_of(self.data, name)
            values = texts_of_pandas(column)
            is_real = getattr(column.dtype, "kind", "") == "f"
            columns.append(map(_spelled, values) if is_real else values)
        return _rows_of_columns(names, columns)

    def without(self, removed: set[int]) -> Any:
        return self.data.iloc[rows_but(len(self.data), removed)]

    def annotated(self, marks: Marks) -> Any:
        require_free(self.data.columns)
        return self.data.assign(facsim=[marks.own(row) for row in range(len(self.data))])

    def row(self, number: int) -> dict:
        names = [str(name) for name in self.data.columns]
        values = texts_of_pandas(self.data.iloc[number, at] for at in range(len(names)))
        return dict(zip(names, values, strict=True))


class _Real(float):
    """A number of a column, printed with the digits that Arrow gives it, for use as an id."""

    def __repr__(self) -> str:
        return _core.text_of_real(self)


def _spelled(value: Any) -> Any:
    return None if value is None else _Real(value)


class PandasSeries(Holder):
    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.source = texts_of_pandas(data)

    def without(self, removed: set[int]) -> Any:
        return self.data.iloc[rows_but(len(self.data), removed)]

    def row(self, number: int) -> Any:
        return next(texts_of_pandas([self.data.iloc[number]]))


class NumPyArray(Holder):
    def __init__(self, data: Any) -> None:
        if data.ndim != 1:
            raise ValueError(f"rows are one column, not an array of {data.ndim} dimensions")
        super().__init__(data)

    def without(self, removed: set[int]) -> Any:
        return self.data[rows_but(len(self.data), removed)]


def texts_of(data: Any) -> Any:
    """Returns a column of texts in a form that the core reads."""
    if type(data).__module__.partition(".")[0] == "pandas" and type(data).__name__ == "Series":
        return texts_of_pandas(data)
    return data


def _library_holder(data: Any, columns: list[str], numbers: list[str]) -> Holder | None:
    """Returns the holder of an object, by the names of its library and class, or None.

    Raises TypeError for objects whose rows do not exist yet or are several data sets.
    """
    library = type(data).__module__.partition(".")[0]
    name = type(data).__name__
    if library == "polars":
        if name == "LazyFrame":
            raise TypeError("a LazyFrame has no rows yet; give its .collect()")
        return PolarsFrame(data, columns) if name == "DataFrame" else PolarsSeries(data)
    if library == "pandas" and name in ("DataFrame", "Series"):
        return PandasFrame(data, columns) if name == "DataFrame" else PandasSeries(data)
    if library == "pyarrow" and name.endswith("Array"):
        return PyArrowArray(data)
    if library == "numpy" and name == "ndarray":
        return NumPyArray(data)
    if library in ("duckdb", "_duckdb") and name == "DuckDBPyRelation":
        return DuckRelation(data, columns, numbers)
    if library == "datasets" and name == "Dataset":
        return HubDataset(data, columns)
    if library == "datasets" and name.endswith("DatasetDict"):
        raise TypeError(f"a {name} has several data sets; give one of them, such as data['train']")
    return None


def _require_rows(data: Any) -> None:
    if not hasattr(data, "__iter__") and not hasattr(data, "__arrow_c_stream__"):
        raise TypeError(f"data is rows or files, not {type(data).__name__}")
    if isinstance(data, (str, bytes)):
        raise TypeError("one text, where rows are wanted; give a list of texts, or a pathlib.Path")
    if isinstance(data, dict):
        raise TypeError("a dict is one row; give a list of dicts")


def holder_of(
    data: Any,
    columns: list[str],
    fields: _core.RowFields,
    tmp: str | None,
    numbers: list[str] | None = None,
) -> Holder:
    """Returns the holder of any supported data.

    ``columns``: the columns that the core reads; ``numbers``: those of them that it reads as
    numbers. Raises TypeError for data without rows.
    """
    paths = paths_of(data)
    if paths is not None:
        return FilePages(paths, fields)
    holder = _library_holder(data, columns, numbers or [])
    if holder is not None:
        return holder
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        if "pyarrow" not in sys.modules:
            import pyarrow  # noqa: F401 (the result is one of its tables)
        return PyArrowTable(data)
    _require_rows(data)
    if isinstance(data, (list, tuple)):
        return ListRows(data)
    return SpilledRows(data, tmp)


def rows_of(data: Any, columns: list[str]) -> Any:
    """Returns what the core reads if the rows are not needed again; an iterator is used up."""
    if paths_of(data) is not None:
        raise TypeError("paths, where rows are wanted; give facsim.read_pages(paths)")
    holder = _library_holder(data, columns, [])
    if holder is not None:
        return holder.source
    _require_rows(data)
    return data
