# SPDX-License-Identifier: Apache-2.0
"""A store of pages in this process."""

from __future__ import annotations

import json
import warnings
from typing import Any

from . import _core
from ._profile import judge_of
from ._seen_back import FIELDS, Asking, Counts, Members, Wishes
from ._settings import bytes_of, whole, words_of
from .errors import InvalidArgumentError, RunWarning

_DISTANCE_MOST = 12
_FOLLOWED_MOST = 1_000_000_000
_FRONT_MOST = 1 << 32


def _refuse_others(wishes: Wishes) -> None:
    for name in ("token", "timeout", "retries", "threads"):
        if getattr(wishes, name) is not None:
            raise InvalidArgumentError(
                f"{name}= is for a store behind a service (http://...); one in a folder has none"
            )


def _policy_of(policy: Any) -> _core.SeenPolicy:
    followed = whole("follow_first", policy.follow_first, 0, _FOLLOWED_MOST)
    return _core.SeenPolicy(policy.exact, policy.content, followed)


class SeenFolder:
    """The store of a folder, held open in this process."""

    def __init__(self, folder: str, wishes: Wishes) -> None:
        _refuse_others(wishes)
        judge = None
        if wishes.profile is not None or wishes.recipe is not None:
            profile = "balanced" if wishes.profile is None else wishes.profile
            judge = judge_of(profile, wishes.recipe)
        distance, front = wishes.max_distance, wishes.front_pages
        kinds = wishes.seen_kinds
        self.where = folder
        self._store = _core.SeenStore(
            folder=folder,
            judge=judge,
            max_distance=None
            if distance is None
            else whole("max_distance", distance, 0, _DISTANCE_MOST),
            seen_kinds=None if kinds is None else words_of("seen_kinds", kinds),
            names=wishes.names,
            keep_history=wishes.keep_history,
            policy=None if wishes.policy is None else _policy_of(wishes.policy),
            durability="sync" if wishes.durability is None else wishes.durability,
            memory_bytes=bytes_of("4G" if wishes.memory is None else wishes.memory),
            front_pages=None if front is None else whole("front_pages", front, 1, _FRONT_MOST),
            must_exist=wishes.must_exist,
        )
        self._tell(callers=6)

    def _tell(self, callers: int = 4) -> None:
        """Issues the store's warnings. ``callers``: the stack frames up to the user's line."""
        for sentence in self._store.take_warnings():
            warnings.warn(f"{self.where}: {sentence}", RunWarning, stacklevel=callers)

    @property
    def closed(self) -> bool:
        return self._store.is_closed

    def close(self) -> None:
        self._store.close()
        self._tell()

    @staticmethod
    def _asked(how: Asking) -> _core.SeenAsk:
        return _core.SeenAsk(how.crawl, how.retry_key if how.adds else "", how.explain)

    def ask(self, row: Any, how: Asking) -> Members:
        answer = self._store.ask(row, FIELDS, how.adds, self._asked(how))
        self._tell(callers=5)
        return json.loads(answer)

    def ask_batch(self, data: Any, fields: _core.RowFields, how: Asking) -> list[Members]:
        lines = self._store.ask_batch(data, fields, how.adds, self._asked(how))
        self._tell(callers=5)
        return [json.loads(line) for line in lines]

    def ask_facts(self, facts: list[bytes], how: Asking) -> list[Members]:
        lines = self._store.ask_facts(facts, how.adds, self._asked(how))
        self._tell()
        return [json.loads(line) for line in lines]

    def facts(self, row: Any) -> bytes:
        return self._store.facts(row, FIELDS)

    def find(self, name: str) -> list[Members]:
        return json.loads(self._store.find(name))

    def cluster(self, name: str | int, limit: int) -> list[Members]:
        if isinstance(name, str):
            named = self.find(name)
            if not named:
                return []
            name = int(named[0]["cluster"])
        return json.loads(self._store.cluster(name, limit))

    def copies(self, name: str, limit: int) -> Members:
        return json.loads(self._store.copies(name, limit))

    def mirrors(self, limit: int, support: int, precision: float, share: float) -> Members:
        return json.loads(self._store.mirrors(limit, support, precision, share))

    def count_uncrawled(self, counts: list[Counts], retry_key: str) -> None:
        _core.count_uncrawled(self._store, counts, retry_key)
        self._tell()

    def uncrawled(self, limit: int) -> Members:
        return json.loads(_core.uncrawled(self._store, limit))

    def rows_from(self, first: int, limit: int) -> list[Members]:
        return [json.loads(line) for line in self._store.rows_from(first, limit)]

    def pages_from(self, first: int, limit: int) -> list[Members]:
        return json.loads(self._store.pages_from(first, limit))

    def erase(self, names: list[str]) -> tuple[int, list[str]]:
        count, missing = self._store.erase(names)
        return count, missing

    def erase_where(self, host: str, crawl: str, before: str) -> int:
        return self._store.erase_where(host, crawl, before)

    def commit_crawl(self, name: str) -> None:
        self._store.commit_crawl(name)

    def cancel_crawl(self, name: str) -> None:
        self._store.cancel_crawl(name)

    def crawls(self) -> list[Members]:
        return list(self._store.crawls())

    def settings(self) -> Members:
        return self._store.settings()

    def figures(self) -> Members:
        return self._store.figures()

    def seal(self) -> None:
        self._store.seal()
        self._tell()

    def backup(self, folder: str) -> None:
        self._store.backup(folder)
