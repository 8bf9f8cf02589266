# SPDX-License-Identifier: Apache-2.0
"""The figures of a batch of rows as a column beside them, for map() of datasets and the like."""

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
    """The column as pyarrow has it, where it is one of pyarrow's; else None."""
    pa = sys.modules.get("pyarrow")
    if pa is None:
        return None
    if isinstance(getattr(getattr(column, "dtype", None), "pyarrow_dtype", None), pa.DataType):
        column = pa.array(column)
    return column if isinstance(column, (pa.Array, pa.ChunkedArray)) else None


def _inner(column: Any, name: str) -> Any:
    """The members to which a name leads in a column of structs or dicts; None: there are none."""
    arrow = _arrow_of(column)
    if arrow is not None:
        if str(arrow.type) == "null":
            return arrow
        way = way_to([*arrow.type], name) if is_struct(arrow.type) else None
        return None if way is None else values_at(arrow, way)
    if type(column).__module__.partition(".")[0] == "polars":
        return _inner_of_polars(column, name)
    # Values of Python have no schema: that a name leads nowhere is what another value there says.
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
    """The column, or the members of a column of structs that a dot leads to."""
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
    """The same batch with a struct column ``facsim``: the figures of each row by itself.

    Its members are fingerprint (uint64, null for a text too short), digest (16 bytes), units and
    text_bytes, as :func:`facts` has them. No row is compared with another: a batch holds a part of
    the rows, and what repeats a row of another batch would stay unseen. Rows are compared by
    :func:`dedup` and :func:`annotate`, which want all of them.

    ``batch``: a pyarrow table or record batch, a frame of polars or pandas, or a dict of columns;
    the same comes out. ``text``: the column of texts; or ``html``: that of HTML pages; a dot leads
    into a struct. For example
    ``ds.with_format("arrow").map(facsim.annotate_batch, batched=True, num_proc=2)``; other settings
    go into ``fn_kwargs``. Raises KeyError for a column that is not there, TypeError for what is no
    text.
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
