# SPDX-License-Identifier: Apache-2.0
"""Counts the links that a crawl skips, and reports them to the store."""

from __future__ import annotations

import logging
import secrets
import threading
import time
import weakref
from typing import Any
from urllib.parse import urlsplit

from ._seen import Seen

logger = logging.getLogger(__name__)

_EVERY_SECONDS = 30.0
# The limit of a report; links of further places are counted together.
_PLACES_MOST = 9_999


def host_of(url: str) -> str:
    """Returns the host of a URL in lower case; empty if there is none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return f"[{host}]" if ":" in host else host


class CrawlCounts:
    """The counts of one crawl that the store does not have yet. Safe to use from any thread.

    A report that was not acknowledged is sent again with the same key, so the store counts it once.
    """

    _of_crawler: weakref.WeakKeyDictionary[Any, CrawlCounts] = weakref.WeakKeyDictionary()

    def __init__(self) -> None:
        self._lock = threading.Lock()  # guards _new
        self._telling = threading.Lock()  # guards _report, _key, _due and told
        self._new: dict[str, dict[str, int]] = {}
        self._report: list[dict[str, Any]] = []
        self._key = ""
        self._due = time.monotonic() + _EVERY_SECONDS
        self.told = 0

    @classmethod
    def of(cls, crawler: Any) -> CrawlCounts:
        return cls._of_crawler.setdefault(crawler, cls())

    def count(self, place: str, what: str) -> None:
        """Counts one link; ``what`` is a name that ``Seen.count_uncrawled`` accepts."""
        with self._lock:
            if place not in self._new and len(self._new) >= _PLACES_MOST:
                place = ""
            counts = self._new.setdefault(place, {})
            counts[what] = counts.get(what, 0) + 1

    def tell_if_due(self, seen: Seen) -> None:
        """Called after each answer of the store, so no timer is needed. Raises nothing."""
        if time.monotonic() < self._due or not self._telling.acquire(blocking=False):
            return
        try:
            self._tell(seen)
        except Exception as error:
            logger.debug("what was left out is told later: %s", error)
        finally:
            self._due = time.monotonic() + _EVERY_SECONDS
            self._telling.release()

    def tell_all(self, seen: Seen) -> None:
        """Sends reports until all links are reported."""
        with self._telling:
            while self._report or self._new:
                self._tell(seen)

    @property
    def untold(self) -> int:
        """The number of links that the store may not have counted yet."""
        with self._lock:
            new = sum(sum(counts.values()) for counts in self._new.values())
        return new + _links(self._report)

    def _tell(self, seen: Seen) -> None:
        if not self._report:
            with self._lock:
                new, self._new = self._new, {}
            self._report = [{"place": place or None, **counts} for place, counts in new.items()]
            self._key = secrets.token_hex(16)
        if not self._report:
            return
        seen.count_uncrawled(self._report, retry_key=self._key)
        self.told += _links(self._report)
        self._report = []


def _links(report: list[dict[str, Any]]) -> int:
    return sum(sum(value for name, value in each.items() if name != "place") for each in report)
