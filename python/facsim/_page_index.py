# SPDX-License-Identifier: Apache-2.0
"""PageIndex: an index of pages in a folder that a program holds open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _core
from ._folder_index import FolderIndex
from ._frames import rows_of
from ._named import named
from ._profile import Profile, judge_of
from ._read_pages import PageReader
from ._recipe import Recipe
from ._settings import (
    bytes_of,
    fields_of,
    limit_of,
    on_wait_of,
    path_of,
    threads_of,
    tmp_of,
    wait_ms,
    whole,
    words_of,
)

_DISTANCE_MOST = 12


@dataclass(frozen=True)
class FoundPage:
    """A page of an index that is near to the query page, or that the query page repeats.

    ``id``, ``url``, ``file``, ``offset``: those of the page of the index; None if it has none.
    ``distance``: the distance of the fingerprints in bits; None if a page has no fingerprint.
    ``kind``: the kind of duplicate: exact, content, layout or partial; None if the page is near but
    not a duplicate, and then all members below are None too. ``resemblance``: the Jaccard
    resemblance of the shingles, 0 to 1; ``resemblance_error``: its standard error if it is an
    estimate. ``containment``: the share of the query page found in this page, and the reverse.
    ``by``: the evidence that decided, digest or sketch.
    """

    id: str
    url: str | None
    file: str | None
    offset: int | None
    distance: int | None
    kind: str | None
    resemblance: float | None
    resemblance_error: float | None
    containment: tuple[float, float] | None
    by: str | None


def _source(data: Any, names: Iterable[str | None]) -> Any:
    if isinstance(data, PageReader):
        return data._reader
    return rows_of(data, [name for name in names if name])


class PageIndex(FolderIndex):
    """An index of pages in a folder, as used by ``facsim index`` and ``facsim dedup --against``.

    :meth:`begin` creates an empty index, :meth:`open` opens one; both return an object for a
    ``with`` statement. Answers are those of ``facsim index query``. They show the state that this
    object saw at its last open, :meth:`refresh` or change. Changes are atomic, also after Ctrl-C.
    Ctrl-C ends a call within about a second, but :meth:`open` and :meth:`refresh` of a large index
    take longer, and a page that is being read is finished first. A KeyboardInterrupt after the
    commit leaves the change made; ``generation`` counts commits.

    All methods are safe to call from any thread; changes of one object run one after the other.
    Other processes may read and change the index too: a process that finds another one at work
    waits for up to ``wait`` seconds, then raises ``facsim.errors.BusyError``. A closed index raises
    ``facsim.errors.InvalidArgumentError``.
    """

    _noun = "pages"
    _index: _core.PageIndex

    @classmethod
    @named
    def begin(
        cls,
        folder: str | os.PathLike,
        *,
        profile: str | Profile = "balanced",
        recipe: str | Recipe | None = None,
        max_distance: int | None = None,
        memory: str | int = "4G",
        threads: int | None = None,
        tmp: str | os.PathLike | None = None,
        load: bool = True,
        wait: float | None = 10.0,
        on_wait: Callable[[str], object] | None = None,
    ) -> PageIndex:
        """Creates a folder with an empty index, and returns the index.

        ``profile``: compact, balanced (default), strict or thorough, or a :class:`Profile`.
        ``recipe``: overrides the recipe of the profile (a name, a ``.toml`` file, a
        :class:`Recipe`). They decide how pages are judged; an index rejects other recipes.
        ``max_distance``: the largest distance of fingerprints that are found, 0 to 12 bits
        (default: 3).
        ``memory``: a limit such as "4G" (default), at least "64M"; more data goes to files in
        ``tmp``, a folder (default: that of the system). ``threads``: of changes and of
        :meth:`ask_batch`; default: all.
        ``load``: True (default) verifies the whole index and holds it in memory; False reads from
        the disk during queries.
        ``wait``: seconds to wait for another writer (default: 10); None waits forever.
        ``on_wait``: a function called once with a sentence that names the other writer.

        Raises ``AlreadyExistsError``, ``InvalidArgumentError``, ``BusyError`` of ``facsim.errors``.
        """
        settings: dict[str, Any] = dict(locals())
        settings.pop("cls")
        return cls._made(is_new=True, **settings)

    @classmethod
    @named
    def open(
        cls,
        folder: str | os.PathLike,
        *,
        profile: str | Profile = "balanced",
        recipe: str | Recipe | None = None,
        max_distance: int | None = None,
        memory: str | int = "4G",
        threads: int | None = None,
        tmp: str | os.PathLike | None = None,
        load: bool = True,
        wait: float | None = 10.0,
        on_wait: Callable[[str], object] | None = None,
    ) -> PageIndex:
        """Opens and returns the index in a folder; arguments are those of :meth:`begin`.

        ``max_distance``: may be smaller than the one of the index; default: that of the index.

        Raises ``NotFoundError``, ``InvalidArgumentError`` for an index of another recipe or of
        smaller distances, ``DamagedError``, ``UnsupportedError``, ``IoError``.
        """
        settings: dict[str, Any] = dict(locals())
        settings.pop("cls")
        return cls._made(is_new=False, **settings)

    @classmethod
    def _made(cls, *, folder: Any, is_new: bool, **settings: Any) -> PageIndex:
        distance = settings["max_distance"]
        if distance is not None:
            distance = whole("max_distance", distance, 0, _DISTANCE_MOST)
        made = object.__new__(cls)
        made._folder = path_of(folder)
        made._on_wait = on_wait_of(settings["on_wait"])
        made._index = _core.PageIndex(
            made._folder,
            judge_of(settings["profile"], settings["recipe"]),
            is_new,
            distance,
            bytes_of(settings["memory"]),
            threads_of(settings["threads"]),
            tmp_of(settings["tmp"]),
            bool(settings["load"]),
            wait_ms(settings["wait"]),
            made._on_wait,
        )
        return made

    @named
    def ask(
        self,
        page: Any,
        *,
        text: str = "text",
        html: str | None = None,
        url: str | None = None,
        limit: int = 0,
    ) -> list[FoundPage]:
        """Returns the pages of the index that this page repeats or is near to, nearest first.

        ``page``: a text as str or bytes, or a dict. ``text``, ``html``, ``url``: the names of its
        members; a page with a member ``html`` is HTML. The list is empty for None and for a page
        without a text. ``limit``: the largest number of pages; 0 (default) means all.
        """
        row = self._index.ask(
            page, fields_of(text=text, html=html, url=url), limit_of(limit)
        )
        return [FoundPage(**seen) for seen in row]

    @named
    def ask_batch(
        self,
        data: Any,
        *,
        text: str = "text",
        html: str | None = None,
        url: str | None = None,
        limit: int = 0,
    ) -> _core.Table:
        """Does what :meth:`ask` does for each row, in several threads and on one index state.

        ``data``: as for :meth:`add`. The other arguments are those of :meth:`ask`. Returns a table
        with one row for each page found: query (the number of the row in ``data``), id, url, file,
        offset, distance, kind, resemblance, resemblance_error, containment, containment_reverse,
        by.
        """
        most = limit_of(limit)
        fields = fields_of(text=text, html=html, url=url)
        return self._index.ask_batch(_source(data, (text, html, url)), fields, most)

    @named
    def add(
        self,
        data: Any,
        *,
        text: str = "text",
        html: str | None = None,
        id: str | None = None,
        url: str | None = None,
    ) -> int:
        """Adds the rows that have a text, as one change, and returns their number.

        ``data``: the rows that :func:`facsim.dedup` takes (a list or iterable of str, bytes, dict
        or None; a frame of pyarrow, polars or pandas; any Arrow stream), or a
        :func:`facsim.read_pages` reader, whose pages are stored with their file and offset, as by
        ``facsim index add``. ``text``, ``html``, ``id``, ``url``: the names of the members or
        columns. A row without an id gets the next free number of the index. A page that is already
        in the index is added once more.

        Small segments are merged on the way. An iterable is read once; about 500 bytes, the id and
        the URL of each page are held in memory until all are written. If the iterable raises, the
        index does not change.

        Raises ``BusyError``, ``DamagedError``, ``NoSpaceError``, ``IoError``, and
        ``CommittedError`` if the change was committed and a later step failed.
        """
        fields = fields_of(text=text, html=html, id=id, url=url)
        return self._index.add(_source(data, (text, html, id, url)), fields, self._on_wait)

    def delete(self, ids: str | Iterable[str]) -> tuple[int, list[str]]:
        """Deletes every page with one of these ids; a name that is not an id counts as a URL.

        Returns the number of deleted pages, and the names that no page has. Raises as :meth:`add`.
        """
        deleted, missing = self._index.erase(words_of("ids", ids), self._on_wait)
        return deleted, missing

    def refresh(self) -> bool:
        """Loads the changes committed since, by any process. Returns True if there were any."""
        return self._index.refresh()

    @property
    def recipe(self) -> str:
        """The name of the recipe by which pages are judged."""
        return self._index.recipe

    @property
    def segments(self) -> int:
        """The number of segments in the state that answers show."""
        return self._index.segments

    @property
    def generation(self) -> int:
        """The number of commits of the index so far."""
        return self._index.generation
