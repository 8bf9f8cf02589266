# SPDX-License-Identifier: Apache-2.0
"""Have we seen this page? A store that remembers pages, in a folder or behind ``facsim serve``."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import _core
from ._named import named
from ._profile import Profile
from ._recipe import Recipe
from ._seen_back import Asking, SeenBack, Wishes, fields_of_pages
from ._seen_input import counts_of, moment_of, row_of, rows_of_pages, short_name
from ._seen_nouns import (
    SeenAnswer,
    SeenCopies,
    SeenCrawl,
    SeenFigures,
    SeenPage,
    SeenPolicy,
    SeenSettings,
    answer_of,
    copies_of,
    crawl_of,
    figures_of,
    page_of,
    settings_of,
)
from ._seen_open import back_of
from ._settings import name_of, path_of, share_of, whole, words_of
from .errors import InvalidArgumentError

_NUMBER = re.compile(r"#(\d{1,20})")
_ROW_MOST = (1 << 64) - 1
_CLUSTER_MOST = 1000
_VISITED_AT_ONCE = 1000
_MIRRORS_MOST = 4000
_PLACES_MOST = 1000
_SUPPORT_MOST = 1_000_000_000


class Seen:
    """A store of pages: ask for a page and add it, in one step.

    ``where``: a folder, whose store is opened or begun, or the URL of a ``facsim serve``. Both give
    the same answers and raise the same classes of ``facsim.errors``. Of any number of callers that
    offer near-copies at once exactly one is told "no". Every call may be made from any thread. Give
    it to ``with``, or close it; a closed one raises ``InvalidArgumentError``.

    A folder is open in one process at a time. After a fork it is the parent's: the child gets
    ``UnsupportedError``; a client of a service may be used by both.
    """

    @named
    def __init__(
        self,
        where: str | os.PathLike,
        *,
        collection: str = "default",
        crawl: str | None = None,
        must_exist: bool = False,
        create: bool = False,
        profile: str | Profile | None = None,
        recipe: str | Recipe | None = None,
        max_distance: int | None = None,
        names: bool | None = None,
        keep_history: bool | None = None,
        policy: SeenPolicy | None = None,
        seen_kinds: str | Iterable[str] | None = None,
        durability: str | None = None,
        memory: str | int | None = None,
        front_pages: int | None = None,
        token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Opens the store, or begins one where there is none and ``must_exist`` is not set.

        ``collection``: a store of its own within the store; ``create`` makes it where there is
        none. ``crawl``: that pages belong to, where a call names no other.

        Kept with a store, by default its own: ``profile`` and ``recipe``, as
        :class:`facsim.PageIndex` takes them (of a service their names); ``max_distance`` 0 to 12;
        ``names``: HTML pages of one site whose names tell them apart (one uses a word of its title,
        heading or path that the other does not use) are two, and both are kept; False turns this
        off (True for a new store); ``keep_history``: what was stored under an id or URL stays when
        another text comes; ``policy``. Other values than the store's are refused, but a folder
        takes on the policy.

        Of a folder alone: ``seen_kinds``, matches that are seen (exact and content); ``durability``
        sync, second or none: whether an answer waits for the disk; ``memory`` ("4G");
        ``front_pages``: so many new pages become a segment (65,536).

        Of a service alone: ``token``, by default that of FACSIM_WRITE_TOKEN for changes and of
        FACSIM_READ_TOKEN for questions; ``timeout`` in seconds of each answer (30); ``retries`` of
        pages that are added, after a lost connection or where the service has no room (6);
        ``threads``: so many requests at once (16).

        Raises ``NotFoundError``, ``InvalidArgumentError``, ``BusyError`` where another process has
        the folder, ``AlreadyExistsError`` for a folder with files of others and no store,
        ``DamagedError``, ``UnsupportedError``, ``IoError``.
        """
        wishes = {name: value for name, value in locals().items() if name in _WISHES}
        self._crawl = short_name("crawl", crawl or "")
        self._back: SeenBack = back_of(where, collection, Wishes(**wishes))

    def _asking(
        self, adds: bool, crawl: str | None, explain: bool, retry_key: str | None = None
    ) -> Asking:
        return Asking(
            adds=adds,
            crawl=self._crawl if crawl is None else short_name("crawl", crawl),
            retry_key=short_name("retry_key", retry_key or ""),
            explain=bool(explain),
        )

    @named
    def check(
        self,
        page: Any = None,
        *,
        text: str | bytes | None = None,
        html: str | bytes | None = None,
        id: str | None = None,
        url: str | None = None,
        crawl: str | None = None,
        explain: bool = False,
    ) -> SeenAnswer:
        """Was this page seen? Changes nothing.

        ``page``: a str or bytes, which is a text, or a dict with text or html, id and url; or give
        these by name. ``crawl``: whose pages are seen too; "" for none. ``explain``: with
        ``candidates``.
        """
        how = self._asking(False, crawl, explain)
        return answer_of(self._back.ask(row_of(page, text, html, id, url), how))

    @named
    def check_and_add(
        self,
        page: Any = None,
        *,
        text: str | bytes | None = None,
        html: str | bytes | None = None,
        id: str | None = None,
        url: str | None = None,
        crawl: str | None = None,
        explain: bool = False,
        retry_key: str | None = None,
    ) -> SeenAnswer:
        """Was this page seen? Adds it in the same step where it is new or a copy.

        ``crawl``: that it belongs to; begins with its first page. ``retry_key``: who asks again
        with the same key gets the first answer again, for a day at least; a client of a service
        draws one by itself. With other pages it raises ``InvalidArgumentError``. A page that comes
        again under its id or URL with nearly the same text is seen, and is not added.
        """
        how = self._asking(True, crawl, explain, retry_key)
        return answer_of(self._back.ask(row_of(page, text, html, id, url), how))

    @named
    def check_batch(
        self,
        pages: Any,
        *,
        text: str = "text",
        html: str = "html",
        id: str = "id",
        url: str = "url",
        crawl: str | None = None,
        explain: bool = False,
    ) -> list[SeenAnswer]:
        """:meth:`check` of each row, in order.

        ``pages``: a list or iterable of pages, a frame of pyarrow, polars or pandas, any Arrow
        stream, or a :func:`facsim.read_pages` reader. ``text``, ``html``, ``id``, ``url``: which
        member or column is what, where it is there.
        """
        return self._batch(pages, (text, html, id, url), self._asking(False, crawl, explain))

    @named
    def check_and_add_batch(
        self,
        pages: Any,
        *,
        text: str = "text",
        html: str = "html",
        id: str = "id",
        url: str = "url",
        crawl: str | None = None,
        explain: bool = False,
        retry_key: str | None = None,
    ) -> list[SeenAnswer]:
        """:meth:`check_and_add` of each row, in order: each page sees those before it.

        Some hundred pages are added together; what raises, and Ctrl-C, leaves those added that came
        before. With a ``retry_key`` all are added at once.
        """
        how = self._asking(True, crawl, explain, retry_key)
        return self._batch(pages, (text, html, id, url), how)

    def _batch(self, pages: Any, names: tuple[str, ...], how: Asking) -> list[SeenAnswer]:
        words = ("text", "html", "id", "url")
        for what, name in zip(words, names, strict=True):
            if not name_of(what, name):
                raise ValueError(f"{what}: the name of a member or a column is empty")
        rows = rows_of_pages(pages, [*names, "status"])
        found = self._back.ask_batch(rows, fields_of_pages(*names), how)
        return [answer_of(members) for members in found]

    def facts(
        self,
        page: Any = None,
        *,
        text: str | bytes | None = None,
        html: str | bytes | None = None,
        id: str | None = None,
        url: str | None = None,
    ) -> bytes:
        """All that a store needs to know of a page, some 250 bytes, made in this process.

        For who asks elsewhere than where pages are: :meth:`check_facts` sends no text. Stores of
        one recipe make the same. Raises ``UnsupportedError`` where this facsim does not have the
        recipe of a service.
        """
        return self._back.facts(row_of(page, text, html, id, url))

    def check_facts(
        self, facts: bytes | Iterable[bytes], *, crawl: str | None = None, explain: bool = False
    ) -> list[SeenAnswer]:
        """:meth:`check_batch` of facts. Those of another recipe are an ``InvalidArgumentError``."""
        return self._facts(facts, self._asking(False, crawl, explain))

    def check_and_add_facts(
        self,
        facts: bytes | Iterable[bytes],
        *,
        crawl: str | None = None,
        explain: bool = False,
        retry_key: str | None = None,
    ) -> list[SeenAnswer]:
        """:meth:`check_and_add_batch` of facts."""
        return self._facts(facts, self._asking(True, crawl, explain, retry_key))

    def _facts(self, facts: bytes | Iterable[bytes], how: Asking) -> list[SeenAnswer]:
        given = [facts] if isinstance(facts, bytes) else list(facts)
        for each in given:
            if not isinstance(each, bytes):
                raise TypeError(f"facts are bytes, not {type(each).__name__}")
        return [answer_of(members) for members in self._back.ask_facts(given, how)]

    def find(self, name: str) -> list[SeenPage]:
        """The pages with this id or, where none has, this URL; oldest first. Not of open crawls.

        "#17" is the page of that number, where no page has that as its id or URL.
        """
        if not name_of("name", name):
            raise ValueError("name is empty; give an id or a URL")
        return [page_of(members) for members in self._back.find(name)]

    def cluster(self, name: str | int, limit: int = _CLUSTER_MOST) -> list[SeenPage]:
        """The cluster of a page by its id or URL, or by its representative's number (17, "#17").

        Oldest first, at most ``limit``, which is 1 to 1,000. Empty where there is none.
        """
        most = whole("limit", limit, 1, _CLUSTER_MOST)
        if isinstance(name, str):
            number = _NUMBER.fullmatch(name_of("name", name))
            if not name:
                raise ValueError("name is empty; give an id, a URL or a number")
            wanted: str | int = name if number is None else int(number[1])
        else:
            wanted = whole("name", name, 0, _ROW_MOST)
        return [page_of(members) for members in self._back.cluster(wanted, most)]

    def copies(self, name: str, limit: int = 100) -> SeenCopies:
        """The copies of a page that may be lost, the best in its place first.

        ``name``: its id or, where no page has it, its URL; of several pages the newest counts.
        First come those met in the 30 days before the copy that was met last, then those of the 30
        days before that; of these exact copies, content, layout, partial, none; then those that
        were there longest; then the newest. At most ``limit``, which is 1 to 1,000. Raises
        ``NotFoundError`` where no page has the name.
        """
        most = whole("limit", limit, 1, _CLUSTER_MOST)
        if not name_of("name", name):
            raise ValueError("name is empty; give an id or a URL")
        return copies_of(self._back.copies(name, most))

    def mirrors(
        self,
        limit: int = 100,
        *,
        min_support: int = 10,
        min_precision: float = 0.95,
        min_share: float = 0.5,
    ) -> dict[str, Any]:
        """Which hosts and paths hold the same pages, and which rewrites of URLs lead to copies.

        The members of ``facsim mirrors --json``, at most ``limit`` of each list (1 to 4,000). Of
        the first million pages; not of open crawls. One answer at a time from a service, which may
        take longer than the usual ``timeout``: some 25 seconds for a million pages.
        """
        return dict(
            self._back.mirrors(
                whole("limit", limit, 1, _MIRRORS_MOST),
                whole("min_support", min_support, 1, _SUPPORT_MOST),
                share_of("min_precision", min_precision) or 0.0,
                share_of("min_share", min_share) or 0.0,
            )
        )

    def count_uncrawled(
        self, counts: Iterable[Mapping[str, Any]], *, retry_key: str | None = None
    ) -> None:
        """Tells the store what a crawler left out, since its last report: the store counts on.

        Each is a dict with ``place``, a host or "HOST/PATH/" of a mirror, None for all others, and
        the links that were left out: ``links`` on copies, ``links_by_rules``, ``mirror_links`` and
        ``mirror_links_back`` of these. At most 10,000 places. ``retry_key``: a report that is told
        again with the same key counts once, for a day at least; a client of a service draws one by
        itself.
        """
        self._back.count_uncrawled(counts_of(counts), short_name("retry_key", retry_key or ""))

    def uncrawled(self, limit: int = 100) -> dict[str, Any]:
        """What crawlers left out, as they told: the sums, and at most ``limit`` ``places``.

        ``limit`` is 1 to 1,000. The members are those of ``GET .../uncrawled``.
        """
        return dict(self._back.uncrawled(whole("limit", limit, 1, _PLACES_MOST)))

    def dump(self, first: int = 1) -> Iterator[dict[str, Any]]:
        """All that is kept of each page, by ascending number from this one on. Of a folder alone.

        Each is a dict of the members of ``facsim store dump``, with ``copies``: how many other
        pages its cluster has. Not of open crawls.
        """
        number = whole("first", first, 0, _ROW_MOST)
        while rows := self._back.rows_from(number, _VISITED_AT_ONCE):
            yield from map(dict, rows)
            number = rows[-1]["number"] + 1

    def visit(self, first: int = 1) -> Iterator[SeenPage]:
        """All pages by ascending number, from this one on. Of a folder alone."""
        number = whole("first", first, 0, _ROW_MOST)
        while pages := self._back.pages_from(number, _VISITED_AT_ONCE):
            yield from map(page_of, pages)
            number = pages[-1]["number"] + 1

    def delete(self, names: str | Iterable[str]) -> tuple[int, list[str]]:
        """Deletes every page with one of these names, as :meth:`find` takes them.

        Also those of open crawls. Returns how many that were, and the names that no page has. The
        other pages of a cluster whose first page is deleted are judged again, in their order.
        """
        return self._back.erase(words_of("names", names))

    def delete_where(
        self,
        *,
        host: str | None = None,
        crawl: str | None = None,
        before: str | datetime.datetime | None = None,
    ) -> int:
        """Deletes the pages for which all that is given holds; how many.

        ``host`` of their URL; ``crawl`` that they came with; ``before``: first seen before this
        moment, a datetime with a time zone or RFC 3339 in UTC. Reads every row: some 5 us each.
        """
        moment = moment_of(before)
        # As URLs have it.
        small = name_of("host", host).encode().lower().decode()
        if not (small or crawl or moment):
            raise InvalidArgumentError("say which pages: host=, crawl= or before=")
        return self._back.erase_where(small, name_of("crawl", crawl), moment)

    def commit_crawl(self, name: str) -> None:
        """Its pages are everybody's, at once. Raises ``NotFoundError`` where it is not open."""
        self._back.commit_crawl(self._crawl_name(name))

    def cancel_crawl(self, name: str) -> None:
        """Its pages are gone, and what they replaced is there as before. Raises as above."""
        self._back.cancel_crawl(self._crawl_name(name))

    @staticmethod
    def _crawl_name(name: str) -> str:
        if not short_name("crawl", name):
            raise InvalidArgumentError("the name of a crawl is empty")
        return name

    def crawls(self) -> list[SeenCrawl]:
        """Open and committed ones, by when they began."""
        return [crawl_of(members) for members in self._back.crawls()]

    def settings(self) -> SeenSettings:
        """What the store is and how it judges."""
        return settings_of(self._back.settings())

    def figures(self) -> SeenFigures:
        """How it does."""
        return figures_of(self._back.figures())

    def seal(self) -> None:
        """Writes what is in memory into a segment now, and waits for it. Of a folder alone."""
        self._back.seal()

    def backup(self, folder: str | os.PathLike) -> None:
        """A copy that can be opened as a store, while others go on adding. Of a folder alone.

        Raises ``AlreadyExistsError``, ``IoError``, ``NoSpaceError``.
        """
        self._back.backup(path_of(folder))

    def close(self) -> None:
        """Waits for the calls of other threads. A second close does nothing."""
        self._back.close()

    @property
    def closed(self) -> bool:
        return self._back.closed

    @property
    def where(self) -> str:
        """The folder of the collection, or the URL of the service."""
        return self._back.where

    def __enter__(self) -> Seen:
        if self.closed:
            raise InvalidArgumentError("the store is closed; open it again")
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<facsim.Seen {self.where!r}: {'closed' if self.closed else 'open'}>"


_WISHES = frozenset(Wishes.__dataclass_fields__)
