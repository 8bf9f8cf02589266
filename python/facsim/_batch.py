# SPDX-License-Identifier: Apache-2.0
"""Adds the figures of each row to a batch of rows, for datasets.map() and similar functions."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from . import _core
from ._arrow_columns import is_struct, values_at, way_to
from ._frames import column_of, texts_of
from ._holders import names_along
from ._named import named
from ._profile import Profile, judge_of
from ._recipe import Recipe

_NAMES = ("fingerprint", "digest", "units", "text_bytes")


def _arrow_of(column: Any) -> Any:
    """Returns a pyarrow column, or a pandas column backed by pyarrow, as pyarrow; else None."""
    pa = sys.modules.get("pyarrow")
    if pa is None:
        return None
    if isinstance(getattr(getattr(column, "dtype", None), "pyarrow_dtype", None), pa.DataType):
        column = pa.array(column)
    return column if isinstance(column, (pa.Array, pa.ChunkedArray)) else None


def _inner(column: Any, name: str) -> Any:
    """Returns the members that a name leads to in a column of structs or dicts, or None."""
    arrow = _arrow_of(column)
    if arrow is not None:
        if str(arrow.type) == "null":
            return arrow
        way = way_to([*arrow.type], name) if is_struct(arrow.type) else None
        return None if way is None else values_at(arrow, way)
    if type(column).__module__.partition(".")[0] == "polars":
        return _inner_of_polars(column, name)
    # Python values have no schema; the core decides from the rows whether the member exists.
    rows = [{"value": value} for value in column]
    if _core.missing_members(rows, [f"value.{name}"]):
        return None
    return [_core.member(row, f"value.{name}") for row in rows]


def _inner_of_polars(column: Any, name: str) -> Any:
    if str(column.dtype) == "Null":
        return column
    fields = {field.name: field.dtype for field in getattr(column.dtype, "fields", [])}
    for first, rest in names_along(name):
        if first in fields:
            found = column.struct.field(first)
            found = found if rest is None else _inner_of_polars(found, rest)
            if found is not None:
                return found
    return None


def _texts(batch: Any, names: Any, name: str) -> Any:
    """Returns the column, or the members of a column of structs that a dotted name leads to.

    Raises KeyError with the known columns if nothing is found.
    """
    for first, rest in names_along(name):
        if first not in names:
            continue
        column = column_of(batch, first)
        found = texts_of(column) if rest is None else _inner(column, rest)
        if found is not None:
            return found
    known = ", ".join(map(str, names))
    raise KeyError(f"there is no column {name!r}; the columns are: {known}")


def _figures(texts: Any, judge: _core.Judge, html: bool) -> list[dict]:
    table = _core.facts(texts, judge, html)
    columns = [table.column(name).to_list() for name in _NAMES]
    return [dict(zip(_NAMES, row, strict=True)) for row in zip(*columns, strict=True)]


@named
def annotate_batch(
    batch: Any,
    *,
    text: str = "text",
    html: str | None = None,
    profile: str | Profile = "balanced",
    recipe: str | Recipe | None = None,
) -> Any:
    """Returns the batch with an added struct column ``facsim``: the figures of each row on its own.

    Its members are fingerprint (uint64, null for a short text), digest (16 bytes), units and
    text_bytes, as in :func:`facts`. Rows are not compared with each other: a batch holds only a
    part of the rows, so copies in other batches would be missed. :func:`dedup` and :func:`annotate`
    compare rows, and need all of them.

    ``batch``: a pyarrow table or record batch, a frame of polars or pandas, or a dict of columns.
    The result has the same type. ``text``: the column of texts (default: "text"). ``html``: the
    column of HTML pages, used in its place if given; a dot leads into a struct. ``profile``,
    ``recipe``: as for :func:`fingerprint`. Example:
    ``ds.with_format("arrow").map(facsim.annotate_batch, batched=True, num_proc=2)``; pass other
    settings in ``fn_kwargs``. Raises KeyError for a missing column, TypeError for a value that is
    not a text.
    """
    judge = judge_of(profile, recipe)
    name = html or text
    library = type(batch).__module__.partition(".")[0]
    if isinstance(batch, Mapping):
        rows = _figures(_texts(batch, list(batch), name), judge, html is not None)
        return dict(batch) | {"facsim": rows}
    if library == "pyarrow":
        pa = sys.modules["pyarrow"]
        names = batch.schema.names
        rows = _figures(_texts(batch, names, name), judge, html is not None)
        kind = pa.struct([("fingerprint", pa.uint64()), ("digest", pa.binary()),
                          ("units", pa.uint32()), ("text_bytes", pa.uint64())])  # fmt: skip
        kept = batch.select([other for other in names if other != "facsim"])
        return kept.append_column("facsim", pa.array(rows, kind))
    if library == "polars":
        pl = sys.modules["polars"]
        rows = _figures(_texts(batch, list(batch.columns), name), judge, html is not None)
        kind = pl.Struct({"fingerprint": pl.UInt64, "digest": pl.Binary,
                          "units": pl.UInt32, "text_bytes": pl.UInt64})  # fmt: skip
        return batch.with_columns(pl.Series("facsim", rows, dtype=kind))
    if library == "pandas":
        rows = _figures(_texts(batch, [str(each) for each in batch.columns], name), judge, html is not None)
        return batch.assign(facsim=rows)
    kind = type(batch).__name__
    raise TypeError(f"a batch is a table, a frame or a dict of columns, not {kind}")
