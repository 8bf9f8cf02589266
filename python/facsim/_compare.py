# SPDX-License-Identifier: Apache-2.0
"""Compares two pages: how similar they are, and which passages they share."""

from __future__ import annotations

from dataclasses import dataclass

from . import _core
from ._named import named
from ._profile import Profile, judge_of


@dataclass(frozen=True)
class Passage:
    """A passage that both pages share, or the different text between two shared passages."""

    shared: bool
    first: str
    second: str
    first_units: int
    second_units: int


@dataclass(frozen=True)
class Comparison:
    """The result of :func:`compare`. Shares are from 0 to 1.

    ``kind``: exact, content, layout, partial, or None if the pages are not duplicates.
    ``resemblance``: the Jaccard resemblance of the 5-unit shingles. ``containment``: the share of
    each page's shingles found in the other. ``agreement``: the share of the longer page found in
    the other in the same order. ``distance``: the distance of the fingerprints in bits; None if a
    page has no fingerprint. ``judged``: the judged share of each page, of all text that was judged
    or counts (text left out by name, hidden, without units). ``name_words``: for each page a word
    of its name or None, if the names keep two pages of one site apart.
    """

    kind: str | None
    resemblance: float
    containment: tuple[float, float]
    agreement: float
    cosine: float
    distance: int | None
    layout: float | None
    judged: tuple[float, float]
    name_words: tuple[str | None, str | None] | None
    same_text: bool
    too_short: bool
    passages: list[Passage]


@named
def compare(
    first: str | bytes,
    second: str | bytes,
    *,
    profile: str | Profile = "balanced",
    html: bool = False,
) -> Comparison:
    """Compares two texts, or with ``html=True`` two HTML pages, by all measures.

    ``first``, ``second``: str or bytes. ``profile``: compact, balanced (default), strict or
    thorough, or a :class:`Profile`; it decides the kind. ``html``: True for HTML pages. Returns a
    :class:`Comparison`. Raises TypeError for a value that is not str or bytes.
    """
    for page in (first, second):
        if not isinstance(page, (str, bytes)):
            raise TypeError(f"pages are str or bytes, not {type(page).__name__}")
    return compared(first, second, judge_of(profile), html, html)


def compared(
    first: str | bytes,
    second: str | bytes,
    judge: _core.Judge,
    first_is_html: bool,
    second_is_html: bool,
) -> Comparison:
    """Does what :func:`compare` does for two pages, each of which may be HTML or a text."""
    found = _core.compare(first, second, judge, first_is_html, second_is_html)
    found["passages"] = [Passage(**passage) for passage in found["passages"]]
    return Comparison(**found)
