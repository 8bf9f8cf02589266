# SPDX-License-Identifier: Apache-2.0
"""Rows in, the same rows without their near-duplicates out, with the reason for each removal."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._frames import ANNOTATION, holder_of
from ._holders import ListRows, Marks
from ._named import named, unknown_setting
from ._profile import Profile
from ._result import Result, Work, warn
from ._run_settings import RunSettings
from ._settings import fields_of, name_of, progress_of, threads_of, told_by

_COLUMNS = ("text", "html", "id", "url", "time", "status", "judged_status")


def _run(
    data: Any, given: Mapping[str, Any], *, stacklevel: int, annotates: bool = False
) -> tuple[Work, dict]:
    """``given``: the keyword arguments of dedup(). ``stacklevel`` is that of the caller of the
    caller of this function, who gets the warnings.
    """
    settings = RunSettings.of(given)
    matches = given["matches"]
    if not isinstance(matches, str):
        raise TypeError(f"matches is a str, not {type(matches).__name__}")
    # Holding the rows may take long, so all else is checked before.
    settings.check_words(matches=matches, of_files=True)
    threads, progress = threads_of(given["threads"]), progress_of(given["progress"])
    fields = fields_of(**{name: given[name] for name in _COLUMNS})
    counted = name_of("count_by", given["count_by"])
    text, html, id, url, time, status, _ = (given[name] for name in _COLUMNS)
    kept_by = settings.keep_fields
    besides = [name for name in (html, id, url, time, status, *kept_by, counted) if name]
    numbers = [name for name in (time, status, *kept_by) if name]
    holder = holder_of(data, [text, *besides], fields, settings.tmp_folder, numbers)
    if isinstance(holder, ListRows):
        holder.require_members(besides)
    try:
        run = settings.run(
            threads=threads, matches=matches, of_files=holder.of_files,
            annotates=annotates, count_by=counted,
        )  # fmt: skip
        call = run.of_files if holder.of_files else run.of_rows
        with told_by(progress) as told:
            found = call(
                holder.source,
                fields,
                told,
                lambda sentence: warn([sentence], stacklevel=stacklevel + 2),
            )
        holder.done()
    except BaseException:
        # The traceback holds this frame, and so the folder of the run.
        run = call = None
        holder.close()
        raise
    return Work(holder, run, settings.profile, text, html, fields), found


def _warnings_of(summary: dict[str, Any]) -> list[str]:
    """With the one that the core leaves out where no row at all could be judged."""
    too_large = summary["skipped"].get("too_large", 0)
    sentences = list(summary["warnings"])
    if too_large and not any("too_large" in sentence for sentence in sentences):
        sentences.append(f"left out: too_large {too_large} (see page_max)")
    return sentences


@named
def dedup(
    data: Any,
    *,
    text: str = "text",
    html: str | None = None,
    id: str | None = None,
    url: str | None = None,
    time: str | None = None,
    status: str | None = None,
    judged_status: str | None = None,
    text_part: str = "main",
    profile: str | Profile = "balanced",
    min_resemblance: float | None = None,
    min_containment_to_remove: float | None = None,
    names: bool = True,
    keep: str | Sequence[str] = "first",
    scope: str = "all",
    remove: str | Sequence[str] = ("exact", "content"),
    memory: str | int = "4G",
    threads: int | None = None,
    tmp: str | os.PathLike | None = None,
    progress: bool | Callable[[str, int, int], object] | None = None,
    matches: str = "all",
    page_max: str | int = "16M",
    count_by: str | None = None,
) -> Result:
    """Finds near-duplicate rows; every removal is verified against the row that stays.

    ``data``: a list or iterable of str, bytes, dict or None; a table or column of pyarrow, polars,
    pandas or NumPy; a DuckDB relation; a ``datasets.Dataset``; any other Arrow stream, of which the
    kept rows are a pyarrow table; or a ``pathlib.Path`` or a list of these: files and folders, read
    as the command reads them (a str is a text, never a path). An iterable is read once, and its
    rows lie in a file without a name in ``tmp`` until they are asked for: they must be picklable.
    ``text``, ``html``, ``id``, ``url``, ``time``: which member or column is what. Where a row has
    an ``html`` it is an HTML page, else its ``text`` is judged. Rows without either are kept. In
    files html, id and url are the members of these names if nothing else is said.
    ``status``: which one is the HTTP status (archives say it themselves): a row of 400 or above
    never stays in the place of one below. ``judged_status``: such as "200,300-399"; rows of other
    statuses are kept and not judged, rows without one are judged.
    ``text_part``: "main" (the main text of HTML) or "all".
    ``profile``: compact, balanced, strict or thorough, or a :class:`Profile`.
    ``min_resemblance``: the least Jaccard resemblance, 0 to 1, of a duplicate.
    ``names``: HTML pages of one site whose names tell them apart (one uses a word of its title,
    heading or path that the other does not use) are two, and both are kept; False turns this off.
    ``min_containment_to_remove``: where ``remove`` names layout or partial, the least share of a
    page in the other, 0 to 1, for which it is removed; pages below it are only reported.
    ``keep``: which of several duplicates stays: first, last, longest, newest, oldest (by ``time``),
    shortest-url, canonical, input (of the earlier path), or field:NAME (the highest number). A list
    of these, or one text with commas, has several keys: a later one decides where the earlier tie.
    ``scope``: "all", or "host": pages of different hosts are never compared; of files also "file".
    ``remove``: the kinds that go: exact, content, layout, partial; others are only reported.
    ``memory``: a limit such as "4G", at least "64M"; more goes to files in ``tmp``, a folder, by
    default the system's. ``threads``: by default all. These change no result.
    ``progress``: True (a line on standard error), or a function of (stage, pages, pages in all).
    ``matches``: which pairs are kept for :meth:`Result.recluster`, in a file in ``tmp`` as long as
    the result lives: "all" candidates, up to 64 a page; "leaders", those that the run had to judge,
    which are fewer; or "none".
    ``page_max``: rows of more bytes are compared by their raw bytes alone, up to 64 times as many;
    those without an equal are kept, and a warning says so.
    ``count_by``: a member or column whose values are counted apart, as ``summary["by_value"]``:
    pages, kept, removed, reported and skipped, for each of the first 10,000 values, and for all
    others together. After :meth:`Result.recluster` it is None.

    What is worth a warning is in ``summary["warnings"]`` and goes to Python's ``warnings`` as
    ``facsim.errors.RunWarning``. Raises ``facsim.Error`` and its classes, TypeError for what is no
    text, KeyError for a column that is not there; what an iterator raises comes out unchanged.
    Ctrl-C ends the call within a second.
    """
    given: dict[str, Any] = dict(locals())
    work, found = _run(given.pop("data"), given, stacklevel=3)
    result = Result(work, found)
    warn(_warnings_of(result.summary), stacklevel=3)
    return result


def annotate(data: Any, **settings: Any) -> Any:
    """The same rows with a member ``facsim``, which says of each what became of it and why.

    It has the members of ``facsim dedup --mode annotate``, with the same values: removed, cluster
    (the label of the representative; None where nothing repeats a row), kind, representative,
    representative_url, representative_file, representative_offset, in_index, distance,
    resemblance, resemblance_error, containment, agreement, template, judged,
    payload_identical, status, representative_status, kept_apart and name_words. Those from kind on are of the row that this
    one repeats, wholly or in part, and None where it repeats none; status is the row's own.

    Rows in memory have no file: representative_file and representative_offset are None, and
    representative_row is the number of that row. A row without an id is called by its number. Of
    paths it gives an iterator of pages as dicts, without representative_row. Settings are those of
    :func:`dedup`.
    """
    defaults = {
        name: parameter.default
        for name, parameter in inspect.signature(dedup).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    for name in settings:
        if name not in defaults:
            raise unknown_setting("annotate", name, defaults)
    given: dict[str, Any] = defaults | {"matches": "none"} | settings
    work, found = _run(data, given, annotates=True, stacklevel=2)
    warn(_warnings_of(json.loads(found["summary"])), stacklevel=2)
    of_files = work.holder.of_files
    plain: dict[str, Any] = dict.fromkeys(ANNOTATION) | {"removed": False}
    marks = Marks(plain if of_files else plain | {"representative_row": None})
    for place, other, said in found["annotations"]:
        mark = json.loads(said)
        if not of_files:
            mark |= {"representative_file": None, "representative_offset": None,
                     "representative_row": other}  # fmt: skip
        marks.said[place] = mark
    return work.holder.annotated(marks)
