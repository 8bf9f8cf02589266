# SPDX-License-Identifier: Apache-2.0
"""Seen: a store that remembers pages, in a folder or in a ``facsim serve``."""

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
    """A store of pages: checks whether a page was seen before and adds it, in one step.

    ``where`` is a folder, whose store is opened or created, or the URL of a ``facsim serve``. Both
    give the same answers and raise the same classes of ``facsim.errors``. If several callers offer
    near-copies at once, exactly one gets the answer "no". All methods are safe to call from any
    thread. Use it in a ``with`` statement, or close it; calls on a closed store raise
    ``InvalidArgumentError``.

    A folder is open in one process at a time. After a fork it belongs to the parent, and the child
    gets ``UnsupportedError``. A client of a service may be used by both.
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
        """Opens the store. Creates it if it does not exist, unless ``must_exist`` is set.

        ``collection``: the name of a separate store within the store. If it does not exist,
        ``create=True`` creates it. ``crawl``: the crawl that pages belong to if a call names no
        other; default: none.

        These settings are saved with a store; by default the saved values are used. ``profile`` and
        ``recipe``: as for :class:`facsim.PageIndex` (for a service, their names).
        ``max_distance``: 0 to 12 bits. ``names``: True (the default of a new store) keeps two HTML
        pages of one site apart if their names differ (one page uses a word of its title, heading or
        path that the other does not use). ``keep_history``: an older text stored under the same id
        or URL remains when another text comes. ``policy``: a :class:`facsim.SeenPolicy`. Values
        that differ from those of the store raise an error, except that a folder adopts the policy.

        These settings are for a folder only. ``seen_kinds``: the kinds of match that count as seen
        (default: exact and content). ``durability``: sync, second or none; how an answer waits for
        the disk (default: sync). ``memory``: a limit (default: "4G"). ``front_pages``: the number
        of new pages that become one segment (default: 65,536).

        These settings are for a service only. ``token``: by default FACSIM_WRITE_TOKEN for changes
        and FACSIM_READ_TOKEN for queries. ``timeout``: seconds for each answer (default: 30).
        ``retries``: of a request if the service is busy or, if it adds pages, after a lost
        connection (default: 6). ``threads``: the largest number of requests at once (default: 16).

        Raises ``NotFoundError``, ``InvalidArgumentError``, ``BusyError`` if another process has
        the folder open, ``AlreadyExistsError`` for a folder with other files and no store,
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
        """Returns whether the store has seen this page. Does not change the store.

        ``page``: a text as str or bytes, or a dict with the members text or html, id and url. These
        can also be given as ``text``, ``html``, ``id`` and ``url``. ``crawl``: an open crawl whose
        pages count as seen too; by default the crawl of the constructor, "" for none. ``explain``:
        True adds ``candidates`` to the answer. Raises TypeError if the page is missing or given
        twice.
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
        """Returns whether the store has seen this page, and adds a new page or a copy atomically.

        Arguments are those of :meth:`check`, and these. ``crawl``: the crawl that the page belongs
        to; it begins with its first page. ``retry_key``: a repeated call with the same key gets the
        first answer again, for at least a day; with other pages it raises
        ``InvalidArgumentError``. A client of a service creates a key if none is given. A page that
        returns under its id or URL with nearly the same text is seen and is not added.
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
        """Returns the answer of :meth:`check` for each row, in order.

        ``pages``: a list or iterable of pages, a frame of pyarrow, polars or pandas, any Arrow
        stream, or a :func:`facsim.read_pages` reader. ``text``, ``html``, ``id``, ``url``: the
        names of the members or columns; they may be absent. ``crawl``, ``explain``: as for
        :meth:`check`. Raises ValueError if a name is empty.
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
        """Returns the answer of :meth:`check_and_add` for each row, in order.

        Each page is compared with those before it too. Arguments are those of :meth:`check_batch`
        and :meth:`check_and_add`. A few hundred pages are added at a time: after an exception or
        Ctrl-C, earlier groups remain added. With a ``retry_key`` all pages are added at once.
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
        """Returns all that a store needs to know of a page, about 250 bytes, made in this process.

        Use it if the store is not where the pages are: :meth:`check_facts` sends no text. Arguments
        are those of :meth:`check`. Stores with the same recipe make the same facts. Raises
        ``UnsupportedError`` if this facsim does not have the recipe of the service.
        """
        return self._back.facts(row_of(page, text, html, id, url))

    def check_facts(
        self, facts: bytes | Iterable[bytes], *, crawl: str | None = None, explain: bool = False
    ) -> list[SeenAnswer]:
        """Does what :meth:`check_batch` does for facts that :meth:`facts` made.

        ``facts``: the bytes of one page, or an iterable of these. Raises ``InvalidArgumentError``
        for facts of another recipe, and TypeError for values that are not bytes.
        """
        return self._facts(facts, self._asking(False, crawl, explain))

    def check_and_add_facts(
        self,
        facts: bytes | Iterable[bytes],
        *,
        crawl: str | None = None,
        explain: bool = False,
        retry_key: str | None = None,
    ) -> list[SeenAnswer]:
        """Does what :meth:`check_and_add_batch` does for facts; see :meth:`check_facts`."""
        return self._facts(facts, self._asking(True, crawl, explain, retry_key))

    def _facts(self, facts: bytes | Iterable[bytes], how: Asking) -> list[SeenAnswer]:
        given = [facts] if isinstance(facts, bytes) else list(facts)
        for each in given:
            if not isinstance(each, bytes):
                raise TypeError(f"facts are bytes, not {type(each).__name__}")
        return [answer_of(members) for members in self._back.ask_facts(given, how)]

    def find(self, name: str) -> list[SeenPage]:
        """Returns the pages with this id or, if no page has it, with this URL, oldest first.

        ``name``: an id or a URL. "#17" is the page with that number if it is not the id or URL of a
        page. Pages of open crawls are not found. The list is empty if no page has the name.
        """
        if not name_of("name", name):
            raise ValueError("name is empty; give an id or a URL")
        return [page_of(members) for members in self._back.find(name)]

    def cluster(self, name: str | int, limit: int = _CLUSTER_MOST) -> list[SeenPage]:
        """Returns the pages of a cluster, oldest first.

        ``name``: the id or URL of a page, or the number of its representative (17 or "#17").
        ``limit``: the largest number of pages, 1 to 1,000 (default: 1,000). The list is empty if no
        cluster is found.
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
        """Returns the stored copies of a page that may be lost, the best replacement first.

        ``name``: the id of the page or, if no page has it, its URL; if several pages have it, the
        newest counts. ``limit``: the largest number of copies, 1 to 1,000 (default: 100). Order:
        copies last seen within the 30 days before the most recently seen copy, then those of the 30
        days before that; within these by kind (exact, content, layout, partial, none); then those
        that existed longest; then the newest. Raises ``NotFoundError`` if no page has the name.
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
        """Returns which hosts and paths hold the same pages, and which URL rewrites lead to copies.

        The dict has the members of ``facsim mirrors --json``. ``limit``: the largest number of
        entries in each list, 1 to 4,000. ``min_support``, ``min_precision``, ``min_share``: as the
        options of ``facsim mirrors``. Only the first million pages count, and no pages of open
        crawls. A service computes one such answer at a time; it may take longer than the default
        ``timeout``: about 25 seconds for a million pages.
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
        """Reports the links a crawler skipped since its last report; the store adds them up.

        ``counts``: at most 10,000 dicts. Each has ``place``, a host or the "HOST/PATH/" of a
        mirror, or None for all others, and the numbers of skipped links: ``links`` on copies,
        ``links_by_rules``, ``mirror_links``, and ``mirror_links_back`` of these. ``retry_key``: a
        report repeated with the same key counts once, for at least a day; a client of a service
        creates a key if none is given. Raises ``InvalidArgumentError`` for an unknown member, a
        missing place, or too many places.
        """
        self._back.count_uncrawled(counts_of(counts), short_name("retry_key", retry_key or ""))

    def uncrawled(self, limit: int = 100) -> dict[str, Any]:
        """Returns the reported numbers of skipped links: the sums, and a list of ``places``.

        ``limit``: the largest number of places, 1 to 1,000. The members are those of
        ``GET .../uncrawled`` (docs/http.md).
        """
        return dict(self._back.uncrawled(whole("limit", limit, 1, _PLACES_MOST)))

    def dump(self, first: int = 1) -> Iterator[dict[str, Any]]:
        """Yields all that is stored of each page, by ascending number. For a folder only.

        ``first``: the number to begin with. Each page is a dict with the members of ``facsim store
        dump``, among them ``copies``, the number of other pages in its cluster. Pages of open
        crawls are left out. Raises ``UnsupportedError`` for a service.
        """
        number = whole("first", first, 0, _ROW_MOST)
        while rows := self._back.rows_from(number, _VISITED_AT_ONCE):
            yield from map(dict, rows)
            number = rows[-1]["number"] + 1

    def visit(self, first: int = 1) -> Iterator[SeenPage]:
        """Yields all pages by ascending number, from number ``first`` on. For a folder only.

        Raises ``UnsupportedError`` for a service.
        """
        number = whole("first", first, 0, _ROW_MOST)
        while pages := self._back.pages_from(number, _VISITED_AT_ONCE):
            yield from map(page_of, pages)
            number = pages[-1]["number"] + 1

    def delete(self, names: str | Iterable[str]) -> tuple[int, list[str]]:
        """Deletes every page with one of these names, pages of open crawls included.

        ``names``: one name or an iterable of names, as :meth:`find` takes them. Returns the number
        of deleted pages and the names that no page has. If the first page of a cluster is deleted,
        the other pages are judged again, in their order.
        """
        return self._back.erase(words_of("names", names))

    def delete_where(
        self,
        *,
        host: str | None = None,
        crawl: str | None = None,
        before: str | datetime.datetime | None = None,
    ) -> int:
        """Deletes the pages that fulfil all given conditions, and returns their number.

        ``host``: the host of their URL. ``crawl``: the crawl that added them. ``before``: they were
        first seen before this time, a datetime with a time zone or RFC 3339 in UTC. Reads every
        row, about 5 us each. Raises ``InvalidArgumentError`` if no condition is given.
        """
        moment = moment_of(before)
        # URLs have ASCII letters of hosts in lower case.
        small = name_of("host", host).encode().lower().decode()
        if not (small or crawl or moment):
            raise InvalidArgumentError("say which pages: host=, crawl= or before=")
        return self._back.erase_where(small, name_of("crawl", crawl), moment)

    def commit_crawl(self, name: str) -> None:
        """Makes the pages of an open crawl visible to all calls, at once.

        Raises ``NotFoundError`` if no crawl of this name is open.
        """
        self._back.commit_crawl(self._crawl_name(name))

    def cancel_crawl(self, name: str) -> None:
        """Removes the pages of an open crawl, and restores what they replaced.

        Raises ``NotFoundError`` if no crawl of this name is open.
        """
        self._back.cancel_crawl(self._crawl_name(name))

    @staticmethod
    def _crawl_name(name: str) -> str:
        if not short_name("crawl", name):
            raise InvalidArgumentError("the name of a crawl is empty")
        return name

    def crawls(self) -> list[SeenCrawl]:
        """Returns the open and the committed crawls, in the order in which they began."""
        return [crawl_of(members) for members in self._back.crawls()]

    def settings(self) -> SeenSettings:
        """Returns the settings of the store: its recipe and how it judges pages."""
        return settings_of(self._back.settings())

    def figures(self) -> SeenFigures:
        """Returns figures about the state of the store."""
        return figures_of(self._back.figures())

    def seal(self) -> None:
        """Writes the pages in memory to a segment now, and waits until it is done. Folder only.

        Raises ``UnsupportedError`` for a service.
        """
        self._back.seal()

    def backup(self, folder: str | os.PathLike) -> None:
        """Writes a copy of the store to ``folder``; other threads can go on adding. Folder only.

        The copy can be opened as a store. Raises ``AlreadyExistsError``, ``IoError``,
        ``NoSpaceError``, and ``UnsupportedError`` for a service.
        """
        self._back.backup(path_of(folder))

    def close(self) -> None:
        """Closes the store after the calls of other threads end. A second close does nothing."""
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
