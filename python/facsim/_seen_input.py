# SPDX-License-Identifier: Apache-2.0
"""Checks of the arguments of a store's calls: pages, rows of pages, names and times."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from ._frames import rows_of
from ._holders import names_along
from ._read_pages import PageReader
from ._seen_back import COUNTS, Counts
from ._settings import name_of, whole
from .errors import InvalidArgumentError

_NAME_BYTES_MOST = 255
_REPORT_MOST = 10_000
_COUNT_MOST = (1 << 53) - 1


def short_name(what: str, name: str) -> str:
    """Returns the name of a crawl or a key; empty means none. Raises if it is too long."""
    if len(name_of(what, name).encode()) > _NAME_BYTES_MOST:
        raise InvalidArgumentError(f"{what} has 1 to {_NAME_BYTES_MOST} bytes")
    return name


def row_of(page: Any, text: Any, html: Any, id: Any, url: Any) -> Any:
    """Returns a page as a row for the core. Raises TypeError if it is missing or given twice."""
    if page is not None and (text is not None or html is not None):
        raise TypeError("the page is given twice; give a page, or text= or html=")
    if text is not None and html is not None:
        raise TypeError("the page is given twice; give text= or html=")
    if page is None:
        if text is None and html is None:
            raise TypeError("a page is missing; give one, or text= or html=")
        page = {"text": text} if html is None else {"html": html}
    if id is None and url is None:
        return page
    row = dict(page) if isinstance(page, Mapping) else {"text": page}
    return row | {name: value for name, value in (("id", id), ("url", url)) if value is not None}


def rows_of_pages(pages: Any, names: list[str]) -> Any:
    """Returns rows for the core; not all of the columns need exist."""
    if isinstance(pages, PageReader):
        return pages._reader
    there = getattr(pages, "column_names", getattr(pages, "columns", None))
    if there is not None:
        known = set(map(str, there))
        names = [
            name for name in names if any(first in known for first, _ in names_along(name))
        ] or names
    return rows_of(pages, names)


def counts_of(counts: Iterable[Mapping[str, Any]]) -> list[Counts]:
    """Checks a report of skipped links, and returns the counts of each place."""
    report: list[Counts] = []
    for each in counts:
        unknown = sorted(set(each) - {"place", *COUNTS})
        if unknown:
            raise InvalidArgumentError(
                f"'{unknown[0]}' is not counted of a place; known are place, {', '.join(COUNTS)}"
            )
        if "place" not in each:
            raise InvalidArgumentError("a place is missing; None stands for all others")
        place = "" if each["place"] is None else name_of("place", each["place"])
        links, by_rules, led, back = (
            whole(name, each.get(name, 0), 0, _COUNT_MOST) for name in COUNTS
        )
        report.append((place, links, by_rules, led, back))
    if len(report) > _REPORT_MOST:
        raise InvalidArgumentError(f"a report has at most {_REPORT_MOST:,} places")
    return report


def moment_of(before: str | datetime.datetime | None) -> str:
    """Returns a time in UTC as in RFC 3339; empty for None."""
    if before is None:
        return ""
    if isinstance(before, datetime.datetime):
        if before.tzinfo is None:
            raise ValueError("before has no time zone; give one, such as datetime.timezone.utc")
        moment = before.astimezone(datetime.timezone.utc)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if not isinstance(before, str):
        raise TypeError(f"before is a time or a str, not {type(before).__name__}")
    if not before:
        raise ValueError("before is empty; write 2026-11-22T08:00:00Z")
    return before
