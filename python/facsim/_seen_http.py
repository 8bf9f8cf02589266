# SPDX-License-Identifier: Apache-2.0
"""The client of a store of pages in a ``facsim serve`` (docs/http.md)."""

from __future__ import annotations

import base64
import json
import re
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

from . import _core
from ._http_connections import Answer
from ._http_service import Effect, Service
from ._profile import judge_of
from ._seen_back import COUNTS, FIELDS, Asking, Counts, Members, Wishes, no_collection
from ._settings import whole
from .errors import AlreadyExistsError, InvalidArgumentError, NotFoundError, UnsupportedError

_KEY = re.compile(r"[\x21-\x7e]+")
_LINES = "application/x-ndjson"
_TIMEOUT_SECONDS = 30.0
_RETRIES = 6
_RETRIES_MOST = 100
_THREADS = 16
_THREADS_MOST = 1024
_DISTANCE_MOST = 12
# The largest batch that a service accepts with explain=true.
_EXPLAINED_MOST = 100
_AT_ONCE = 1000


def _seconds(timeout: float | None) -> float:
    if timeout is None:
        return _TIMEOUT_SECONDS
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise TypeError(f"timeout is a number of seconds, not {type(timeout).__name__}")
    if not 0 < timeout <= 1e6:
        raise ValueError(f"timeout={timeout} is no number of seconds")
    return float(timeout)


def _wished(wishes: Wishes) -> dict[str, Any]:
    """Returns the wanted settings of a collection as JSON. Rejects settings of the service."""
    for name in ("seen_kinds", "durability", "memory", "front_pages"):
        if getattr(wishes, name) is not None:
            raise InvalidArgumentError(
                f"{name}= is for a store in a folder; of a service 'facsim serve' decides it"
            )
    wished: dict[str, Any] = {}
    for name in ("profile", "recipe"):
        value = getattr(wishes, name)
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} is a name for a service, not {type(value).__name__}")
        if value is not None:
            wished[name] = value
    if wishes.max_distance is not None:
        wished["max_distance"] = whole("max_distance", wishes.max_distance, 0, _DISTANCE_MOST)
    for name in ("names", "keep_history"):
        if getattr(wishes, name) is not None:
            wished[name] = getattr(wishes, name)
    if wishes.policy is not None:
        wished["policy"] = {
            name: getattr(wishes.policy, name) for name in ("exact", "content", "follow_first")
        }
    return wished


class SeenService:
    """A collection of a service, over connections that are reused."""

    def __init__(self, url: str, collection: str, wishes: Wishes) -> None:
        wished = _wished(wishes)
        retries = _RETRIES if wishes.retries is None else wishes.retries
        threads = _THREADS if wishes.threads is None else wishes.threads
        self._service = Service(
            url,
            token=wishes.token,
            timeout=_seconds(wishes.timeout),
            retries=whole("retries", retries, 0, _RETRIES_MOST),
            threads=whole("threads", threads, 1, _THREADS_MOST),
        )
        self.where = self._service.url
        self._base = f"/v1/collections/{collection}"
        self._maker: _core.FactsMaker | None = None
        try:
            self._open(wished, wishes.create, collection)
        except BaseException:
            self._service.close()
            raise

    def _open(self, wished: dict[str, Any], create: bool, collection: str) -> None:
        """Finds or creates the collection, so a wrong URL or token is reported here."""
        found = self._service.request("GET", self._base, allowed=(404,))
        if found.status == 404 and not create:
            # Raises if the service is not facsim at all.
            self._json(self._service.request("GET", "/v1/collections"))
            raise self._service.error(NotFoundError, no_collection(collection))
        if found.status != 404:
            own = self._json(found, "recipe_id")
            if all(own.get(name) == value for name, value in wished.items()):
                return
        body = json.dumps(wished).encode()
        try:
            self._service.request("PUT", self._base, body, effect=Effect.CHANGE)
        except AlreadyExistsError as other:
            raise InvalidArgumentError(str(other), self.where) from None

    @property
    def closed(self) -> bool:
        return self._service.closed

    def close(self) -> None:
        self._service.close()

    def _json(self, answer: Answer, *names: str) -> dict[str, Any]:
        return self._service.json_of(answer.body, *names)

    def _path(self, *names: str) -> str:
        return self._base + "/" + "/".join(quote(name, safe="") for name in names)

    def _ask(
        self, verb: str, body: bytes, kind: str, how: Asking, allowed: tuple[int, ...] = ()
    ) -> Answer:
        query = {"add": how.adds, "explain": how.explain}
        words = {name: "true" for name, is_set in query.items() if is_set}
        if how.crawl:
            words["crawl"] = how.crawl
        if how.retry_key and not _KEY.fullmatch(how.retry_key):
            raise InvalidArgumentError("retry_key has a blank, or characters beyond ASCII")
        return self._service.request(
            "POST",
            f"{self._base}/{verb}?{urlencode(words)}" if words else f"{self._base}/{verb}",
            body,
            effect=Effect.ADD if how.adds else Effect.READ,
            kind=kind,
            # The key allows a repeated request; each request gets a new one.
            key=(how.retry_key or secrets.token_hex(16)) if how.adds else "",
            allowed=allowed,
        )

    def _ask_lines(self, verb: str, lines: list[bytes], how: Asking) -> list[Members]:
        def send(some: list[bytes], allowed: tuple[int, ...]) -> Answer:
            return self._ask(verb, b"".join(some), _LINES, how, allowed)

        found: list[Members] = []
        for answer in self._in_pieces(lines, send, may_part=not (how.adds and how.retry_key)):
            for line in answer.body.splitlines():
                members = self._service.json_of(line)
                if members.get("status", 200) != 200:
                    said = f"page {len(found)} of those sent: {members.get('detail')}"
                    raise self._service.error(InvalidArgumentError, said)
                found.append(members)
        if len(found) != len(lines):
            raise self._service.stranger()
        return found

    def _in_pieces(
        self,
        things: list[Any],
        send: Callable[[list[Any], tuple[int, ...]], Answer],
        *,
        may_part: bool = True,
    ) -> list[Answer]:
        """Returns the answers on all things; sends them in halves if they are too many or large."""
        may_part = may_part and len(things) > 1
        answer = send(things, (413,) if may_part else ())
        if answer.status != 413:
            return [answer]
        middle = len(things) // 2
        first = self._in_pieces(things[:middle], send)
        return first + self._in_pieces(things[middle:], send)

    def ask(self, row: Any, how: Asking) -> Members:
        (line,) = _core.PageLines((row,), FIELDS, strict=True).next(True)
        return self._json(self._ask("check", line, "application/json", how))

    def ask_batch(self, data: Any, fields: _core.RowFields, how: Asking) -> list[Members]:
        pages = _core.PageLines(data, fields)
        found: list[Members] = []
        is_at_once = how.adds and bool(how.retry_key)
        while lines := pages.next(is_at_once):
            most = _EXPLAINED_MOST if how.explain and not is_at_once else len(lines)
            for begin in range(0, len(lines), most):
                found += self._ask_lines("check:batch", lines[begin : begin + most], how)
        return found

    def ask_facts(self, facts: list[bytes], how: Asking) -> list[Members]:
        lines = [b'{"facts":"' + base64.b64encode(each) + b'"}\n' for each in facts]
        found: list[Members] = []
        most = _EXPLAINED_MOST if how.explain else _AT_ONCE
        if how.adds and how.retry_key:
            most = max(len(lines), 1)
        for begin in range(0, len(lines), most):
            found += self._ask_lines("fingerprints:check", lines[begin : begin + most], how)
        return found

    def facts(self, row: Any) -> bytes:
        if self._maker is None or self.closed:
            self._maker = _core.FactsMaker(self._judge(self.settings()))
        return self._maker.facts(row, FIELDS)

    def _judge(self, own: Members) -> _core.Judge:
        """Returns the judge with the recipe of the service. Raises if it is not known here."""
        for recipe in (None, own["recipe"]):
            try:
                judge = judge_of(own["profile"], recipe)
            except InvalidArgumentError:
                continue
            if _core.recipe_of(judge)["id"] == own["recipe_id"]:
                return judge
        raise self._service.error(
            UnsupportedError,
            f"reads pages by recipe '{own['recipe']}' ({own['recipe_id']}), which this facsim does "
            "not have by name; send it the pages",
        )

    def _pages(self, *names: str) -> list[Members]:
        answer = self._service.request("GET", self._path(*names), allowed=(404,))
        if answer.status == 404:
            self.settings()  # raises if the collection itself is missing
            return []
        return self._json(answer, "documents")["documents"]

    def find(self, name: str) -> list[Members]:
        return self._pages("documents", name)

    def cluster(self, name: str | int, limit: int) -> list[Members]:
        word = name if isinstance(name, str) else f"#{name}"
        return self._pages("clusters", word)[:limit]

    def copies(self, name: str, limit: int) -> Members:
        query = urlencode({"id": name, "limit": limit})
        return self._json(self._service.request("GET", f"{self._base}/copies?{query}"))

    def mirrors(self, limit: int, support: int, precision: float, share: float) -> Members:
        given = {
            "limit": limit,
            "min_support": support,
            "min_precision": precision,
            "min_share": share,
        }
        query = urlencode(given)
        return self._json(self._service.request("GET", f"{self._base}/mirrors?{query}"))

    def count_uncrawled(self, counts: list[Counts], retry_key: str) -> None:
        names = ("place", *COUNTS)
        report = [dict(zip(names, (each[0] or None, *each[1:]), strict=True)) for each in counts]
        if retry_key and not _KEY.fullmatch(retry_key):
            raise InvalidArgumentError("retry_key has a blank, or characters beyond ASCII")
        self._service.request(
            "POST",
            self._base + "/uncrawled",
            json.dumps({"places": report}).encode(),
            effect=Effect.ADD,
            key=retry_key or secrets.token_hex(16),
        )

    def uncrawled(self, limit: int) -> Members:
        answer = self._service.request("GET", f"{self._base}/uncrawled?limit={limit}")
        return self._json(answer, "places")

    def _change(
        self, method: str, path: str, body: bytes | None = None, allowed: tuple[int, ...] = ()
    ) -> Answer:
        return self._service.request(method, path, body, effect=Effect.CHANGE, allowed=allowed)

    def erase(self, names: list[str]) -> tuple[int, list[str]]:
        def send(some: list[str], allowed: tuple[int, ...]) -> Answer:
            body = json.dumps(some).encode()
            return self._change("POST", self._base + "/documents:delete", body, allowed)

        count = 0
        missing: list[str] = []
        for begin in range(0, len(names), _AT_ONCE):
            for answer in self._in_pieces(names[begin : begin + _AT_ONCE], send):
                erased = self._json(answer, "removed", "missing")
                count += erased["removed"]
                missing += erased["missing"]
        return count, missing

    def erase_where(self, host: str, crawl: str, before: str) -> int:
        given = {"host": host, "crawl": crawl, "before": before}
        query = urlencode({name: value for name, value in given.items() if value})
        answer = self._change("DELETE", f"{self._base}/documents?{query}")
        return self._json(answer, "removed")["removed"]

    def commit_crawl(self, name: str) -> None:
        self._change("POST", self._path("crawls", name) + ":commit")

    def cancel_crawl(self, name: str) -> None:
        self._change("POST", self._path("crawls", name) + ":cancel")

    def crawls(self) -> list[Members]:
        answer = self._service.request("GET", self._base + "/crawls")
        return self._json(answer, "crawls")["crawls"]

    def settings(self) -> Members:
        return self._json(self._service.request("GET", self._base))

    figures = settings

    def _refuse(self, what: str, instead: str) -> Any:
        if self.closed:
            raise self._service.error(InvalidArgumentError, "the store is closed; open it again")
        raise self._service.error(
            UnsupportedError, f"{what} is for a store in a folder; beside a service {instead}"
        )

    def pages_from(self, first: int, limit: int) -> list[Members]:
        return self._refuse("visit", "run 'facsim store dump'")

    def rows_from(self, first: int, limit: int) -> list[Members]:
        return self._refuse("dump", "run 'facsim store dump'")

    def seal(self) -> None:
        self._refuse("seal", "segments are written by itself")

    def backup(self, folder: str) -> None:
        self._refuse("backup", "run 'facsim store backup'")
