# SPDX-License-Identifier: Apache-2.0
"""The store that spiders ask: one a process, asked in threads, left alone while it fails."""

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
    """The store of one spider. All but :meth:`in_thread` may wait, so it is for threads."""

    def __init__(self, chosen: Chosen) -> None:
        """Opens it. A service that cannot be reached is tried again later, if errors are open.

        Spiders of one process share a folder, which no two can have open. Raises
        ``InvalidArgumentError`` where two want it otherwise, and as ``Seen``.
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
                # A token that is wrong will be wrong tomorrow.
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
        """The store; a service is tried again here."""
        with self._opening:
            if self._is_closed:
                raise InvalidArgumentError("the store is closed; the spider has ended")
            if self._seen is None:
                self._seen = _open(self._chosen)
            return self._seen

    async def in_thread(self, call: Callable[[Seen], _T]) -> _T:
        """What the call returns; the reactor goes on meanwhile, whichever it is."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return await _fired(self._pool.submit(self._call, call))
        return await loop.run_in_executor(self._pool, self._call, call)

    def _call(self, call: Callable[[Seen], _T]) -> _T:
        return call(self.seen())

    def close(self) -> None:
        """Waits for calls in flight. A second close does nothing."""
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
    """A future as a Deferred, for reactors that are not asyncio's."""
    from twisted.internet import defer, reactor  # the reactor is chosen by now

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
    """Whether a store that failed is to be asked; one asks first, and the others behind it.

    Of the reactor's thread alone.
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
        """True for the first failure of several."""
        was_failing = self._is_failing
        self._is_failing, self._is_tried = True, False
        self._next_try = time.monotonic() + self._pause
        return not was_failing

    def answered(self) -> bool:
        """True for the first answer behind a failure."""
        was_failing = self._is_failing
        self._is_failing = self._is_tried = False
        return was_failing
