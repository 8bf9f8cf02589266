# SPDX-License-Identifier: Apache-2.0
"""Two pages: how alike they are, and what they share."""

from __future__ import annotations

from dataclasses import dataclass

from . import _core
from ._named import named
from ._profile import Profile, judge_of


@dataclass(frozen=True)
class Passage:
    """A stretch of text that both pages share, or that stands between two such."""

    shared: bool
    first: str
    second: str
    first_units: int
    second_units: int


@dataclass(frozen=True)
class Comparison:
    """What :func:`compare` found. Shares are from 0 to 1.

    ``kind``: exact, content, layout, partial, or None for pages that are no duplicates.
    ``resemblance``: Jaccard of the 5-unit shingles. ``containment``: the share of each page's
    shingles that stand in the other. ``agreement``: the share of the longer page that stands in the
    other in the same order. ``judged``: the share of each page that was judged, of all that was
    judged or counts (text left out by name, hidden, without units). 
    ``name_words``: of each page a word of its name, or None, where names make two pages of one site
    of them. ``distance``: of the fingerprints, in bits; None
    where one has none.
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
    """Compares two texts, or with ``html=True`` two HTML pages, by every measure there is.

    ``profile``: compact, balanced, strict or thorough, or a :class:`Profile`; it decides the kind.
    Raises TypeError for what is no text.
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
    """Of pages of which one may be HTML and the other a text."""
    found = _core.compare(first, second, judge, first_is_html, second_is_html)
    found["passages"] = [Passage(**passage) for passage in found["passages"]]
    return Comparison(**found)
