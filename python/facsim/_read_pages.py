# SPDX-License-Identifier: Apache-2.0
"""Readers of the pages in files of any supported format, and of the content of one page."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from . import _core
from ._named import named
from ._profile import Profile, judge_of
from ._recipe import Recipe
from ._settings import name_of, path_of, tmp_of, whole

_BYTES_MOST = 1 << 40


class PageReader(Iterator):
    """An iterator over the pages that :func:`read_pages` finds, each of them a dict.

    ``counts``: files, records_read, pages_read, bytes_read, and ``skipped``, the number of records
    without a page by reason. ``warnings``: sentences about files left out of folders and damaged
    files, and after the end about skipped records and the place of the first of each sort.
    ``progress``: the bytes of the files read so far, and of all files. All three include up to 64
    pages that were read but not returned yet. Safe to share among threads.
    """

    def __init__(self, reader: _core.PageReader, with_bytes: bool) -> None:
        self._reader = reader
        self._with_bytes = with_bytes

    def __iter__(self) -> PageReader:
        return self

    def __next__(self) -> dict[str, Any]:
        page = self._reader.next(self._with_bytes)
        if page is None:
            raise StopIteration
        page["time"] = _time_of(page["time"])
        return page

    @property
    def counts(self) -> dict[str, Any]:
        return self._reader.counts

    @property
    def warnings(self) -> list[str]:
        return list(self._reader.warnings)

    @property
    def progress(self) -> tuple[int, int]:
        return self._reader.progress

    def __repr__(self) -> str:
        counts = self.counts
        skipped = sum(counts["skipped"].values())
        read = f"{counts['pages_read']:,} pages read"
        return f"<facsim.PageReader: {read}, {skipped:,} records skipped>"


def _time_of(seconds: int | None) -> datetime.datetime | None:
    if seconds is None:
        return None
    try:
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    except (OverflowError, ValueError):  # a year that Python does not have
        return None


@named
def read_pages(
    paths: str | os.PathLike | Iterable[str | os.PathLike],
    *,
    text: str = "text",
    html: str = "html",
    id: str = "id",
    url: str = "url",
    time: str | None = None,
    page_max: int = 16 << 20,
    with_bytes: bool = False,
    profile: str | Profile = "balanced",
    recipe: str | Recipe | None = None,
    tmp: str | os.PathLike | None = None,
) -> PageReader:
    """Reads the pages of files and folders lazily: JSON lines, tables, WARC, ARC, HTML and texts.

    ``paths``: one path or several, of files compressed or not; "-" is standard input. ``text``,
    ``html``, ``id``, ``url``, ``time``: fields of JSON records (a dot leads into an object) and
    columns of tables; default: the fields of these names, and no time. ``page_max``: the largest
    page in bytes (default: 16 MiB); larger pages are skipped. ``profile``, ``recipe``: those of the
    index that gets the reader. ``tmp``: the folder for a copy of standard input; default: that of
    the system.

    Returns a :class:`PageReader`. Each page is a dict: id, url, title (None if the page has none),
    text (the main text), time (of the capture, a datetime in UTC, or None), file and offset of its
    record; ``with_bytes=True`` adds format ("html" or "text") and bytes, as fetched. Records
    without a page are skipped and counted. Pass the reader itself to ``PageIndex.add`` and
    ``ask_batch``: they read the pages as ``facsim index`` does, with their markup.

    Raises ``NotFoundError``, ``UnsupportedError``, ``IoError`` for a named path that cannot be
    read. The iteration ends with ``NotFoundError`` if no page was found and a file was unreadable.
    """
    if isinstance(paths, (str, bytes, os.PathLike)):
        paths = [paths]
    elif not isinstance(paths, Iterable):
        raise TypeError(f"paths are paths of files and folders, not {type(paths).__name__}")
    inputs = [path_of(path, "a path of read_pages()") for path in paths]
    if not inputs:
        raise ValueError("read_pages() needs the path of a file or a folder")
    reader = _core.PageReader(
        inputs,
        name_of("text", text),
        name_of("html", html),
        name_of("id", id),
        name_of("url", url),
        name_of("time", time),
        whole("page_max", page_max, 1, _BYTES_MOST),
        judge_of(profile, recipe),
        tmp_of(tmp),
    )
    return PageReader(reader, bool(with_bytes))


@dataclass(frozen=True)
class Document:
    """The content of an HTML page.

    ``main_text``: the subject of the page, without navigation and the like. ``visible_text``: all
    text that a reader sees. Neither contains the title. ``canonical_url``, ``language``, ``title``:
    None if the page does not declare it. ``charset``: the encoding that was decoded. ``replaced``:
    the number of ill-formed sequences in it. ``is_cut``: True if the markup passed a limit and its
    end is missing.
    """

    title: str | None
    main_text: str
    visible_text: str
    canonical_url: str | None
    language: str | None
    charset: str | None
    replaced: int
    is_cut: bool


@named
def extract(
    html: str | bytes,
    url: str | None = None,
    *,
    charset: str | None = None,
    media_type: str | None = None,
) -> Document:
    """Extracts the title, the main text, all visible text and more from an HTML page.

    ``html``: the page as fetched, bytes in any encoding, or decoded. ``url``: its address, to
    resolve relative links. ``charset``, ``media_type``: the values of the HTTP header. A page of
    the type "application/xhtml+xml" is XHTML; so is a page without a type that begins with an XML
    declaration (``<?xml``). Returns a :class:`Document`. Malformed bytes are not an error: they are
    read as a browser does. Raises TypeError if ``html`` is not str or bytes.
    """
    if not isinstance(html, (str, bytes)):
        raise TypeError(f"a page is str or bytes, not {type(html).__name__}")
    if isinstance(media_type, str):
        media_type = media_type.partition(";")[0].strip().lower()
    names = [("url", url), ("charset", charset), ("media_type", media_type)]
    return Document(**_core.extract(html, *(name_of(what, name) for what, name in names)))
