# SPDX-License-Identifier: Apache-2.0
"""Rows in, the same rows without their near-duplicates out, with the reason for each removal."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

from . import _core
from ._frames import Holder, holder_of
from ._profile import Profile, judge_of

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MEMORY_LEAST = 64 << 20
_THREADS_MOST = 1024


def _bytes_of(memory: str | int) -> int:
    if isinstance(memory, int):
        number = memory
    else:
        found = re.fullmatch(r"\s*(\d+)\s*([KMGT]?)(?:i?B)?\s*", memory, re.IGNORECASE)
        if found is None:
            raise ValueError(f"memory={memory!r} is no size such as '4G' or '500M'")
        number = int(found[1]) * _UNITS[found[2].upper()]
    if number < _MEMORY_LEAST:
        raise ValueError(f"memory={memory!r} is below 64M, the least that a run needs")
    return number


class Result:
    """What :func:`dedup` decided.

    ``kept``: the rows that stay, as the kind of thing that came in (of an iterator an iterator).
    ``duplicates``: a row for each removed one: row, id, url, representative_row, representative,
    representative_url, kind, distance, resemblance, resemblance_error, containment,
    containment_reverse, agreement, template, by; the words are those of the command's
    ``duplicates.jsonl``. ``reported``: kept rows that share a part with another kept one.
    ``clusters``: row, id and size of each representative. ``summary``: the counts, as in
    ``summary.json``.
    """

    def __init__(self, holder: Holder, found: dict) -> None:
        self.duplicates: _core.Table = found["duplicates"]
        self.reported: _core.Table = found["reported"]
        self.clusters: _core.Table = found["clusters"]
        self.summary: dict[str, Any] = json.loads(found["summary"])
        self._holder = holder

    @property
    def removed_rows(self) -> list[int]:
        """The numbers of the removed rows, ascending."""
        return self.duplicates.column("row").to_list()

    @property
    def kept(self) -> Any:
        return self._holder.without(set(self.removed_rows))

    def __repr__(self) -> str:
        pages = self.summary["pages_read"]
        return f"<facsim.Result: {len(self.duplicates):,} of {pages:,} pages removed>"


def _told(progress: object) -> Callable[[str, int, int], None] | None:
    if progress is None or progress is False:
        return None
    if callable(progress):
        return progress

    def to_stderr(stage: str, pages: int, of: int) -> None:
        share = f" {pages / of:4.0%}" if of else ""
        sys.stderr.write(f"\rfacsim: {stage}: {pages:,} pages{share}\x1b[K")
        sys.stderr.flush()

    return to_stderr


def _run(
    data: Any,
    *,
    text: str,
    html: str | None,
    id: str | None,
    url: str | None,
    time: str | None,
    text_part: str,
    profile: str | Profile,
    min_resemblance: float | None,
    keep: str,
    scope: str,
    remove: Sequence[str],
    memory: str | int,
    threads: int | None,
    tmp: str | os.PathLike | None,
    progress: object,
) -> tuple[Holder, dict]:
    if isinstance(remove, str):
        remove = remove.split(",")
    if min_resemblance is not None or text_part != "main":
        if isinstance(profile, Profile):
            raise ValueError("min_resemblance, text_part: give them to facsim.Profile(...)")
        if not isinstance(profile, str):
            raise TypeError(f"profile is a name or a facsim.Profile, not {type(profile).__name__}")
        profile = Profile(profile, min_resemblance=min_resemblance, text_part=text_part)
    count = os.cpu_count() or 1 if threads is None else threads
    if not 1 <= count <= _THREADS_MOST:
        raise ValueError(f"threads={threads} is not from 1 to {_THREADS_MOST:,}")
    field = keep.removeprefix("field:") if keep.startswith("field:") else None
    names = [name for name in (text, html, id, url, time, field) if name]
    holder = holder_of(data, names)
    fields = _core.RowFields(
        text=text, html=html or "", id=id or "", url=url or "", time=time or ""
    )
    told = _told(progress)
    try:
        found = _core.dedup(
            holder.source,
            judge_of(profile),
            fields,
            keep,
            scope,
            list(remove),
            _bytes_of(memory),
            count,
            os.fspath(tmp) if tmp is not None else tempfile.gettempdir(),
            told,
        )
    finally:
        if told is not None and not callable(progress):
            sys.stderr.write("\r\x1b[K")
    return holder, found


def dedup(
    data: Any,
    *,
    text: str = "text",
    html: str | None = None,
    id: str | None = None,
    url: str | None = None,
    time: str | None = None,
    text_part: str = "main",
    profile: str | Profile = "balanced",
    min_resemblance: float | None = None,
    keep: str = "first",
    scope: str = "all",
    remove: Sequence[str] = ("exact", "content"),
    memory: str | int = "4G",
    threads: int | None = None,
    tmp: str | os.PathLike | None = None,
    progress: object = None,
) -> Result:
    """Finds near-duplicate rows; every removal is verified against the row that stays.

    ``data``: a list or iterable of str, bytes, dict or None, or a table of pyarrow, polars or
    pandas, or any Arrow stream, of which the kept rows are a pyarrow table. An iterable is read once, and its rows are
    put into a file until they are asked for.
    ``text``, ``html``, ``id``, ``url``, ``time``: which member or column is what. Where a row has an
    ``html`` it is an HTML page, else its ``text`` is judged. Rows without either are kept.
    ``text_part``: "main" (the main text of HTML) or "all".
    ``profile``: compact, balanced, strict, thorough, or a :class:`Profile`.
    ``min_resemblance``: the least Jaccard resemblance, 0 to 1, of a duplicate.
    ``keep``: which of several duplicates stays: first, last, longest, newest, oldest (by ``time``),
    shortest-url, canonical, or field:NAME (the highest number).
    ``scope``: "all", or "host": pages of different hosts are never compared.
    ``remove``: the kinds that go: exact, content, layout, partial; others are only reported.
    ``memory``: a limit such as "4G", at least "64M"; more goes to files in ``tmp``.
    ``threads``: default all. Neither changes the result.
    ``progress``: True (a line on standard error), or a function of (stage, pages, pages in all).

    Raises ``facsim.Error`` and its classes, TypeError for what is no text, KeyError for a column
    that is not there. Ctrl-C ends the call within a second.
    """
    settings = dict(locals())
    holder, found = _run(settings.pop("data"), **settings)
    return Result(holder, found)


def annotate(data: Any, **settings: Any) -> Any:
    """The same rows with a member ``facsim``, which says of each duplicate what it repeats.

    It has removed, representative_row, representative, kind, resemblance and agreement, and is null
    where a row repeats no other. Settings are those of :func:`dedup`.
    """
    defaults = {
        name: parameter.default
        for name, parameter in _signature_of_dedup().items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    unknown = set(settings) - set(defaults)
    if unknown:
        raise TypeError(f"annotate() has no argument {sorted(unknown)[0]!r}")
    holder, found = _run(data, **(defaults | settings))
    marks: dict[int, dict] = {}
    for removed, table in ((True, found["duplicates"]), (False, found["reported"])):
        for row in table:
            marks[row["row"]] = {
                "removed": removed,
                "representative_row": row["representative_row"],
                "representative": row["representative"],
                "kind": row["kind"],
                "resemblance": row["resemblance"],
                "agreement": row["agreement"],
            }
    return holder.annotated(marks)


def _signature_of_dedup() -> Any:
    import inspect

    return inspect.signature(dedup).parameters
