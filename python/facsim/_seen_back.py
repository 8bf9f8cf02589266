# SPDX-License-Identifier: Apache-2.0
"""The interface of a store of pages, whether in this process or in a service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from . import _core

Members = Mapping[str, Any]  # the members of a JSON object
Counts = tuple[str, int, int, int, int]  # a place, and its counts in the order of COUNTS

COUNTS = ("links", "links_by_rules", "mirror_links", "mirror_links_back")


@dataclass(frozen=True)
class Asking:
    """The options of a query; an empty ``crawl`` or ``retry_key`` means none."""

    adds: bool
    crawl: str
    retry_key: str
    explain: bool


@dataclass(frozen=True)
class Wishes:
    """The settings of a store as given by the caller; None for those that were not given."""

    profile: Any
    recipe: Any
    max_distance: int | None
    names: bool | None
    keep_history: bool | None
    policy: Any
    seen_kinds: Any
    durability: str | None
    memory: str | int | None
    front_pages: int | None
    token: str | None
    timeout: float | None
    retries: int | None
    threads: int | None
    must_exist: bool
    create: bool


class SeenBack(Protocol):
    """A back end of a store. Answers are JSON members, the same from every back end."""

    where: str

    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def ask(self, row: Any, how: Asking) -> Members: ...
    def ask_batch(self, data: Any, fields: _core.RowFields, how: Asking) -> list[Members]: ...
    def ask_facts(self, facts: list[bytes], how: Asking) -> list[Members]: ...
    def facts(self, row: Any) -> bytes: ...
    def find(self, name: str) -> list[Members]: ...
    def cluster(self, name: str | int, limit: int) -> list[Members]: ...
    def copies(self, name: str, limit: int) -> Members: ...
    def mirrors(self, limit: int, support: int, precision: float, share: float) -> Members: ...
    def count_uncrawled(self, counts: list[Counts], retry_key: str) -> None: ...
    def uncrawled(self, limit: int) -> Members: ...
    def rows_from(self, first: int, limit: int) -> list[Members]: ...
    def pages_from(self, first: int, limit: int) -> list[Members]: ...
    def erase(self, names: list[str]) -> tuple[int, list[str]]: ...
    def erase_where(self, host: str, crawl: str, before: str) -> int: ...
    def commit_crawl(self, name: str) -> None: ...
    def cancel_crawl(self, name: str) -> None: ...
    def crawls(self) -> list[Members]: ...
    def settings(self) -> Members: ...
    def figures(self) -> Members: ...
    def seal(self) -> None: ...
    def backup(self, folder: str) -> None: ...


def fields_of_pages(
    text: str = "text", html: str = "html", id: str = "id", url: str = "url"
) -> _core.RowFields:
    """Returns the names of the members or columns of pages, any of which may be absent."""
    return _core.RowFields(text=text, html=html, id=id, url=url, time="", status="status", as_there=True)


def no_collection(name: str) -> str:
    """Returns the message for a missing collection that the caller did not ask to create."""
    return f"there is no collection '{name}'; give create=True to make it"


FIELDS = fields_of_pages()
