# SPDX-License-Identifier: Apache-2.0
"""What a store of pages answers, and what it says of itself: the members of docs/http.md."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from .errors import UnsupportedError

_T = TypeVar("_T")
# What an answer may say, so that nobody acts on a word that it does not know.
_WORDS = {"seen": ("no", "too_short", "yes"), "action": ("store", "skip_links", "skip")}


@dataclass(frozen=True)
class SeenPolicy:
    """Which ``action`` answers name: for pages seen of the kind exact, and of any other.

    Each is store, skip_links or skip. Of each cluster the first ``follow_first`` copies that are no
    exact ones are to be stored and followed all the same.
    """

    exact: str = "skip"
    content: str = "skip_links"
    follow_first: int = 0


@dataclass(frozen=True)
class SeenMatch:
    """The old page that an answer names, and how alike the two are.

    ``number``: of its row; what is stored later has a larger one. ``id``: "#" and that number where
    it has none. ``first_seen``: RFC 3339 in UTC. ``distance``: of the fingerprints, in bits.
    ``resemblance``: share of common shingles, 0 to 1, and its standard error. ``containment``: the
    share of the asked page that stands in the old one, and of the old one in it. ``layout``: how
    alike they are built. What is not known is None.
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
    """``id``: of its first page. ``size``: stored pages. ``rank``: 2 is the first copy."""

    id: str
    size: int
    rank: int


@dataclass(frozen=True)
class SeenCandidate:
    """A page that was looked at. ``refused``: why it is not the page of the answer."""

    number: int
    id: str
    url: str | None
    distance: int | None
    resemblance: float | None
    kind: str | None
    refused: str | None


@dataclass(frozen=True)
class SeenAnswer:
    """What a store says of a page; the members are those of ``facsim serve``.

    ``seen``: yes (the same page as an old one, or a copy of it), no, or too_short. ``added``:
    whether it was. ``kind`` of the match: exact, content, layout, partial or None. ``match``: the
    old page; with ``seen`` "no" a page that shares a part with this one. ``action``: what a crawler
    does with the page: store, skip_links or skip. ``truncated``: not all candidates were judged.
    ``candidates``: where they were asked for by ``explain``, best first.
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
    """A page of a store. ``cluster``: number of its representative. ``crawl`` that it came with.

    ``last_seen``: when it was met last under its own id or URL, noted once a day. ``bytes`` of its
    body as fetched; None where that is not known.
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
    """A page that may stand for another. ``kind`` and figures: as of a match of that other with it.

    They are None where the two are not like enough, though both are like the first of the cluster.
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
    """``page``: that was asked for. ``copies``: best first. ``truncated``: not all of them."""

    page: SeenPage
    copies: tuple[SeenCopy, ...]
    truncated: bool


@dataclass(frozen=True)
class SeenCrawl:
    """``state``: open or committed. ``pages`` that it added, while it is open. ``begun``: UTC."""

    name: str
    state: str
    pages: int | None
    begun: str


@dataclass(frozen=True)
class SeenSettings:
    """What a store is and how it judges. A match of ``seen_kinds`` is seen.

    ``names``: HTML pages of one site whose names tell them apart are two.
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
    """How a store does.

    ``front_pages``, ``front_bytes``: in memory, in no segment yet. ``sealed_pages``:
    representatives in ``segments``. ``failure``: after which nothing is added until it is opened
    again. ``uncrawled_links``: that crawlers left out, as they told.
    """

    front_pages: int
    front_bytes: int
    segments: int
    sealed_pages: int
    last_row: int
    failure: str | None
    uncrawled_links: int = 0


def _as_answered(read: Callable[[Mapping[str, Any]], _T]) -> Callable[[Mapping[str, Any]], _T]:
    """Says what is wrong where a service gave members that are none of the noun's."""

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
    """Without members that a later service may add."""
    return {name: members[name] for name in noun.__dataclass_fields__ if name in members}


def _match_of(members: Mapping[str, Any]) -> SeenMatch:
    known = _known(SeenMatch, members)
    if known["containment"] is not None:
        known["containment"] = tuple(known["containment"])
    return SeenMatch(**known)


@_as_answered
def answer_of(members: Mapping[str, Any]) -> SeenAnswer:
    """Of an answer as JSON."""
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
