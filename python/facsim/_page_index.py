# SPDX-License-Identifier: Apache-2.0
"""Have we seen this page? An index of pages that a program holds open."""

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
    """A page of an index that is near to the one that was asked for, or repeated by it.

    ``id``, ``url``, ``file``, ``offset``: of the page of the index; None where it has none.
    ``distance``: of the fingerprints, in bits; None where one page has none.
    ``kind``: what the page that was asked for is to this one: exact, content, layout, partial; None
    for pages that are near and no duplicates. Then all below is None too.
    ``resemblance``: Jaccard of the shingles, 0 to 1; ``resemblance_error`` its standard error where
    it is an estimate. ``containment``: the share of the asked page that stands in this one, and of
    this one in it. ``by``: what decided, digest or sketch.
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
    """An index of pages in a folder, the one of ``facsim index`` and ``facsim dedup --against``.

    :meth:`begin` makes an empty one, :meth:`open` opens one; both give what ``with`` closes.
    Answers are those of ``facsim index query``, and of one state of the index: the one that the
    last open, :meth:`refresh` or change by this object saw. A change is there whole or not at all,
    also after Ctrl-C, which ends every call within a second or so, but for :meth:`open` and
    :meth:`refresh` of a large index, and behind the page that is being read (a KeyboardInterrupt
    behind the commit leaves the change made; ``generation`` counts commits).

    Every call may be made from any thread; changes of one object come one after the other. Other
    processes may read and change the index too: whoever finds another one at work waits, up to
    ``wait`` seconds, and then gets ``facsim.errors.BusyError``. A closed index raises
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
        """Begins an empty index, and the folder with it.

        ``profile``: compact, balanced, strict or thorough, or a :class:`Profile`. ``recipe``:
        another than the profile's (a name, a ``.toml`` file, a :class:`Recipe`). They decide how
        pages are judged; an index refuses other recipes than its own.
        ``max_distance``: fingerprints so near, in bits, are found: 0 to 12, by default 3.
        ``load``: all of the index in memory and verified; else read from the disk when it is asked.
        ``memory``: a limit such as "4G", at least "64M"; more goes to files in ``tmp``, a folder,
        by default the system's. ``threads``: of changes and of :meth:`ask_batch`, by default all.
        ``wait``: seconds for another writer; None for ever. ``on_wait`` is told once for whom.

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
        """Opens the index in a folder; settings as :meth:`begin` has them.

        ``max_distance``: less than the index serves is allowed; by default all of it.

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
        """The pages of the index that this one repeats or is near to, nearest first.

        ``page``: a str or bytes, which is a text, or a dict, which may have HTML under the name of
        ``html``. None, or a page without a text, repeats none. ``limit``: so many at most; 0 all.
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
        """The same for each row of ``data``, by many threads and of one state.

        Returns a table of a row for each page found: query (the number of the row that asked), id,
        url, file, offset, distance, kind, resemblance, resemblance_error, containment,
        containment_reverse, by. ``data``: as :meth:`add` takes it.
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
        """Adds the rows that have a text, as one change, and says how many that were.

        ``data``: what :func:`facsim.dedup` takes (a list or iterable of str, bytes, dict or None; a
        frame of pyarrow, polars or pandas; any Arrow stream), or a :func:`facsim.read_pages`
        reader, whose pages keep their places as ``facsim index add`` keeps them. ``text``,
        ``html``, ``id``, ``url``: which member or column is what. A row without an id gets the next
        number that the index has to give. What is there already is added once more.

        Small segments are merged on the way. An iterable is read once; some 500 bytes, the id and
        the URL of each page are held until all are written. What it raises changes nothing.

        Raises ``BusyError``, ``DamagedError``, ``NoSpaceError``, ``IoError``, and
        ``CommittedError`` where the change is made and something failed behind it.
        """
        fields = fields_of(text=text, html=html, id=id, url=url)
        return self._index.add(_source(data, (text, html, id, url)), fields, self._on_wait)

    def delete(self, ids: str | Iterable[str]) -> tuple[int, list[str]]:
        """Deletes every page with one of these ids; a name that is no id counts as a URL.

        Returns how many pages that were, and the names that no page has. Raises as :meth:`add`.
        """
        deleted, missing = self._index.erase(words_of("ids", ids), self._on_wait)
        return deleted, missing

    def refresh(self) -> bool:
        """Takes over what was committed since, by whomever; says whether there was anything."""
        return self._index.refresh()

    @property
    def recipe(self) -> str:
        """The name of the recipe by which pages are judged."""
        return self._index.recipe

    @property
    def segments(self) -> int:
        """Of the state that answers come from."""
        return self._index.segments

    @property
    def generation(self) -> int:
        """Counts the commits of the index."""
        return self._index.generation
