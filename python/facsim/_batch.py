# SPDX-License-Identifier: Apache-2.0
"""The figures of a batch of rows as a column beside them, for map() of datasets and the like."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from . import _core
from ._frames import texts_of
from ._holders import names_along, value_at
from ._named import named
from ._profile import Profile, judge_of
from ._recipe import Recipe

_NAMES = ("fingerprint", "digest", "units", "text_bytes")


def _texts(batch: Any, names: Any, name: str) -> Any:
    """The column, or the members of a column of structs that a dot leads to."""
    for first, rest in names_along(name):
        if first not in names:
            continue
        column = batch[first]
        if not rest:
            return texts_of(column)
        rows = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
        found = [value_at(row, rest) if isinstance(row, Mapping) else (False, None) for row in rows]
        if not rows or any(is_there for is_there, _ in found):
            return [value for _, value in found]
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
        rows = _figures(_texts(batch, list(batch.columns), name), judge, html is not None)
        return batch.assign(facsim=rows)
    kind = type(batch).__name__
    raise TypeError(f"a batch is a table, a frame or a dict of columns, not {kind}")
