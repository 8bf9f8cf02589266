# SPDX-License-Identifier: Apache-2.0
"""The pages of files, whatever they are, and what a page says."""

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
    """The pages that :func:`read_pages` finds, one dict after the other.

    ``counts``: files, records_read, pages_read, bytes_read, and ``skipped``: how many records gave
    no page, by reason. ``warnings``: a sentence each, what was left out of folders, which files are
    damaged, and after the end what was skipped and where the first of each sort stands.
    ``progress``: bytes of the files behind it, and of all. All three are of what was read so far,
    up to 64 pages ahead of what was given. May be shared among threads.
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

    ``paths``: one or several, packed or not; "-" is standard input. ``text``, ``html``, ``id``,
    ``url``, ``time``: fields of JSON records (a dot leads into an object) and columns of tables.
    ``page_max``: bytes; larger pages are skipped. ``profile``, ``recipe``: those of the index that
    the reader is given to. ``tmp``: the folder of a copy of standard input, by default the
    system's.

    Each page is a dict: id, url, title (None where there is none), text (the main text), time (of
    the capture, a datetime in UTC, or None), file and offset of its record; ``with_bytes`` adds
    format ("html" or "text") and bytes, as fetched. What holds no page is skipped and counted
    (:class:`PageReader`). Give the reader itself to ``PageIndex.add`` and ``ask_batch``: they read
    the pages as ``facsim index`` does, with their markup.

    Raises ``NotFoundError``, ``UnsupportedError``, ``IoError`` for what is named and cannot be
    read; the iteration ends with ``NotFoundError`` where no page came and something was not
    readable.
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
    """What a page says.

    ``main_text``: what it is about, without navigation and the like; ``visible_text``: all that a
    reader sees. Neither has the title. ``canonical_url``, ``language``, ``title``: None where the
    page declares none. ``charset``: the encoding that was decoded. ``replaced``: ill-formed
    sequences in it. ``is_cut``: the markup passed a limit, and its end is missing.
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
    """What an HTML page says: title, main text, all visible text and more (:class:`Document`).

    ``html``: as fetched, bytes in any encoding, or decoded. ``url``: where it came from, for links
    that are relative. ``charset``, ``media_type``: what the HTTP header says. A page of the type
    "application/xhtml+xml" is XHTML, and so is one of no type that begins with an XML declaration
    (``<?xml``). Strange bytes are no error: they are read as a browser would.
    """
    if not isinstance(html, (str, bytes)):
        raise TypeError(f"a page is str or bytes, not {type(html).__name__}")
    if isinstance(media_type, str):
        media_type = media_type.partition(";")[0].strip().lower()
    names = [("url", url), ("charset", charset), ("media_type", media_type)]
    return Document(**_core.extract(html, *(name_of(what, name) for what, name in names)))
