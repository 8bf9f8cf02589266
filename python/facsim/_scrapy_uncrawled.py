# SPDX-License-Identifier: Apache-2.0
"""What a crawl leaves out, told to its store: only the crawler knows it."""

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
# Of a report; those that come later count as others.
_PLACES_MOST = 9_999


def host_of(url: str) -> str:
    """In lower case; empty where there is none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return f"[{host}]" if ":" in host else host


class CrawlCounts:
    """Of one crawl, until the store knows them. All may be called from any thread.

    What is told and not acknowledged is told again, with its key: the store counts it once.
    """

    _of_crawler: weakref.WeakKeyDictionary[Any, CrawlCounts] = weakref.WeakKeyDictionary()

    def __init__(self) -> None:
        self._lock = threading.Lock()  # of _new
        self._telling = threading.Lock()  # of all below
        self._new: dict[str, dict[str, int]] = {}
        self._report: list[dict[str, Any]] = []
        self._key = ""
        self._due = time.monotonic() + _EVERY_SECONDS
        self.told = 0

    @classmethod
    def of(cls, crawler: Any) -> CrawlCounts:
        return cls._of_crawler.setdefault(crawler, cls())

    def count(self, place: str, what: str) -> None:
        """One link more; ``what`` as ``Seen.count_uncrawled`` names it."""
        with self._lock:
            if place not in self._new and len(self._new) >= _PLACES_MOST:
                place = ""
            counts = self._new.setdefault(place, {})
            counts[what] = counts.get(what, 0) + 1

    def tell_if_due(self, seen: Seen) -> None:
        """Behind an answer of the store, so that no timer is needed. Raises nothing."""
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
        """Until nothing is left to tell."""
        with self._telling:
            while self._report or self._new:
                self._tell(seen)

    @property
    def untold(self) -> int:
        """Links that the store may not know."""
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
