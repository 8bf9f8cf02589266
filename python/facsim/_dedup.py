# SPDX-License-Identifier: Apache-2.0
"""dedup() and annotate(): find near-duplicate rows, with the reason for each removal."""

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
    """Runs dedup() or annotate(). ``given``: the keyword arguments of dedup(). ``stacklevel``: that
    of the caller of the caller of this function, which gets the warnings.
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
        # The traceback keeps this frame alive, and with it the temporary folder of the run.
        run = call = None
        holder.close()
        raise
    return Work(holder, run, settings.profile, text, html, fields), found


def _warnings_of(summary: dict[str, Any]) -> list[str]:
    """Returns the warnings, with the one that the core omits if no row could be judged."""
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
    """Finds near-duplicate rows; every removal is verified against the kept row.

    ``data``: a list or iterable of str, bytes, dict or None; a table or column of pyarrow, polars,
    pandas or NumPy; a DuckDB relation; a ``datasets.Dataset``; any other Arrow stream, whose kept
    rows are returned as a pyarrow table; or a ``pathlib.Path`` or a list of these: files and
    folders, read as by the command (a str is a text, never a path). An iterable is read once, and
    its rows are stored in an unnamed file in ``tmp``, so they must be picklable.
    ``text``, ``html``, ``id``, ``url``, ``time``: the names of the members or columns. A row with
    an ``html`` is an HTML page; otherwise its ``text`` is judged. Rows with neither are kept. For
    files, html, id and url are by default the members of these names.
    ``status``: the name of the member or column with the HTTP status (archives state it
    themselves). A row with status 400 or above is never kept in place of one below 400.
    ``judged_status``: statuses such as "200,300-399". Rows with other statuses are kept and not
    judged; rows without a status are judged.
    ``text_part``: "main" (default: the main text of HTML) or "all".
    ``profile``: compact, balanced (default), strict or thorough, or a :class:`Profile`.
    ``min_resemblance``: the minimum Jaccard resemblance of duplicates, 0 to 1; default: that of the
    profile.
    ``min_containment_to_remove``: if ``remove`` includes layout or partial, the minimum share of a
    page found in the other, 0 to 1, for removal; pages below it are only reported.
    ``names``: True (default) keeps two HTML pages of one site if their names differ (one page uses
    a word of its title, heading or path that the other does not use).
    ``keep``: which of several duplicates is kept: first (default), last, longest, newest, oldest
    (by ``time``), shortest-url, canonical, input (from the earlier path), or field:NAME (the
    highest number). A list of keys, or a str with commas: a later key decides if earlier ones tie.
    ``scope``: "all" (default), or "host": pages of different hosts are never compared. For files
    also "file".
    ``remove``: the kinds to remove, of exact, content, layout, partial (default: exact and
    content); other kinds are only reported.
    ``memory``: a limit such as "4G" (default), at least "64M"; more data goes to files in ``tmp``,
    a folder (default: that of the system). ``threads``: default: all. These change no result.
    ``progress``: True (a line on standard error), or a function of (stage, pages, total pages).
    ``matches``: the pairs saved for :meth:`Result.recluster`, in a file in ``tmp`` that lives as
    long as the result: "all" (default: all candidates, up to 64 a page), "leaders" (only the pairs
    that the run had to judge, which are fewer), or "none".
    ``page_max``: larger rows, up to 64 times as large, are compared by their raw bytes only; those
    without an equal row are kept, with a warning (default: "16M").
    ``count_by``: a member or column; ``summary["by_value"]`` counts pages, kept, removed, reported
    and skipped for each of its first 10,000 values, and for all others together. It is None after
    :meth:`Result.recluster`.

    Returns a :class:`Result`. Warnings are in ``summary["warnings"]`` and are issued as
    ``facsim.errors.RunWarning``. Raises ``facsim.Error`` or a subclass, TypeError for a value that
    is not a text, KeyError for a missing column. Exceptions of an iterator pass through unchanged.
    Ctrl-C ends the call within a second.
    """
    given: dict[str, Any] = dict(locals())
    work, found = _run(given.pop("data"), given, stacklevel=3)
    result = Result(work, found)
    warn(_warnings_of(result.summary), stacklevel=3)
    return result


def annotate(data: Any, **settings: Any) -> Any:
    """Returns all rows with an added member ``facsim``: the decision on each row and its reason.

    The added member has the members of ``facsim dedup --mode annotate``, with the same values:
    removed, cluster (the label of the representative; None if no other row repeats this one), kind,
    representative, representative_url, representative_file, representative_offset, in_index,
    distance, resemblance, resemblance_error, containment, agreement, template, judged,
    payload_identical, status, representative_status, kept_apart and name_words. Those from kind on
    describe the row that this one repeats, wholly or in part, and are None if it repeats none;
    status is the row's own.

    The result has the type of ``data``. Rows in memory have no file: representative_file and
    representative_offset are None, and representative_row is the number of that row. A row without
    an id is named by its number. For paths, the result is an iterator of pages as dicts, without
    representative_row. Settings, defaults and exceptions are those of :func:`dedup`, but
    ``matches`` is "none" by default. TypeError is also raised for a type that cannot get a column,
    and ValueError if a ``facsim`` member exists.
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
