# SPDX-License-Identifier: Apache-2.0
"""The store of pages for coroutines; calls run in a thread pool, so the event loop never waits."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, ParamSpec, TypeVar

from ._named import named
from ._seen import Seen
from ._seen_nouns import SeenPage
from ._settings import whole
from .errors import InvalidArgumentError

_P = ParamSpec("_P")
_R = TypeVar("_R")

_THREADS = 16
_THREADS_MOST = 1024


def _made_like(
    init: Callable[Concatenate[Seen, _P], None],
) -> Callable[[Callable[..., None]], Callable[Concatenate[AsyncSeen, _P], None]]:
    """Returns a decorator that gives a constructor the signature of the one of Seen."""

    def like(own: Callable[..., None]) -> Callable[Concatenate[AsyncSeen, _P], None]:
        return functools.wraps(init)(own)

    return like


def _awaited(
    method: Callable[Concatenate[Seen, _P], _R],
) -> Callable[Concatenate[AsyncSeen, _P], Coroutine[Any, Any, _R]]:
    """Makes a coroutine of a method of Seen, with its signature and docstring."""

    @functools.wraps(method)
    async def call(self: AsyncSeen, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        seen = await self._opened()
        return await self._in_pool(functools.partial(method, seen, *args, **kwargs))

    return call


class AsyncSeen:
    """:class:`facsim.Seen` with coroutines as methods, with the same names and arguments.

    Use it in an ``async with`` statement, or await :meth:`close`. The store is opened there, or by
    the first call. Calls run in ``threads`` threads of its own (1 to 1,024; default: 16), so a slow
    store or service never stalls the event loop. A cancelled task stops waiting, but a call that
    has begun runs to its end: its page may be added. One object belongs to one event loop.
    """

    @named
    @_made_like(Seen.__init__)
    def __init__(self, where: Any, **settings: Any) -> None:
        threads = settings.get("threads")
        most = _THREADS if threads is None else whole("threads", threads, 1, _THREADS_MOST)
        is_url = isinstance(where, str) and "://" in where
        settings["threads"] = most if is_url else None
        self._make = functools.partial(Seen, where, **settings)
        self._where = where
        self._pool = ThreadPoolExecutor(most, thread_name_prefix="facsim.AsyncSeen")
        self._seen: Seen | None = None
        self._opening: asyncio.Future[Seen] | None = None
        self._is_closed = False

    async def _in_pool(self, call: Callable[[], _R]) -> _R:
        if self._is_closed:
            raise InvalidArgumentError("the store is closed; open it again")
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def _open(self) -> Seen:
        self._seen = self._make()
        return self._seen

    async def _opened(self) -> Seen:
        if self._seen is not None and not self._is_closed:
            return self._seen
        if self._opening is None or self._is_closed:
            self._opening = asyncio.ensure_future(self._in_pool(self._open))
        try:
            # Shielded, since other tasks may wait for the same opening.
            return await asyncio.shield(self._opening)
        except asyncio.CancelledError:
            raise
        except BaseException:
            self._opening = None  # the next call tries again
            raise

    check = _awaited(Seen.check)
    check_and_add = _awaited(Seen.check_and_add)
    check_batch = _awaited(Seen.check_batch)
    check_and_add_batch = _awaited(Seen.check_and_add_batch)
    facts = _awaited(Seen.facts)
    check_facts = _awaited(Seen.check_facts)
    check_and_add_facts = _awaited(Seen.check_and_add_facts)
    find = _awaited(Seen.find)
    cluster = _awaited(Seen.cluster)
    copies = _awaited(Seen.copies)
    mirrors = _awaited(Seen.mirrors)
    count_uncrawled = _awaited(Seen.count_uncrawled)
    uncrawled = _awaited(Seen.uncrawled)
    delete = _awaited(Seen.delete)
    delete_where = _awaited(Seen.delete_where)
    commit_crawl = _awaited(Seen.commit_crawl)
    cancel_crawl = _awaited(Seen.cancel_crawl)
    crawls = _awaited(Seen.crawls)
    settings = _awaited(Seen.settings)
    figures = _awaited(Seen.figures)
    seal = _awaited(Seen.seal)
    backup = _awaited(Seen.backup)

    async def visit(self, first: int = 1) -> AsyncIterator[SeenPage]:
        """Yields the pages of :meth:`facsim.Seen.visit`, for ``async for``."""
        pages = (await self._opened()).visit(first)
        while (page := await self._in_pool(lambda: next(pages, None))) is not None:
            yield page

    async def dump(self, first: int = 1) -> AsyncIterator[dict[str, Any]]:
        """Yields the rows of :meth:`facsim.Seen.dump`, for ``async for``."""
        rows = (await self._opened()).dump(first)
        while (row := await self._in_pool(lambda: next(rows, None))) is not None:
            yield row

    async def close(self) -> None:
        """Waits for the running calls, then closes the store. A second close does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        await asyncio.to_thread(self._pool.shutdown)
        if self._seen is not None:
            await asyncio.to_thread(self._seen.close)

    @property
    def closed(self) -> bool:
        return self._is_closed

    async def __aenter__(self) -> AsyncSeen:
        await self._opened()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        state = "closed" if self._is_closed else "open" if self._seen else "not opened yet"
        return f"<facsim.AsyncSeen {str(self._where)!r}: {state}>"
