# SPDX-License-Identifier: Apache-2.0
"""The store that spiders query: shared in a process, called in threads, paused while it fails."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from ._scrapy_settings import Chosen
from ._seen import Seen
from .errors import BusyError, Error, InvalidArgumentError, IoError

_T = TypeVar("_T")


@dataclass
class _Shared:
    seen: Seen
    how: tuple[Any, ...]
    users: int


_lock = threading.Lock()
_shared: dict[str, _Shared] = {}


def _open(chosen: Chosen) -> Seen:
    of_service: dict[str, Any] = {}
    if chosen.is_service:
        of_service = {name: getattr(chosen, name) for name in ("timeout", "retries", "threads")}
        of_service["token"] = chosen.token or None
    return Seen(
        chosen.store or "",
        collection=chosen.collection,
        create=True,
        profile=chosen.profile or None,
        names=chosen.names,
        policy=chosen.policy,
        **of_service,
    )


class SpiderStore:
    """The store of one spider. All methods except :meth:`in_thread` may block."""

    def __init__(self, chosen: Chosen) -> None:
        """Opens the store. An unreachable service is retried later if FACSIM_ON_ERROR is open.

        Spiders of one process share the store of a folder, which can be open only once. Raises
        ``InvalidArgumentError`` if their settings differ, and what ``Seen`` raises.
        """
        self._chosen = chosen
        self._key = ""
        self._seen: Seen | None = None
        self._opening = threading.Lock()
        self._is_closed = False
        self.unreachable: Error | None = None
        if not chosen.is_service:
            self._seen = self._share()
        else:
            try:
                self._seen = _open(chosen)
            except (IoError, BusyError) as error:
                # Retrying does not help against a wrong token.
                if chosen.on_error == "closed" or getattr(error, "status", None) in (401, 403):
                    raise
                self.unreachable = error
        self._pool = ThreadPoolExecutor(chosen.threads, thread_name_prefix="facsim.scrapy")

    def _share(self) -> Seen:
        chosen = self._chosen
        place = os.path.realpath(chosen.store or "")
        self._key = f"{chosen.collection} {place}"
        how = (chosen.profile, chosen.names, chosen.policy)
        with _lock:
            there = _shared.get(self._key)
            if there is None:
                there = _shared[self._key] = _Shared(_open(chosen), how, 0)
            elif there.how != how:
                raise InvalidArgumentError(
                    "another spider of this process has the store open with another "
                    "FACSIM_PROFILE, FACSIM_NAMES or FACSIM_POLICY; give both the same",
                    place,
                )
            there.users += 1
            return there.seen

    def seen(self) -> Seen:
        """Returns the store. Tries again to open a service that was unreachable."""
        with self._opening:
            if self._is_closed:
                raise InvalidArgumentError("the store is closed; the spider has ended")
            if self._seen is None:
                self._seen = _open(self._chosen)
            return self._seen

    async def in_thread(self, call: Callable[[Seen], _T]) -> _T:
        """Runs the call in a thread and returns its result; any reactor keeps running meanwhile."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return await _fired(self._pool.submit(self._call, call))
        return await loop.run_in_executor(self._pool, self._call, call)

    def _call(self, call: Callable[[Seen], _T]) -> _T:
        return call(self.seen())

    def close(self) -> None:
        """Waits for running calls, then closes the store. A second close does nothing."""
        self._pool.shutdown()
        with self._opening:
            seen, self._seen = self._seen, None
            was_closed, self._is_closed = self._is_closed, True
        if was_closed:
            return
        if self._key:
            with _lock:
                there = _shared[self._key]
                there.users -= 1
                if there.users:
                    return
                del _shared[self._key]
                there.seen.close()
        elif seen is not None:
            seen.close()


def _fired(future: Future[_T]) -> Any:
    """Converts a future to a Deferred, for reactors other than asyncio's."""
    from twisted.internet import defer, reactor  # imported here: the reactor is installed by now

    deferred: Any = defer.Deferred()

    def fire(done: Future[_T]) -> None:
        error = done.exception()
        if error is not None:
            deferred.errback(error)
        else:
            deferred.callback(done.result())

    call_in_reactor: Any = getattr(reactor, "callFromThread")  # noqa: B009 (reactors have no type)
    future.add_done_callback(lambda done: call_in_reactor(fire, done))
    return deferred


class Gate:
    """Decides whether to query a store that failed; after a pause, one query tries it first.

    For use in the reactor's thread only.
    """

    def __init__(self, pause: float, *, is_open: bool) -> None:
        self._pause = pause
        self._always = is_open
        self._is_failing = False
        self._is_tried = False
        self._next_try = 0.0

    def may_pass(self) -> bool:
        if self._always or not self._is_failing:
            return True
        if self._is_tried or time.monotonic() < self._next_try:
            return False
        self._is_tried = True
        return True

    def failed(self) -> bool:
        """Records a failure. Returns True for the first one of a series."""
        was_failing = self._is_failing
        self._is_failing, self._is_tried = True, False
        self._next_try = time.monotonic() + self._pause
        return not was_failing

    def answered(self) -> bool:
        """Records an answer. Returns True for the first one after a failure."""
        was_failing = self._is_failing
        self._is_failing = self._is_tried = False
        return was_failing
