# SPDX-License-Identifier: Apache-2.0
"""Answers, pages, settings and figures of a store of pages; docs/http.md has the same members."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from .errors import UnsupportedError

_T = TypeVar("_T")
# The known words of an answer. Any other word is an error: a caller must not act on it.
_WORDS = {"seen": ("no", "too_short", "yes"), "action": ("store", "skip_links", "skip")}


@dataclass(frozen=True)
class SeenPolicy:
    """The ``action`` of answers: ``exact`` for exact copies, ``content`` for all other copies.

    Each is store, skip_links or skip. The first ``follow_first`` copies of each cluster that are
    not exact ones get the action store all the same.
    """

    exact: str = "skip"
    content: str = "skip_links"
    follow_first: int = 0


@dataclass(frozen=True)
class SeenMatch:
    """The older page that an answer names, and how similar the two pages are.

    ``number``: the number of its row; pages stored later have larger numbers. ``id``: its id, or
    "#" and the number if it has none. ``first_seen``: RFC 3339 in UTC. ``distance``: the distance
    of the fingerprints, in bits. ``resemblance``: the share of common shingles, 0 to 1, and
    ``resemblance_error``, its standard error. ``containment``: the share of the checked page found
    in the older one, and the reverse. ``layout``: the similarity of the two layouts. Unknown values
    are None.
    """

    number: int
    id: str
    url: str | None
    first_seen: str
    distance: int | None
    resemblance: float | None
    resemblance_error: float | None
    containment: tuple[float, float] | None
    layout: float | None


@dataclass(frozen=True)
class SeenCluster:
    """The cluster of a page.

    ``id``: the id of its first page. ``size``: its number of stored pages. ``rank``: the place of
    the page in it; 2 is the first copy.
    """

    id: str
    size: int
    rank: int


@dataclass(frozen=True)
class SeenCandidate:
    """A page that was compared. ``refused``: why it is not the match of the answer, or None."""

    number: int
    id: str
    url: str | None
    distance: int | None
    resemblance: float | None
    kind: str | None
    refused: str | None


@dataclass(frozen=True)
class SeenAnswer:
    """The answer of a store about one page; the members are those of ``facsim serve``.

    ``seen``: yes (the page is an older one again, or a copy of one), no, or too_short. ``added``:
    True if the page was added. ``kind``: the kind of the match: exact, content, layout, partial or
    None. ``match``: the older page; if ``seen`` is "no", a page that shares a part with this one.
    ``action``: what the crawler should do with the page: store, skip_links or skip. ``truncated``:
    True if not all candidates were judged. ``candidates``: the compared pages, best first, if
    ``explain`` was set; else None.
    """

    seen: str
    added: bool
    kind: str | None
    match: SeenMatch | None
    cluster: SeenCluster | None
    action: str
    recipe: str
    recipe_id: str
    truncated: bool
    candidates: tuple[SeenCandidate, ...] | None = None


@dataclass(frozen=True)
class SeenPage:
    """A page of a store.

    ``cluster``: the number of its representative. ``rank``: its place in the cluster. ``crawl``:
    the crawl that added it. ``last_seen``: when it was last seen under its own id or URL, updated
    at most once a day. ``bytes``: the size of its body as fetched, or None if unknown.
    """

    id: str
    url: str | None
    number: int
    first_seen: str
    last_seen: str
    cluster: int
    rank: int
    crawl: str | None
    bytes: int | None


@dataclass(frozen=True)
class SeenCopy(SeenPage):
    """A page that can replace another one.

    ``kind`` and the figures are those of a match of the other page with this one. They are None if
    the two are not similar enough, though both are similar to the first page of the cluster.
    """

    host: str | None
    kind: str | None
    distance: int | None
    resemblance: float | None
    resemblance_error: float | None
    containment: tuple[float, float] | None
    layout: float | None


@dataclass(frozen=True)
class SeenCopies:
    """The copies of ``page``, best first. ``truncated``: True if the list is not complete."""

    page: SeenPage
    copies: tuple[SeenCopy, ...]
    truncated: bool


@dataclass(frozen=True)
class SeenCrawl:
    """A crawl of a store.

    ``state``: open or committed. ``pages``: the number of pages that it added; None unless it is
    open. ``begun``: RFC 3339 in UTC.
    """

    name: str
    state: str
    pages: int | None
    begun: str


@dataclass(frozen=True)
class SeenSettings:
    """The recipe of a store and how it judges pages. A match of ``seen_kinds`` counts as seen.

    ``names``: True if HTML pages of one site with different names are not copies of each other.
    """

    profile: str
    recipe: str
    recipe_id: str
    max_distance: int
    seen_kinds: tuple[str, ...]
    names: bool
    keep_history: bool
    policy: SeenPolicy


@dataclass(frozen=True)
class SeenFigures:
    """Figures about the state of a store.

    ``front_pages``, ``front_bytes``: pages in memory that are in no segment yet. ``sealed_pages``:
    representatives in ``segments``. ``last_row``: the highest row number. ``failure``: the error
    after which the store adds nothing until it is opened again, or None. ``uncrawled_links``: the
    reported number of links that crawlers skipped.
    """

    front_pages: int
    front_bytes: int
    segments: int
    sealed_pages: int
    last_row: int
    failure: str | None
    uncrawled_links: int = 0


def _as_answered(read: Callable[[Mapping[str, Any]], _T]) -> Callable[[Mapping[str, Any]], _T]:
    """Wraps a reader: answers with missing or wrong members raise UnsupportedError."""

    @functools.wraps(read)
    def reading(members: Mapping[str, Any]) -> _T:
        try:
            return read(members)
        except (AttributeError, KeyError, TypeError, ValueError) as wrong:
            raise UnsupportedError(
                f"the answer is not as 'facsim serve' gives it ({type(wrong).__name__}: {wrong}); "
                "is it another service, or another version?"
            ) from wrong

    return reading


def _known(noun: type, members: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the members that the noun has, without those that a later service may add."""
    return {name: members[name] for name in noun.__dataclass_fields__ if name in members}


def _match_of(members: Mapping[str, Any]) -> SeenMatch:
    known = _known(SeenMatch, members)
    if known["containment"] is not None:
        known["containment"] = tuple(known["containment"])
    return SeenMatch(**known)


@_as_answered
def answer_of(members: Mapping[str, Any]) -> SeenAnswer:
    """Makes a SeenAnswer of the members of a JSON answer."""
    known = _known(SeenAnswer, members)
    for name, words in _WORDS.items():
        if known[name] not in words:
            raise ValueError(f"{name} is {known[name]!r}")
    if known["match"] is not None:
        known["match"] = _match_of(known["match"])
    if known["cluster"] is not None:
        known["cluster"] = SeenCluster(**_known(SeenCluster, known["cluster"]))
    if known.get("candidates") is not None:
        known["candidates"] = tuple(
            SeenCandidate(**_known(SeenCandidate, each)) for each in known["candidates"]
        )
    return SeenAnswer(**known)


@_as_answered
def page_of(members: Mapping[str, Any]) -> SeenPage:
    return SeenPage(**_known(SeenPage, members))


def _copy_of(members: Mapping[str, Any]) -> SeenCopy:
    known = _known(SeenCopy, members)
    if known["containment"] is not None:
        known["containment"] = tuple(known["containment"])
    return SeenCopy(**known)


@_as_answered
def copies_of(members: Mapping[str, Any]) -> SeenCopies:
    return SeenCopies(
        page=page_of(members["page"]),
        copies=tuple(map(_copy_of, members["copies"])),
        truncated=members["truncated"],
    )


@_as_answered
def crawl_of(members: Mapping[str, Any]) -> SeenCrawl:
    return SeenCrawl(**_known(SeenCrawl, members))


@_as_answered
def settings_of(members: Mapping[str, Any]) -> SeenSettings:
    known = _known(SeenSettings, members)
    known["seen_kinds"] = tuple(known["seen_kinds"])
    known["policy"] = SeenPolicy(**_known(SeenPolicy, known["policy"]))
    return SeenSettings(**known)


@_as_answered
def figures_of(members: Mapping[str, Any]) -> SeenFigures:
    return SeenFigures(**_known(SeenFigures, members))
