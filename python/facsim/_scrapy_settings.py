# SPDX-License-Identifier: Apache-2.0
"""The settings of the add-on for Scrapy; docs/crawlers.md describes them."""

from __future__ import annotations

import datetime
import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from ._seen_nouns import SeenPolicy

KEEP = "facsim_keep"  # in the meta of a request that must not be dropped or rewritten
ACTIONS = ("store", "skip_links", "skip")  # from mild to strict


class ScrapySettings(Protocol):
    """The needed methods of ``scrapy.settings.BaseSettings``; values may come from a shell."""

    def get(self, name: Any, default: Any = None) -> Any: ...
    def getbool(self, name: Any, default: bool = False) -> bool: ...
    def getint(self, name: Any, default: int = 0) -> int: ...
    def getfloat(self, name: Any, default: float = 0.0) -> float: ...
    def getlist(self, name: Any, default: Any = None) -> list[Any]: ...
    def getdict(self, name: Any, default: Any = None) -> dict[Any, Any]: ...


@dataclass(frozen=True)
class Chosen:
    """The values of the settings, and their defaults. FACSIM_STORE sets ``store``, and so on."""

    enabled: bool = True
    store: str | None = None
    collection: str = "default"
    token: str | None = None
    profile: str | None = None
    names: bool | None = None
    policy: SeenPolicy | None = None
    crawl: str | None = None
    crawl_commit: Sequence[str] = ("finished",)
    crawl_cancel: Sequence[str] = ()
    types: Sequence[str] = ("text/html", "application/xhtml+xml", "text/plain")
    revisits: str = "follow"
    drop_links: bool = True
    drop_items: bool = True
    field: str = "facsim"
    url_rules: str | None = None
    on_error: str = "open"
    timeout: float = 10.0
    # With the client's pauses this takes 8 to 16 seconds, in which a service can restart.
    retries: int = 8
    pause: float = 5.0
    threads: int = 16

    @property
    def is_service(self) -> bool:
        return "://" in (self.store or "")


def _policy_of(members: dict[Any, Any]) -> SeenPolicy:
    unknown = sorted(set(members) - {each.name for each in fields(SeenPolicy)})
    if unknown:
        raise ValueError(f"FACSIM_POLICY has no '{unknown[0]}': say exact, content, follow_first")
    for name in ("exact", "content"):
        if members.get(name, "skip") not in ACTIONS:
            raise ValueError(f"FACSIM_POLICY: {name} is one of {', '.join(ACTIONS)}")
    return SeenPolicy(**members)


def unknown_of(names: Iterable[Any]) -> list[tuple[str, str]]:
    """Returns unknown names that begin with FACSIM_, each with a similar known name or ``""``."""
    known = [f"FACSIM_{each.name.upper()}" for each in fields(Chosen)]
    unknown = sorted(str(name) for name in names if str(name).startswith("FACSIM_"))
    likely = [(name, difflib.get_close_matches(name, known, 1, 0.8)) for name in unknown]
    return [(name, found[0] if found else "") for name, found in likely if name not in known]


def spider_of(crawler: Any) -> str:
    """Returns the name of a crawler's spider; empty if the spider gets it when it is created."""
    spider = getattr(crawler, "spider", None) or crawler.spidercls
    return getattr(spider, "name", None) or ""


def chosen_of(settings: ScrapySettings, spider: str) -> Chosen:
    """Returns the settings of a crawl. ``spider``: the name of its spider.

    Raises ``ValueError`` that names the setting and its allowed values.
    """
    found: dict[str, Any] = {}
    readers = {bool: settings.getbool, int: settings.getint, float: settings.getfloat}
    for each in fields(Chosen):
        name = f"FACSIM_{each.name.upper()}"
        default = each.default
        if settings.get(name) is None:
            continue
        try:
            if each.name == "policy":
                found["policy"] = _policy_of(settings.getdict(name))
            elif each.name == "names":
                found["names"] = settings.getbool(name)
            elif isinstance(default, tuple):
                found[each.name] = tuple(settings.getlist(name))
            elif type(default) in readers:
                found[each.name] = readers[type(default)](name)
            else:
                found[each.name] = os.fspath(settings.get(name))
        except (TypeError, ValueError) as wrong:
            said = str(wrong)
            raise ValueError(said if name in said else f"{name}: {said}") from None
    for name, words in (("on_error", ("open", "closed")), ("revisits", ("follow", "skip"))):
        if name in found and found[name] not in words:
            raise ValueError(f"FACSIM_{name.upper()} is {' or '.join(words)}, not {found[name]!r}")
    if found.get("pause", 0) < 0:
        raise ValueError("FACSIM_PAUSE is a number of seconds, 0 or more")
    if found.get("crawl"):
        # The placeholders are those of feed names in Scrapy.
        time = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H-%M-%S")
        try:
            found["crawl"] %= {"name": spider, "time": time}
        except (KeyError, TypeError, ValueError):
            raise ValueError(
                "FACSIM_CRAWL may hold %(name)s and %(time)s, and no other %"
            ) from None
    return Chosen(**found)
